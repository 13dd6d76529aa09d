//! Placements of the men, one after the other.

use crate::board::{Bitboard, Game, MOST_SQUARES, RANKS, Russian};

use super::men::{LastMan, MenIndex};

impl<G: Game> MenIndex<G> {
    /// The placement of a rank below [`MenIndex::size`]; the inverse of [`MenIndex::rank`].
    pub fn unrank(&self, rank: u64) -> (Bitboard, Bitboard) {
        self.placements(rank).next().unwrap_or_default()
    }

    /// The placements from a rank on, in order. Each takes some 10 ns, a tenth of [`MenIndex::unrank`].
    pub fn placements(&self, rank: u64) -> Placements<'_, G> {
        let path = [Prefix { start: 0, end: 0, rest: 0, men: 0, enemy_men: 0 }; PREFIXES];
        Placements { index: self, rank, path, square: 0 }
    }
}

/// Placements in the order of their ranks: see [`MenIndex::placements`].
///
/// Many placements that follow each other have the same men on the first squares. Each is built from the first square
/// on which it differs from the one before.
#[derive(Clone, Debug)]
pub struct Placements<'i, G = Russian> {
    index: &'i MenIndex<G>,
    rank: u64,
    /// The prefixes of the last placement, by square.
    path: [Prefix; PREFIXES],
    /// The number of squares that were decided for it.
    square: usize,
}

/// The prefixes of a placement: before each square of the widest board, and after the last.
const PREFIXES: usize = MOST_SQUARES as usize + 1;

/// The men on the squares before a square.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    /// The ranks of the placements that begin with it: the first, and the one after the last.
    start: u64,
    end: u64,
    /// The men still to be placed.
    rest: usize,
    men: Bitboard,
    enemy_men: Bitboard,
}

impl Prefix {
    /// The placement of a number among those that begin with this prefix, which lacks the last man or none. The advancement
    /// says on which rank of the board the last man stands; the last square of that rank comes first.
    #[inline(always)]
    fn with_last<G: Game>(&self, last: Option<LastMan>, number: u32) -> (Bitboard, Bitboard) {
        let on = |rank: u32| 1 << (G::PER_RANK * (rank + 1) - 1 - number);
        match last {
            None => (self.men, self.enemy_men),
            Some(LastMan { advance, is_enemy: false }) => (self.men | on(advance), self.enemy_men),
            Some(LastMan { advance, is_enemy: true }) => (self.men, self.enemy_men | on(RANKS - 1 - advance)),
        }
    }
}

impl<G: Game> Iterator for Placements<'_, G> {
    type Item = (Bitboard, Bitboard);

    fn next(&mut self) -> Option<(Bitboard, Bitboard)> {
        let (index, rank) = (self.index, self.rank);
        if rank >= index.size() {
            return None;
        }
        while self.square > 0 && rank >= self.path[self.square].end {
            self.square -= 1;
        }
        if rank >= self.path[0].end {
            let phase = index.first.partition_point(|&first| first <= rank) - 1;
            let (start, end) = (index.first[phase], index.first[phase + 1]);
            let rest = index.rest(index.men, index.enemy_men, index.top() - phase as u32);
            self.path[0] = Prefix { start, end, rest, men: 0, enemy_men: 0 };
        }
        let mut prefix = self.path[self.square];
        let mut last = index.last_man(prefix.rest);
        while prefix.rest > 0 && last.is_none() {
            let square = self.square as u32;
            let [with_man, with_enemy_man] =
                index.before(square, prefix.rest).map(|before| prefix.start + u64::from(before));
            if rank < with_man {
                prefix.end = with_man;
            } else if rank < with_enemy_man {
                (prefix.start, prefix.end) = (with_man, with_enemy_man);
                prefix.men |= 1 << square;
                prefix.rest -= index.step(square, false);
            } else {
                prefix.start = with_enemy_man;
                prefix.enemy_men |= 1 << square;
                prefix.rest -= index.step(square, true);
            }
            self.square += 1;
            self.path[self.square] = prefix;
            last = index.last_man(prefix.rest);
        }
        self.rank += 1;
        Some(prefix.with_last::<G>(last, (rank - prefix.start) as u32))
    }
}
