//! Unix: Linux above all, also macOS and the like.

#[cfg(feature = "generate")]
mod making;
#[cfg(feature = "serve")]
mod serving;

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

#[cfg(feature = "generate")]
pub use making::*;
#[cfg(feature = "serve")]
pub use serving::*;

pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    Some(OsStr::from_bytes(bytes).into())
}

pub fn read_exact_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<()> {
    file.read_exact_at(buffer, from)
}

pub fn remedy_of_limit(error: &io::Error) -> Option<&'static str> {
    /// Of Linux, macOS and the BSDs alike.
    const ENFILE: i32 = 23;
    const EMFILE: i32 = 24;
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::OutOfMemory, _) => Some("limit-memory"),
        (io::ErrorKind::FileTooLarge, _) => Some("limit-file-size"),
        (_, Some(EMFILE)) => Some("limit-open-files"),
        (_, Some(ENFILE)) => Some("limit-all-open-files"),
        _ => None,
    }
}

#[cfg(feature = "cli")]
pub fn remedy_of_replacing(_: &io::Error) -> Option<&'static str> {
    None
}

#[cfg(feature = "cli")]
pub fn protect(file: &File) -> io::Result<()> {
    let mut permissions = file.metadata()?.permissions();
    permissions.set_readonly(true);
    file.set_permissions(permissions)
}

#[cfg(feature = "cli")]
#[allow(unsafe_code)]
pub fn ignore_file_limit() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: an ignored signal runs no code, and nothing else has set a handler for this one. The call cannot fail: the
    // signal exists, and may be ignored.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

#[cfg(feature = "cli")]
pub fn colors() -> bool {
    true
}

#[cfg(feature = "cli")]
pub const UNIX_SHELL: bool = true;

#[cfg(feature = "cli")]
pub fn locale() -> Option<String> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)
}
