//! The cache of unpacked blocks.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::table::{Categories, Metric, Values};

/// The number of a table, and that of a block in it; for a part of a block, 2^16 times the block's number plus the part's.
pub(super) type Key = (u32, u64);

/// The key of a part of a block, of the table of an ending, which is given by its number among all. A block of categories
/// has one part: 0.
#[inline(always)]
pub(super) fn key(ending: u32, metric: Metric, block: u64, part: usize) -> Key {
    // The format counts parts in two bytes.
    (ending * Metric::COUNT as u32 + metric as u32, block << 16 | part as u64)
}

/// An unpacked block.
#[derive(Clone)]
pub(super) enum Block {
    /// Of a table of categories.
    Categories(Arc<Categories>),
    /// Of a table of distances.
    Values(Arc<Values>),
}

/// Blocks, up to a number of bytes, for all threads. It has shards, each with a lock of its own that readers share.
pub(super) type BlockCache = Cache<Key, Block, Bytes>;

/// A cache of that many bytes.
pub(super) fn block_cache(bytes: u64) -> BlockCache {
    const BLOCK: u64 = 1 << 13;
    Cache::with_weighter((bytes / BLOCK) as usize, bytes, Bytes)
}

/// Weighs blocks by their bytes.
#[derive(Clone)]
pub(super) struct Bytes;

impl Weighter<Key, Block> for Bytes {
    fn weight(&self, _: &Key, block: &Block) -> u64 {
        /// Some bytes for the entry itself.
        const ENTRY: usize = 128;
        let size = match block {
            Block::Categories(categories) => categories.size(),
            Block::Values(values) => values.size(),
        };
        (size + ENTRY) as u64
    }
}
