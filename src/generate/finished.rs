//! Which tables a directory has.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::index::Ending;
use crate::table::{Bytes, Damage, Metric, Table, TableError, TableName};

use super::error::GenerateError;
use super::request::Settings;

/// The tables of an ending, one for each of these metrics; `None` if a file is absent.
///
/// # Errors
/// [`TableError`], if a file has the name of a table and cannot be opened as one.
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

/// Whether the tables of an ending are finished in a directory; if one is damaged and will be replaced, its path and damage.
pub(super) fn is_finished(
    settings: &Settings,
    ending: Ending,
    directory: &Path,
) -> Result<(bool, Option<(PathBuf, Damage)>), GenerateError> {
    match finished_tables(directory, ending, &settings.metrics) {
        Ok(Some(tables)) if tables.iter().any(|table| table.header().game != settings.game) => {
            let other = &tables[0];
            Err(GenerateError::OtherGame { path: other.path(), found: other.header().game, wanted: settings.game })
        }
        Ok(Some(tables)) => match tables.iter().find(|table| table.header().draw_plies != settings.draw_plies) {
            Some(other) => {
                let (found, wanted) = (other.header().draw_plies, settings.draw_plies);
                Err(GenerateError::OtherRule { path: other.path(), found, wanted })
            }
            None => Ok((true, None)),
        },
        Ok(None) => Ok((false, None)),
        Err(TableError::Damaged { path, damage }) if damage.is_replaced() => Ok((false, Some((path, damage)))),
        // A file that is unreadable, of another version, or no table may be foreign: it is not replaced.
        Err(error) => Err(error.into()),
    }
}
