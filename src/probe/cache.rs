//! The cache of unpacked blocks.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::table::{Classes, Values};

/// The number of a table, and that of a block in it; for a part of a block, 2^16 times the block's number plus the part's.
pub(super) type Key = (u32, u64);

/// An unpacked block.
#[derive(Clone)]
pub(super) enum Block {
    /// Of a table of categories.
    Classes(Arc<Classes>),
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
            Block::Classes(classes) => classes.size(),
            Block::Values(values) => values.size(),
        };
        (size + ENTRY) as u64
    }
}
