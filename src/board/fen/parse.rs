//! FENs, Hub strings, and page addresses with a FEN.

use std::marker::PhantomData;

use crate::board::{Bitboard, Color, Game, Numbering, Position, PositionError, Russian, Square, short};

use super::error::{FenError, look_alike};

/// A position read from a text, with the draw counter that Lidraughts appends.
///
/// Lidraughts appends two fields: `:H26`, its draw counter, and `:F40`, the move number, which is ignored.
///
/// ```
/// use bolshak::board::Fen;
/// let fen: Fen = "W:WKa5,Ka7:BKg1:H26:F40".parse()?;
/// assert_eq!((fen.position.to_string(), fen.clock), ("W:WKa5,Ka7:BKg1".into(), Some(26)));
/// # Ok::<(), bolshak::board::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Fen<G = Russian> {
    /// The position.
    pub position: Position<G>,
    /// The draw counter in plies, if the text has one; at most [`u64::MAX`].
    pub clock: Option<u64>,
}

impl<G: Game> Fen<G> {
    /// A position without a draw counter.
    pub const fn new(position: Position<G>) -> Fen<G> {
        Fen { position, clock: None }
    }

    /// Whether the draw counter may be longer than the clock of the draw rule: if both sides have kings and 4 to 7 pieces are left,
    /// Lidraughts resets its counter only at captures and promotions, not at other moves of men.
    pub fn clock_may_be_long(&self) -> bool {
        let view = self.position.white_view();
        view.kings != 0 && view.enemy_kings != 0 && (4..=7).contains(&self.position.pieces())
    }
}

/// How a text names squares.
#[derive(Clone, Copy, Default)]
pub(in crate::board) struct Names {
    pub numbering: Numbering,
    /// Whether names are those of light squares; then the squares are their mirror images, and there are no numbers.
    pub is_light: bool,
}

#[inline(never)]
pub fn fen<G: Game>(text: &str, names: Names) -> Result<Fen<G>, FenError> {
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut fields = text.split(':').map(str::trim);
    let token = fields.next().unwrap_or_default();
    let turn = color(token).ok_or_else(|| look_alike(token).unwrap_or(FenError::Turn { token: short(token) }))?;
    let mut pieces = Pieces::<G>::default();
    let mut clock = None;
    for field in fields {
        if let Some(plies) = appended(field, ['H', 'h']) {
            if clock.replace(plies).is_some() {
                return Err(FenError::TwoCounters { token: short(field) });
            }
            continue;
        }
        if appended(field, ['F', 'f']).is_some() {
            continue;
        }
        let side = field.get(..1).and_then(color);
        let side = side.ok_or_else(|| look_alike(field).unwrap_or(FenError::Field { token: short(field) }))?;
        if std::mem::replace(&mut pieces.named[side as usize], true) {
            return Err(FenError::TwoFields { color: side, token: short(field) });
        }
        let list = field[1..].trim_start();
        if !list.is_empty() {
            list.split(',').try_for_each(|token| put(&mut pieces, side, token.trim(), names))?;
        }
    }
    Ok(Fen { position: pieces.into_position(turn)?, clock })
}

/// Reads the squares of pieces, `c3`, `Kc3` or `21-23`, and puts pieces there.
fn put<G: Game>(pieces: &mut Pieces<G>, side: Color, token: &str, names: Names) -> Result<(), FenError> {
    // Small letters stand for capitals, but on ten files k2 is a square.
    let is_square = G::PER_RANK == 5 && token.len() == 2 && token.starts_with('k');
    let (king, place) = match token.strip_prefix(['K', 'k']) {
        Some(place) if !is_square => (true, place),
        _ => (false, token),
    };
    let place = &place.to_ascii_lowercase();
    let found = squares(place, names).map_err(|error| match error {
        FenError::LightSquare { .. } => error,
        FenError::Range { .. } => FenError::Range { token: short(token) },
        _ => look_alike(token).unwrap_or(FenError::Square { token: short(token), game: G::NAME }),
    })?;
    found.into_iter().try_for_each(|square| pieces.put(side, king, square))
}

/// Reads a Hub string: one ASCII character for the side to move and one for each square.
pub fn hub<G: Game>(text: &str) -> Result<Position<G>, FenError> {
    let turn = color(&text[..1]).filter(|_| text.starts_with(['W', 'B']));
    let turn = turn.ok_or_else(|| FenError::Turn { token: short(&text[..1]) })?;
    let mut pieces = Pieces::<G> { named: [true; 2], ..Pieces::default() };
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
        "W" | "w" => Some(Color::White),
        "B" | "b" => Some(Color::Black),
        _ => None,
    }
}

/// The number of a field that Lidraughts appends: `H` and its draw counter, or `F` and the move number.
fn appended(field: &str, letter: [char; 2]) -> Option<u64> {
    let number = field.strip_prefix(letter)?.trim_start();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse().unwrap_or(u64::MAX))
}

impl<G: Game> Square<G> {
    /// Reads `a1`, or a number from 1 on (b8 = 1). On ten files, `k` is also read for the tenth file.
    ///
    /// # Errors
    /// [`FenError::Square`] if the text is neither, [`FenError::LightSquare`] if it names a light square.
    pub fn parse(text: &str) -> Result<Square<G>, FenError> {
        Numbering::default().parse(text)
    }
}

