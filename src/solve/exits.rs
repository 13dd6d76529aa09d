//! What leaves a fibre: the zeroing moves of many boards at once.
//!
//! One set of the mover's kings at a time, against 64 or 512 boards of a bundle: whether a square is free, or an enemy's,
//! is a mask, so a king's way along a ray, what it can take there and where it lands are ANDs of masks. Only captures that
//! go on after the first piece are walked one by one.

use std::ops::Range;

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{RAYS, ray, step};
use crate::value::{Dtw, Measure, Outcome};

use super::bundle::Bundle;
use super::exit::Exit;
use super::far::LONGEST;
use super::half::{CROWN, Half, Jump, Step, bits};
use super::halt::Halt;
use super::known::{Fibre, Row};
use super::lanes::{Mask, and, and_not, any, join, lower, places, take_lower};
use super::walk::{Memo, Walk};

/// Distances that a code and a ply more can stand for.
const EVENTS: usize = 257;

/// The boards of a half, as masks: a row for each set of the mover's kings, a bit for each of the enemy's.
#[derive(Default)]
pub(super) struct Boards {
    /// Those with a legal move, but no capture.
    pub quiet: Vec<u64>,
    /// Those with a capture pending.
    pub captures: Vec<u64>,
    /// Those without a legal move.
    pub stuck: Vec<u64>,
    /// The quiet ones without a king's move.
    pub still: Vec<u64>,
    /// The quiet ones whose zeroing moves do not delay a loss: there are none, or they lose at once.
    pub prompt: Vec<u64>,
    /// Those with a zeroing move that wins under the draw rule.
    pub wins: Vec<u64>,
    /// Those with a zeroing move that does not lose under it.
    pub holds: Vec<u64>,
    /// By distance to win in plies, the boards, as [`Boards::cell`], that zeroing moves decide: won in odd distances,
    /// in even ones lost unless a king's move does better.
    pub events: Vec<Vec<u32>>,
    /// The last distance with events.
    pub last: usize,
    /// Boards whose events are farther than codes tell.
    far: Vec<u32>,
}

impl Boards {
    /// Empties them, for a number of words in all.
    pub fn clear(&mut self, words: usize) {
        let Boards { quiet, captures, stuck, still, prompt, wins, holds, events, last, far } = self;
        for plane in [quiet, captures, stuck, still, prompt, wins, holds] {
            plane.clear();
            plane.resize(words, 0);
        }
        events.resize_with(EVENTS, Vec::new);
        events.iter_mut().for_each(Vec::clear);
        *last = 0;
        far.clear();
    }

    /// The number of a board, given its place in the masks.
    #[inline(always)]
    pub fn cell(word: usize, bit: usize) -> u32 {
        (word * WORD + bit) as u32
    }

    /// Fills them for the fibres of a bundle, `W` words at a time, of which a fibre has `L`: as many, or half a word.
    #[inline(always)]
    pub fn fill<'a, const W: usize, const L: usize>(
        &mut self,
        bundle: &Bundle<'a>,
        lanes: &Lanes<'_, 'a>,
        memo: &mut Memo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let mut block = Block::<W, L> {
            bundle,
            lanes,
            memo,
            kings: 0,
            first: 0,
            word: 0,
            valid: [0; W],
            captures: [0; W],
            codes: [[0; WORD]; W],
            wins: [0; W],
            holds: [0; W],
        };
        for (row, &kings) in bundle.kings.sets().iter().enumerate() {
            if kings & bundle.men != 0 {
                continue;
            }
            // Once in some thousand words.
            if row * bundle.words % 4096 < bundle.words && row > 0 && stopped() {
                return Err(Halt::Stopped);
            }
            for word in (0..bundle.words).step_by(W) {
                if block.start(kings, word) {
                    self.store(row * bundle.words + word, block.work());
                }
            }
        }
        for cell in std::mem::take(&mut self.far) {
            let (row, column) = (cell as usize / (bundle.words * WORD), cell as usize % (bundle.words * WORD));
            let half = lanes.lanes[column / bundle.width].half;
            self.enter_far(cell, half.far_exit(half.kings.sets()[row], half.enemy.sets()[column % bundle.width]))?;
        }
        Ok(())
    }

    /// Adds the event of a board whose distance was looked up.
    #[cold]
    fn enter_far(&mut self, cell: u32, outcome: Outcome) -> Result<(), Halt> {
        let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { unreachable!("a far distance is no draw's") };
        if plies > LONGEST {
            return Err(Halt::TooLong);
        }
        let plies = usize::from(plies);
        self.events.resize_with(self.events.len().max(plies + 1), Vec::new);
        self.events[plies].push(cell);
        self.last = self.last.max(plies);
        Ok(())
    }

    #[inline(always)]
    fn store<const W: usize>(&mut self, at: usize, done: Done<'_, W>) {
        let Done { valid, captures, stuck, still, wins, holds, codes } = done;
        let quiet = and_not(&and_not(&valid, &captures), &stuck);
        let mut prompt = [0; W];
        for (i, codes) in codes.iter().enumerate() {
            // Of the others the round is known in which they are decided, or at least may be.
            let mut left = valid[i] & !stuck[i];
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let code = codes[bit];
                if code == Exit::NONE.code && (quiet[i] & !still[i]) >> bit & 1 != 0 {
                    prompt[i] |= 1 << bit;
                } else if code.wrapping_sub(Dtw::FAR_LOSS) > 2 {
                    let plies = if code < Dtw::DRAW { 2 * usize::from(code) + 1 } else { 512 - 2 * usize::from(code) };
                    self.last = self.last.max(plies);
                    self.events[plies].push(Boards::cell(at + i, bit));
                } else if code != Dtw::DRAW {
                    self.far.push(Boards::cell(at + i, bit));
                }
            }
        }
        self.events[0].extend(places(&stuck).map(|place| Boards::cell(at, place)));
        for (plane, mask) in [
            (&mut self.quiet, quiet),
            (&mut self.captures, captures),
            (&mut self.stuck, stuck),
            (&mut self.still, still),
            (&mut self.prompt, prompt),
            (&mut self.wins, wins),
            (&mut self.holds, holds),
        ] {
            plane[at..at + W].copy_from_slice(&mask);
        }
    }
}

