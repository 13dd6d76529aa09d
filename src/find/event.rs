//! What a search reports.

/// What a search reports, from several threads.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event {
    /// The search begins.
    Begun {
        /// The entries that it will read.
        entries: u64,
    },
    /// More entries were read.
    Read {
        /// The number of these entries.
        entries: u64,
    },
}
