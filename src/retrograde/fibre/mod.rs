//! Fibres: all placements of the kings over one placement of the men, with either side to move.
//!
//! A fibre takes rounds if both sides have kings ([`two_sided`]), one pass if one ([`one_sided`]) or none ([`men_alone`]) has.

mod best_moves;
mod king_lanes;
mod men_alone;
mod one_sided;
#[cfg(test)]
mod tests;
mod two_sided;

use crate::board::{Bitboard, Game};
use crate::index::{Ending, KingSets, Mover};
use crate::retrograde::bundle::{Bundle, Half};
use crate::retrograde::exits::walk::CaptureMemo;
use crate::retrograde::exits::{Exits, due_bytes, shared_bytes};
use crate::retrograde::rounds::Stripes;
use crate::retrograde::storage::coding::{Coding, FarDistance, LONGEST, Through};
use crate::retrograde::storage::known::Known;
use crate::retrograde::storage::layout::{HalfLayout, Kind, Layout};
use crate::retrograde::threads::{Halt, Threads};

use best_moves::BestMoves;

/// The chunks in work. They come as zeros.
pub(super) struct Chunks<'c> {
    /// The bytes of the ending's chunks before these.
    pub start: u64,
    pub values: &'c mut [u8],
    pub dtz: &'c mut [u8],
}

#[derive(Default)]
pub(super) struct Scratch {
    /// By side to move, the exits of each stripe.
    pub exits: [Vec<Exits>; 2],
    /// The codes of exits, stripe by stripe.
    pub reached_codes: [Vec<u8>; 2],
    pub stripes: Stripes,
    pub far: Vec<FarDistance>,
    /// The codes of distances to win, until they or their results are stored.
    pub codes: Vec<u8>,
    /// The best moves of a half whose enemy has no kings.
    pub best: BestMoves,
}

/// The sets of kings of both sides of an ending, with `less` kings fewer if a side has any.
pub(super) fn king_sets<G: Game>(ending: Ending, less: u8) -> [KingSets; 2] {
    [ending.first(), ending.second()].map(|side| KingSets::new::<G>(side.kings.saturating_sub(less).into()))
}

/// Fills a buffer with a number of zeros. Those of a new buffer take no memory yet.
pub(super) fn zero(buffer: &mut Vec<u8>, count: usize) {
    if buffer.capacity() < count {
        *buffer = vec![0; count];
    } else {
        buffer.clear();
        buffer.resize(count, 0);
    }
}

/// The boards of a half from which threads share a fibre where both sides have kings.
const LARGE: usize = 1 << 22;

/// Whether threads share each fibre of an ending: both sides have kings, and a half has many boards.
pub fn are_large<G: Game>(ending: Ending) -> bool {
    let boards = HalfLayout::new::<G>(ending.material(Mover::First), true).boards();
    ending.first().kings.min(ending.second().kings) > 0 && Bundle::<G>::lanes(ending) == 1 && boards >= LARGE
}

/// The most bytes that [`solve`](super::solve) takes on each thread for a bundle of fibres of an ending; or that all threads of
/// the current rayon pool take for a fibre that they share.
pub fn scratch_bytes<G: Game>(ending: Ending, coding: Coding) -> u64 {
    let layout = Layout::<G>::new(ending, coding.with_dtw);
    let large = are_large::<G>(ending);
    let boards = layout.chunk(Kind::Zeroing);
    // A fibre takes its chunk, and for each board:
    // - a byte for the code of the distance to a zeroing move; without distances to win, another for their results;
    // - a byte for what its zeroing moves come to, which large fibres use for the former too;
    // - two bytes for its bits in sixteen planes: seven of `Exits`, nine of `RoundState` and `Decided`.
    let results = if coding.with_dtw { 0 } else { boards };
    let fibre = layout.chunk(Kind::Values) + boards + results + if large { 0 } else { boards } + 2 * boards;
    let lanes = Bundle::<G>::lanes(ending);
    // Values are those of the side that moves next: their rows and columns are those of the other half in work.
    let halves = layout.halves.iter().map(|half| (half.value_rows, lanes * half.row_len));
    // Each round has a set of rows in each stripe.
    let due: usize = halves.clone().map(|(rows, columns)| due_bytes(rows, columns)).sum();
    let shared = halves.map(|(rows, columns)| shared_bytes(rows, columns)).max().unwrap_or(0);
    let threads = if large { rayon::current_num_threads() } else { 1 };
    (lanes as u64).min(layout.men.largest_phase()) * fibre as u64 + (due + threads * shared) as u64
}

#[derive(Clone, Copy)]
pub(super) struct FibreMen {
    /// The number of its chunk among the chunks in work.
    pub chunk: usize,
    /// The first side's men, and the second's, as the first side sees them.
    pub men: Bitboard,
    pub enemy_men: Bitboard,
}

pub(super) struct Fibres<'a, G> {
    pub layout: &'a Layout<G>,
    pub known: &'a Known<'a, G>,
    pub kings: &'a [KingSets; 2],
    /// The sets of one king less of each side that has kings.
    pub others: &'a [KingSets; 2],
    pub coding: Coding,
    pub through: &'a Through,
    /// Whether to stop. Fibres ask only where exits or rounds take long; [`solve`](super::solve) asks before each task.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves some fibres, bundle by bundle, into their chunks. Threads share those in which both sides have kings.
    pub fn solve(
        &self,
        fibres: &[FibreMen],
        threads: &Threads,
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        mut chunks: Chunks<'_>,
    ) -> Result<(), Halt> {
        scratch.far.clear();
        let kings = self.kings.each_ref().map(KingSets::count);
        if kings == [0, 0] {
            self.men_alone(fibres, &mut scratch.far, &mut chunks);
            return check(&scratch.far);
        }
        fibres.chunks(Bundle::<G>::lanes(self.layout.ending)).try_for_each(|bundle| match kings {
            [0, _] => self.one_sided(1, bundle, scratch, memo, &mut chunks),
            [_, 0] => self.one_sided(0, bundle, scratch, memo, &mut chunks),
            _ => self.two_sided(bundle, threads, scratch, memo, &mut chunks),
        })
    }

    /// The halves of a fibre, with the first side to move and with the second; each has the men as its enemy sees them.
    fn halves(&self, FibreMen { men, enemy_men, .. }: FibreMen) -> [Half<'a, G>; 2] {
        Half::both((men, enemy_men), self.kings, self.known)
    }
}

pub(super) fn check(far: &[FarDistance]) -> Result<(), Halt> {
    if far.iter().any(|far| far.plies > LONGEST) { Err(Halt::TooLong) } else { Ok(()) }
}
