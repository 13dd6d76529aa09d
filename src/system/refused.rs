//! Why a file is not used, where no error of the system says it.

use std::fs::File;
use std::io;
use std::path::Path;

/// Why a file is not used. An [`io::Error`] carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// A directory, a pipe or a device.
    #[error("it is not a regular file")]
    NotRegular,
    /// Another process has its lock.
    #[cfg_attr(not(feature = "generate"), expect(dead_code))]
    #[error("another run writes to it")]
    Locked,
}

impl Refused {
    /// What an error carries, if it does.
    #[cfg(feature = "json")]
    pub(crate) fn of(error: &io::Error) -> Option<Refused> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        let kind = match refused {
            Refused::NotRegular => io::ErrorKind::Other,
            Refused::Locked => io::ErrorKind::WouldBlock,
        };
        io::Error::new(kind, refused)
    }
}

/// Opens a regular file to read it. Opening a pipe would wait for a writer.
///
/// # Errors
/// Those of the system, and [`Refused::NotRegular`].
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if !path.metadata()?.is_file() {
        return Err(Refused::NotRegular.into());
    }
    File::open(path)
}
