//! Which endings of a request a directory has, and which are to be solved.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::board::GameName;
use crate::in_game;
use crate::index::Ending;
use crate::table::Damage;

use super::error::GenerateError;
use super::finished::{check_game, is_finished};
use super::request::Request;

/// The endings of a request and those that they need, by what a directory has of them. Each list is in an order in which they
/// can be solved.
#[derive(Clone, Debug, Default)]
pub struct Inventory {
    /// The game.
    pub game: GameName,
    /// Those whose tables are finished.
    pub finished: Vec<Ending>,
    /// Those to be solved.
    pub missing: Vec<Ending>,
    /// Those whose tables are finished, but whose values others need: they are solved again.
    pub again: Vec<Ending>,
    /// Damaged tables, which are replaced.
    pub damaged: Vec<(PathBuf, Damage)>,
}

impl Inventory {
    /// Looks up what a directory has of a request. Reads headers only.
    ///
    /// # Errors
    /// [`GenerateError::Pieces`], [`GenerateError::DrawPlies`], [`GenerateError::OtherGame`], [`GenerateError::OtherRule`],
    /// or a file under a table's name that is none or cannot be read.
    pub fn new(request: &Request, directory: &Path) -> Result<Inventory, GenerateError> {
        check_game(&request.settings, directory)?;
        let mut all = BTreeSet::new();
        let mut open = request.endings.clone();
        while let Some(ending) = open.pop() {
            request.settings.check(ending)?;
            if all.insert(ending) {
                open.extend(ending.successors());
            }
        }
        let mut inventory = Inventory { game: request.settings.game, ..Inventory::default() };
        for ending in all {
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
        let endings = self.missing.iter().chain(&self.again);
        in_game!(self.game, G => endings.map(|ending| ending.entries::<G>()).sum())
    }
}

/// The endings whose values others need, and which are neither missing nor `at_hand`: those that missing endings need, and
/// those that these need in turn.
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
