//! The values of any board, from blocks of tables that are unpacked when first needed.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::board::{Board, Game};
use crate::index::{Ending, Material, Row};
use crate::probe::ProbeError;
use crate::table::{EntryCodes, Metric, Table, Unpacked};
use crate::value::Dtw;
use crate::verify::codes::BestMoves;
use crate::verify::context::{Tables, side_of};

const RECENT: usize = 128;

/// A block of the tables of a side to move: the number of its material, and that of the block.
type Key = (usize, u64);

pub(super) struct Blocks<'t, G> {
    pub tables: Tables<'t, G>,
    /// The tables used so far, by material.
    sides: Vec<Option<OfSide<'t, G>>>,
    blocks: Vec<Block<'t, G>>,
    places: HashMap<Key, usize>,
    /// Recent places, by a hash of their keys.
    recent: [(Key, usize); RECENT],
    bytes: usize,
    /// The limit of `bytes`, approximately; one block is always kept.
    most_bytes: usize,
    /// Counts look-ups beyond the recent places.
    clock: u64,
}

#[derive(Clone, Copy)]
struct OfSide<'t, G> {
    ending: Ending,
    /// Its place in [`Ending::movers`].
    number: usize,
    wdl: &'t Table<G>,
    /// Whether the tables have its distances to a zeroing move, and to win.
    stored: [bool; 2],
}

struct Block<'t, G> {
    key: Key,
    unpacked: Unpacked<'t, G>,
    used: u64,
}

const NONE: (Key, usize) = ((usize::MAX, 0), 0);

impl<'t, G: Game> Blocks<'t, G> {
    pub fn new(tables: Tables<'t, G>, most_bytes: usize) -> Blocks<'t, G> {
        let (sides, recent) = (vec![None; Material::SLOTS], [NONE; RECENT]);
        Blocks { tables, sides, blocks: Vec::new(), places: HashMap::new(), recent, bytes: 0, most_bytes, clock: 0 }
    }

    /// The value of a board. Of its distances to a zeroing move, and to win, only the `wanted` ones are right; results always
    /// are. Captures are played out; the capture is one ply of both distances.
    #[inline(always)]
    fn codes(&mut self, board: &Board<G>, wanted: [bool; 2]) -> Result<EntryCodes, ProbeError> {
        if board.own() == 0 {
            return Ok(EntryCodes::without_move::<G>());
        }
        let row = Row::new(board);
        let is_quiet = row.surely_quiet(board.kings);
        if is_quiet { self.quiet(board, &row, wanted) } else { self.played_out(board, &row, wanted) }
    }

    #[inline(never)]
    fn played_out(&mut self, board: &Board<G>, row: &Row<G>, wanted: [bool; 2]) -> Result<EntryCodes, ProbeError> {
        let (mut captures, mut failure) = (BestMoves::NONE, None);
        board.each_after_capture(&mut |after| match self.codes(after, wanted) {
            Ok(codes) => captures.add_zeroing(codes),
            Err(error) => failure = failure.take().or(Some(error)),
        });
        if let Some(error) = failure {
            return Err(error);
        }
        match captures.before::<G>(self.tables.byte_plies) {
            Some(codes) => Ok(codes),
            None => self.quiet(board, row, wanted),
        }
    }

    /// The value of a board without a capture, as far as wanted. Distances that tables omit follow from those after its moves.
    #[inline(always)]
    pub fn quiet(&mut self, board: &Board<G>, row: &Row<G>, wanted: [bool; 2]) -> Result<EntryCodes, ProbeError> {
        let material = Material::of(board);
        let slot = material.slot();
        let side = match self.sides[slot] {
            Some(side) => side,
            None => self.open(material)?,
        };
        let (block, row_of_block) = side.wdl.locate(side.number, side.wdl.numbering(side.number).row(board));
        let key = (slot, block);
        let (recent, mut place) = self.recent[hash(key)];
        if recent != key {
            place = self.find(key, side.ending)?;
        }
        let codes = self.blocks[place].unpacked.stored(board, row, row_of_block)?;
        let missing = [0, 1].map(|metric| wanted[metric] && !side.stored[metric]);
        if missing == [false; 2] { Ok(codes) } else { self.followed(board, codes, missing) }
    }

    /// The value of a board without a capture; its missing distances follow from those after its moves.
    #[inline(never)]
    fn followed(&mut self, board: &Board<G>, codes: EntryCodes, missing: [bool; 2]) -> Result<EntryCodes, ProbeError> {
        let EntryCodes { dtw, dtz } = self.after_moves(board, missing)?;
        // A result that does not follow stays, so that the caller finds it wrong.
        let of = |missing, code, followed| {
            if missing && Dtw::theory(code) == Dtw::theory(followed) { followed } else { code }
        };
        Ok(EntryCodes { dtw: of(missing[1], codes.dtw, dtw), dtz: of(missing[0], codes.dtz, dtz) })
    }

    /// The value of a board without a capture by the definitions, from those after its moves, as far as wanted.
    #[inline(always)]
    pub fn after_moves(&mut self, board: &Board<G>, wanted: [bool; 2]) -> Result<EntryCodes, ProbeError> {
        let Tables { draw_plies, byte_plies, .. } = self.tables;
        let (mut moves, mut best) = (Vec::new(), BestMoves::NONE);
        board.moves(&mut moves);
        for mv in &moves {
            let after = self.codes(&board.after(mv), wanted)?;
            if mv.is_zeroing() { best.add_zeroing(after) } else { best.add_quiet(after, draw_plies) }
        }
        Ok(best.before::<G>(byte_plies).unwrap_or(EntryCodes::without_move::<G>()))
    }

    #[cold]
    fn open(&mut self, material: Material) -> Result<OfSide<'t, G>, ProbeError> {
        let (ending, number) = side_of(material);
        let stored = self.tables.stored(ending)?[number];
        let side = OfSide { ending, number, wdl: self.tables.tablebase.table_of(ending, Metric::Wdl)?, stored };
        self.sides[material.slot()] = Some(side);
        Ok(side)
    }

    #[inline(never)]
    fn find(&mut self, key: Key, ending: Ending) -> Result<usize, ProbeError> {
        self.clock += 1;
        let place = match self.places.get(&key) {
            Some(&place) => place,
            None => {
                if self.bytes > self.most_bytes {
                    self.forget();
                }
                let unpacked = self.tables.tablebase.unpack(ending, self.tables.with_dtw, key.1)?;
                self.bytes += unpacked.size();
                self.blocks.push(Block { key, unpacked, used: 0 });
                self.places.insert(key, self.blocks.len() - 1);
                self.blocks.len() - 1
            }
        };
        self.blocks[place].used = self.clock;
        self.recent[hash(key)] = (key, place);
        Ok(place)
    }

    /// Drops the less recently used half of the blocks.
    fn forget(&mut self) {
        self.blocks.sort_unstable_by_key(|block| Reverse(block.used));
        self.blocks.truncate(self.blocks.len() / 2);
        self.places = self.blocks.iter().enumerate().map(|(place, block)| (block.key, place)).collect();
        self.bytes = self.blocks.iter().map(|block| block.unpacked.size()).sum();
        self.recent = [NONE; RECENT];
    }
}

/// The hash of a key: its index among the recent places.
#[inline(always)]
fn hash((slot, block): Key) -> usize {
    let mixed = (slot as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ block.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed >> 40) as usize % RECENT
}
