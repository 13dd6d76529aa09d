//! FEN (PDN 3.0, game types 25 and 41) and Hub position strings.

mod copied;
mod error;
mod parse;
mod setup;
#[cfg(test)]
mod spelled;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;
use std::str::FromStr;

use super::{Bitboard, Color, Game, Numbering, Position, squares};

pub(crate) use copied::{is_invisible, without_entities};
pub use error::FenError;
pub(crate) use error::first_look_alike;
pub(super) use parse::Names;
pub use parse::{Fen, percent_decoded};

/// The longest text, in bytes, that is searched for a FEN or a setup in words.
const LONGEST: usize = 4096;

/// Some editors write this character before the first line of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a FEN such as `W:WKa1,c3:Bd4`. Squares may be numbers (b8 = 1) and ranges such as `21-23`; a final `.` and white space
/// between its parts are ignored. Also reads a Hub string (side to move, then `w b W B e` for each square from b8 on), a PDN tag
/// with either, `[FEN "W:WKa1:BKh8"]`, and the address of a Lidraughts page that ends in a FEN. Case does not matter, except that
/// `k2` is a square on ten files.
///
/// The position may be copied out of a text: in quotes, after a caption, a number or a bullet, before a comma or a semicolon, among
/// HTML tags and invisible characters. Other text beside it, such as a move, is an error, and so are two positions.
///
/// Also reads a setup in Russian or English words: `Б: Дa5, a7; Ч: Дg1`, `Белые: пр. b4, e7, д. a1. Чёрные: пр. c5`, `White: men b4,
/// kings a1; Black: man c5`. The side named first is to move, unless a phrase such as `ход чёрных` or `Black to move` gives the
/// move; `после хода чёрных` gives it to White, and `ошибка чёрных` to nobody. `Д`, `дамка`, `простая`, `king` or `man` applies to one
/// square; `дамки`, `простые`, `пр.`, `kings` or `men` to all squares that follow, as do a letter with a colon (`Д: a1, c3`) and a king
/// before the label of men (`king a1, c3, men e5`); behind squares, `a1 (дамка)` is the name of one and `a1, c3 (kings)` of all that
/// have none. A square without one has a man. Cyrillic letters of squares are read as the Latin ones that they look like, and `д` as `d`
/// if other squares have letters; in a FEN they are an error.
impl<G: Game> FromStr for Fen<G> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen<G>, FenError> {
        Numbering::default().fen(text)
    }
}

/// Reads what [`Fen`] reads, and drops the draw counter. Where the clock matters, read a [`Fen`].
impl<G: Game> FromStr for Position<G> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<G>, FenError> {
        text.parse::<Fen<G>>().map(|fen| fen.position)
    }
}

impl Numbering {
    /// Reads a position as [`Fen`] does, with square numbers in this numbering. It does not affect algebraic squares and Hub strings.
    ///
    /// # Errors
    /// [`FenError`].
    pub fn fen<G: Game>(self, text: &str) -> Result<Fen<G>, FenError> {
        Names { numbering: self, is_light: false }.fen(text)
    }
}

impl Names {
    #[inline(never)]
    pub(super) fn fen<G: Game>(self, text: &str) -> Result<Fen<G>, FenError> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
        let error = match self.alone(text) {
            Err(error) if text.len() <= LONGEST => error,
            answer => return answer,
        };
        let clean = copied::cleaned(text);
        if clean != text
            && let Ok(fen) = self.alone(clean.trim())
        {
            return Ok(fen);
        }
        let setup = || setup::read(&clean, self).map(|position| position.map(Fen::new));
        copied::read(&clean, self).or_else(setup).unwrap_or(Err(error))
    }

    /// Reads a text that is only a FEN, a Hub string or an address, in a tag or not.
    fn alone<G: Game>(self, text: &str) -> Result<Fen<G>, FenError> {
        let text = of_tag(text).unwrap_or(text);
        if let Some(fen) = parse::of_address(text) {
            return parse::fen(fen?.trim(), self);
        }
        if text.is_empty() {
            Err(FenError::Empty)
        } else if text.len() == G::SQUARES as usize + 1 && text.is_ascii() && !text.contains(':') {
            parse::hub(text).map(Fen::new)
        } else if text.len() > 20 && text.chars().all(|c| "wbWBe".contains(c)) {
            Err(FenError::HubLength { count: text.len(), squares: G::SQUARES })
        } else {
            parse::fen(text, self)
        }
    }
}

fn of_tag(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (_, value) = inside.split_at_checked(3).filter(|(name, _)| name.eq_ignore_ascii_case("fen"))?;
    Some(value.trim().strip_prefix('"')?.strip_suffix('"')?.trim())
}

/// Writes the canonical FEN: algebraic, White's field first, squares in the order a1, c1, and so on.
impl<G: Game> fmt::Display for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = self.white_view();
        let turn = if self.turn() == Color::White { 'W' } else { 'B' };
        write!(f, "{turn}:W{}:B{}", field::<G>(view.men, view.kings), field::<G>(view.enemy_men, view.enemy_kings))
    }
}

/// Writes the canonical FEN with its draw counter, if it has one, as in `W:WKa5,Ka7:BKg1:H26`.
impl<G: Game> fmt::Display for Fen<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        self.clock.map_or(Ok(()), |plies| write!(f, ":H{plies}"))
    }
}

fn field<G: Game>(men: Bitboard, kings: Bitboard) -> String {
    let names: Vec<String> =
        squares::<G>(men | kings).map(|s| if kings & s.bit() != 0 { format!("K{s}") } else { s.to_string() }).collect();
    names.join(",")
}
