//! Reading FENs and Hub strings.

use crate::board::{Color, Position, Square};

use super::error::FenError;
use super::pieces::Pieces;
use super::short::short;

/// Reads a FEN, with its draw counter if it has one.
pub fn fen(text: &str) -> Result<(Position, Option<u64>), FenError> {
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut fields = text.split(':').map(str::trim);
    let token = fields.next().unwrap_or_default();
    let turn = color(token).ok_or_else(|| FenError::Turn { token: short(token) })?;
    let mut pieces = Pieces::default();
    let mut seen = [false; 2];
    let mut clock = None;
    for field in fields {
        match Appended::parse(field) {
            Some(Appended::Clock(_)) if clock.is_some() => {
                return Err(FenError::TwoCounters { token: short(field) });
            }
            Some(Appended::Clock(plies)) => {
                clock = Some(plies);
                continue;
            }
            Some(Appended::MoveNumber) => continue,
            None => {}
        }
        let side = field.get(..1).and_then(color).ok_or_else(|| FenError::Field { token: short(field) })?;
        if std::mem::replace(&mut seen[side as usize], true) {
            return Err(FenError::TwoFields { color: side, token: short(field) });
        }
        let list = field[1..].trim_start();
        if !list.is_empty() {
            list.split(',').try_for_each(|token| put(&mut pieces, side, token.trim()))?;
        }
    }
    for color in [Color::White, Color::Black] {
        if !seen[color as usize] {
            return Err(FenError::MissingField { color });
        }
    }
    Ok((pieces.into_position(turn)?, clock))
}

/// Reads the squares of pieces, `c3`, `Kc3` or `21-23`, and puts the pieces there.
fn put(pieces: &mut Pieces, side: Color, token: &str) -> Result<(), FenError> {
    let (king, place) = match token.strip_prefix('K') {
        Some(place) => (true, place),
        None => (false, token),
    };
    let found = squares(place).map_err(|error| match error {
        FenError::Square { .. } => FenError::Square { token: short(token) },
        FenError::Range { .. } => FenError::Range { token: short(token) },
        other => other,
    })?;
    found.into_iter().try_for_each(|square| pieces.put(side, king, square))
}

/// Reads a Hub string, which has 33 characters of ASCII.
pub fn hub(text: &str) -> Result<Position, FenError> {
    let turn = color(&text[..1]).ok_or_else(|| FenError::Turn { token: short(&text[..1]) })?;
    let mut pieces = Pieces::default();
    for (number, token) in (1..).zip(text[1..].chars()) {
        let (color, king) = match token {
            'e' => continue,
            'w' => (Color::White, false),
            'W' => (Color::White, true),
            'b' => (Color::Black, false),
            'B' => (Color::Black, true),
            _ => return Err(FenError::Hub { token, place: usize::from(number) + 1 }),
        };
        if let Some(square) = Square::from_number(number) {
            pieces.put(color, king, square)?;
        }
    }
    pieces.into_position(turn)
}

fn color(text: &str) -> Option<Color> {
    match text {
        "W" => Some(Color::White),
        "B" => Some(Color::Black),
        _ => None,
    }
}

/// A field that Lidraughts appends.
enum Appended {
    /// `H` and its draw counter.
    Clock(u64),
    /// `F` and the number of the move.
    MoveNumber,
}

impl Appended {
    fn parse(field: &str) -> Option<Appended> {
        let number = field.strip_prefix(['H', 'F'])?.trim_start();
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let clock = number.parse().unwrap_or(u64::MAX);
        Some(if field.starts_with('H') { Appended::Clock(clock) } else { Appended::MoveNumber })
    }
}

impl Square {
    /// Reads `a1` or a number from 1 to 32 (b8 = 1).
    ///
    /// # Errors
    /// [`FenError::Square`] if the text is neither, [`FenError::LightSquare`] if it names a light square.
    pub fn parse(text: &str) -> Result<Square, FenError> {
        let bad = || FenError::Square { token: short(text) };
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return text.parse().ok().and_then(Square::from_number).ok_or_else(bad);
        }
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else {
            return Err(bad());
        };
        let (file, rank) = (file - b'a', rank - b'1');
        if (file + rank) % 2 != 0 {
            return Err(FenError::LightSquare { token: text.into() });
        }
        Ok(Square::from_index(u32::from(4 * rank + file / 2)))
    }
}

/// Reads a square, or a range of numbers such as `21-23`.
fn squares(text: &str) -> Result<Vec<Square>, FenError> {
    let Some((first, last)) = text.split_once('-') else { return Ok(vec![Square::parse(text)?]) };
    let number = |text: &str| text.parse().ok().filter(|&number| Square::from_number(number).is_some());
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match (number(first), number(last)) {
        (Some(first), Some(last)) if is_digits && first > last => Err(FenError::Range { token: short(text) }),
        (Some(first), Some(last)) if is_digits => Ok((first..=last).filter_map(Square::from_number).collect()),
        _ => Err(FenError::Square { token: short(text) }),
    }
}
