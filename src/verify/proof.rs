//! Checking every entry, ending by ending.

use std::time::{Duration, Instant};

use thiserror::Error;

use crate::board::Position;
use crate::index::Ending;
use crate::probe::{ProbeError, Tablebase};
use crate::table::Metric;

use super::entries::{self, Fault, Wrong};
use super::known::Known;
use super::order::reading_order;
use super::{Record, RecordError, Successor, Value};

/// An ending of which every entry was checked, or some.
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

/// Who is told how a proof goes, from any thread.
pub trait Watcher: Sync {
    /// It begins: that many entries have to be read, and that many of them checked.
    fn planned(&self, read: u64, check: u64) {
        let _ = (read, check);
    }

    /// That many more entries were read.
    fn read(&self, entries: u64) {
        let _ = entries;
    }

    /// That many more entries were checked.
    fn checked(&self, entries: u64) {
        let _ = entries;
    }

    /// An ending is done, now or by an earlier run.
    fn verified(&self, verified: &Verified) {
        let _ = verified;
    }
}

impl Watcher for () {}

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
    /// The headers of an ending's tables do not say what its entries add up to.
    #[error(
        "the header of a table of {ending} says other counts or longest distances than its entries have; delete the \
         three tables and generate them again"
    )]
    Header {
        /// The ending.
        ending: Ending,
    },
    /// The record of what is done cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A position of which the tables say what their values of the positions after its moves exclude.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The position; the first-named side of its ending is White.
    pub position: Position,
    /// What the tables say of it.
    pub stored: Value,
    /// What follows from the positions after its moves.
    pub expected: Value,
    /// The positions after its moves.
    pub successors: Vec<Successor>,
    /// What is wrong, if it is not that `stored` and `expected` differ.
    pub besides: Option<&'static str>,
}

impl Mismatch {
    /// Asks a tablebase for everything that is to be said.
    pub(super) fn new(tablebase: &Tablebase, position: Position, fault: Fault) -> Result<Mismatch, ProbeError> {
        let successors = Value::successors(tablebase, &position)?;
        Ok(Mismatch {
            position,
            stored: Value::stored(tablebase, &position)?,
            expected: Value::expected(&successors, tablebase.draw_plies()),
            successors,
            besides: match fault {
                Fault::Value => None,
                Fault::Reflection => Some("the position reflected in the diagonal a1-h8 has another value"),
                Fault::Invariant => Some("its distances exclude each other"),
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

/// Checks every entry of some endings against the values of its successors. Those that their moves lead to are read, and
/// checked only if they are among them: to prove a table, prove all that it rests on too.
///
/// Runs on the current rayon pool, one ending after the other. Holds two bytes for each entry of that ending, and one for
/// each of the others that the rest still needs: 1.5 GB for six pieces, 14 GB for seven. With a [`Record`], what it has is
/// passed over, and what is done is added.
///
/// # Errors
/// [`VerifyError`], at the first entry that is wrong.
pub fn prove(
    tablebase: &Tablebase,
    endings: &[Ending],
    mut record: Option<Record>,
    watcher: &dyn Watcher,
) -> Result<Vec<Verified>, VerifyError> {
    let mut done = Vec::new();
    let mut open = Vec::new();
    for &ending in endings {
        let is_done = record.as_ref().map(|record| record.has(tablebase, ending)).transpose()?;
        if is_done == Some(true) {
            let counts = Some(header_counts(tablebase, ending)?);
            done.push(Verified { ending, entries: ending.entries(), counts, time: None });
            watcher.verified(&done[done.len() - 1]);
        } else {
            open.push(ending);
        }
    }
    let order = reading_order(&open);
    // What is absent is told before hours of work.
    for &ending in &order {
        for metric in Metric::ALL {
            tablebase.table_of(ending, metric)?;
        }
    }
    let entries = |endings: &[Ending]| endings.iter().map(|ending| ending.entries()).sum();
    watcher.planned(entries(&order), entries(&open));
    let mut known = Known::default();
    for (place, &ending) in order.iter().enumerate() {
        let begun = Instant::now();
        known.read(tablebase, ending, &|entries| watcher.read(entries))?;
        if open.contains(&ending) {
            let counts = Some(check(tablebase, &known, ending, watcher)?);
            if let Some(record) = &mut record {
                record.add(tablebase, ending)?;
            }
            done.push(Verified { ending, entries: ending.entries(), counts, time: Some(begun.elapsed()) });
            watcher.verified(&done[done.len() - 1]);
        }
        let rest = &order[place + 1..];
        known.keep(|ending| rest.iter().any(|later| later.successors().contains(&ending)));
        known.settle(ending);
    }
    Ok(done)
}

/// Checks a known ending. The entries of each category.
fn check(tablebase: &Tablebase, known: &Known, ending: Ending, watcher: &dyn Watcher) -> Result<[u64; 5], VerifyError> {
    let tallies = entries::check(tablebase, known, ending, |entries| watcher.checked(entries));
    let tallies = match tallies {
        Ok(tallies) => tallies,
        Err(Wrong { side, entry, fault }) => {
            let turn = ending.movers()[side].color();
            let position = Position::from_board(turn, known.sides(ending)[side].index.unrank(entry));
            return Err(VerifyError::Mismatch(Box::new(Mismatch::new(tablebase, position, fault)?)));
        }
    };
    let [classes, dtw, dtz] = Metric::ALL.map(|metric| tablebase.table_of(ending, metric));
    let headers = [classes?.header(), dtw?.header(), dtz?.header()];
    for (number, (tally, side)) in tallies.iter().zip(known.sides(ending)).enumerate() {
        if !tally.agrees(headers, number, &side.codes) {
            return Err(VerifyError::Header { ending });
        }
    }
    Ok(sum(tallies.iter().map(|tally| tally.counts())))
}

fn header_counts(tablebase: &Tablebase, ending: Ending) -> Result<[u64; 5], ProbeError> {
    Ok(sum(tablebase.table_of(ending, Metric::Wdl)?.header().sides.iter().map(|side| side.counts)))
}

fn sum(counts: impl Iterator<Item = [u64; 5]>) -> [u64; 5] {
    counts.fold([0; 5], |sum, counts| std::array::from_fn(|category| sum[category] + counts[category]))
}
