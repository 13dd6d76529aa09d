//! The names of table files.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::board::short;
use crate::index::Ending;

use super::Metric;

/// Which table a file holds, as its name says: `KKMvK.wdl`.
///
/// Ordered by ending, then by metric.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableName {
    /// The ending.
    pub ending: Ending,
    /// What the table holds of it.
    pub metric: Metric,
}

impl TableName {
    /// The names of the tables in a directory, in order; other files are passed over. Opens none of them.
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

    /// Reads the canonical name alone: `KvKK.wdl` is none.
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
    fn only_canonical_names_are_read() {
        assert_eq!("KKMvK.dtz".parse::<TableName>().unwrap().to_string(), "KKMvK.dtz");
        for text in ["", ".", "KvK", "KvK.", "KvK.WDL", "KvKK.wdl", "MKvK.wdl", "KvK.wdl.old", " KvK.wdl", ".KvK.wdl"] {
            assert!(text.parse::<TableName>().is_err(), "{text}");
        }
    }
}
