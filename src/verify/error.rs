//! Why tables are not verified, and the wrong entry with the values that show it.

use thiserror::Error;

use crate::board::{Game, Position};
use crate::index::Ending;
use crate::probe::ProbeError;
use crate::table::TableError;

use super::context::Tables;
use super::header_fault::HeaderFault;
use super::record::RecordError;
use super::value::{Probed, Successor, Value};

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

impl From<HeaderFault> for VerifyError {
    fn from(fault: HeaderFault) -> VerifyError {
        VerifyError::Header(Box::new(fault))
    }
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// What is wrong with an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Its value does not follow from those of its successors.
    Value,
    /// It is not the value of the board reflected in the long diagonal, and there are no men.
    Reflection,
    /// Its distances or results exclude each other.
    Invariant,
    /// It is won or lost in theory, and drawn under the draw rule; but all play that its win could come from goes in circles.
    /// Only where there are no distances to win, which would show it.
    Circle,
}

/// An entry that is wrong: its side, by its place in [`Ending::movers`](crate::index::Ending::movers), its number and what
/// is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wrong {
    pub side: usize,
    pub entry: u64,
    pub fault: Fault,
}

/// A position whose stored value does not follow from the stored values of the positions after its moves.
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

impl Mismatch {
    /// Probes the tables for the values.
    pub(super) fn new<G: Game>(
        tables: Tables<'_, G>,
        position: Position<G>,
        fault: Fault,
    ) -> Result<Mismatch, ProbeError> {
        let Probed { successors, stored, expected } = Probed::new(tables, &position)?;
        Ok(Mismatch {
            position: position.to_string(),
            stored,
            expected,
            successors,
            besides: match fault {
                Fault::Value if stored == expected => {
                    Some("the fault is that of the check, not of the tables; report it")
                }
                Fault::Value => None,
                Fault::Reflection => Some("the position reflected in the diagonal a1-h8 has another value"),
                Fault::Invariant => Some("its distances exclude each other"),
                Fault::Circle => Some("its result in theory follows from positions that follow from it alone: a draw"),
            },
        })
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
