//! Events of checks of tables.

use std::time::Duration;

use crate::index::Ending;

/// An ending that was checked: every entry of it, or some.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The ending.
    pub ending: Ending,
    /// The entries that were checked and are right.
    pub entries: u64,
    /// Those of them that tables store, if they were counted: the others have a capture pending.
    pub stored: Option<u64>,
    /// Entries of each [`Category`](crate::value::Category) at clock 0, of all sides to move, from loss to win; `None` if
    /// only some were checked.
    pub counts: Option<[u64; 5]>,
    /// The wall time; `None` if an earlier run has checked it.
    pub time: Option<Duration>,
}

/// What a check of tables reports, from several threads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Before a proof begins, tables will be compared with those that a [`Record`](super::Record) is of.
    Comparing {
        /// The bytes of these tables.
        bytes: u64,
    },
    /// More bytes were compared.
    Compared {
        /// The number of these bytes.
        bytes: u64,
    },
    /// The check begins.
    Begun {
        /// The entries that will be read.
        read: u64,
        /// The entries that will be checked.
        check: u64,
    },
    /// More entries were read.
    Read {
        /// The number of these entries.
        entries: u64,
    },
    /// More entries were checked.
    Checked {
        /// The number of these entries.
        entries: u64,
    },
    /// An ending is done, now or by an earlier run.
    Verified(Verified),
}
