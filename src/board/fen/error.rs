//! Why a text is not a position, and Cyrillic letters in place of Latin ones.

use thiserror::Error;

use crate::board::{Color, Game, GameName, PositionError, Square, short};
use crate::in_game;

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FenError {
    /// Nothing but white space.
    #[error("empty text; expected a FEN such as W:WKa1:BKh8")]
    Empty,
    /// The text does not start with the side to move.
    #[error("\"{token}\" is not a side to move; expected W or B, as in W:WKa1:BKh8")]
    Turn {
        /// The text there.
        token: String,
    },
    /// A field starts with neither W nor B.
    #[error(
        "field \"{token}\" is not a side's pieces; expected W or B and squares, as in WKa1,c3, or a draw counter such as H26"
    )]
    Field {
        /// The field.
        token: String,
    },
    /// A side has no field.
    #[error("the field of {color:?}'s pieces is missing; expected both, as in W:WKa1:BKh8")]
    MissingField {
        /// The side.
        color: Color,
    },
    /// A side has two fields.
    #[error("field \"{token}\" gives {color:?}'s pieces a second time; expected each side once")]
    TwoFields {
        /// The side.
        color: Color,
        /// The second field.
        token: String,
    },
    /// Not a square.
    #[error("\"{token}\" is not a square{}; expected {}, with K before it for a king{}", in_words(*game), squares(*game), elsewhere(token, *game))]
    Square {
        /// The text there.
        token: String,
        /// The game whose squares were expected.
        game: GameName,
    },
    /// A range of squares that runs backwards.
    #[error("\"{token}\" runs backwards; expected the smaller number first, as in 21-23")]
    Range {
        /// The range.
        token: String,
    },
    /// A light square.
    #[error("{token} is a light square; pieces stand on dark squares such as a1 and h8")]
    LightSquare {
        /// The square.
        token: String,
    },
    /// A wrong character in a Hub string.
    #[error("{token:?} at place {place} of the Hub string; expected one of w b W B e")]
    Hub {
        /// The character.
        token: char,
        /// Its place, from 1.
        place: usize,
    },
    /// A Hub string of another board.
    #[error("the Hub string has {count} characters; expected {}: W or B, then one of w b W B e for each square", squares + 1)]
    HubLength {
        /// Its characters.
        count: usize,
        /// The squares of the board.
        squares: u32,
    },
    /// A Cyrillic letter in place of the Latin one that looks like it.
    #[error("the letter {letter} in \"{token}\" is Cyrillic; expected the Latin {latin}, which looks the same")]
    Cyrillic {
        /// The text there.
        token: String,
        /// The letter.
        letter: char,
        /// The Latin letter.
        latin: char,
    },
    /// A word or sign that a setup in words does not have, or that has no meaning there.
    #[error(
        "\"{token}\" is not a square; expected squares as in Б: Дa5, a7; Ч: Дg1, or in White: king a5, men a7, c3; Black: king g1, and \
         perhaps Black to move"
    )]
    Word {
        /// The text there.
        token: String,
    },
    /// A number in a setup in words that may be a square or a count of pieces.
    #[error("\"{token}\" may be a square or a number of pieces; expected only squares, as in White: kings a1, c3")]
    Count {
        /// The number.
        token: String,
    },
    /// A number of pieces in brackets that is not that of the squares.
    #[error("{named} pieces of {color:?} are named and {listed} listed; expected the same number")]
    Counted {
        /// The side.
        color: Color,
        /// The number in brackets.
        named: u32,
        /// The number of squares.
        listed: u32,
    },
    /// A text that gives the move to both sides.
    #[error("\"{token}\" gives the move to the other side; expected one side to move")]
    TwoTurns {
        /// The second one.
        token: String,
    },
    /// A text with more than one position.
    #[error("the text \"{token}\" has more than one position; expected one")]
    TwoPositions {
        /// The text.
        token: String,
    },
    /// A text beside a position that is neither a caption nor a sign.
    #[error("\"{token}\" stands beside the position; expected the position alone, or a caption before it")]
    Beside {
        /// The text there.
        token: String,
    },
    /// A page address without a position.
    #[error(
        "the address \"{token}\" has no FEN at its end; expected one as in https://lidraughts.org/analysis/russian/W:WKa1:BKh8"
    )]
    Address {
        /// The address.
        token: String,
    },
    /// A page address of another variant.
    #[error("the address is of the variant {variant}; expected the variant russian")]
    Variant {
        /// The variant.
        variant: String,
    },
    /// A second draw counter.
    #[error("\"{token}\" gives the draw counter a second time; expected it once")]
    TwoCounters {
        /// The second field.
        token: String,
    },
    /// The pieces are not a legal position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The game in a message, if it is not the default.
fn in_words(game: GameName) -> String {
    if game == GameName::default() { String::new() } else { format!(" of {game}") }
}

/// The other game that has a square, in a message.
fn elsewhere(token: &str, game: GameName) -> String {
    let place = token.strip_prefix('K').unwrap_or(token);
    let has = |&other: &GameName| in_game!(other, G => G::NAME != game && Square::<G>::parse(place).is_ok());
    GameName::ALL.iter().find(|other| has(other)).map_or_else(String::new, |other| format!("; {other} has it"))
}

fn squares(game: GameName) -> String {
    in_game!(game, G => format!("a1 to {} or 1 to {}", Square::<G>::from_index(G::SQUARES - 1), G::SQUARES))
}

/// Cyrillic letters that look like Latin letters of positions, and those.
const LOOK_ALIKES: (&str, &str) = ("аАвВсСеЕкКнНԝԜ", "aAbBcCeEkKhHwW");

/// The Latin letter that a Cyrillic one looks like; any other letter itself.
pub fn latin(letter: char) -> char {
    let mut pairs = LOOK_ALIKES.0.chars().zip(LOOK_ALIKES.1.chars());
    pairs.find(|(cyrillic, _)| *cyrillic == letter).map_or(letter, |(_, latin)| latin)
}

/// The first Cyrillic letter of a text that looks like a Latin one, and the Latin one.
pub(crate) fn first_look_alike(text: &str) -> Option<(char, char)> {
    text.chars().map(|letter| (letter, latin(letter))).find(|(letter, latin)| letter != latin)
}

/// The error of a token with a Cyrillic letter in place of a Latin one; `None` if it has none.
pub fn look_alike(token: &str) -> Option<FenError> {
    let (letter, latin) = first_look_alike(token)?;
    Some(FenError::Cyrillic { token: short(token), letter, latin })
}
