//! The order in which endings are solved, and the memory that they may use.

use std::cmp::Reverse;

use crate::board::Game;
use crate::index::Ending;
use crate::retrograde::{Coding, Layout, Room, are_large, scratch_bytes, unpacked_bytes};

use super::error::GenerateError;

/// Orders endings so that each comes after those that its moves lead to. Only captures change the numbers of the two sides'
/// pieces, so endings with the same numbers come together: this keeps few values at a time.
pub(super) fn work_order(endings: &[Ending]) -> Vec<Ending> {
    let mut order = endings.to_vec();
    order.sort_unstable_by_key(|&ending| (ending.pieces(), Reverse(ending.first().pieces()), ending));
    order
}

/// The memory of the idle program.
const BASE: u64 = 64 << 20;

/// The share of the memory for unpacked values that they fill: the rest are gaps of the heap.
const FILLED: (u64, u64) = (7, 8);

pub(super) struct Least {
    /// The ending with the largest fibre.
    pub ending: Ending,
    /// The bytes for the fibres in work, and the program.
    fibres: u64,
    /// The bytes for the values that they need unpacked.
    unpacked: u64,
}

impl Least {
    /// For some endings on a number of threads; `None` without endings.
    pub fn new<G: Game>(work: &[Ending], coding: Coding, threads: usize) -> Option<Least> {
        let needs = |&ending: &Ending| {
            let phase = Layout::<G>::new(ending, coding.with_dtw).men.largest_phase();
            let fibres = if are_large::<G>(ending) { 1 } else { phase };
            let needs = (scratch_bytes::<G>(ending, coding), unpacked_bytes::<G>(ending, coding), ending);
            vec![needs; threads.min(fibres as usize)]
        };
        let mut fibres: Vec<(u64, u64, Ending)> = work.iter().flat_map(needs).collect();
        fibres.sort_unstable_by_key(|&(scratch, unpacked, _)| Reverse(scratch + unpacked));
        // One ending with large fibres is in work at a time.
        let mut has_large = false;
        fibres.retain(|&(.., ending)| !(are_large::<G>(ending) && std::mem::replace(&mut has_large, true)));
        fibres.truncate(threads);
        let &(.., ending) = fibres.first()?;
        Some(Least {
            ending,
            fibres: BASE + fibres.iter().map(|&(scratch, ..)| scratch).sum::<u64>(),
            unpacked: fibres.iter().map(|&(_, unpacked, _)| unpacked).sum::<u64>() / FILLED.0 * FILLED.1,
        })
    }

    pub fn bytes(&self) -> u64 {
        self.fibres + self.unpacked
    }
}

/// The room for unpacked values in a memory budget, beside the fibres in work.
///
/// # Errors
/// [`GenerateError::Memory`] if that is too little for some endings.
pub(super) fn room<G: Game>(budget: u64, work: &[Ending], coding: Coding) -> Result<Room, GenerateError> {
    let threads = rayon::current_num_threads();
    match Least::new::<G>(work, coding, threads) {
        Some(least) if least.bytes() > budget => {
            let alone = Least::new::<G>(work, coding, 1).map_or(0, |least| least.bytes());
            Err(GenerateError::Memory { ending: least.ending, budget, needed: least.bytes(), threads, alone })
        }
        least => {
            let room = Room::new((budget - least.map_or(0, |least| least.fibres)) / FILLED.1 * FILLED.0);
            // The tasks in work need some more.
            Ok(room.within(budget - budget / 16))
        }
    }
}
