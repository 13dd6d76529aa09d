//! The search for positions among all entries of endings.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::Progress;
use crate::board::Game;
use crate::index::{Ending, Mover};
use crate::probe::{Entry, Tablebase};
use crate::verify::{Entries, EntryBlock, Event, Resources, VerifyError};

use super::choice::{Best, Choice, Key};
use super::filter::{Filter, FoundPosition, PliesRange};

/// A search through all entries of some endings.
///
/// ```
/// use std::ops::ControlFlow;
/// use bolshak::find::{Choice, Filter, Search};
/// use bolshak::{index::Mover, probe::Tablebase, value::Category, verify::VerifyError};
///
/// let sides = [("KKvK".parse()?, Mover::First)];
/// let filter = Filter { categories: vec![Category::Win], ..Filter::default() };
/// let search = Search::new(&sides, filter, Choice::LongestDtw).limit(5);
/// let mut longest = Vec::new();
/// search.run(&Tablebase::built_in(), &(), |_, found| {
///     longest.push(found.entry.dtw);
///     Ok::<_, VerifyError>(ControlFlow::Continue(()))
/// })?;
/// assert_eq!(longest, [Some(7); 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    sides: Vec<(Ending, Mover)>,
    filter: Filter,
    choice: Choice,
    limit: Option<u64>,
    counts: bool,
    resources: Option<Resources>,
}

impl Search {
    /// A search in some endings, each with one side to move. A choice of longest distances requires that positions have that
    /// distance.
    pub fn new(sides: &[(Ending, Mover)], mut filter: Filter, choice: Choice) -> Search {
        match choice {
            Choice::LongestDtw => filter.dtw = filter.dtw.or(Some(PliesRange::ALL)),
            Choice::LongestDtz => filter.dtz = filter.dtz.or(Some(PliesRange::ALL)),
            Choice::All | Choice::Random { .. } => {}
        }
        Search { sides: sides.into(), filter, choice, limit: None, counts: false, resources: None }
    }

    /// Ends the search after a number of positions.
    pub fn limit(self, positions: u64) -> Search {
        Search { limit: Some(positions), ..self }
    }

    /// Leaves out the distances of the positions, where the filter does not need them: enough to count them, and faster. If the
    /// filter has no distances and no only move, the tables of results are enough.
    #[must_use]
    pub fn without_distances(self) -> Search {
        Search { counts: true, ..self }
    }

    /// Limits the memory, and names the directory, for the distances that tables omit and the search has to make.
    #[must_use]
    pub fn with_resources(self, resources: Resources) -> Search {
        Search { resources: Some(resources), ..self }
    }

    /// Which distances (to win, to a zeroing move) to read with all entries, most wanted first: [`Search::way`] takes the first that
    /// the tables have, else the last, whose distances must be made. Distances that are not read are probed for each found position.
    fn ways(&self) -> Vec<[bool; 2]> {
        const FEW: u64 = 1 << 12;
        let Filter { dtw, dtz, quiet, cursed, only_move, zugzwang, .. } = &self.filter;
        let is_rare = *cursed || !zugzwang.is_empty();
        let has_few = match self.choice {
            Choice::Random { count, .. } => count as u64 <= FEW,
            _ => self.limit.is_some_and(|limit| limit <= FEW),
        };
        let is_longest = self.choice.is_longest();
        let mut ways = vec![[true; 2]];
        // Captures that are pending have to be played out one by one, unless all is made.
        if (*quiet || self.limit.is_some() && !is_longest) && (has_few || is_rare || is_longest || self.counts) {
            ways.push([dtw.is_some(), dtz.is_some()]);
            if !is_longest && (is_rare || only_move.is_some()) {
                ways.push([false; 2]);
            }
        }
        ways
    }

