//! Reads the values of a solved ending block by block, and counts the runs that show which side to move takes fewer bytes.

use std::io;
use std::ops::Range;
use std::time::Duration;

use rayon::prelude::*;
use thiserror::Error;

use crate::board::Game;
use crate::index::{Ending, Index};
use crate::retrograde::{Codes, EndingFile, EntryOrder, FileError, SideStats, Unpacked, read};
use crate::table::{Header, TableError};
use bolshak_system::thread_time;

/// The blocks that are packed in parallel before they are written in order, at least: there are some for each thread.
pub(super) const BATCH: u64 = 32;

/// Why tables could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("cannot read the values of {0}")]
    Values(Ending, FileError),
}

pub(super) struct Reading<'r, G> {
    pub file: &'r EndingFile<G>,
    pub unpacked: Unpacked<'r>,
    /// The header of the categories, which has the rows of each block.
    pub layout: &'r Header,
    /// The processor time of reading and packing so far.
    pub time: Duration,
}

/// The rows of a block of categories, and their values.
pub(super) struct RowBlock<'b, G> {
    pub index: &'b Index<G>,
    pub rows: Range<u64>,
    pub first: u64,
    pub codes: &'b Codes,
    pub stats: SideStats,
}

impl<G: Game> Reading<'_, G> {
    /// Applies `make` to a side's blocks in parallel, and `take` in order. Returns `false` if `goes_on` does.
    pub fn each<T: Send>(
        &mut self,
        side: usize,
        goes_on: &dyn Fn() -> bool,
        make: impl Fn(RowBlock<'_, G>) -> io::Result<T> + Sync,
        take: &mut dyn FnMut(T) -> io::Result<()>,
        failed: impl Fn(io::Error) -> TableError,
    ) -> Result<bool, WriteError> {
        let &mut Reading { file, layout, .. } = self;
        let order = EntryOrder::<G>::new(layout.ending, layout.ending.movers()[side]);
        let index = &order.index;
        let entries_of = |block| {
            let (_, rows) = layout.rows_of_block(block).expect("a block of this side");
            (rows.start * index.row_size()..rows.end * index.row_size(), rows)
        };
        let size = (BATCH as usize).max(8 * rayon::current_num_threads());
        let Range { start: mut next, end } = layout.first_block(side)..layout.first_block(side + 1);
        while next < end {
            let parts = (next..end).map(|block| order.part(file, entries_of(block).0.start));
            let (count, time) = self.unpacked.ahead(file, parts, size);
            self.time += time;
            let (unpacked, blocks) = (&self.unpacked, next..next + count as u64);
            for batch in blocks.clone().step_by(size) {
                if !goes_on() {
                    return Ok(false);
                }
                let made: Vec<_> = (batch..blocks.end.min(batch + size as u64))
                    .into_par_iter()
                    .map_init(Codes::default, |codes, block| {
                        let begun = thread_time();
                        let (entries, rows) = entries_of(block);
                        let first = entries.start;
                        let stats = read(file, unpacked, &order, entries, codes);
                        let made = make(RowBlock { index, rows, first, codes, stats })?;
                        Ok((made, thread_time().saturating_sub(begun)))
                    })
                    .collect::<io::Result<_>>()
                    .map_err(&failed)?;
                for (made, time) in made {
                    self.time += time;
                    take(made).map_err(&failed)?;
                }
            }
            next = blocks.end;
            // If values could not be read, what was taken stays without a name.
            self.unpacked.make_room().map_err(|(ending, error)| WriteError::Values(ending, error))?;
        }
        Ok(true)
    }
}

/// The runs of equal values in a sequence. Fewer runs mean a smaller sequence: over all endings of six pieces, the sides with
/// fewer runs took 0.8 % more bytes than the smaller sides.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Runs {
    pub count: u64,
    pub values: u64,
    /// The first and the last value; `None` if empty.
    ends: Option<(u8, u8)>,
}

impl Runs {
    pub fn of(values: &[u8]) -> Runs {
        let ends = values.first().copied().zip(values.last().copied());
        let changes: u64 = values.iter().zip(values.iter().skip(1)).map(|(value, next)| u64::from(value != next)).sum();
        Runs { count: changes + u64::from(ends.is_some()), values: values.len() as u64, ends }
    }

    /// The runs of a sequence and its continuation.
    pub fn then(self, next: Runs) -> Runs {
        let (Some((first, last)), Some((next_first, next_last))) = (self.ends, next.ends) else {
            return if self.ends.is_some() { self } else { next };
        };
        Runs {
            count: self.count + next.count - u64::from(last == next_first),
            values: self.values + next.values,
            ends: Some((first, next_last)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_those_of_the_whole_sequence() {
        let values = [1, 1, 2, 2, 2, 3, 1, 1, 1, 4];
        for (a, b) in (0..=10).flat_map(|a| (a..=10).map(move |b| (a, b))) {
            let parts = [&values[..a], &values[a..b], &values[b..]];
            let runs = parts.into_iter().map(Runs::of).fold(Runs::default(), Runs::then);
            assert_eq!((runs.count, runs.values), (5, 10), "{a} {b}");
        }
        assert_eq!((Runs::of(&[]).count, Runs::of(&[7; 9]).count), (0, 1));
    }
}
