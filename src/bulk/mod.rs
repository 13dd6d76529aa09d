//! Tools for many values at once, shared by [`retrograde`](crate::retrograde) and the proof in [`verify`](crate::verify), which are
//! independent of each other: masks of boards, unpacked parts in memory, and compressed frames. Nothing here depends on the rules of a
//! game.

mod cache;
pub(crate) mod frame;
pub(crate) mod masks;

pub use cache::Room;
pub(crate) use cache::{CacheOf, Caches};
