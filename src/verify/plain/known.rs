//! The values of whole endings in memory: reading them and looking them up.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Bitboard, Board, Game};
use crate::index::{Ending, Index, Material, Row, next_subset, rank_kings, unrank_kings};
use crate::probe::ProbeError;
use crate::table::{EntryCodes, Unpacked};
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::codes::{BestMoves, Limits, is_changed};
use crate::verify::context::{Event, Tables};
use crate::verify::error::VerifyError;
use crate::wide::wide;

/// Endings with all their values, by [`Index::rank`].
#[derive(Default)]
pub(super) struct Known<G>(BTreeMap<Ending, Vec<KnownSide<G>>>);

/// The values of one side to move.
pub(super) struct KnownSide<G> {
    pub index: Index<G>,
    /// Two bytes an entry; none once the ending is [settled](Known::settle).
    pub codes: Vec<EntryCodes>,
    /// None until then.
    pub settled: Settled,
}

/// What other endings need of one, in one byte an entry.
#[derive(Default)]
pub(super) struct Settled {
    /// Codes of distances to win.
    pub dtw: Vec<u8>,
    /// The entries, in order, whose result the draw rule changes.
    pub exceptions: Vec<u64>,
}

impl Settled {
    fn new(codes: &[EntryCodes]) -> Settled {
        let dtw = codes.par_iter().with_min_len(1 << 16).map(|codes| codes.dtw).collect();
        let exceptions = (0..codes.len()).into_par_iter().with_min_len(1 << 16).filter(|&at| is_changed(codes[at]));
        Settled { dtw, exceptions: exceptions.map(|at| at as u64).collect() }
    }

    /// The code of a distance to win, with a code that stands for the result under the draw rule: 1 for a loss, as if in one
    /// ply, and likewise for a win. Other endings are reached by a zeroing move, before which only the result counts.
    #[inline(always)]
    pub fn codes(dtw: u8, is_exception: bool) -> EntryCodes {
        let dtz = match dtw {
            _ if is_exception => Dtz::DRAW,
            ..Dtw::DRAW => 1,
            Dtw::DRAW => Dtz::DRAW,
            _ => u8::MAX - 1,
        };
        EntryCodes { dtw, dtz }
    }
}

impl<G: Game> Known<G> {
    /// The sides of an ending, as [`Ending::movers`]; none if it is not known.
    pub fn sides(&self, ending: Ending) -> &[KnownSide<G>] {
        self.0.get(&ending).map_or(&[], Vec::as_slice)
    }

    /// Keeps only what others need of an ending, if it is known: not its distances to a zeroing move.
    pub fn settle(&mut self, ending: Ending) {
        for side in self.0.get_mut(&ending).into_iter().flatten() {
            side.settled = Settled::new(&std::mem::take(&mut side.codes));
        }
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.0.retain(|&ending, _| wanted(ending));
    }

    /// The values with the material of a side to move and of its enemy.
    fn side(&self, material: Material) -> Option<&KnownSide<G>> {
        let (ending, mover) = material.ending();
        let side = ending.movers().iter().position(|&other| other == mover)?;
        self.0.get(&ending)?.get(side)
    }
}

/// Looks up values, quickly where the men are those of a recent look-up.
pub(super) struct Finder<'k, G> {
    known: &'k Known<G>,
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

/// The values of one placement of men, for each placement of the kings.
#[derive(Clone, Copy)]
pub(super) struct Kings<'k> {
    /// The squares without men.
    free: Bitboard,
    /// The entries of a row.
    row: usize,
    /// All values; none if the ending is settled.
    codes: &'k [EntryCodes],
    dtw: &'k [u8],
    exceptions: &'k [u64],
    /// The first entry.
    start: u64,
}

impl Kings<'_> {
    /// No values: those of a side without pieces, for which the game is over.
    const NONE: Kings<'static> = Kings { free: 0, row: 0, codes: &[], dtw: &[], exceptions: &[], start: 0 };

    #[inline(always)]
    pub fn codes<G: Game>(&self, kings: Bitboard, enemy_kings: Bitboard) -> EntryCodes {
        let row = rank_kings(enemy_kings, self.free) as usize;
        let number = row * self.row + rank_kings(kings, self.free & !enemy_kings) as usize;
        if let Some(&dtw) = self.dtw.get(number) {
            let entry = self.start + number as u64;
            return Settled::codes(dtw, !self.exceptions.is_empty() && self.exceptions.binary_search(&entry).is_ok());
        }
        self.codes.get(number).copied().unwrap_or(EntryCodes::without_move::<G>())
    }
}

