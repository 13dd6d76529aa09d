//! The footer of an unpacked table, and errors of such files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use thiserror::Error;

use crate::shown;
use crate::table::Header;

/// The version of the file format that this program writes and reads.
pub(super) const VERSION: u16 = 1;

pub(crate) const PAGE: usize = 1 << 12;

pub(super) const FOOTER_BYTES: usize = 128;

const MAGIC: [u8; 8] = *b"UNPACKED";

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Footer {
    /// The table that it was made from.
    pub made_from: MadeFrom,
    /// BLAKE3 of all pages.
    pub digest: [u8; 32],
    /// The number of pages.
    pub pages: u64,
    /// The start of the block directory.
    pub directory: u64,
}

/// Identifies a table of categories by its values and their places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct MadeFrom {
    /// [`Header::digest`].
    digest: [u8; 32],
    /// First side's kings and men, second side's kings and men.
    pieces: [u8; 4],
    game: u8,
    draw_plies: u8,
    zero: [u8; 2],
    block_rows: [[u8; 4]; 2],
    blocks: [u8; 8],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Wire {
    magic: [u8; 8],
    version: [u8; 2],
    zero: [u8; 2],
    made_from: MadeFrom,
    digest: [u8; 32],
    pages: [u8; 8],
    directory: [u8; 8],
    padding: [u8; 8],
    crc: [u8; 4],
}

const _: () = assert!(size_of::<Wire>() == FOOTER_BYTES);

impl MadeFrom {
    pub fn new(header: &Header) -> MadeFrom {
        MadeFrom {
            digest: header.digest,
            pieces: header.piece_bytes(),
            game: header.game as u8,
            draw_plies: header.draw_plies,
            zero: [0; 2],
            block_rows: header.block_rows_bytes(),
            blocks: header.blocks().to_le_bytes(),
        }
    }
}

impl Footer {
    /// The number of bytes of the file; `None` if a `u64` does not hold it.
    pub fn length(&self) -> Option<u64> {
        self.pages.checked_mul(PAGE as u64 + 4)?.checked_add(FOOTER_BYTES as u64)
    }

    /// The footer as in the file.
    #[cfg(feature = "generate")]
    pub fn to_bytes(self) -> [u8; FOOTER_BYTES] {
        let mut wire = Wire {
            magic: MAGIC,
            version: VERSION.to_le_bytes(),
            made_from: self.made_from,
            digest: self.digest,
            pages: self.pages.to_le_bytes(),
            directory: self.directory.to_le_bytes(),
            ..Wire::zeroed()
        };
        wire.crc = crc32fast::hash(&bytemuck::bytes_of(&wire)[..FOOTER_BYTES - 4]).to_le_bytes();
        bytemuck::must_cast(wire)
    }

    pub(super) fn from_bytes(bytes: [u8; FOOTER_BYTES], path: &Path) -> Result<Footer, UnpackedError> {
        let damaged = || UnpackedError::Damaged { path: path.into(), damage: UnpackedDamage::Footer };
        let wire: Wire = bytemuck::must_cast(bytes);
        if wire.magic != MAGIC {
            return Err(damaged());
        }
        // Other versions may have the checksum elsewhere.
        let version = u16::from_le_bytes(wire.version);
        if version != VERSION {
            return Err(UnpackedError::Version { path: path.into(), version });
        }
        if crc32fast::hash(&bytes[..FOOTER_BYTES - 4]) != u32::from_le_bytes(wire.crc) {
            return Err(damaged());
        }
        let (pages, directory) = (u64::from_le_bytes(wire.pages), u64::from_le_bytes(wire.directory));
        Ok(Footer { made_from: wire.made_from, digest: wire.digest, pages, directory })
    }
}

/// An unpacked table cannot be used. The table that it was made from still can. Cheap to clone.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum UnpackedError {
    /// The file could not be opened, read or mapped. The source has the kind [`NotFound`](io::ErrorKind::NotFound) if it does not
    /// exist.
    #[error("cannot read {}", shown(path))]
    Read {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: Arc<io::Error>,
    },
    /// The content is wrong.
    #[error("{} is damaged ({damage}); \"bolshak unpack\" makes it again", shown(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        damage: UnpackedDamage,
    },
    /// It was made from a table with other values, or of another ending or game.
    #[error("{} was made from another table than {}; \"bolshak unpack\" makes it again", shown(path), shown(table))]
    Stale {
        /// The file.
        path: PathBuf,
        /// The table.
        table: PathBuf,
    },
    /// It has another version of the file format.
    #[error(
        "{} has version {version}, but this program reads version {}; \"bolshak unpack\" makes it again",
        shown(path),
        VERSION
    )]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
}

/// What is wrong with the content of an unpacked table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum UnpackedDamage {
    /// It is too short, or does not end like an unpacked table.
    #[error("it is not an unpacked table, or is truncated")]
    Footer,
    /// It is shorter or longer than its footer says.
    #[error("it has {actual} bytes instead of {expected}")]
    Length {
        /// Its bytes.
        actual: u64,
        /// The bytes that it should have.
        expected: u64,
    },
    /// A page contradicts its checksum; found on its first use, or by reading all pages.
    #[error("page {page} is wrong")]
    Page {
        /// The page, from 0.
        page: u64,
    },
    /// The content does not have the digest of the footer; found only by reading all of it.
    #[error("its content does not have the digest in its footer")]
    Digest,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footers_are_read_as_they_are_written_and_no_bit_may_change() {
        let made_from =
            MadeFrom { digest: [7; 32], pieces: [2, 1, 1, 0], game: 1, draw_plies: 30, ..Zeroable::zeroed() };
        let footer = Footer { made_from, digest: [9; 32], pages: 12, directory: 345 };
        let bytes = footer.to_bytes();
        let read = |bytes| Footer::from_bytes(bytes, Path::new(""));
        assert_eq!(read(bytes).ok(), Some(footer));
        for bit in 0..8 * FOOTER_BYTES {
            let mut changed = bytes;
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(read(changed).is_err(), "{bit}");
        }
        let mut newer = bytes;
        newer[8] += 1;
        assert!(matches!(read(newer), Err(UnpackedError::Version { version, .. }) if version == VERSION + 1));
    }
}
