//! A block: the zeroing moves of the boards of one mask.
//!
//! One set of the mover's kings at a time, against 64 or 512 boards of a bundle: whether a square is free, or an enemy's,
//! is a mask, so a king's way along a ray, what it can take there and where it lands are ANDs of masks. Only captures that
//! go on after a second piece are walked one by one.

use crate::board::Bitboard;
use crate::index::{KingSets, WORD};
use crate::rules::{ray, step};
use crate::solve::bundle::masks::{Mask, and, and_not, any};
use crate::solve::bundle::{Bundle, Half, squares};

use super::exit::Exit;
use super::moves::{BundleMoves, LaneMoves};
use super::walk::CaptureMemo;

/// The columns of a lane where a word has room for two.
const NARROW_LANE: usize = WORD / 2;

/// One set of the mover's kings against `W` words of a row. A [part](Block::part) of them, one lane's, has `L` words: 1 and
/// 1 for [`Shape::Word`](crate::solve::bundle::Shape), 8 and 1 for `NarrowLanes`, 8 and 8 for `WideLanes`.
pub(in crate::solve) struct Block<'b, 'a, const W: usize, const L: usize> {
    pub bundle: &'b Bundle<'a>,
    pub moves: &'b BundleMoves<'b, 'a>,
    pub memo: &'b mut CaptureMemo<'a>,
    pub kings: Bitboard,
    /// The block's first word in the row.
    pub first_word: usize,
    /// The fibre that this word belongs to, or that begins with it.
    first_lane: usize,
    /// The word's number among those of that fibre.
    pub lane_word: usize,
    pub valid: Mask<W>,
    pub captures: Mask<W>,
    pub codes: [[u8; WORD]; W],
    pub wins: Mask<W>,
    pub holds: Mask<W>,
}

/// What leaves the boards of a block: see [`Exits`](super::Exits).
pub(in crate::solve) struct BlockExits<'c, const W: usize> {
    pub valid: Mask<W>,
    pub captures: Mask<W>,
    pub stuck: Mask<W>,
    pub kings_stuck: Mask<W>,
    pub wins: Mask<W>,
    pub holds: Mask<W>,
    pub codes: &'c [[u8; WORD]; W],
}

impl<'b, 'a, const W: usize, const L: usize> Block<'b, 'a, W, L> {
    /// A block that is yet to be [started](Block::start).
    #[inline(always)]
    pub fn new(
        bundle: &'b Bundle<'a>,
        moves: &'b BundleMoves<'b, 'a>,
        memo: &'b mut CaptureMemo<'a>,
    ) -> Block<'b, 'a, W, L> {
        Block {
            bundle,
            moves,
            memo,
            kings: 0,
            first_word: 0,
            first_lane: 0,
            lane_word: 0,
            valid: [0; W],
            captures: [0; W],
            codes: [[0; WORD]; W],
            wins: [0; W],
            holds: [0; W],
        }
    }

    /// The columns of one lane in a block.
    pub const LANE_WIDTH: usize = if L == W && W > 1 { W * WORD } else { NARROW_LANE };

    #[inline(always)]
    pub fn free(&self, square: u32) -> &'b Mask<W> {
        self.bundle.free(square, self.first_word)
    }

    /// The fibres of the block, numbered from its first.
    #[inline(always)]
    pub fn lanes(&self) -> impl Iterator<Item = (usize, &'b LaneMoves<'b, 'a>)> + use<'b, 'a, W, L> {
        self.moves.lanes[self.first_lane..].iter().take(W * WORD / Self::LANE_WIDTH).enumerate()
    }

    /// One of them.
    #[inline(always)]
    pub fn half(&self, lane: usize) -> &'b Half<'a> {
        self.moves.half(self.first_lane + lane)
    }

    /// The part of a mask that belongs to one of the fibres.
    #[inline(always)]
    pub fn part(mask: &Mask<W>, lane: usize) -> Mask<L> {
        if Self::LANE_WIDTH > WORD {
            std::array::from_fn(|i| mask[i])
        } else {
            [mask[lane / 2] >> (NARROW_LANE * (lane % 2)) & u64::from(u32::MAX); L]
        }
    }

    /// Adds bits to the part of a mask that belongs to one of the fibres.
    #[inline(always)]
    pub fn join_part(mask: &mut Mask<W>, lane: usize, part: &Mask<L>) {
        if Self::LANE_WIDTH > WORD {
            mask.iter_mut().zip(part).for_each(|(mask, part)| *mask |= part);
        } else {
            mask[lane / 2] |= part[0] << (NARROW_LANE * (lane % 2));
        }
    }

    /// Begins a block. Returns whether it has boards.
    #[inline(always)]
    pub fn start(&mut self, kings: Bitboard, first_word: usize) -> bool {
        (self.kings, self.first_word) = (kings, first_word);
        self.first_lane = first_word * WORD / self.bundle.lane_width;
        self.lane_word = first_word - self.first_lane * self.bundle.lane_width / WORD;
        self.valid = *self.bundle.fit(first_word);
        for square in squares(kings) {
            self.valid = and(&self.valid, self.free(square));
        }
        any(&self.valid)
    }

    #[inline(always)]
    pub fn work(&mut self) -> BlockExits<'_, W> {
        self.captures = [0; W];
        self.codes = [[Exit::NONE.code; WORD]; W];
        (self.wins, self.holds) = ([0; W], [0; W]);
        self.men_capture();
        self.kings_capture();
        let no_capture = and_not(&self.valid, &self.captures);
        let mut kings_stuck = no_capture;
        for from in squares(self.kings) {
            for to in (0..4).filter_map(|direction| step(direction, from)) {
                if self.kings >> to & 1 == 0 {
                    kings_stuck = and_not(&kings_stuck, self.free(to));
                }
            }
        }
        let mut advances = [0; W];
        let (kings, moves) = (self.kings, self.moves);
        for (lane, its) in self.lanes() {
            let no_capture = Self::part(&no_capture, lane);
            if !any(&no_capture) {
                continue;
            }
            for advance in moves.advances[its.advances.clone()].iter().filter(|advance| kings >> advance.to & 1 == 0) {
                let open = and(&no_capture, &Self::part(self.free(advance.to), lane));
                Self::join_part(&mut advances, lane, &open);
                let kings = if advance.crowned { kings | 1 << advance.to } else { kings };
                self.add_moves(lane, advance.values.value_row(KingSets::number(kings)), &open);
            }
        }
        let stuck = and_not(&kings_stuck, &advances);
        kings_stuck = and(&kings_stuck, &advances);
        let Block { valid, captures, wins, holds, ref codes, .. } = *self;
        BlockExits { valid, captures, stuck, kings_stuck, wins, holds, codes }
    }

    /// How many pieces the enemy has.
    #[inline(always)]
    pub fn enemies(&self) -> u32 {
        let half = self.moves.half(0);
        half.enemy_men.count_ones() + half.enemy.count()
    }

    /// Finds the pieces that can be captured from a square in a direction, each with the boards on which it can, in a part of
    /// the block.
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
                let more = and(&open, &part(self.bundle.enemies(over, self.first_word)));
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
}
