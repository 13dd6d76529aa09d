//! Comparing headers with the content of the tables.

use std::fmt;

use crate::board::{Board, Game};
use crate::table::{EntryCodes, Header, Metric, Table, TableError};
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Outcome, Theory};

use super::codes::is_possible;
use super::context::Tables;
use super::error::{Fault, HeaderFault};
use super::value::far_outcome;

/// The results that have a longest distance.
pub(super) const DECIDED: [Theory; 2] = [Theory::Win, Theory::Loss];

const PLURALS: [&str; 5] = ["losses", "blessed losses", "draws", "cursed wins", "wins"];

/// The longest win or loss, as in a header or a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extreme {
    pub plies: u16,
    /// The first entry with these plies; `None` if a list omits it.
    pub entry: Option<u64>,
}

/// `7 plies in entry 861`.
impl fmt::Display for Extreme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extreme { plies, entry } = self;
        let word = if *plies == 1 { "ply" } else { "plies" };
        write!(f, "{plies} {word}")?;
        entry.map_or(Ok(()), |entry| write!(f, " in entry {entry}"))
    }
}

fn or_none(extreme: Option<Extreme>) -> String {
    extreme.map_or("none".into(), |extreme| extreme.to_string())
}

fn extreme(longest: Longest, theory: Theory) -> Option<Extreme> {
    let longest = if theory == Theory::Win { longest.win } else { longest.loss };
    longest.map(|(plies, entry)| Extreme { plies, entry: Some(entry) })
}

#[derive(Clone, Copy)]
pub(super) struct HeaderSide<'h> {
    pub header: &'h Header,
    pub number: usize,
}

