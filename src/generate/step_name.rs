//! The names of a plan's steps.

use std::fmt;

use crate::index::Ending;

/// The name of a step, and what it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StepName {
    /// The last of an ending's steps, after which its tables are there.
    Made(Ending),
    /// The first phases of an ending, as many as the number says.
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
