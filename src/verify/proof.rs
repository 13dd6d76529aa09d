//! Checking every entry, ending by ending.

use std::time::Instant;

use rayon::prelude::*;

use crate::Progress;
use crate::board::Game;
use crate::index::Ending;
use crate::probe::{Tablebase, fresh};
use crate::table::{Metric, Table};
use crate::value::Category;

use super::context::{Event, Resources, Tables, Verified};
use super::error::{HeaderFault, VerifyError};
use super::fast::{self, EndingValues, MOST_PLIES};
use super::headers::{HeaderSide, Totals, check_file, false_exceptions, sum};
use super::plain::{self, Known};
use super::record::{Digests, Record, reading_order};

/// Checks every entry of some endings against the values of its successors. The endings that their moves lead to are read, and
/// checked only if they are among them: to prove a table, prove all that it rests on too.
///
/// If none of these endings has a table of distances to win, such tables are not read, and the rest is proved without them, as
/// the head of [this module](crate::verify) describes.
///
/// Runs on the current rayon pool, one ending after the other. Values still needed are packed in temporary files, and unpacked
/// without a limit of memory: see [`prove_within`].
///
/// A [`Record`] has the endings of earlier runs. An ending is skipped if its tables, and all tables that they rest on, still
/// have the bytes of that run; these tables are read first, to compare them. A proved ending is added to the record with a
/// digest of the bytes that were read, even if other files have their names by then. A file written to meanwhile is damaged.
///
/// # Errors
/// [`VerifyError::LongRule`] for a draw rule of 126 plies, which [`prove_plainly`] takes; else [`VerifyError`] at the first
/// wrong entry. If `progress` stops it, the record keeps the finished endings.
pub fn prove<G: Game>(
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    prove_within(tablebase, endings, record, &Resources::default(), progress)
}

/// [`prove`] within some memory: values that do not fit are unpacked again when needed.
///
/// # Errors
/// As for [`prove`].
#[inline(never)]
pub fn prove_within<G: Game>(
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    record: Option<Record>,
    resources: &Resources,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    let tables = Tables::new(tablebase, endings);
    if tables.draw_plies > MOST_PLIES {
        return Err(VerifyError::LongRule { plies: tables.draw_plies });
    }
    let way = Way::Rows(EndingValues::new(resources.clone(), tables.with_dtw));
    prove_by(way, tables, endings, record, progress)
}

/// [`prove`], entry by entry, with the plain move generator. It takes several times as long, with the same result. It holds two
/// bytes for each entry of the current ending, and nine bits for others still needed: 1.6 GB for six pieces, 15 GB for seven.
///
/// # Errors
/// As for [`prove`].
#[inline(never)]
pub fn prove_plainly<G: Game>(
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    prove_by(Way::Entries(Known::default()), Tables::new(tablebase, endings), endings, record, progress)
}

enum Way<G> {
    Rows(EndingValues<G>),
    Entries(Known<G>),
}

fn prove_by<G: Game>(
    mut way: Way<G>,
    tables: Tables<'_, G>,
    endings: &[Ending],
    mut record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    let (mut done, mut open) = (Vec::new(), endings.to_vec());
    let mut verified = |ending: Ending, counts, time| {
        let verified = Verified { ending, entries: ending.entries::<G>(), stored: None, counts: Some(counts), time };
        progress.report(&Event::Verified(verified.clone()));
        done.push(verified);
    };
    let mut digests = Digests::default();
    if let Some(record) = &record {
        let noted: Vec<Ending> = endings.iter().copied().filter(|&ending| record.get(ending).is_some()).collect();
        digests.read(tables, &reading_order(&noted), true, progress)?;
        for ending in noted.into_iter().filter(|&ending| record.get(ending) == Some(digests.all(ending))) {
            open.retain(|&other| other != ending);
            let header = tables.tablebase.table_of(ending, Metric::Wdl)?.header();
            verified(ending, sum(header.sides.iter().map(|side| side.counts)), None);
        }
    }
    let order = reading_order(&open);
    // An absent table is an error now, not after hours of work.
    for &ending in &order {
        tables.of(ending)?;
        if let Way::Rows(values) = &way {
            values.check_memory(ending)?;
        }
    }
    let entries = |endings: &[Ending]| endings.iter().map(|ending| ending.entries::<G>()).sum();
    progress.report(&Event::Begun { read: entries(&order), check: entries(&open) });
    for (place, &ending) in order.iter().enumerate() {
        let begun = Instant::now();
        let is_open = open.contains(&ending);
        let totals = match &mut way {
            Way::Rows(values) => fast::go_through(tables, values, ending, is_open, false, progress)?,
            Way::Entries(known) => plain::go_through(tables, known, ending, is_open, progress)?,
        };
        if is_open {
            check_headers(tables, ending, &totals, progress)?;
            if let Some(record) = &mut record {
                digests.read(tables, &reading_order(&[ending]), false, progress)?;
                record.add(ending, digests.all(ending))?;
            }
            verified(ending, sum(totals.iter().map(|totals| totals.counts)), Some(begun.elapsed()));
        }
        let rest = &order[place + 1..];
        let is_wanted = |ending| rest.iter().any(|later| later.successors().contains(&ending));
        match &mut way {
            Way::Rows(values) => values.keep(is_wanted),
            Way::Entries(known) => known.keep(is_wanted),
        }
    }
    Ok(done)
}

