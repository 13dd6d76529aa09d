//! Moves as people write them: `cd4`, `c3d4`, `c3-d4`, `ce5`, `c3xe5`, `22-15`.

use crate::board::{Game, Numbering, Position, Square};

use super::notation::SIGNS;
use super::{Move, MoveError};

/// What a written move says of its squares.
struct Written<G> {
    /// The file of the first square, from 0 on.
    file: u8,
    /// The first square, if it is written whole.
    from: Option<Square<G>>,
    /// The squares after it; at least one.
    rest: Vec<Square<G>>,
    is_capture: bool,
}

impl<G: Game> Position<G> {
    /// The legal move that a text names as people write it: all that [`Position::parse_numbered_move`] reads, squares without
    /// anything between them (`c3d4`), the first square as its file alone (`cd4`, `c:e5`), and a capture with a hyphen (`22-15`).
    ///
    /// # Errors
    /// [`MoveError`], naming the moves that fit, or the legal ones.
    ///
    /// ```
    /// use bolshak::board::{Numbering, Position};
    /// let start = Position::START;
    /// let mv = start.read_move("cb4", Numbering::default())?;
    /// assert_eq!(start.move_text(&mv), "c3-b4");
    /// # Ok::<(), bolshak::rules::MoveError>(())
    /// ```
    pub fn read_move(&self, text: &str, numbering: Numbering) -> Result<Move<G>, MoveError> {
        let error = match self.parse_numbered_move(text, numbering) {
            Ok(mv) => return Ok(mv),
            Err(error) => error,
        };
        // A capture with hyphens.
        if matches!(error, MoveError::Illegal { .. }) && text.contains('-') {
            return self.parse_numbered_move(&text.replace('-', ":"), numbering).map_err(|other| match other {
                MoveError::Ambiguous { .. } => other,
                _ => error,
            });
        }
        let Some(written) = Written::read(text) else { return Err(error) };
        let mut fits: Vec<Move<G>> = self.legal_moves().iter().filter(|mv| self.fits(mv, &written)).copied().collect();
        // Two squares are the short form, unless they are a whole path.
        if fits.len() > 1 && written.from.is_some() {
            let path = written.path();
            let exact: Vec<Move<G>> = fits.iter().filter(|mv| self.paths_of(mv).contains(&path)).copied().collect();
            if exact.len() == 1 {
                fits = exact;
            }
        }
        match fits[..] {
            [mv] => Ok(mv),
            [] => Err(self.illegal(text.into())),
            _ => Err(MoveError::Several { text: text.into(), fits: self.texts(&fits) }),
        }
    }

    fn fits(&self, mv: &Move<G>, written: &Written<G>) -> bool {
        let Written { file, from, rest, is_capture } = written;
        mv.from().file() == *file
            && from.is_none_or(|from| from == mv.from())
            && rest.last() == Some(&mv.to())
            && (mv.is_capture() || !is_capture && rest.len() == 1)
            && (rest.len() == 1 || self.paths_of(mv).contains(&format!("{}{}", mv.from(), written.landings())))
    }
}

impl<G: Game> Written<G> {
    /// The squares after the first, as the path of a capture has them: ":e3:g5".
    fn landings(&self) -> String {
        self.rest.iter().map(|square| format!(":{square}")).collect()
    }

    /// The path, if the first square is written whole.
    fn path(&self) -> String {
        self.from.map_or(String::new(), |from| from.to_string()) + &self.landings()
    }

    fn read(text: &str) -> Option<Written<G>> {
        let lower = text.to_ascii_lowercase().replace(SIGNS, ":");
        let bare: String = lower.chars().filter(|&c| !c.is_whitespace() && !"-:–—".contains(c)).collect();
        let letter = *bare.as_bytes().first().filter(|first| first.is_ascii_lowercase())?;
        // Everything is ASCII from here on, or it is no move.
        let is_whole = bare.as_bytes().get(1)?.is_ascii_digit();
        let (from, rest) =
            if is_whole { (Some(Square::parse(bare.get(..2)?).ok()?), bare.get(2..)?) } else { (None, bare.get(1..)?) };
        let file = from.map_or_else(
            // On ten files k is the tenth.
            || if letter == b'k' && G::PER_RANK == 5 { 9 } else { letter - b'a' },
            Square::file,
        );
        let rest: Option<Vec<Square<G>>> =
            (0..rest.len()).step_by(2).map(|at| Square::parse(rest.get(at..at + 2)?).ok()).collect();
        let rest = rest.filter(|rest| !rest.is_empty())?;
        Some(Written { file, from, rest, is_capture: lower.contains(':') })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, MoveError> {
        let position: Position = fen.parse().unwrap();
        position.read_move(text, Numbering::default()).map(|mv| position.move_text(&mv))
    }

    #[test]
    fn one_move_in_all_its_spellings() {
        for text in ["c3-d4", "c3d4", "cd4", "C3-D4", "c3–d4", "22-18"] {
            assert_eq!(read("W:Wc3:Bh8", text), Ok("c3-d4".into()), "{text}");
        }
        for text in ["c3:e5", "c3xe5", "c3e5", "ce5", "c:e5", "cxe5", "c3-e5", "22-15", "22x15", "cхe5"] {
            assert_eq!(read("W:Wc3:Bd4,h8", text), Ok("c3:e5".into()), "{text}");
        }
        assert_eq!(read("W:Wc5:Bd4,f4", "c5e3g5"), Ok("c5:e3:g5".into()));
        assert_eq!(read("W:Wc5:Bd4,f4", "cg5"), Ok("c5:e3:g5".into()));
    }

    #[test]
    fn what_fits_several_or_none_is_an_error() {
        let error = read("W:Wc3,Kc5:Bh8", "cb4").unwrap_err();
        assert!(matches!(error, MoveError::Several { .. }), "{error}");
        let error = read("W:Wc3:Bh8", "ce5").unwrap_err();
        assert!(matches!(error, MoveError::Illegal { .. }), "{error}");
        for text in ["", "c", "cd", "cd9", "4", "é4", "cdé", "c3d", "x", "--"] {
            assert!(read("W:Wc3:Bh8", text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_legal_move_is_read_without_separators() {
        for fen in ["W:WKd2:Bf6,c5,e5,e3", "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8", "B:WKc3,Kf4,Kh2:BKa1"] {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                let text = position.move_text(&mv).replace([':', '-'], "");
                assert_eq!(position.read_move(&text, Numbering::default()), Ok(mv), "{fen} {text}");
            }
        }
    }
}
