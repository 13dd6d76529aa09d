//! Placements of the men, most advanced first.
//!
//! A man's quiet move adds one to the total advancement, so a placement comes after all placements that its moves lead to: endings
//! are solved and written in the order of the index. Placements of one advancement are ordered square by square from a1: an empty
//! square before the mover's man before the enemy's. Their ranks are sums of counts of placements on the remaining squares.

use std::marker::PhantomData;
use std::ops::Range;

use crate::board::{Bitboard, Game, MOST_SQUARES, RANKS, Russian};

/// The most ranks that a man can have advanced.
const MAX_ADVANCEMENT: u32 = RANKS - 2;

/// The numbering of the men of one material.
#[derive(Clone, Debug)]
pub struct MenIndex<G = Russian> {
    pub(super) men: u32,
    pub(super) enemy_men: u32,
    /// By square and [rest](MenIndex::rest) from there on: the ways to place these men with the square empty; and with the square
    /// empty or with the mover's man.
    before: Vec<[u32; 2]>,
    /// What an unadvanced man adds to a rest: the mover's, and the enemy's.
    steps: [usize; 2],
    /// The greatest rest: all men, advanced as far as possible.
    pub(super) whole: usize,
    /// The first rank of each total advancement, greatest advancement first; then the number of placements.
    pub(super) first: Vec<u64>,
    game: PhantomData<G>,
}

/// How many ranks a man on a square has advanced.
#[inline(always)]
pub(super) const fn come<G: Game>(square: u32, is_enemy: bool) -> u32 {
    let rank = square / G::PER_RANK;
    if is_enemy { RANKS - 1 - rank } else { rank }
}

impl<G: Game> MenIndex<G> {
    /// The numbering for a number of men of the mover and of the enemy. Its counts take about 150 KiB for six men.
    #[inline(never)]
    pub fn new(men: u8, enemy_men: u8) -> MenIndex<G> {
        let (men, enemy_men) = (u32::from(men), u32::from(enemy_men));
        let step = (MAX_ADVANCEMENT * (men + enemy_men)) as usize + 1;
        // Rests are below this number.
        let rests = (men as usize + 1) * (enemy_men as usize + 1) * step;
        let mut index = MenIndex {
            men,
            enemy_men,
            before: vec![[0; 2]; G::SQUARES as usize * rests],
            steps: [(enemy_men as usize + 1) * step, step],
            whole: rests - 1,
            first: vec![0],
            game: PhantomData,
        };
        // By rest, the ways to place it on the squares from here on. Fewer than 2^32 with eight men.
        let mut ways = vec![0; rests];
        ways[0] = 1;
        for square in (0..G::SQUARES).rev() {
            let behind = ways.clone();
            let [come, enemy_come] = [false, true].map(|is_enemy| come::<G>(square, is_enemy));
            for own in 0..=men {
                for enemy in 0..=enemy_men {
                    for total in 0..=index.top() {
                        let rest = index.rest(own, enemy, total);
                        let has_man = square < G::SQUARES - G::PER_RANK && own > 0 && total >= come;
                        let has_enemy = square >= G::PER_RANK && enemy > 0 && total >= enemy_come;
                        let man = if has_man { behind[rest - index.step(square, false)] } else { 0 };
                        let enemy_man = if has_enemy { behind[rest - index.step(square, true)] } else { 0 };
                        index.before[square as usize * rests + rest] = [behind[rest], behind[rest] + man];
                        ways[rest] = behind[rest] + man + enemy_man;
                    }
                }
            }
        }
        let mut sum = 0;
        for total in (0..=index.top()).rev() {
            sum += u64::from(ways[index.rest(men, enemy_men, total)]);
            index.first.push(sum);
        }
        index
    }

    /// The greatest total advancement.
    pub(super) fn top(&self) -> u32 {
        MAX_ADVANCEMENT * (self.men + self.enemy_men)
    }

    /// A number for the men still to be placed: how many of each side, and their total advancement.
    #[inline(always)]
    pub(super) fn rest(&self, own: u32, enemy: u32, total: u32) -> usize {
        own as usize * self.steps[0] + enemy as usize * self.steps[1] + total as usize
    }

    /// What a man on a square adds to a rest.
    #[inline(always)]
    pub(super) fn step(&self, square: u32, is_enemy: bool) -> usize {
        self.steps[usize::from(is_enemy)] + come::<G>(square, is_enemy) as usize
    }

    /// The man of a rest with one man: its advancement, and whether it is the enemy's.
    #[inline(always)]
    fn last_man(&self, rest: usize) -> Option<(u32, bool)> {
        [false, true].into_iter().find_map(|is_enemy| {
            let advance = rest.wrapping_sub(self.steps[usize::from(is_enemy)]);
            (advance <= MAX_ADVANCEMENT as usize).then_some((advance as u32, is_enemy))
        })
    }

    /// The ways to place a rest on the squares from `square` on with that square empty; and with it empty or with the mover's man.
    #[inline(always)]
    pub(super) fn before(&self, square: u32, rest: usize) -> [u32; 2] {
        self.before[square as usize * (self.whole + 1) + rest]
    }

