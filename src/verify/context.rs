//! The tables, the resources and the events of a check.

use std::path::PathBuf;
use std::time::Duration;

use crate::board::Game;
use crate::index::{Ending, Material};
use crate::probe::{ProbeError, Tablebase};
use crate::table::{Metric, Table};

/// Whether a check of some endings includes distances to win: if one of these endings has a table of them, or none are named.
pub fn with_dtw<G: Game>(tablebase: &Tablebase<G>, endings: &[Ending]) -> bool {
    endings.is_empty() || endings.iter().any(|&ending| tablebase.has_table(ending, Metric::Dtw))
}

/// The ending of a material, and the place of its side to move in [`Ending::movers`].
pub(super) fn side_of(material: Material) -> (Ending, usize) {
    let (ending, mover) = material.ending();
    (ending, ending.movers().iter().position(|&other| other == mover).unwrap_or(0))
}

#[derive(Clone, Copy)]
pub(super) struct Tables<'t, G> {
    pub tablebase: &'t Tablebase<G>,
    pub with_dtw: bool,
    pub draw_plies: u8,
    /// The longest distance to win that codes hold; 0 without such distances: codes then hold only the result.
    pub byte_plies: u16,
}

impl<'t, G: Game> Tables<'t, G> {
    /// The tables for a check of some endings; see [`with_dtw`].
    pub fn new(tablebase: &'t Tablebase<G>, endings: &[Ending]) -> Tables<'t, G> {
        let with_dtw = with_dtw(tablebase, endings);
        let byte_plies = if with_dtw { tablebase.byte_plies() } else { 0 };
        Tables { tablebase, with_dtw, draw_plies: tablebase.draw_plies(), byte_plies }
    }

    /// For each side to move of an ending, whether the tables have its distances to a zeroing move, and to win. If distances to
    /// win are not read, their codes show only whether a side has a legal move, like those to a zeroing move.
    pub fn stored(&self, ending: Ending) -> Result<Vec<[bool; 2]>, ProbeError> {
        let table = |metric| self.tablebase.table_of(ending, metric).map(Table::header);
        let (dtz, dtw) = (table(Metric::Dtz)?, self.with_dtw.then(|| table(Metric::Dtw)).transpose()?);
        let of = |side| [dtz.has_distances(side), dtw.unwrap_or(dtz).has_distances(side)];
        Ok((0..dtz.sides.len()).map(of).collect())
    }

    /// The tables of an ending; the first that is absent is an error.
    pub fn of(&self, ending: Ending) -> Result<Vec<&'t Table<G>>, ProbeError> {
        let metrics = Metric::ALL.into_iter().filter(|&metric| self.with_dtw || metric != Metric::Dtw);
        metrics.map(|metric| self.tablebase.table_of(ending, metric)).collect()
    }
}

/// The memory and the directory that [`prove`](super::prove) may use.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The memory in bytes, approximately. An ending that needs more is an error before any work.
    pub memory: u64,
    /// The directory of the temporary files that keep packed values.
    pub disk: PathBuf,
}

impl Default for Resources {
    /// Unlimited memory, and the system's directory for temporary files.
    fn default() -> Resources {
        Resources { memory: u64::MAX, disk: std::env::temp_dir() }
    }
}

/// An ending whose entries were checked, all or some.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The ending.
    pub ending: Ending,
    /// The entries checked and right.
    pub entries: u64,
    /// Those of them that tables store, if counted: the others have a capture pending.
    pub stored: Option<u64>,
    /// Entries of each [`Category`](crate::value::Category) at clock 0, from loss to win; `None` if only some were checked.
    pub counts: Option<[u64; 5]>,
    /// The wall time; `None` if an earlier run checked it.
    pub time: Option<Duration>,
}

/// A report of a check or [search](crate::find::Search), from any of several threads.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Before a proof, tables will be compared with those of a [`Record`](super::Record).
    Comparing {
        /// The bytes of these tables.
        bytes: u64,
    },
    /// More bytes were compared.
    Compared {
        /// Their number.
        bytes: u64,
    },
    /// The check begins.
    Begun {
        /// The entries to read.
        read: u64,
        /// The entries to check.
        check: u64,
    },
    /// More entries were read.
    Read {
        /// Their number.
        entries: u64,
    },
    /// More entries were checked.
    Checked {
        /// Their number.
        entries: u64,
    },
    /// An ending is done, now or by an earlier run.
    Verified(Verified),
}
