//! The shade of the squares that a game is played on, and FENs on light squares.
//!
//! A mirror that swaps the first and last files, and so on inwards, maps light squares to dark ones. It keeps ranks and diagonals, so
//! a game on the light squares is a game on the dark ones with other names of squares.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::fen::Names;
use super::{Fen, FenError, Game, GameName, Russian};
use crate::in_game;

/// The shade of the squares that a game is played on.
///
/// ```
/// use bolshak::board::{Draughts80, Russian, Shade};
/// assert_eq!(Shade::Light.text::<Russian>("W:WKa1,c3:BKh8"), "W:WKh1,f3:BKa8");
/// assert_eq!(Shade::Light.text::<Russian>("c5:e3:g5"), "f5:d3:b5");
/// assert_eq!(Shade::Dark.text::<Russian>("c5:e3:g5"), "c5:e3:g5");
/// assert_eq!(Shade::Light.text::<Draughts80>("c5:e3:g5"), "h5:f3:d5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// The squares of all other modules: a1, c1, and so on.
    Dark,
    /// Their mirror image: h1, f1, ... a8 in Russian draughts.
    Light,
}

impl Shade {
    /// The other shade.
    #[must_use]
    pub const fn other(self) -> Shade {
        [Shade::Light, Shade::Dark][self as usize]
    }

    /// A text with dark squares (a position, a move), written on the squares of this shade. It is its own inverse, except that the
    /// tenth file becomes j.
    ///
    /// A mirrored capture keeps its path, the alphabetically least one on the dark squares.
    #[inline(never)]
    pub fn text<G: Game>(self, text: &str) -> String {
        if self == Shade::Dark { text.into() } else { mirror::<G>(text) }
    }
}

/// Its name.
impl fmt::Display for Shade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["dark", "light"][*self as usize])
    }
}

/// A text with every square (the letter of a file, then a digit from 1 to 8) replaced by its mirror image.
fn mirror<G: Game>(text: &str) -> String {
    let last = b'a' + 2 * G::PER_RANK as u8 - 1;
    let next = text.chars().skip(1).map(Some).chain([None]);
    let mirrored = text.chars().zip(next).map(|(char, next)| match (char, next) {
        (file, Some('1'..='8')) if ('a'..=last.into()).contains(&file) => char::from(b'a' + last - file as u8),
        // The other name of the tenth file.
        ('k', Some('1'..='8')) if last == b'j' => 'a',
        _ => char,
    });
    mirrored.collect()
}

/// A FEN on squares of either shade.
///
/// Reads what [`Fen`] reads as a game on the dark squares, and FENs with light squares only. Numbers and Hub strings are dark
/// squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ShadedFen<G = Russian> {
    /// The shade of its squares.
    pub shade: Shade,
    /// The FEN on dark squares: that of the text, or its mirror image.
    pub fen: Fen<G>,
}

/// Why a text is not a FEN on the squares of one shade.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ShadeError {
    /// Squares of both shades.
    #[error(
        "{light} is a light square and {dark} a dark one; a game has squares of one shade, and numbers are dark squares"
    )]
    Mixed {
        /// A light square.
        light: String,
        /// A dark square, or a number.
        dark: String,
    },
    /// Not a FEN on dark squares.
    #[error(transparent)]
    Dark(FenError),
    /// Not a light square, in a FEN on light squares.
    #[error("\"{token}\" is not a square; expected a light one, such as b1 or a8, with K before it for a king")]
    NoLightSquare {
        /// The text there.
        token: String,
    },
    /// Not a FEN on light squares. A position in the error is the mirror image; the message has the light squares.
    #[error("{}", on_light_squares(error, *game))]
    Light {
        /// The error.
        error: FenError,
        /// The game.
        game: GameName,
    },
}

impl<G: Game> FromStr for ShadedFen<G> {
    type Err = ShadeError;

    fn from_str(text: &str) -> Result<ShadedFen<G>, ShadeError> {
        // A light square, if nothing before it is wrong, makes it a text on light squares.
        let light = match text.parse() {
            Ok(fen) => return Ok(ShadedFen { shade: Shade::Dark, fen }),
            Err(FenError::LightSquare { token }) => token,
            Err(error) => return Err(ShadeError::Dark(error)),
        };
        let is_number = |token: &str| token.trim_start_matches(['K', 'k']).starts_with(|c: char| c.is_ascii_digit());
        match (Names { is_light: true, ..Names::default() }).fen(text) {
            Ok(fen) => Ok(ShadedFen { shade: Shade::Light, fen }),
            Err(FenError::LightSquare { token: dark }) => Err(ShadeError::Mixed { light, dark }),
            Err(FenError::Square { token, .. }) if is_number(&token) => Err(ShadeError::Mixed { light, dark: token }),
            Err(FenError::Square { token, .. }) => Err(ShadeError::NoLightSquare { token }),
            Err(error) => Err(ShadeError::Light { error, game: G::NAME }),
        }
    }
}

