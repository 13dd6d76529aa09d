//! The names of endings: `KKMvK`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::short;

use super::ending::Ending;
use super::material::{Material, PIECES, Side};

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.first(), self.second())
    }
}

/// A text that is not an ending, or one of too many pieces.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is not an ending; expected the kings (K) and men (M) of two sides, at most {PIECES} pieces in all, as in KKMvK"
)]
#[non_exhaustive]
pub struct EndingError {
    /// The text, shortened where it is long.
    pub text: String,
}

impl FromStr for Ending {
    type Err = EndingError;

    /// Reads the sides, and the pieces of a side, in either order; at most [`PIECES`] pieces.
    fn from_str(text: &str) -> Result<Ending, EndingError> {
        let side = |name: &str| {
            let count = |piece| name.chars().filter(|&c| c == piece).count();
            let known = name.chars().all(|c| c == 'K' || c == 'M') && !name.is_empty();
            known.then(|| Side { men: count('M') as u8, kings: count('K') as u8 })
        };
        // The pieces, and the v between the sides.
        let short_enough = text.len() <= usize::from(PIECES) + 1;
        let sides = text.split_once('v').filter(|_| short_enough);
        let sides = sides.and_then(|(mover, other)| Some((side(mover)?, side(other)?)));
        let (mover, other) = sides.ok_or_else(|| EndingError { text: short(text) })?;
        Ok(Material { mover, other }.ending().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order() {
        for (text, name) in [("MvK", "KvM"), ("KvMM", "MMvK"), ("MKvKK", "KKvKM"), ("KMvKK", "KKvKM")] {
            assert_eq!(text.parse::<Ending>().unwrap().to_string(), name);
        }
        assert_eq!("KKKKKKKvM".parse::<Ending>().unwrap().pieces(), PIECES);
        for text in ["", "v", "K", "Kv", "KvQ", "kvk", "KvKvK", "KKKKvKKKKK", "MMMMMMMMMMMMMvK", "КvK"] {
            assert!(text.parse::<Ending>().is_err(), "{text}");
        }
    }
}
