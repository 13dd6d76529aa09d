//! Checking every entry, ending by ending.

use std::any::Any;
use std::time::Instant;

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Game, GameName, Position};
use crate::in_game;
use crate::index::{Ending, Index};
use crate::probe::{ProbeError, Tablebase};
use crate::table::{Metric, Table};
use crate::value::Category;

use super::digests::Digests;
use super::error::VerifyError;
use super::event::{Event, Verified};
use super::fast::{Fast, MOST_PLIES};
use super::header_fault::HeaderFault;
use super::headers::{check_file, false_exceptions, name};
use super::mismatch::{Mismatch, Wrong};
use super::order::reading_order;
use super::plain::Plain;
use super::record::Record;
use super::resources::Resources;
use super::tables::Tables;
use super::totals::Totals;
use super::way::Way;

/// Checks every entry of some endings against the values of its successors. The endings that their moves lead to are read, and
/// are checked only if they are among them: to prove a table, prove all that it rests on too.
///
/// If none of these endings has a table of distances to win, such tables are not read, and the rest is proved without: results
/// under the draw rule by the distances to a zeroing move, which fall with each king's move; draws, because a side that keeps to
/// positions that are not lost cannot lose; and the results that the draw rule changes in rounds, from those that are
/// proved. So a win in theory that comes from circles alone is found, though each entry agrees with those after its moves.
///
/// Runs on the current rayon pool, one ending after the other. Keeps the values of the endings that are still needed packed
/// in temporary files, and unpacked in as much memory as it needs; [`prove_within`] bounds it.
///
/// A [`Record`] has the endings of earlier runs. Those are skipped whose tables, and all tables that these rest on, still have
/// the same bytes; to compare them, these tables are read first. An ending that is done is added to the record with a digest
/// of the bytes that were read, even if other files have their names by then. A file that was written to meanwhile is
/// damaged.
///
/// # Errors
/// [`VerifyError::LongRule`] for a draw rule of 126 plies, which [`prove_plainly`] takes; else [`VerifyError`] at the first entry that is
/// wrong. When `progress` stops it, the record keeps the endings that are done.
pub fn prove<G: Game>(
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    prove_within(tablebase, endings, record, &Resources::default(), progress)
}

/// [`prove`] within some memory: the values that do not fit in it are unpacked from temporary files again when they are needed.
///
/// # Errors
/// As for [`prove`].
pub fn prove_within<G: Game>(
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    record: Option<Record>,
    resources: &Resources,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    prove_any(G::NAME, tablebase, Manner::Within(resources), endings, record, progress)
}

/// [`prove`], entry by entry, with the plain move generator. It takes several times as long, and finds the same. It holds
/// two bytes for each entry of the ending in work, and one for each entry of the others that are still needed: 1.5 GB for six
/// pieces, 14 GB for seven.
///
/// # Errors
/// As for [`prove`].
pub fn prove_plainly<G: Game>(
    tablebase: &Tablebase<G>,
    endings: &[Ending],
    record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    prove_any(G::NAME, tablebase, Manner::Plainly, endings, record, progress)
}

/// How entries are checked.
#[derive(Clone, Copy)]
enum Manner<'r> {
    Within(&'r Resources),
    Plainly,
}

/// Checks endings of a game with its tables. Because nothing here is generic, the proof is compiled once for each game, and not
/// again in each program that calls it.
fn prove_any(
    game: GameName,
    tablebase: &dyn Any,
    manner: Manner<'_>,
    endings: &[Ending],
    record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    in_game!(game, G => {
        let Some(tablebase) = tablebase.downcast_ref::<Tablebase<G>>() else {
            unreachable!("the tables are of the game that they name");
        };
        let tables = Tables::new(tablebase, endings);
        match manner {
            Manner::Within(_) if tables.draw_plies() > MOST_PLIES => {
                Err(VerifyError::LongRule { plies: tables.draw_plies(), most: MOST_PLIES })
            }
            Manner::Within(resources) => {
                prove_by(&mut Fast::new(resources, tables.with_dtw()), tables, endings, record, progress)
            }
            Manner::Plainly => prove_by(&mut Plain::new(), tables, endings, record, progress),
        }
    })
}

