//! The numbering of positions.
//!
//! An *entry* is a position with one fixed side to move. The entries of a [`Material`] are numbered without gaps: by the placement of
//! the men, most advanced first, then by the enemy's kings, then by the mover's kings.

mod ending;
mod entries;
#[cfg(feature = "generate")]
pub(crate) mod king_sets;
mod kings;
mod lines;
mod material;
pub(crate) mod men;
#[cfg(feature = "generate")]
mod men_ranks;
pub(crate) mod row;
mod row_starts;

pub use ending::{Ending, EndingError, Mover};
pub use entries::Index;
#[cfg(feature = "generate")]
pub(crate) use king_sets::{KingSets, OneMore, WORD};
pub(crate) use kings::next_subset;
pub use kings::{binomial, rank_kings, unrank_kings};
pub use material::{Material, PIECES, Side};
pub(crate) use men::MenIndex;
#[cfg(feature = "generate")]
pub(crate) use men_ranks::{AdvancedRanks, TurnedRanks};
pub(crate) use row::Row;
pub(crate) use row_starts::row_starts;

/// The indices of all endings and sides to move of some numbers of pieces.
#[cfg(test)]
fn indices<G: crate::board::Game>(pieces: std::ops::RangeInclusive<u8>) -> impl Iterator<Item = Index<G>> {
    let endings = pieces.flat_map(Ending::all);
    endings.flat_map(|ending| ending.movers().iter().map(move |&mover| Index::new(ending.material(mover))))
}