fn on_light_squares(error: &FenError, game: GameName) -> String {
    match error {
        FenError::Position(error) => in_game!(game, G => mirror::<G>(&error.to_string())),
        error => error.to_string(),
    }
}

/// Writes the canonical FEN on the squares of the shade.
impl<G: Game> fmt::Display for ShadedFen<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shade.text::<G>(&self.fen.position.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Square};

    fn check_mirror<G: Game>() {
        let files = 2 * G::PER_RANK as u8;
        for (file, rank) in (0..files).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
            let name = |file: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
            assert_eq!(mirror::<G>(&name(file)), name(files - 1 - file));
            // a1 is dark, and neighbours on a rank or file have different shades.
            let is_dark = (file + rank) % 2 == 0;
            assert_eq!(Square::<G>::parse(&name(file)).is_ok(), is_dark);
            assert_eq!(Square::<G>::parse(&mirror::<G>(&name(file))).is_ok(), !is_dark);
        }
    }

    #[test]
    fn the_mirror_of_the_dark_squares_are_the_light_ones() {
        check_mirror::<Russian>();
        check_mirror::<Draughts80>();
        assert_eq!(mirror::<Draughts80>("k2"), "a2");
        for text in ["", "W:WKa1,c3:BKh8:H26:F4", "c5:e3:g5", "a", "aa1", "a12", "h9i1", "é1a1é", "c3-d4"] {
            assert_eq!(mirror::<Russian>(&mirror::<Russian>(text)), text);
        }
        assert_eq!(mirror::<Russian>("aa1é9 a12"), "ah1é9 h12");
    }

    #[test]
    fn every_move_of_a_light_game_is_written_on_light_squares() {
        for fen in ["W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "B:WKc3,Kf4,Kh2:BKa1", "W:WKh2:Bg3,c3,d6,f6"] {
            let light: ShadedFen = mirror::<Russian>(fen).parse().unwrap();
            let position = light.fen.position;
            assert_eq!(Ok(position), fen.parse());
            for mv in position.legal_moves() {
                let text = light.shade.text::<Russian>(&position.move_text(&mv));
                assert!(text.split(['-', ':']).all(|square| Square::<Russian>::parse(square).is_err()), "{text}");
                assert_eq!(position.parse_move(&light.shade.text::<Russian>(&text)), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn texts_of_either_shade() {
        for (text, shade, written) in [
            (" B : W a2 , Kc2 : B d3 , Kh7 . ", Shade::Light, "B:WKc2,a2:Bd3,Kh7"),
            ("[FEN \"W:WKb1:BKg8:H9\"]", Shade::Light, "W:WKb1:BKg8"),
            ("B:WKb1:B", Shade::Light, "B:WKb1:B"),
            ("W:WK32:BK1-2", Shade::Dark, "W:WKg1:BKb8,Kd8"),
            ("B:WKa1:B", Shade::Dark, "B:WKa1:B"),
            ("1) W:WKb1:BKg8", Shade::Light, "W:WKb1:BKg8"),
            ("W:WKB1:BKa8:h26", Shade::Light, "W:WKb1:BKa8"),
            ("Белые: Дb1; чёрные: дамка а8", Shade::Light, "W:WKb1:BKa8"),
            ("BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee", Shade::Dark, "B:Wa1,Kc3:Bd4,Kh8"),
        ] {
            let read: ShadedFen = text.parse().unwrap();
            assert_eq!((read.shade, read.to_string()), (shade, written.into()));
        }
    }

    #[test]
    fn errors_name_the_squares_of_the_text() {
        for (text, part) in [
            ("W:WKb1:BKh8", "b1 is a light square and h8 a dark one"),
            ("W:WKa1:BKa8", "a8 is a light square and a1 a dark one"),
            ("W:WKb1,5:BKa8", "b1 is a light square and 5 a dark one"),
            ("W:W 21-23:BKa8", "a8 is a light square and 21-23 a dark one"),
            ("W:WKb1:BK5\u{7}", "b1 is a light square and K5 a dark one"),
            ("W:WKb1:Bk5", "b1 is a light square and k5 a dark one"),
            ("W:WKB1:BKG1", "b1 is a light square and g1 a dark one"),
            ("W:WKb1:BK5", "b1 is a light square and K5 a dark one"),
            ("W:WKb1,b1:BKa8", "b1 is used twice"),
            ("W:Wa8:BKb1", "the man on a8 stands on its crowning rank; write Ka8"),
            ("W:WKb1:BKa9", "\"Ka9\" is not a square; expected a light one"),
            ("W:WKb1:Xa8:BKa8", "field \"Xa8\" is not a side's pieces"),
            ("W:WKb1", "Black's pieces is missing"),
            ("W:WKz9:BKh8", "\"Kz9\" is not a square; expected a1 to h8"),
            ("", "empty text"),
        ] {
            let error = text.parse::<ShadedFen>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
