//! Reading the entries of a phase into planes.

use std::ops::Range;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Board, Game};
use crate::index::{KingSets, Row, WORD, unrank_kings};
use crate::probe::{ProbeError, Tablebase};
use crate::solve::masks::bits;
use crate::table::Unpacked;
use crate::verify::error::VerifyError;
use crate::verify::event::Event;
use crate::wide::wide;

use super::planes::{OPEN, Planes};
use super::side::Side;

/// The planes of a part of a side, from a cell on.
struct Part<'p> {
    block: u64,
    rows: Range<u64>,
    /// The cells before the part.
    before: usize,
    dtw: &'p mut [u8],
    dtz: &'p mut [u8],
}

/// Reads the entries of a side with the men of some ranks. The cells of what is not stored are [`OPEN`].
pub(super) fn read<G: Game>(
    tablebase: &Tablebase<G>,
    side: &Side<'_, G>,
    ranks: &Range<u64>,
    progress: &dyn Progress<Event>,
) -> Result<Planes, VerifyError> {
    let (index, cells) = (&side.index, side.shape.cells);
    let of_men = index.rows() / index.men().size();
    let boards = (ranks.end - ranks.start) as usize * cells;
    let mut planes = Planes { dtw: vec![OPEN; boards], dtz: vec![OPEN; boards] };
    if boards == 0 {
        return Ok(planes);
    }
    let rows = ranks.start * of_men..ranks.end * of_men;
    let (blocks, in_block) = &tablebase.blocks(side.ending)?[side.number];
    let (mut dtw, mut dtz, mut before) = (&mut planes.dtw[..], &mut planes.dtz[..], 0);
    let mut parts = Vec::new();
    for number in rows.start / in_block..rows.end.div_ceil(*in_block) {
        let part = rows.start.max(number * in_block)..rows.end.min((number + 1) * in_block);
        let end = if part.end == rows.end { boards } else { first_cell(side, ranks.start, part.end) };
        let (some_dtw, some_dtz);
        (some_dtw, dtw) = dtw.split_at_mut(end - before);
        (some_dtz, dtz) = dtz.split_at_mut(end - before);
        parts.push(Part { block: blocks.start + number, rows: part, before, dtw: some_dtw, dtz: some_dtz });
        before = end;
    }
    parts.into_par_iter().with_max_len(1).try_for_each(|part| {
        if progress.is_stopped() {
            return Err(VerifyError::Stopped);
        }
        let unpacked = tablebase.unpack(side.ending, part.block)?;
        let entries = (part.rows.end - part.rows.start) * index.row_size();
        read_rows(side, &unpacked, ranks.start, part)?;
        progress.report(&Event::Read { entries });
        Ok(())
    })?;
    Ok(planes)
}

/// The first cell of a row, of those from a rank of the men on.
fn first_cell<G: Game>(side: &Side<'_, G>, first: u64, row: u64) -> usize {
    let of_men = side.index.rows() / side.index.men().size();
    let (men, enemy_men) = side.index.men().unrank(row / of_men);
    let enemy_kings = unrank_kings(row % of_men, side.enemy.count(), G::BOARD & !(men | enemy_men));
    (row / of_men - first) as usize * side.shape.cells + KingSets::number(enemy_kings) * side.shape.row
}

wide! {
    /// Reads the rows of a part.
    fn read_rows<'p, G: Game>(
        side: &Side<'_, G>,
        unpacked: &Unpacked<'_, G>,
        first: u64,
        part: Part<'p>,
    ) -> Result<(), ProbeError> {
        let (index, kings, shape) = (&side.index, side.kings, side.shape);
        let of_men = index.rows() / index.men().size();
        let Part { rows, before, dtw, dtz, .. } = part;
        for (number, board) in rows.clone().zip(index.rows_from(rows.start)) {
            let start = (number / of_men - first) as usize * shape.cells
                + KingSets::number(board.enemy_kings) * shape.row
                - before;
            let row_of_block = (number - unpacked.rows.start) as usize;
            let length = shape.row.min(dtw.len() - start);
            let (dtw, dtz) = (&mut dtw[start..][..length], &mut dtz[start..][..length]);
            if kings.count() == 0 {
                (dtw[0], dtz[0]) = stored(unpacked, &board, row_of_block, 0)?.unwrap_or((OPEN, OPEN));
                continue;
            }
            let row = Row::new(&board);
            let mut numbers = 0;
            if let Some(open) = row.first_squares() {
                // The sets of kings on these squares come first, in order.
                for word in 0..kings.words() {
                    for bit in bits(&[kings.apart(G::BOARD & !open, word)]) {
                        let set = Board { kings: kings.sets()[word * WORD + bit], ..board };
                        if let Some(codes) = stored(unpacked, &set, row_of_block, numbers)? {
                            (dtw[word * WORD + bit], dtz[word * WORD + bit]) = codes;
                        }
                        numbers += 1;
                    }
                }
            }
            for number in numbers..row.size(kings.count()) {
                let set = row.unrank(number, kings.count());
                if row.rank(set) == Some(number)
                    && let Some(codes) = stored(unpacked, &Board { kings: set, ..board }, row_of_block, number)?
                {
                    let cell = KingSets::number(set);
                    (dtw[cell], dtz[cell]) = codes;
                }
            }
        }
        Ok(())
    }
}

/// The codes of a number of a row; `None` for a mark that a board with a capture pending may have by chance.
#[inline(always)]
fn stored<G: Game>(
    unpacked: &Unpacked<'_, G>,
    board: &Board<G>,
    row_of_block: usize,
    number: u64,
) -> Result<Option<(u8, u8)>, ProbeError> {
    let codes = unpacked.at(row_of_block, number)?;
    if !codes.is_exception() {
        return Ok(Some((codes.dtw, codes.dtz)));
    }
    if board.must_capture() {
        return Ok(None);
    }
    let codes = unpacked.exception(board, codes.dtw)?;
    Ok(Some((codes.dtw, codes.dtz)))
}