/// Checks endings in some way.
fn prove_by<G: Game>(
    way: &mut dyn Way<G>,
    tables: Tables<'_, G>,
    endings: &[Ending],
    mut record: Option<Record>,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Verified>, VerifyError> {
    let (mut done, mut open) = (Vec::new(), endings.to_vec());
    let mut digests = Digests::default();
    if let Some(record) = &record {
        let noted: Vec<Ending> = endings.iter().copied().filter(|&ending| record.get(ending).is_some()).collect();
        let rests = reading_order(&noted);
        let planned = |bytes| progress.report(&Event::Comparing { bytes });
        let compared = |bytes| {
            progress.report(&Event::Compared { bytes });
            !progress.is_stopped()
        };
        digests.read(tables, &rests, &planned, &compared)?;
        let same: Vec<Ending> =
            noted.into_iter().filter(|&ending| record.get(ending) == Some(digests.all(ending))).collect();
        open.retain(|ending| !same.contains(ending));
        for ending in same {
            let counts = Some(header_counts(tables.tablebase, ending)?);
            done.push(Verified { ending, entries: ending.entries::<G>(), stored: None, counts, time: None });
            progress.report(&Event::Verified(done[done.len() - 1].clone()));
        }
    }
    let order = reading_order(&open);
    // An absent table is an error now, not after hours of work.
    for &ending in &order {
        tables.of(ending)?;
        way.fits(tables, ending)?;
    }
    let entries = |endings: &[Ending]| endings.iter().map(|ending| ending.entries::<G>()).sum();
    progress.report(&Event::Begun { read: entries(&order), check: entries(&open) });
    for (place, &ending) in order.iter().enumerate() {
        let begun = Instant::now();
        let is_open = open.contains(&ending);
        let found = way.go_through(tables, ending, is_open, progress)?;
        if is_open {
            let counts = Some(counts(tables, ending, found)?);
            check_headers(tables, ending, progress)?;
            if let Some(record) = &mut record {
                digests.read(tables, &reading_order(&[ending]), &|_| (), &|_| !progress.is_stopped())?;
                record.add(ending, digests.all(ending))?;
            }
            done.push(Verified {
                ending,
                entries: ending.entries::<G>(),
                stored: None,
                counts,
                time: Some(begun.elapsed()),
            });
            progress.report(&Event::Verified(done[done.len() - 1].clone()));
        }
        let rest = &order[place + 1..];
        way.keep(&|ending| rest.iter().any(|later| later.successors().contains(&ending)));
    }
    Ok(done)
}

/// The entries of each category, if nothing was found wrong with an ending and its headers agree.
fn counts<G: Game>(
    tables: Tables<'_, G>,
    ending: Ending,
    found: Result<Vec<Totals>, Wrong>,
) -> Result<[u64; 5], VerifyError> {
    let totals = match found {
        Ok(totals) => totals,
        Err(Wrong { side, entry, fault }) => {
            let mover = ending.movers()[side];
            let board = Index::new(ending.material(mover)).unrank(entry);
            let position = Position::from_board(mover.color(), board);
            return Err(VerifyError::Mismatch(Box::new(Mismatch::new(tables, position, fault)?)));
        }
    };
    for table in tables.of(ending)? {
        for (side, totals) in totals.iter().enumerate() {
            totals.check(table.header(), side)?;
        }
    }
    Ok(sum(totals.iter().map(|totals| totals.counts)))
}

/// Checks what else the headers of an ending say, whose entries are right: the exceptions, and the digest.
fn check_headers<G: Game>(
    tables: Tables<'_, G>,
    ending: Ending,
    progress: &dyn Progress<Event>,
) -> Result<(), VerifyError> {
    let check = |table: &Table<G>| {
        check_file(table)??;
        if table.header().metric == Metric::Wdl {
            check_exceptions(tables, table, progress)?;
        }
        let digest = table.content_digest(|_| !progress.is_stopped())?.ok_or(VerifyError::Stopped)?;
        let is_right = digest == table.header().digest;
        if is_right { Ok(()) } else { Err(HeaderFault::Digest { table: name(table.header()) }.into()) }
    };
    let checked: Vec<Result<(), VerifyError>> = tables.of(ending)?.into_par_iter().with_max_len(1).map(check).collect();
    checked.into_iter().collect()
}

/// Whether each exception of a table of categories is an entry without a capture whose result the draw rule changes. The
/// others are not in the list: each entry of this kind was looked up there.
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
            if board.must_capture() || !is_changed(tables.tablebase.fresh(&board)?.category) {
                return Err(false_exceptions(table.header()).into());
            }
        }
    }
    Ok(())
}

fn header_counts<G: Game>(tablebase: &Tablebase<G>, ending: Ending) -> Result<[u64; 5], ProbeError> {
    Ok(sum(tablebase.table_of(ending, Metric::Wdl)?.header().sides.iter().map(|side| side.counts)))
}

fn sum(counts: impl Iterator<Item = [u64; 5]>) -> [u64; 5] {
    counts.fold([0; 5], |sum, counts| std::array::from_fn(|category| sum[category] + counts[category]))
}
