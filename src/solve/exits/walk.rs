//! The exit of one board, and captures on one board: a walk over all of their paths.

use crate::board::{Bitboard, Game};
use crate::index::KingSets;
use crate::rules::{across, nearest, ray_set, slide, step};
use crate::solve::bundle::{Half, squares};
use crate::solve::storage::{Class, KnownHalf};

/// What the zeroing moves of a board come to.
#[derive(Clone, Copy, Debug)]
pub(in crate::solve) struct Exit {
    /// The least code of a distance to win that they lead to.
    pub code: u8,
    /// Whether some zeroing move wins under the draw rule.
    pub wins: bool,
    /// Whether some zeroing move does not lose under it.
    pub holds: bool,
}

impl Exit {
    /// No zeroing move. Its code is the worst there is: the enemy's quickest win, in 1, or in 0 where the side without a
    /// move has won. A zeroing move may lead to a board with that code too. The two cases need not be told apart:
    /// - Where a king can move, no king's move loses sooner. So such a zeroing move never delays the loss, and it makes no
    ///   difference whether there is one.
    /// - Where no king can move, a board is stuck, or has a zeroing move whose code this is. Stuck boards have a plane
    ///   of their own.
    pub const NONE: Exit = Exit { code: 255, wins: false, holds: false };

    /// Adds a zeroing move by the value that it leads to.
    #[inline(always)]
    pub fn add(&mut self, (code, class): (u8, Class)) {
        self.code = self.code.min(code);
        self.wins |= class.lost;
        self.holds |= !class.won;
    }
}

/// The values that recent captures have led to. Few men have few placements, so captures lead to the same values again
/// and again, and looking here is faster than finding them anew.
pub(in crate::solve) struct CaptureMemo<'a>([Option<(MemoKey, KnownHalf<'a>)>; 64]);

/// What tells these values apart: both sides' men, and their numbers of kings.
pub(in crate::solve) type MemoKey = (Bitboard, Bitboard, u32, u32);

impl<'a> CaptureMemo<'a> {
    pub fn new() -> CaptureMemo<'a> {
        CaptureMemo([None; 64])
    }

    /// The values after a capture that leaves these men and numbers of kings.
    #[inline]
    pub fn values<G: Game>(&mut self, from: &Half<'a, G>, key: MemoKey) -> KnownHalf<'a> {
        let (men, enemy_men, kings, enemy_kings) = key;
        let counts = u64::from(kings << 9 ^ enemy_kings << 5);
        let mixed = (men ^ enemy_men.rotate_left(13) ^ counts).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        match &mut self.0[(mixed >> 58) as usize] {
            Some((known, values)) if *known == key => *values,
            slot => slot.insert((key, from.after(men, enemy_men, kings, enemy_kings))).1,
        }
    }
}

/// The captures of one piece on one board, as the enemy sees it. Captured pieces stay on the board until the capture is
/// complete: they block the way, and cannot be jumped twice.
pub(in crate::solve) struct CaptureWalk<'w, 'a, G> {
    pub half: &'w Half<'a, G>,
    pub memo: &'w mut CaptureMemo<'a>,
    /// The capturing piece's square, which counts as empty.
    pub from: u32,
    /// The mover's kings, and the enemy's.
    pub kings: Bitboard,
    pub enemy_kings: Bitboard,
    /// The enemy's kings and men.
    pub enemy: Bitboard,
    pub occupied: Bitboard,
    /// The exit that the complete captures give.
    pub exit: Exit,
}

impl<G: Game> CaptureWalk<'_, '_, G> {
    /// Goes on from `at` as a man. Returns whether it could.
    pub fn man(&mut self, at: u32, captured: Bitboard) -> bool {
        let enemy = self.enemy & !captured;
        let mut went_on = false;
        for direction in 0..4 {
            let Some(over) = step::<G>(direction, at).filter(|over| enemy >> over & 1 != 0) else { continue };
            let Some(to) = step::<G>(direction, over).filter(|to| self.occupied >> to & 1 == 0) else { continue };
            went_on = true;
            let captured = captured | 1 << over;
            let crowned = G::FIRST_RANK >> to & 1 != 0;
            if !(if crowned { self.king(to, captured) } else { self.man(to, captured) }) {
                self.end(1 << to, captured, crowned);
            }
        }
        went_on
    }

