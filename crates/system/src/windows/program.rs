//! What the program needs of Windows.

use std::fs::File;
use std::io;
use std::net::TcpListener;

use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};
use windows_sys::Win32::System::Threading::{GetCurrentThread, SetThreadPriority, THREAD_PRIORITY_LOWEST};

/// Nothing passes sockets on there.
pub fn passed_listener() -> io::Result<Option<TcpListener>> {
    Ok(None)
}

/// Sockets are not open files there.
pub fn allow_open_files(_: u64) -> Option<u64> {
    None
}

#[allow(unsafe_code)]
pub fn lower_priority() {
    // SAFETY: the handle stands for this thread, and no memory is passed. That it fails changes nothing but speed.
    let _ = unsafe { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST) };
}

pub struct StopSignals(CtrlC, CtrlBreak, CtrlClose, CtrlShutdown);

impl StopSignals {
    pub fn listen() -> io::Result<StopSignals> {
        Ok(StopSignals(ctrl_c()?, ctrl_break()?, ctrl_close()?, ctrl_shutdown()?))
    }

    pub async fn next(&mut self) {
        tokio::select! {
            _ = self.0.recv() => {}
            _ = self.1.recv() => {}
            _ = self.2.recv() => {}
            _ = self.3.recv() => {}
        }
    }
}

pub fn remedy_of_replacing(error: &io::Error) -> Option<&'static str> {
    /// ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_USER_MAPPED_FILE.
    const IN_USE: [i32; 3] = [5, 32, 1224];
    error.raw_os_error().filter(|code| IN_USE.contains(code)).map(|_| "file-in-use")
}

/// A file that may only be read cannot be replaced there.
pub fn protect(_: &File) -> io::Result<()> {
    Ok(())
}

/// Nothing ends a program there because a file may not grow.
pub fn ignore_file_limit() {}

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

pub const UNIX_SHELL: bool = false;

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
