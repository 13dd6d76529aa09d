//! The place of each value of an ending while it is solved.
//!
//! There is a *chunk* for each placement of both sides' men, in the order of their [`MenIndex`] with the first side to move. A
//! chunk has two halves, one for each side to move; if both sides have the same kings and no men, the second would repeat the
//! first, and is empty. A half has a *value row* for each set of kings of the side that has *just moved*; a value row has a
//! value for each set of kings of the side to move. So one move against all sets of the other side's kings leads to one value
//! row.
//!
//! Sets of kings are numbered over all squares ([`KingSets`]), as the side to move sees them; where pieces share a square, the
//! value means nothing. A half begins with the codes of the distance to win, a byte each. The classes under the draw rule
//! follow, two bits each: for each value row, a mask of the won boards and a mask of the lost ones. Without distances to win
//! there are no codes, but classes twice: under the rule, and without it.
//!
//! Chunks are packed and unpacked in *parts*: one half of several consecutive chunks, or of one large chunk.

use std::ops::Range;

use crate::board::{Bitboard, Game, Russian, turned};
use crate::index::{Ending, KingSets, Material, MenIndex, Mover, PIECES, binomial};

/// The bytes of a part's chunks, about: fewer pack worse, and more are unpacked for little.
const PART: usize = 1 << 16;

/// What the two files of an ending hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Codes of distances to win, and classes.
    Values,
    /// Codes of distances to a zeroing move.
    Zeroing,
}

/// The sizes of one half of a chunk. `codes` (of distances to win), `classes` (under the draw rule), `row_classes` (those of a
/// value row), `bytes` (of both, and classes in theory) and `length` are in bytes.
#[derive(Clone, Copy, Debug)]
pub struct HalfLayout {
    /// The value rows: sets of kings of the side that has just moved.
    pub value_rows: usize,
    /// The values in a value row, padding included.
    pub row_len: usize,
    with_dtw: bool,
}

impl HalfLayout {
    pub(in crate::retrograde) fn new<G: Game>(material: Material, with_dtw: bool) -> HalfLayout {
        HalfLayout {
            with_dtw,
            value_rows: binomial(G::SQUARES, material.other.kings.into()) as usize,
            row_len: KingSets::padded::<G>(material.mover.kings.into()),
        }
    }

    /// The boards of all value rows, padding included: the number of codes.
    pub const fn boards(&self) -> usize {
        self.value_rows * self.row_len
    }

    pub const fn codes(&self) -> usize {
        if self.with_dtw { self.boards() } else { 0 }
    }

    pub const fn classes(&self) -> usize {
        self.value_rows * self.row_classes()
    }

    pub const fn row_classes(&self) -> usize {
        (2 * self.row_len).div_ceil(8)
    }

    pub const fn bytes(&self) -> usize {
        self.codes() + if self.with_dtw { self.classes() } else { 2 * self.classes() }
    }