    /// Goes on from `at` as a king. Returns whether it could.
    pub fn king(&mut self, at: u32, captured: Bitboard) -> bool {
        (0..4).fold(false, |went_on, direction| went_on | self.king_in(direction, at, captured))
    }

    /// Goes on from `at` as a king in one direction. Returns whether it could.
    #[inline(always)]
    fn king_in(&mut self, direction: usize, at: u32, captured: Bitboard) -> bool {
        let enemy = self.enemy & !captured;
        if ray_set::<G>(direction, at) & enemy == 0 {
            return false;
        }
        let Some(over) = nearest::<G>(direction, at, self.occupied).filter(|over| enemy >> over & 1 != 0) else {
            return false;
        };
        self.king_past(direction, over, captured)
    }

    /// Goes on as a king over a piece. Returns whether a square behind it was free.
    #[inline(always)]
    pub fn king_past(&mut self, direction: usize, over: u32, captured: Bitboard) -> bool {
        let landings = slide::<G>(direction, over, self.occupied);
        if landings != 0 {
            self.king_over(direction, over, landings, captured | 1 << over);
        }
        landings != 0
    }

    /// Goes on as a king over a piece, which `captured` has already, to the squares behind it. If the capture goes on
    /// from one of them, it must not end on another.
    fn king_over(&mut self, direction: usize, over: u32, landings: Bitboard, captured: Bitboard) {
        // Straight on, each landing comes to the same capture; back, there is only what was captured.
        let mut goes_on = self.king_in(direction, over, captured);
        for to in squares(landings) {
            for side in across(direction) {
                goes_on |= self.king_in(side, to, captured);
            }
        }
        if !goes_on {
            self.end(landings, captured, true);
        }
    }

    /// Adds what a complete capture leads to, for each square on which it may end.
    fn end(&mut self, landings: Bitboard, captured: Bitboard, king: bool) {
        let man = if king { 0 } else { landings };
        let men = self.half.men & !(1 << self.from) | man;
        let kings = self.kings & !(1 << self.from);
        let enemy_kings = self.enemy_kings & !captured;
        let crowned = king && self.half.men >> self.from & 1 != 0;
        let (column, enemy_count) = KingSets::number_and_count(enemy_kings);
        let key = (men, self.half.enemy_men & !captured, self.half.kings.count() + u32::from(crowned), enemy_count);
        let values = self.memo.values(self.half, key);
        for to in squares(landings) {
            let kings = if king { kings | 1 << to } else { kings };
            self.exit.add(values.value_row(KingSets::number(kings)).get(column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;
    use crate::solve::testing::{Random, Values, king_sets, some_halves};

    #[test]
    fn remembered_values_are_those_of_the_fibre() {
        let ending = "KMvKM".parse().unwrap();
        let (values, kings) = (Values::<Russian>::new(ending, true), king_sets::<Russian>(ending));
        let known = values.known();
        let halves = some_halves(ending, &known, &kings, 1);
        let (half, mut memo, mut random) = (&halves[0][0], CaptureMemo::new(), Random(8));
        // More fibres than the memo holds, each asked for again.
        let pairs = (4..32).flat_map(|man| (0..28).map(move |enemy| (man, enemy)));
        let men: Vec<(Bitboard, Bitboard)> =
            pairs.filter(|(man, enemy)| man != enemy).map(|(man, enemy)| (1 << man, 1 << enemy)).collect();
        for _ in 0..100_000 {
            let (men, enemy_men) = men[random.below(men.len())];
            let (at, row) = (random.below(32), random.below(32));
            let expected = half.after(men, enemy_men, 1, 1).value_row(row).get(at);
            assert_eq!(memo.values(half, (men, enemy_men, 1, 1)).value_row(row).get(at), expected);
        }
    }
}