    /// The distances that are read with all entries of an ending with one side to move.
    fn way<G: Game>(&self, all: &Entries<'_, G>, side: (Ending, Mover)) -> Result<[bool; 2], VerifyError> {
        let mut way = [true; 2];
        for wanted in self.ways() {
            let to_make = all.to_make_of([(wanted, side)]);
            // Tables of distances that are not needed may be absent.
            if self.counts && to_make.is_err() {
                return Ok([self.filter.dtw.is_some(), self.filter.dtz.is_some()]);
            }
            way = wanted;
            if to_make? == 0 {
                break;
            }
        }
        Ok(way)
    }

    /// [`Search::way`] of each side, and how many entries are read to make distances. Values made for one side serve the others.
    #[inline(never)]
    fn all_ways<G: Game>(
        &self,
        all: &Entries<'_, G>,
        sides: &[(Ending, Mover)],
    ) -> Result<(Vec<[bool; 2]>, u64), VerifyError> {
        let ways = sides.iter().map(|&side| self.way(all, side)).collect::<Result<Vec<_>, VerifyError>>()?;
        let to_make = all.to_make_of(ways.iter().copied().zip(sides.iter().copied()))?;
        Ok((ways, to_make))
    }

    /// The number of entries that the search reads to make distances that tables omit, before it reads those of its endings.
    ///
    /// # Errors
    /// [`VerifyError`], if a table is absent or damaged.
    pub fn to_make<G: Game>(&self, tablebase: &Tablebase<G>) -> Result<u64, VerifyError> {
        Ok(self.all_ways(&Entries::new(tablebase, &()), &self.sides)?.1)
    }

    /// Calls `found` with each position and its ending, in the order of [`Choice`], until it breaks. Runs on the current rayon pool.
    /// Needs the tables of all metrics, unless it [leaves out distances](Search::without_distances). Memory grows with the positions
    /// kept: the longest ones of a side to move, or the random selection.
    ///
    /// Returns [`ControlFlow::Break`] if `found`, `progress` or the [limit](Search::limit) stopped it.
    ///
    /// # Errors
    /// Those of `found`, and [`VerifyError`], if a table is missing, damaged or unreadable.
    pub fn run<G: Game, E: From<VerifyError> + Send>(
        &self,
        tablebase: &Tablebase<G>,
        progress: &dyn Progress<Event>,
        mut found: impl FnMut(Ending, &FoundPosition<G>) -> Result<ControlFlow<()>, E> + Send,
    ) -> Result<ControlFlow<()>, E> {
        let mut failed = None;
        let flow = self.search(tablebase, progress, &mut |ending, position| {
            found(ending, position).unwrap_or_else(|error| {
                failed = Some(error);
                ControlFlow::Break(())
            })
        })?;
        failed.map_or(Ok(flow), Err)
    }

    /// [`Search::run`] with a `found` that cannot fail.
    #[inline(never)]
    pub(crate) fn search<G: Game>(
        &self,
        tablebase: &Tablebase<G>,
        progress: &dyn Progress<Event>,
        found: Found<'_, G>,
    ) -> Result<ControlFlow<()>, VerifyError> {
        let stats = tablebase.stats()?;
        let possible = |&&(ending, mover): &&(Ending, Mover)| {
            let of = stats.iter().find(|stats| (stats.ending, stats.mover) == (ending, mover));
            of.is_none_or(|stats| self.filter.can_be_in(stats))
        };
        let sides: Vec<(Ending, Mover)> = self.sides.iter().filter(possible).copied().collect();
        let entries = |&(ending, mover): &(Ending, Mover)| ending.material(mover).entries::<G>();
        let most = match self.choice {
            Choice::Random { count, .. } => count,
            _ => self.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)),
        };
        let equal_keys = self.choice.is_longest();
        let best = Best { kept: BTreeMap::new(), most, equal_keys };
        let wanted = [true; 2];
        let mut running = Running { search: self, wanted, tablebase, progress, found, count: 0, best };
        let mut all = Entries::new(tablebase, progress);
        if let Some(resources) = &self.resources {
            all = all.with_resources(resources.clone());
        }
        let (ways, to_make) = self.all_ways(&all, &sides)?;
        progress.report(&Event::Begun { read: to_make + sides.iter().map(entries).sum::<u64>(), check: 0 });
        let mut before = 0;
        for (side, wanted) in sides.into_iter().zip(ways) {
            all = all.with_distances(wanted);
            running.wanted = wanted;
            if running.side(&mut all, side, before)?.is_break() || equal_keys && running.hand_over_best().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            before += entries(&side);
        }
        Ok(running.hand_over_best())
    }
}

