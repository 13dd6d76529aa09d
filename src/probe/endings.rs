//! Whole endings: their statistics, from the headers of their tables, and all their entries in order.

#![cfg_attr(not(feature = "generate"), allow(unused_imports))]

use std::ops::{ControlFlow, Range};

#[cfg(feature = "generate")]
use rayon::prelude::*;

use crate::board::{Board, Color, Game, Position, Russian};
use crate::index::{Ending, Mover, Row, next_subset, unrank_kings};
use crate::table::{Metric, PerMetric, Table, TableName};
#[cfg(feature = "generate")]
use crate::table::{Together, Unpacked};
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Outcome};

use super::resolve::has_capture;
use super::tables::EndingTables;
use super::{Distance, Entry, ProbeError, Tablebase};

/// The statistics of an ending with one side to move.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EndingStats<G = Russian> {
    /// The ending.
    pub ending: Ending,
    /// The side to move.
    pub mover: Mover,
    /// The number of entries.
    pub entries: u64,
    /// Entries of each [`Category`] at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances to win; `None` if the table is absent.
    pub dtw: Option<LongestOf<G>>,
    /// The longest distances to a zeroing move; `None` if the table is absent.
    pub dtz: Option<LongestOf<G>>,
}

/// The longest win and loss of a metric, in plies, with a position of each. The first-named side is White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LongestOf<G = Russian> {
    /// The longest win; `None` if there is no win.
    pub win: Option<(u16, Position<G>)>,
    /// The longest loss; `None` if there is no loss.
    pub loss: Option<(u16, Position<G>)>,
}

impl<G: Game> EndingStats<G> {
    /// The entries of a category at clock 0.
    pub fn count(&self, category: Category) -> u64 {
        self.counts[category as usize]
    }
}

impl<G: Game> Tablebase<G> {
    /// The statistics of every ending and side to move, in order. Reads no values.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged.
    pub fn stats(&self) -> Result<Vec<EndingStats<G>>, ProbeError> {
        let all = self.tables.iter().map(stats_of).collect::<Result<Vec<_>, ProbeError>>()?;
        Ok(all.into_iter().flatten().collect())
    }

    /// The same of one ending; none if it has no table.
    ///
    /// # Errors
    /// [`ProbeError`], if one of its tables is damaged.
    pub fn ending_stats(&self, ending: Ending) -> Result<Vec<EndingStats<G>>, ProbeError> {
        self.ending_tables(ending).map_or(Ok(Vec::new()), stats_of)
    }

    /// A number that is another one for other tables: it is made of the game, of the names of all tables, and of the digests of
    /// those that can be opened. Of two sets of tables with the same number all answers are the same, barring errors.
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a. The digests are random enough, and nobody gains by tables that collide.
        let add = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        let mut hash = G::NAME.name().as_bytes().iter().fold(0xCBF2_9CE4_8422_2325, add);
        for tables in &self.tables {
            for metric in Metric::ALL {
                let table = tables.table(metric);
                if !matches!(table, Ok(None)) {
                    let name = TableName { ending: tables.ending, metric }.to_string();
                    hash = name.as_bytes().iter().fold(hash, add);
                }
                if let Ok(Some(table)) = table {
                    hash = table.header().digest.iter().chain(&[table.header().draw_plies]).fold(hash, add);
                }
            }
        }
        hash
    }
}

/// The statistics of the tables of an ending.
fn stats_of<G: Game>(tables: &EndingTables<G>) -> Result<Vec<EndingStats<G>>, ProbeError> {
    let ending = tables.ending;
    let tables = PerMetric::try_from_fn(|metric| tables.table(metric))?;
    let Some(any) = tables.values().find_map(|&table| table) else { return Ok(Vec::new()) };
    let stats =
        ending.movers().iter().zip(&any.header().sides).enumerate().map(|(side, (&mover, header))| EndingStats {
            ending,
            mover,
            entries: header.entries,
            counts: header.counts,
            dtw: tables[Metric::Dtw].map(|table| longest(table, side, mover)),
            dtz: tables[Metric::Dtz].map(|table| longest(table, side, mover)),
        });
    Ok(stats.collect())
}

