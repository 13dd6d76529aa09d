//! Lists that were found.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use bolshak::board::GameName;
use bolshak::find::PliesRange;
use bolshak::index::{Ending, Mover};

/// The bytes of all lists that are kept.
pub(super) const KEPT: u64 = 16 << 20;

/// What is listed: the game, the ending, the name of the list, the side to move, the most positions, and the plies.
pub(super) type ListKey = (GameName, Ending, &'static str, Option<Mover>, u64, Option<PliesRange>);

/// Lists as they are sent, up to a number of bytes.
pub(super) type Lists = Cache<ListKey, Arc<str>, Bytes>;

/// No lists.
pub(super) fn no_lists() -> Lists {
    /// The bytes of a short list.
    const LIST: u64 = 1 << 12;
    Cache::with_weighter((KEPT / LIST) as usize, KEPT, Bytes)
}

/// Weighs lists by their bytes.
#[derive(Clone)]
pub(super) struct Bytes;

impl Weighter<ListKey, Arc<str>> for Bytes {
    fn weight(&self, _: &ListKey, list: &Arc<str>) -> u64 {
        /// Some bytes for the entry itself.
        const ENTRY: usize = 128;
        (list.len() + ENTRY) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_up_to_a_number_of_bytes() {
        let (lists, ending): (Lists, Ending) = (no_lists(), "KKvK".parse().unwrap());
        let key = |limit| (GameName::Russian, ending, "longest", None, limit, None);
        let list: Arc<str> = "x".repeat(50_000).into();
        for limit in 0..2000 {
            lists.insert(key(limit), list.clone());
            assert!(lists.weight() <= KEPT, "{limit}");
        }
        assert!(lists.weight() > KEPT / 2);
        assert!((0..2000).filter(|&limit| lists.get(&key(limit)).is_some()).count() > 100);
    }
}
