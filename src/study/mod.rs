//! Studies: whether the goal of a position is reached, and whether the author's solution is the only one.
//!
//! A study gives one side, White by custom, a [`Task`]: to win, to draw, or to lock the other side in. [`Study::read`] reads it with
//! its solution from a game, and [`check()`] judges each move with a [`Solver`](crate::search::Solver): at the solving side's turns,
//! whether another move also reaches the goal; at the other side's, which defences the author left out. Results are in theory:
//! composition has no draw rules that count moves.
//!
//! ```
//! use bolshak::{board::Russian, pdn, probe::Tablebase, search::{Limits, Solver}, study::{Study, check, Options, Finding}};
//! let game = pdn::games("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 b8-a7 2. e3xa7 1-0").next().unwrap();
//! let tablebase = Tablebase::built_in();
//! let solver = Solver::new(&tablebase, Limits::NONE.memory(16 << 20));
//! let checked = check(Study::<Russian>::read(&game, None)?, &solver, &Options::default(), &())?;
//! assert_eq!((checked.reached, checked.is_sound()), (Some(true), Some(true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `task` reads the task, and `judge` judges positions by it; `solution` reads the author's moves; `walk` judges them, or finds a line if
//! there are none; `findings` has the results.

mod findings;
mod goal;
mod judge;
mod solution;
mod task;
mod walk;

pub use findings::{Checked, Code, Finding, Grade, Noted, Options};
pub use goal::{UnknownGoal, is_result, judges, states_goal};
pub use solution::{Misprint, Step, Study, StudyError};
pub use task::{Aim, Task};
pub use walk::check;

#[cfg(test)]
mod tests;
