//! Publishing: what a round has decided in one half is turned, and entered in the other half.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::masks::{bits, set};
use crate::solve::bundle::turn::turn;
use crate::solve::bundle::{Bundle, Column};

use super::row_set::{RowSet, SparsePlane, in_word};

/// Where the codes of a half are written.
pub(in crate::solve) struct CodeSink<'o> {
    pub codes: &'o mut [u8],
    /// The place in `codes` of each lane's first code.
    pub starts: &'o [usize],
    /// The places of the codes that are written, where no code holds the distance.
    pub far: Option<Vec<usize>>,
}

impl CodeSink<'_> {
    /// Writes a code for boards in one value row, that of the turned kings, from a place in it on.
    #[inline(always)]
    pub fn write<G: Game>(
        &mut self,
        bundle: &Bundle<'_, G>,
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
    /// What one half has decided; empty afterwards.
    pub decided: &'p mut SparsePlane,
    /// Space for the numbers of the rows once they are turned: empty before and afterwards.
    pub turned_rows: &'p mut RowSet,
    /// What the other half receives.
    pub received: &'p mut SparsePlane,
}

/// Adds boards to what a half receives: in one row, that of the turned kings, from a column of its lane on.
#[inline(always)]
fn receive<G: Game>(
    received: &mut SparsePlane,
    bundle: &Bundle<'_, G>,
    Column { lane, turned }: Column,
    column: usize,
    boards: u64,
) {
    let (row, column) = (turned as usize, lane as usize * bundle.other_lane_width + column);
    received.words[row * bundle.other_words + column / WORD] |= boards << (column % WORD);
    received.rows.insert(row);
}

/// Publishes to the other half the boards that one half has decided, and writes their code. Returns whether there were
/// any.
#[inline(always)]
pub(super) fn publish_plane<G: Game>(
    bundle: &Bundle<'_, G>,
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
