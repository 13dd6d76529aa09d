//! What is to be generated, and in which order.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::index::{Ending, PIECES};
use crate::rules::{DRAW_PLIES, DRAW_PLIES_RANGE};
use crate::solve::Coding;
use crate::table::{Bytes, Damage, Metric, Table, TableError, TableName};
use crate::value::{Dtw, Measure};

use super::{GenerateError, machine_memory};

/// What a caller wants generated.
#[derive(Clone, Debug)]
pub struct Request {
    /// The endings; what they need is added.
    pub endings: Vec<Ending>,
    /// The metrics, those of [`Metric::ALL`] or some, but always the categories. Without distances to win a run takes less
    /// time, memory and disk.
    pub metrics: Vec<Metric>,
    /// The length of the draw rule in plies, 1 to 126; [`DRAW_PLIES`] is Russian draughts.
    pub draw_plies: u8,
    /// The longest distance to win in plies, at most [`Dtw::MAX`](crate::value::Dtw), that values in work have in a
    /// byte. Fewer only make a run slower, for tests: the tables are the same.
    pub byte_plies: u16,
    /// The level of zstd.
    pub level: i32,
    /// Where raw values go while they are needed; `None` for a directory beside the tables.
    pub disk: Option<PathBuf>,
    /// The resident memory that the run may have, in bytes.
    pub memory: u64,
}

impl Request {
    /// The default level of zstd.
    pub const LEVEL: i32 = 6;

    /// These endings under the rules of Russian draughts.
    pub fn endings(endings: Vec<Ending>) -> Request {
        // Three quarters of what there is.
        let memory = machine_memory().map_or(u64::MAX, |bytes| bytes / 4 * 3);
        Request {
            endings,
            metrics: Metric::ALL.into(),
            draw_plies: DRAW_PLIES,
            byte_plies: Dtw::MAX,
            level: Request::LEVEL,
            disk: None,
            memory,
        }
    }

    /// Whether there can be tables of an ending, and of these rules.
    pub(super) fn check(&self, ending: Ending) -> Result<(), GenerateError> {
        if !DRAW_PLIES_RANGE.contains(&self.draw_plies) {
            return Err(GenerateError::DrawPlies { plies: self.draw_plies });
        }
        if !self.metrics.contains(&Metric::Wdl) {
            return Err(GenerateError::NoCategories);
        }
        if ending.pieces() > PIECES { Err(GenerateError::Pieces { ending }) } else { Ok(()) }
    }

    /// Whether the tables of an ending are finished in a directory, and a damaged one that is to be replaced.
    pub(super) fn is_finished(
        &self,
        ending: Ending,
        directory: &Path,
    ) -> Result<(bool, Option<(PathBuf, Damage)>), GenerateError> {
        match finished_tables(directory, ending, &self.metrics) {
            Ok(Some(tables)) => match tables.iter().find(|table| table.header().draw_plies != self.draw_plies) {
                Some(other) => {
                    let (found, wanted) = (other.header().draw_plies, self.draw_plies);
                    Err(GenerateError::OtherRule { path: other.path(), found, wanted })
                }
                None => Ok((true, None)),
            },
            Ok(None) => Ok((false, None)),
            Err(TableError::Damaged { path, damage }) if damage.is_replaced() => Ok((false, Some((path, damage)))),
            // Not ours to replace: unreadable, of another version, or no table at all.
            Err(error) => Err(error.into()),
        }
    }

    /// What raw values go by.
    pub(super) fn coding(&self) -> Coding {
        let with_dtw = self.metrics.contains(&Metric::Dtw);
        Coding { draw_plies: self.draw_plies, byte_plies: self.byte_plies.min(Dtw::MAX), with_dtw }
    }

    /// Every ending of up to that many pieces.
    pub fn pieces(pieces: u8) -> Request {
        Request::endings((2..=pieces).flat_map(Ending::all).collect())
    }
}

/// The endings of a request and of what it needs, in the order in which they can be solved.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Those whose tables are finished.
    pub finished: Vec<Ending>,
    /// Those to be solved.
    pub missing: Vec<Ending>,
    /// Those whose tables are finished, but whose values others need: they are solved again.
    pub again: Vec<Ending>,
    /// Damaged tables, which are replaced.
    pub damaged: Vec<(PathBuf, Damage)>,
}

impl Plan {
    /// Looks at what a directory holds of a request. Reads headers only.
    ///
    /// # Errors
    /// [`GenerateError::Pieces`], [`GenerateError::DrawPlies`], [`GenerateError::OtherRule`], or a file under a table's
    /// name that is none or cannot be read.
    pub fn new(request: &Request, directory: &Path) -> Result<Plan, GenerateError> {
        let mut all = BTreeSet::new();
        let mut open = request.endings.clone();
        while let Some(ending) = open.pop() {
            request.check(ending)?;
            if all.insert(ending) {
                open.extend(ending.successors());
            }
        }
        let mut plan = Plan::default();
        for ending in all {
            let (is_finished, damaged) = request.is_finished(ending, directory)?;
            if is_finished { &mut plan.finished } else { &mut plan.missing }.push(ending);
            plan.damaged.extend(damaged);
        }
        Ok(plan)
    }

    /// The endings to be solved, in order.
    pub fn work(&self) -> Vec<Ending> {
        let work: BTreeSet<Ending> = self.missing.iter().chain(&self.again).copied().collect();
        work.into_iter().collect()
    }

    /// The entries to be solved.
    pub fn entries(&self) -> u64 {
        self.missing.iter().chain(&self.again).map(|ending| ending.entries()).sum()
    }
}

/// The endings whose values missing ones need, but which are neither missing nor `at_hand`; and what those need in turn.
pub(super) fn needed_again(
    missing: &[Ending],
    mut at_hand: impl FnMut(Ending) -> Result<bool, GenerateError>,
) -> Result<Vec<Ending>, GenerateError> {
    let mut work: BTreeSet<Ending> = missing.iter().copied().collect();
    let mut open = missing.to_vec();
    while let Some(ending) = open.pop() {
        for successor in ending.successors() {
            if !work.contains(&successor) && !at_hand(successor)? {
                work.insert(successor);
                open.push(successor);
            }
        }
    }
    Ok(work.into_iter().filter(|ending| !missing.contains(ending)).collect())
}

/// The tables of an ending, one for each of these metrics; `None` if one is not there.
///
/// # Errors
/// [`TableError`], if one is there but is none.
pub fn finished_tables(directory: &Path, ending: Ending, metrics: &[Metric]) -> Result<Option<Vec<Table>>, TableError> {
    let mut tables = Vec::new();
    for &metric in metrics {
        let path = directory.join(TableName { ending, metric }.to_string());
        match Table::open(Bytes::File(path), ending, metric) {
            Ok(table) => tables.push(table),
            Err(TableError::Read { source, .. })
                if matches!(source.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(Some(tables))
}
