//! What leaves a fibre: the zeroing moves of many boards at once.
//!
//! One set of the mover's kings at a time, against 64 or 512 boards of a bundle: whether a square is free, or an enemy's,
//! is a mask, so a king's way along a ray, what it can take there and where it lands are ANDs of masks. Only captures that
//! go on after a second piece are walked one by one.

use crate::board::Bitboard;
use crate::index::{KingSets, WORD};
use crate::rules::{ray, step};
use crate::value::{Dtw, Measure};

use super::bundle::Bundle;
use super::exit::Exit;
use super::half::{Half, bits};
use super::known::Row;
use super::lanes::{Lane, Lanes};
use super::masks::{Mask, and, and_not, any, join, lower, places, take_lower};
use super::walk::{Memo, Walk};

/// One set of the mover's kings against `W` words of a row: `L` words of one fibre, or half a word of each.
pub(super) struct Block<'b, 'a, const W: usize, const L: usize> {
    pub bundle: &'b Bundle<'a>,
    pub lanes: &'b Lanes<'b, 'a>,
    pub memo: &'b mut Memo<'a>,
    pub kings: Bitboard,
    /// The first word in the row, its fibre, and its place in the masks of that.
    pub first: usize,
    lane: usize,
    word: usize,
    pub valid: Mask<W>,
    pub captures: Mask<W>,
    codes: [[u8; WORD]; W],
    wins: Mask<W>,
    holds: Mask<W>,
}

pub(super) struct Done<'c, const W: usize> {
    pub valid: Mask<W>,
    pub captures: Mask<W>,
    pub stuck: Mask<W>,
    pub still: Mask<W>,
    pub wins: Mask<W>,
    pub holds: Mask<W>,
    pub codes: &'c [[u8; WORD]; W],
}

impl<'b, 'a, const W: usize, const L: usize> Block<'b, 'a, W, L> {
    /// A block that is yet to be [started](Block::start).
    #[inline(always)]
    pub fn new(bundle: &'b Bundle<'a>, lanes: &'b Lanes<'b, 'a>, memo: &'b mut Memo<'a>) -> Block<'b, 'a, W, L> {
        Block {
            bundle,
            lanes,
            memo,
            kings: 0,
            first: 0,
            lane: 0,
            word: 0,
            valid: [0; W],
            captures: [0; W],
            codes: [[0; WORD]; W],
            wins: [0; W],
            holds: [0; W],
        }
    }

    /// The columns of a fibre in a block.
    const WIDTH: usize = if L == W && W > 1 { W * WORD } else { WORD / 2 };

