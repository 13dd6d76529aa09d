//! The tables of a directory, and the endings of a request still to be solved.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bolshak_system::is_unusual;

use crate::board::GameName;
use crate::in_game;
use crate::index::Ending;
use crate::table::{Damage, Header, Metric, TableError, TableName};

use super::error::GenerateError;
use super::request::{Request, Settings};

/// The endings of a request and those that they need, by their state in a directory. Each list can be solved in its order.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The game.
    pub game: GameName,
    /// Those whose tables are finished.
    pub finished: Vec<Ending>,
    /// Those to be solved.
    pub missing: Vec<Ending>,
    /// Those with finished tables whose values others need: they are solved again.
    pub again: Vec<Ending>,
    /// Damaged tables, which are replaced.
    pub damaged: Vec<(PathBuf, Damage)>,
}

impl Inventory {
    /// Looks up a request in a directory. Reads headers only.
    ///
    /// # Errors
    /// [`GenerateError::Pieces`], [`GenerateError::DrawPlies`], [`GenerateError::NoCategories`], [`GenerateError::OtherRule`],
    /// [`GenerateError::Directory`], or [`TableError`] for a table of another game, or a file under a table's name that is not a
    /// table or cannot be read.
    pub fn new(request: &Request, directory: &Path) -> Result<Inventory, GenerateError> {
        check_game(&request.settings, directory)?;
        request.endings.iter().try_for_each(|&ending| request.settings.check(ending))?;
        let mut inventory = Inventory { game: request.settings.game, ..Inventory::default() };
        for ending in Ending::with_successors(&request.endings) {
            let (is_finished, damaged) = is_finished(&request.settings, ending, directory)?;
            if is_finished { &mut inventory.finished } else { &mut inventory.missing }.push(ending);
            inventory.damaged.extend(damaged);
        }
        Ok(inventory)
    }

    /// The endings to be solved, in order.
    pub fn work(&self) -> Vec<Ending> {
        let work: BTreeSet<Ending> = self.missing.iter().chain(&self.again).copied().collect();
        work.into_iter().collect()
    }

    /// The entries to be solved.
    pub fn entries(&self) -> u64 {
        in_game!(self.game, G => self.work().iter().map(|ending| ending.entries::<G>()).sum())
    }
}

/// The endings, neither missing nor `at_hand`, whose values missing endings need, and those that these need in turn.
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

/// The headers of the tables of an ending, one for each of these metrics; `None` if a file is absent.
///
/// # Errors
/// [`TableError`], if a file with a table's name cannot be opened as one.
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
        // A link to itself has no readable files.
        Err(error) if error.kind() != ErrorKind::PermissionDenied && directory.is_symlink() && !directory.is_dir() => {
            return Err(GenerateError::Directory { path: directory.into(), source: ErrorKind::NotADirectory.into() });
        }
        // Other faults of the directory show when it is used.
        Err(_) => return Ok(()),
    };
    for name in names {
        match Header::read_in(directory, name) {
            Ok(Header { game: found, .. }) if found != settings.game => {
                let (path, wanted) = (name.path(directory), settings.game);
                return Err(TableError::OtherGame { path, found, wanted }.into());
            }
            Err(error @ TableError::UnknownGame { .. }) => return Err(error.into()),
            // Faults in a table of this request show when it is looked up.
            _ => {}
        }
    }
    Ok(())
}

/// Whether the tables of an ending are finished; with the path and damage of a damaged one that will be replaced.
pub(super) fn is_finished(
    settings: &Settings,
    ending: Ending,
    directory: &Path,
) -> Result<(bool, Option<(PathBuf, Damage)>), GenerateError> {
    // A table of another rule is neither replaced nor left beside new ones, even if others of its ending are missing.
    for name in Metric::ALL.map(|metric| TableName { ending, metric }) {
        match Header::read_in(directory, name) {
            Ok(Header { draw_plies: found, .. }) if found != settings.draw_plies => {
                return Err(GenerateError::OtherRule {
                    path: name.path(directory),
                    found,
                    wanted: settings.draw_plies,
                });
            }
            // Anything but a file is not replaced either.
            Err(error @ TableError::Read { .. }) if is_unusual(&name.path(directory)) => return Err(error.into()),
            _ => {}
        }
    }
    match finished_tables(directory, ending, &settings.metrics) {
        Ok(tables) => Ok((tables.is_some(), None)),
        Err(TableError::Damaged { path, damage }) if damage.is_replaced() => Ok((false, Some((path, damage)))),
        // A file that is unreadable, of another version, or not a table may be foreign: it is not replaced.
        Err(error) => Err(error.into()),
    }
}
