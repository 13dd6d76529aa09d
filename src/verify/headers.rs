//! Headers, compared with what is known of the content of the tables.

use crate::board::Game;
use crate::index::Side;
use crate::table::{EntryCodes, Header, Metric, Table, TableError};
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Outcome, Theory};

use super::error::{Extreme, HeaderFault, Witness};

/// The results that have a longest distance.
pub(super) const DECIDED: [Theory; 2] = [Theory::Win, Theory::Loss];

/// The longest win or loss.
fn extreme(longest: Longest, theory: Theory) -> Option<Extreme> {
    if theory == Theory::Win { longest.win } else { longest.loss }.map(Extreme::from)
}

/// A header, and one of its sides to move.
#[derive(Clone, Copy)]
pub(super) struct HeaderSide<'h> {
    pub header: &'h Header,
    pub number: usize,
}

impl<'h> HeaderSide<'h> {
    /// All sides of a header.
    pub fn all(header: &'h Header) -> impl Iterator<Item = HeaderSide<'h>> {
        (0..header.sides.len()).map(move |number| HeaderSide { header, number })
    }

    /// The pieces of the side to move.
    fn mover(self) -> Side {
        self.header.ending.material(self.header.ending.movers()[self.number]).mover
    }

    /// The longest win or loss that the header has.
    pub fn longest(self, theory: Theory) -> Option<Extreme> {
        extreme(self.header.sides[self.number].longest, theory)
    }

    /// Compares the counts of the header with those of a witness: whether each number of the header `agrees` with that of the witness.
    pub fn compare_counts(
        self,
        counts: [u64; 5],
        witness: Witness,
        agrees: fn(u64, u64) -> bool,
    ) -> Result<(), HeaderFault> {
        let (table, mover) = (self.header.name(), self.mover());
        let pairs = self.header.sides[self.number].counts.into_iter().zip(counts).zip(Category::ALL);
        match pairs.into_iter().find(|&((says, found), _)| !agrees(says, found)) {
            Some(((says, found), category)) => Err(HeaderFault::Count { table, mover, category, says, found, witness }),
            None => Ok(()),
        }
    }

    /// Compares the longest win or loss of the header with that of a witness.
    pub fn compare_longest(
        self,
        theory: Theory,
        found: Option<Extreme>,
        witness: Witness,
        agrees: fn(Option<Extreme>, Option<Extreme>) -> bool,
    ) -> Result<(), HeaderFault> {
        let says = self.longest(theory);
        if agrees(says, found) {
            return Ok(());
        }
        Err(HeaderFault::Longest { table: self.header.name(), mover: self.mover(), theory, says, found, witness })
    }

    /// The entry that the header has as the longest win or loss has another value.
    pub fn wrong_entry(self, theory: Theory, says: Extreme, found: Outcome) -> HeaderFault {
        HeaderFault::Entry { table: self.header.name(), mover: self.mover(), theory, says, found }
    }
}

/// Whether a header agrees with itself: it has a longest distance exactly where it counts entries with a distance, and
/// exceptions only where it counts entries that the draw rule changes.
fn check_alone(header: &Header) -> Result<(), HeaderFault> {
    let table = header.name();
    let mut changed = 0;
    for side in HeaderSide::all(header) {
        let count = |category: Category| header.sides[side.number].counts[category as usize];
        let by_rule = count(Category::CursedWin) + count(Category::BlessedLoss);
        changed += by_rule;
        for theory in DECIDED {
            let [kept, spoilt] = [true, false].map(|kept| count(Category::new(theory, kept)));
            let count = match header.metric {
                Metric::Wdl => {
                    side.compare_longest(theory, None, Witness::Entries, |says, _| says.is_none())?;
                    continue;
                }
                Metric::Dtw => kept + spoilt,
                Metric::Dtz => kept,
            };
            let says = side.longest(theory);
            if says.is_some() != (count > 0) {
                return Err(HeaderFault::Presence { table, mover: side.mover(), theory, says, count });
            }
        }
    }
    let most = if header.metric == Metric::Wdl { changed } else { 0 };
    let says = header.exceptions;
    if says > most { Err(HeaderFault::Exceptions { table, says }) } else { Ok(()) }
}

/// Whether a header has the counts of another table of the ending.
pub(super) fn check_beside(header: &Header, other: &Header) -> Result<(), HeaderFault> {
    let witness = Witness::Header(other.name());
    let mut sides = HeaderSide::all(header).zip(&other.sides);
    sides.try_for_each(|(side, of)| side.compare_counts(of.counts, witness, |says, found| says == found))
}

/// Whether the header of a table can be true, as [`check_alone`], and has zeros wherever the format has nothing; and whether the
/// exceptions are in order, each of an entry.
pub(super) fn check_file<G: Game>(table: &Table<G>) -> Result<Result<(), HeaderFault>, TableError> {
    let header = table.header();
    if let Err(fault) = check_alone(header) {
        return Ok(Err(fault));
    }
    if !table.has_plain_header()? {
        return Ok(Err(HeaderFault::Spare { table: header.name() }));
    }
    let is_listed = table.has_ordered_exceptions()?;
    Ok(if is_listed { Ok(()) } else { Err(false_exceptions(header)) })
}

/// The exceptions of a table are not what its header says.
pub(super) fn false_exceptions(header: &Header) -> HeaderFault {
    HeaderFault::Exceptions { table: header.name(), says: header.exceptions }
}

/// Adds counts by category.
pub(super) fn add_counts(sum: &mut [u64; 5], more: [u64; 5]) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Counts and longest distances.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Totals {
    /// Entries of each category at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances to win.
    pub dtw: Longest,
    /// The longest distances to a zeroing move.
    pub dtz: Longest,
}

impl Totals {
    /// Counts an entry. There is a distance to win only where such distances are checked.
    #[inline(always)]
    pub fn add(&mut self, entry: u64, category: Category, dtw: Option<Outcome>, dtz: Outcome) {
        self.counts[category as usize] += 1;
        self.dtw.add(dtw.unwrap_or(Outcome::Draw), entry);
        self.dtz.add(dtz, entry);
    }

