//! Why tables are not verified, and what can be false in their headers.

use std::fmt;

use thiserror::Error;

use crate::index::{Ending, Side};
use crate::probe::ProbeError;
use crate::table::{TableError, TableName};
use crate::value::{Category, Outcome, Theory};

use super::record::RecordError;
use super::value::Mismatch;

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
    /// An ending takes more memory than there is.
    #[error(
        "{ending} takes about {:.1} GiB of memory to check on {threads} threads ({:.1} GiB on one), and --memory gives \
         {:.1} GiB; give more, or fewer --threads, or leave it out: --sample --run takes little",
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
        /// The bytes that there are.
        memory: u64,
    },
    /// A draw rule that is too long for the proof by rows.
    #[error(
        "these tables are of a draw rule of {plies} plies, and the proof by rows takes at most {most}; prove them with --plain"
    )]
    LongRule {
        /// The plies of the rule.
        plies: u8,
        /// The most plies that it takes.
        most: u8,
    },
    /// The record of what is done cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The packed values could not be written or read.
    #[error("cannot keep the values of endings in a temporary file; --disk names a directory with more space")]
    Values(#[source] std::io::Error),
    /// The caller stopped the check; nothing wrong was found until then.
    #[error("stopped")]
    Stopped,
}

impl From<TableError> for VerifyError {
    fn from(error: TableError) -> VerifyError {
        VerifyError::Probe(error.into())
    }
}

impl From<Mismatch> for VerifyError {
    fn from(mismatch: Mismatch) -> VerifyError {
        VerifyError::Mismatch(Box::new(mismatch))
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

/// The longest win or loss, as a header or a list names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extreme {
    /// Its plies.
    pub plies: u16,
    /// The first entry that has them; `None` if a list does not say.
    pub entry: Option<u64>,
}

impl From<(u16, u64)> for Extreme {
    fn from((plies, entry): (u16, u64)) -> Extreme {
        Extreme { plies, entry: Some(entry) }
    }
}

/// `7 plies in entry 861`.
impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extreme { plies, entry } = self;
        let word = if *plies == 1 { "ply" } else { "plies" };
        write!(f, "{plies} {word}")?;
        entry.map_or(Ok(()), |entry| write!(f, " in entry {entry}"))
    }
}

/// What contradicts a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Witness {
    /// All entries of the table.
    Entries,
    /// Some entries, drawn at random.
    Drawn,
    /// The published statistics.
    Published,
    /// The header of another table of the ending.
    Header(TableName),
}

/// `its entries have`.
impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Witness::Entries => f.write_str("its entries have"),
            Witness::Drawn => f.write_str("the entries drawn have"),
            Witness::Published => f.write_str("the published statistics have"),
            Witness::Header(name) => write!(f, "the header of {name} has"),
        }
    }
}

/// A false statement in the header of a table whose checksums are right.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum HeaderFault {
    /// The number of entries of a category.
    #[error("the header of {table} has {says} {} with {mover} to move, and {witness} {found}", plural(*category))]
    Count {
        /// The table.
        table: TableName,
        /// The pieces of the side to move.
        mover: Side,
        /// The category at clock 0.
        category: Category,
        /// What the header says.
        says: u64,
        /// What the witness has.
        found: u64,
        /// What contradicts the header.
        witness: Witness,
    },
    /// The longest win or loss.
    #[error(
        "the header of {table} has as the longest {theory} with {mover} to move {}, and {witness} {}",
        or_none(*says), or_none(*found)
    )]
    Longest {
        /// The table.
        table: TableName,
        /// The pieces of the side to move.
        mover: Side,
        /// A win or a loss.
        theory: Theory,
        /// What the header says.
        says: Option<Extreme>,
        /// What the witness has.
        found: Option<Extreme>,
        /// What contradicts the header.
        witness: Witness,
    },
    /// The value of the entry of the longest win or loss.
    #[error(
        "the header of {table} has as the longest {theory} with {mover} to move {says}, and the table has {} there",
        of_plies(*found)
    )]
    Entry {
        /// The table.
        table: TableName,
        /// The pieces of the side to move.
        mover: Side,
        /// A win or a loss.
        theory: Theory,
        /// What the header says.
        says: Extreme,
        /// What the entry has.
        found: Outcome,
    },
    /// Whether there is a longest win or loss at all.
    #[error("the header of {table} has as the longest {theory} with {mover} to move {}, and counts {count}", or_none(*says))]
    Presence {
        /// The table.
        table: TableName,
        /// The pieces of the side to move.
        mover: Side,
        /// A win or a loss.
        theory: Theory,
        /// What the header says.
        says: Option<Extreme>,
        /// How many wins or losses the header counts.
        count: u64,
    },
    /// The list of exceptions.
    #[error("the header of {table} has {says} exceptions, and not all of them are entries that the draw rule changes")]
    Exceptions {
        /// The table.
        table: TableName,
        /// What the header says.
        says: u64,
    },
    /// The digest.
    #[error("the header of {table} has another digest than the content")]
    Digest {
        /// The table.
        table: TableName,
    },
    /// A field that must be zero, or the entry of a distance that the header does not have.
    #[error("the header of {table} has other bytes than zeros, or entries beyond the last, where the format has none")]
    Spare {
        /// The table.
        table: TableName,
    },
}

fn plural(category: Category) -> &'static str {
    match category {
        Category::Loss => "losses",
        Category::BlessedLoss => "blessed losses",
        Category::Draw => "draws",
        Category::CursedWin => "cursed wins",
        Category::Win => "wins",
    }
}

fn or_none(extreme: Option<Extreme>) -> String {
    extreme.map_or("none".into(), |extreme| extreme.to_string())
}

fn of_plies(outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "neither a win nor a loss".into(),
        Outcome::Win(plies) | Outcome::Loss(plies) => {
            let extreme = Extreme { plies, entry: None };
            format!("a {} in {extreme}", outcome.theory())
        }
    }
}
