//! The fast check: rows of boards at once.
//!
//! An ending is gone through phase by phase, as it is solved, but in one pass and without the solver's code. The men of a
//! *half* stand still, with one side to move. It has a row for each set of the mover's kings and a column for each set of the
//! enemy's: so a move of a row's boards leads to one row of values, and masks say which boards have that move. First the boards
//! with a capture, which tables do not store, get the values that their captures come to. Then all others are compared with
//! the least codes that their moves lead to.
//!
//! | file | content |
//! |---|---|
//! | `ending.rs` | an ending, phase by phase; the halves of a phase that are in work |
//! | `stored.rs` | a side to move; reading its entries |
//! | `fibre.rs` | both halves with the same men: completed, then compared |
//! | `half.rs` | one half: the moves of its men, and the codes that moves lead to |
//! | `walk.rs` | the pieces on each square; captures, followed to their ends |
//! | `captures.rs`, `moves.rs` | the captures of a half whose enemy has kings; its other moves |
//! | `lone.rs` | a half whose enemy has men alone |
//! | `boards.rs` | board by board: men alone; results in theory that rest on circles |
//! | `tally.rs`, `survey.rs` | counts and longest distances, and the first wrong entry |
//! | `rule.rs`, `planes.rs` | codes: results in one byte, distances through moves; planes of codes |
//! | `values.rs`, `parts.rs` | the values of endings, and finding halves; packed or not |

mod boards;
mod captures;
mod ending;
mod fibre;
mod half;
mod lone;
mod moves;
mod parts;
mod planes;
mod rule;
mod stored;
mod survey;
mod tally;
#[cfg(test)]
mod tests;
mod values;
mod walk;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;

use super::context::{Event, Resources, Tables};
use super::error::{VerifyError, Wrong};
use super::headers::Totals;
use values::{Values, needs};

pub(super) use rule::MOST_PLIES;

/// Checks rows of boards at once.
pub(super) struct Fast<G>(Values<G>);

impl<G: Game> Fast<G> {
    pub fn new(resources: &Resources, with_dtw: bool) -> Fast<G> {
        Fast(Values::new(resources.clone(), with_dtw))
    }

    /// Reads an ending, and compares its entries if it is to `check`.
    pub fn go_through(
        &mut self,
        tables: Tables<'_, G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
        ending::go_through(tables, &mut self.0, ending, check, progress)
    }

    /// Fails if the memory is not enough to go through an ending.
    pub fn check_memory(&self, tables: Tables<'_, G>, ending: Ending) -> Result<(), VerifyError> {
        /// As much memory as any proof may take.
        const LEAST: u64 = 256 << 20;
        let (memory, threads) = (self.0.resources().memory.max(LEAST), rayon::current_num_threads());
        let [needed, alone] = [threads, 1].map(|threads| needs::<G>(ending, tables.with_dtw, threads));
        if needed > memory { Err(VerifyError::Memory { ending, needed, alone, threads, memory }) } else { Ok(()) }
    }

    /// Drops all endings but those that are wanted.
    pub fn keep(&mut self, wanted: impl Fn(Ending) -> bool) {
        self.0.keep(wanted);
    }
}
