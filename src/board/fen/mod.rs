//! FEN (PDN 3.0, game types 25 and 41) and Hub position strings.

mod address;
mod cyrillic;
mod error;
mod parse;
mod pieces;
mod short;

use std::fmt;
use std::str::FromStr;

use super::{Bitboard, Color, Game, Numbering, Position, Russian, squares};

#[cfg(feature = "json")]
pub(crate) use address::percent_decoded;
pub(crate) use cyrillic::first_look_alike;
pub use error::FenError;
pub use short::short;

/// A position as a text gives it, with the counter that Lidraughts appends to it.
///
/// Reads all texts that [`Position`] reads, and the fields that Lidraughts appends: `:H26`, its draw counter, and `:F40`,
/// the number of the move, which means nothing here.
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
    /// The draw counter in plies, if the text has one; what a `u64` does not hold is [`u64::MAX`].
    pub clock: Option<u64>,
}

impl<G: Game> Fen<G> {
    /// A position without a draw counter.
    pub const fn new(position: Position<G>) -> Fen<G> {
        Fen { position, clock: None }
    }

    /// The same with a draw counter, in plies.
    #[must_use]
    pub const fn with_clock(self, plies: u64) -> Fen<G> {
        Fen { clock: Some(plies), ..self }
    }

    /// Whether the draw counter may be longer than the clock of the draw rule. Where both sides have kings and 4 to 7
    /// pieces are left, Lidraughts resets its counter by captures and promotions alone, and not by other moves of men.
    pub fn clock_may_be_long(&self) -> bool {
        let view = self.position.white_view();
        view.kings != 0 && view.enemy_kings != 0 && (4..=7).contains(&self.position.pieces())
    }
}

/// Some editors write this character before the first line of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a FEN such as `W:WKa1,c3:Bd4` (squares may be numbers, b8 = 1, and ranges of them such as `21-23`; a final `.`, and
/// white space between its parts, are ignored) or a Hub string (side to move, then `w b W B e` for each square from b8 on);
/// either may stand in a tag of PDN, `[FEN "W:WKa1:BKh8"]`. Capitals and small letters are the same, but `k2` is a square on ten
/// files. The address of a Lidraughts page with a FEN at its end is read too, and a position in Russian, `Б: Дa5, a7; Ч: Дg1`, in
/// which the side named first is to move; `Д` or `дамка` stands before one king, `дамки`, `простые` or `пр.` before all that follow.
impl<G: Game> FromStr for Fen<G> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Fen<G>, FenError> {
        Numbering::default().fen(text)
    }
}

/// Reads all that [`Fen`] reads, and drops a draw counter. Where the clock matters, read a [`Fen`].
impl<G: Game> FromStr for Position<G> {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position<G>, FenError> {
        text.parse::<Fen<G>>().map(|fen| fen.position)
    }
}

impl Numbering {
    /// Reads a position as [`Fen`] does, with this numbering of its squares. Algebraic squares and Hub strings have none, and are
    /// read as ever.
    ///
    /// # Errors
    /// [`FenError`].
    ///
    /// ```
    /// use bolshak::board::{Fen, Numbering};
    /// let fen: Fen = Numbering::BottomRight.fen("W:WK1-2,c3:BK32:H4")?;
    /// assert_eq!((fen.position.to_string(), fen.clock), ("W:WKe1,Kg1,c3:BKb8".into(), Some(4)));
    /// # Ok::<(), bolshak::board::FenError>(())
    /// ```
    pub fn fen<G: Game>(self, text: &str) -> Result<Fen<G>, FenError> {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
        let tag = text.strip_prefix("[FEN \"").and_then(|rest| rest.strip_suffix("\"]"));
        let text = tag.map_or(text, str::trim);
        if let Some(fen) = address::fen_of(text) {
            let (position, clock) = parse::fen(fen?.trim(), self)?;
            return Ok(Fen { position, clock });
        }
        if let Some(position) = cyrillic::russian(text, self) {
            return position.map(Fen::new);
        }
        if text.is_empty() {
            Err(FenError::Empty)
        } else if text.len() == G::SQUARES as usize + 1 && text.is_ascii() && !text.contains(':') {
            Ok(Fen::new(parse::hub(text)?))
        } else if text.len() > 20 && text.chars().all(|c| "wbWBe".contains(c)) {
            Err(FenError::HubLength { count: text.len(), squares: G::SQUARES })
        } else {
            let (position, clock) = parse::fen(text, self)?;
            Ok(Fen { position, clock })
        }
    }
}

/// Writes the canonical FEN: algebraic, White's field first, squares in the order a1, c1, and so on.
impl<G: Game> fmt::Display for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let view = self.white_view();
        let turn = if self.turn() == Color::White { 'W' } else { 'B' };
        write!(f, "{turn}:W{}:B{}", field::<G>(view.men, view.kings), field::<G>(view.enemy_men, view.enemy_kings))
    }
}

