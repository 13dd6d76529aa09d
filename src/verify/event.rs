//! What checks of tables report.

use std::time::Duration;

use crate::index::Ending;

/// An ending that was checked: every entry of it, or some.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The ending.
    pub ending: Ending,
    /// The entries that were checked and are right.
    pub entries: u64,
    /// Entries of each [`Category`](crate::value::Category) at clock 0, of all sides to move, from loss to win; `None` if
    /// only some were checked.
    pub counts: Option<[u64; 5]>,
    /// How long it took; `None` if an earlier run has done it.
    pub time: Option<Duration>,
}

/// What a check of tables reports, from several threads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Before a proof begins, bytes of tables will be compared with those that a [`Record`](super::Record) is of.
    Comparing {
        /// How many.
        bytes: u64,
    },
    /// More bytes were compared.
    Compared {
        /// How many.
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
        /// How many.
        entries: u64,
    },
    /// More entries were checked.
    Checked {
        /// How many.
        entries: u64,
    },
    /// An ending is done, now or by an earlier run.
    Verified(Verified),
}
