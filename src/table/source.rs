//! Where the bytes of tables come from.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bolshak_system::{open_regular, read_exact_at};

/// Where a table's bytes are.
#[derive(Clone, Debug)]
pub enum Bytes {
    /// In a file.
    File(PathBuf),
    /// In memory.
    Memory {
        /// A name for messages.
        name: PathBuf,
        /// The bytes.
        bytes: InMemory,
    },
    /// Not here yet: opening it is an error of kind [`ErrorKind::NotFound`].
    Elsewhere {
        /// A name for messages.
        name: PathBuf,
    },
}

/// Bytes in memory, of whatever kind: a part of the program, a vector, a map of a file.
#[derive(Clone)]
pub struct InMemory(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl InMemory {
    /// The bytes of a value, which must always be the same.
    pub fn new(bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> InMemory {
        InMemory(Arc::new(bytes))
    }

    fn bytes(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl fmt::Debug for InMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes().len())
    }
}

/// Bytes that can be read. Reading a file, instead of mapping it, makes an error of one that was cut meanwhile, where a
/// map would end the process; it costs some 0.5 us a block.
#[derive(Debug)]
pub(super) enum Source {
    File(File),
    Memory(InMemory),
}

impl Bytes {
    /// The file, or the name for messages.
    pub fn path(&self) -> &Path {
        match self {
            Bytes::File(path) => path,
            Bytes::Memory { name, .. } | Bytes::Elsewhere { name } => name,
        }
    }

    /// Opens a file, and returns how many bytes it has.
    pub(super) fn open(&self) -> io::Result<(Source, u64)> {
        match self {
            Bytes::Memory { bytes, .. } => Ok((Source::Memory(bytes.clone()), bytes.bytes().len() as u64)),
            Bytes::Elsewhere { .. } => Err(ErrorKind::NotFound.into()),
            Bytes::File(path) => {
                let file = open_regular(path)?;
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
            Source::Memory(bytes) => {
                let rest = usize::try_from(from).ok().and_then(|from| bytes.bytes().get(from..));
                let part = rest.and_then(|rest| rest.get(..buffer.len())).ok_or(ErrorKind::UnexpectedEof)?;
                buffer.copy_from_slice(part);
                Ok(())
            }
        }
    }
}
