//! Ranges of plies.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Plies from one number to another, both included: `20..30`, `20..`, `..30`, or `25` alone.
///
/// ```
/// use bolshak::find::PliesRange;
/// let range: PliesRange = "20..30".parse()?;
/// assert!(range.contains(20) && range.contains(30) && !range.contains(31));
/// # Ok::<(), bolshak::find::PliesRangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PliesRange {
    least: u16,
    most: u16,
}

impl PliesRange {
    /// Any number.
    pub const ALL: PliesRange = PliesRange { least: 0, most: u16::MAX };

    /// Whether a number is in it.
    pub const fn contains(&self, plies: u16) -> bool {
        self.least <= plies && plies <= self.most
    }

    /// The least number.
    pub const fn least(&self) -> u16 {
        self.least
    }
}

impl fmt::Display for PliesRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (least, most) if least == most => write!(f, "{least}"),
            (least, u16::MAX) => write!(f, "{least}.."),
            (least, most) => write!(f, "{least}..{most}"),
        }
    }
}

/// A text that is not a range.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PliesRangeError {
    /// It has another form, or a number beyond 65,535.
    #[error("expected plies up to 65535 as in 20..30, 20.., ..30 or 25; both ends are included")]
    Form,
    /// It ends before it begins.
    #[error("the first number is greater than the second; expected the lesser first, as in 20..30")]
    Reversed,
}

impl FromStr for PliesRange {
    type Err = PliesRangeError;

    fn from_str(text: &str) -> Result<PliesRange, PliesRangeError> {
        let number = |text: &str, absent| match text {
            "" => Ok(absent),
            _ if text.starts_with('+') => Err(PliesRangeError::Form),
            _ => text.parse().map_err(|_| PliesRangeError::Form),
        };
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = PliesRange { least: number(least, 0)?, most: number(most, u16::MAX)? };
        match text {
            "" | ".." => Err(PliesRangeError::Form),
            _ if range.least > range.most => Err(PliesRangeError::Reversed),
            _ => Ok(range),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        for (text, least, most) in [("20..30", 20, 30), ("20..", 20, u16::MAX), ("..30", 0, 30), ("7", 7, 7)] {
            let range: PliesRange = text.parse().unwrap();
            assert_eq!((range.least, range.most), (least, most));
            assert_eq!(range.to_string().parse(), Ok(range));
        }
        for text in ["", "..", "...", "3..2", "a", "1..b", "-1..3", "1.5", "70000", "+1", "1...5", " 1"] {
            assert!(text.parse::<PliesRange>().is_err(), "{text}");
        }
    }
}
