//! What a proof may use.

use std::path::PathBuf;

/// The memory and the directory that [`prove`](super::prove) may use.
#[derive(Clone, Debug)]
pub struct Resources {
    /// About how many bytes of memory it may use. An ending that takes more in any case is an error before any work.
    pub memory: u64,
    /// Where the values that are still needed lie, packed, in files without names.
    pub disk: PathBuf,
}

impl Default for Resources {
    /// Any amount of memory, and the system's directory for temporary files.
    fn default() -> Resources {
        Resources { memory: u64::MAX, disk: std::env::temp_dir() }
    }
}

impl Resources {
    /// The most bytes of values of a side to move that are not worth packing.
    pub(super) fn unpacked(&self) -> u64 {
        (self.memory >> 13).min(1 << 20)
    }
}
