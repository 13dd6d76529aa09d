//! The memory that going through an ending takes in any case.

use crate::board::Game;
use crate::index::{Ending, MenIndex};

use super::shape::Shape;

/// About how many bytes all else takes: blocks of tables, and what threads work in.
pub(super) const OTHER: u64 = 128 << 20;

/// About how many bytes going through an ending takes in any case, on a number of threads: what is stored of the men of one rank,
/// what each thread makes of such men, and the halves that a promotion leads to.
pub(super) fn needs<G: Game>(ending: Ending, with_dtw: bool, threads: usize) -> u64 {
    let (both, largest) = cells::<G>(ending);
    let men = MenIndex::<G>::new(ending.first().men, ending.second().men).size();
    // In work: the values of both halves; of one, captures, turned values and what is packed.
    let in_work = (both + 3 * largest) * men.min(threads as u64);
    let beyond = ending.successors().into_iter().map(|ending| cells::<G>(ending).0).max().unwrap_or(0);
    OTHER + ((both + in_work + beyond) << u32::from(with_dtw))
}

/// The cells of both halves with the same men, and of the larger one.
fn cells<G: Game>(ending: Ending) -> (u64, u64) {
    let cells = ending.movers().iter().map(|&mover| Shape::new::<G>(ending.material(mover)).cells as u64);
    cells.fold((0, 0), |(both, largest), cells| (both + cells, largest.max(cells)))
}
