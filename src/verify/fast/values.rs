//! The values of endings, in rows over all sets of kings: their layout, finding them, and their memory.
//!
//! A side to move has a *half* for each placement of the men. Its *cells* are numbered by the set of kings of the side that has
//! just moved, then by that of the side to move, both as the side to move sees them. So a move, made against all sets of the
//! other side's kings at once, leads to one row of cells. If the side to move has no kings, all cells are one row.

use std::io;
use std::sync::OnceLock;

use crate::board::{Bitboard, Board, Game};
use crate::bulk::{Caches, Room};
use crate::index::{Ending, KingSets, Material, MenIndex, Side, binomial};
use crate::table::EntryCodes;
use crate::verify::context::Resources;
use crate::verify::error::VerifyError;

use super::parts::Parts;
use super::rule::{self, Through};

const ADDED: &str = "an ending comes after all that its moves lead to";

struct SideValues<G> {
    men: MenIndex<G>,
    shape: Shape,
    parts: Parts,
    /// The codes of results under the rule with their distances to a zeroing move, if wanted: moves that lead here ignore them.
    zeroing: Option<Parts>,
}

pub(in crate::verify) struct EndingValues<G> {
    sides: Vec<Option<Box<SideValues<G>>>>,
    pub(super) resources: Resources,
    with_dtw: bool,
    /// The first error of reading values. Zeros are read instead; a caller takes the error before it keeps a result.
    failure: OnceLock<io::Error>,
}

impl<G: Game> EndingValues<G> {
    pub fn new(resources: Resources, with_dtw: bool) -> EndingValues<G> {
        let sides = (0..Material::SLOTS).map(|_| None).collect();
        EndingValues { sides, resources, with_dtw, failure: OnceLock::new() }
    }

    pub fn check_memory(&self, ending: Ending) -> Result<(), VerifyError> {
        /// The memory that any proof may take.
        const LEAST: u64 = 256 << 20;
        let (memory, threads) = (self.resources.memory.max(LEAST), rayon::current_num_threads());
        let [needed, alone] = [threads, 1].map(|threads| needs::<G>(ending, self.with_dtw, threads));
        if needed > memory { Err(VerifyError::Memory { ending, needed, alone, threads, memory }) } else { Ok(()) }
    }

    /// The room for unpacked parts, beside `other` bytes and the gaps of the heap.
    pub fn room(&self, other: u64) -> Room {
        let memory = self.resources.memory;
        Room::new(memory.saturating_sub(other) / 8 * 7).within(memory - memory / 16)
    }

    pub fn caches<'r>(&self, room: &'r Room) -> Caches<'r> {
        Caches::new(room, self.sides.iter().map(|side| side.as_ref().map_or(0, |side| side.parts.count())))
    }

    pub fn take_failure(&mut self) -> io::Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// The kind of the first error of reading values, if any.
    pub fn failure(&self) -> io::Result<()> {
        self.failure.get().map_or(Ok(()), |error| Err(error.kind().into()))
    }

    /// Makes room for an ending, and for its distances to a zeroing move if wanted.
    pub fn add(&mut self, ending: Ending, with_zeroing: bool) -> io::Result<()> {
        for &mover in ending.movers() {
            let material = ending.material(mover);
            let (men, shape) = (MenIndex::new(material.mover.men, material.other.men), Shape::new::<G>(material));
            let parts = Parts::new(0, men.size(), shape.bytes(self.with_dtw), &self.resources)?;
            let zeroing = with_zeroing.then(|| Parts::new(1, men.size(), shape.cells, &self.resources)).transpose()?;
            self.sides[material.slot()] = Some(Box::new(SideValues { men, shape, parts, zeroing }));
        }
        Ok(())
    }

    fn side(&self, material: Material) -> &SideValues<G> {
        self.sides[material.slot()].as_ref().expect(ADDED)
    }

    /// The parts of a side to move, and of its distances to a zeroing move if wanted.
    pub(super) fn parts(&self, material: Material) -> (&Parts, Option<&Parts>) {
        let side = self.side(material);
        (&side.parts, side.zeroing.as_ref())
    }

    pub(super) fn parts_mut(&mut self, material: Material) -> (&mut Parts, Option<&mut Parts>) {
        let side = self.sides[material.slot()].as_mut().expect(ADDED);
        (&mut side.parts, side.zeroing.as_mut())
    }

    /// Whether the distances to a zeroing move of an ending are there.
    pub fn has_zeroing(&self, ending: Ending) -> bool {
        self.sides[ending.material(ending.movers()[0]).slot()].as_ref().is_some_and(|side| side.zeroing.is_some())
    }

    /// The values of a side to move with the men of a rank; its distances to a zeroing move must be there.
    pub fn whole_half<'v>(&'v self, material: Material, rank: u64, caches: &'v Caches<'_>) -> ValueHalf<'v> {
        let (side, cache) = (self.side(material), caches.of(material.slot()));
        let zeroing = side.zeroing.as_ref().expect("they are wanted");
        let dtw = &side.parts.half(rank, cache, &self.failure)[side.shape.cells..];
        ValueHalf { rule: zeroing.half(rank, cache, &self.failure), dtw, row: side.shape.row }
    }

    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        for ending in (2..=crate::index::PIECES).flat_map(Ending::all).filter(|&ending| !wanted(ending)) {
            ending.movers().iter().for_each(|&mover| self.sides[ending.material(mover).slot()] = None);
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The cells of a set of kings of the side that has just moved.
    pub row: usize,
    /// All cells, with padding.
    pub cells: usize,
}

