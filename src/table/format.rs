//! Numbers of the format.

/// The version of the format that this program writes and reads.
pub(super) const VERSION: u16 = 2;

/// The bytes of a header.
pub(super) const HEADER_BYTES: usize = 256;

/// The bytes of a block's entry in the directory.
pub(super) const DIRECTORY_ENTRY_BYTES: u64 = 9;

/// The most entries, with those that are not stored, of a block of more than one row.
pub(super) const BLOCK_ENTRIES: u64 = 1 << 16;

/// The distances of a part of a block, which is compressed by itself; the last part may have fewer.
pub(super) const PART: usize = 1 << 13;
