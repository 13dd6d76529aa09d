//! Windows.

#[cfg(feature = "generate")]
mod making;
#[cfg(feature = "serve")]
mod serving;

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt as _;
use std::path::PathBuf;

#[cfg(feature = "generate")]
pub use making::*;
#[cfg(feature = "serve")]
pub use serving::*;

pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(Into::into)
}

/// The calls of Windows move the position of the file as well; nothing here uses it.
pub fn read_exact_at(file: &File, mut buffer: &mut [u8], mut from: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match file.seek_read(buffer, from) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                buffer = &mut buffer[read..];
                from += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

pub fn remedy_of_limit(error: &io::Error) -> Option<&'static str> {
    /// ERROR_TOO_MANY_OPEN_FILES, ERROR_COMMITMENT_LIMIT.
    const FILES: i32 = 4;
    const COMMITTED: i32 = 1455;
    match (error.kind(), error.raw_os_error()) {
        (io::ErrorKind::OutOfMemory, _) | (_, Some(COMMITTED)) => Some("limit-memory-windows"),
        (io::ErrorKind::FileTooLarge, _) => Some("limit-file-size-windows"),
        (_, Some(FILES)) => Some("limit-all-open-files"),
        _ => None,
    }
}

#[cfg(feature = "cli")]
pub fn remedy_of_replacing(error: &io::Error) -> Option<&'static str> {
    /// ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_USER_MAPPED_FILE.
    const IN_USE: [i32; 3] = [5, 32, 1224];
    error.raw_os_error().filter(|code| IN_USE.contains(code)).map(|_| "file-in-use")
}

/// A file that may only be read cannot be replaced there.
#[cfg(feature = "cli")]
pub fn protect(_: &File) -> io::Result<()> {
    Ok(())
}

/// Nothing ends a program there because a file may not grow.
#[cfg(feature = "cli")]
pub fn ignore_file_limit() {}

#[cfg(feature = "cli")]
#[allow(unsafe_code)]
pub fn colors() -> bool {
    use std::os::windows::io::AsRawHandle as _;

    use windows_sys::Win32::System::Console::{ENABLE_VIRTUAL_TERMINAL_PROCESSING, GetConsoleMode, SetConsoleMode};

    let out = io::stdout().as_raw_handle();
    let mut mode = 0;
    // SAFETY: the handle of standard output may be none, which is an error; the mode is written to a number that is there.
    if unsafe { GetConsoleMode(out, &mut mode) } == 0 {
        // A terminal that is not a console is one of MSYS or Cygwin, which reads these codes.
        return true;
    }
    // SAFETY: as above; the mode is only read.
    unsafe { SetConsoleMode(out, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0 }
}

#[cfg(feature = "cli")]
pub const UNIX_SHELL: bool = false;

#[cfg(feature = "cli")]
#[allow(unsafe_code)]
pub fn locale() -> Option<String> {
    use std::io::IsTerminal as _;

    use windows_sys::Win32::Globalization::GetUserDefaultLocaleName;
    use windows_sys::Win32::System::Console::GetConsoleOutputCP;
    /// LOCALE_NAME_MAX_LENGTH.
    const LONGEST: usize = 85;
    /// The code page of UTF-8.
    const UTF8: u32 = 65001;
    // What is written is UTF-8. A console gets it as UTF-16; programs take it for letters of the console's code page.
    // SAFETY: the call takes nothing, and returns a number.
    if !io::stdout().is_terminal() && unsafe { GetConsoleOutputCP() } != UTF8 {
        return None;
    }
    let mut name = [0u16; LONGEST];
    // SAFETY: the length is that of the buffer which is written to.
    let length = unsafe { GetUserDefaultLocaleName(name.as_mut_ptr(), LONGEST as i32) };
    // The length counts the 0 at the end; it is 0 after a failure.
    let length = usize::try_from(length).ok()?.checked_sub(1)?;
    Some(String::from_utf16_lossy(&name[..length]))
}