impl Shape {
    pub fn new<G: Game>(material: Material) -> Shape {
        let (kings, others) = (u32::from(material.mover.kings), u32::from(material.other.kings));
        if kings == 0 {
            return Shape { row: 1, cells: KingSets::padded::<G>(others) };
        }
        let row = KingSets::padded::<G>(kings);
        Shape { row, cells: row * binomial(G::SQUARES, others) as usize }
    }

    /// The bytes of a half: banked codes of results under the rule, then those of distances to win, if any.
    pub fn bytes(self, with_dtw: bool) -> usize {
        self.cells << u32::from(with_dtw)
    }
}

#[derive(Clone, Copy)]
pub(in crate::verify) struct ValueHalf<'v> {
    pub rule: &'v [u8],
    /// Empty where there are no distances to win.
    pub dtw: &'v [u8],
    /// The cells of a set of kings of the side that has just moved.
    pub row: usize,
}

impl ValueHalf<'_> {
    /// The first cell of a set of kings of the side that has just moved.
    #[inline(always)]
    pub fn start(&self, kings: usize) -> usize {
        kings * self.row
    }

    /// The codes of a cell: of its result under the rule, and of its distance to win, if any.
    #[inline(always)]
    pub fn get(&self, cell: usize) -> (u8, u8) {
        (self.rule[cell], self.dtw.get(cell).copied().unwrap_or(u8::MAX))
    }

    /// The codes of a board with the men of a [whole half](EndingValues::whole_half).
    #[inline(always)]
    pub fn codes<G: Game>(&self, board: &Board<G>) -> EntryCodes {
        let cell = self.start(KingSets::number(board.enemy_kings)) + KingSets::number(board.kings);
        rule::entry::<G>(self.rule[cell], self.dtw.get(cell).copied())
    }
}

/// Finds the halves that moves lead to, quickly if they were found before.
pub(super) struct Finder<'v, G> {
    values: &'v EndingValues<G>,
    caches: &'v Caches<'v>,
    /// The halves found last, by a hash of their keys.
    recent: Vec<(Key, ValueHalf<'v>)>,
    pub through: Option<Through>,
}

/// The men and the numbers of kings of a half, the mover's first.
type Key = (Bitboard, Bitboard, u32, u32);

const RECENT: usize = 64;

impl<'v, G: Game> Finder<'v, G> {
    pub fn new(values: &'v EndingValues<G>, caches: &'v Caches<'v>, through: Option<Through>) -> Finder<'v, G> {
        let none = ((!0, !0, 0, 0), ValueHalf { rule: &[], dtw: &[], row: 0 });
        Finder { values, caches, recent: vec![none; RECENT], through }
    }

    /// The values of a side to move that has pieces, by the men and the numbers of kings, its own first.
    #[inline(always)]
    pub fn half(&mut self, men: Bitboard, enemy_men: Bitboard, kings: u32, enemy_kings: u32) -> ValueHalf<'v> {
        let mixed = men.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ enemy_men.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let number = (mixed >> 58) as u32 ^ kings << 1 ^ enemy_kings << 3;
        let recent = &mut self.recent[number as usize % RECENT];
        let key = (men, enemy_men, kings, enemy_kings);
        if recent.0 != key {
            *recent = (key, find(self.values, self.caches, key));
        }
        recent.1
    }

    /// The codes of a board, as [`ValueHalf::get`].
    #[inline(always)]
    pub fn codes(&mut self, board: &Board<G>) -> (u8, u8) {
        if board.own() == 0 {
            let EntryCodes { dtw, dtz } = EntryCodes::without_move::<G>();
            return (dtz, dtw);
        }
        let [kings, enemy_kings] = [board.kings, board.enemy_kings].map(KingSets::number_and_count);
        let half = self.half(board.men, board.enemy_men, kings.1, enemy_kings.1);
        half.get(half.start(enemy_kings.0) + kings.0)
    }
}

#[inline(never)]
fn find<'v, G: Game>(
    values: &'v EndingValues<G>,
    caches: &'v Caches<'_>,
    (men, enemy_men, kings, enemy_kings): Key,
) -> ValueHalf<'v> {
    let side = |men: Bitboard, kings: u32| Side { men: men.count_ones() as u8, kings: kings as u8 };
    let material = Material { mover: side(men, kings), other: side(enemy_men, enemy_kings) };
    let side = values.side(material);
    let rank = side.men.rank(men, enemy_men);
    let (rule, dtw) = side.parts.half(rank, caches.of(material.slot()), &values.failure).split_at(side.shape.cells);
    ValueHalf { rule, dtw, row: side.shape.row }
}

/// The memory for all else in bytes, approximately: blocks of tables, and the buffers of threads.
const OTHER: u64 = 128 << 20;

/// The least memory of a check of an ending on a number of threads, in bytes, approximately: the stored values with the men of
/// one rank, the work of each thread on such men, and the halves that a promotion leads to.
pub(super) fn needs<G: Game>(ending: Ending, with_dtw: bool, threads: usize) -> u64 {
    let (both, largest) = cells::<G>(ending);
    let men = MenIndex::<G>::new(ending.first().men, ending.second().men).size();
    // In work: the values of both halves; and captures, turned values and packed bytes of one.
    let in_work = (both + 3 * largest) * men.min(threads as u64);
    let beyond = ending.successors().into_iter().map(|ending| cells::<G>(ending).0).max().unwrap_or(0);
    OTHER + ((both + in_work + beyond) << u32::from(with_dtw))
}

/// The cells of both halves with the same men, and of the larger one.
fn cells<G: Game>(ending: Ending) -> (u64, u64) {
    let cells = ending.movers().iter().map(|&mover| Shape::new::<G>(ending.material(mover)).cells as u64);
    cells.fold((0, 0), |(both, largest), cells| (both + cells, largest.max(cells)))
}