/// Checks the headers of an ending whose entries are right and have these totals.
fn check_headers<G: Game>(
    tables: Tables<'_, G>,
    ending: Ending,
    totals: &[Totals],
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    let all = tables.of(ending)?;
    for table in &all {
        for (side, totals) in HeaderSide::all(table.header()).zip(totals) {
            totals.check(side)?;
        }
    }
    let check = |table: &Table<G>| {
        let header = table.header();
        check_file(table)??;
        if header.metric == Metric::Wdl {
            check_exceptions(tables, table, progress)?;
        }
        let digest = table.content_digest(|_| !progress.is_stopped())?.ok_or(VerifyError::Stopped)?;
        let fault = || HeaderFault { table: header.name(), says: "another digest than the content".into() };
        if digest == header.digest { Ok(()) } else { Err(fault().into()) }
    };
    let checked: Vec<Result<(), VerifyError>> = all.into_par_iter().with_max_len(1).map(check).collect();
    checked.into_iter().collect()
}

/// Checks that each exception of a table of categories is an entry without a capture whose result the draw rule changes. The
/// list lacks none: each entry of this kind was looked up there.
fn check_exceptions<G: Game>(
    tables: Tables<'_, G>,
    table: &Table<G>,
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    for side in 0..table.header().sides.len() {
        for entry in table.exceptions(side)? {
            if progress.is_stopped() {
                return Err(VerifyError::Stopped);
            }
            let board = table.numbering(side).unrank(entry);
            let is_changed = |category| matches!(category, Category::CursedWin | Category::BlessedLoss);
            if board.must_capture() || !is_changed(fresh(tables.tablebase, &board)?.category) {
                return Err(false_exceptions(table.header()).into());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../tests/it/common/forge.rs"]
mod forge;

#[cfg(test)]
mod tests {
    //! Proofs with bytes that hold few plies, so that distances beyond a byte are common.

    use std::fs;
    use std::path::Path;

    use tempfile::TempDir;

    use super::*;
    use crate::generate::{Request, generate};

    fn all(pieces: u8) -> Vec<Ending> {
        (2..=pieces).flat_map(Ending::all).collect()
    }

    #[test]
    fn distances_beyond_a_byte_are_checked_one_by_one() {
        let four_pieces = TempDir::new().unwrap();
        let directory = four_pieces.path();
        generate(&Request::pieces(4), directory, &()).unwrap();
        let with_bytes = |directory: &Path, byte_plies| Tablebase::open(directory).unwrap().with_byte_plies(byte_plies);
        for (byte_plies, pieces) in [(0, 3), (1, 3), (2, 3), (9, 3), (40, 4)] {
            let verified = prove(&with_bytes(directory, byte_plies), &all(pieces), None, &()).unwrap();
            assert_eq!(verified.len(), all(pieces).len(), "{byte_plies}");
        }
        let path = directory.join("MMvM.dtw");
        let bytes = fs::read(&path).unwrap();
        for block in 0..forge::blocks(&bytes) {
            // The last of the longest distances of the block is one longer.
            let forged = forge::forge(&bytes, block, |values| {
                let longest = *values.iter().max().unwrap();
                *values.iter_mut().rfind(|value| **value == longest).unwrap() += 1;
            });
            fs::write(&path, forged).unwrap();
            let error = prove(&with_bytes(directory, 9), &["MMvM".parse().unwrap()], None, &()).unwrap_err();
            assert!(matches!(error, VerifyError::Mismatch(_)), "{block}: {error}");
        }
        // A header with another longest win.
        let longer = forge::with_header(&bytes, |header| header[72 + 64] += 2);
        fs::write(&path, longer).unwrap();
        let error = prove(&with_bytes(directory, 9), &["MMvM".parse().unwrap()], None, &()).unwrap_err();
        assert!(matches!(error, VerifyError::Header { .. }), "{error}");
    }
}
