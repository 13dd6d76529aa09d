//! A half whose enemy has no kings. It needs no rounds: every move of the enemy leaves the fibre, so a king's quiet move is
//! never undone. All boards are solved at once: [`Lanes`] has the kings' moves on many boards.

use std::marker::PhantomData;

use crate::board::{Bitboard, Game, PLACES};
use crate::bulk::masks::{Mask, bits};
use crate::index::{KingSets, OneMore, WORD};
use crate::retrograde::bundle::{Half, squares};
use crate::retrograde::exits::walk::{Boards, CaptureMemo, Path, Piece, Walk};
use crate::retrograde::storage::coding::{LOST, NO_MOVE};
use crate::rules::{ray, step};
use crate::wide::wide;

use super::best_moves::{BestMoves, ReachedCodes, after_zeroing, man_moves, men_only};

wide! {
    /// Finds the best moves of a half whose enemy has no kings. `others` are the sets of one king less. `after` has the codes that
    /// kings' quiet moves lead to, `dtw` and `dtz`, by the number of the set of kings.
    pub(super) fn find_best<'a, G: Game>(
        half: &Half<'a, G>,
        others: &KingSets,
        after: [&[u8]; 2],
        memo: &mut CaptureMemo<'a>,
        best: &mut BestMoves,
    ) -> () {
        best.clear(half.kings.words() * WORD);
        man_moves(half, memo, best);
        if half.kings.count() == 1 {
            kings_move::<G, 1>(half, others, after, memo, best);
        } else {
            kings_move::<G, 32>(half, others, after, memo, best);
        }
        best.decide(half.kings, half.all_men());
    }
}

#[inline(always)]
fn kings_move<'a, G: Game, const L: usize>(
    half: &Half<'a, G>,
    others: &KingSets,
    after: [&[u8]; 2],
    memo: &mut CaptureMemo<'a>,
    best: &mut BestMoves,
) {
    let mut paths = Vec::new();
    let mut lanes = Lanes::<G, L>::new(half.all_men(), half.kings.count());
    for sets in others.sets().chunks(L) {
        lanes.start(sets);
        lanes.captures(half, (&mut *memo, &mut paths), &mut best.captures);
        lanes.quiet_moves(after, &mut best.quiet);
    }
}

/// The moves of one king while the mover's other kings stand still, one set of these in each lane. They depend on what stands
/// between, not on the king's own square, so they are found for all squares, each from the next.
struct Lanes<G, const L: usize> {
    /// The squares without a man.
    open: Bitboard,
    /// By square, the lanes in which it is empty. Lanes without boards are left out.
    free: [u32; PLACES],
    /// By square and lane, the number of the set with one more king there; `nowhere` if there is no such board.
    numbers: [[u32; L]; PLACES],
    /// The number of a set without a board: one of its kings and a man share a square.
    nowhere: u32,
    game: PhantomData<G>,
}

type SquareCodes<const L: usize> = [[u8; L]; PLACES];

impl<G: Game, const L: usize> Lanes<G, L> {
    /// For a half with these men of both sides, at least one, and a number of kings.
    #[inline(always)]
    pub fn new(men: Bitboard, kings: u32) -> Lanes<G, L> {
        let man = 1 << men.trailing_zeros();
        let set = squares(G::BOARD & !man).take(kings as usize - 1).fold(man, |set, square| set | 1 << square);
        let (open, nowhere) = (G::BOARD & !men, KingSets::number(set) as u32);
        Lanes { open, free: [0; PLACES], numbers: [[0; L]; PLACES], nowhere, game: PhantomData }
    }

    /// Takes the next sets of kings that stand still, at most `L`. Those that share a square with the men have no boards.
    #[inline(always)]
    pub fn start(&mut self, sets: &[Bitboard]) {
        self.free = [0; PLACES];
        self.numbers = [[self.nowhere; L]; PLACES];
        for (lane, &set) in sets.iter().enumerate() {
            if set & !self.open == 0 {
                let others = OneMore::new(set);
                for square in squares(self.open & !set) {
                    self.free[square as usize] |= 1 << lane;
                    self.numbers[square as usize][lane] = others.number(square) as u32;
                }
            }
        }
    }

