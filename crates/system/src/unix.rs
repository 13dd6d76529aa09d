//! Unix: Linux above all, also macOS and the like.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;

#[cfg(feature = "making")]
pub use making::*;
#[cfg(feature = "program")]
pub use program::*;

/// The path that a program in C names: on Unix any bytes but 0, elsewhere UTF-8. `None` if the bytes are not a path.
pub fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    Some(OsStr::from_bytes(bytes).into())
}

/// Fills a buffer from some place of a file on, wherever other threads read it.
///
/// # Errors
/// Those of the system; one of kind [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub fn read_exact_at(file: &File, buffer: &mut [u8], from: u64) -> io::Result<()> {
    file.read_exact_at(buffer, from)
}

/// What a person can do about an error that comes from a limit of the system, as the name of a message in the program's
/// catalogues; `None` for other errors.
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

#[cfg(feature = "making")]
mod making {
    use std::fs::{File, TryLockError};
    use std::io;
    use std::os::unix::fs::FileExt as _;
    use std::path::Path;
    use std::time::Duration;

    use rustix::fs::{Access, FileType};
    use rustix::time::{ClockId, clock_gettime};

    /// Writes all bytes to some place of a file, wherever other threads read it or write to it.
    pub fn write_all_at(file: &File, bytes: &[u8], to: u64) -> io::Result<()> {
        file.write_all_at(bytes, to)
    }

    /// The processor time of this thread. Windows counts it in steps of some 16 milliseconds.
    pub fn thread_time() -> Duration {
        time(ClockId::ThreadCPUTime)
    }

    /// The processor time of all threads of this process.
    pub fn process_time() -> Duration {
        time(ClockId::ProcessCPUTime)
    }

    fn time(clock: ClockId) -> Duration {
        let time = clock_gettime(clock);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }

    /// Makes renames in a directory last through a power cut, where the system can.
    pub fn sync_directory(directory: &Path) -> io::Result<()> {
        File::open(directory)?.sync_all()
    }

    /// Renames a file, in place of any other, whoever has that open. On Windows the old file may have to step aside first, so that
    /// for a moment there is none.
    ///
    /// # Errors
    /// Those of the system. Both files are then as they were.
    pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    /// Locks a file until it is closed, against all who lock it too. Nobody else is kept from reading or writing it.
    ///
    /// # Errors
    /// [`TryLockError::WouldBlock`] if it is locked; those of the system.
    pub fn try_lock(file: &File) -> Result<(), TryLockError> {
        file.try_lock()
    }

