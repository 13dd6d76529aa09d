//! Moves as people write them: `cd4`, `c3d4`, `c3-d4`, `ce5`, `c3xe5`, `Kc3:e5`, `22-15`, `2215`, `d4`.

use crate::board::{Game, Numbering, Position, Square, is_invisible, short};

use super::{Move, MoveError};

/// A written move, not yet compared with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    /// The file of the first square, if only the file is written: the `c` of `cd4`.
    file: Option<u8>,
    /// The squares in order, such as `c3` or `22`; at least one.
    squares: Vec<String>,
    is_capture: bool,
    is_king: bool,
    /// Whether the first square is the starting square.
    has_start: bool,
    /// Whether the file may be the capital letter of a king instead: `Дe5`.
    may_be_king: bool,
    /// Whether the sign before its only square is also the letter of the file h: `хг5`.
    may_be_h: bool,
}

/// The sign that a character of a move stands for: a letter, a digit, `-`, or `:` for a capture. Cyrillic letters count as the Latin
/// ones that they look like or stand for. `None` if moves have no such character.
fn sign(letter: char, before: Option<char>, after: Option<char>) -> Option<char> {
    Some(match letter {
        '0'..='9' | 'a'..='k' | 'q' => letter,
        'а' => 'a',
        'б' | 'в' => 'b',
        'ц' | 'с' => 'c',
        'д' => 'd',
        'е' => 'e',
        'ф' => 'f',
        'г' => 'g',
        'н' => 'h',
        'к' => 'k',
        // This letter is on the key of x, and is also the eighth file.
        'х' if after.is_some_and(|after| after.is_ascii_digit()) && before.is_none_or(|c| !c.is_ascii_digit()) => 'h',
        'x' | 'х' | ':' | '×' | '*' | '∶' | '：' | '✕' | '✖' | '⨯' | '╳' => ':',
        '-' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '→' => '-',
        _ => return None,
    })
}

/// Whether a character can be between the squares of a move.
pub(crate) fn is_separator(letter: char) -> bool {
    matches!(sign(letter.to_lowercase().next().unwrap_or(letter), Some('1'), None), Some(':' | '-'))
}

impl Written {
    /// Reads a text in the form of a move, with any squares; `None` for other texts.
    pub(crate) fn read(text: &str) -> Option<Written> {
        let letters: Vec<char> =
            text.chars().flat_map(char::to_lowercase).filter(|&c| !c.is_whitespace() && !is_invisible(c)).collect();
        let mut plain = String::new();
        for (at, &letter) in letters.iter().enumerate() {
            let sign = sign(letter, at.checked_sub(1).map(|at| letters[at]), letters.get(at + 1).copied())?;
            if !matches!(sign, ':' | '-') || !plain.ends_with(['-', ':']) {
                plain.push(sign);
            }
        }
        let is_capture = plain.contains(':');
        let may_be_king = text.trim_start().starts_with(['Д', 'D']);
        let has_start = !plain.starts_with([':', '-']);
        let plain = plain.trim_matches([':', '-']);
        let squares = Vec::new();
        let mut written =
            Written { file: None, squares, is_capture, is_king: false, has_start, may_be_king, may_be_h: false };
        if plain.starts_with(|c: char| c.is_ascii_digit()) {
            written.numbers(plain)?
        } else {
            // Дge3 is a king's move from the file g.
            let behind = plain.get(1..).filter(|_| text.trim_start().starts_with(['K', 'К', 'Д', 'D', 'Q']));
            let mut of_king = written.clone();
            if behind.is_some_and(|behind| of_king.letters(behind).is_some()) && of_king.file.is_some() {
                written = Written { is_king: true, ..of_king };
            } else {
                written.letters(plain)?;
            }
            written.may_be_h = !has_start && letters.first() == Some(&'х') && written.is_destination();
        }
        Some(written)
    }

    /// Reads numbers with separators, or of two digits each without separators.
    fn numbers(&mut self, plain: &str) -> Option<()> {
        if plain.bytes().all(|byte| byte.is_ascii_digit()) {
            if plain.len() < 4 || plain.len() % 2 == 1 {
                return None;
            }
            self.squares = (0..plain.len()).step_by(2).map(|at| plain[at..at + 2].into()).collect();
        } else {
            self.squares = plain.split([':', '-']).map(String::from).collect();
        }
        // The largest board has 40 squares.
        let is_number =
            |square: &String| square.len() <= 2 && square.parse().is_ok_and(|number| (1..=40).contains(&number));
        (self.squares.len() >= 2 && self.squares.iter().all(is_number)).then_some(())
    }

