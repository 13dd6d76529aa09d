//! Cyrillic letters where Latin ones belong.

use super::error::FenError;
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

/// The Latin letter that a Cyrillic one looks like; any other letter itself.
pub fn latin(letter: char) -> char {
    LOOK_ALIKES.iter().find(|(cyrillic, _)| *cyrillic == letter).map_or(letter, |(_, latin)| *latin)
}

/// The first Cyrillic letter of a text that looks like a Latin one, and that one.
pub(crate) fn first_look_alike(text: &str) -> Option<(char, char)> {
    text.chars().map(|letter| (letter, latin(letter))).find(|(letter, latin)| letter != latin)
}

/// The error of a token with a Cyrillic letter in the place of a Latin one, if it has one.
pub fn look_alike(token: &str) -> Option<FenError> {
    let (letter, latin) = first_look_alike(token)?;
    Some(FenError::Cyrillic { token: short(token), letter, latin })
}
