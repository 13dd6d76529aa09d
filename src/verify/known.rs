//! The values of whole endings, those of pending captures worked out.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board};
use crate::index::{Ending, Index, Material, Row, next_subset, rank_kings, unrank_kings};
use crate::probe::{ProbeError, Tablebase};
use crate::table::{EntryCodes, Unpacked};
use crate::value::{Dtw, Dtz, Measure};
use crate::wide::wide;

use super::error::VerifyError;
use super::event::Event;

/// Endings whose values are all at hand, by [`Index::rank`].
#[derive(Default)]
pub(super) struct Known(BTreeMap<Ending, Vec<Side>>);

/// The values of one side to move.
pub(super) struct Side {
    pub index: Index,
    /// Two bytes an entry, until the ending is [settled](Known::settle).
    pub codes: Vec<EntryCodes>,
    settled: Settled,
}

/// What other endings need of one, in one byte an entry.
#[derive(Default)]
struct Settled {
    /// Codes of distances to win.
    dtw: Vec<u8>,
    /// The entries, in order, whose result the draw rule does not keep.
    exceptions: Vec<u64>,
}

impl Settled {
    fn new(codes: &[EntryCodes]) -> Settled {
        let dtw = codes.par_iter().with_min_len(1 << 16).map(|codes| codes.dtw).collect();
        let is_exception = |codes: &EntryCodes| codes.dtz == Dtz::DRAW && codes.dtw != Dtw::DRAW;
        let exceptions = (0..codes.len()).into_par_iter().with_min_len(1 << 16).filter(|&at| is_exception(&codes[at]));
        Settled { dtw, exceptions: exceptions.map(|at| at as u64).collect() }
    }

    /// The code, and whether the result is won, drawn or lost under the draw rule: what distance to a zeroing move it
    /// has is all the same behind a zeroing move.
    #[inline(always)]
    fn codes(dtw: u8, is_exception: bool) -> EntryCodes {
        let dtz = match dtw {
            _ if is_exception => Dtz::DRAW,
            ..Dtw::DRAW => 1,
            Dtw::DRAW => Dtz::DRAW,
            _ => u8::MAX - 1,
        };
        EntryCodes { dtw, dtz }
    }
}

impl Known {
    /// Reads an ending; those that its captures lead to must be known.
    ///
    /// # Errors
    /// [`VerifyError::Probe`], if a table is absent, damaged, or cannot be read; [`VerifyError::Stopped`].
    pub fn read(
        &mut self,
        tablebase: &Tablebase,
        ending: Ending,
        progress: &dyn Progress<Event>,
    ) -> Result<(), VerifyError> {
        let mut sides = Vec::new();
        for ((blocks, rows), &mover) in tablebase.blocks(ending)?.into_iter().zip(ending.movers()) {
            let index = Index::new(ending.material(mover));
            let mut codes = vec![EntryCodes::LOST; index.size() as usize];
            let chunks = codes.par_chunks_mut((rows * index.row_size()) as usize);
            chunks.enumerate().try_for_each(|(number, codes)| {
                if progress.is_stopped() {
                    return Err(VerifyError::Stopped);
                }
                let unpacked = tablebase.unpack(ending, blocks.start + number as u64)?;
                read_block(self, &unpacked, tablebase.byte_plies(), codes)?;
                progress.report(&Event::Read { entries: codes.len() as u64 });
                Ok(())
            })?;
            sides.push(Side { index, codes, settled: Settled::default() });
        }
        self.0.insert(ending, sides);
        Ok(())
    }

    /// The sides of an ending, as [`Ending::movers`]; none if it is not known.
    pub fn sides(&self, ending: Ending) -> &[Side] {
        self.0.get(&ending).map_or(&[], Vec::as_slice)
    }

    /// Keeps of an ending, if it is known, only what others need: not its distances to a zeroing move.
    pub fn settle(&mut self, ending: Ending) {
        for side in self.0.get_mut(&ending).into_iter().flatten() {
            side.settled = Settled::new(&std::mem::take(&mut side.codes));
        }
    }

    /// Forgets all endings but those.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.0.retain(|&ending, _| wanted(ending));
    }

    fn side(&self, material: Material) -> Option<&Side> {
        let (ending, mover) = material.ending();
        let side = ending.movers().iter().position(|&other| other == mover)?;
        self.0.get(&ending)?.get(side)
    }
}

