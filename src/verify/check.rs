//! Reading tables to the last byte, and comparing what they hold with checksums.

use std::io::ErrorKind;
use std::path::Path;

use rayon::prelude::*;

use crate::index::Ending;
use crate::probe::OpenError;
use crate::rules::DRAW_PLIES;
use crate::table::{Bytes, Damage, Metric, Table, TableError, TableName};

use super::Checksums;

/// A table, and what was found of it.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The table.
    pub name: TableName,
    /// What was found.
    pub finding: Finding,
}

/// What was found of a table. It is whole, if every checksum in it is right and its content has the digest that its
/// header says.
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
    /// It is whole, with no other values than are published, but made for a draw rule of another length than the
    /// [`DRAW_PLIES`] of the published ones.
    OtherRule {
        /// Its digest.
        digest: [u8; 32],
        /// The length of its rule in plies.
        draw_plies: u8,
    },
    /// It is damaged, cannot be read, or is no table of this version of the format.
    Faulty(TableError),
    /// It was asked for and is not there.
    Missing,
}

impl Finding {
    /// The digest of what the table holds, if it is whole.
    pub fn digest(&self) -> Option<[u8; 32]> {
        match *self {
            Finding::Published { digest }
            | Finding::Unpublished { digest }
            | Finding::Different { digest, .. }
            | Finding::OtherRule { digest, .. } => Some(digest),
            Finding::Faulty(_) | Finding::Missing => None,
        }
    }

    /// Whether all is well: the table is whole, and nothing else was published under its name.
    pub fn is_good(&self) -> bool {
        matches!(self, Finding::Published { .. } | Finding::Unpublished { .. })
    }
}

/// Who is told how the check goes, from any thread.
pub trait Progress: Sync {
    /// The check begins, of tables with that many entries.
    fn planned(&self, entries: u64) {
        let _ = entries;
    }

    /// That many entries more have been read.
    fn read(&self, entries: u64) {
        let _ = entries;
    }
}

impl Progress for () {}

/// Reads the tables in a directory to the last byte and compares them with checksums: the three tables of each of some
/// endings, or of none for all tables that are there. The answer is in the order of the names; a table that is wrong
/// does not stop the others. Runs on the current rayon pool, one table a thread, with one unpacked block of each in
/// memory.
///
/// # Errors
/// [`OpenError`], if the directory cannot be read, or holds no tables and no endings are named.
pub fn check(
    directory: &Path,
    endings: &[Ending],
    checksums: &Checksums,
    progress: &dyn Progress,
) -> Result<Vec<Checked>, OpenError> {
    let unreadable = |source| OpenError::Directory { path: directory.into(), source };
    let mut names = TableName::all_in(directory).map_err(unreadable)?;
    if !endings.is_empty() {
        let tables_of = |&ending: &Ending| Metric::ALL.map(|metric| TableName { ending, metric });
        names = endings.iter().flat_map(tables_of).collect();
        names.sort();
        names.dedup();
    }
    if names.is_empty() {
        return Err(OpenError::Empty { path: directory.into() });
    }
    let open = |name: TableName| {
        let file = Bytes::File(directory.join(name.to_string()));
        (name, Table::open(file, name.ending, name.metric))
    };
    let tables: Vec<_> = names.into_iter().map(open).collect();
    let sides = tables.iter().filter_map(|(_, table)| table.as_ref().ok()).flat_map(|table| &table.header().sides);
    progress.planned(sides.map(|side| side.entries).sum());
    // Sizes differ a thousandfold: every table is a task of its own.
    let checked = tables.into_par_iter().with_max_len(1).map(|(name, table)| {
        let finding = match table.and_then(|table| compare(&table, checksums.get(name), progress)) {
            Ok(finding) => finding,
            Err(TableError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => Finding::Missing,
            Err(error) => Finding::Faulty(error),
        };
        Checked { name, finding }
    });
    Ok(checked.collect())
}

/// What is found of a table of which that digest was published.
fn compare(table: &Table, published: Option<[u8; 32]>, progress: &dyn Progress) -> Result<Finding, TableError> {
    let digest = table.content_digest(|entries| progress.read(entries))?;
    let draw_plies = table.header().draw_plies;
    if digest != table.header().digest {
        return Err(TableError::Damaged { path: table.path(), damage: Damage::Digest });
    }
    Ok(match published {
        Some(published) if published != digest => Finding::Different { digest, published },
        _ if draw_plies != DRAW_PLIES => Finding::OtherRule { digest, draw_plies },
        Some(_) => Finding::Published { digest },
        None => Finding::Unpublished { digest },
    })
}