fn longest<G: Game>(table: &Table<G>, side: usize, mover: Mover) -> LongestOf<G> {
    let Longest { win, loss } = table.header().sides[side].longest;
    let position = |(plies, entry)| (plies, Position::from_board(mover.color(), table.numbering(side).unrank(entry)));
    LongestOf { win: win.map(position), loss: loss.map(position) }
}

#[cfg(feature = "generate")]
/// The consecutive entries of a block of a table: at most 65,536, or one row (all placements of one side's kings over one of
/// all other pieces) if that is longer.
pub struct EntryBlock<'t, G = Russian> {
    tablebase: &'t Tablebase<G>,
    unpacked: Unpacked<'t, G>,
    turn: Color,
}

#[cfg(feature = "generate")]
impl<G: Game> EntryBlock<'_, G> {
    /// The numbers of its entries.
    pub fn numbers(&self) -> Range<u64> {
        let (rows, size) = (&self.unpacked.rows, self.unpacked.index().row_size());
        rows.start * size..rows.end * size
    }

    /// Calls `visit` with each entry in order, captures played out; with `quiet_only`, only with those without a capture
    /// pending, which takes a fraction of the time.
    ///
    /// # Errors
    /// Those of `visit`, and [`ProbeError`], if a table that a capture leads to is absent, damaged, or cannot be read.
    pub fn each<E: From<ProbeError>>(
        &self,
        quiet_only: bool,
        mut visit: impl FnMut(&Entry<G>) -> Result<(), E>,
    ) -> Result<(), E> {
        let index = self.unpacked.index();
        let count = u32::from(index.material().mover.kings);
        let rows = self.unpacked.rows.clone();
        let mut numbers = self.numbers();
        for (row_of_block, row_board) in (0..(rows.end - rows.start) as usize).zip(index.rows_from(rows.start)) {
            let row = Row::new(&row_board);
            let free = row_board.empty();
            let mut kings = unrank_kings(0, count, free);
            for number in numbers.by_ref().take(index.row_size() as usize) {
                let board = Board { kings, ..row_board };
                kings = next_subset(kings, free);
                let capture = has_capture(&board, &row);
                if capture && quiet_only {
                    continue;
                }
                let position = Position::from_board(self.turn, board);
                let stored = (!capture).then(|| self.unpacked.stored(&board, &row, row_of_block));
                let codes = stored.transpose().map_err(ProbeError::from)?;
                let entry = match codes.filter(|codes| !Dtw::is_far(codes.dtw)) {
                    Some(codes) => {
                        let (dtw, dtz) = (Dtw::decode::<G>(codes.dtw), Dtz::decode::<G>(codes.dtz));
                        let category = Category::new(dtw.theory(), dtz != Outcome::Draw);
                        let [dtw, dtz] = [dtw, dtz].map(|outcome| Distance::of(outcome).plies());
                        Entry { number, position, capture, category, dtw, dtz }
                    }
                    None => self.tablebase.entry_of(number, position, capture)?,
                };
                visit(&entry)?;
            }
        }
        Ok(())
    }
}

#[cfg(feature = "generate")]
impl<G: Game> Tablebase<G> {
    /// For each side to move of an ending, the blocks of its tables and the number of rows in a block.
    pub(crate) fn blocks(&self, ending: Ending) -> Result<Vec<(Range<u64>, u64)>, ProbeError> {
        let header = self.table_of(ending, Metric::Wdl)?.header();
        let blocks = |side| header.first_block(side)..header.first_block(side + 1);
        Ok((0..).zip(&header.sides).map(|(side, of)| (blocks(side), of.block_rows.into())).collect())
    }

