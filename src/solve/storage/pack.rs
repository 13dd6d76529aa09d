//! Packing the values of halves: codes, and how the classes differ from the results that the codes say.
//!
//! The result under the draw rule is nearly always that in theory, so the differences are nearly all zeros. Values are packed
//! piece by piece: large halves take no more space to work in than small ones.

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use crate::bulk::frame;
use crate::value::{Dtw, Measure};
use crate::wide::wide;

use super::layout::HalfLayout;

/// About how many bytes a frame holds.
const FRAME: usize = 1 << 19;

thread_local! {
    static SPACE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Packs the values of some halves that follow each other.
pub(super) fn pack(half: &HalfLayout, halves: &[u8]) -> io::Result<Vec<u8>> {
    let (mut frames, shape) = (Vec::new(), HalfShape::new(half));
    SPACE.with_borrow_mut(|space| {
        space.clear();
        for (start, rows, is_last) in shape.pieces(halves.len()) {
            let [codes, classes] = shape.parts(start, &rows);
            let from = space.len();
            space.extend_from_slice(&halves[codes.clone()]);
            space.extend_from_slice(&halves[classes]);
            shape.flip(&mut space[from..], codes.len());
            if is_last {
                frame::push(&mut frames, space)?;
                space.clear();
            }
        }
        Ok(frames)
    })
}

/// Fills halves with the values that were packed of them.
pub(super) fn unpack(half: &HalfLayout, mut frames: &[u8], halves: &mut [u8]) -> io::Result<()> {
    let shape = HalfShape::new(half);
    SPACE.with_borrow_mut(|space| {
        let mut waiting = Vec::new();
        let mut length = 0;
        for (start, rows, is_last) in shape.pieces(halves.len()) {
            let parts = shape.parts(start, &rows);
            length += parts[0].len() + parts[1].len();
            waiting.push(parts);
            if !is_last {
                continue;
            }
            space.resize(length, 0);
            frame::take(&mut frames, space)?;
            let mut from = 0;
            for [codes, classes] in waiting.drain(..) {
                let to = from + codes.len() + classes.len();
                shape.flip(&mut space[from..to], codes.len());
                halves[codes.clone()].copy_from_slice(&space[from..from + codes.len()]);
                halves[classes].copy_from_slice(&space[from + codes.len()..to]);
                from = to;
            }
            length = 0;
        }
        if frames.is_empty() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    })
}

/// The shape of a half: in its first part, each value row has codes of distances to win, or else classes under the draw rule.
/// In its second part it has classes: under the draw rule, or else in theory.
struct HalfShape {
    rows: usize,
    /// The bytes of a value row in each part.
    row: [usize; 2],
    row_len: usize,
    with_dtw: bool,
}

impl HalfShape {
    fn new(half: &HalfLayout) -> HalfShape {
        let with_dtw = half.codes() > 0;
        let row = [if with_dtw { half.row_len } else { half.row_classes() }, half.row_classes()];
        HalfShape { rows: half.value_rows, row, row_len: half.row_len, with_dtw }
    }

    /// The bytes of a half.
    fn bytes(&self) -> usize {
        self.rows * (self.row[0] + self.row[1])
    }

    /// The pieces of halves of that many bytes in all: the first byte of a piece's half, its value rows, and whether it is the
    /// last one in a frame. A half may be empty.
    fn pieces(&self, halves: usize) -> impl Iterator<Item = (usize, Range<usize>, bool)> {
        let rows = (FRAME / (self.row[0] + self.row[1])).max(1);
        let mut length = 0;
        let starts = (0..halves).step_by(self.bytes().max(1));
        let all = starts.flat_map(move |start| (0..self.rows).step_by(rows).map(move |row| (start, row)));
        all.map(move |(start, row)| {
            let end = (row + rows).min(self.rows);
            length += (end - row) * (self.row[0] + self.row[1]);
            let is_last = length >= FRAME || (start + self.bytes() == halves && end == self.rows);
            if is_last {
                length = 0;
            }
            (start, row..end, is_last)
        })
    }

    /// The bytes of a piece: those in the first part of its half, and those in the second part.
    fn parts(&self, start: usize, rows: &Range<usize>) -> [Range<usize>; 2] {
        [(start, self.row[0]), (start + self.rows * self.row[0], self.row[1])]
            .map(|(start, row)| start + rows.start * row..start + rows.end * row)
    }

    /// Makes differences of the classes of a piece, whose first part has a number of bytes; or classes of the differences.
    fn flip(&self, piece: &mut [u8], first: usize) {
        let (first, second) = piece.split_at_mut(first);
        if self.with_dtw {
            flip_results(first, second, self.row_len);
        } else {
            second.iter_mut().zip(first).for_each(|(class, other)| *class ^= *other);
        }
    }
}

wide! {
    /// Changes each bit of some value rows' classes that the result of the code would set.
    fn flip_results(codes: &[u8], classes: &mut [u8], row_len: usize) -> () {
        if row_len == 1 {
            for (class, &code) in classes.iter_mut().zip(codes) {
                *class ^= u8::from(code > Dtw::DRAW) | u8::from(code < Dtw::DRAW) << 1;
            }
            return;
        }
        for (codes, classes) in codes.chunks_exact(row_len).zip(classes.chunks_exact_mut(row_len / 4)) {
            let (won, lost) = classes.split_at_mut(row_len / 8);
            for ((codes, won), lost) in codes.as_chunks::<32>().0.iter().zip(won.as_chunks_mut().0).zip(lost.as_chunks_mut().0)
            {
                let [is_won, is_lost] = results(codes);
                *won = (u32::from_le_bytes(*won) ^ is_won).to_le_bytes();
                *lost = (u32::from_le_bytes(*lost) ^ is_lost).to_le_bytes();
            }
        }
    }
}

/// The masks of the codes that are wins, and of those that are losses.
#[inline(always)]
fn results(codes: &[u8; 32]) -> [u32; 2] {
    let (mut won, mut lost) = (0, 0);
    for (place, &code) in codes.iter().enumerate() {
        won |= u32::from(code > Dtw::DRAW) << place;
        lost |= u32::from(code < Dtw::DRAW) << place;
    }
    [won, lost]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Game, Russian};
    use crate::index::Ending;
    use crate::solve::testing::Random;

    #[test]
    fn values_come_back() {
        check::<Russian>("KMvK KKMvKM MMvM KKKvKK KKKKvK");
        check::<Draughts80>("KMvK KKvKM MvM");
    }

    fn check<G: Game>(endings: &str) {
        let mut random = Random(3);
        for ending in endings.split(' ').map(|name| name.parse::<Ending>().unwrap()) {
            for (mover, with_dtw) in ending.movers().iter().flat_map(|&mover| [(mover, true), (mover, false)]) {
                let half = HalfLayout::new::<G>(ending.material(mover), with_dtw);
                // Fewer pieces than a frame holds, and halves of several frames.
                let count = 1 + random.below(2 + FRAME / half.bytes()).min(100);
                let mut halves: Vec<u8> = (0..count * half.bytes()).map(|_| random.code()).collect();
                let packed = pack(&half, &halves).unwrap();
                let mut found = vec![1; halves.len()];
                unpack(&half, &packed, &mut found).unwrap();
                assert!(found == halves, "{ending} {mover:?}");
                assert!(unpack(&half, &packed[..packed.len() - 1], &mut found).is_err());
                assert!(unpack(&half, &[&packed[..], &[0]].concat(), &mut found).is_err());
                // Classes that say what the codes say take no space.
                if with_dtw {
                    for values in halves.chunks_exact_mut(half.bytes()) {
                        let (codes, classes) = values.split_at_mut(half.codes());
                        codes.fill(Dtw::win(3));
                        classes.fill(0);
                        flip_results(codes, classes, half.row_len);
                        assert!(classes.iter().any(|&class| class != 0));
                    }
                    let length = pack(&half, &halves).unwrap().len();
                    assert!(length < 400 + halves.len() / 500, "{ending}: {length} of {}", halves.len());
                }
            }
        }
    }

    #[test]
    fn differences_are_those_of_single_codes() {
        let mut random = Random(5);
        for row_len in [1usize, 32, 64, 512] {
            let codes: Vec<u8> = (0..3 * row_len).map(|_| random.below(256) as u8).collect();
            let mut classes = vec![0; 3 * (2 * row_len).div_ceil(8)];
            flip_results(&codes, &mut classes, row_len);
            for (at, code) in codes.iter().enumerate() {
                let (row, column) = (at / row_len, at % row_len);
                let bit = |bit: usize| classes[row * (2 * row_len).div_ceil(8) + bit / 8] >> (bit % 8) & 1 != 0;
                assert_eq!((bit(column), bit(row_len + column)), (*code > Dtw::DRAW, *code < Dtw::DRAW));
            }
        }
    }
}