type Found<'a, G> = &'a mut (dyn FnMut(Ending, &FoundPosition<G>) -> ControlFlow<()> + Send);

struct Running<'a, G> {
    search: &'a Search,
    /// The distances that entries have.
    wanted: [bool; 2],
    tablebase: &'a Tablebase<G>,
    progress: &'a dyn Progress<Event>,
    found: Found<'a, G>,
    /// The number of positions handed to `found`.
    count: u64,
    best: Best<G>,
}

impl<G: Game> Running<'_, G> {
    /// Searches an ending with one side to move. `before` is the number of entries of the sides before.
    fn side(
        &mut self,
        entries: &mut Entries<'_, G>,
        (ending, mover): (Ending, Mover),
        before: u64,
    ) -> Result<ControlFlow<()>, VerifyError> {
        let Running { search, wanted, tablebase, progress, .. } = *self;
        let Search { filter, choice, .. } = search;
        let [dtw, dtz] = wanted;
        let by_values = Filter { dtw: filter.dtw.filter(|_| dtw), dtz: filter.dtz.filter(|_| dtz), ..filter.clone() };
        // Adds the distances to a position found by its result, and asks again.
        let completed = |found: FoundPosition<G>| -> Result<Option<FoundPosition<G>>, VerifyError> {
            if wanted == [true; 2] || search.counts && by_values == *filter {
                return Ok(Some(found));
            }
            let Entry { number, position, capture, .. } = found.entry;
            let entry = tablebase.entry_of(number, position, capture)?;
            Ok(filter.passes(&entry).then_some(FoundPosition { entry, ..found }))
        };
        // Where few are wanted, only as many as are taken get theirs.
        let is_at_once = *choice == Choice::All && search.limit.is_none();
        // Entries with a greater key are not needed any more.
        let worst = AtomicU64::new(if choice.is_longest() { u64::MAX } else { self.best.worst() });
        let read = |block: &EntryBlock<'_, G>| -> Result<Vec<(Key, FoundPosition<G>)>, VerifyError> {
            let mut of_block = Vec::new();
            block.each_reporting(filter.quiet, progress, |entry| {
                let number = before + entry.number;
                let key = choice.key(entry, number);
                if key > worst.load(Relaxed) || !by_values.passes(entry) {
                    return Ok(());
                }
                let mut found = by_values.find(tablebase, entry)?;
                if let (Some(by_result), true) = (found, is_at_once) {
                    found = completed(by_result)?;
                }
                if let Some(found) = found {
                    of_block.push(((key, number), found));
                    if choice.is_longest() {
                        worst.fetch_min(key, Relaxed);
                    }
                }
                Ok::<(), VerifyError>(())
            })?;
            Ok(of_block)
        };
        entries.walk(ending, mover, read, |of_block| {
            for (key, found) in of_block {
                let found = if is_at_once || key.0 > worst.load(Relaxed) { Some(found) } else { completed(found)? };
                let Some(found) = found else { continue };
                if *choice != Choice::All {
                    worst.fetch_min(self.best.keep(key, ending, found), Relaxed);
                } else if self.hand_over(ending, &found).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(if progress.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })
    }

    fn hand_over_best(&mut self) -> ControlFlow<()> {
        for (ending, found) in std::mem::take(&mut self.best.kept).into_values() {
            self.hand_over(ending, &found)?;
        }
        ControlFlow::Continue(())
    }

    fn hand_over(&mut self, ending: Ending, found: &FoundPosition<G>) -> ControlFlow<()> {
        self.count += 1;
        let flow = (self.found)(ending, found);
        if self.search.limit.is_some_and(|limit| self.count >= limit) { ControlFlow::Break(()) } else { flow }
    }
}
