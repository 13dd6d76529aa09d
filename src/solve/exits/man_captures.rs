//! Captures by men on many boards at once: of a first piece, and of a second. What moves lead to is gathered into the exits of
//! the block: a value row at once, or value by value.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, bits, join, lower, take_lower};
use crate::index::{KingSets, WORD};
use crate::rules::step;
use crate::solve::bundle::Jump;
use crate::solve::storage::ValueRow;
use crate::value::{Dtw, Measure};

use super::block::Block;
use super::walk::{CaptureWalk, Exit};

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

impl<'a, G: Game, const W: usize, const L: usize> Block<'_, 'a, G, W, L> {
    /// Adds a move on the boards of a mask, in one lane, that captures no king. All boards lead to one value row: each
    /// column to the value of the same set of the enemy's kings.
    #[inline(always)]
    pub fn add_moves(&mut self, lane: usize, values: ValueRow<'_>, mask: &Mask<L>) {
        if any(mask) {
            let [won, lost] = values.classes::<L>(self.lane_word);
            Self::join_part(&mut self.found.wins, lane, &and(mask, &lost));
            Self::join_part(&mut self.found.holds, lane, &and_not(mask, &won));
            let codes = &mut self.found.codes.as_flattened_mut()[lane * Self::PART_COLUMNS..][..Self::PART_COLUMNS];
            match values.codes_from::<L>(self.lane_word) {
                Some(reached) => take_lower(codes, reached, mask),
                None => {
                    let [won, lost] = values.theory::<L>(self.lane_word);
                    lower(codes, Dtw::loss(0), &and(mask, &lost));
                    lower(codes, Dtw::DRAW, &and_not(&and_not(mask, &lost), &won));
                }
            }
        }
    }

    /// Adds a capture on the boards of a mask, in one lane, that takes kings. Each column leads to a value of its own,
    /// that of the enemy's kings that are left.
    #[inline(always)]
    pub fn add_king_captures(&mut self, lane: usize, captured: Bitboard, values: ValueRow<'_>, mask: &Mask<L>) {
        let sets = &self.moves.half(0).enemy.sets()[self.lane_word * WORD..];
        let codes = &mut self.found.codes.as_flattened_mut()[lane * Self::PART_COLUMNS..][..Self::PART_COLUMNS];
        let (mut wins, mut holds) = ([0; L], [0; L]);
        for (word, &boards) in mask.iter().enumerate() {
            for bit in bits(&[boards]) {
                let place = word * WORD + bit;
                let (code, class) = values.get(KingSets::number(sets[place] & !captured));
                codes[place] = codes[place].min(code);
                wins[word] |= u64::from(class.lost) << bit;
                holds[word] |= u64::from(!class.won) << bit;
            }
        }
        Self::join_part(&mut self.found.wins, lane, &wins);
        Self::join_part(&mut self.found.holds, lane, &holds);
    }

    /// Adds a capture of all enemy pieces, which ends the game, on the boards of a mask. Where it loses, it adds nothing to
    /// an exit: see [`Exit::NONE`].
    #[inline(always)]
    pub fn add_ends(&mut self, mask: &Mask<W>) {
        if !G::NO_MOVE_WINS {
            lower(self.found.codes.as_flattened_mut(), Dtw::loss(0), mask);
            join(&mut self.found.wins, mask);
            join(&mut self.found.holds, mask);
        }
    }

    /// Walks the captures of the piece on a square, on each board of a mask by itself. `go` begins the walk.
    #[inline(always)]
    pub fn walk(&mut self, from: u32, mask: &Mask<W>, go: impl Fn(&mut CaptureWalk<'_, 'a, G>) + Copy) {
        for place in bits(mask) {
            let exit = self.walk_one(from, place, go);
            let (word, bit) = (place / WORD, place % WORD);
            self.found.codes[word][bit] = self.found.codes[word][bit].min(exit.code);
            self.found.wins[word] |= u64::from(exit.wins) << bit;
            self.found.holds[word] |= u64::from(exit.holds) << bit;
        }
    }

    /// The exit that these captures give on one board: that of a bit of the block.
    #[inline(never)]
    fn walk_one(&mut self, from: u32, place: usize, go: impl Fn(&mut CaptureWalk<'_, 'a, G>)) -> Exit {
        let column = self.bundle.columns[self.first_word * WORD + place];
        let half = self.moves.half(column.lane as usize);
        let enemy_kings = half.enemy.sets()[self.lane_word * WORD + place % Self::PART_COLUMNS];
        let enemy = half.enemy_men | enemy_kings;
        let mut walk = CaptureWalk {
            half,
            memo: self.memo,
            from,
            kings: self.kings,
            enemy_kings,
            enemy,
            occupied: (half.men | self.kings) & !(1 << from) | enemy,
            exit: Exit::NONE,
        };
        go(&mut walk);
        walk.exit
    }
}
