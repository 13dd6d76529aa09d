//! The values of whole endings in memory: reading them and looking them up.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board, Game};
use crate::index::{Ending, Index, Material, Row, next_subset, rank_kings, unrank_kings};
use crate::probe::ProbeError;
use crate::table::{EntryCodes, Unpacked};
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::codes::{BestMoves, is_changed};
use crate::verify::context::{Event, Tables, side_of};
use crate::verify::error::VerifyError;
use crate::wide::wide;

/// Endings with all their values, by [`Index::rank`].
#[derive(Default)]
pub(in crate::verify) struct Known<G>(BTreeMap<Ending, Vec<KnownSide<G>>>);

pub(super) struct KnownSide<G> {
    pub index: Index<G>,
    /// Two bytes an entry; none once the ending is [settled](Known::settle).
    pub codes: Vec<EntryCodes>,
    /// From then on, what other endings need: codes of distances to win, and a bit for each entry that the draw rule changes.
    dtw: Vec<u8>,
    changed: Vec<u64>,
}

impl<G: Game> KnownSide<G> {
    /// The codes of an entry. In a settled one, a code stands for the result instead of the distance to a zeroing move: 1 for a
    /// loss, as if in one ply, and likewise for a win. Only zeroing moves lead there, before which only the result counts.
    #[inline(always)]
    fn codes(&self, entry: usize) -> EntryCodes {
        let Some(&dtw) = self.dtw.get(entry) else { return self.codes[entry] };
        let dtz = match dtw {
            _ if self.changed[entry / 64] >> (entry % 64) & 1 != 0 => Dtz::DRAW,
            ..Dtw::DRAW => 1,
            Dtw::DRAW => Dtz::DRAW,
            _ => u8::MAX - 1,
        };
        EntryCodes { dtw, dtz }
    }
}

impl<G: Game> Known<G> {
    /// The sides of an ending, as in [`Ending::movers`].
    pub(super) fn sides(&self, ending: Ending) -> &[KnownSide<G>] {
        &self.0[&ending]
    }

    pub(super) fn put(&mut self, ending: Ending, number: usize, codes: Vec<EntryCodes>) {
        if let Some(sides) = self.0.get_mut(&ending) {
            sides[number].codes = codes;
        }
    }

    /// Drops the distances to a zeroing move, which other endings do not need.
    pub fn settle(&mut self) {
        for side in self.0.values_mut().flatten().filter(|side| side.dtw.is_empty()) {
            let codes = std::mem::take(&mut side.codes);
            side.dtw = codes.par_iter().with_min_len(1 << 16).map(|codes| codes.dtw).collect();
            let word =
                |all: &[EntryCodes]| all.iter().rfold(0, |word, &codes| word << 1 | u64::from(is_changed(codes)));
            side.changed = codes.par_chunks(64).with_min_len(1 << 10).map(word).collect();
        }
    }

    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.0.retain(|&ending, _| wanted(ending));
    }
}

pub(super) struct Finder<'k, G> {
    known: &'k Known<G>,
    recent: [Found<'k, G>; RECENT],
}

const RECENT: usize = 64;

/// The men of both sides, and the numbers of their kings.
type Key = (Bitboard, Bitboard, u32, u32);

/// The values of one placement of men, for each placement of a number of kings of each side.
#[derive(Clone, Copy)]
pub(super) struct Found<'k, G> {
    key: Key,
    free: Bitboard,
    /// The entries of a row, and the first entry.
    row: usize,
    start: usize,
    /// `None` for a side without pieces: the game is over.
    side: Option<&'k KnownSide<G>>,
}

impl<G: Game> Found<'_, G> {
    #[inline(always)]
    pub fn codes(&self, kings: Bitboard, enemy_kings: Bitboard) -> EntryCodes {
        let Some(side) = self.side else { return EntryCodes::without_move::<G>() };
        let row = rank_kings(enemy_kings, self.free) as usize;
        side.codes(self.start + row * self.row + rank_kings(kings, self.free & !enemy_kings) as usize)
    }
}

impl<'k, G: Game> Finder<'k, G> {
    pub fn new(known: &'k Known<G>) -> Finder<'k, G> {
        Finder { known, recent: [Found { key: (!0, !0, 0, 0), free: 0, row: 0, start: 0, side: None }; RECENT] }
    }

    #[inline(always)]
    pub fn codes(&mut self, board: &Board<G>) -> EntryCodes {
        self.values(board).codes(board.kings, board.enemy_kings)
    }

    /// The values with the men of a board, and the same numbers of kings.
    #[inline(always)]
    pub fn values(&mut self, board: &Board<G>) -> Found<'k, G> {
        let key = (board.men, board.enemy_men, board.kings.count_ones(), board.enemy_kings.count_ones());
        let mixed = key.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ key.1.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let number = (mixed >> 58) as u32 ^ key.2 << 1 ^ key.3 << 3;
        let recent = &mut self.recent[number as usize % RECENT];
        if recent.key != key {
            *recent = find(self.known, board, key);
        }
        *recent
    }
}

#[inline(never)]
fn find<'k, G: Game>(known: &'k Known<G>, board: &Board<G>, key: Key) -> Found<'k, G> {
    let free = board.without_men();
    if board.own() == 0 {
        return Found { key, free, row: 0, start: 0, side: None };
    }
    let (ending, number) = side_of(Material::of(board));
    let sides = known.0.get(&ending).expect("an ending is read after all that its moves lead to");
    let index = &sides[number].index;
    let start = index.men().rank(board.men, board.enemy_men) * index.kings_size();
    Found { key, free, row: index.row_size() as usize, start: start as usize, side: Some(&sides[number]) }
}

/// Reads the tables of an ending, and adds it to the known ones, which must include those that its captures lead to.
pub(super) fn read<G: Game>(
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
            let unpacked = tables.tablebase.unpack(ending, tables.with_dtw, blocks.start + number as u64)?;
            read_block(known, &unpacked, tables.byte_plies, codes)?;
            progress.report(&Event::Read { entries: codes.len() as u64 });
            Ok(())
        })?;
        sides.push(KnownSide { index, codes, dtw: Vec::new(), changed: Vec::new() });
    }
    known.0.insert(ending, sides);
    Ok(())
}

wide! {
    fn read_block<G: Game>(
        known: &Known<G>,
        unpacked: &Unpacked<'_, G>,
        byte_plies: u16,
        codes: &mut [EntryCodes],
    ) -> Result<(), ProbeError> {
        let index = unpacked.index();
        let count = u32::from(index.material().mover.kings);
        let mut finder = Finder::new(known);
        let rows = codes.chunks_mut(index.row_size() as usize).zip(index.rows_from(unpacked.rows.start));
        for (number, (codes, row_board)) in rows.enumerate() {
            let row = Row::new(&row_board);
            let free = row_board.empty();
            let mut kings = unrank_kings(0, count, free);
            for codes in codes {
                let board = Board { kings, ..row_board };
                let mut captures = BestMoves::NONE;
                if !row.surely_quiet(kings) {
                    board.each_after_capture(&mut |after| captures.add_zeroing(finder.codes(after)));
                }
                *codes = match captures.before::<G>(byte_plies) {
                    Some(codes) => codes,
                    None => unpacked.stored(&board, &row, number)?,
                };
                kings = next_subset(kings, free);
            }
        }
        Ok(())
    }
}
