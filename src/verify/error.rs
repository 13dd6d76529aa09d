//! Why tables are not verified: a wrong entry or header, or an unusable record.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::board::{Game, Position};
use crate::index::{Ending, Index};
use crate::probe::ProbeError;
use crate::shown;
use crate::table::{TableError, TableName};

use super::context::Tables;
use super::fast::MOST_PLIES;
use super::value::{Successor, Value, probed};

/// The tables are not proved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A table is absent, damaged, or cannot be read.
    #[error(transparent)]
    Probe(#[from] ProbeError),
    /// An entry is wrong.
    #[error("{0}")]
    Mismatch(Box<Mismatch>),
    /// A header is false.
    #[error("{0}; delete all tables of this ending and generate them again")]
    Header(Box<HeaderFault>),
    /// An ending takes more memory than allowed.
    #[error(
        "{ending} takes about {:.1} GiB of memory to check on {threads} threads ({:.1} GiB on one), and --memory gives \
         {:.1} GiB; give more, use fewer --threads, or check it with --sample --run, which takes little",
        gib(*needed), gib(*alone), gib(*memory)
    )]
    Memory {
        /// The ending.
        ending: Ending,
        /// The bytes that it takes.
        needed: u64,
        /// The bytes that it would take on one thread.
        alone: u64,
        /// The threads of the pool.
        threads: usize,
        /// The bytes allowed.
        memory: u64,
    },
    /// A draw rule that is too long for the proof by rows.
    #[error(
        "the draw rule of these tables has {plies} plies, and the proof by rows takes at most {MOST_PLIES}; prove them with --plain"
    )]
    LongRule {
        /// The plies of the rule.
        plies: u8,
    },
    /// The record of proved endings cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The packed values could not be written or read.
    #[error(
        "cannot keep the values of endings in a temporary file; $TMPDIR, or --disk of verify, names a directory with space"
    )]
    Values(#[source] io::Error),
    /// The caller stopped the check; nothing wrong was found until then.
    #[error("stopped")]
    Stopped,
}

impl From<TableError> for VerifyError {
    fn from(error: TableError) -> VerifyError {
        VerifyError::Probe(error.into())
    }
}

impl From<HeaderFault> for VerifyError {
    fn from(fault: HeaderFault) -> VerifyError {
        VerifyError::Header(Box::new(fault))
    }
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// A false statement in the header of a table whose checksums are right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the header of {table} has {says}")]
pub struct HeaderFault {
    /// The table.
    pub table: TableName,
    /// The statement of the header, and what contradicts it, in words.
    pub says: String,
}

/// A record of verified endings cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// It cannot be read or written.
    #[error("cannot use the record {}", shown(path))]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run uses it.
    #[error("another run is using the record {}; wait until it is done, or choose another file", shown(path))]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It was written by another version of this program.
    #[error(
        "{} is a record of another version of this program, which this one does not accept (the first version checked only the \
         headers of tables); delete it, or choose another file, and all endings are verified again",
        shown(path)
    )]
    Version {
        /// The file.
        path: PathBuf,
    },
    /// It is something else.
    #[error("{} is not a record of verified endings; choose another file, or one that is not there yet", shown(path))]
    Other {
        /// The file.
        path: PathBuf,
    },
}

/// The fault of an entry. A wrong value comes first, as other faults may follow from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fault {
    /// Its value does not follow from those of its successors.
    Value,
    /// Its distances or results contradict each other.
    Invariant,
    /// Without men, its value differs from that of the board reflected in the long diagonal.
    Reflection,
    /// Its result in theory, which the rule changes, rests on circles alone. Only without distances to win, which show it.
    Circle,
}

/// A wrong entry, its side by the place in [`Ending::movers`]. The least of several is the first, which is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Wrong {
    pub fault: Fault,
    pub side: usize,
    pub entry: u64,
}

impl Wrong {
    pub fn error<G: Game>(self, tables: Tables<'_, G>, ending: Ending) -> VerifyError {
        let mover = ending.movers()[self.side];
        let board = Index::new(ending.material(mover)).unrank(self.entry);
        mismatch(tables, &Position::from_board(mover.color(), board), self.fault)
    }
}

pub(super) fn first(wrong: impl IntoIterator<Item = Option<Wrong>>) -> Option<Wrong> {
    wrong.into_iter().flatten().min()
}

/// A position whose stored value does not follow from those of the positions after its moves.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The FEN of the position; the first-named side of its ending is White.
    pub position: String,
    /// Its value in the tables.
    pub stored: Value,
    /// The value that follows from those of the positions after its moves.
    pub expected: Value,
    /// The positions after its moves.
    pub successors: Vec<Successor>,
    /// The fault, if it is not that `stored` and `expected` differ.
    pub besides: Option<&'static str>,
}

/// The error that shows a position with its probed values.
pub(super) fn mismatch<G: Game>(tables: Tables<'_, G>, position: &Position<G>, fault: Fault) -> VerifyError {
    let (successors, stored, expected) = match probed(tables, position) {
        Ok(values) => values,
        Err(error) => return error.into(),
    };
    let besides = match fault {
        Fault::Value if stored == expected => Some("this is a fault of the check, not of the tables; report it"),
        Fault::Value => None,
        Fault::Reflection => Some("the position reflected in the diagonal a1-h8 has another value"),
        Fault::Invariant => Some("its distances contradict each other"),
        Fault::Circle => Some("its result in theory follows from positions that follow from it alone: a draw"),
    };
    let position = position.to_string();
    VerifyError::Mismatch(Box::new(Mismatch { position, stored, expected, successors, besides }))
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} is wrong in the tables:", self.position)?;
        writeln!(f, "  stored    {}", self.stored)?;
        writeln!(f, "  expected  {}", self.expected)?;
        if let Some(besides) = self.besides {
            writeln!(f, "  {besides}")?;
        }
        write!(f, "after its moves, for the side then to move:")?;
        self.successors.iter().try_for_each(|successor| {
            let zeroing = if successor.zeroing { " (zeroing)" } else { "" };
            write!(f, "\n  {:<12}{}{zeroing}", successor.text, successor.value)
        })
    }
}
