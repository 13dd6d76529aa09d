//! All entries of endings in order, including those whose distances the tables omit, which are made as the proof makes them.

use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use rayon::prelude::*;

use crate::Progress;
use crate::board::{Game, Russian};
use crate::bulk::Caches;
use crate::index::{Ending, Mover};
use crate::probe::Tablebase;
use crate::table::{Metric, Table};

use super::context::{Event, Resources, Tables};
use super::entry_block::{EntryBlock, Source};
use super::error::VerifyError;
use super::fast::{EndingValues, go_through};
use super::record::reading_order;

/// The entries of whole endings, in the order of their numbers.
///
/// Where the tables have the distances of the side to move, they are read block by block. Where they omit them, the values of
/// the ending are made first, from the tables of the ending and of all that its moves lead to, about 20 million entries a
/// CPU-second; they are kept for later endings in memory, or, if they are many, packed in a temporary file.
///
/// ```
/// use std::ops::ControlFlow;
/// use bolshak::{index::Mover, probe::Tablebase, value::Category, verify::{Entries, VerifyError}};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tablebase = Tablebase::built_in();
/// let mut wins = 0;
/// Entries::new(&tablebase, &()).walk(
///     "KKvK".parse()?,
///     Mover::First,
///     |block| {
///         let mut wins = 0;
///         block.each(false, |entry| Ok::<(), VerifyError>(wins += u64::from(entry.category == Category::Win)))?;
///         Ok::<u64, VerifyError>(wins)
///     },
///     |of_block| {
///         wins += of_block;
///         Ok(ControlFlow::Continue(()))
///     },
/// )?;
/// assert_eq!(wins, tablebase.stats()?[4].count(Category::Win));
/// # Ok(())
/// # }
/// ```
pub struct Entries<'t, G = Russian> {
    tables: Tables<'t, G>,
    values: EndingValues<G>,
    made: HashSet<Ending>,
    /// Whether entries have distances to win, and to a zeroing move.
    wanted: [bool; 2],
    progress: &'t dyn Progress<Event>,
}

/// The blocks of an ending with one side to move.
struct SideBlocks<'t, G> {
    wdl: &'t Table<G>,
    side: usize,
    /// Whether the tables have the distances that are wanted.
    is_stored: bool,
    /// The numbers of the blocks.
    numbers: Range<u64>,
    /// The rows of each but the last.
    rows: u64,
}

