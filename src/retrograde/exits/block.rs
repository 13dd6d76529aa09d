//! A block: the zeroing moves of the boards of one mask.
//!
//! The boards of a mask, 64 or 512, share one set of the mover's kings. A mask over them says where a square is free, or an
//! enemy's. So a king's way along a ray, its captures there and its landings are ANDs of masks.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join, take_lower};
use crate::index::{KingSets, WORD};
use crate::retrograde::bundle::{Bundle, Half, LaneMoves, squares};
use crate::rules::step;

use super::walk::{CaptureMemo, Exit, Path};

/// The boards of `W` words of one row. The [part](Block::part) of a mask in one lane has `L` words.
///
/// By the numbers of kings, the [lanes](Bundle::lanes) of a bundle, and the [shape](crate::retrograde::bundle::Shape) of its masks:
///
/// | enemy's kings | mover's kings | columns of a lane | lanes | shape | `W` | `L` |
/// |---|---|---|---|---|---|---|
/// | 1 | 0, 1 or 2 | 32 | 16 | `NarrowLanes` | 8 | 1 |
/// | 1 | 3 | 32 | 2 | `Word` | 1 | 1 |
/// | 1 | 4 or more | 32 | 1 | `Word` | 1 | 1 |
/// | 2 | 1 | 512 | 16 | `WideLanes` | 8 | 8 |
/// | 3 | 1 | 5,120 | 2 | `WideLanes` | 8 | 8 |
/// | 2 or more | any other number | 512 or a multiple | 1 | `WideLanes` | 8 | 8 |
///
/// On ten files a word has one lane of 64 columns, 40 of them sets of one king: there are half as many narrow lanes, and
/// masks have the same shapes. The columns of two kings are 1,024.
pub(in crate::retrograde) struct Block<'b, 'a, G, const W: usize, const L: usize> {
    pub bundle: &'b Bundle<'a, G>,
    pub moves: &'b [LaneMoves<'b, 'a, G>],
    pub memo: &'b mut CaptureMemo<'a>,
    /// The mover's kings, the same on all boards of the block.
    pub kings: Bitboard,
    /// The number of the block's first word in the row.
    pub first_word: usize,
    /// The lane of this word, or the first of its lanes.
    pub first_lane: usize,
    /// The number of this word in that lane.
    pub lane_word: usize,
    /// The boards on which no two pieces share a square.
    pub valid: Mask<W>,
    pub found: FoundExits<W>,
    /// Captures under way: those by kings, and those by men of one lane.
    pub paths: Vec<Path<W>>,
    pub lane_paths: Vec<Path<L>>,
}

impl<'b, 'a, G: Game, const W: usize, const L: usize> Block<'b, 'a, G, W, L> {
    /// The block of columns that begins with a word; [`start`](Block::start) comes next.
    #[inline(always)]
    pub fn new(
        bundle: &'b Bundle<'a, G>,
        moves: &'b [LaneMoves<'b, 'a, G>],
        memo: &'b mut CaptureMemo<'a>,
        first_word: usize,
    ) -> Block<'b, 'a, G, W, L> {
        let first_lane = first_word * WORD / bundle.lane_width;
        let lane_word = first_word - first_lane * bundle.lane_width / WORD;
        let (found, paths, lane_paths) = (FoundExits::NONE, Vec::new(), Vec::new());
        let (kings, valid) = (0, [0; W]);
        Block { bundle, moves, memo, kings, first_word, first_lane, lane_word, valid, found, paths, lane_paths }
    }

