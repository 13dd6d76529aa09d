//! Reading tables to the last byte, and comparing them with checksums.

use std::io::ErrorKind;
use std::path::Path;

use rayon::prelude::*;
use thiserror::Error;

use crate::Progress;
use crate::board::{Game, GameName};
use crate::in_game;
use crate::index::Ending;
use crate::probe::OpenError;
use crate::rules::DRAW_PLIES;
use crate::table::{Damage, Header, Metric, Table, TableError, TableName};

use super::checksums::Checksums;
use super::event::Event;

/// A table, and what the check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table.
    pub name: TableName,
    /// What was found.
    pub finding: Finding,
}

/// What a check found. A table is whole if every checksum in it is right, and its content has the digest in its header.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It is whole, and the published one.
    Published {
        /// Its digest.
        digest: [u8; 32],
    },
    /// It is whole, and not in the list of checksums.
    Unpublished {
        /// Its digest.
        digest: [u8; 32],
    },
    /// It is whole, and holds other values than the published one.
    Different {
        /// Its digest.
        digest: [u8; 32],
        /// The digest in the list of checksums.
        published: [u8; 32],
    },
    /// It is whole, but of another game than the checksums are for.
    OtherGame {
        /// Its digest.
        digest: [u8; 32],
        /// Its game.
        game: GameName,
    },
    /// It is whole, but made for a draw rule of another length than [`DRAW_PLIES`], which the published tables are for.
    OtherRule {
        /// Its digest.
        digest: [u8; 32],
        /// The length of its rule in plies.
        draw_plies: u8,
    },
    /// It is damaged, cannot be read, or is no table of this version of the format.
    Faulty(TableError),
    /// It was asked for, and is absent.
    Missing,
}

impl Finding {
    /// The digest of the table's content, if it is whole.
    pub fn digest(&self) -> Option<[u8; 32]> {
        match *self {
            Finding::Published { digest }
            | Finding::Unpublished { digest }
            | Finding::Different { digest, .. }
            | Finding::OtherGame { digest, .. }
            | Finding::OtherRule { digest, .. } => Some(digest),
            Finding::Faulty(_) | Finding::Missing => None,
        }
    }

    /// Whether the table is whole, and no other was published under its name.
    pub fn is_good(&self) -> bool {
        matches!(self, Finding::Published { .. } | Finding::Unpublished { .. })
    }
}

/// Tables could not be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The directory cannot be read, or holds no tables and no endings are named.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The caller stopped the check.
    #[error("stopped")]
    Stopped,
}

/// Reads tables in a directory to the last byte, and compares them with the checksums of a game: the three tables of each of these endings,
/// or, if no endings are named, all tables in the directory. The findings are in the order of the names; a faulty table does
/// not stop the check of the others. Runs on the current rayon pool, with one table for each thread, and one unpacked block
/// of each in memory.
///
/// # Errors
/// [`CheckError`].
pub fn check(
    game: GameName,
    directory: &Path,
    endings: &[Ending],
    checksums: &Checksums,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Checked>, CheckError> {
    let unreadable = |source| OpenError::Directory { path: directory.into(), source };
    let mut names = TableName::all_in(directory).map_err(unreadable)?;
    if !endings.is_empty() {
        let tables_of = |&ending: &Ending| Metric::ALL.map(|metric| TableName { ending, metric });
        names = endings.iter().flat_map(tables_of).collect();
        names.sort();
        names.dedup();
    }
    if names.is_empty() {
        return Err(OpenError::Empty { path: directory.into() }.into());
    }
    let tables: Vec<_> = names.into_iter().map(|name| (name, Header::read_in(directory, name))).collect();
    let sides = tables.iter().filter_map(|(_, header)| header.as_ref().ok()).flat_map(|header| &header.sides);
    progress.report(&Event::Begun { read: sides.map(|side| side.entries).sum(), check: 0 });
    // Every table is a task of its own, since sizes differ a thousandfold.
    let checked = tables.into_par_iter().with_max_len(1).map(|(name, header)| {
        let compare = |Header { game: found, .. }| {
            in_game!(found, G => {
                compare::<G>(&Table::open_in(directory, name)?, game, checksums.get(name), progress)
            })
        };
        let finding = match header.and_then(compare) {
            Ok(Some(finding)) => finding,
            Ok(None) => return Err(CheckError::Stopped),
            Err(TableError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => Finding::Missing,
            Err(error) => Finding::Faulty(error),
        };
        Ok(Checked { name, finding })
    });
    checked.collect()
}

/// What is found of a table whose published digest is known, if there is one; `None` if `progress` stops it.
fn compare<G: Game>(
    table: &Table<G>,
    game: GameName,
    published: Option<[u8; 32]>,
    progress: &dyn Progress<Event>,
) -> Result<Option<Finding>, TableError> {
    let read = |entries| {
        progress.report(&Event::Read { entries });
        !progress.is_stopped()
    };
    let Some(digest) = table.content_digest(read)? else { return Ok(None) };
    let draw_plies = table.header().draw_plies;
    if digest != table.header().digest {
        return Err(TableError::Damaged { path: table.path(), damage: Damage::Digest });
    }
    if G::NAME != game {
        return Ok(Some(Finding::OtherGame { digest, game: G::NAME }));
    }
    Ok(Some(match published {
        Some(published) if published != digest => Finding::Different { digest, published },
        _ if draw_plies != DRAW_PLIES => Finding::OtherRule { digest, draw_plies },
        Some(_) => Finding::Published { digest },
        None => Finding::Unpublished { digest },
    }))
}
