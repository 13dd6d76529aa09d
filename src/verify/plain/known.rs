//! The values of whole endings in memory, and looking them up.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::board::{Bitboard, Board, Game};
use crate::index::{Ending, Index, Material, rank_kings};
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::value::is_changed;

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
    /// Adds the sides of an ending, as [`Ending::movers`].
    pub fn add(&mut self, ending: Ending, sides: Vec<KnownSide<G>>) {
        self.0.insert(ending, sides);
    }

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
    pub fn side(&self, material: Material) -> Option<&KnownSide<G>> {
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
