//! From positions to consecutive numbers and back.
//!
//! An *entry* is a position with one fixed side to move; entries of a [`Material`] are numbered without holes, first
//! by the placement of the men, most advanced first, then by the enemy's kings, then by the mover's kings.

#[cfg(feature = "generate")]
mod advanced;
mod binomial;
mod ending;
mod ending_name;
mod entries;
mod king_sets;
mod kings;
mod lines;
mod material;
mod men;
mod placements;
mod row;
mod row_pieces;
mod row_starts;
#[cfg(feature = "generate")]
mod turned;

#[cfg(feature = "generate")]
pub(crate) use advanced::AdvancedRanks;
pub use binomial::binomial;
pub use ending::{Ending, Mover};
pub use ending_name::EndingError;
pub use entries::Index;
pub use king_sets::{KingSets, OneMore, WORD};
pub(crate) use kings::next_subset;
pub use kings::{rank_kings, unrank_kings};
pub use material::{Material, PIECES, Side};
pub use men::{MAX_ADVANCEMENT, MenIndex};
pub use placements::Placements;
pub use row::Row;
pub(crate) use row_starts::row_starts;
#[cfg(feature = "generate")]
pub(crate) use turned::TurnedRanks;
