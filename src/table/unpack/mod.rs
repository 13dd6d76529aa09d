//! Files of categories that are not compressed: mapped, shared by all processes that map them, and used at once.
//!
//! `bolshak unpack` makes `KKMvK.unpacked` from `KKMvK.wdl`: the values of each block as they are in memory after reading it,
//! and the first place of each of its rows. A file is of pages of 4,096 bytes, of a list with a checksum of each page, and of a
//! [footer](footer::Footer), which names the table by its digest. All numbers are little-endian.
//!
//! Opening reads the footer alone: its own checksum, the length of the file, and the table's digest, which tells a file that was
//! cut, swapped or outdated. A page is compared with its checksum when it is first asked, and the values of a damaged one are
//! read from the table instead. So a wrong file costs time and gives no wrong answer, as long as nobody writes into it while it is
//! mapped. `bolshak unpack --check` reads all pages, and compares them with the digest of all of them too.

mod error;
mod footer;
mod map;
mod read;
#[cfg(feature = "generate")]
mod write;

pub use error::{UnpackedDamage, UnpackedError};
pub use read::UnpackedTable;
