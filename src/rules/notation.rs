//! Moves as text: `c3-d4`, `c5:e3:g5`.

use thiserror::Error;

use crate::board::{Color, Game, Numbering, Position, Square, first_look_alike, short, turned};

use super::Move;
use super::capture::{self, Capture};

/// Why a text is not a legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Not in the form of a move.
    #[error("\"{text}\" is not a move; expected c3-d4 for a quiet move, c5:e3:g5 for a capture")]
    Syntax {
        /// The text.
        text: String,
    },
    /// Not in the form of a move, because of a Cyrillic letter in place of the Latin one that looks like it.
    #[error("the letter {letter} in \"{text}\" is Cyrillic; expected the Latin {latin}, which looks the same")]
    Cyrillic {
        /// The text.
        text: String,
        /// The letter.
        letter: char,
        /// The Latin letter.
        latin: char,
    },
    /// Well formed, but not a legal move.
    #[error("{text} is not a legal move here; legal are: {}", legal.as_deref().unwrap_or("none"))]
    Illegal {
        /// The text.
        text: String,
        /// The legal moves, separated by spaces; `None` if there are none.
        legal: Option<String>,
    },
    /// The short form of a capture fits several.
    #[error("{text} fits several captures: {fits}; give every landing square")]
    Ambiguous {
        /// The text.
        text: String,
        /// The captures, separated by spaces.
        fits: String,
    },
    /// A short form fits several moves.
    #[error("{text} fits several moves: {fits}; give all squares")]
    Several {
        /// The text.
        text: String,
        /// The moves, separated by spaces.
        fits: String,
    },
}

/// The signs of a capture other than the colon: the Latin letter, and the Cyrillic one on the same key.
pub(super) const SIGNS: [char; 2] = ['x', 'х'];

impl<G: Game> Position<G> {
    /// A legal move in notation: `c3-d4`, or a capture with every landing square, `c5:e3:g5`, by the alphabetically least path. A
    /// move that is not legal here has only its ends.
    #[inline(never)]
    pub fn move_text(&self, mv: &Move<G>) -> String {
        if !mv.is_capture() {
            return format!("{}-{}", mv.from, mv.to);
        }
        let least = self.paths_of(mv).into_iter().min();
        least.unwrap_or_else(|| format!("{}:{}", mv.from, mv.to))
    }

