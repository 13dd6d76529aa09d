//! Positions in Russian, and Cyrillic letters where Latin ones belong.

use crate::board::{Color, Game, Numbering, Position};

use super::error::FenError;
use super::pieces::Pieces;
use super::short::short;

/// Cyrillic letters that look like Latin ones which positions have.
const LOOK_ALIKES: [(char, char); 14] = [
    ('а', 'a'),
    ('А', 'A'),
    ('в', 'b'),
    ('В', 'B'),
    ('с', 'c'),
    ('С', 'C'),
    ('е', 'e'),
    ('Е', 'E'),
    ('к', 'k'),
    ('К', 'K'),
    ('н', 'h'),
    ('Н', 'H'),
    ('ԝ', 'w'),
    ('Ԝ', 'W'),
];

/// The first Cyrillic letter of a text that looks like a Latin one, and that one.
pub(crate) fn first_look_alike(text: &str) -> Option<(char, char)> {
    text.chars().find_map(|letter| LOOK_ALIKES.iter().find(|(cyrillic, _)| *cyrillic == letter)).copied()
}

/// The error of a token with a Cyrillic letter in the place of a Latin one, if it has one.
pub fn look_alike(token: &str) -> Option<FenError> {
    let (letter, latin) = first_look_alike(token)?;
    Some(FenError::Cyrillic { token: short(token), letter, latin })
}

/// The words for men and kings, longest first, and whether they name kings.
const WORDS: [(&str, bool, bool); 8] = [
    // The word, kings, and whether it is said of all pieces that follow.
    ("простые", false, true),
    ("простая", false, false),
    ("дамки", true, true),
    ("дамка", true, false),
    ("пр.", false, true),
    ("пр", false, true),
    ("д.", true, false),
    ("д", true, false),
];

/// The side of a heading.
fn side(heading: &str) -> Option<Color> {
    match heading.trim().to_lowercase().as_str() {
        "б" | "бел" | "бел." | "белые" => Some(Color::White),
        "ч" | "чер" | "чер." | "чёр." | "черные" | "чёрные" => Some(Color::Black),
        _ => None,
    }
}

/// Whether a token goes on to the other side, `a7 Ч: Дg1`.
fn names_side(token: &str) -> bool {
    let heading = token.split_once(':').and_then(|(before, _)| before.split_whitespace().last());
    heading.and_then(side).is_some()
}

/// The error of a token that ends with no square. Letters are blamed only for being Cyrillic where the rest may be a square: a
/// longer text has words.
fn no_square(token: &str, place: &str) -> FenError {
    let is_short = place.chars().count() == 2;
    let cyrillic = if is_short { first_look_alike(place) } else { None };
    let token = short(token);
    match cyrillic {
        Some((letter, latin)) => FenError::Cyrillic { token, letter, latin },
        None => FenError::RussianSquare { token },
    }
}

/// Reads a position in Russian, `Б: Дa5, a7; Ч: Дg1`: the side named first is to move. `None` if the text does not begin so.
pub fn russian<G: Game>(text: &str, numbering: Numbering) -> Option<Result<Position<G>, FenError>> {
    let turn = side(text.split_once(':')?.0)?;
    Some(read(text, turn, numbering))
}

fn read<G: Game>(text: &str, turn: Color, numbering: Numbering) -> Result<Position<G>, FenError> {
    let mut pieces = Pieces::<G>::default();
    let mut seen = [false; 2];
    for field in text.trim_end_matches(['.', ';']).split([';', '\n']).map(str::trim).filter(|field| !field.is_empty()) {
        let named = field.split_once(':').and_then(|(heading, list)| Some((side(heading)?, list)));
        let (color, list) = named.ok_or_else(|| FenError::Field { token: short(field) })?;
        if std::mem::replace(&mut seen[color as usize], true) {
            return Err(FenError::TwoFields { color, token: short(field) });
        }
        let mut kings = false;
        for token in list.split(',').map(str::trim).filter(|token| !token.is_empty()) {
            if names_side(token) {
                return Err(FenError::NoSemicolon { token: short(token) });
            }
            let lower = token.to_lowercase();
            let word = WORDS.iter().find(|(word, ..)| lower.starts_with(word));
            let (king, place) = match word {
                Some((word, king, of_all)) => {
                    kings = if *of_all { *king } else { kings };
                    (*king, lower[word.len()..].trim())
                }
                None => (kings, lower.as_str()),
            };
            let square = numbering.parse(place).map_err(|error| match error {
                FenError::Square { .. } => no_square(token, place),
                other => other,
            })?;
            pieces.put(color, king, square)?;
        }
    }
    for color in [Color::White, Color::Black] {
        if !seen[color as usize] {
            return Err(FenError::MissingField { color });
        }
    }
    pieces.into_position(turn)
}