    /// The number of placements.
    pub fn size(&self) -> u64 {
        *self.first.last().expect("never empty")
    }

    /// The ranks of each total advancement, most advanced first. Some may be empty.
    pub fn phases(&self) -> impl ExactSizeIterator<Item = Range<u64>> {
        self.first.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// The number of placements of the largest phase.
    pub fn largest_phase(&self) -> u64 {
        self.phases().map(|phase| phase.end - phase.start).max().unwrap_or(0)
    }

    /// The rank of a placement of these numbers of men, each on a possible square.
    #[inline(always)]
    pub fn rank(&self, men: Bitboard, enemy_men: Bitboard) -> u64 {
        debug_assert_eq!((men.count_ones(), enemy_men.count_ones()), (self.men, self.enemy_men));
        let (mut rank, mut rest) = (0, 0);
        let mut left = men | enemy_men;
        // From the last square down, since the rest has the men behind.
        while left != 0 {
            let square = left.ilog2();
            left ^= 1 << square;
            let is_enemy = enemy_men >> square & 1 != 0;
            rest += self.step(square, is_enemy);
            rank += u64::from(self.before(square, rest)[usize::from(is_enemy)]);
        }
        rank + self.phase_start(rest)
    }

    /// The first rank of a phase, by the rest of all men.
    #[inline(always)]
    pub(super) fn phase_start(&self, rest: usize) -> u64 {
        self.first[self.whole - rest]
    }

    /// The placement of a rank below [`MenIndex::size`]; the inverse of [`MenIndex::rank`].
    pub fn unrank(&self, rank: u64) -> (Bitboard, Bitboard) {
        self.placements(rank).next().unwrap_or_default()
    }

    /// The placements from a rank on, in order. Each costs about 10 ns, a tenth of [`MenIndex::unrank`].
    pub fn placements(&self, rank: u64) -> Placements<'_, G> {
        let path = [Prefix { start: 0, end: 0, rest: 0, men: 0, enemy_men: 0 }; PREFIXES];
        Placements { index: self, rank, path, square: 0 }
    }
}

/// Placements in the order of their ranks: see [`MenIndex::placements`].
///
/// Consecutive placements often have the same men on the first squares. Each is built from the first square where it differs from
/// the one before.
#[derive(Clone, Debug)]
pub struct Placements<'i, G = Russian> {
    index: &'i MenIndex<G>,
    rank: u64,
    /// The prefixes of the last placement, by square.
    path: [Prefix; PREFIXES],
    /// The number of squares decided for it.
    square: usize,
}

/// The prefixes of a placement: before each square of the widest board, and after the last.
const PREFIXES: usize = MOST_SQUARES as usize + 1;

#[derive(Clone, Copy, Debug)]
struct Prefix {
    /// The ranks of the placements with this prefix: the first, and the one after the last.
    start: u64,
    end: u64,
    rest: usize,
    men: Bitboard,
    enemy_men: Bitboard,
}

impl Prefix {
    /// The placement of a number among those with this prefix, which lacks at most the last man. The advancement of the last man is
    /// its rank of the board; the last square of that rank comes first.
    #[inline(always)]
    fn with_last<G: Game>(&self, last: Option<(u32, bool)>, number: u32) -> (Bitboard, Bitboard) {
        let on = |rank: u32| 1 << (G::PER_RANK * (rank + 1) - 1 - number);
        match last {
            None => (self.men, self.enemy_men),
            Some((advance, false)) => (self.men | on(advance), self.enemy_men),
            Some((advance, true)) => (self.men, self.enemy_men | on(RANKS - 1 - advance)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, bits, turned};

    fn check<G: Game>() {
        for (men, enemy_men) in [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 0)] {
            let index = MenIndex::<G>::new(men, enemy_men);
            assert_eq!(index.placements(0).count() as u64, index.size());
            for (rank, (own, enemy)) in (0..).zip(index.placements(0)) {
                assert_eq!(index.unrank(rank), (own, enemy));
                assert_eq!(own & enemy | own & G::LAST_RANK | enemy & G::FIRST_RANK, 0);
                assert_eq!(index.rank(own, enemy), rank);
            }
        }
        let (index, twins) = (MenIndex::<G>::new(2, 1), MenIndex::<G>::new(1, 2));
        assert!(index.phases().eq(twins.phases()));
        let mut last = u32::MAX;
        for phase in index.phases() {
            for rank in phase.clone() {
                let (own, enemy) = index.unrank(rank);
                let of_own = bits(own).map(|square| come::<G>(square, false));
                let sum: u32 = of_own.chain(bits(enemy).map(|square| come::<G>(square, true))).sum();
                assert!(if rank == phase.start { sum < last } else { sum == last });
                last = sum;
                assert!(phase.contains(&twins.rank(turned::<G>(enemy), turned::<G>(own))));
            }
        }
    }

    #[test]
    fn ranks_are_inverse_and_phases_descend_in_advancement_and_turn_onto_each_other() {
        check::<Russian>();
        check::<Draughts80>();
        assert_eq!(MenIndex::<Russian>::new(1, 1).size(), 760);
    }
}
