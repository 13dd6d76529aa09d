//! What leaves a fibre: the zeroing moves of many boards at once.
//!
//! One set of the mover's kings at a time, against 64 or 512 boards of a bundle: whether a square is free, or an enemy's,
//! is a mask, so a king's way along a ray, what it can take there and where it lands are ANDs of masks. Only captures that
//! go on after the first piece are walked one by one.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{RAYS, ray, step};
use crate::value::{Dtw, Measure};

use super::bundle::Bundle;
use super::exit::Exit;
use super::half::{CROWN, Jump, bits};
use super::known::Row;
use super::lanes::{Lane, Lanes};
use super::masks::{Mask, and, and_not, any, join, lower, places, take_lower};
use super::walk::{Memo, Walk};

/// One set of the mover's kings against `W` words of a row: `L` words of one fibre, or half a word of each.
pub(super) struct Block<'b, 'a, const W: usize, const L: usize> {
    bundle: &'b Bundle<'a>,
    lanes: &'b Lanes<'b, 'a>,
    memo: &'b mut Memo<'a>,
    kings: Bitboard,
    /// The first word in the row, its fibre, and its place in the masks of that.
    first: usize,
    lane: usize,
    word: usize,
    valid: Mask<W>,
    captures: Mask<W>,
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

/// A capture of a first piece.
struct First {
    from: u32,
    man: bool,
    direction: usize,
    over: u32,
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
    fn free(&self, square: u32) -> &'b Mask<W> {
        self.bundle.free(square, self.first)
    }

    /// The fibres of the block, by their place in it.
    #[inline(always)]
    fn lanes(&self) -> impl Iterator<Item = (usize, &'b Lane<'b, 'a>)> + use<'b, 'a, W, L> {
        self.lanes.lanes[self.lane..].iter().take(W * WORD / Self::WIDTH).enumerate()
    }

    /// The part of a mask that is a fibre's.
    #[inline(always)]
    fn part(mask: &Mask<W>, lane: usize) -> Mask<L> {
        if Self::WIDTH > WORD {
            std::array::from_fn(|i| mask[i])
        } else {
            [mask[lane / 2] >> (32 * (lane % 2)) & 0xFFFF_FFFF; L]
        }
    }