impl<'h> HeaderSide<'h> {
    pub fn all(header: &'h Header) -> impl Iterator<Item = HeaderSide<'h>> {
        (0..header.sides.len()).map(move |number| HeaderSide { header, number })
    }

    pub fn longest(self, theory: Theory) -> Option<Extreme> {
        extreme(self.header.sides[self.number].longest, theory)
    }

    fn fault(self, what: String) -> HeaderFault {
        HeaderFault { table: self.header.name(), says: what }
    }

    /// `K to move`.
    fn mover(self) -> String {
        let Header { ending, .. } = *self.header;
        format!("{} to move", ending.material(ending.movers()[self.number]).mover)
    }

    /// Compares the counts of the header with those of a witness, such as "its entries have", by `agrees` (header, witness).
    pub fn compare_counts(
        self,
        counts: [u64; 5],
        witness: &str,
        agrees: fn(u64, u64) -> bool,
    ) -> Result<(), HeaderFault> {
        let mut pairs = self.header.sides[self.number].counts.into_iter().zip(counts).zip(PLURALS);
        match pairs.find(|&((says, found), _)| !agrees(says, found)) {
            None => Ok(()),
            Some(((says, found), plural)) => {
                Err(self.fault(format!("{says} {plural} with {}, and {witness} {found}", self.mover())))
            }
        }
    }

    /// Compares the longest win or loss of the header with that of a witness.
    pub fn compare_longest(
        self,
        theory: Theory,
        found: Option<Extreme>,
        witness: &str,
        agrees: fn(Option<Extreme>, Option<Extreme>) -> bool,
    ) -> Result<(), HeaderFault> {
        let is_right = agrees(self.longest(theory), found);
        if is_right { Ok(()) } else { Err(self.wrong_longest(theory, &format!("{witness} {}", or_none(found)))) }
    }

    /// The fault of a wrong longest win or loss in the header, as `shown`.
    pub fn wrong_longest(self, theory: Theory, shown: &str) -> HeaderFault {
        let says = or_none(self.longest(theory));
        self.fault(format!("as the longest {theory} with {} {says}, and {shown}", self.mover()))
    }

    /// The fault of another value in the entry of the header's longest win or loss.
    pub fn wrong_entry(self, theory: Theory, found: Outcome) -> HeaderFault {
        let found = match found {
            Outcome::Draw => "neither a win nor a loss".into(),
            Outcome::Win(plies) | Outcome::Loss(plies) => {
                format!("a {} in {}", found.theory(), Extreme { plies, entry: None })
            }
        };
        self.wrong_longest(theory, &format!("the table has {found} there"))
    }
}

/// Whether a header is consistent: it has a longest distance exactly where it counts entries with a distance, and exceptions
/// only where it counts entries that the draw rule changes.
fn check_alone(header: &Header) -> Result<(), HeaderFault> {
    let mut changed = 0;
    for side in HeaderSide::all(header) {
        let count = |category: Category| header.sides[side.number].counts[category as usize];
        changed += count(Category::CursedWin) + count(Category::BlessedLoss);
        for theory in DECIDED {
            let [kept, spoilt] = [true, false].map(|kept| count(Category::new(theory, kept)));
            let (count, shown) = match header.metric {
                Metric::Wdl => (0, "its entries have none".into()),
                Metric::Dtw => (kept + spoilt, format!("counts {}", kept + spoilt)),
                Metric::Dtz => (kept, format!("counts {kept}")),
            };
            if side.longest(theory).is_some() != (count > 0) {
                return Err(side.wrong_longest(theory, &shown));
            }
        }
    }
    let most = if header.metric == Metric::Wdl { changed } else { 0 };
    if header.exceptions > most { Err(false_exceptions(header)) } else { Ok(()) }
}

pub(super) fn check_beside(header: &Header, other: &Header) -> Result<(), HeaderFault> {
    let witness = format!("the header of {} has", other.name());
    let mut sides = HeaderSide::all(header).zip(&other.sides);
    sides.try_for_each(|(side, of)| side.compare_counts(of.counts, &witness, |says, found| says == found))
}

/// Whether a table's header is consistent ([`check_alone`]), unused bytes are zero, and exceptions are entries in order.
pub(super) fn check_file<G: Game>(table: &Table<G>) -> Result<Result<(), HeaderFault>, TableError> {
    let header = table.header();
    if let Err(fault) = check_alone(header) {
        return Ok(Err(fault));
    }
    if !table.has_plain_header()? {
        let says = "other bytes than zeros, or entries beyond the last, where the format has none".into();
        return Ok(Err(HeaderFault { table: header.name(), says }));
    }
    let is_listed = table.has_ordered_exceptions()?;
    Ok(if is_listed { Ok(()) } else { Err(false_exceptions(header)) })
}

pub(super) fn false_exceptions(header: &Header) -> HeaderFault {
    let says = format!("{} exceptions, and not all of them are entries that the draw rule changes", header.exceptions);
    HeaderFault { table: header.name(), says }
}

pub(super) fn sum(counts: impl IntoIterator<Item = [u64; 5]>) -> [u64; 5] {
    counts.into_iter().fold([0; 5], |sum, more| std::array::from_fn(|category| sum[category] + more[category]))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Totals {
    /// Entries of each category at clock 0, from loss to win.
    pub counts: [u64; 5],
    pub dtw: Longest,
    pub dtz: Longest,
}

impl Totals {
    /// Counts an entry. There is a distance to win only if such distances are checked.
    pub fn add(&mut self, entry: u64, category: Category, dtw: Option<Outcome>, dtz: Outcome) {
        self.counts[category as usize] += 1;
        self.dtw.add(dtw.unwrap_or(Outcome::Draw), entry);
        self.dtz.add(dtz, entry);
    }

    pub fn merge(&mut self, other: &Totals) {
        self.counts = sum([self.counts, other.counts]);
        (self.dtw, self.dtz) = (self.dtw.merge(other.dtw), self.dtz.merge(other.dtz));
    }

    /// Compares a header with all entries: the statistics must be equal.
    pub fn check(&self, side: HeaderSide<'_>) -> Result<(), HeaderFault> {
        self.compare(side, "its entries have", |says, found| says == found, |says, found| says == found)
    }

    /// Compares a header with some entries: it must not have fewer of a category, or shorter distances.
    pub fn check_drawn(&self, side: HeaderSide<'_>) -> Result<(), HeaderFault> {
        let no_shorter = |says: Option<Extreme>, found: Option<Extreme>| match (says, found) {
            (_, None) => true,
            (None, Some(_)) => false,
            // Of equal distances the first entry counts.
            (Some(Extreme { plies, entry }), Some(found)) => (plies, found.entry) >= (found.plies, entry),
        };
        self.compare(side, "the entries drawn have", |says, found| says >= found, no_shorter)
    }

    fn compare(
        &self,
        side: HeaderSide<'_>,
        witness: &str,
        counts: fn(u64, u64) -> bool,
        longest: fn(Option<Extreme>, Option<Extreme>) -> bool,
    ) -> Result<(), HeaderFault> {
        side.compare_counts(self.counts, witness, counts)?;
        let found = side.header.metric.longest(self.dtw, self.dtz);
        let mut decided = DECIDED.into_iter();
        decided.try_for_each(|theory| side.compare_longest(theory, extreme(found, theory), witness, longest))
    }
}

/// Counts of entries by their codes, in ascending order of the entries.
pub(super) struct CodeTotals {
    counts: [u64; 5],
    /// The first entry with each code of a distance to win, then to a zeroing move; `u64::MAX` if none.
    first: [[u64; 256]; 2],
    /// The longest of the distances that no code holds.
    far: Longest,
}

impl CodeTotals {
    pub const NONE: CodeTotals =
        CodeTotals { counts: [0; 5], first: [[u64::MAX; 256]; 2], far: Longest { win: None, loss: None } };

    /// Counts an entry, unless its codes contradict each other, or a distance to win that no code holds is wrong.
    #[inline(always)]
    pub fn add<G: Game>(
        &mut self,
        tables: Tables<'_, G>,
        entry: u64,
        board: &Board<G>,
        codes: EntryCodes,
    ) -> Result<(), Fault> {
        if !is_possible::<G>(codes, tables.draw_plies) {
            return Err(Fault::Invariant);
        }
        self.counts[Category::new(Dtw::theory(codes.dtw), codes.dtz != Dtz::DRAW) as usize] += 1;
        for (first, code) in self.first.iter_mut().zip([codes.dtw, codes.dtz]) {
            if first[usize::from(code)] == u64::MAX {
                first[usize::from(code)] = entry;
            }
        }
        if tables.with_dtw && Dtw::is_far(codes.dtw) {
            self.far.add(far_outcome(tables, board).ok_or(Fault::Value)?, entry);
        }
        Ok(())
    }

    /// The totals; of distances to win only if they are checked.
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