    /// Reads squares such as `c3`, the first perhaps without its rank, or after the letter of a king.
    fn letters(&mut self, plain: &str) -> Option<()> {
        let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'k', b'0'..=b'9', ..]);
        let mut rest = plain;
        if !is_square(rest) {
            let (first, after) = rest.split_at_checked(1)?;
            rest = after;
            let squares = after.bytes().filter(u8::is_ascii_digit).count();
            // K, Д and D may be the letter of a king or a file.
            self.is_king =
                first == "q" || first == "k" && is_square(after) || first == "d" && is_square(after) && squares > 1;
            if !self.is_king {
                self.file = Some(first.as_bytes()[0].checked_sub(b'a')?);
            }
        }
        while !rest.is_empty() {
            rest = rest.trim_start_matches([':', '-']);
            if !is_square(rest) {
                return None;
            }
            self.squares.push(rest[..2].into());
            rest = &rest[2..];
        }
        (!self.squares.is_empty()).then_some(())
    }

    /// Whether it is only the square that the piece moves to.
    pub(crate) fn is_destination(&self) -> bool {
        self.file.is_none() && self.squares.len() == 1
    }

    /// Whether it is a whole move in short notation, without the sign of a capture: `cd4`.
    pub(crate) fn is_short(&self) -> bool {
        self.file.is_some() && !self.is_capture || self.may_be_h
    }

    pub(crate) fn is_numeric(&self) -> bool {
        self.squares[0].starts_with(|c: char| c.is_ascii_digit())
    }
}

