//! Proof search: positions with more pieces than the tables have, answered exactly.
//!
//! Draughts is forcing: from a position above the tables, nearly every line reaches them within a few captures. A [`Solver`] answers
//! two questions about a position: can White force a win, and can Black. One yes is the result, two noes are a draw.
//!
//! # Why an answer is certain
//!
//! - A finite strategy proves that *the attacker wins*: one move at each position of the attacker, all moves at each position of the
//!   defender. Each line ends in a table or at a side without moves, and no line repeats a position.
//! - A closed set of positions proves that *the attacker cannot win*: all moves of the attacker stay in the set or end where he does
//!   not win, and so does one move of the defender. Lines may be endless: that is a draw by repetition.
//!
//! Such a strategy or set is a [`Certificate`]. A search gives only hints: an entry of its table may come from a path with a
//! repetition, or may be lost. So after each search the certificate is collected and checked position by position; if it does not
//! hold, the search goes on. Answers are always certified, and what the [`Limits`] leave undecided is open, except for the half
//! that is known.
//!
//! Under a draw rule, a win in theory is proved first. Then its strategy is followed with the clock, and tables are probed at their
//! clock. If that fails, the question is searched again with the clock as part of the position.
//!
//! # Where to read
//!
//! 1. `node`: a position of a question, and what ends a line
//! 2. `numbers`: the search by proof and disproof numbers, in bounded memory
//! 3. `hints`: its table
//! 4. `certificate`: the proof of an answer, and its check; `collect`: how it is collected from hints
//! 5. `ask`: one question, and the limits; `solve`: both questions for a position and for its moves; `answer`: the answer
//!
//! Proof search down to endgame tables is the method of J. Schaeffer and others (Checkers is solved, Science, 2007).

mod answer;
mod ask;
mod certificate;
mod collect;
mod hints;
mod node;
mod numbers;
mod solve;

pub use answer::{Bounds, Solved, SolvedMove};
pub use ask::{Event, Limits, MemoryError};
pub use certificate::Certificate;
pub use node::Goal;
pub use solve::Solver;
