//! Looking up values of known endings.

use crate::board::{Bitboard, Board, Game};
use crate::index::{Material, rank_kings};
use crate::table::EntryCodes;

use super::known::{Known, Settled};

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
