//! For unit tests: random values of endings, and single boards of halves.

use crate::board::{Bitboard, Board, Game, turned};
use crate::index::{Ending, KingSets};
use crate::value::{Dtw, Measure};

use super::bundle::Half;
use super::storage::far::Far;
use super::storage::known::{Known, Solved};
use super::storage::layout::Layout;

/// Random numbers, the same each time.
pub(super) struct Random(pub u64);

impl Random {
    /// The next number, below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    /// The code of a distance to win of at most 41 plies, in any game.
    pub fn code(&mut self) -> u8 {
        match self.below(42) as u8 {
            0 => Dtw::DRAW,
            code @ 1..21 => code - 1,
            code => !(code - 21),
        }
    }
}

/// Random values of an ending and of all that it leads to.
pub(super) struct Values<G> {
    endings: Vec<(Layout<G>, Vec<u8>)>,
}

impl<G: Game> Values<G> {
    pub fn new(ending: Ending, with_dtw: bool) -> Values<G> {
        let mut random = Random(7);
        let codes: Vec<u8> = (0..1 << 16).map(|_| random.code()).collect();
        let classes: Vec<u8> = (0..1 << 16).map(|_| random.below(256) as u8).collect();
        let endings = ending.successors().into_iter().chain([ending]).map(|ending| {
            let layout = Layout::new(ending, with_dtw);
            let mut bytes = Vec::new();
            let mut add = |pattern: &[u8], mut length: usize| {
                while length > 0 {
                    let start = random.below(pattern.len());
                    let some = length.min(pattern.len() - start);
                    bytes.extend_from_slice(&pattern[start..start + some]);
                    length -= some;
                }
            };
            for _ in 0..layout.men().size() {
                for half in layout.halves() {
                    add(&codes, half.codes());
                    add(&classes, half.bytes() - half.codes());
                }
            }
            (layout, bytes)
        });
        Values { endings: endings.collect() }
    }

    /// The chunks of the ending itself.
    pub fn chunks(&self) -> &[u8] {
        &self.endings.last().expect("there is one").1
    }

    pub fn known(&self) -> Known<'_, G> {
        let mut known = Known::new();
        for (layout, bytes) in &self.endings {
            known.add(Solved { layout, bytes, far: Far::new(&[]) });
        }
        known
    }
}

/// The sets of kings of both sides of an ending.
pub(super) fn king_sets<G: Game>(ending: Ending) -> [KingSets; 2] {
    [ending.first(), ending.second()].map(|side| KingSets::new::<G>(side.kings.into()))
}

/// The halves of some fibres of an ending, spread over all of them.
pub(super) fn some_halves<'a, G: Game>(
    ending: Ending,
    known: &'a Known<'a, G>,
    [first, second]: &'a [KingSets; 2],
    count: usize,
) -> Vec<[Half<'a, G>; 2]> {
    let layout = Layout::<G>::new(ending, true);
    let size = layout.men().size();
    let mut random = Random(11);
    let fibres = (0..count.min(size as usize)).map(|_| layout.men().unrank(random.below(size as usize) as u64));
    fibres
        .map(|(men, enemy_men)| {
            [
                Half::new(turned::<G>(men), turned::<G>(enemy_men), first, second, known),
                Half::new(enemy_men, men, second, first, known),
            ]
        })
        .collect()
}

/// The board of a row and a column of a half, as the mover sees it; `None` where two pieces share a square.
pub(super) fn board<G: Game>(half: &Half<'_, G>, row: usize, column: usize) -> Option<Board<G>> {
    let (kings, enemy_kings) = (half.kings.sets()[row], half.enemy.sets()[column]);
    let all: [Bitboard; 4] = [half.men, half.enemy_men, kings, enemy_kings];
    let squares: u32 = all.iter().map(|set| set.count_ones()).sum();
    let union = all.iter().fold(0, |union, set| union | set);
    (union.count_ones() == squares).then(|| half.board(kings, enemy_kings))
}
