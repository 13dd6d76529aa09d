//! Reading tables to the last byte, and comparing them with checksums.

use std::io::ErrorKind;
use std::path::Path;

use rayon::prelude::*;
use thiserror::Error;

use crate::board::{Game, GameName};
use crate::index::Ending;
use crate::probe::OpenError;
use crate::rules::DRAW_PLIES;
use crate::table::{Damage, Header, Metric, Table, TableError, TableName};
use crate::{Progress, in_game};

use super::context::Event;
use super::error::HeaderFault;
use super::headers::{check_beside, check_file};
use super::published::{Checksums, Statistics};

/// A table, and what the check found.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table.
    pub name: TableName,
    /// The digest of its content, if it is whole.
    pub digest: Option<[u8; 32]>,
    /// What was found.
    pub finding: Finding,
    /// Whether the statistics in its header are the published ones. Where none are published, a header is compared only with the
    /// other tables of the ending.
    pub has_published_statistics: bool,
}

/// What a check found. A table is whole if every checksum in it is right, and its content has the digest in its header.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It is whole, and the published one.
    Published,
    /// It is whole, and not in the list of checksums.
    Unpublished,
    /// It is whole, and holds other values than the published one.
    Different {
        /// The digest in the list of checksums.
        published: [u8; 32],
    },
    /// It is whole, but its header says something false of the content.
    FalseHeader(HeaderFault),
    /// It is whole, but of another game than the checksums are for: this one.
    OtherGame(GameName),
    /// It is whole, but made for a draw rule of another length than [`DRAW_PLIES`], which the published tables are for.
    OtherRule {
        /// The length of its rule in plies.
        draw_plies: u8,
    },
    /// It is damaged, cannot be read, or is not a table of this version of the format.
    Faulty(TableError),
    /// It was asked for, and is absent.
    Missing,
}

impl Finding {
    /// Whether the table is whole, its header not false, and no other table was published under its name.
    pub fn is_good(&self) -> bool {
        matches!(self, Finding::Published | Finding::Unpublished)
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

/// What finished tables are compared with.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// The digests of the tables' contents.
    pub checksums: Checksums,
    /// What is true of the tables' headers.
    pub statistics: Statistics,
}

impl Published {
    /// What is published of a game's tables, as it is built into the program.
    pub fn of(game: GameName) -> Published {
        Published { checksums: Checksums::published_of(game), statistics: Statistics::published_of(game) }
    }
}

/// Reads tables in a directory to the last byte, and compares them with what is published of the tables of a game: the three tables
/// of each of these endings, or, if no endings are named, all tables in the directory. Their headers are compared with each other,
/// too. The findings are in the order of the names; a faulty table does not stop the check of the others. Runs on the current rayon
/// pool, with one table for each thread, and one unpacked block of each in memory.
///
/// # Errors
/// [`CheckError`].
pub fn check(
    game: GameName,
    directory: &Path,
    endings: &[Ending],
    published: &Published,
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
    let headers: Vec<Header> = tables.iter().filter_map(|(_, header)| header.as_ref().ok().cloned()).collect();
    let values = |header: &Header| match header.metric {
        Metric::Wdl => header.sides.iter().map(|side| side.entries).sum(),
        Metric::Dtw | Metric::Dtz => header.distances,
    };
    progress.report(&Event::Begun { read: headers.iter().map(values).sum(), check: 0 });
    // Every table is a task of its own, since sizes differ a thousandfold.
    let checked = tables.into_par_iter().with_max_len(1).map(|(name, header)| {
        let compare = |Header { game: found, .. }| {
            let beside: Vec<&Header> = headers.iter().filter(|header| header.ending == name.ending).collect();
            in_game!(found, G => compare::<G>(&Table::open_in(directory, name)?, game, published, &beside, progress))
        };
        let (digest, finding) = match header.and_then(compare) {
            Ok(Some((digest, finding))) => (Some(digest), finding),
            Ok(None) => return Err(CheckError::Stopped),
            Err(TableError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => (None, Finding::Missing),
            Err(error) => (None, Finding::Faulty(error)),
        };
        let has_published_statistics = finding.is_good() && published.statistics.has(name.ending);
        Ok(Checked { name, digest, finding, has_published_statistics })
    });
    checked.collect()
}

/// The digest of a table, and the finding, given the headers of its ending; `None` if `progress` stops it.
fn compare<G: Game>(
    table: &Table<G>,
    game: GameName,
    published: &Published,
    beside: &[&Header],
    progress: &dyn Progress<Event>,
) -> Result<Option<([u8; 32], Finding)>, TableError> {
    let read = |entries| {
        progress.report(&Event::Read { entries });
        !progress.is_stopped()
    };
    let Some(digest) = table.content_digest(read)? else { return Ok(None) };
    let header = table.header();
    if digest != header.digest {
        return Err(TableError::Damaged { path: table.path(), damage: Damage::Digest });
    }
    let of_name = published.checksums.get(header.name());
    let finding = match of_name {
        _ if G::NAME != game => Finding::OtherGame(G::NAME),
        Some(published) if published != digest => Finding::Different { published },
        _ if header.draw_plies != DRAW_PLIES => Finding::OtherRule { draw_plies: header.draw_plies },
        _ => match (check_header(table, &published.statistics, beside)?, of_name) {
            (Err(fault), _) => Finding::FalseHeader(fault),
            (Ok(()), Some(_)) => Finding::Published,
            (Ok(()), None) => Finding::Unpublished,
        },
    };
    Ok(Some((digest, finding)))
}

/// Whether a header says what is published of its ending, or else what the first header of the ending says.
fn check_header<G: Game>(
    table: &Table<G>,
    statistics: &Statistics,
    beside: &[&Header],
) -> Result<Result<(), HeaderFault>, TableError> {
    let header = table.header();
    let of_same_rule = |other: &&&Header| (other.game, other.draw_plies) == (header.game, header.draw_plies);
    let others = || match beside.iter().find(of_same_rule) {
        Some(other) if !statistics.has(header.ending) => check_beside(header, other),
        _ => Ok(()),
    };
    Ok(statistics.check(header).and_then(|()| others()).and(check_file(table)?))
}