    /// Reads a block of all metrics, or of all but distances to win, with the same code as a probe, but once for all of its
    /// values.
    pub(crate) fn unpack(&self, ending: Ending, with_dtw: bool, block: u64) -> Result<Unpacked<'_, G>, ProbeError> {
        let dtw = with_dtw.then(|| self.table_of(ending, Metric::Dtw)).transpose()?;
        let dtw = dtw.map(|table| (table, self.byte_plies()));
        let (wdl, dtz) = (self.table_of(ending, Metric::Wdl)?, self.table_of(ending, Metric::Dtz)?);
        Ok(Unpacked::read(Together { wdl, dtw, dtz }, block)?)
    }

    /// Walks all entries of an ending with one side to move. `read` makes a result from each block, on the current rayon pool
    /// and in any order. `then` takes the results in the order of the entries, while later blocks are read, and may break.
    /// Needs the tables of all metrics, of this ending and of those that captures lead to.
    ///
    /// Memory is bounded by the results of four blocks for each thread.
    ///
    /// # Errors
    /// Those of `read` and `then`, and [`ProbeError`], if a table is absent, damaged, or cannot be read.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use bolshak::{index::Mover, probe::{ProbeError, Tablebase}, value::Category};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let tablebase = Tablebase::built_in();
    /// let mut wins = 0;
    /// tablebase.walk(
    ///     "KKvK".parse()?,
    ///     Mover::First,
    ///     |block| {
    ///         let mut wins = 0;
    ///         block.each(false, |entry| Ok::<(), ProbeError>(wins += u64::from(entry.category == Category::Win)))?;
    ///         Ok::<u64, ProbeError>(wins)
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
    pub fn walk<T: Send, E: From<ProbeError> + Send>(
        &self,
        ending: Ending,
        mover: Mover,
        read: impl Fn(&EntryBlock<'_, G>) -> Result<T, E> + Sync,
        mut then: impl FnMut(T) -> Result<ControlFlow<()>, E> + Send,
    ) -> Result<ControlFlow<()>, E> {
        /// The blocks for each thread that are read at once, while the results of as many others are taken.
        const BLOCKS: u64 = 2;
        let Some(side) = ending.movers().iter().position(|&other| other == mover) else {
            return Ok(ControlFlow::Continue(()));
        };
        // An absent table is an error before any work.
        self.tables_of(ending)?;
        let (mut blocks, _) = self.blocks(ending)?.swap_remove(side);
        let batch = BLOCKS * rayon::current_num_threads() as u64;
        let read_batch = |blocks: Range<u64>| -> Vec<Result<T, E>> {
            let block = |block| {
                read(&EntryBlock { tablebase: self, unpacked: self.unpack(ending, true, block)?, turn: mover.color() })
            };
            blocks.into_par_iter().map(block).collect()
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
        while !blocks.is_empty() {
            let next = blocks.start..blocks.end.min(blocks.start + batch);
            blocks.start = next.end;
            let before = std::mem::take(&mut made);
            let (taken, read) = rayon::join(|| take(before), || read_batch(next));
            if taken?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            made = read;
        }
        take(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Index;

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
                            Ok::<(), ProbeError>(())
                        })?;
                    }
                    assert_eq!(all.len() as u64, block.numbers().end - block.numbers().start);
                    assert!(quiet.iter().eq(all.iter().filter(|entry| !entry.capture)));
                    Ok::<_, ProbeError>(all)
                };
                let walked = tablebase.walk(ending, mover, read, |entries| {
                    for entry in entries {
                        assert_eq!(entry, tablebase.entry(&index, mover, next)?);
                        assert_eq!(entry.capture, entry.position.board().must_capture());
                        next += 1;
                    }
                    Ok(ControlFlow::Continue(()))
                });
                assert!(walked.unwrap().is_continue());
                assert_eq!(next, index.size());
            }
        }
    }
}
