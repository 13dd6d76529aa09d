//! The plain check, the naive twin of the fast one: entry by entry, with the plain move generator.
//!
//! It shares nothing with `fast/` but the definitions in codes. Here the values of an ending are read, with those of positions with
//! a capture pending, which tables lack. `known.rs` keeps and finds values; `entries.rs` compares each entry with what its moves
//! lead to.

mod entries;
mod known;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Board, Game};
use crate::index::{Ending, Index, Row, next_subset, unrank_kings};
use crate::probe::ProbeError;
use crate::table::{EntryCodes, Unpacked};
use crate::wide::wide;

use super::context::{Event, Tables};
use super::error::{VerifyError, Wrong};
use super::headers::Totals;
use super::value::{dtw_through, zeroed};
use known::{Finder, Known, KnownSide, Settled};

/// Checks entry by entry.
#[derive(Default)]
pub(super) struct Plain<G> {
    known: Known<G>,
    last: Option<Ending>,
}

impl<G: Game> Plain<G> {
    /// Reads an ending, and compares its entries if it is to `check`.
    pub fn go_through(
        &mut self,
        tables: Tables<'_, G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
        if let Some(last) = self.last.replace(ending) {
            self.known.settle(last);
        }
        read(&mut self.known, tables, ending, progress)?;
        if !check {
            return Ok(Ok(Vec::new()));
        }
        entries::check(tables, &self.known, ending, progress).transpose().ok_or(VerifyError::Stopped)
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.known.keep(wanted);
    }
}

/// Reads the tables of an ending, and adds it to the known ones: those that its captures lead to must be among them.
///
/// # Errors
/// [`VerifyError::Probe`], if a table is absent, damaged, or cannot be read; [`VerifyError::Stopped`].
fn read<G: Game>(
    known: &mut Known<G>,
    tables: Tables<'_, G>,
    ending: Ending,
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    let mut sides = Vec::new();
    for ((blocks, rows), &mover) in tables.tablebase.blocks(ending)?.into_iter().zip(ending.movers()) {
        let index = Index::new(ending.material(mover));
        let mut codes = vec![EntryCodes::without_move::<G>(); index.size() as usize];
        let chunks = codes.par_chunks_mut((rows * index.row_size()) as usize);
        chunks.enumerate().try_for_each(|(number, codes)| {
            if progress.is_stopped() {
                return Err(VerifyError::Stopped);
            }
            let unpacked = tables.unpack(ending, blocks.start + number as u64)?;
            read_block(known, &unpacked, tables.byte_plies(), codes)?;
            progress.report(&Event::Read { entries: codes.len() as u64 });
            Ok(())
        })?;
        sides.push(KnownSide { index, codes, settled: Settled::default() });
    }
    known.add(ending, sides);
    Ok(())
}

wide! {
    /// The values of the entries of a block.
    fn read_block<G: Game>(
        known: &Known<G>,
        unpacked: &Unpacked<'_, G>,
        byte_plies: u16,
        codes: &mut [EntryCodes],
    ) -> Result<(), ProbeError> {
        let index = unpacked.index();
        let count = u32::from(index.material().mover.kings);
        let mut codes = codes.iter_mut();
        let mut finder = Finder::new(known);
        let mut after = Vec::new();
        for (number, row_board) in (0..(unpacked.rows.end - unpacked.rows.start) as usize).zip(index.rows_from(unpacked.rows.start)) {
            let row = Row::new(&row_board);
            let free = row_board.empty();
            let mut kings = unrank_kings(0, count, free);
            for codes in codes.by_ref().take(index.row_size() as usize) {
                let board = Board { kings, ..row_board };
                after.clear();
                if !row.surely_quiet(kings) {
                    board.each_after_capture(&mut |child| after.push(*child));
                }
                *codes = if after.is_empty() {
                    unpacked.stored(&board, &row, number)?
                } else {
                    captured(&mut finder, &after, byte_plies)
                };
                kings = next_subset(kings, free);
            }
        }
        Ok(())
    }
}

/// The value of a board with a capture, from the boards after its captures. The capture is one ply of both distances.
#[inline(always)]
fn captured<G: Game>(finder: &mut Finder<'_, G>, after: &[Board<G>], byte_plies: u16) -> EntryCodes {
    let mut best = EntryCodes { dtw: u8::MAX, dtz: u8::MAX };
    for child in after {
        let codes = finder.codes(child);
        best = EntryCodes { dtw: best.dtw.min(codes.dtw), dtz: best.dtz.min(codes.dtz) };
    }
    EntryCodes { dtw: dtw_through::<G>(best.dtw, byte_plies), dtz: zeroed(best.dtz) }
}
