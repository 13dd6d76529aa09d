//! Endings, the pieces of two sides, and their names: `KKMvK`.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Color, Game, short};

use super::material::{Material, PIECES, Side};

/// Which side of an [`Ending`] is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// The first-named, stronger side.
    First,
    /// The second-named side.
    Second,
}

impl Mover {
    /// The side's colour in positions of entries: the first-named side is White.
    pub const fn color(self) -> Color {
        match self {
            Mover::First => Color::White,
            Mover::Second => Color::Black,
        }
    }
}

/// An unordered pair of sides, both with pieces; the stronger is named first: `KKMvK`.
///
/// Ordered by pieces, then men, then name. Endings can be solved in this order, since captures reduce the pieces and promotions the
/// men.
///
/// The ending [of a position](Material::ending) may have more than [`PIECES`] pieces, the most that tables and numberings cover; an
/// ending read from a text does not. Functions that need tables return an error for larger ones.
///
/// ```
/// use bolshak::index::Ending;
/// let ending: Ending = "MvKKM".parse()?;
/// assert_eq!(ending.to_string(), "KKMvM");
/// assert_eq!(Ending::all(6).count(), 37);
/// # Ok::<(), bolshak::index::EndingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    first: Side,
    second: Side,
}

impl Ending {
    /// All endings with a number of pieces, in order.
    pub fn all(pieces: u8) -> impl Iterator<Item = Ending> {
        let sides = move |total: u8| (0..=total).map(move |men| Side { men, kings: total - men });
        let mut endings: Vec<Ending> = (1..pieces)
            .flat_map(|first| sides(first).map(move |first| (first, pieces - first.pieces())))
            .flat_map(|(first, rest)| sides(rest).map(move |second| Ending { first, second }))
            .filter(|ending| ending.first >= ending.second)
            .collect();
        endings.sort();
        endings.into_iter()
    }

    /// The first-named, stronger side.
    pub const fn first(self) -> Side {
        self.first
    }

    /// The second-named side.
    pub const fn second(self) -> Side {
        self.second
    }

    /// All pieces.
    pub const fn pieces(self) -> u8 {
        self.first.pieces() + self.second.pieces()
    }

    /// All men.
    pub const fn men(self) -> u8 {
        self.first.men + self.second.men
    }

    /// The sides to move: only the first if both sides are alike, since turning the board swaps them.
    pub fn movers(self) -> &'static [Mover] {
        if self.first == self.second { &[Mover::First] } else { &[Mover::First, Mover::Second] }
    }

    /// The material with a side to move.
    pub fn material(self, mover: Mover) -> Material {
        match mover {
            Mover::First => Material { mover: self.first, other: self.second },
            Mover::Second => Material { mover: self.second, other: self.first },
        }
    }

    /// The number of entries in a game, for all sides to move; at most [`u64::MAX`].
    pub fn entries<G: Game>(self) -> u64 {
        self.movers().iter().fold(0, |sum: u64, &mover| sum.saturating_add(self.material(mover).entries::<G>()))
    }

    /// The other endings that a single move can lead to by captures, a promotion, or both.
    pub fn successors(self) -> Vec<Ending> {
        let mut found = BTreeSet::new();
        for mover in [Mover::First, Mover::Second] {
            let Material { mover: own, other } = self.material(mover);
            for promoted in 0..=own.men.min(1) {
                let own = Side { men: own.men - promoted, kings: own.kings + promoted };
                let left = (0..=other.men).flat_map(|men| (0..=other.kings).map(move |kings| Side { men, kings }));
                let left = left.filter(|side| side.pieces() > 0);
                found.extend(left.map(|mover| Material { mover, other: own }.ending().0));
            }
        }
        found.remove(&self);
        found.into_iter().collect()
    }

    /// Endings and all endings that play can lead to from them, in order.
    pub fn with_successors(endings: &[Ending]) -> BTreeSet<Ending> {
        let mut found = BTreeSet::new();
        let mut open = endings.to_vec();
        while let Some(ending) = open.pop() {
            if found.insert(ending) {
                open.extend(ending.successors());
            }
        }
        found
    }
}

impl Ord for Ending {
    fn cmp(&self, other: &Ending) -> std::cmp::Ordering {
        let key = |e: &Ending| (e.pieces(), e.men(), std::cmp::Reverse((e.first, e.second)));
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Ending {
    fn partial_cmp(&self, other: &Ending) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Material {
    /// The ending and its side to move: the first, if both are alike. Meaningful if both sides have pieces.
    pub fn ending(self) -> (Ending, Mover) {
        if self.mover >= self.other {
            (Ending { first: self.mover, second: self.other }, Mover::First)
        } else {
            (Ending { first: self.other, second: self.mover }, Mover::Second)
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.first(), self.second())
    }
}

/// A text that is not an ending, or has too many pieces.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is not an ending; expected the kings (K) and men (M) of two sides, at most {PIECES} pieces in all, as in KKMvK"
)]
#[non_exhaustive]
pub struct EndingError {
    /// The text, shortened.
    pub text: String,
}

impl FromStr for Ending {
    type Err = EndingError;

    /// Reads the sides, and the pieces of a side, in any order; at most [`PIECES`] pieces.
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
    fn counts_and_order() {
        let counts = [(2, 3, 4), (3, 6, 12), (6, 37, 70), (7, 52, 104)];
        for (pieces, endings, sides) in counts {
            assert_eq!(Ending::all(pieces).count(), endings);
            assert_eq!(Ending::all(pieces).map(|e| e.movers().len()).sum::<usize>(), sides);
        }
        let names: Vec<String> = (2..4).flat_map(Ending::all).map(|e| e.to_string()).collect();
        assert_eq!(names, ["KvK", "KvM", "MvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"]);
    }

    #[test]
    fn successors_come_before() {
        for ending in (2..=6).flat_map(Ending::all) {
            assert!(ending.successors().iter().all(|&s| s < ending), "{ending}");
        }
        let names = |text: &str| -> Vec<String> {
            text.parse::<Ending>().unwrap().successors().iter().map(Ending::to_string).collect()
        };
        assert_eq!(names("KvK"), [""; 0]);
        assert_eq!(names("KMvK"), ["KvK", "KvM", "KKvK"]);
    }

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
