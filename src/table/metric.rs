//! Metrics, the kinds of values that tables have, and the names of table files.

use std::fmt;
use std::fs;
use std::io;
use std::ops::{Index, IndexMut};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Game, short};
use crate::index::Ending;
#[cfg(feature = "generate")]
use crate::value::Longest;
use crate::value::{Dtw, Dtz, Measure, Outcome, Theory};

/// The kind of value that a table has for each entry. Its number is the one in headers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// The [`Category`](crate::value::Category) at clock 0.
    Wdl,
    /// The distance to win, in the bytes of [`Dtw`].
    Dtw,
    /// The distance to a zeroing move, in the bytes of `Dtz`.
    Dtz,
}

impl Metric {
    /// The number of metrics.
    pub const COUNT: usize = 3;

    /// All metrics, in the order of their numbers.
    pub const ALL: [Metric; Metric::COUNT] = [Metric::Wdl, Metric::Dtw, Metric::Dtz];

    /// The metrics that are distances, in the order of their numbers.
    pub const DISTANCES: [Metric; 2] = [Metric::Dtw, Metric::Dtz];

    /// The metrics of a list in the order of their numbers, each once.
    pub fn sorted(some: &[Metric]) -> Vec<Metric> {
        Metric::ALL.into_iter().filter(|metric| some.contains(metric)).collect()
    }

    pub(crate) const fn version(self) -> u16 {
        match self {
            Metric::Wdl => 2,
            Metric::Dtw | Metric::Dtz => 3,
        }
    }

    /// The number of distances of a block; the last block may have fewer. Distances to win take longer to unpack, and probes need
    /// more of them at once.
    pub(crate) const fn block_distances(self) -> usize {
        match self {
            Metric::Wdl => 1,
            Metric::Dtw => 1 << 13,
            Metric::Dtz => 1 << 14,
        }
    }

    /// Those of its longest distances: `dtw` to win, or `dtz` to a zeroing move.
    #[cfg(feature = "generate")]
    pub(crate) fn longest(self, dtw: Longest, dtz: Longest) -> Longest {
        match self {
            Metric::Wdl => Longest::default(),
            Metric::Dtw => dtw,
            Metric::Dtz => dtz,
        }
    }

    /// The plies of a stored distance, given the result. A table of categories stores no distance.
    #[inline]
    pub(crate) fn plies<G: Game>(self, theory: Theory, distance: u8) -> u16 {
        let outcome = match self {
            Metric::Wdl => Outcome::Draw,
            Metric::Dtw => Dtw::outcome::<G>(theory, distance),
            Metric::Dtz => Dtz::outcome::<G>(theory, distance),
        };
        outcome.plies().unwrap_or(0)
    }
}

/// Writes the extension of its files: `wdl`, `dtw`, `dtz`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["wdl", "dtw", "dtz"][*self as usize])
    }
}

impl FromStr for Metric {
    type Err = ();

    fn from_str(text: &str) -> Result<Metric, ()> {
        Metric::ALL.into_iter().find(|metric| metric.to_string() == text).ok_or(())
    }
}

/// A value for each [`Metric`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PerMetric<T>([T; Metric::COUNT]);

impl<T> PerMetric<T> {
    /// Takes the values in the order of [`Metric::ALL`].
    pub const fn new(values: [T; Metric::COUNT]) -> PerMetric<T> {
        PerMetric(values)
    }

    /// Makes the value of each metric, up to the first error.
    ///
    /// # Errors
    /// Those of `value`.
    pub fn try_from_fn<E>(value: impl FnMut(Metric) -> Result<T, E>) -> Result<PerMetric<T>, E> {
        let mut value = value;
        Ok(PerMetric([value(Metric::Wdl)?, value(Metric::Dtw)?, value(Metric::Dtz)?]))
    }

    /// Maps each value.
    pub fn map<U>(self, then: impl FnMut(T) -> U) -> PerMetric<U> {
        PerMetric(self.0.map(then))
    }

    /// The metrics and their values, in the order of [`Metric::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Metric, &T)> {
        Metric::ALL.into_iter().zip(&self.0)
    }

    /// The values, in the order of [`Metric::ALL`].
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Metric> for PerMetric<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, metric: Metric) -> &T {
        &self.0[metric as usize]
    }
}

impl<T> IndexMut<Metric> for PerMetric<T> {
    #[inline(always)]
    fn index_mut(&mut self, metric: Metric) -> &mut T {
        &mut self.0[metric as usize]
    }
}

/// The name of a table file: `KKMvK.wdl`. Ordered by ending, then by metric.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableName {
    /// The ending.
    pub ending: Ending,
    /// The metric.
    pub metric: Metric,
}

impl TableName {
    /// The names of the tables in a directory, in order; ignores other files. Opens none of them.
    ///
    /// # Errors
    /// [`io::Error`], if the directory cannot be read.
    pub fn all_in(directory: &Path) -> io::Result<Vec<TableName>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(directory)? {
            names.extend(entry?.file_name().to_str().and_then(|name| name.parse::<TableName>().ok()));
        }
        names.sort();
        Ok(names)
    }

    /// The file of that name in a directory.
    pub fn path(self, directory: &Path) -> PathBuf {
        directory.join(self.to_string())
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ending, self.metric)
    }
}

/// A text that is not a table's name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "\"{text}\" is not a table's name; expected an ending, stronger side first, and wdl, dtw or dtz, as in KKMvK.wdl"
)]
pub struct TableNameError {
    text: String,
}

impl FromStr for TableName {
    type Err = TableNameError;

    /// Reads only the canonical name: `KvKK.wdl` is an error.
    fn from_str(text: &str) -> Result<TableName, TableNameError> {
        let name = text.split_once('.').and_then(|(ending, metric)| {
            Some(TableName { ending: ending.parse().ok()?, metric: metric.parse().ok()? })
        });
        name.filter(|name| name.to_string() == text).ok_or_else(|| TableNameError { text: short(text) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_metrics_agree() {
        assert!(Metric::ALL.into_iter().map(|metric| metric as usize).eq(0..Metric::COUNT));
        assert!(Metric::ALL.into_iter().skip(1).eq(Metric::DISTANCES), "the companion of the others is written first");
    }

    #[test]
    fn only_canonical_names_are_read() {
        assert_eq!("KKMvK.dtz".parse::<TableName>().unwrap().to_string(), "KKMvK.dtz");
        for text in ["", ".", "KvK", "KvK.", "KvK.WDL", "KvKK.wdl", "MKvK.wdl", "KvK.wdl.old", " KvK.wdl", ".KvK.wdl"] {
            assert!(text.parse::<TableName>().is_err(), "{text}");
        }
    }
}
