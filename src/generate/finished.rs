//! Which tables a directory has.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::index::Ending;
use crate::table::{Damage, Header, Metric, TableError, TableName};
use bolshak_system::is_unusual;

use super::error::GenerateError;
use super::request::Settings;

/// The headers of the tables of an ending, one for each of these metrics; `None` if a file is absent.
///
/// # Errors
/// [`TableError`], if a file has the name of a table and cannot be opened as one.
pub fn finished_tables(
    directory: &Path,
    ending: Ending,
    metrics: &[Metric],
) -> Result<Option<Vec<Header>>, TableError> {
    let mut tables = Vec::new();
    for &metric in metrics {
        match Header::read_in(directory, TableName { ending, metric }) {
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

/// Fails if a directory has a table of another game than that of the settings. Reads the headers of all its tables.
pub(super) fn check_game(settings: &Settings, directory: &Path) -> Result<(), GenerateError> {
    let names = match TableName::all_in(directory) {
        Ok(names) => names,
        // A link that leads to itself has no files that could be read.
        Err(error) if error.kind() != ErrorKind::PermissionDenied && directory.is_symlink() && !directory.is_dir() => {
            return Err(GenerateError::Directory { path: directory.into(), source: ErrorKind::NotADirectory.into() });
        }
        // What else is wrong with the directory is found when it is used.
        Err(_) => return Ok(()),
    };
    for name in names {
        match Header::read_in(directory, name) {
            Ok(Header { game: found, .. }) if found != settings.game => {
                return Err(GenerateError::OtherGame { path: name.path(directory), found, wanted: settings.game });
            }
            Err(error @ TableError::UnknownGame { .. }) => return Err(error.into()),
            // What is wrong with a table of this request is found when it is looked up.
            _ => {}
        }
    }
    Ok(())
}

/// Whether the tables of an ending are finished in a directory; if one is damaged and will be replaced, its path and damage.
pub(super) fn is_finished(
    settings: &Settings,
    ending: Ending,
    directory: &Path,
) -> Result<(bool, Option<(PathBuf, Damage)>), GenerateError> {
    // No table of another rule is replaced, nor left beside new ones, even if the others of its ending are missing.
    for name in Metric::ALL.map(|metric| TableName { ending, metric }) {
        match Header::read_in(directory, name) {
            Ok(Header { draw_plies: found, .. }) if found != settings.draw_plies => {
                return Err(GenerateError::OtherRule {
                    path: name.path(directory),
                    found,
                    wanted: settings.draw_plies,
                });
            }
            // Nor is anything replaced that is not a file.
            Err(error @ TableError::Read { .. }) if is_unusual(&name.path(directory)) => return Err(error.into()),
            _ => {}
        }
    }
    match finished_tables(directory, ending, &settings.metrics) {
        Ok(tables) => Ok((tables.is_some(), None)),
        Err(TableError::Damaged { path, damage }) if damage.is_replaced() => Ok((false, Some((path, damage)))),
        // A file that is unreadable, of another version, or no table may be foreign: it is not replaced.
        Err(error) => Err(error.into()),
    }
}