impl<'t, G: Game> Entries<'t, G> {
    /// Reads nothing yet. Values that must be made take up to half of the machine's memory. `progress` gets the number of entries
    /// that are read to make them, and may stop that.
    pub fn new(tablebase: &'t Tablebase<G>, progress: &'t dyn Progress<Event>) -> Entries<'t, G> {
        let tables = Tables::new(tablebase, &[]);
        let memory = bolshak_system::machine_memory().map_or(u64::MAX, |bytes| bytes / 2);
        let values = EndingValues::new(Resources { memory, ..Resources::default() }, true);
        Entries { tables, values, made: HashSet::new(), wanted: [true; 2], progress }
    }

    /// The same with limits of the memory and another place of the files for values that are made; none may be made yet.
    #[must_use]
    pub fn with_resources(self, resources: Resources) -> Entries<'t, G> {
        Entries { values: EndingValues::new(resources, true), ..self }
    }

    /// The same with only these distances, to win and to a zeroing move: others are `None` in all entries. Without any, it needs the
    /// tables of results alone.
    #[must_use]
    pub fn with_distances(self, wanted: [bool; 2]) -> Entries<'t, G> {
        Entries { wanted, ..self }
    }

    /// The number of entries to be read for the values that walks of these endings and sides to move must make first; 0 if the tables
    /// have them.
    ///
    /// # Errors
    /// [`VerifyError`], if a table is absent or damaged.
    pub fn to_make(&self, sides: &[(Ending, Mover)]) -> Result<u64, VerifyError> {
        self.to_make_of(sides.iter().map(|&side| (self.wanted, side)))
    }

    /// The same with the distances that are wanted of each, to win and to a zeroing move.
    #[inline(never)]
    pub(crate) fn to_make_of(
        &self,
        sides: impl IntoIterator<Item = ([bool; 2], (Ending, Mover))>,
    ) -> Result<u64, VerifyError> {
        let mut endings = Vec::new();
        for (wanted, (ending, mover)) in sides {
            if !self.is_stored(wanted, ending, mover)? {
                endings.push(ending);
            }
        }
        // Values made for other endings lack the distances to a zeroing move.
        let is_made =
            |ending| self.values.has_zeroing(ending) || self.made.contains(&ending) && !endings.contains(&ending);
        let new = reading_order(&endings).into_iter().filter(|&ending| !is_made(ending));
        Ok(new.map(|ending| ending.entries::<G>()).sum())
    }

    fn is_stored(&self, wanted: [bool; 2], ending: Ending, mover: Mover) -> Result<bool, VerifyError> {
        if wanted == [false; 2] {
            return Ok(true);
        }
        let side = ending.movers().iter().position(|&other| other == mover);
        let stored = self.tables.stored(ending)?;
        let [dtw, dtz] = wanted;
        Ok(side.is_none_or(|side| (stored[side][0] || !dtz) && (stored[side][1] || !dtw)))
    }

    /// Walks all entries of an ending with one side to move. `read` makes a result from each block, on the current rayon pool
    /// and in any order. `then` takes the results in the order of the entries, while later blocks are read, and may break.
    /// Needs the tables of all metrics, of this ending and of those that its moves lead to; or, where the tables have the
    /// distances of this side to move, or entries have none, only of those that captures lead to.
    ///
    /// Apart from the made values, memory is bounded by the results of four blocks for each thread.
    ///
    /// # Errors
    /// Those of `read` and `then`, and [`VerifyError`], if a table is absent or damaged, or results are contradicted.
    pub fn walk<T: Send, E: From<VerifyError> + Send>(
        &mut self,
        ending: Ending,
        mover: Mover,
        read: impl Fn(&EntryBlock<'_, G>) -> Result<T, E> + Sync,
        mut then: impl FnMut(T) -> Result<ControlFlow<()>, E> + Send,
    ) -> Result<ControlFlow<()>, E> {
        /// The blocks for each thread read at once, while the results of as many others are taken.
        const BLOCKS: u64 = 2;
        let side = match self.begin(ending, mover) {
            Err(VerifyError::Stopped) => return Ok(ControlFlow::Break(())),
            side => side?,
        };
        let Some(side) = side else { return Ok(ControlFlow::Continue(())) };
        let batch = BLOCKS * rayon::current_num_threads() as u64;
        let mut blocks_left = side.numbers.clone();
        let room = self.values.room(0);
        let mut caches = self.values.caches(&room);
        let read_batch = |numbers: Range<u64>, caches: &Caches<'_>| -> Vec<Result<T, E>> {
            caches.begin_task();
            numbers.into_par_iter().map(|number| read(&self.block(&side, number, caches)?)).collect()
        };
        let mut take = |made: Vec<Result<T, E>>| -> Result<ControlFlow<()>, E> {
            for made in made {
                if then(made?)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Ok(ControlFlow::Continue(()))
        };
        let mut made = Vec::new();
        while !blocks_left.is_empty() {
            let next = blocks_left.start..blocks_left.end.min(blocks_left.start + batch);
            blocks_left.start = next.end;
            let before = std::mem::take(&mut made);
            caches.make_room();
            let (taken, read) = rayon::join(|| take(before), || read_batch(next, &caches));
            self.values.failure().map_err(VerifyError::Values)?;
            if taken?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            made = read;
        }
        take(made)
    }

    /// Checks that the tables of an ending are there, and makes its values if they omit them; `None` if it has no such side to move.
    #[inline(never)]
    fn begin(&mut self, ending: Ending, mover: Mover) -> Result<Option<SideBlocks<'t, G>>, VerifyError> {
        let tablebase = self.tables.tablebase;
        let Some(side) = ending.movers().iter().position(|&other| other == mover) else { return Ok(None) };
        // An absent table is an error before any work.
        let wdl = tablebase.table_of(ending, Metric::Wdl)?;
        if self.wanted != [false; 2] {
            self.tables.of(ending)?;
        }
        let is_stored = self.is_stored(self.wanted, ending, mover)?;
        if !is_stored {
            self.make(ending)?;
        }
        let (numbers, rows) = tablebase.blocks(ending)?.swap_remove(side);
        Ok(Some(SideBlocks { wdl, side, is_stored, numbers, rows }))
    }

    #[inline(never)]
    fn block<'e>(
        &'e self,
        SideBlocks { wdl, side, is_stored, numbers, rows }: &SideBlocks<'e, G>,
        number: u64,
        caches: &'e Caches<'e>,
    ) -> Result<EntryBlock<'e, G>, VerifyError> {
        let (tablebase, index, wanted) = (self.tables.tablebase, wdl.numbering(*side), self.wanted);
        let (ending, mover) = index.material().ending();
        let source = match (wanted, is_stored) {
            ([false, false], _) => Source::Results(wdl, *side, wdl.categories(number, true)?),
            (_, true) => Source::Tables(tablebase.unpack(ending, true, number)?),
            (_, false) => Source::Made(&self.values, caches),
        };
        let first = (number - numbers.start) * rows;
        let rows = first..index.rows().min(first + rows);
        Ok(EntryBlock { tablebase, index, rows, turn: mover.color(), wanted, source })
    }

    fn make(&mut self, ending: Ending) -> Result<(), VerifyError> {
        for other in reading_order(&[ending]) {
            let with_zeroing = other == ending;
            if with_zeroing && self.values.has_zeroing(other) || !with_zeroing && self.made.contains(&other) {
                continue;
            }
            self.tables.of(other)?;
            self.values.check_memory(other)?;
            self.made.remove(&other);
            go_through(self.tables, &mut self.values, other, false, with_zeroing, self.progress)?;
            self.made.insert(other);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Index;
    use crate::probe::Entry;

    #[test]
    fn all_entries_come_in_order_with_the_values_of_probes() {
        let tablebase = Tablebase::built_in();
        for ending in tablebase.endings() {
            for &mover in ending.movers() {
                let index = Index::new(ending.material(mover));
                let mut next = 0;
                let read = |block: &EntryBlock<'_>| {
                    let (mut all, mut quiet) = (Vec::new(), Vec::new());
                    for (quiet_only, entries) in [(false, &mut all), (true, &mut quiet)] {
                        block.each(quiet_only, |entry| {
                            entries.push(*entry);
                            Ok::<(), VerifyError>(())
                        })?;
                    }
                    assert_eq!(all.len() as u64, block.numbers().end - block.numbers().start);
                    assert!(quiet.iter().eq(all.iter().filter(|entry| !entry.capture)));
                    Ok::<_, VerifyError>(all)
                };
                let walked = Entries::new(&tablebase, &()).walk(ending, mover, read, |entries| {
                    for entry in entries {
                        assert_eq!(entry, tablebase.entry(&index, mover, next).map_err(VerifyError::from)?);
                        assert_eq!(entry.capture, entry.position.board().must_capture());
                        next += 1;
                    }
                    Ok(ControlFlow::Continue(()))
                });
                assert!(walked.unwrap().is_continue());
                assert_eq!(next, index.size());
                for wanted in [[false, false], [true, false], [false, true]] {
                    let read = |block: &EntryBlock<'_>| {
                        let compare = |entry: &Entry| {
                            let probed = tablebase.entry(&index, mover, entry.number)?;
                            let [dtw, dtz] = wanted;
                            let (dtw, dtz) = (probed.dtw.filter(|_| dtw), probed.dtz.filter(|_| dtz));
                            assert_eq!(*entry, Entry { dtw, dtz, ..probed });
                            Ok::<(), VerifyError>(())
                        };
                        block.each(false, compare)?;
                        Ok::<_, VerifyError>(block.numbers().end)
                    };
                    let mut some = Entries::new(&tablebase, &()).with_distances(wanted);
                    assert!(wanted != [false; 2] || some.to_make(&[(ending, mover)]).unwrap() == 0);
                    let walked = some.walk(ending, mover, read, |end| {
                        next = end;
                        Ok(ControlFlow::Continue(()))
                    });
                    assert!(walked.unwrap().is_continue() && next == index.size());
                }
            }
        }
    }
}
