//! What headers say, compared with what is known of the content.

use crate::board::Game;
use crate::index::Side;
use crate::table::{Header, Metric, Table, TableError, TableName};
use crate::value::{Category, Longest, Outcome, Theory};

use super::header_fault::{Extreme, HeaderFault, Witness};

/// The results that have a longest distance.
pub(super) const DECIDED: [Theory; 2] = [Theory::Win, Theory::Loss];

/// The table that a header is of.
pub(super) fn name(header: &Header) -> TableName {
    TableName { ending: header.ending, metric: header.metric }
}

/// The pieces of a side to move.
fn mover(header: &Header, side: usize) -> Side {
    header.ending.material(header.ending.movers()[side]).mover
}

/// The longest win or loss.
pub(super) fn extreme(longest: Longest, theory: Theory) -> Option<Extreme> {
    if theory == Theory::Win { longest.win } else { longest.loss }.map(Extreme::from)
}

/// Compares the counts of a header with those of a witness: whether each number of the header `agrees` with that of the witness.
pub(super) fn compare_counts(
    header: &Header,
    side: usize,
    counts: [u64; 5],
    witness: Witness,
    agrees: fn(u64, u64) -> bool,
) -> Result<(), HeaderFault> {
    let (table, mover) = (name(header), mover(header, side));
    let pairs = header.sides[side].counts.into_iter().zip(counts).zip(Category::ALL);
    match pairs.into_iter().find(|&((says, found), _)| !agrees(says, found)) {
        Some(((says, found), category)) => Err(HeaderFault::Count { table, mover, category, says, found, witness }),
        None => Ok(()),
    }
}

/// Compares the longest win or loss of a header with that of a witness.
pub(super) fn compare_longest(
    header: &Header,
    side: usize,
    theory: Theory,
    found: Option<Extreme>,
    witness: Witness,
    agrees: fn(Option<Extreme>, Option<Extreme>) -> bool,
) -> Result<(), HeaderFault> {
    let says = extreme(header.sides[side].longest, theory);
    if agrees(says, found) {
        return Ok(());
    }
    Err(HeaderFault::Longest { table: name(header), mover: mover(header, side), theory, says, found, witness })
}

/// The value of an entry that a header names as the longest win or loss is another one.
pub(super) fn wrong_entry(header: &Header, side: usize, theory: Theory, says: Extreme, found: Outcome) -> HeaderFault {
    HeaderFault::Entry { table: name(header), mover: mover(header, side), theory, says, found }
}

/// Whether a header can be true, as far as it shows this by itself: it has a longest distance exactly where it counts
/// entries that have a distance, and exceptions only where a table has some.
pub(super) fn check_alone(header: &Header) -> Result<(), HeaderFault> {
    let table = name(header);
    let mut changed = 0;
    for (number, side) in header.sides.iter().enumerate() {
        let count = |category: Category| side.counts[category as usize];
        let by_rule = count(Category::CursedWin) + count(Category::BlessedLoss);
        changed += by_rule;
        for theory in DECIDED {
            let [kept, spoilt] = [true, false].map(|kept| count(Category::new(theory, kept)));
            let count = match header.metric {
                Metric::Wdl => {
                    compare_longest(header, number, theory, None, Witness::Entries, |says, _| says.is_none())?;
                    continue;
                }
                Metric::Dtw => kept + spoilt,
                Metric::Dtz => kept,
            };
            let says = extreme(side.longest, theory);
            if says.is_some() != (count > 0) {
                return Err(HeaderFault::Presence { table, mover: mover(header, number), theory, says, count });
            }
        }
    }
    let most = if header.metric == Metric::Wdl { changed } else { 0 };
    let says = header.exceptions;
    if says > most { Err(HeaderFault::Exceptions { table, says }) } else { Ok(()) }
}

/// Whether a header has the counts of another table of the ending.
pub(super) fn check_beside(header: &Header, other: &Header) -> Result<(), HeaderFault> {
    let witness = Witness::Header(name(other));
    let mut sides = other.sides.iter().enumerate();
    sides.try_for_each(|(side, of)| compare_counts(header, side, of.counts, witness, |says, found| says == found))
}

/// Whether the header of a table can be true, as [`check_alone`], and has zeros wherever the format has nothing; and whether the
/// exceptions are in order, each of an entry.
///
/// # Errors
/// [`TableError`], if the file cannot be read or is damaged.
pub(super) fn check_file<G: Game>(table: &Table<G>) -> Result<Result<(), HeaderFault>, TableError> {
    let header = table.header();
    if let Err(fault) = check_alone(header) {
        return Ok(Err(fault));
    }
    if !table.has_plain_header()? {
        return Ok(Err(HeaderFault::Spare { table: name(header) }));
    }
    let is_listed = table.has_ordered_exceptions()?;
    Ok(if is_listed { Ok(()) } else { Err(false_exceptions(header)) })
}

/// The exceptions of a table are not what its header says.
pub(super) fn false_exceptions(header: &Header) -> HeaderFault {
    HeaderFault::Exceptions { table: name(header), says: header.exceptions }
}
