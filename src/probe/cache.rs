//! Unpacked blocks that were read lately.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::table::{Classes, Values};

/// A table's number, and a block's number in it, or 2^16 times that and the number of a part of a block.
pub(super) type Key = (u32, u64);

/// An unpacked block.
#[derive(Clone)]
pub(super) enum Block {
    /// Of a table of categories.
    Classes(Arc<Classes>),
    /// Of a table of distances.
    Values(Arc<Values>),
}

/// Blocks, up to a number of bytes, shared by all threads. In shards, each with a lock of its own that readers share.
pub(super) type BlockCache = Cache<Key, Block, Bytes>;

/// A cache of that many bytes.
pub(super) fn block_cache(bytes: u64) -> BlockCache {
    const BLOCK: u64 = 1 << 13;
    Cache::with_weighter((bytes / BLOCK) as usize, bytes, Bytes)
}

/// What a block counts for.
#[derive(Clone)]
pub(super) struct Bytes;

impl Weighter<Key, Block> for Bytes {
    fn weight(&self, _: &Key, block: &Block) -> u64 {
        /// Some bytes for the entry itself.
        const ENTRY: usize = 128;
        let size = match block {
            Block::Classes(classes) => classes.size(),
            Block::Values(values) => values.size(),
        };
        (size + ENTRY) as u64
    }
}
