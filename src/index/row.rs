//! Rows: numbers for the positions without a capture pending, and hardly any others.
//!
//! The placements of the mover's kings, over fixed men and fixed kings of the enemy, make a *row*. Captures are
//! compulsory, and a position with one pending needs no value: the capture is played out. In nearly all such positions
//! some king stands on a square from which it attacks, wherever the others are. Without those squares, a row has fewer
//! than half of its positions left, numbered without gaps.

use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Game, Russian, bits};

use super::lines::{Lines, gather, shift, spread};
use super::row_starts::size;
use super::{binomial, rank_kings, unrank_kings};

/// The placements of the mover's kings over fixed men and fixed kings of the enemy.
///
/// Three kinds of them can be without a capture:
/// - no king stands on a square from which a lone one would capture, a square of *attack*;
/// - two kings stand on both sides of an enemy piece and take each other's landing square away: a *pair*;
/// - a man could capture, but for kings on all squares where it would land: the kings *forced* there.
///
/// All of the first kind are without a capture. Some of the others have one, or are counted twice: these numbers are
/// never used. A row takes some 15 ns to make.
#[derive(Clone, Copy, Debug)]
pub struct Row<G = Russian> {
    /// Squares without men and enemy kings.
    free: Bitboard,
    /// Free squares from which a king captures, if no other king of the mover is in the way.
    attacks: Bitboard,
    /// Free squares on which a man would land.
    forced: Bitboard,
    /// Enemy pieces between two free squares, for each diagonal.
    between: [Bitboard; 2],
    game: PhantomData<G>,
}

impl<G: Game> Row<G> {
    /// The row of a board. The mover's kings do not matter.
    #[inline(always)]
    pub fn new(board: &Board<G>) -> Row<G> {
        let free = G::BOARD & !(board.men | board.enemy());
        let Lines { attacks, forced, between } = Lines::of::<G>(spread::<G>(board.enemy()), spread::<G>(board.men));
        let between = between.map(gather::<G>);
        Row { free, attacks: gather::<G>(attacks), forced: gather::<G>(forced), between, game: PhantomData }
    }

    /// The number of squares for the mover's kings.
    pub const fn squares(&self) -> u32 {
        self.free.count_ones()
    }

    /// Whether no capture is pending with these kings, for certain. If not, there may still be none.
    #[inline(always)]
    pub const fn surely_quiet(&self, kings: Bitboard) -> bool {
        self.forced | kings & self.attacks == 0
    }

    /// How many numbers there are for that many kings; 1 for none.
    #[inline]
    pub fn size(&self, kings: u32) -> u64 {
        let [attacks, forced, rising, falling] =
            [self.attacks, self.forced, self.between[0], self.between[1]].map(Bitboard::count_ones);
        size(kings, self.squares(), attacks, forced, rising + falling)
    }

    /// Whether every number is that of a position without a capture, in the order of all placements of the kings.
    #[cfg(feature = "generate")]
    pub(crate) fn is_plain(&self, kings: u32) -> bool {
        self.forced == 0 && (kings < 2 || self.between == [0; 2])
    }

    /// The squares on which the placements of kings come first, in order; `None` if a man would capture but for kings, and there
    /// are not such placements.
    #[cfg(feature = "generate")]
    #[inline(always)]
    pub(crate) const fn first_squares(&self) -> Option<Bitboard> {
        if self.forced == 0 { Some(self.free & !self.attacks) } else { None }
    }

    /// The number of a placement of kings on free squares; `None` if a capture is pending for certain.
    #[inline(always)]
    pub fn rank(&self, kings: Bitboard) -> Option<u64> {
        if self.surely_quiet(kings) {
            return Some(rank_kings(kings, self.free & !self.attacks));
        }
        if kings == 0 {
            return Some(0);
        }
        if self.forced != 0 {
            return (self.forced & !kings == 0).then(|| rank_kings(kings & !self.forced, self.free & !self.forced));
        }
        let count = kings.count_ones();
        let (number, pair) = (0..).zip(self.pair_list()).find(|&(_, pair)| pair & !kings == 0)?;
        Some(self.first_pair(count) + number * self.each_pair(count) + rank_kings(kings & !pair, self.free & !pair))
    }

