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
//! | `ending.rs`, `side.rs` | the phases of an ending; its sides to move |
//! | `stored.rs` | reading the entries of a phase |
//! | `fibre.rs`, `half.rs` | both halves with the same men; one half |
//! | `squares.rs`, `walk.rs` | what stands on each square; captures, followed to their ends |
//! | `captures.rs`, `moves.rs` | the captures of a half whose enemy has kings; its other moves |
//! | `lone.rs` | a half whose enemy has men alone |
//! | `men.rs` | men alone, board by board |
//! | `found.rs`, `through.rs` | what moves lead to, and the codes before them |
//! | `planes.rs` | planes of codes, and turning them |
//! | `survey.rs`, `tally.rs` | counts and longest distances, and the first wrong entry |

mod captures;
mod ending;
mod fibre;
mod found;
mod half;
mod lone;
mod men;
mod moves;
mod parts;
mod planes;
mod side;
mod squares;
mod stored;
mod survey;
mod tally;
#[cfg(test)]
mod tests;
mod through;
mod values;
mod walk;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;
use crate::probe::Tablebase;

use super::error::VerifyError;
use super::event::Event;
use super::mismatch::Wrong;
use super::resources::Resources;
use super::totals::Totals;
use super::way::Way;
use values::Values;

/// Checks rows of boards at once.
pub(super) struct Fast<G>(Values<G>);

impl<G: Game> Fast<G> {
    pub fn new(resources: &Resources) -> Fast<G> {
        Fast(Values::new(resources.clone()))
    }
}

impl<G: Game> Way<G> for Fast<G> {
    fn go_through(
        &mut self,
        tablebase: &Tablebase<G>,
        ending: Ending,
        check: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
        ending::go_through(tablebase, &mut self.0, ending, check, progress)
    }

    fn keep(&mut self, wanted: &dyn Fn(Ending) -> bool) {
        self.0.keep(wanted);
    }
}