    /// Those of both together.
    pub fn merge(&mut self, other: &Totals) {
        add_counts(&mut self.counts, other.counts);
        (self.dtw, self.dtz) = (self.dtw.merge(other.dtw), self.dtz.merge(other.dtz));
    }

    /// Compares a header with all entries: it has the same statistics.
    pub fn check(&self, side: HeaderSide<'_>) -> Result<(), HeaderFault> {
        side.compare_counts(self.counts, Witness::Entries, |says, found| says == found)?;
        self.compare(side, Witness::Entries, |says, found| says == found)
    }

    /// Compares a header with some entries: it has no fewer of a category, and no shorter distances.
    pub fn check_drawn(&self, side: HeaderSide<'_>) -> Result<(), HeaderFault> {
        side.compare_counts(self.counts, Witness::Drawn, |says, found| says >= found)?;
        self.compare(side, Witness::Drawn, |says, found| match (says, found) {
            (_, None) => true,
            (None, Some(_)) => false,
            // Of equals the first entry counts.
            (Some(says), Some(found)) => (says.plies, found.entry) >= (found.plies, says.entry),
        })
    }

    fn compare(
        &self,
        side: HeaderSide<'_>,
        witness: Witness,
        agrees: fn(Option<Extreme>, Option<Extreme>) -> bool,
    ) -> Result<(), HeaderFault> {
        let found = side.header.metric.longest(self.dtw, self.dtz);
        let mut decided = DECIDED.into_iter();
        decided.try_for_each(|theory| side.compare_longest(theory, extreme(found, theory), witness, agrees))
    }
}

/// Counts of entries by their codes, in ascending order of the entries.
pub(super) struct CodeTotals {
    counts: [u64; 5],
    /// The first entry with each code of a distance to win, then to a zeroing move; `u64::MAX` if there is none.
    first: [[u64; 256]; 2],
    /// The longest of the distances that no code holds.
    far: Longest,
}

impl CodeTotals {
    pub const NONE: CodeTotals =
        CodeTotals { counts: [0; 5], first: [[u64::MAX; 256]; 2], far: Longest { win: None, loss: None } };

    /// Counts an entry. Where distances to win are checked, `far` finds one that its code does not hold; `None` if that is wrong.
    #[inline(always)]
    pub fn add(&mut self, entry: u64, codes: EntryCodes, far: Option<impl FnOnce() -> Option<Outcome>>) -> Option<()> {
        self.counts[Category::new(Dtw::theory(codes.dtw), codes.dtz != Dtz::DRAW) as usize] += 1;
        for (first, code) in self.first.iter_mut().zip([codes.dtw, codes.dtz]) {
            if first[usize::from(code)] == u64::MAX {
                first[usize::from(code)] = entry;
            }
        }
        if let Some(far) = far.filter(|_| Dtw::is_far(codes.dtw)) {
            self.far.add(far()?, entry);
        }
        Some(())
    }

    /// The totals; those of distances to win if they are checked.
    pub fn totals<G: Game>(&self, with_dtw: bool) -> Totals {
        let mut totals = Totals { counts: self.counts, dtw: self.far, dtz: Longest::default() };
        for code in 0..=u8::MAX {
            let [dtw, dtz] = self.first.each_ref().map(|first| first[usize::from(code)]);
            if dtw != u64::MAX && with_dtw && !Dtw::is_far(code) {
                totals.dtw.add(Dtw::decode::<G>(code), dtw);
            }
            if dtz != u64::MAX {
                totals.dtz.add(Dtz::decode::<G>(code), dtz);
            }
        }
        totals
    }
}
