//! Captures by men, on many boards at once: the first piece and the second.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::KingSets;
use crate::rules::step;

use super::exits::Block;
use super::half::{CROWN, Jump};
use super::masks::{Mask, and, and_not, any, join};

impl<'a, const W: usize, const L: usize> Block<'_, 'a, W, L> {
    #[inline(always)]
    pub fn men_capture(&mut self) {
        let (kings, lists) = (self.kings, self.lanes);
        for (place, lane) in self.lanes() {
            for jump in
                lists.jumps[lane.jumps.clone()].iter().filter(|jump| kings & (1 << jump.to | 1 << jump.over) == 0)
            {
                let &Jump { over, to, crowned, takes_man, fibre, .. } = jump;
                let reach = and(&Self::part(&self.valid, place), &Self::part(self.free(to), place));
                let mask = and(&reach, &Self::part(self.bundle.enemies(over, self.first), place));
                if !any(&mask) {
                    continue;
                }
                Self::join_part(&mut self.captures, place, &mask);
                let ends = and_not(&mask, &self.go_on(place, jump, &mask));
                let row = fibre.row(KingSets::number(if crowned { kings | 1 << to } else { kings }));
                if takes_man {
                    self.take(place, row, &ends);
                } else {
                    self.take_kings(place, 1 << over, row, &ends);
                }
            }
        }
    }

    /// Goes on after a first piece, in one of the fibres; where it could.
    #[inline(always)]
    fn go_on(&mut self, place: usize, jump: &Jump<'a>, mask: &Mask<L>) -> Mask<L> {
        let &Jump { from, over, to, crowned, .. } = jump;
        let mut goes_on = [0; L];
        for direction in 0..4 {
            let mut found = ArrayVec::<(u32, Mask<L>), 8>::new();
            let part = |mask: &Mask<W>| Self::part(mask, place);
            let push = |over, more| found.push((over, more));
            self.pieces((direction, to), crowned, self.kings | 1 << over, *mask, part, push);
            for (next, more) in &found {
                join(&mut goes_on, more);
                if !crowned && self.enemies() > 2 {
                    self.second_jump(place, from, (direction, *next), 1 << over | 1 << next, more);
                }
            }
        }
        if crowned || self.enemies() == 2 {
            let mut boards = [0; W];
            Self::join_part(&mut boards, place, &goes_on);
            if self.enemies() == 2 {
                self.take_all(&boards);
            } else {
                self.walk(from, &boards, |walk| {
                    walk.king(to, 1 << over);
                });
            }
        }
        goes_on
    }

    /// The capture of a second one by a man of one of the fibres, where `mask` tells that it can be taken.
    #[inline(always)]
    fn second_jump(
        &mut self,
        place: usize,
        from: u32,
        (direction, over): (usize, u32),
        captured: Bitboard,
        mask: &Mask<L>,
    ) {
        let Some(to) = step(direction, over) else { return };
        let crowned = CROWN >> to & 1 != 0;
        let mut goes_on = [0; L];
        for direction in 0..4 {
            let part = |mask: &Mask<W>| Self::part(mask, place);
            let found = |_, more: Mask<L>| join(&mut goes_on, &more);
            self.pieces((direction, to), crowned, self.kings | captured, *mask, part, found);
        }
        let mut boards = [0; W];
        Self::join_part(&mut boards, place, &goes_on);
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
        let half = self.half(place);
        let kings = (captured & !half.enemy_men).count_ones();
        let men = half.men & !(1 << from) | if crowned { 0 } else { 1 << to };
        let key =
            (men, half.enemy_men & !captured, half.kings.count() + u32::from(crowned), half.enemy.count() - kings);
        let row =
            self.memo.fibre(half, key).row(KingSets::number(if crowned { self.kings | 1 << to } else { self.kings }));
        if kings == 0 {
            self.take(place, row, &ends);
        } else {
            self.take_kings(place, captured, row, &ends);
        }
    }
}
