//! Quiet moves of kings, for many boards at once.

use std::marker::PhantomData;

use crate::board::{Bitboard, Game, PLACES};
use crate::index::{KingSets, OneMore};
use crate::rules::step;
use crate::solve::bundle::squares;

use super::best::LeastCodes;

/// What one king of a half does while the mover's other kings stand still. A lane has one set of these others. A king's
/// moves and captures do not depend on its own square, but on what stands between: so they are found for all squares,
/// each from the next square's.
pub(super) struct Lanes<G, const L: usize> {
    /// The squares without a man.
    open: Bitboard,
    /// The sets of kings that stand still. Those that share a square with the men have no boards.
    pub sets: [Bitboard; L],
    /// By square, the lanes in which it is empty. No lane without boards is among them.
    pub free: [u32; PLACES],
    /// By square and lane, the number of the set of kings that one more king there makes. Where there is no such board it
    /// is `nowhere`.
    pub numbers: [[u32; L]; PLACES],
    /// The number of a set of kings that has no board: one of its kings and a man share a square.
    nowhere: u32,
    game: PhantomData<G>,
}

/// Codes by square and lane.
type SquareCodes<const L: usize> = [[u8; L]; PLACES];

impl<G: Game, const L: usize> Lanes<G, L> {
    /// For a half with these men of both sides, some at least, and a number of kings.
    #[inline(always)]
    pub fn new(men: Bitboard, kings: u32) -> Lanes<G, L> {
        let man = 1 << men.trailing_zeros();
        let set = squares(G::BOARD & !man).take(kings as usize - 1).fold(man, |set, square| set | 1 << square);
        Lanes {
            open: G::BOARD & !men,
            sets: [0; L],
            free: [0; PLACES],
            numbers: [[0; L]; PLACES],
            nowhere: KingSets::number(set) as u32,
            game: PhantomData,
        }
    }

    /// Takes the next sets of kings that stand still, at most `L`.
    #[inline(always)]
    pub fn start(&mut self, sets: &[Bitboard]) {
        self.free = [0; PLACES];
        self.sets = [0; L];
        self.numbers = [[self.nowhere; L]; PLACES];
        for (lane, &set) in sets.iter().enumerate() {
            self.sets[lane] = set;
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
    pub fn quiet_moves(&self, after: [&[u8]; 2], best: &mut LeastCodes) {
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

    /// The least of the codes of the squares to which a king on each square moves.
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
}