    pub(crate) fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
        file.try_lock_shared()
    }

    /// Checks that a directory is there and, as far as can be seen without writing, that files could be made in it.
    ///
    /// # Errors
    /// Those of the system; one of kind [`ErrorKind::NotADirectory`](std::io::ErrorKind::NotADirectory) if something else is there.
    pub fn check_directory(directory: &Path, is_written: bool) -> io::Result<()> {
        let there = rustix::fs::stat(directory)?;
        if FileType::from_raw_mode(there.st_mode) != FileType::Directory {
            return Err(rustix::io::Errno::NOTDIR.into());
        }
        if is_written {
            rustix::fs::access(directory, Access::WRITE_OK | Access::EXEC_OK)?;
        }
        Ok(())
    }

    /// Removes a directory and all in it, and lets go of `held`, which has a file open there: after that on Unix, so that nobody else
    /// takes it meanwhile, and before on Windows, where open files stay.
    pub fn remove_directory<T>(directory: &Path, _held: T) -> io::Result<()> {
        std::fs::remove_dir_all(directory)
    }

    // Only Linux has the folder /proc.

    /// The resident memory of this process in bytes; `None` where the system does not say. Takes some 20 microseconds.
    pub fn resident() -> Option<u64> {
        kilobytes("/proc/self/status", "VmRSS:")
    }

    /// The most resident memory that this process has had; `None` where the system does not say.
    pub fn peak_resident() -> Option<u64> {
        kilobytes("/proc/self/status", "VmHWM:")
    }

    /// The memory of the machine in bytes; `None` where the system does not say.
    pub fn machine_memory() -> Option<u64> {
        kilobytes("/proc/meminfo", "MemTotal:")
    }

    fn kilobytes(file: &str, key: &str) -> Option<u64> {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }

    /// Gives the memory that is free in the heap back to the system, where the heap keeps it between what is in use.
    pub fn trim_heap() {
        #[cfg(all(target_os = "linux", target_env = "gnu"))]
        #[allow(unsafe_code)]
        // SAFETY: it may be called at any time, from any thread, and touches only memory that is free.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

#[cfg(feature = "program")]
mod program {
    use std::fs::File;
    use std::io;
    use std::net::TcpListener;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use tokio::signal::unix::{Signal, SignalKind, signal};

    /// The listening socket that systemd has opened for this process, if it has: sd_listen_fds(3). Must be called before anything
    /// else opens a file, and once.
    ///
    /// # Errors
    /// If what was passed on is not one listening TCP socket.
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code)]
    pub fn passed_listener() -> io::Result<Option<TcpListener>> {
        use std::env::var;
        use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd};

        use rustix::net::{AddressFamily, SocketType, sockopt};

        /// The first descriptor that is passed on.
        const FIRST: i32 = 3;
        let is_for_us = var("LISTEN_PID").is_ok_and(|id| id == std::process::id().to_string());
        if !is_for_us {
            return Ok(None);
        }
        let count = var("LISTEN_FDS").unwrap_or_default();
        if count != "1" {
            return Err(io::Error::other(format!("systemd has passed on {count} sockets; expected one")));
        }
        // SAFETY: by the protocol of these variables the descriptor is this process's own, and this function, which is called once
        // and before anything is opened, is the only place that takes it. If the variables are wrong and it is not open, the calls
        // below say so, and nothing else uses it.
        let socket = unsafe { OwnedFd::from_raw_fd(FIRST) };
        let is_stream = sockopt::socket_type(&socket) == Ok(SocketType::STREAM);
        let family = sockopt::socket_domain(&socket);
        let is_internet = family == Ok(AddressFamily::INET) || family == Ok(AddressFamily::INET6);
        if !is_stream || !is_internet || sockopt::socket_acceptconn(&socket) != Ok(true) {
            // It may not be open, and must not be closed then.
            let _ = socket.into_raw_fd();
            return Err(io::Error::other(
                "what was passed on (LISTEN_FDS) is not a listening TCP socket; expected that of ListenStream= in a unit",
            ));
        }
        Ok(Some(TcpListener::from(socket)))
    }

    /// Only Linux has systemd.
    #[cfg(not(target_os = "linux"))]
    pub fn passed_listener() -> io::Result<Option<TcpListener>> {
        Ok(None)
    }

    /// Asks the system for a number of open files. Returns how many it allows; `None` if it knows no limit.
    pub fn allow_open_files(wanted: u64) -> Option<u64> {
        let limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(wanted, |most| wanted.min(most));
        let is_low = limit.current.is_some_and(|current| current < wanted);
        let is_raised = is_low && setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit }).is_ok();
        if is_raised { Some(wanted) } else { limit.current }
    }

    /// Lets this thread have less of a processor than others that want it, where the system can do that for one thread: on Linux and
    /// Windows.
    pub fn lower_priority() {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{getpriority_process, setpriority_process};
            /// A tenth of the share that other threads of the process have. Without it all goes on, only slower for others.
            const NICER: i32 = 10;
            let _ = getpriority_process(None).and_then(|nice| setpriority_process(None, nice + NICER));
        }
    }

    /// What asks a service to stop: Ctrl-C or SIGTERM, on Windows also that its window closes or the machine shuts down.
    pub struct StopSignals(Signal, Signal);

    impl StopSignals {
        /// Listens from now on.
        pub fn listen() -> io::Result<StopSignals> {
            Ok(StopSignals(signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?))
        }

        /// Ends at the next signal.
        pub async fn next(&mut self) {
            tokio::select! {
                _ = self.0.recv() => {}
                _ = self.1.recv() => {}
            }
        }
    }

    /// What a person can do about an error of renaming a file to a name that is taken, as the name of a message in the program's
    /// catalogues; `None` where that works whoever has the other file open or mapped, and for errors with other causes.
    pub fn remedy_of_replacing(_: &io::Error) -> Option<&'static str> {
        None
    }

    /// Makes a file one that may only be read, where another can take its place nevertheless.
    pub fn protect(file: &File) -> io::Result<()> {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_readonly(true);
        file.set_permissions(permissions)
    }

    /// Lets a write fail with an error where a file may not grow, also where the system would end the program.
    #[allow(unsafe_code)]
    pub fn ignore_file_limit() {
        use nix::sys::signal::{SigHandler, Signal, signal};
        // SAFETY: an ignored signal runs no code, and nothing else has set a handler for this one. The call cannot fail: the
        // signal exists, and may be ignored.
        let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    }

    /// Lets the terminal at standard output show the colours of escape codes, and returns whether it does. Only a console of Windows
    /// may not.
    pub fn colors() -> bool {
        true
    }

    /// Whether commands are typed into a shell of Unix.
    pub const UNIX_SHELL: bool = true;

    /// The locale of the user's messages, as `ru_RU.UTF-8` or `ru-RU`; `None` if none is set, or if output goes to a program that on
    /// Windows would take UTF-8 for the letters of an older code page.
    pub fn locale() -> Option<String> {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set)
    }
}