impl<'k, G: Game> Finder<'k, G> {
    pub fn new(known: &'k Known<G>) -> Finder<'k, G> {
        Finder { known, recent: [Recent { men: !0, enemy_men: !0, kings: (0, 0), values: Kings::NONE }; RECENT] }
    }

    /// The value of a board whose ending is known.
    #[inline(always)]
    pub fn codes(&mut self, board: &Board<G>) -> EntryCodes {
        self.kings(board).codes::<G>(board.kings, board.enemy_kings)
    }

    /// The values with the men of a board, and with as many kings.
    #[inline(always)]
    pub fn kings(&mut self, board: &Board<G>) -> Kings<'k> {
        let kings = (board.kings.count_ones(), board.enemy_kings.count_ones());
        let mixed = board.men.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ board.enemy_men.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let number = mixed >> 58 ^ u64::from(kings.0 << 1 ^ kings.1 << 3);
        let recent = &mut self.recent[number as usize % RECENT];
        if (recent.men, recent.enemy_men, recent.kings) != (board.men, board.enemy_men, kings) {
            *recent = find(self.known, board, kings);
        }
        recent.values
    }
}

/// The values with the men of a board; none of a side without pieces, for which the game is over.
#[inline(never)]
fn find<'k, G: Game>(known: &'k Known<G>, board: &Board<G>, kings: (u32, u32)) -> Recent<'k> {
    let Board { men, enemy_men, .. } = *board;
    let mut values = Kings::NONE;
    if board.own() != 0 {
        let side = known.side(Material::of(board)).expect("an ending is read after all that its moves lead to");
        let size = side.index.kings_size() as usize;
        let start = side.index.men().rank(men, enemy_men) as usize * size;
        let Settled { dtw, exceptions } = &side.settled;
        let place = |entry: usize| exceptions.partition_point(|&exception| exception < entry as u64);
        values = Kings {
            free: board.without_men(),
            row: side.index.row_size() as usize,
            codes: side.codes.get(start..start + size).unwrap_or_default(),
            dtw: dtw.get(start..start + size).unwrap_or_default(),
            exceptions: &exceptions[place(start)..place(start + size)],
            start: start as u64,
        };
    }
    Recent { men, enemy_men, kings, values }
}

/// Reads the tables of an ending, and adds it to the known ones: those that its captures lead to must be among them.
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
            let unpacked = tables.unpack(ending, blocks.start + number as u64)?;
            read_block(known, &unpacked, Limits::new(tables), codes)?;
            progress.report(&Event::Read { entries: codes.len() as u64 });
            Ok(())
        })?;
        sides.push(KnownSide { index, codes, settled: Settled::default() });
    }
    known.0.insert(ending, sides);
    Ok(())
}

wide! {
    /// The values of the entries of a block.
    fn read_block<G: Game>(
        known: &Known<G>,
        unpacked: &Unpacked<'_, G>,
        limits: Limits,
        codes: &mut [EntryCodes],
    ) -> Result<(), ProbeError> {
        let index = unpacked.index();
        let count = u32::from(index.material().mover.kings);
        let mut codes = codes.iter_mut();
        let mut finder = Finder::new(known);
        for (number, row_board) in (0..(unpacked.rows.end - unpacked.rows.start) as usize).zip(index.rows_from(unpacked.rows.start)) {
            let row = Row::new(&row_board);
            let free = row_board.empty();
            let mut kings = unrank_kings(0, count, free);
            for codes in codes.by_ref().take(index.row_size() as usize) {
                let board = Board { kings, ..row_board };
                let mut captures = BestMoves::NONE;
                if !row.surely_quiet(kings) {
                    board.each_after_capture(&mut |after| captures.add_zeroing(finder.codes(after)));
                }
                *codes = match captures.before::<G>(limits) {
                    Some(codes) => codes,
                    None => unpacked.stored(&board, &row, number)?,
                };
                kings = next_subset(kings, free);
            }
        }
        Ok(())
    }
}
