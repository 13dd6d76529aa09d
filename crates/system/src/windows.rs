//! Windows.

use std::fs::File;
use std::io;
use std::os::windows::fs::FileExt as _;
use std::path::PathBuf;

#[cfg(feature = "making")]
pub use making::*;
#[cfg(feature = "program")]
pub use program::*;

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

#[cfg(feature = "making")]
mod making {
    use std::fs::{self, File, TryLockError};
    use std::io;
    use std::os::windows::fs::FileExt as _;
    use std::os::windows::io::AsRawHandle as _;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION, FILETIME};
    use windows_sys::Win32::Storage::FileSystem::{LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx};
    use windows_sys::Win32::System::IO::{GetOverlappedResult, OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};
    use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
    use windows_sys::Win32::System::SystemInformation::{GlobalMemoryStatusEx, MEMORYSTATUSEX};
    use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetCurrentThread, GetProcessTimes, GetThreadTimes};

    pub fn write_all_at(file: &File, mut bytes: &[u8], mut to: u64) -> io::Result<()> {
        while !bytes.is_empty() {
            match file.seek_write(bytes, to) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => {
                    bytes = &bytes[written..];
                    to += written as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    #[allow(unsafe_code)]
    pub fn thread_time() -> Duration {
        // SAFETY: the handle stands for this thread, and `times` passes four times to write to.
        times(|[made, ended, kernel, user]| unsafe { GetThreadTimes(GetCurrentThread(), made, ended, kernel, user) })
    }

    #[allow(unsafe_code)]
    pub fn process_time() -> Duration {
        // SAFETY: the handle stands for this process, and `times` passes four times to write to.
        times(|[made, ended, kernel, user]| unsafe { GetProcessTimes(GetCurrentProcess(), made, ended, kernel, user) })
    }

    /// The times in the kernel and outside it, added up. No call here can fail: its handles stand for what is running.
    fn times(asked: impl FnOnce([&mut FILETIME; 4]) -> i32) -> Duration {
        let [mut made, mut ended, mut kernel, mut user] = [FILETIME { dwLowDateTime: 0, dwHighDateTime: 0 }; 4];
        asked([&mut made, &mut ended, &mut kernel, &mut user]);
        // In steps of 100 ns.
        let steps = |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
        Duration::from_nanos((steps(kernel) + steps(user)) * 100)
    }

    /// A directory cannot be synced there: its file system notes a rename before the call returns.
    pub fn sync_directory(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Windows 10 replaces an open file of NTFS. Elsewhere, and where the file is mapped, the old file has to step aside. It then takes
    /// the name of the new one: a name that is tidied up later, should a map keep the file from being removed.
    pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
        let Err(error) = fs::rename(from, to) else { return Ok(()) };
        let mut aside = from.as_os_str().to_owned();
        aside.push(".old");
        let aside = PathBuf::from(aside);
        if !to.is_file() || fs::rename(to, &aside).is_err() {
            return Err(error);
        }
        if let Err(error) = fs::rename(from, to) {
            let _ = fs::rename(&aside, to);
            return Err(error);
        }
        let _ = fs::rename(&aside, from).and_then(|()| fs::remove_file(from));
        Ok(())
    }

    pub fn try_lock(file: &File) -> Result<(), TryLockError> {
        lock_byte(file, LOCKFILE_EXCLUSIVE_LOCK)
    }

    pub(crate) fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
        lock_byte(file, 0)
    }

    /// Locks one byte, far behind the end of any file: nobody else can read or write what is locked there.
    #[allow(unsafe_code)]
    fn lock_byte(file: &File, kind: u32) -> Result<(), TryLockError> {
        const HIGH: u32 = 1 << 30;
        let place = OVERLAPPED_0 { Anonymous: OVERLAPPED_0_0 { Offset: 0, OffsetHigh: HIGH } };
        let mut place = OVERLAPPED { Anonymous: place, ..Default::default() };
        let handle = file.as_raw_handle();
        // SAFETY: the handle is open as long as the file is borrowed, and `place` is not moved before the lock is decided, below.
        let mut is_done = unsafe { LockFileEx(handle, kind | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &mut place) };
        if is_done == 0 && io::Error::last_os_error().raw_os_error() == Some(ERROR_IO_PENDING as i32) {
            // SAFETY: the same. Only a file that was opened for overlapped work comes here: the system writes to `place` until it is done.
            is_done = unsafe { GetOverlappedResult(handle, &place, &mut 0, 1) };
        }
        if is_done != 0 {
            return Ok(());
        }
        let error = io::Error::last_os_error();
        match error.raw_os_error().map(|code| code as u32) {
            Some(ERROR_LOCK_VIOLATION) => Err(TryLockError::WouldBlock),
            _ => Err(TryLockError::Error(error)),
        }
    }

    /// Whether files can be made there depends on lists of rights: only trying shows it.
    pub fn check_directory(directory: &Path, _: bool) -> io::Result<()> {
        if directory.metadata()?.is_dir() { Ok(()) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    pub fn remove_directory<T>(directory: &Path, held: T) -> io::Result<()> {
        drop(held);
        std::fs::remove_dir_all(directory)
    }

    pub fn resident() -> Option<u64> {
        Some(memory()?.WorkingSetSize as u64)
    }

    pub fn peak_resident() -> Option<u64> {
        Some(memory()?.PeakWorkingSetSize as u64)
    }

    #[allow(unsafe_code)]
    fn memory() -> Option<PROCESS_MEMORY_COUNTERS> {
        let length = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
        let mut counters = PROCESS_MEMORY_COUNTERS { cb: length, ..Default::default() };
        // SAFETY: the handle stands for this process, and the length is that of what is written to.
        let is_done = unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &mut counters, length) };
        (is_done != 0).then_some(counters)
    }

    #[allow(unsafe_code)]
    pub fn machine_memory() -> Option<u64> {
        let mut status = MEMORYSTATUSEX { dwLength: size_of::<MEMORYSTATUSEX>() as u32, ..Default::default() };
        // SAFETY: the length is that of what is written to.
        let is_done = unsafe { GlobalMemoryStatusEx(&mut status) };
        // Wine gives 0 to a thread that asks while another one does for the first time.
        (is_done != 0 && status.ullTotalPhys > 0).then_some(status.ullTotalPhys)
    }

    /// The heap there gives large pieces back by itself.
    pub fn trim_heap() {}
}

#[cfg(feature = "program")]
mod program {
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
}
