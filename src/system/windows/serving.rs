//! What the service needs of Windows.

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