    #[inline(always)]
    pub const fn length(&self, kind: Kind) -> usize {
        match kind {
            Kind::Values => self.bytes(),
            Kind::Zeroing => self.boards(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Layout<G = Russian> {
    pub ending: Ending,
    /// The numbering of the chunks.
    pub men: MenIndex<G>,
    pub halves: [HalfLayout; 2],
    /// The logarithm of the number of chunks in a part.
    part_shift: u32,
}

impl<G: Game> Layout<G> {
    /// The layout of an ending of at most [`PIECES`] pieces, with distances to win or without.
    ///
    /// # Panics
    /// Beyond that.
    pub fn new(ending: Ending, with_dtw: bool) -> Layout<G> {
        assert!(ending.pieces() <= PIECES, "values are laid out for at most {PIECES} pieces");
        let halves = [Mover::First, Mover::Second].map(|mover| HalfLayout::new::<G>(ending.material(mover), with_dtw));
        let men = MenIndex::new(ending.first().men, ending.second().men);
        let mut layout = Layout { ending, men, halves, part_shift: 0 };
        if layout.has_one_half() {
            layout.halves[1].value_rows = 0;
        }
        layout.part_shift = (PART / layout.chunk(Kind::Values)).max(1).ilog2();
        layout
    }

    /// Whether the second half of a chunk is empty: with equal sides and without men, turning the board makes it the first.
    pub fn has_one_half(&self) -> bool {
        self.is_twin() && self.ending.men() == 0
    }

    /// The bytes of a kind in a chunk.
    #[inline(always)]
    pub const fn chunk(&self, kind: Kind) -> usize {
        self.halves[0].length(kind) + self.halves[1].length(kind)
    }

    /// The chunk and the half that have the values of a placement of men, seen by the side to move.
    #[inline(always)]
    pub fn locate(&self, mover: Mover, men: Bitboard, enemy_men: Bitboard) -> (u64, usize) {
        let twin = || self.men.rank(turned::<G>(enemy_men), turned::<G>(men));
        match mover {
            Mover::Second => (twin(), 1),
            Mover::First if !self.is_empty(men, enemy_men) => (self.men.rank(men, enemy_men), 0),
            Mover::First => (twin(), 1),
        }
    }

    /// The number of parts of each half.
    pub fn parts(&self) -> usize {
        (self.men.size() as usize).div_ceil(1 << self.part_shift)
    }

    /// The most chunks in a part, a power of two.
    pub const fn part_chunks(&self) -> usize {
        1 << self.part_shift
    }

    /// The part of a chunk, and the chunk's number in it.
    #[inline(always)]
    pub const fn part(&self, chunk: u64) -> (usize, usize) {
        ((chunk >> self.part_shift) as usize, chunk as usize & ((1 << self.part_shift) - 1))
    }

    /// The parts that have some of these chunks.
    pub const fn parts_of(&self, chunks: &Range<u64>) -> Range<usize> {
        if chunks.start == chunks.end {
            return 0..0;
        }
        self.part(chunks.start).0..self.part(chunks.end - 1).0 + 1
    }

    pub fn chunks_in(&self, part: usize) -> usize {
        (self.men.size() as usize - (part << self.part_shift)).min(1 << self.part_shift)
    }

    /// The number of bytes of a kind before a half.
    #[inline(always)]
    pub const fn start(&self, kind: Kind, chunk: u64, half: usize) -> u64 {
        let before = if half == 0 { 0 } else { self.halves[0].length(kind) };
        chunk * self.chunk(kind) as u64 + before as u64
    }

    /// Whether the chunk of a placement of men stays empty. With equal sides, turning the board makes another placement with
    /// the same positions. Only the chunk of the lesser pair of numbers has values, those of both.
    #[inline(always)]
    pub fn is_empty(&self, men: Bitboard, enemy_men: Bitboard) -> bool {
        self.is_twin() && (turned::<G>(enemy_men), turned::<G>(men)) < (men, enemy_men)
    }

    /// Whether the two sides are equal.
    pub fn is_twin(&self) -> bool {
        self.ending.first() == self.ending.second()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::Draughts80;

    #[test]
    fn every_board_has_a_place_of_its_own() {
        check::<Russian>();
        check::<Draughts80>();
    }

    fn check<G: Game>() {
        // With equal sides, a board and its twin of the other colour share a place.
        for (name, with_dtw) in [("KMvM", true), ("KMvKM", true), ("MMvMM", false), ("KKvM", false)] {
            let layout = Layout::<G>::new(name.parse().unwrap(), with_dtw);
            let mut seen = HashSet::new();
            for chunk in 0..layout.men.size() {
                let (men, enemy_men) = layout.men.unrank(chunk);
                let twin = (turned::<G>(enemy_men), turned::<G>(men));
                let twin_chunk = layout.is_twin().then(|| layout.men.rank(twin.0, twin.1));
                assert_eq!(layout.is_empty(men, enemy_men), twin_chunk.is_some_and(|_| twin < (men, enemy_men)));
                // The men as each side sees them when it is to move.
                for (mover, (own, other)) in [(Mover::First, (men, enemy_men)), (Mover::Second, twin)] {
                    let (found, half) = layout.locate(mover, own, other);
                    let (men, enemy_men) = layout.men.unrank(found);
                    let seen_at = if half == 0 { (men, enemy_men) } else { (turned::<G>(enemy_men), turned::<G>(men)) };
                    assert_eq!(seen_at, (own, other), "{name}");
                    if !layout.is_twin() {
                        assert_eq!((found, half), (chunk, if mover == Mover::First { 0 } else { 1 }));
                    } else if mover == Mover::First {
                        assert!(!layout.is_empty(men, enemy_men));
                    }
                    let [start, board] = [Kind::Values, Kind::Zeroing].map(|kind| layout.start(kind, found, half));
                    assert!(seen.insert((mover == Mover::First, start)), "{name}");
                    let size = layout.halves[half];
                    assert!(start + size.bytes() as u64 <= layout.men.size() * layout.chunk(Kind::Values) as u64);
                    let before = &layout.halves[..half];
                    let bytes: usize = before.iter().map(HalfLayout::bytes).sum();
                    let boards: usize = before.iter().map(HalfLayout::boards).sum();
                    assert_eq!(start % layout.chunk(Kind::Values) as u64, bytes as u64);
                    assert_eq!(board, found * layout.chunk(Kind::Zeroing) as u64 + boards as u64);
                }
            }
        }
    }
}
