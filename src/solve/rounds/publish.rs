//! What was decided in a round, turned into the order of the other half.

use crate::index::WORD;
use crate::solve::bundle::masks::{bits, set};
use crate::solve::bundle::turn::turn;
use crate::solve::bundle::{Bundle, Column};

use super::row_set::{RowSet, SparsePlane, in_word};

/// Where the codes of a half go.
pub(in crate::solve) struct CodeSink<'o> {
    pub codes: &'o mut [u8],
    /// Where those of each lane begin.
    pub starts: &'o [usize],
    /// The places of this round's codes, if no code holds its distance.
    pub far: Option<Vec<usize>>,
}

impl CodeSink<'_> {
    /// Writes a code for boards in the row of a set, from a column on.
    #[inline(always)]
    pub fn write(
        &mut self,
        bundle: &Bundle<'_>,
        Column { lane, turned }: Column,
        column: usize,
        boards: u64,
        code: u8,
    ) {
        let place = self.starts[lane as usize] + turned as usize * bundle.other_lane_width + column;
        set(&mut self.codes[place..], code, boards);
        if let Some(far) = &mut self.far {
            far.extend(bits(&[boards]).map(|bit| place + bit));
        }
    }
}

/// The planes of [`publish_plane`].
pub(super) struct Publication<'p> {
    /// What one half has decided; it is left empty.
    pub decided: &'p mut SparsePlane,
    /// Space for the rows as the other half numbers them: empty before and after.
    pub turned_rows: &'p mut RowSet,
    /// Where the other half receives it.
    pub received: &'p mut SparsePlane,
}

/// Adds boards in the row of a set, from a column of its fibre on, to what a half receives.
#[inline(always)]
fn receive(
    received: &mut SparsePlane,
    bundle: &Bundle<'_>,
    Column { lane, turned }: Column,
    column: usize,
    boards: u64,
) {
    let (row, column) = (turned as usize, lane as usize * bundle.other_lane_width + column);
    received.words[row * bundle.other_words + column / WORD] |= boards << (column % WORD);
    received.rows.insert(row);
}

/// Publishes the boards that one half has decided to the other, and writes their code. Returns whether there were any.
#[inline(always)]
pub(super) fn publish_plane(
    bundle: &Bundle<'_>,
    Publication { decided: SparsePlane { words: plane, rows }, turned_rows, received }: Publication<'_>,
    code: impl Fn() -> u8,
    out: &mut CodeSink<'_>,
) -> bool {
    let turned = bundle.kings.turned();
    rows.drain().flat_map(in_word).for_each(|row| turned_rows.insert(turned[row] as usize));
    let mut some = false;
    let mut tile = [0; WORD];
    for (number, decided) in turned_rows.drain().filter(|&(_, rows)| rows != 0) {
        let first = number * WORD;
        for word in 0..bundle.words {
            let all = turn(bundle, (first, decided), word, |at| std::mem::take(&mut plane[at]), &mut tile);
            if all == 0 {
                continue;
            }
            some = true;
            let code = code();
            for column in bits(&[all]) {
                let (to, boards) = (bundle.columns[word * WORD + column], tile[column]);
                receive(received, bundle, to, first, boards);
                out.write(bundle, to, first, boards, code);
            }
        }
    }
    some
}
