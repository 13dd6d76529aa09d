//! Packing the values of halves: codes, and where the classes differ from the results that the codes say.
//!
//! The result under the draw rule is nearly always that in theory, so the differences are nearly all zeros. Values are packed
//! piece by piece: large halves need no more working memory than small ones.

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use crate::bulk::frame;
use crate::value::{Dtw, Measure};
use crate::wide::wide;

use super::layout::HalfLayout;

/// The bytes in a frame, about.
const FRAME: usize = 1 << 19;

thread_local! {
    static SPACE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

pub(super) fn pack(half: &HalfLayout, halves: &[u8]) -> io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    SPACE.with_borrow_mut(|space| {
        for frame in frames(half, halves.len()) {
            space.clear();
            for [codes, classes] in frame {
                let start = space.len();
                space.extend_from_slice(&halves[codes.clone()]);
                space.extend_from_slice(&halves[classes]);
                flip(half, &mut space[start..], codes.len());
            }
            frame::push(&mut packed, space)?;
        }
        Ok(packed)
    })
}

pub(super) fn unpack(half: &HalfLayout, mut packed: &[u8], halves: &mut [u8]) -> io::Result<()> {
    SPACE.with_borrow_mut(|space| {
        for frame in frames(half, halves.len()) {
            space.resize(frame.as_flattened().iter().map(Range::len).sum(), 0);
            frame::take(&mut packed, space)?;
            let mut rest = &mut space[..];
            for [codes, classes] in frame {
                let piece = rest.split_off_mut(..codes.len() + classes.len()).expect("the sum of all pieces");
                flip(half, piece, codes.len());
                let (to_codes, to_classes) = piece.split_at(codes.len());
                halves[codes].copy_from_slice(to_codes);
                halves[classes].copy_from_slice(to_classes);
            }
        }
        if packed.is_empty() { Ok(()) } else { Err(io::ErrorKind::InvalidData.into()) }
    })
}

/// The bytes of a value row in the two parts of a half: codes, then classes; or classes under the draw rule, then in theory.
fn row_bytes(half: &HalfLayout) -> [usize; 2] {
    [if half.codes() > 0 { half.row_len } else { half.row_classes() }, half.row_classes()]
}

/// The frames of halves, perhaps empty, of `length` bytes in all, each with its pieces: some value rows in both parts.
fn frames(half: &HalfLayout, length: usize) -> Vec<Vec<[Range<usize>; 2]>> {
    let row = row_bytes(half);
    let rows = (FRAME / (row[0] + row[1])).max(1);
    let (mut frames, mut in_frame) = (Vec::new(), FRAME);
    for start in (0..length).step_by(half.bytes().max(1)) {
        for first in (0..half.value_rows).step_by(rows) {
            let end = half.value_rows.min(first + rows);
            if in_frame >= FRAME {
                frames.push(Vec::new());
                in_frame = 0;
            }
            in_frame += (end - first) * (row[0] + row[1]);
            let piece = [(start, row[0]), (start + half.value_rows * row[0], row[1])]
                .map(|(start, row)| start + first * row..start + end * row);
            frames.last_mut().expect("just made").push(piece);
        }
    }
    frames
}

/// Turns the classes of a piece, whose first part has `first` bytes, into differences; or differences into classes.
fn flip(half: &HalfLayout, piece: &mut [u8], first: usize) {
    let (first, second) = piece.split_at_mut(first);
    if half.codes() > 0 {
        flip_results(first, second, half.row_len);
    } else {
        second.iter_mut().zip(first).for_each(|(class, other)| *class ^= *other);
    }
}

wide! {
    /// Flips each bit of some value rows' classes that the result of the code would set.
    pub(in crate::retrograde) fn flip_results(codes: &[u8], classes: &mut [u8], row_len: usize) -> () {
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
                let (mut is_won, mut is_lost) = (0, 0);
                for (place, &code) in codes.iter().enumerate() {
                    is_won |= u32::from(code > Dtw::DRAW) << place;
                    is_lost |= u32::from(code < Dtw::DRAW) << place;
                }
                *won = (u32::from_le_bytes(*won) ^ is_won).to_le_bytes();
                *lost = (u32::from_le_bytes(*lost) ^ is_lost).to_le_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Game, Russian};
    use crate::index::Ending;
    use crate::retrograde::testing::Random;

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
                // Classes that agree with the codes take no space.
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