    /// Adds the quiet moves. `after` has the codes that they lead to, by the number of the set of kings.
    #[inline(always)]
    pub fn quiet_moves(&self, after: [&[u8]; 2], best: &mut ReachedCodes) {
        for (after, best) in after.into_iter().zip([&mut best.dtw, &mut best.dtz]) {
            let mut codes: SquareCodes<L> = [[u8::MAX; L]; PLACES];
            for square in squares(self.open) {
                let (codes, numbers) = (&mut codes[square as usize], &self.numbers[square as usize]);
                for (code, &number) in codes.iter_mut().zip(numbers) {
                    *code = after[number as usize];
                }
            }
            let reached = self.reached(&codes);
            for square in squares(self.open) {
                let (reached, numbers) = (&reached[square as usize], &self.numbers[square as usize]);
                for (&code, &number) in reached.iter().zip(numbers) {
                    best[number as usize] = best[number as usize].min(code);
                }
            }
        }
    }

    /// The least code of the squares that a king on each square can move to.
    #[inline(always)]
    fn reached(&self, codes: &SquareCodes<L>) -> SquareCodes<L> {
        let mut reached = [[u8::MAX; L]; PLACES];
        for direction in 0..4 {
            // From each square: the least code from there on.
            let mut onward = [[u8::MAX; L]; PLACES];
            for place in 0..G::SQUARES {
                // The next square in the direction comes first.
                let square = if direction < 2 { G::SQUARES - 1 - place } else { place };
                if self.open >> square & 1 == 0 {
                    continue;
                }
                let next = step::<G>(direction, square).map_or([u8::MAX; L], |next| onward[next as usize]);
                let (here, reached) = (&codes[square as usize], &mut reached[square as usize]);
                let onward = &mut onward[square as usize];
                for lane in 0..L {
                    reached[lane] = reached[lane].min(next[lane]);
                    let blocked = if self.free[square as usize] >> lane & 1 == 0 { u8::MAX } else { 0 };
                    onward[lane] = here[lane].min(next[lane]) | blocked;
                }
            }
        }
        reached
    }

    /// Adds the captures of a king. A capture over a man comes to the same from all squares before it.
    #[inline(always)]
    pub fn captures<'a>(
        &self,
        half: &Half<'a, G>,
        (memo, paths): (&mut CaptureMemo<'a>, &mut Vec<Path<1>>),
        best: &mut ReachedCodes,
    ) {
        let sides = men_only(half, None);
        for over in squares(half.enemy_men) {
            for direction in 0..4 {
                let steps = (step::<G>(3 - direction, over), step::<G>(direction, over));
                let (Some(before), Some(behind)) = steps else { continue };
                let mut open = self.free[before as usize] & self.free[behind as usize];
                if open == 0 {
                    continue;
                }
                let (dtw, dtz) = ([NO_MOVE; L], [LOST; L]);
                let mut ends = LaneEnds { lanes: self, half, memo: &mut *memo, dtw, dtz };
                let first = Path { piece: Piece::King { direction, over }, captured: 1 << over, mask: [open.into()] };
                Walk { boards: &mut ends, sides, paths: &mut *paths }.follow::<G>(first);
                let LaneEnds { dtw, dtz, .. } = ends;
                for from in ray::<G>(3 - direction, over) {
                    open &= self.free[from as usize];
                    for lane in bits(&[open.into()]) {
                        best.add(self.numbers[from as usize][lane] as usize, dtw[lane], dtz[lane]);
                    }
                }
            }
        }
    }
}

/// What the captures over a man come to in each lane.
struct LaneEnds<'c, 'a, G, const L: usize> {
    lanes: &'c Lanes<G, L>,
    half: &'c Half<'a, G>,
    memo: &'c mut CaptureMemo<'a>,
    dtw: [u8; L],
    dtz: [u8; L],
}

impl<G: Game, const L: usize> Boards<1> for LaneEnds<'_, '_, G, L> {
    #[inline(always)]
    fn free(&self, square: u32) -> Mask<1> {
        [self.lanes.free[square as usize].into()]
    }

    #[inline(always)]
    fn end(&mut self, captured: Bitboard, _is_king: bool, ends: &[(u32, Mask<1>)]) {
        let half = self.half;
        let values = self.memo.values(half, (half.men, half.enemy_men & !captured, half.kings.count(), 0));
        for (to, mask) in ends {
            for lane in bits(mask) {
                let (code, class) = values.value_row(self.lanes.numbers[*to as usize][lane] as usize).get(0);
                self.dtw[lane] = self.dtw[lane].min(code);
                self.dtz[lane] = self.dtz[lane].min(after_zeroing(class, LOST));
            }
        }
    }
}
