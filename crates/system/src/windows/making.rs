//! What the generator and the proof need of Windows.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::windows::fs::FileExt as _;
use std::os::windows::io::AsRawHandle as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION, FILETIME};
use windows_sys::Win32::Storage::FileSystem::{LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx};
use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};
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

pub fn try_lock_shared(file: &File) -> Result<(), TryLockError> {
    lock_byte(file, 0)
}

/// Locks one byte, far behind the end of any file: nobody else can read or write what is locked there.
#[allow(unsafe_code)]
fn lock_byte(file: &File, kind: u32) -> Result<(), TryLockError> {
    const HIGH: u32 = 1 << 30;
    let place = OVERLAPPED_0 { Anonymous: OVERLAPPED_0_0 { Offset: 0, OffsetHigh: HIGH } };
    let mut place = OVERLAPPED { Anonymous: place, ..Default::default() };
    // SAFETY: the handle is open as long as the file is borrowed. The call does not wait, so it is done with `place` when it returns.
    let is_done = unsafe { LockFileEx(file.as_raw_handle(), kind | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &mut place) };
    if is_done != 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    match error.raw_os_error().map(|code| code as u32) {
        Some(ERROR_LOCK_VIOLATION | ERROR_IO_PENDING) => Err(TryLockError::WouldBlock),
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