    #[inline(always)]
    pub fn free(&self, square: u32) -> &'b Mask<W> {
        self.bundle.free(square, self.first_word)
    }

    #[inline(always)]
    pub fn enemies(&self, square: u32) -> &'b Mask<W> {
        self.bundle.enemies(square, self.first_word)
    }

    /// Goes to the row of a set of the mover's kings. Returns whether the block has boards there.
    #[inline(always)]
    pub fn start(&mut self, kings: Bitboard) -> bool {
        self.kings = kings;
        self.valid = self.apart(kings);
        any(&self.valid)
    }

    /// The boards on which these kings of the mover share no square with other pieces.
    #[inline(always)]
    pub fn apart(&self, kings: Bitboard) -> Mask<W> {
        squares(kings).fold(*self.bundle.fit(self.first_word), |apart, square| and(&apart, self.free(square)))
    }

    /// Finds the exits of the block: captures (by kings as [`shared`](Block::share_captures), if a mask has several words),
    /// then advances on other boards. Returns the stuck boards, and those with only kings stuck: see [`Exits`](super::Exits).
    #[inline(always)]
    pub fn work(&mut self, shared: Option<&FoundExits<W>>) -> [Mask<W>; 2] {
        self.found = shared.cloned().unwrap_or(FoundExits::NONE);
        if W == 1 {
            self.kings_capture();
        }
        self.men_capture();
        let no_capture = and_not(&self.valid, &self.found.captures);
        let mut kings_stuck = no_capture;
        for from in squares(self.kings) {
            for to in (0..4).filter_map(|direction| step::<G>(direction, from)) {
                if self.kings >> to & 1 == 0 {
                    kings_stuck = and_not(&kings_stuck, self.free(to));
                }
            }
        }
        let mut advances = [0; W];
        let kings = self.kings;
        for (lane, its) in self.lanes() {
            let no_capture = Self::part(&no_capture, lane);
            if !any(&no_capture) {
                continue;
            }
            for advance in its.advances.iter().filter(|advance| kings >> advance.to & 1 == 0) {
                let open = and(&no_capture, &Self::part(self.free(advance.to), lane));
                Self::join_part(&mut advances, lane, &open);
                let kings = if advance.crowned { kings | 1 << advance.to } else { kings };
                self.add_moves(lane, advance.values.value_row(KingSets::number(kings)), &open);
            }
        }
        [and_not(&kings_stuck, &advances), and(&kings_stuck, &advances)]
    }

    /// The columns of a lane in one block.
    pub const PART_COLUMNS: usize = if L == W && W > 1 { W * WORD } else { Self::NARROW_LANE };

    /// The columns of a narrow lane: a word has room for two of Russian draughts.
    const NARROW_LANE: usize = KingSets::padded::<G>(1);

    const IN_WORD: usize = WORD / Self::NARROW_LANE;

    /// The bits of a narrow lane at the start of a word.
    const NARROW: u64 = u64::MAX >> (WORD - Self::NARROW_LANE);

    /// The lanes of the block, numbered from its first one.
    #[inline(always)]
    pub fn lanes(&self) -> impl Iterator<Item = (usize, &'b LaneMoves<'b, 'a, G>)> + use<'b, 'a, G, W, L> {
        self.moves[self.first_lane..].iter().take(W * WORD / Self::PART_COLUMNS).enumerate()
    }

    #[inline(always)]
    pub fn half(&self, lane: usize) -> &'b Half<'a, G> {
        self.moves[self.first_lane + lane].half
    }

    #[inline(always)]
    pub fn part(mask: &Mask<W>, lane: usize) -> Mask<L> {
        if Self::PART_COLUMNS > WORD {
            std::array::from_fn(|i| mask[i])
        } else {
            [mask[lane / Self::IN_WORD] >> (Self::NARROW_LANE * (lane % Self::IN_WORD)) & Self::NARROW; L]
        }
    }

    #[inline(always)]
    pub fn join_part(mask: &mut Mask<W>, lane: usize, part: &Mask<L>) {
        if Self::PART_COLUMNS > WORD {
            mask.iter_mut().zip(part).for_each(|(mask, part)| *mask |= part);
        } else {
            mask[lane / Self::IN_WORD] |= part[0] << (Self::NARROW_LANE * (lane % Self::IN_WORD));
        }
    }
}

/// The boards of a block with a capture, and the [`Exit`] of each board, from the moves found so far.
#[derive(Clone)]
pub(in crate::retrograde) struct FoundExits<const W: usize> {
    pub captures: Mask<W>,
    pub reached: [[u8; WORD]; W],
    pub wins: Mask<W>,
    pub holds: Mask<W>,
}

impl<const W: usize> FoundExits<W> {
    pub const NONE: FoundExits<W> =
        FoundExits { captures: [0; W], reached: [[Exit::NONE.reached; WORD]; W], wins: [0; W], holds: [0; W] };

    /// Adds the exits of others on the boards of a mask, which all have a capture.
    #[inline(always)]
    pub fn add(&mut self, other: &FoundExits<W>, mask: &Mask<W>) {
        join(&mut self.captures, mask);
        join(&mut self.wins, &and(&other.wins, mask));
        join(&mut self.holds, &and(&other.holds, mask));
        take_lower(self.reached.as_flattened_mut(), other.reached.as_flattened(), mask);
    }
}
