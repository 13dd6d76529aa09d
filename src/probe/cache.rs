//! Unpacked blocks that were read lately.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::table::{Block, Table, TableError};

/// A table's number and a block's number in it.
type Key = (usize, u64);

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<[u8]>> for Bytes {
    fn weight(&self, _: &Key, block: &Arc<[u8]>) -> u64 {
        block.len() as u64
    }
}

/// Packed blocks, up to a number of bytes, shared by all threads.
pub(super) struct BlockCache(Cache<Key, Arc<[u8]>, Bytes>);

impl BlockCache {
    /// A cache of that many bytes.
    pub fn new(bytes: u64) -> BlockCache {
        const BLOCK: u64 = 1 << 14;
        BlockCache(Cache::with_weighter((bytes / BLOCK) as usize, bytes, Bytes))
    }

    /// A block of the table of that number, read if it is not at hand.
    pub fn block(&self, number: usize, table: &Table, block: u64) -> Result<Block, TableError> {
        if let Some(bytes) = self.0.get(&(number, block)) {
            return Ok(Block::Packed(bytes));
        }
        let read = table.block(block)?;
        if let Block::Packed(bytes) = &read {
            self.0.insert((number, block), bytes.clone());
        }
        Ok(read)
    }
}
