//! Proof search: positions with more pieces than the tables have, answered exactly.
//!
//! Draughts are forced: from a position above the tables nearly every line comes to them within a few captures. A [`Solver`] asks
//! two questions of a position, whether White can force a win and whether Black can. A yes is the result, two noes are a draw.
//!
//! # What makes an answer certain
//!
//! - *The attacker wins* is shown by a finite strategy: one move at each position of the attacker, all moves at each position of the
//!   defender. Each line ends in a table or at a side without moves, and none meets a position twice.
//! - *The attacker cannot win* is shown by a closed set of positions: all moves of the attacker stay in the set or end where he does
//!   not win; of the defender one move does. Lines may go round for ever: that is a draw by repetition.
//!
//! Such a strategy or set is a [`Certificate`]. A search gives hints alone: an entry of its table may have been written on a path
//! through a repetition, or may be lost. So after each search the certificate is collected, and checked position by position; what
//! does not close is searched again. Nothing is said that is not certified, and what is not decided within the [`Limits`] is left
//! open, with the half that is known.
//!
//! Under a draw rule a win in theory is proved first. Then its strategy is walked with the clock, and the tables are asked at their
//! clock. Where that breaks, the question is searched again with the clock as a part of the position.
//!
//! # Where to read
//!
//! 1. `node`: a position of a question, and what ends a line
//! 2. `numbers`: the search, by proof numbers and disproof numbers, within a bounded memory
//! 3. `hints`: its table
//! 4. `certificate`: what an answer rests on, and whether it holds; `collect`: how it is collected from hints
//! 5. `ask`: one question, and the limits; `solve`: both questions of a position and of its moves; `answer`: what is found and said
//!
//! The idea of a proof search that meets endgame tables is that of J. Schaeffer and others (Checkers is solved, Science, 2007).

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
