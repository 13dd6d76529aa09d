//! The steps of a plan by name, and the files that they read and write.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::index::Ending;
use crate::retrograde::zeroing_path;
use crate::table::{Metric, TableName};

use super::error::GenerateError;
use super::inventory::finished_tables;
use super::request::Settings;
use super::store::values_path;

/// The name of a step, and what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StepName {
    /// The last step of an ending, which finishes its tables.
    Made(Ending),
    /// The first phases of an ending, and their number.
    Until(Ending, usize),
    /// The values of an ending are removed.
    Removed(Ending),
}

impl StepName {
    /// The suffix of the files that note that a step is done.
    pub(super) const NOTE: &str = "done";

    /// The ending.
    pub const fn ending(self) -> Ending {
        match self {
            StepName::Made(ending) | StepName::Until(ending, _) | StepName::Removed(ending) => ending,
        }
    }
}

/// `KKvKM`, `KKvKM_until_7`, `KKvKM_removed`: letters, digits and underscores.
impl fmt::Display for StepName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepName::Made(ending) => write!(f, "{ending}"),
            StepName::Until(ending, phases) => write!(f, "{ending}_until_{phases}"),
            StepName::Removed(ending) => write!(f, "{ending}_removed"),
        }
    }
}

/// The files of a plan, in two directories that all machines share: the tables, and the values in work. The second also has the
/// notes: a file for each finished step, which its command makes last.
#[derive(Clone, Debug)]
pub struct PlanFiles {
    tables: PathBuf,
    disk: PathBuf,
    metrics: Vec<Metric>,
}

impl PlanFiles {
    /// The files of a plan with these settings that puts tables in a directory.
    pub fn new(settings: &Settings, directory: &Path) -> PlanFiles {
        PlanFiles { tables: directory.into(), disk: settings.disk_of(directory), metrics: settings.metrics.clone() }
    }

    /// The directory of the values and the notes.
    pub fn disk(&self) -> &Path {
        &self.disk
    }

    /// The file that notes that a step is done.
    pub fn note(&self, step: StepName) -> PathBuf {
        self.disk.join(format!("{step}.{}", StepName::NOTE))
    }

    /// The files of an ending's values. The second exists only until its tables are written.
    pub fn values(&self, ending: Ending) -> [PathBuf; 2] {
        let first = values_path(&self.disk, ending);
        [first.clone(), zeroing_path(&first)]
    }

    /// The files that a step needs.
    pub fn inputs(&self, step: StepName) -> Vec<PathBuf> {
        let endings = match step {
            StepName::Made(ending) | StepName::Until(ending, _) => ending.successors(),
            StepName::Removed(ending) => vec![ending],
        };
        endings.into_iter().map(|ending| values_path(&self.disk, ending)).collect()
    }

    /// The files that a step leaves.
    pub fn outputs(&self, step: StepName) -> Vec<PathBuf> {
        match step {
            StepName::Made(ending) => {
                let table = |&metric: &Metric| TableName { ending, metric }.path(&self.tables);
                self.metrics.iter().map(table).chain([values_path(&self.disk, ending)]).collect()
            }
            StepName::Until(ending, _) => vec![values_path(&self.disk, ending)],
            StepName::Removed(_) => Vec::new(),
        }
    }

    /// Checks that the notes belong to these steps: finished steps must have left their files.
    ///
    /// # Errors
    /// [`GenerateError::OtherPlan`].
    pub(super) fn check_notes(&self, steps: &[StepName]) -> Result<(), GenerateError> {
        let is_noted = |ending| self.note(StepName::Made(ending)).exists();
        let is_lost = |&ending: &Ending| is_noted(ending) && !values_path(&self.disk, ending).exists();
        let has_tables = |ending| matches!(finished_tables(&self.tables, ending, &self.metrics), Ok(Some(_)));
        let lost = |ending, at: &Path| GenerateError::OtherPlan { ending, path: self.disk.clone(), lost: at.into() };
        for &step in steps {
            match step {
                StepName::Made(ending) if !is_noted(ending) => {
                    if let Some(needed) = ending.successors().into_iter().find(is_lost) {
                        return Err(lost(needed, &self.disk));
                    }
                }
                StepName::Made(ending) if !has_tables(ending) => return Err(lost(ending, &self.tables)),
                _ => {}
            }
        }
        Ok(())
    }
}