    pub(super) fn paths_of(&self, mv: &Move<G>) -> Vec<String> {
        let square = |index| {
            let square = Square::<G>::from_index(index);
            if self.turn() == Color::Black { square.flip() } else { square }
        };
        let captured = if self.turn() == Color::Black { turned::<G>(mv.captured) } else { mv.captured };
        let mut paths = Vec::new();
        capture::search(&self.board(), &mut |c: Capture<'_>| {
            if square(c.from) == mv.from && square(c.to) == mv.to && c.captured == captured {
                let landings: String = c.path.iter().map(|&s| format!(":{}", square(s))).collect();
                paths.push(format!("{}{landings}", mv.from));
            }
        });
        paths
    }

    /// Reads a legal move. Captures may have `:` or `x`, any of their paths, or the short form `c5:g5` where only one move fits.
    ///
    /// # Errors
    /// [`MoveError`], naming the legal moves.
    ///
    /// ```
    /// use bolshak::board::Position;
    /// let position: Position = "W:Wc5:Bd4,f4".parse()?;
    /// let capture = position.parse_move("c5xg5").unwrap();
    /// assert_eq!(position.move_text(&capture), "c5:e3:g5");
    /// # Ok::<(), bolshak::board::FenError>(())
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move<G>, MoveError> {
        self.parse_numbered_move(text, Numbering::default())
    }

    /// [`Position::parse_move`] with square numbers in a numbering.
    ///
    /// # Errors
    /// [`MoveError`], naming the legal moves in algebraic squares.
    #[inline(never)]
    pub fn parse_numbered_move(&self, text: &str, numbering: Numbering) -> Result<Move<G>, MoveError> {
        let syntax = || match first_look_alike(text) {
            Some((letter, latin)) => MoveError::Cyrillic { text: short(text), letter, latin },
            None => MoveError::Syntax { text: short(text) },
        };
        let clean: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let clean = clean.replace(SIGNS, ":");
        let separator = if clean.contains(':') { ':' } else { '-' };
        let squares: Vec<Square<G>> = clean
            .split(separator)
            .map(|square| numbering.parse(square))
            .collect::<Result<_, _>>()
            .map_err(|_| syntax())?;
        if squares.len() < 2 || separator == '-' && squares.len() != 2 {
            return Err(syntax());
        }
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let path = squares.iter().map(Square::<G>::to_string).collect::<Vec<_>>().join(":");
        let mut fits = self.legal_moves();
        fits.retain(|mv| mv.from == from && mv.to == to && mv.is_capture() == (separator == ':'));
        fits.retain(|mv| squares.len() == 2 || self.paths_of(mv).contains(&path));
        self.one(text, fits, Some(&path))
    }

    /// The only move of those that fit a text. `path` has its squares, if the text has the first square.
    pub(super) fn one(&self, text: &str, mut fits: Vec<Move<G>>, path: Option<&str>) -> Result<Move<G>, MoveError> {
        // Two squares are a short form, unless they are the whole path of one of the moves.
        if let (Some(path), 2..) = (path, fits.len()) {
            let is_exact = |mv: &&Move<G>| self.paths_of(mv).iter().any(|other| other == path);
            let exact: Vec<Move<G>> = fits.iter().filter(is_exact).copied().collect();
            if exact.len() == 1 {
                fits = exact;
            }
        }
        let text = short(text);
        match fits[..] {
            [mv] => Ok(mv),
            [] => Err(self.illegal(text)),
            _ if path.is_some() => Err(MoveError::Ambiguous { text, fits: self.texts(&fits) }),
            _ => Err(MoveError::Several { text, fits: self.texts(&fits) }),
        }
    }

    fn illegal(&self, text: String) -> MoveError {
        let legal = self.legal_moves();
        MoveError::Illegal { text, legal: (!legal.is_empty()).then(|| self.texts(&legal)) }
    }

    fn texts(&self, moves: &[Move<G>]) -> String {
        let mut texts: Vec<String> = moves.iter().map(|mv| self.move_text(mv)).collect();
        texts.sort();
        texts.join(" ")
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`MoveError::Illegal`], if the move is not one of [`Position::legal_moves`].
    ///
    /// ```
    /// use bolshak::board::Position;
    /// let position = Position::START;
    /// let first = position.parse_move("c3-d4")?;
    /// let after = position.play(&first)?;
    /// assert_eq!(after.legal_moves().len(), 7);
    /// assert!(after.play(&first).is_err(), "it is Black's turn");
    /// # Ok::<(), bolshak::rules::MoveError>(())
    /// ```
    pub fn play(&self, mv: &Move<G>) -> Result<Position<G>, MoveError> {
        if self.legal_moves().contains(mv) { Ok(self.after(mv)) } else { Err(self.illegal(self.move_text(mv))) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_and_wrong_texts() {
        let circle: Position = "W:WKd2:Bc5,e5,c3,e3".parse().unwrap();
        assert!(circle.parse_move("d2xd2").is_ok());
        let fork: Position = "W:WKd2:Bf6,c5,e5,e3".parse().unwrap();
        assert!(matches!(fork.parse_move("d2:a3"), Err(MoveError::Ambiguous { .. })));
        assert!(matches!(fork.parse_move("d2-e1"), Err(MoveError::Illegal { .. })));
        for text in ["", "d2", "d2-", "d2-e1-f2", "d2:z9", "q", "d2–e1"] {
            assert!(matches!(fork.parse_move(text), Err(MoveError::Syntax { .. })), "{text}");
        }
        let position: Position = "W:Wc3,Ka1:Bd4".parse().unwrap();
        assert!(position.parse_move("c3хe5").is_ok(), "the Cyrillic sign of a capture");
        let error = position.parse_move("с3:e5").unwrap_err().to_string();
        assert_eq!(error, "the letter с in \"с3:e5\" is Cyrillic; expected the Latin c, which looks the same");
    }
}