    /// Numbers the placements of the kings that come one after the other in their order, all of them: as [`Row::rank`] does, but
    /// faster, since most numbers are in that order too. The placements with a capture pending may have a number or none.
    #[cfg(feature = "generate")]
    #[inline(always)]
    pub(crate) fn in_order(&self) -> impl FnMut(Bitboard, bool) -> Option<u64> {
        let mut next = 0..;
        move |kings, pending| match self.forced {
            0 if kings & self.attacks == 0 => next.next(),
            0 if pending => None,
            0 => self.rank(kings),
            forced if forced & !kings == 0 => next.next(),
            _ => None,
        }
    }

    /// The kings of a number below [`Row::size`], on which [`Row::rank`] has that number unless a capture is pending or
    /// another number was for the same kings.
    pub fn unrank(&self, number: u64, kings: u32) -> Bitboard {
        let forced = self.forced.count_ones();
        if kings == 0 {
            return 0;
        }
        if forced > 0 {
            return self.forced | unrank_kings(number, kings - forced, self.free & !self.forced);
        }
        let Some(beyond) = number.checked_sub(self.first_pair(kings)) else {
            return unrank_kings(number, kings, self.free & !self.attacks);
        };
        let each = self.each_pair(kings);
        let pair = self.pair_list().nth((beyond / each) as usize).unwrap_or_default();
        pair | unrank_kings(beyond % each, kings - 2, self.free & !pair)
    }

    /// The first number of a placement with a pair: all before have no king on a square of attack.
    fn first_pair(&self, kings: u32) -> u64 {
        binomial((self.free & !self.attacks).count_ones(), kings)
    }

    /// How many numbers each pair has: the other kings may be anywhere.
    fn each_pair(&self, kings: u32) -> u64 {
        if kings < 2 { 0 } else { binomial(self.squares() - 2, kings - 2) }
    }

    /// The pairs in the order of their numbers: by the enemy piece between them, first all on the diagonal that rises.
    fn pair_list(&self) -> impl Iterator<Item = Bitboard> {
        [0, 1].into_iter().flat_map(|diagonal| {
            bits(self.between[diagonal]).map(move |square| {
                let piece = spread::<G>(1 << square);
                gather::<G>(shift::<G>(diagonal, piece, 1) | shift::<G>(3 - diagonal, piece, 1))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Position};
    use crate::index::{indices, next_subset};

    /// Checks the numbers of all boards of a row against the rules.
    fn check_row<G: Game>(row_board: &Board<G>, kings: u32) {
        let row = Row::new(row_board);
        let free = row_board.empty();
        let mut seen = vec![false; row.size(kings) as usize];
        let mut in_order = row.in_order();
        let mut set = unrank_kings(0, kings, free);
        for number in 0..binomial(row.squares(), kings) {
            assert_eq!(set, unrank_kings(number, kings, free));
            let board = Board { kings: set, ..*row_board };
            let (pending, rank) = (board.must_capture(), row.rank(set));
            let number = in_order(set, pending);
            assert!(pending || kings == 0 || number == rank, "{board:?}");
            assert!(!pending || !row.surely_quiet(set), "{board:?}");
            match rank {
                None => assert!(pending, "{board:?}"),
                Some(rank) if !pending => {
                    assert!(!std::mem::replace(&mut seen[rank as usize], true), "{board:?}");
                    assert_eq!(row.unrank(rank, kings), set);
                }
                Some(_) => assert!(!row.is_plain(kings)),
            }
            set = next_subset(set, free);
        }
        for (number, _) in (0..).zip(&seen).filter(|(_, seen)| !**seen) {
            assert!(!row.is_plain(kings), "every number counts");
            let board = Board { kings: row.unrank(number, kings), ..*row_board };
            assert!(board.must_capture() || row.rank(board.kings) != Some(number), "{board:?}");
        }
    }

    fn check<G: Game>(most: u8) {
        for index in indices::<G>(2..=most) {
            let kings = u32::from(index.material().mover.kings);
            // All rows of the small materials, some of the large ones: spread by a number prime to most.
            let step = ((index.size() / 30_000) | 1).min(index.rows());
            for start in (0..index.rows()).step_by(step as usize) {
                check_row(&index.rows_from(start).next().unwrap(), kings);
            }
        }
    }

    #[test]
    fn all_boards_without_a_capture_have_numbers_of_their_own() {
        check::<Russian>(8);
        check::<Draughts80>(6);
        // Of 31 squares 9 attack b4: C(22, 2), and two pairs.
        let row = Row::new(&"W:WKa1,Kg1:BKb4".parse::<Position>().unwrap().board());
        assert_eq!((row.squares(), row.size(2)), (31, 233));
    }
}
