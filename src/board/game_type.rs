//! The game of a PDN file.

use std::str::FromStr;

use thiserror::Error;

use super::{Game, GameName, Numbering, RANKS, short};
use crate::in_game;

/// The tag `GameType` of PDN 3.0: the game, and the numbering of its squares.
///
/// Its value is a number, 25 for Russian draughts or 41 for draughts-80, and perhaps the colour that begins, the board's width and
/// height, the notation of squares, and a flag: `25,W,8,8,A0,0` and `41,W,10,8,A0,0`. The notation is `A0` for algebraic squares, or
/// `N` and the digit of a corner for numbers, see [`Numbering::ALL`]; the default, `N2`, begins at b8. PDN has no number for
/// poddavki. Names of games, also of poddavki, are read instead of their numbers.
///
/// The default, for a game without the tag, is Russian draughts.
///
/// ```
/// use bolshak::board::{Draughts80, Fen, GameName, GameType, Numbering};
/// let kind: GameType = "41,W,10,8,N0,0".parse()?;
/// assert_eq!((kind.game, kind.numbering), (GameName::Draughts80, Numbering::BottomLeft));
/// let fen: Fen<Draughts80> = kind.numbering.fen("W:WK5:BK40")?;
/// assert_eq!(fen.position.to_string(), "W:WKi1:BKj8");
/// assert!("25,W,10,8,A0,0".parse::<GameType>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct GameType {
    /// The game.
    pub game: GameName,
    /// The numbering of its squares in positions and moves.
    pub numbering: Numbering,
}

/// An attribute of a tag `GameType` that the game fixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GameTypeAttribute {
    /// The side that begins.
    #[error("colour that begins")]
    Begins,
    /// The files of the board.
    #[error("width")]
    Width,
    /// The ranks of the board.
    #[error("height")]
    Height,
    /// Whether the board is inverted.
    #[error("flag of an inverted board")]
    Inverted,
}

/// Why the value of a tag `GameType` cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GameTypeError {
    /// Not a game of this library.
    #[error("\"{token}\" is not a known game type; expected 25 for Russian draughts or 41 for draughts-80")]
    Type {
        /// The text there.
        token: String,
    },
    /// An attribute that the game cannot have.
    #[error("the {attribute} \"{token}\" contradicts the game, {game}; expected {expected}")]
    Attribute {
        /// Which.
        attribute: GameTypeAttribute,
        /// The text there.
        token: String,
        /// The game.
        game: GameName,
        /// What the game has.
        expected: String,
    },
    /// An unknown notation, short moves, or algebraic squares from another corner than a1.
    #[error(
        "the notation \"{token}\" is not supported; expected A0 for algebraic squares, or N0, N1, N2 or N3 for numbers"
    )]
    Notation {
        /// The text there.
        token: String,
    },
    /// More attributes than there are.
    #[error("\"{token}\" is one attribute too many; expected at most those of 25,W,8,8,A0,0")]
    TooMany {
        /// The text there.
        token: String,
    },
}

/// Words for poddavki.
pub(crate) const PODDAVKI: &str = "поддавки обратные poddavki giveaway losing";

/// The beginnings of words for games that this library does not have.
const OTHERS: &str = "international brazilian english american italian spanish canadian portuguese czech turkish thai german frisian \
                      frysk pool antidraughts breakthrough международн стоклеточн бразильск английск американск итальянск испанск \
                      канадск португальск чешск турецк тайск немецк фризск пул столбов ставропольск";

/// The game that a tag `Variant` names; `None` if it is Russian draughts or unknown.
///
/// # Errors
/// [`GameTypeError::Type`] for a game that this library does not have.
pub(crate) fn of_variant(text: &str) -> Result<Option<GameName>, GameTypeError> {
    let lower = text.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphanumeric());
    let has = |names: &str| words().any(|word| names.split_whitespace().any(|name| word.starts_with(name)));
    match (has(OTHERS), has(PODDAVKI), has("draughts80 спанцирет spantsireti 80")) {
        (false, false, false) => Ok(None),
        (false, true, false) => Ok(Some(GameName::Poddavki)),
        (false, false, true) => Ok(Some(GameName::Draughts80)),
        _ => Err(GameTypeError::Type { token: short(text) }),
    }
}

/// Reads the value of the tag, such as `25` or `41,W,10,8,A0,0`; the last attributes may be missing.
impl FromStr for GameType {
    type Err = GameTypeError;