    #[inline(always)]
    pub fn free(&self, square: u32) -> &'b Mask<W> {
        self.bundle.free(square, self.first)
    }

    /// The fibres of the block, by their place in it.
    #[inline(always)]
    pub fn lanes(&self) -> impl Iterator<Item = (usize, &'b Lane<'b, 'a>)> + use<'b, 'a, W, L> {
        self.lanes.lanes[self.lane..].iter().take(W * WORD / Self::WIDTH).enumerate()
    }

    /// One of them.
    #[inline(always)]
    pub fn half(&self, place: usize) -> &'b Half<'a> {
        self.lanes.half(self.lane + place)
    }

    /// The part of a mask that is a fibre's.
    #[inline(always)]
    pub fn part(mask: &Mask<W>, lane: usize) -> Mask<L> {
        if Self::WIDTH > WORD {
            std::array::from_fn(|i| mask[i])
        } else {
            [mask[lane / 2] >> (32 * (lane % 2)) & 0xFFFF_FFFF; L]
        }
    }

    /// Adds to the part of a mask that is a fibre's.
    #[inline(always)]
    pub fn join_part(mask: &mut Mask<W>, lane: usize, part: &Mask<L>) {
        if Self::WIDTH > WORD {
            mask.iter_mut().zip(part).for_each(|(mask, part)| *mask |= part);
        } else {
            mask[lane / 2] |= part[0] << (32 * (lane % 2));
        }
    }

    /// Begins a block; whether it has boards.
    #[inline(always)]
    pub fn start(&mut self, kings: Bitboard, first: usize) -> bool {
        (self.kings, self.first, self.lane) = (kings, first, first * WORD / self.bundle.width);
        self.word = first - self.lane * self.bundle.width / WORD;
        self.valid = *self.bundle.fit(first);
        for square in bits(kings) {
            self.valid = and(&self.valid, self.free(square));
        }
        any(&self.valid)
    }

    #[inline(always)]
    pub fn work(&mut self) -> Done<'_, W> {
        self.captures = [0; W];
        self.codes = [[Exit::NONE.code; WORD]; W];
        (self.wins, self.holds) = ([0; W], [0; W]);
        self.men_capture();
        self.kings_capture();
        let quiet = and_not(&self.valid, &self.captures);
        let mut still = quiet;
        for from in bits(self.kings) {
            for to in (0..4).filter_map(|direction| step(direction, from)) {
                if self.kings >> to & 1 == 0 {
                    still = and_not(&still, self.free(to));
                }
            }
        }
        let mut moves = [0; W];
        let (kings, lists) = (self.kings, self.lanes);
        for (place, lane) in self.lanes() {
            let quiet = Self::part(&quiet, place);
            if !any(&quiet) {
                continue;
            }
            for step in lists.steps[lane.steps.clone()].iter().filter(|step| kings >> step.to & 1 == 0) {
                let open = and(&quiet, &Self::part(self.free(step.to), place));
                Self::join_part(&mut moves, place, &open);
                let kings = if step.crowned { kings | 1 << step.to } else { kings };
                self.take(place, step.fibre.row(KingSets::number(kings)), &open);
            }
        }
        let stuck = and_not(&still, &moves);
        still = and(&still, &moves);
        let Block { valid, captures, wins, holds, ref codes, .. } = *self;
        Done { valid, captures, stuck, still, wins, holds, codes }
    }

    /// Adds moves of a fibre that leave the enemy's kings alone.
    #[inline(always)]
    pub fn take(&mut self, lane: usize, row: Row<'_>, mask: &Mask<L>) {
        if any(mask) {
            let [won, lost] = row.classes::<L>(self.word);
            Self::join_part(&mut self.wins, lane, &and(mask, &lost));
            Self::join_part(&mut self.holds, lane, &and_not(mask, &won));
            let codes = &mut self.codes.as_flattened_mut()[lane * Self::WIDTH..][..Self::WIDTH];
            match row.codes_from::<L>(self.word) {
                Some(row) => take_lower(codes, row, mask),
                None => {
                    let [won, lost] = row.theory::<L>(self.word);
                    lower(codes, Dtw::loss(0), &and(mask, &lost));
                    lower(codes, Dtw::DRAW, &and_not(&and_not(mask, &lost), &won));
                }
            }
        }
    }

    /// Adds captures in a fibre, the enemy's kings among them.
    #[inline(always)]
    pub fn take_kings(&mut self, lane: usize, captured: Bitboard, row: Row<'_>, mask: &Mask<L>) {
        let sets = &self.lanes.half(0).enemy.sets()[self.word * WORD..];
        let codes = &mut self.codes.as_flattened_mut()[lane * Self::WIDTH..][..Self::WIDTH];
        let (mut wins, mut holds) = ([0; L], [0; L]);
        for (word, &boards) in mask.iter().enumerate() {
            for bit in places(&[boards]) {
                let place = word * WORD + bit;
                let (code, class) = row.get(KingSets::number(sets[place] & !captured));
                codes[place] = codes[place].min(code);
                wins[word] |= u64::from(class.lost) << bit;
                holds[word] |= u64::from(!class.won) << bit;
            }
        }
        Self::join_part(&mut self.wins, lane, &wins);
        Self::join_part(&mut self.holds, lane, &holds);
    }

    /// Adds captures of all that the enemy has.
    #[inline(always)]
    pub fn take_all(&mut self, mask: &Mask<W>) {
        lower(self.codes.as_flattened_mut(), Dtw::loss(0), mask);
        join(&mut self.wins, mask);
        join(&mut self.holds, mask);
    }

    /// How many pieces the enemy has.
    #[inline(always)]
    pub fn enemies(&self) -> u32 {
        let half = self.lanes.half(0);
        half.enemy_men.count_ones() + half.enemy.count()
    }

    /// The pieces that can be taken from a square on in a direction, in a part of the block, and where.
    #[inline(always)]
    pub fn pieces<const N: usize>(
        &self,
        (direction, from): (usize, u32),
        king: bool,
        blocked: Bitboard,
        mut open: Mask<N>,
        part: impl Fn(&Mask<W>) -> Mask<N>,
        mut found: impl FnMut(u32, Mask<N>),
    ) {
        for over in ray(direction, from) {
            if blocked >> over & 1 != 0 {
                break;
            }
            if let Some(behind) = step(direction, over).filter(|to| blocked >> to & 1 == 0) {
                let more = and(&open, &part(self.bundle.enemies(over, self.first)));
                let more = and(&more, &part(self.free(behind)));
                if any(&more) {
                    found(over, more);
                }
            }
            if !king {
                break;
            }
            open = and(&open, &part(self.free(over)));
            if !any(&open) {
                break;
            }
        }
    }

    /// Walks captures one by one, on each board of a mask.
    #[inline(always)]
    pub fn walk(&mut self, from: u32, mask: &Mask<W>, go: impl Fn(&mut Walk<'_, 'a>) + Copy) {
        for place in places(mask) {
            let exit = self.walk_one(from, place, go);
            let (word, bit) = (place / WORD, place % WORD);
            self.codes[word][bit] = self.codes[word][bit].min(exit.code);
            self.wins[word] |= u64::from(exit.wins) << bit;
            self.holds[word] |= u64::from(exit.holds) << bit;
        }
    }

    #[inline(never)]
    fn walk_one(&mut self, from: u32, place: usize, go: impl Fn(&mut Walk<'_, 'a>)) -> Exit {
        let column = self.bundle.columns[self.first * WORD + place];
        let half = self.lanes.half(column.lane as usize);
        let enemy_kings = half.enemy.sets()[self.word * WORD + place % Self::WIDTH];
        let enemy = half.enemy_men | enemy_kings;
        let mut walk = Walk {
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
