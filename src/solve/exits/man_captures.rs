//! Captures by men on many boards at once: of a first piece, and of a second.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join};
use crate::index::KingSets;
use crate::rules::step;
use crate::solve::bundle::Jump;

use super::block::Block;

impl<'a, G: Game, const W: usize, const L: usize> Block<'_, 'a, G, W, L> {
    /// Finds the men's captures. It goes lane by lane, since each lane has other men, and jump by jump: a jump after
    /// which the capture does not go on leads to a value row.
    #[inline(always)]
    pub fn men_capture(&mut self) {
        let (kings, moves) = (self.kings, self.moves);
        for (lane, its) in self.lanes() {
            for jump in
                moves.jumps[its.jumps.clone()].iter().filter(|jump| kings & (1 << jump.to | 1 << jump.over) == 0)
            {
                let &Jump { over, to, crowned, takes_man, values, .. } = jump;
                let reach = and(&Self::part(&self.valid, lane), &Self::part(self.free(to), lane));
                let mask = and(&reach, &Self::part(self.bundle.enemies(over, self.first_word), lane));
                if !any(&mask) {
                    continue;
                }
                Self::join_part(&mut self.found.captures, lane, &mask);
                let ends = and_not(&mask, &self.go_on(lane, jump, &mask));
                let row = values.value_row(KingSets::number(if crowned { kings | 1 << to } else { kings }));
                if takes_man {
                    self.add_moves(lane, row, &ends);
                } else {
                    self.add_king_captures(lane, 1 << over, row, &ends);
                }
            }
        }
    }

    /// Goes on after a first piece, in one lane. Returns the boards on which the capture goes on.
    #[inline(always)]
    fn go_on(&mut self, lane: usize, jump: &Jump<'a>, mask: &Mask<L>) -> Mask<L> {
        let &Jump { from, over, to, crowned, .. } = jump;
        let mut goes_on = [0; L];
        for direction in 0..4 {
            let mut found = ArrayVec::<(u32, Mask<L>), 8>::new();
            let part = |mask: &Mask<W>| Self::part(mask, lane);
            let push = |over, more| found.push((over, more));
            self.pieces((direction, to), crowned, self.kings | 1 << over, *mask, part, push);
            for (next, more) in &found {
                join(&mut goes_on, more);
                if !crowned && self.enemies() > 2 {
                    self.second_jump(lane, from, (direction, *next), 1 << over | 1 << next, more);
                }
            }
        }
        if crowned || self.enemies() == 2 {
            let mut boards = [0; W];
            Self::join_part(&mut boards, lane, &goes_on);
            if self.enemies() == 2 {
                self.add_ends(&boards);
            } else {
                self.walk(from, &boards, |walk| {
                    walk.king(to, 1 << over);
                });
            }
        }
        goes_on
    }

    /// Captures a second piece with a man, in one lane, on the boards on which it can be captured.
    #[inline(always)]
    fn second_jump(
        &mut self,
        lane: usize,
        from: u32,
        (direction, over): (usize, u32),
        captured: Bitboard,
        mask: &Mask<L>,
    ) {
        let Some(to) = step::<G>(direction, over) else { return };
        let crowned = G::FIRST_RANK >> to & 1 != 0;
        let mut goes_on = [0; L];
        for direction in 0..4 {
            let part = |mask: &Mask<W>| Self::part(mask, lane);
            let found = |_, more: Mask<L>| join(&mut goes_on, &more);
            self.pieces((direction, to), crowned, self.kings | captured, *mask, part, found);
        }
        let mut boards = [0; W];
        Self::join_part(&mut boards, lane, &goes_on);
        self.walk(from, &boards, |walk| {
            if crowned {
                walk.king(to, captured);
            } else {
                walk.man(to, captured);
            }
        });
        let ends = and_not(mask, &goes_on);
        if !any(&ends) {
            return;
        }
        let half = self.half(lane);
        let kings = (captured & !half.enemy_men).count_ones();
        let men = half.men & !(1 << from) | if crowned { 0 } else { 1 << to };
        let key =
            (men, half.enemy_men & !captured, half.kings.count() + u32::from(crowned), half.enemy.count() - kings);
        let row = self.memo.values(half, key).value_row(KingSets::number(if crowned {
            self.kings | 1 << to
        } else {
            self.kings
        }));
        if kings == 0 {
            self.add_moves(lane, row, &ends);
        } else {
            self.add_king_captures(lane, captured, row, &ends);
        }
    }
}