    fn from_str(text: &str) -> Result<GameType, GameTypeError> {
        let mut fields = text.split(',').map(str::trim);
        let first = fields.next().unwrap_or_default();
        let game = match &*first.trim_end_matches('.').to_lowercase() {
            "25" | "russian" | "russian draughts" | "русские" | "русские шашки" => GameName::Russian,
            "41" | "draughts-80" => GameName::Draughts80,
            name if PODDAVKI.split(' ').any(|poddavki| poddavki == name) => GameName::Poddavki,
            _ => return Err(GameTypeError::Type { token: short(first) }),
        };
        let check = |attribute, expected: &str, token: Option<&str>| match token {
            Some(token) if token != expected => {
                Err(GameTypeError::Attribute { attribute, token: short(token), game, expected: expected.into() })
            }
            _ => Ok(()),
        };
        let files = in_game!(game, G => 2 * G::PER_RANK);
        check(GameTypeAttribute::Begins, "W", fields.next())?;
        check(GameTypeAttribute::Width, &files.to_string(), fields.next())?;
        check(GameTypeAttribute::Height, &RANKS.to_string(), fields.next())?;
        let token = fields.next().unwrap_or("A0");
        let digit = ["N0", "N1", "N2", "N3"].iter().position(|known| *known == token);
        let numbering = match digit {
            Some(digit) => Numbering::ALL[digit],
            None if token == "A0" => Numbering::default(),
            None => return Err(GameTypeError::Notation { token: short(token) }),
        };
        check(GameTypeAttribute::Inverted, "0", fields.next())?;
        let too_many = |token| Err(GameTypeError::TooMany { token: short(token) });
        fields.next().map_or(Ok(GameType { game, numbering }), too_many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_both_games() {
        for (text, game, numbering) in [
            ("25", GameName::Russian, Numbering::TopLeft),
            ("25,W", GameName::Russian, Numbering::TopLeft),
            ("25,W,8,8,A0,0", GameName::Russian, Numbering::TopLeft),
            ("25,W,8,8,N0,0", GameName::Russian, Numbering::BottomLeft),
            ("25,W,8,8,N1", GameName::Russian, Numbering::BottomRight),
            ("41", GameName::Draughts80, Numbering::TopLeft),
            ("41,W,10,8,A0,0", GameName::Draughts80, Numbering::TopLeft),
            ("25.", GameName::Russian, Numbering::TopLeft),
            ("Russian", GameName::Russian, Numbering::TopLeft),
            (" 41, W, 10, 8, N2, 0 ", GameName::Draughts80, Numbering::TopLeft),
            ("поддавки", GameName::Poddavki, Numbering::TopLeft),
            ("41,W,10,8,N3,0", GameName::Draughts80, Numbering::TopRight),
        ] {
            assert_eq!(text.parse(), Ok(GameType { game, numbering }), "{text}");
        }
        assert_eq!("25".parse(), Ok(GameType::default()));
    }

    #[test]
    fn variants_name_games() {
        for (text, game) in [
            ("Russian|Русские шашки|Standard|From Position|Блиц", Ok(None)),
            ("Поддавки|Russian giveaway|Обратные шашки|poddavki", Ok(Some(GameName::Poddavki))),
            ("Draughts-80|draughts80|Спанцирети", Ok(Some(GameName::Draughts80))),
            ("Brazilian|Английские|International draughts|Бразильские поддавки|Antidraughts|поддавки-80", Err(())),
        ] {
            for text in text.split('|') {
                let expected = game.map_err(|()| GameTypeError::Type { token: text.into() });
                assert_eq!(of_variant(text), expected, "{text}");
            }
        }
    }

    #[test]
    fn errors_name_the_attribute() {
        for (text, part) in [
            ("", "\"\" is not a known game type; expected 25"),
            ("20,W,10,10,N2,0", "\"20\" is not a known game type"),
            ("025", "\"025\" is not a known game type"),
            ("25;W", "\"25;W\" is not a known game type"),
            ("25\u{1b}", "\"25\\u{1b}\" is not a known game type"),
            ("25,B,8,8,A0,0", "the colour that begins \"B\" contradicts the game, russian; expected W"),
            ("25,W,10,8,A0,0", "the width \"10\" contradicts the game, russian; expected 8"),
            ("41,W,8,8,A0,0", "the width \"8\" contradicts the game, draughts-80; expected 10"),
            ("41,W,10,10,A0,0", "the height \"10\" contradicts the game, draughts-80; expected 8"),
            ("41,W,10,8,A1,0", "the notation \"A1\" is not supported; expected A0"),
            ("41,W,10,8,S0,0", "the notation \"S0\" is not supported"),
            ("25,W,8,8,N4,0", "the notation \"N4\" is not supported"),
            ("25,W,8,8,,0", "the notation \"\" is not supported"),
            ("25,W,8,8,A0,1", "the flag of an inverted board \"1\" contradicts the game, russian; expected 0"),
            ("25,W,8,8,A0,0,", "\"\" is one attribute too many"),
        ] {
            let error = text.parse::<GameType>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