    /// Adds to the part of a mask that is a fibre's.
    #[inline(always)]
    fn join_part(mask: &mut Mask<W>, lane: usize, part: &Mask<L>) {
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
    fn take(&mut self, lane: usize, row: Row<'_>, mask: &Mask<L>) {
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

    /// Adds captures of a king in a fibre.
    #[inline(always)]
    fn take_king(&mut self, lane: usize, over: u32, row: Row<'_>, mask: &Mask<L>) {
        let sets = &self.lanes.half(0).enemy.sets()[self.word * WORD..];
        for place in places(mask) {
            let (code, class) = row.get(KingSets::number(sets[place] & !(1 << over)));
            self.add(lane * Self::WIDTH + place, code, class.lost, !class.won);
        }
    }

    /// Adds what one board's captures lead to.
    #[inline(always)]
    fn add(&mut self, place: usize, code: u8, wins: bool, holds: bool) {
        let (word, bit) = (place / WORD, place % WORD);
        self.codes[word][bit] = self.codes[word][bit].min(code);
        self.wins[word] |= u64::from(wins) << bit;
        self.holds[word] |= u64::from(holds) << bit;
    }

    #[inline(always)]
    fn men_capture(&mut self) {
        let (kings, lists) = (self.kings, self.lanes);
        for (place, lane) in self.lanes() {
            for jump in
                lists.jumps[lane.jumps.clone()].iter().filter(|jump| kings & (1 << jump.to | 1 << jump.over) == 0)
            {
                let &Jump { from, over, to, crowned, takes_man, fibre } = jump;
                let reach = and(&Self::part(&self.valid, place), &Self::part(self.free(to), place));
                let mask = and(&reach, &Self::part(self.bundle.enemies(over, self.first), place));
                if !any(&mask) {
                    continue;
                }
                Self::join_part(&mut self.captures, place, &mask);
                let mut goes_on = [0; L];
                for direction in 0..4 {
                    let part = |mask: &Mask<W>| Self::part(mask, place);
                    join(&mut goes_on, &self.goes_on(over, direction, to, crowned, mask, part));
                }
                let mut walked = [0; W];
                Self::join_part(&mut walked, place, &goes_on);
                self.walk(&First { from, man: true, direction: 0, over }, to, &walked);
                let ends = and_not(&mask, &goes_on);
                let row = fibre.row(KingSets::number(if crowned { kings | 1 << to } else { kings }));
                if takes_man {
                    self.take(place, row, &ends);
                } else {
                    self.take_king(place, over, row, &ends);
                }
            }
        }
    }

    #[inline(always)]
    fn kings_capture(&mut self) {
        for from in bits(self.kings) {
            for direction in 0..4 {
                let mut open = self.valid;
                for over in ray(direction, from) {
                    if self.kings >> over & 1 != 0 {
                        break;
                    }
                    let mask = and(&open, self.bundle.enemies(over, self.first));
                    if any(&mask) {
                        self.king_captures(from, direction, over, mask);
                    }
                    open = and(&open, self.free(over));
                    if !any(&open) {
                        break;
                    }
                }
            }
        }
    }

    /// The capture by a king of a first piece, where `mask` tells that it reaches it.
    #[inline(always)]
    fn king_captures(&mut self, from: u32, direction: usize, over: u32, mask: Mask<W>) {
        // For each landing, where the way to it is free.
        let mut landings = ArrayVec::<(u32, Mask<W>), 6>::new();
        let mut open = mask;
        for to in ray(direction, over) {
            if self.kings >> to & 1 != 0 {
                break;
            }
            open = and(&open, self.free(to));
            if !any(&open) {
                break;
            }
            landings.push((to, open));
        }
        let Some(&(_, mask)) = landings.first() else { return };
        join(&mut self.captures, &mask);
        let mut goes_on = [0; W];
        // On in the same direction: over the first piece behind any landing.
        for (to, open) in &landings {
            let Some(next) = step(direction, *to).filter(|next| self.kings >> next & 1 == 0) else { continue };
            let Some(behind) = step(direction, next).filter(|to| self.kings >> to & 1 == 0) else { continue };
            let more = and(open, self.bundle.enemies(next, self.first));
            join(&mut goes_on, &and(&more, self.free(behind)));
        }
        // To the sides: directions 0 and 3, and 1 and 2, are opposite.
        let sides = if direction == 0 || direction == 3 { [1, 2] } else { [0, 3] };
        let enemy_kings = self.lanes.half(0).enemy.count();
        let other_kings = enemy_kings > 1 || enemy_kings == 1 && self.bundle.enemy_men >> over & 1 != 0;
        for (to, open) in &landings {
            for side in sides {
                if other_kings || RAYS[side][*to as usize] & self.bundle.enemy_men != 0 {
                    let open = and_not(open, &goes_on);
                    join(&mut goes_on, &self.goes_on(over, side, *to, true, open, |mask| *mask));
                }
            }
        }
        self.walk(&First { from, man: false, direction, over }, 0, &goes_on);
        let others = OneMore::new(self.kings & !(1 << from));
        for (to, open) in &landings {
            let ends = and_not(open, &goes_on);
            if !any(&ends) {
                continue;
            }
            let number = others.number(*to);
            for (place, lane) in self.lanes() {
                let ends = Self::part(&ends, place);
                if !any(&ends) {
                    continue;
                }
                let mut men = self.lanes.takes_man[lane.takes_man.clone()].iter();
                match (men.find(|(man, _)| *man == over), lane.takes_king) {
                    (Some((_, fibre)), _) => self.take(place, fibre.row(number), &ends),
                    (None, Some(fibre)) => self.take_king(place, over, fibre.row(number), &ends),
                    (None, None) => {}
                }
            }
        }
    }

    /// Where a capture goes on from a landing in a direction, in a part of the block. The square where it began is in
    /// none of these.
    #[inline(always)]
    fn goes_on<const N: usize>(
        &self,
        captured: u32,
        direction: usize,
        from: u32,
        king: bool,
        mut open: Mask<N>,
        part: impl Fn(&Mask<W>) -> Mask<N>,
    ) -> Mask<N> {
        // The captured piece still blocks.
        let blocked = self.kings | 1 << captured;
        let mut found = [0; N];
        for over in ray(direction, from) {
            if blocked >> over & 1 != 0 {
                break;
            }
            if let Some(behind) = step(direction, over).filter(|to| blocked >> to & 1 == 0) {
                let more = and(&open, &part(self.bundle.enemies(over, self.first)));
                join(&mut found, &and(&more, &part(self.free(behind))));
            }
            if !king {
                break;
            }
            open = and(&open, &part(self.free(over)));
            if !any(&open) {
                break;
            }
        }
        found
    }

    /// Walks the captures that go on, on each board of a mask; of a man, from its landing.
    #[inline(always)]
    fn walk(&mut self, capture: &First, landing: u32, mask: &Mask<W>) {
        let half = self.lanes.half(0);
        if half.enemy_men.count_ones() + half.enemy.count() == 2 {
            // It takes both.
            lower(self.codes.as_flattened_mut(), Dtw::loss(0), mask);
            join(&mut self.wins, mask);
            join(&mut self.holds, mask);
            return;
        }
        for place in places(mask) {
            let exit = self.walk_one(capture, landing, place);
            self.add(place, exit.code, exit.wins, exit.holds);
        }
    }

    #[inline(never)]
    fn walk_one(&mut self, capture: &First, landing: u32, place: usize) -> Exit {
        let column = self.bundle.columns[self.first * WORD + place];
        let half = self.lanes.half(column.lane as usize);
        let enemy_kings = half.enemy.sets()[self.word * WORD + place % Self::WIDTH];
        let mut walk = Walk {
            half,
            memo: self.memo,
            from: capture.from,
            kings: self.kings,
            enemy_kings,
            occupied: (half.men | self.kings) & !(1 << capture.from) | half.enemy_men | enemy_kings,
            exit: Exit::NONE,
        };
        if !capture.man {
            walk.king_over(capture.direction, capture.over, 0);
        } else if CROWN >> landing & 1 != 0 {
            walk.king(landing, 1 << capture.over);
        } else {
            walk.man(landing, 1 << capture.over);
        }
        walk.exit
    }
}
