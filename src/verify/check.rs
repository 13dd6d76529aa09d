//! Reading whole tables, and comparing them with checksums.

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

/// A table, and the finding of the check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table.
    pub name: TableName,
    /// The digest of its content, if it is whole.
    pub digest: Option<[u8; 32]>,
    /// What was found.
    pub finding: Finding,
    /// Whether the header has published statistics. Otherwise it is only compared with the other tables of the ending.
    pub has_published_statistics: bool,
}

/// The finding of a check. A table is whole if all its checksums are right, including the digest of its content.
#[derive(Clone, Debug)]
pub enum Finding {
    /// It is whole, and the published one.
    Published,
    /// It is whole, but not in the list of checksums.
    Unpublished,
    /// It is whole, but its values differ from the published ones.
    Different {
        /// The digest in the list of checksums.
        published: [u8; 32],
    },
    /// It is whole, but its header contradicts the content.
    FalseHeader(HeaderFault),
    /// It is whole, but of this game, not that of the checksums.
    OtherGame(GameName),
    /// It is whole, but for a draw rule of another length than [`DRAW_PLIES`], that of the published tables.
    OtherRule {
        /// The length of its rule in plies.
        draw_plies: u8,
    },
    /// It is damaged, cannot be read, or is not a table of this version of the format.
    Faulty(TableError),
    /// It was requested, but is absent.
    Missing,
}

impl Finding {
    /// Whether the table is whole, its header true, and no different table was published under its name.
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

/// The published data that tables are compared with.
#[derive(Clone, Debug, Default)]
pub struct Published {
    /// The digests of the tables' contents.
    pub checksums: Checksums,
    /// The statistics for the tables' headers.
    pub statistics: Statistics,
}

impl Published {
    /// The published data of a game's tables, which is built into the program.
    pub fn of(game: GameName) -> Published {
        Published { checksums: Checksums::published_of(game), statistics: Statistics::published_of(game) }
    }
}

/// Reads tables in a directory to the last byte, and compares them with the published ones of a game: the three tables of each
/// of these endings, or, if no endings are named, all tables in the directory. Headers are also compared with each other. The
/// findings are in the order of the names; a faulty table does not stop the check of the others. Runs on the current rayon
/// pool, with one table and one unpacked block for each thread.
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
    // Each table is a separate task, since sizes differ a thousandfold.
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

/// Compares a header with the published statistics of its ending, or else with the first header of the ending.
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
