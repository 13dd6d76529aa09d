//! What leaves a fibre: the zeroing moves of many boards at once.
//!
//! One set of the mover's kings at a time, against 64 or 512 boards of a bundle: whether a square is free, or an enemy's,
//! is a mask, so a king's way along a ray, what it can take there and where it lands are ANDs of masks. Only captures of
//! kings that go on after a second piece, and of men after the first, are walked one by one.

use arrayvec::ArrayVec;

use crate::board::Bitboard;
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::{RAYS, ray, step};
use crate::value::{Dtw, Measure};

use super::bundle::Bundle;
use super::exit::Exit;
use super::half::{Jump, bits};
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

/// A capture by a king, as far as it has come.
#[derive(Clone, Copy)]
struct Path {
    from: u32,
    direction: usize,
    /// The piece it takes now.
    over: u32,
    /// All that it has taken. They stay until the capture is complete: they block, and are not jumped twice.
    captured: Bitboard,
}

/// The squares where a king may land, nearest first, and the boards on which the way there is free.
type Landings<const W: usize> = ArrayVec<(u32, Mask<W>), 6>;

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

    /// Adds captures in a fibre, the enemy's kings among them.
    #[inline(always)]
    fn take_kings(&mut self, lane: usize, captured: Bitboard, row: Row<'_>, mask: &Mask<L>) {
        let sets = &self.lanes.half(0).enemy.sets()[self.word * WORD..];
        for place in places(mask) {
            let (code, class) = row.get(KingSets::number(sets[place] & !captured));
            self.add(lane * Self::WIDTH + place, code, class.lost, !class.won);
        }
    }

    /// Adds captures of all that the enemy has.
    #[inline(always)]
    fn take_all(&mut self, mask: &Mask<W>) {
        lower(self.codes.as_flattened_mut(), Dtw::loss(0), mask);
        join(&mut self.wins, mask);
        join(&mut self.holds, mask);
    }

    /// How many pieces the enemy has.
    #[inline(always)]
    fn enemies(&self) -> u32 {
        let half = self.lanes.half(0);
        half.enemy_men.count_ones() + half.enemy.count()
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
                    let blocked = kings | 1 << over;
                    self.pieces((direction, to), crowned, blocked, mask, part, |_, more| join(&mut goes_on, &more));
                }
                let mut walked = [0; W];
                Self::join_part(&mut walked, place, &goes_on);
                if self.enemies() == 2 {
                    self.take_all(&walked);
                } else {
                    self.walk(from, &walked, |walk| {
                        if crowned {
                            walk.king(to, 1 << over)
                        } else {
                            walk.man(to, 1 << over)
                        };
                    });
                }
                let ends = and_not(&mask, &goes_on);
                let row = fibre.row(KingSets::number(if crowned { kings | 1 << to } else { kings }));
                if takes_man {
                    self.take(place, row, &ends);
                } else {
                    self.take_kings(place, 1 << over, row, &ends);
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
                        self.first_piece(Path { from, direction, over, captured: 1 << over }, &mask);
                    }
                    open = and(&open, self.free(over));
                    if !any(&open) {
                        break;
                    }
                }
            }
        }
    }

    /// The capture of a first piece, where `mask` tells that the king reaches it.
    #[inline(always)]
    fn first_piece(&mut self, path: Path, mask: &Mask<W>) {
        let mut landings = Landings::new();
        self.land(path, mask, &mut landings);
        let Some(&(_, mask)) = landings.first() else { return };
        join(&mut self.captures, &mask);
        let mut goes_on = [0; W];
        if self.enemies() > 1 {
            for number in 0..=2 * landings.len() {
                let (direction, at, open) = way(path, &landings, number);
                if !self.may_take(path, direction, at) {
                    continue;
                }
                let mut found = ArrayVec::<(u32, Mask<W>), 8>::new();
                let blocked = self.blocked(path);
                let push = |over, more| found.push((over, more));
                self.pieces((direction, at), true, blocked, *open, |mask| *mask, push);
                for (over, more) in &found {
                    join(&mut goes_on, more);
                    let captured = path.captured | 1 << over;
                    self.second_piece(Path { direction, over: *over, captured, ..path }, more);
                }
            }
        }
        self.ends(path, &landings, &goes_on);
    }

    /// The capture of a second one, where `mask` tells that it can be taken.
    #[inline(always)]
    fn second_piece(&mut self, path: Path, mask: &Mask<W>) {
        if self.enemies() == 2 {
            return self.take_all(mask);
        }
        let mut landings = Landings::new();
        self.land(path, mask, &mut landings);
        let mut goes_on = [0; W];
        for number in 0..=2 * landings.len() {
            let (direction, at, open) = way(path, &landings, number);
            if self.may_take(path, direction, at) {
                let open = and_not(open, &goes_on);
                let found = |_, more: Mask<W>| join(&mut goes_on, &more);
                self.pieces((direction, at), true, self.blocked(path), open, |mask| *mask, found);
            }
        }
        let Path { from, direction, over, captured } = path;
        self.walk(from, &goes_on, |walk| {
            walk.king_past(direction, over, captured & !(1 << over));
        });
        self.ends(path, &landings, &goes_on);
    }

    /// What a king does not pass on its path, whatever the enemy's kings: its own have left the first square.
    #[inline(always)]
    fn blocked(&self, path: Path) -> Bitboard {
        self.kings & !(1 << path.from) | path.captured
    }

    /// Whether a piece that is not yet captured may stand in a direction.
    #[inline(always)]
    fn may_take(&self, path: Path, direction: usize, at: u32) -> bool {
        let men = self.bundle.enemy_men;
        self.lanes.half(0).enemy.count() > (path.captured & !men).count_ones()
            || RAYS[direction][at as usize] & men & !path.captured != 0
    }

    #[inline(always)]
    fn land(&self, path: Path, mask: &Mask<W>, landings: &mut Landings<W>) {
        let mut open = *mask;
        for to in ray(path.direction, path.over) {
            if self.blocked(path) >> to & 1 != 0 {
                break;
            }
            open = and(&open, self.free(to));
            if !any(&open) {
                break;
            }
            landings.push((to, open));
        }
    }

    /// Adds what captures lead to that end on the landings, but where they go on.
    #[inline(always)]
    fn ends(&mut self, path: Path, landings: &Landings<W>, goes_on: &Mask<W>) {
        let Some((_, mask)) = landings.first() else { return };
        let mask = and_not(mask, goes_on);
        if !any(&mask) {
            return;
        }
        if path.captured.count_ones() == self.enemies() {
            return self.take_all(&mask);
        }
        let others = OneMore::new(self.kings & !(1 << path.from));
        for (place, lane) in self.lanes() {
            if !any(&Self::part(&mask, place)) {
                continue;
            }
            let half = lane.half;
            let kings = (path.captured & !half.enemy_men).count_ones();
            let fibre = match (path.captured.count_ones(), lane.takes_king) {
                (1, Some(fibre)) if kings == 1 => fibre,
                (1, _) => {
                    let mut men = self.lanes.takes_man[lane.takes_man.clone()].iter();
                    let Some((_, fibre)) = men.find(|(man, _)| *man == path.over) else { continue };
                    *fibre
                }
                _ => {
                    let left = half.enemy.count() - kings;
                    self.memo.fibre(half, (half.men, half.enemy_men & !path.captured, half.kings.count(), left))
                }
            };
            for (to, open) in landings {
                let ends = Self::part(&and_not(open, goes_on), place);
                let number = others.number(*to);
                if kings == 0 {
                    self.take(place, fibre.row(number), &ends);
                } else {
                    self.take_kings(place, path.captured, fibre.row(number), &ends);
                }
            }
        }
    }

    /// The pieces that can be taken from a square on in a direction, in a part of the block, and where.
    #[inline(always)]
    fn pieces<const N: usize>(
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
    fn walk(&mut self, from: u32, mask: &Mask<W>, go: impl Fn(&mut Walk<'_, 'a>) + Copy) {
        for place in places(mask) {
            let exit = self.walk_one(from, place, go);
            self.add(place, exit.code, exit.wins, exit.holds);
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

/// A way on from a capture, by direction and square: straight on, which is one from whichever landing, and to both sides
/// from each.
#[inline(always)]
fn way<const W: usize>(path: Path, landings: &Landings<W>, number: usize) -> (usize, u32, &Mask<W>) {
    if number == 0 {
        return (path.direction, path.over, &landings[0].1);
    }
    // Directions 0 and 3, and 1 and 2, are opposite.
    let sides = if path.direction == 0 || path.direction == 3 { [1, 2] } else { [0, 3] };
    let (to, open) = &landings[(number - 1) / 2];
    (sides[number % 2], *to, open)
}