wide! {
    /// The values of the entries of a block.
    fn read_block(
        known: &Known,
        unpacked: &Unpacked<'_>,
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
            let free = !row_board.occupied();
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

/// The value of a side that can capture, from the boards after its captures. The capture counts as one ply for both
/// distances.
#[inline(always)]
fn captured(finder: &mut Finder<'_>, after: &[Board], byte_plies: u16) -> EntryCodes {
    let mut best = EntryCodes { dtw: u8::MAX, dtz: u8::MAX };
    for child in after {
        let codes = finder.codes(child);
        best = EntryCodes { dtw: best.dtw.min(codes.dtw), dtz: best.dtz.min(codes.dtz) };
    }
    EntryCodes { dtw: dtw_through(best.dtw, byte_plies), dtz: zeroed(best.dtz) }
}

/// The code of a distance to win before a move, from that after it; bytes hold at most `byte_plies` plies.
#[inline(always)]
pub(super) fn dtw_through(child: u8, byte_plies: u16) -> u8 {
    // A loss in 2 h is a win in 2 h + 1; a win in 2 h + 1 a loss in 2 h + 2.
    match child {
        ..Dtw::DRAW if 2 * u16::from(child) + 1 > byte_plies => Dtw::FAR_WIN,
        ..Dtw::DRAW => u8::MAX - child,
        Dtw::DRAW => child,
        _ if 2 * u16::from(u8::MAX - child) + 2 > byte_plies => Dtw::FAR_LOSS,
        _ => u8::MAX - child + 1,
    }
}

/// The code of a distance to a zeroing move before such a move, from that after it.
#[inline(always)]
pub(super) fn zeroed(child: u8) -> u8 {
    match child {
        ..Dtz::DRAW => u8::MAX - 1,
        Dtz::DRAW => child,
        _ => 1,
    }
}

/// Looks up values, quickly where the same men come again.
pub(super) struct Finder<'k> {
    known: &'k Known,
    recent: [Recent<'k>; RECENT],
}

const RECENT: usize = 64;

/// The values of one placement of men, with a number of kings of each side.
#[derive(Clone, Copy)]
struct Recent<'k> {
    men: Bitboard,
    enemy_men: Bitboard,
    kings: (u32, u32),
    values: Kings<'k>,
}

/// The values of one placement of men, by those of the kings.
#[derive(Clone, Copy)]
pub(super) struct Kings<'k> {
    /// The squares without men.
    free: Bitboard,
    /// The entries of a row.
    row: usize,
    /// All values, or what is left of them.
    codes: &'k [EntryCodes],
    dtw: &'k [u8],
    exceptions: &'k [u64],
    /// The first entry.
    start: u64,
}

impl Kings<'_> {
    /// No values: those of a side without pieces, which has lost.
    const NONE: Kings<'static> = Kings { free: 0, row: 0, codes: &[], dtw: &[], exceptions: &[], start: 0 };

    #[inline(always)]
    pub fn codes(&self, kings: Bitboard, enemy_kings: Bitboard) -> EntryCodes {
        let row = rank_kings(enemy_kings, self.free) as usize;
        let number = row * self.row + rank_kings(kings, self.free & !enemy_kings) as usize;
        if let Some(&dtw) = self.dtw.get(number) {
            let entry = self.start + number as u64;
            return Settled::codes(dtw, !self.exceptions.is_empty() && self.exceptions.binary_search(&entry).is_ok());
        }
        self.codes.get(number).copied().unwrap_or(EntryCodes::LOST)
    }
}

impl<'k> Finder<'k> {
    pub fn new(known: &'k Known) -> Finder<'k> {
        Finder { known, recent: [Recent { men: !0, enemy_men: !0, kings: (0, 0), values: Kings::NONE }; RECENT] }
    }

    /// The value of a board of a known ending.
    #[inline(always)]
    pub fn codes(&mut self, board: &Board) -> EntryCodes {
        self.kings(board).codes(board.kings, board.enemy_kings)
    }

    /// The values with the men of a board, and as many kings.
    #[inline(always)]
    pub fn kings(&mut self, board: &Board) -> Kings<'k> {
        let kings = (board.kings.count_ones(), board.enemy_kings.count_ones());
        let mixed = board.men.wrapping_mul(0x9E37_79B1) ^ board.enemy_men.wrapping_mul(0x85EB_CA77);
        let recent = &mut self.recent[(mixed ^ kings.0 << 27 ^ kings.1 << 29) as usize >> 26 & (RECENT - 1)];
        if (recent.men, recent.enemy_men, recent.kings) != (board.men, board.enemy_men, kings) {
            *recent = find(self.known, board, kings);
        }
        recent.values
    }
}

/// The values with the men of a board; none of a side without pieces, which has lost.
#[inline(never)]
fn find<'k>(known: &'k Known, board: &Board, kings: (u32, u32)) -> Recent<'k> {
    let Board { men, enemy_men, .. } = *board;
    let mut values = Kings::NONE;
    if board.own() != 0 {
        let side = known.side(Material::of(board)).expect("an ending is read after all that its moves lead to");
        let size = side.index.kings_size() as usize;
        let start = side.index.men().rank(men, enemy_men) as usize * size;
        let Settled { dtw, exceptions } = &side.settled;
        let place = |entry: usize| exceptions.partition_point(|&exception| exception < entry as u64);
        values = Kings {
            free: !(men | enemy_men),
            row: side.index.row_size() as usize,
            codes: side.codes.get(start..start + size).unwrap_or_default(),
            dtw: dtw.get(start..start + size).unwrap_or_default(),
            exceptions: &exceptions[place(start)..place(start + size)],
            start: start as u64,
        };
    }
    Recent { men, enemy_men, kings, values }
}