impl Numbering {
    /// [`Square::parse`] with numbers in this numbering.
    pub(crate) fn parse<G: Game>(self, text: &str) -> Result<Square<G>, FenError> {
        Names { numbering: self, is_light: false }.square(text)
    }
}

impl Names {
    /// The square of its name. The error [`FenError::LightSquare`] stands for a square of the other shade.
    pub fn square<G: Game>(self, text: &str) -> Result<Square<G>, FenError> {
        let bad = || FenError::Square { token: short(text), game: G::NAME };
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return text.parse().ok().and_then(|number| self.numbered(number)).ok_or_else(bad);
        }
        let &[file @ b'a'..=b'z', rank @ b'1'..=b'8'] = text.as_bytes() else { return Err(bad()) };
        let files = 2 * G::PER_RANK as u8;
        // Books use the letter k for the tenth file.
        let file = if files == 10 && file == b'k' { 9 } else { file - b'a' };
        if file >= files {
            return Err(bad());
        }
        let file = if self.is_light { files - 1 - file } else { file };
        Square::at(file, rank - b'1').ok_or_else(|| FenError::LightSquare { token: text.into() })
    }

    fn numbered<G: Game>(self, number: u8) -> Option<Square<G>> {
        self.numbering.square(number).filter(|_| !self.is_light)
    }
}

fn squares<G: Game>(text: &str, names: Names) -> Result<Vec<Square<G>>, FenError> {
    let Some((first, last)) = text.split_once('-') else { return Ok(vec![names.square(text)?]) };
    let is_digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
    let number =
        |text| Some(text).filter(is_digits)?.parse().ok().filter(|&number| names.numbered::<G>(number).is_some());
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first > last => Err(FenError::Range { token: short(text) }),
        (Some(first), Some(last)) => Ok((first..=last).filter_map(|number| names.numbered(number)).collect()),
        _ => Err(FenError::Square { token: short(text), game: G::NAME }),
    }
}

/// The four sets of pieces while a text is read.
#[derive(Default)]
pub struct Pieces<G> {
    men: [Bitboard; 2],
    kings: [Bitboard; 2],
    /// Whether the text has a field for White's pieces, and for Black's.
    pub named: [bool; 2],
    game: PhantomData<G>,
}

impl<G: Game> Pieces<G> {
    pub fn put(&mut self, color: Color, king: bool, square: Square<G>) -> Result<(), FenError> {
        let all = self.men[0] | self.men[1] | self.kings[0] | self.kings[1];
        if all & square.bit() != 0 {
            return Err(PositionError::Shared { square: square.to_string() }.into());
        }
        let sets = if king { &mut self.kings } else { &mut self.men };
        sets[color as usize] |= square.bit();
        Ok(())
    }

    pub fn remove(&mut self, square: Square<G>) {
        self.men.iter_mut().chain(&mut self.kings).for_each(|set| *set &= !square.bit());
    }

    /// The pieces of a side.
    pub fn count(&self, color: Color) -> u32 {
        (self.men[color as usize] | self.kings[color as usize]).count_ones()
    }

    pub fn into_position(self, turn: Color) -> Result<Position<G>, FenError> {
        let Pieces { men, kings, named, .. } = self;
        if let Some(color) = [Color::White, Color::Black].into_iter().find(|&color| !named[color as usize]) {
            return Err(FenError::MissingField { color });
        }
        Ok(Position::new(turn, men[0], kings[0], men[1], kings[1])?)
    }
}

/// The variants of Lidraughts other than Russian draughts.
const OTHER_VARIANTS: [&str; 6] = ["standard", "frisian", "frysk", "antidraughts", "breakthrough", "brazilian"];

/// The FEN at the end of an address such as `https://lidraughts.org/analysis/russian/W:WKa1:BKh8:H0:F1`, or in its query field `fen`,
/// percent-encoded or not; `None` if the text is not an address. Other variants of Lidraughts are an error.
pub fn of_address(text: &str) -> Option<Result<String, FenError>> {
    let is_address = ["https://", "http://", "lidraughts.org/", "www.lidraughts.org/"];
    if !is_address.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let (plain, _) = percent_decoded(text.split('#').next().unwrap_or_default());
    let plain = String::from_utf8_lossy(&plain);
    let (path, query) = plain.split_once('?').unwrap_or((&plain, ""));
    let field = |name: &str| query.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
    let variants = path.split('/').chain(field("variant"));
    if let Some(variant) = variants.map(str::to_lowercase).find(|part| OTHER_VARIANTS.contains(&&**part)) {
        return Some(Err(FenError::Variant { variant }));
    }
    let in_query = field("fen");
    let last = in_query.unwrap_or_else(|| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
    let last = last.replace(['_', '+'], " ");
    Some(if last.contains(':') { Ok(last) } else { Err(FenError::Address { token: short(text) }) })
}

/// The bytes of a text with `%3A` and the like decoded, and whether two hexadecimal digits follow each `%`; a `%` without them is
/// kept.
pub fn percent_decoded(text: &str) -> (Vec<u8>, bool) {
    let (mut bytes, mut is_whole) = (Vec::with_capacity(text.len()), true);
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|&byte| (byte as char).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            _ => {
                is_whole &= first != b'%';
                bytes.push(first);
                rest = after;
            }
        }
    }
    (bytes, is_whole)
}
