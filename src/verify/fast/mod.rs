//! The fast check: rows of boards at once.
//!
//! An ending is checked phase by phase, as it is solved, but in one pass and without the solver's code. The men of a *half*
//! stand still, with one side to move. It has a row for each set of the mover's kings and a column for each set of the enemy's:
//! so a move of a row's boards leads to one row of values, and masks show which boards have that move. The boards with a
//! capture, which tables do not store, get the values of their captures first; all others are then compared with the least
//! codes after their moves.
//!
//! | file | content |
//! |---|---|
//! | `ending.rs` | an ending, phase by phase; the halves of a phase that are in work |
//! | `stored.rs` | a side to move; reading its entries |
//! | `fibre.rs` | both halves with the same men: completed, then compared |
//! | `half.rs` | one half: the moves of its men, and the codes that moves lead to |
//! | `walk.rs` | the pieces on each square; captures, followed to their ends |
//! | `rows.rs` | a half whose enemy has kings, row by row: its captures; its other moves |
//! | `lone.rs` | a half whose enemy has men alone |
//! | `men_alone.rs` | men alone, board by board |
//! | `tally.rs` | counts and longest distances, and the first wrong entry |
//! | `rule.rs`, `planes.rs` | codes: results in one byte, distances through moves; planes of codes |
//! | `values.rs`, `parts.rs` | the values of endings, and finding halves; packed or not |

mod ending;
mod fibre;
mod half;
mod lone;
mod men_alone;
mod parts;
mod planes;
mod rows;
mod rule;
mod stored;
mod tally;
#[cfg(test)]
mod tests;
mod values;
mod walk;

pub(super) use ending::go_through;
pub(super) use rule::MOST_PLIES;
pub(super) use values::{EndingValues, ValueHalf};