impl<G: Game> Position<G> {
    /// Reads a legal move as people write it. Besides the moves of [`Position::parse_numbered_move`]: squares without a separator
    /// (`c3d4`, `2218`), the first square as its file alone (`cd4`, `c:e5`), the last square alone (`d4`), a capture with hyphens
    /// (`22-15`) or with some of its squares, the letter of a king (`Kc3-e1`, `Дc3-e1`), dashes and crosses of word processors,
    /// and Cyrillic letters for Latin ones.
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
    #[inline(never)]
    pub fn read_move(&self, text: &str, numbering: Numbering) -> Result<Move<G>, MoveError> {
        let Some(written) = Written::read(text) else { return self.parse_numbered_move(text, numbering) };
        let squares: Result<Vec<Square<G>>, _> = written.squares.iter().map(|square| numbering.parse(square)).collect();
        let squares = squares.map_err(|_| MoveError::Syntax { text: short(text) })?;
        let is_whole = written.has_start && written.file.is_none() && squares.len() > 1;
        let (from, rest) = if is_whole { (Some(squares[0]), &squares[1..]) } else { (None, &squares[..]) };
        // On ten files, k is the tenth file.
        let file = written.file.map(|file| if G::PER_RANK == 5 { file.min(9) } else { file });
        let landings: String = rest.iter().map(|square| format!(":{square}")).collect();
        let has_path = |mv: &Move<G>| self.paths_of(mv).contains(&format!("{}{landings}", mv.from()));
        // Some of the squares, in their order.
        let has_part = |mv: &Move<G>| {
            let is_part = |path: &String| {
                let mut squares = path.split(':').skip(1);
                rest.iter().all(|square| squares.any(|other| other == square.to_string()))
            };
            self.paths_of(mv).iter().any(is_part)
        };
        let is_of_h = |mv: &Move<G>| written.may_be_h && mv.from().file() == 7;
        let view = self.white_view();
        let mut fits: Vec<Move<G>> = self.legal_moves();
        fits.retain(|mv| {
            let is_king = (view.kings | view.enemy_kings) & mv.from().bit() != 0;
            file.is_none_or(|file| file == mv.from().file() || written.may_be_king && is_king)
                && from.is_none_or(|from| from == mv.from())
                && rest.last() == Some(&mv.to())
                && (mv.is_capture() || is_of_h(mv) || !written.is_capture && rest.len() == 1)
                && (!written.is_king || is_king)
                && (rest.len() == 1 || has_part(mv))
        });
        if rest.len() > 1 && fits.iter().any(has_path) {
            fits.retain(has_path);
        }
        if fits.iter().any(is_of_h) {
            fits.retain(is_of_h);
        }
        let path = from.map(|from| format!("{from}{landings}"));
        self.one(text, fits, path.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Russian, squares};
    use crate::rules::HubNumbering;

    #[test]
    fn one_move_in_all_its_spellings() {
        for (fen, mv, texts) in [
            (
                "W:Wc3:Bh8",
                "c3-d4",
                "c3-d4|c3d4|cd4|C3-D4|c3–d4|22-18|2218|d4|с3-d4|ц3-д4|c3 - d4|c3−d4|c3\u{ad}-d4|c3→d4|c3--d4",
            ),
            (
                "W:Wc3:Bd4,h8",
                "c3:e5",
                "c3:e5|c3xe5|c3e5|ce5|c:e5|cxe5|c3-e5|22-15|22x15|2215|cхe5|c3хe5|с3хе5|c3×e5|:e5|e5|xe5|e5x|22*15|22х15",
            ),
            ("W:Wc5:Bd4,f4", "c5:e3:g5", "c5e3g5|cg5|c5-e3-g5|c5 : e3 : g5|14-23-16|142316|:e3:g5"),
            ("W:WKc3:Bh8", "c3-e1", "Kc3-e1|Дc3-e1|Dc3-e1|Qc3-e1|Ke1|Kce1|Дcе1"),
            ("W:WKc3,c1:Be5", "c3:f6", "Дc:f6|Кcf6"),
            ("W:Wg3:Bb8", "g3-h4", "х4|g3-х4"),
            ("W:Wh4,c1:Bb8", "h4-g5", "хг5|Хg5"),
            ("W:Wh4,d4:Bg5,e5,h8", "h4:f6", "хф6|х:ф6"),
            ("W:Wd4:Be5,b8", "d4:f6", "хф6|д х ф6"),
            ("W:WKb4,Kh6:BKg1,d2,Kc5,f6", "b4:e7:g5:c1", "b4xe7xc1|b4:g5:c1|b4c1"),
        ] {
            let position: Position = fen.parse().unwrap();
            for text in texts.split('|') {
                let read = position.read_move(text, Numbering::default()).unwrap();
                assert_eq!(position.move_text(&read), mv, "{text}");
            }
        }
    }

    #[test]
    fn what_fits_several_or_none_is_an_error() {
        let error = |fen: &str, text: &str| {
            let position: Position = fen.parse().unwrap();
            position.read_move(text, Numbering::default()).unwrap_err()
        };
        for text in ["cb4", "b4"] {
            assert!(matches!(error("W:Wc3,Kc5:Bh8", text), MoveError::Several { .. }), "{text}");
        }
        assert!(matches!(error("W:Wc3:Bh8", "ce5"), MoveError::Illegal { .. }));
        error("W:WKc3:Bh8", "kce1");
        for text in "|c|cd|cd9|4|é4|cdé|c3d|x|--|221|22-|2-2-|45|K|c3-d45|Kc3-d4".split('|') {
            error("W:Wc3:Bh8", text);
        }
    }

    /// Each reader reads each move in its own notation, and all read what the strict one reads, as the same move.
    #[test]
    fn every_move_is_read_back() {
        for fen in [
            "W:WKd2:Bf6,c5,e5,e3",
            "W:WKd2:Bc5,e5,c3,e3",
            "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8",
            "B:WKc3,Kf4,Kh2:BKa1",
            "W:WKh2:Bg3,c3,d6,f6",
            "W:Wa1,c1:Bh8",
        ] {
            let position: Position = fen.parse().unwrap();
            for mv in position.legal_moves() {
                let text = position.move_text(&mv);
                assert_eq!(position.parse_move(&text), Ok(mv), "{fen}");
                for numbering in HubNumbering::ALL {
                    assert_eq!(numbering.parse(&position, &numbering.text(&mv)), Ok(mv), "{fen}");
                }
                let text = text.replace([':', '-'], "");
                assert_eq!(position.read_move(&text, Numbering::default()), Ok(mv), "{fen} {text}");
            }
            let squares = || squares::<Russian>(Russian::BOARD);
            for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
                let numbers = format!("{}x{}", from.number(), to.number());
                for text in [format!("{from}-{to}"), format!("{from}:{to}"), numbers] {
                    if let Ok(mv) = position.parse_move(&text) {
                        assert_eq!(position.read_move(&text, Numbering::default()), Ok(mv), "{fen} {text}");
                    }
                }
            }
        }
    }
}