fn field<G: Game>(men: Bitboard, kings: Bitboard) -> String {
    let names: Vec<String> =
        squares::<G>(men | kings).map(|s| if kings & s.bit() != 0 { format!("K{s}") } else { s.to_string() }).collect();
    names.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Draughts80;

    fn canonical(text: &str) -> String {
        text.parse::<Position>().unwrap().to_string()
    }

    #[test]
    fn spellings_of_one_position() {
        let fen = "B:Wa1,Kc3:Bd4,Kh8";
        for text in [
            fen,
            "B:BKh8,d4:WKc3,a1",
            " B : W a1 , Kc3 : B d4 , Kh8 . ",
            "B:W29,K22:B18,K4:H0:F12",
            "B:Wa1,Kc3:Bd4,Kh8.",
            "\u{feff}B:Wa1,Kc3:Bd4,Kh8 .\t",
            "B:W29-29,K22:B18-18,K04-4:H 0 : F12",
            "BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee",
            "[FEN \"B:W29,K22:B18,K4\"]\n",
        ] {
            assert_eq!(canonical(text), fen, "{text}");
        }
        assert_eq!(canonical("B:WKa1:B"), "B:WKa1:B");
        assert_eq!(canonical("B:WKa1:B "), "B:WKa1:B");
        assert_eq!(canonical("W:W21-23,K30-32:BK1"), "W:WKc1,Ke1,Kg1,a3,c3,e3:BKb8");
        assert_eq!(canonical("W:W21-32:B1-12"), Position::START.to_string());
        let start = Position::START.to_string();
        assert_eq!(start, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8");
        assert_eq!(start.parse(), Ok(Position::START));
    }

    #[test]
    fn capitals_addresses_and_russian() {
        for text in ["W:WA1:BH8", "w:wa1:bh8", "W:wA1:bH8", "Б: a1; Ч: h8", "белые: пр. A1; чёрные: h8."]
        {
            assert_eq!(canonical(text), "W:Wa1:Bh8", "{text}");
        }
        let fen = "W:Wa7,Ka5:BKg1";
        for text in [
            "w:wka5,a7:bkg1:h26:f4",
            "Б: Дa5, a7; Ч: Дg1",
            "Б: дамка a5, a7; Ч: д. g1",
            "Б: пр. a7, дамки a5; Ч: дамки g1",
            "https://lidraughts.org/analysis/russian/W:WKa5,a7:BKg1:H26:F4",
            "https://lidraughts.org/editor/russian/W%3AWKa5%2Ca7%3ABKg1#4",
            "lidraughts.org/editor?variant=russian&fen=W:WK13,5:BK32",
        ] {
            assert_eq!(canonical(text), fen.parse::<Position>().unwrap().to_string(), "{text}");
        }
        assert_eq!(canonical("Ч: Дg1; Б: Дa5"), "B:WKa5:BKg1");
        let address: Fen = "https://lidraughts.org/analysis/russian/W:WKa5:BKg1:H26:F4".parse().unwrap();
        assert_eq!(address.clock, Some(26));
        for (text, part) in [
            ("W:Wс3:BKh8", "the letter с in \"с3\" is Cyrillic; expected the Latin c"),
            ("W:WКa1:BKh8", "the letter К in \"Кa1\" is Cyrillic"),
            ("W:WKa1:ВKh8", "the letter В in"),
            ("Б: а1; Ч: h8", "the letter а in \"а1\" is Cyrillic"),
            ("Б: дамка А1; Ч: h8", "the letter а in \"дамка А1\" is Cyrillic"),
            ("Б: дамки a5 и a7; Ч: Дg1", "\"дамки a5 и a7\" is no square; expected squares as in Б: Дa5, a7; Ч: Дg1"),
            ("Б: Kа5; Ч: Дg1", "\"Kа5\" is no square; expected squares as in Б: Дa5"),
            ("Б: Дa5, a7, Ч: Дg1", "\"Ч: Дg1\" names a side; expected a semicolon before it"),
            ("Б: Дa5, a7 чёрные: Дg1", "\"a7 чёрные: Дg1\" names a side"),
            ("Б: a1", "Black's pieces is missing"),
            ("https://lidraughts.org/editor", "has no FEN at its end"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn positions_on_ten_files() {
        let canonical = |text: &str| text.parse::<Position<Draughts80>>().map(|position| position.to_string());
        let fen = "B:Wa1,Kj2:Bd4,Kj8";
        for text in [fen, "B:Wa1,Kk2:Bd4,Kk8", "B:W36,K35:B22,K5", "BeeeeBeeeeeeeeeeeeeeeebeeeeeeeeeeeeWweeee"] {
            assert_eq!(canonical(text), Ok(fen.into()), "{text}");
        }
        let start = Position::<Draughts80>::start().to_string();
        assert_eq!(canonical("W:W26-40:B1-15"), Ok(start.clone()));
        assert_eq!(start.split(['W', 'B']).map(|side| side.matches(',').count()).collect::<Vec<_>>(), [0, 0, 14, 14]);
        for (text, part) in [
            ("W:WKl1:BKj8", "\"Kl1\" is no square of draughts-80; expected a1 to j8 or 1 to 40"),
            ("W:WK41:BKj8", "\"K41\" is no square"),
            ("W:WKk1:BKj8", "k1 is a light square"),
            ("W:Wj8:BKa1", "the man on j8 stands on its crowning rank"),
            ("WeeeBeeeeeeeeeeeeebeeeWeeeeeeweee", "the Hub string has 33 characters; expected 41"),
            ("W:W25-40:B1-15", "White has 16 pieces; a side has at most 15"),
        ] {
            assert!(canonical(text).unwrap_err().to_string().contains(part), "{text}: {:?}", canonical(text));
        }
    }

    #[test]
    fn the_draw_counter_is_read() {
        let clock = |text: &str| text.parse::<Fen>().unwrap().clock;
        for text in ["W:WKa5,Ka7:BKg1", "W:WKa5,Ka7:BKg1:F40", "BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee"] {
            assert_eq!(clock(text), None, "{text}");
        }
        for text in ["W:WKa5,Ka7:BKg1:H26:F40", "W:H 026:WKa5,Ka7:BKg1.", "[FEN \"W:WKa5:BKg1:F1:H26\"]"] {
            assert_eq!(clock(text), Some(26), "{text}");
        }
        assert_eq!(clock("W:WKa5:BKg1:H99999999999999999999"), Some(u64::MAX));
        let is_long = |text: &str| text.parse::<Fen>().unwrap().clock_may_be_long();
        assert!(is_long("W:WKa1,c3:BKh8,d6") && is_long("W:WKa1,c3,e3,g3:BKh8,d6,f6"));
        assert!(
            !is_long("W:WKa1:BKh8,d6") && !is_long("W:Wc3,e3:BKh8,d6") && !is_long("W:WKa1,c3,e3,g3,h2:BKh8,d6,f6")
        );
    }

    #[test]
    fn errors_name_the_token() {
        for (text, token) in [
            ("", "empty"),
            ("[FEN \"\"]", "empty"),
            ("[FEN \"W:WKa1:BKh8\"", "is no side to move"),
            (" \t ", "empty"),
            ("X:Wa1:Bh8", "\"X\""),
            ("W:Wa2:BKh8", "a2 is a light square"),
            ("W:Wa1,a1:BKh8", "a1 is used twice"),
            ("W:Wa1:BKa1", "a1 is used twice"),
            ("W:Wh8:BKa1", "the man on h8"),
            ("W:WKa1:Bc1", "the man on c1"),
            ("W:WKa1", "Black's pieces is missing"),
            ("W:BKa1", "White's pieces is missing"),
            ("W:WKa1:WKc1:BKh8", "White's pieces a second time"),
            ("W:WKa1:B", "Black has no pieces"),
            ("W:WKa1,:BKh8", "\"\" is no square"),
            ("W:WKa1,Kz9:BKh8", "\"Kz9\""),
            ("W:WK33:BKh8", "\"K33\""),
            ("W:WKa1:BKh8:Xy", "\"Xy\""),
            ("W:WKa1:BKh8:é", "\"é\""),
            ("W:W1,2,3,4,5,6,7:B30,é", "\"é\""),
            ("W", "White's pieces is missing"),
            ("W:W1 2:BK5", "\"1 2\" is no square"),
            ("W:WK a1:BKh8", "\"K a1\" is no square"),
            ("W:Wa 1:BKh8", "\"a 1\" is no square"),
            ("W:WKa1:BKh8:H0g:F1", "\"H0g\""),
            ("W:WKa1:H1:BKh8:H 2", "\"H 2\" gives the draw counter a second time"),
            ("W:WKa1:BKh8:H0:F1'", "\"F1'\""),
            ("W:WKa1:BKh8:H", "\"H\""),
            ("W:WK23-21:BK5", "\"K23-21\" runs backwards"),
            ("W:W21 - 23:BK5", "\"21 - 23\" is no square"),
            ("W:W21-:BK5", "\"21-\" is no square"),
            ("W:W21-33:BK5", "\"21-33\" is no square"),
            ("W:W+21-23:BK5", "\"+21-23\" is no square"),
            ("W:W21-22-23:BK5", "\"21-22-23\" is no square"),
            ("W:WKa1-c1:BK5", "\"Ka1-c1\" is no square"),
            ("W:W21-23,22:BK5", "c3 is used twice"),
            ("WeeeBeeeeeeeeeeeeebeeeWeeeeeexeee", "'x' at place 30"),
            ("WeeeBeeeeeeeeeeeeebeeeWeeeeeeweeeeeeeeeee", "the Hub string has 41 characters; expected 33"),
            ("W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3,Kc3,Ke3,Kg3,Kb4:BKh8", "White has 13 pieces"),
        ] {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(token), "{text}: {error}");
        }
    }
}
