//! The fast check: rows of boards at once.
//!
//! An ending is gone through phase by phase, as it is solved, but in one pass and without the solver's code. The men of a
//! *half* stand still, with one side to move. It has a row for each set of the mover's kings and a column for each set of the
//! enemy's: so a move of a row's boards leads to one row of values, and masks say which boards have that move. First the boards
//! with a capture, which tables do not store, get the values that their captures come to. Then all others are compared with
//! the least codes that their moves lead to.
//!
//! | file | what is there |
//! |---|---|
//! | `values.rs`, `parts.rs` | the values of endings; where they lie, packed or not |
//! | `shape.rs`, `value_half.rs`, `finder.rs` | how the values of a half lie; one half; finding it |
//! | `ending.rs`, `side.rs` | the phases of an ending; its sides to move |
//! | `slab.rs`, `stored.rs` | some halves of a phase; reading their entries |
//! | `needs.rs` | the memory that an ending takes in any case |
//! | `fibre.rs`, `half.rs` | both halves with the same men; one half |
//! | `squares.rs`, `walk.rs` | what stands on each square; captures, followed to their ends |
//! | `captures.rs`, `moves.rs` | the captures of a half whose enemy has kings; its other moves |
//! | `lone/` | a half whose enemy has men alone |
//! | `men.rs` | men alone, board by board |
//! | `circles.rs` | results in theory that the draw rule changes, where there are no distances to win |
//! | `rule.rs` | results under the draw rule and in theory, in one byte |
//! | `found.rs`, `through.rs` | what moves lead to, and the distances to win before them |
//! | `planes.rs` | planes of codes, and turning them |
//! | `counting.rs`, `survey.rs`, `tally.rs` | counts and longest distances, and the first wrong entry |

mod captures;
mod circles;
mod counting;
mod ending;
mod fibre;
mod finder;
mod found;
mod half;
mod lone;
mod men;
mod moves;
mod needs;
mod parts;
mod planes;
mod rule;
mod shape;
mod side;
mod slab;
mod squares;
mod stored;
mod survey;
mod tally;
#[cfg(test)]
mod tests;
mod through;
mod value_half;
mod values;
mod walk;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;

use super::error::VerifyError;
use super::event::Event;
use super::mismatch::Wrong;
use super::resources::Resources;
use super::tables::Tables;
use super::totals::Totals;
use super::way::Way;
use values::Values;

pub(super) use rule::MOST_PLIES;

/// Checks rows of boards at once.
pub(super) struct Fast<G>(Values<G>);

impl<G: Game> Fast<G> {
    pub fn new(resources: &Resources, with_dtw: bool) -> Fast<G> {
        Fast(Values::new(resources.clone(), with_dtw))
    }
}

impl<G: Game> Way<G> for Fast<G> {
    fn go_through(
        &mut self,
        tables: Tables<'_, G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
        ending::go_through(tables, &mut self.0, ending, check, progress)
    }

    fn fits(&self, tables: Tables<'_, G>, ending: Ending) -> Result<(), VerifyError> {
        /// As much memory as any proof may take.
        const LEAST: u64 = 256 << 20;
        let (memory, threads) = (self.0.resources().memory.max(LEAST), rayon::current_num_threads());
        let needed = needs::needs::<G>(ending, tables.with_dtw(), threads);
        let alone = needs::needs::<G>(ending, tables.with_dtw(), 1);
        if needed > memory { Err(VerifyError::Memory { ending, needed, alone, threads, memory }) } else { Ok(()) }
    }

    fn keep(&mut self, wanted: &dyn Fn(Ending) -> bool) {
        self.0.keep(wanted);
    }
}