/// What the men of each fibre of a bundle make of moves.
#[derive(Default)]
pub(super) struct Lanes<'h, 'a> {
    lanes: Vec<Lane<'h, 'a>>,
    steps: Vec<Step<'a>>,
    jumps: Vec<Jump<'a>>,
    /// Where the captures of one piece by a king lead, by the captured man.
    takes_man: Vec<(u32, Fibre<'a>)>,
}

/// One of them, with its parts of the lists.
struct Lane<'h, 'a> {
    half: &'h Half<'a>,
    steps: Range<usize>,
    jumps: Range<usize>,
    takes_man: Range<usize>,
    /// Where the captures of a king alone by a king lead.
    takes_king: Option<Fibre<'a>>,
}

impl<'h, 'a> Lanes<'h, 'a> {
    /// Adds a fibre.
    pub fn push(&mut self, half: &'h Half<'a>) {
        let starts = (self.steps.len(), self.jumps.len(), self.takes_man.len());
        half.steps(|step| self.steps.push(step));
        half.jumps(|jump| self.jumps.push(jump));
        let has_kings = half.kings.count() > 0;
        if has_kings {
            self.takes_man.extend(bits(half.enemy_men).map(|over| (over, half.king_takes_man(over))));
        }
        self.lanes.push(Lane {
            half,
            steps: starts.0..self.steps.len(),
            jumps: starts.1..self.jumps.len(),
            takes_man: starts.2..self.takes_man.len(),
            takes_king: (has_kings && half.enemy.count() > 0).then(|| half.king_takes_king()),
        });
    }

    /// Any of the fibres: they have the same numbers of pieces.
    fn any(&self) -> &'h Half<'a> {
        self.lanes[0].half
    }
}

/// One set of the mover's kings against `W` words of a row: `L` words of one fibre, or half a word of each.
struct Block<'b, 'a, const W: usize, const L: usize> {
    bundle: &'b Bundle<'a>,
    lanes: &'b Lanes<'b, 'a>,
    memo: &'b mut Memo<'a>,
    kings: Bitboard,
    /// The first word in the row.
    first: usize,
    /// And in the masks of its fibre.
    word: usize,
    valid: Mask<W>,
    captures: Mask<W>,
    codes: [[u8; WORD]; W],
    wins: Mask<W>,
    holds: Mask<W>,
}

struct Done<'c, const W: usize> {
    valid: Mask<W>,
    captures: Mask<W>,
    stuck: Mask<W>,
    still: Mask<W>,
    wins: Mask<W>,
    holds: Mask<W>,
    codes: &'c [[u8; WORD]; W],
}

/// A capture of a first piece.
struct First {
    from: u32,
    man: bool,
    direction: usize,
    over: u32,
}

impl<'b, 'a, const W: usize, const L: usize> Block<'b, 'a, W, L> {
    /// The columns of a fibre in a block.
    const WIDTH: usize = if L == W && W > 1 { W * WORD } else { WORD / 2 };

    #[inline(always)]
    fn free(&self, square: u32) -> &'b Mask<W> {
        self.bundle.free(square, self.first)
    }

    /// The fibres of the block, by their place in it.
    #[inline(always)]
    fn lanes(&self) -> impl Iterator<Item = (usize, &'b Lane<'b, 'a>)> + use<'b, 'a, W, L> {
        let first = self.first * WORD / self.bundle.width;
        self.lanes.lanes[first..].iter().take(W * WORD / Self::WIDTH).enumerate()
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
    fn start(&mut self, kings: Bitboard, first: usize) -> bool {
        (self.kings, self.first, self.word) = (kings, first, first % self.bundle.width.div_ceil(WORD));
        self.valid = *self.bundle.fit(first);
        for square in bits(kings) {
            self.valid = and(&self.valid, self.free(square));
        }
        any(&self.valid)
    }

    #[inline(always)]
    fn work(&mut self) -> Done<'_, W> {
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
        let sets = &self.lanes.any().enemy.sets()[self.word * WORD..];
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
        let enemy_kings = self.lanes.any().enemy.count();
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
        let half = self.lanes.any();
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
        let half = self.lanes.lanes[column.lane as usize].half;
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
