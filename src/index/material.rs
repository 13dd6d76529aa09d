//! Endings and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Color, short};

use super::binomial;

/// The most pieces that an [`Index`](super::Index) is made for.
pub const PIECES: u8 = 8;

/// The pieces of one side.
///
/// Ordered by strength: more pieces, then more kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The number of its men.
    pub men: u8,
    /// The number of its kings.
    pub kings: u8,
}

impl Side {
    /// Men and kings together.
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }
}

impl Ord for Side {
    fn cmp(&self, other: &Side) -> std::cmp::Ordering {
        (self.pieces(), self.kings).cmp(&(other.pieces(), other.kings))
    }
}

impl PartialOrd for Side {
    fn partial_cmp(&self, other: &Side) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "K".repeat(self.kings.into()), "M".repeat(self.men.into()))
    }
}

/// The pieces on the board, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// The pieces of the side to move.
    pub mover: Side,
    /// The pieces of the other side.
    pub other: Side,
}

impl Material {
    /// The material on a board.
    #[inline(always)]
    pub const fn of(board: &Board) -> Material {
        const fn count(set: u32) -> u8 {
            set.count_ones() as u8
        }
        Material {
            mover: Side { men: count(board.men), kings: count(board.kings) },
            other: Side { men: count(board.enemy_men), kings: count(board.enemy_kings) },
        }
    }

    /// How many [`Material::slot`]s there are.
    pub(crate) const SLOTS: usize = (PIECES as usize + 1).pow(4);

    /// A number of its own below [`Material::SLOTS`], for a look instead of a search; of at most [`PIECES`] of each kind.
    #[inline(always)]
    pub(crate) fn slot(self) -> usize {
        const RADIX: usize = PIECES as usize + 1;
        let Material { mover, other } = self;
        [mover.kings, mover.men, other.kings, other.men].iter().fold(0, |slot, &n| slot * RADIX + usize::from(n))
    }

    /// All pieces.
    pub const fn pieces(self) -> u8 {
        self.mover.pieces() + self.other.pieces()
    }

    /// All men.
    pub const fn men(self) -> u8 {
        self.mover.men + self.other.men
    }

    /// The number of boards: choices of squares, by how many of the mover's men stand on their first rank, where the
    /// enemy's men cannot be.
    ///
    /// # Panics
    /// With more than 12 men, or 12 kings, of a side, or too many for the board: no position has them.
    pub fn entries(self) -> u64 {
        let Material { mover, other } = self;
        let [men, enemy_men, kings, enemy_kings] = [mover.men, other.men, mover.kings, other.kings].map(u32::from);
        let placements = (0..=men.min(4)).map(|behind| {
            let ahead = men - behind;
            binomial(4, behind) * binomial(24, ahead) * binomial(28 - ahead, enemy_men)
        });
        let free = 32 - men - enemy_men;
        placements.sum::<u64>() * binomial(free, enemy_kings) * binomial(free - enemy_kings, kings)
    }

    /// The entries that differ in the mover's kings alone: a row.
    pub fn row_size(self) -> u64 {
        binomial(32 - u32::from(self.men() + self.other.kings), self.mover.kings.into())
    }

    /// The ending, and which of its sides is to move. Of two equal sides it is the first.
    ///
    /// Meaningful where both sides have pieces.
    pub fn ending(self) -> (Ending, Mover) {
        if self.mover >= self.other {
            (Ending { first: self.mover, second: self.other }, Mover::First)
        } else {
            (Ending { first: self.other, second: self.mover }, Mover::Second)
        }
    }
}

/// Which side of an [`Ending`] is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mover {
    /// The first-named, stronger side.
    First,
    /// The second-named side.
    Second,
}

impl Mover {
    /// The side's colour in positions that stand for entries: the first-named side is White.
    pub const fn color(self) -> Color {
        match self {
            Mover::First => Color::White,
            Mover::Second => Color::Black,
        }
    }
}

/// An unordered pair of sides, both with pieces, the stronger named first: `KKMvK`.
///
/// Ordered by pieces, then men, then name: the order in which endings can be solved, as captures lower the pieces and
/// promotions the men.
///
/// [Of a position](Material::ending) it may have more pieces than tables and numberings cover, which is [`PIECES`]; read from
/// a text it never has. What takes an ending and needs tables answers such a one with an error.
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
    /// All endings of that many pieces, in their order.
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

    /// Who may be to move: only the first where both sides are alike, since turning the board makes them one.
    pub fn movers(self) -> &'static [Mover] {
        if self.first == self.second { &[Mover::First] } else { &[Mover::First, Mover::Second] }
    }

    /// The material with that side to move.
    pub fn material(self, mover: Mover) -> Material {
        match mover {
            Mover::First => Material { mover: self.first, other: self.second },
            Mover::Second => Material { mover: self.second, other: self.first },
        }
    }

    /// The number of entries, of all sides to move.
    pub fn entries(self) -> u64 {
        self.movers().iter().map(|&mover| self.material(mover).entries()).sum()
    }

    /// The endings that single moves can lead to, apart from itself: by captures, by a promotion, or by both at once.
    pub fn successors(self) -> Vec<Ending> {
        let mut found = Vec::new();
        for mover in [Mover::First, Mover::Second] {
            let Material { mover: own, other } = self.material(mover);
            for promoted in 0..=own.men.min(1) {
                let own = Side { men: own.men - promoted, kings: own.kings + promoted };
                for men in 0..=other.men {
                    for kings in 0..=other.kings {
                        if men + kings > 0 {
                            let (ending, _) = Material { mover: Side { men, kings }, other: own }.ending();
                            found.push(ending);
                        }
                    }
                }
            }
        }
        found.retain(|&ending| ending != self);
        found.sort();
        found.dedup();
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.first, self.second)
    }
}

/// A text that is no ending, or one of too many pieces.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is no ending; expected the kings (K) and men (M) of two sides, at most {PIECES} pieces in all, as in KKMvK"
)]
pub struct EndingError {
    text: String,
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
        // With the v between the sides.
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
