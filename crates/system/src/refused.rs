//! Why a file is not used, where no error of the system says it.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Why a file is not used. An [`io::Error`] carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// A directory, a pipe, a device, or a symbolic link that leads to itself.
    #[error("it is not a regular file")]
    NotRegular,
    /// Another process has its lock.
    #[error("another run writes to it")]
    Locked,
}

impl Refused {
    /// What an error carries, if it does.
    pub fn of(error: &io::Error) -> Option<Refused> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<Refused> for io::Error {
    fn from(refused: Refused) -> io::Error {
        let kind = match refused {
            Refused::NotRegular => ErrorKind::Other,
            Refused::Locked => ErrorKind::WouldBlock,
        };
        io::Error::new(kind, refused)
    }
}

/// Whether something that is not a regular file has a name: a directory, a pipe, a device, a symbolic link that leads to itself.
/// Where nothing has it, or nobody may look, this is false: opening the file says so.
pub fn is_unusual(path: &Path) -> bool {
    match path.metadata() {
        Ok(there) => !there.is_file(),
        Err(error) => !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::PermissionDenied) && path.is_symlink(),
    }
}

/// Checks that nothing but a regular file has a name. Opening a pipe would wait for its other end.
///
/// # Errors
/// [`Refused::NotRegular`].
pub fn check_regular(path: &Path) -> io::Result<()> {
    if is_unusual(path) { Err(Refused::NotRegular.into()) } else { Ok(()) }
}

/// Opens a regular file to read it.
///
/// # Errors
/// Those of the system, and [`Refused::NotRegular`].
pub fn open_regular(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    File::open(path)
}

/// Whether an error says that something is not a regular file.
pub fn is_of_unusual(error: &io::Error) -> bool {
    Refused::of(error) == Some(Refused::NotRegular)
}
