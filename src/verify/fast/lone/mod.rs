//! Kings against men alone: the half with the side of the kings to move. All its boards make one row, with a column for each set of
//! the mover's kings. A king's moves are found for all sets of the *other* kings at once, which stand still meanwhile.

mod captures;
mod more;
mod moves;

pub(super) use captures::find_captures;
pub(super) use more::{Lone, More};
pub(super) use moves::{QuietCells, compare};
