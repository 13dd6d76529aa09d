//! Rows: numbers for the positions without a pending capture, and for few others.
//!
//! A *row* has the placements of the mover's kings for fixed men and fixed enemy kings. Captures are compulsory, and a position
//! with a pending capture needs no value: the capture is played out. In nearly all of these, some king is on a square from which it
//! attacks wherever the other kings are. Without those squares, less than half of a row remains, numbered without gaps.
//!
//! In the solver and in the proof a row is something else: there it fixes the mover's kings.

use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Game, Russian, bits};

use super::lines::{Lines, gather, shift, spread};
use super::row_starts::size;
use super::{binomial, rank_kings, unrank_kings};

/// The placements of the mover's kings for fixed men and fixed enemy kings.
///
/// Three kinds can be without a capture:
/// - no king is on a square from which a lone king would capture, a square of *attack*;
/// - two kings on both sides of an enemy piece block each other's landing square: a *pair*;
/// - kings occupy all squares where a man would land after a capture: squares *forced*.
///
/// All of the first kind are without a capture. Some of the others have one, or have two numbers: those numbers are not used. A row
/// costs about 15 ns.
#[derive(Clone, Copy, Debug)]
pub struct Row<G = Russian> {
    /// The squares without men and enemy kings.
    free: Bitboard,
    /// The free squares from which a king captures, unless another king of the mover is in the way.
    attacks: Bitboard,
    /// The free squares on which a capturing man would land.
    forced: Bitboard,
    /// The enemy pieces between two free squares, on each diagonal.
    between: [Bitboard; 2],
    game: PhantomData<G>,
}

impl<G: Game> Row<G> {
    /// The row of a board. Ignores the mover's kings.
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

    /// Whether certainly no capture is pending with these kings. If not, there may still be none.
    #[inline(always)]
    pub const fn surely_quiet(&self, kings: Bitboard) -> bool {
        self.forced | kings & self.attacks == 0
    }

    /// The number of numbers for `kings` kings; 1 for none.
    #[inline]
    pub fn size(&self, kings: u32) -> u64 {
        let [attacks, forced, rising, falling] =
            [self.attacks, self.forced, self.between[0], self.between[1]].map(Bitboard::count_ones);
        size(kings, self.squares(), attacks, forced, rising + falling)
    }

    /// Whether every number has a position without a capture, in the order of all placements of the kings.
    #[cfg(feature = "generate")]
    pub(crate) fn is_plain(&self, kings: u32) -> bool {
        self.forced == 0 && (kings < 2 || self.between == [0; 2])
    }

    /// The squares of the placements of the first kind, which come first; `None` if there are none because squares are forced.
    #[cfg(feature = "generate")]
    #[inline(always)]
    pub(crate) const fn first_squares(&self) -> Option<Bitboard> {
        if self.forced == 0 { Some(self.free & !self.attacks) } else { None }
    }

    /// The number of a placement of kings on free squares; `None` only if a capture is pending.
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

    /// [`Row::rank`] for all placements of the kings one after the other, in order. Faster, since most numbers have the same order.
    /// A placement with a pending capture may have a number or `None`.
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

    /// The kings of a number below [`Row::size`]: the inverse of [`Row::rank`], unless a capture is pending or the kings have another
    /// number too.
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

    /// The first number of a placement with a pair; those before have no king on a square of attack.
    fn first_pair(&self, kings: u32) -> u64 {
        binomial((self.free & !self.attacks).count_ones(), kings)
    }

    /// The number of numbers of each pair: the other kings may be anywhere.
    fn each_pair(&self, kings: u32) -> u64 {
        if kings < 2 { 0 } else { binomial(self.squares() - 2, kings - 2) }
    }

    /// The pairs in the order of their numbers: by the enemy piece between them, the rising diagonal first.
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
            // All rows of small materials, and rows at a stride that is prime to most counts of large ones.
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
