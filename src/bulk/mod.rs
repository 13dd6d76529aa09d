//! Work on many values at once, for [`solve`](crate::solve) and for the proof in [`verify`](crate::verify), which do not know
//! each other: masks of boards, unpacked parts in memory, and compressed frames of bytes. Nothing here knows a rule of the game.

mod cache;
pub(crate) mod frame;
pub(crate) mod masks;

pub use cache::Room;
pub(crate) use cache::{CacheOf, Caches};
