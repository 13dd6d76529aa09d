//! Where the bytes of tables come from.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::system::read_exact_at;

/// Where a table's bytes are.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In a file.
    File(PathBuf),
    /// In the program; the path is a name for messages.
    Built {
        /// A name for messages.
        name: PathBuf,
        /// The bytes.
        bytes: &'static [u8],
    },
}

/// Bytes that can be read. Reading a file, instead of mapping it, makes an error of one that was cut meanwhile, where a
/// map would end the process; it costs some 0.5 us a block.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Built(&'static [u8]),
}

impl Bytes {
    /// The file, or the name of what is in the program.
    pub fn path(&self) -> &Path {
        match self {
            Bytes::File(path) => path,
            Bytes::Built { name, .. } => name,
        }
    }

    /// Opens a file, and returns how many bytes it has.
    pub(super) fn open(&self) -> io::Result<(Source, u64)> {
        match self {
            Bytes::Built { bytes, .. } => Ok((Source::Built(bytes), bytes.len() as u64)),
            Bytes::File(path) => {
                // Opening a pipe would wait for a writer.
                if !path.metadata()?.is_file() {
                    return Err(io::Error::other("it is not a regular file"));
                }
                let file = File::open(path)?;
                let length = file.metadata()?.len();
                Ok((Source::File(file), length))
            }
        }
    }
}

impl Source {
    /// Fills a buffer from some place on; an error of kind [`ErrorKind::UnexpectedEof`] if there are fewer bytes.
    pub(super) fn read(&self, buffer: &mut [u8], from: u64) -> io::Result<()> {
        match self {
            Source::File(file) => read_exact_at(file, buffer, from),
            Source::Built(bytes) => {
                let rest = usize::try_from(from).ok().and_then(|from| bytes.get(from..));
                let part = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(part);
                Ok(())
            }
        }
    }
}
