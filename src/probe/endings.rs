//! Whole endings: their statistics from table headers, and their blocks.

#[cfg(feature = "generate")]
use std::ops::Range;

use crate::board::{Game, Position, Russian};
use crate::index::{Ending, Mover};
use crate::table::{Metric, PerMetric, Table, TableName};
#[cfg(feature = "generate")]
use crate::table::{Together, Unpacked};
use crate::value::{Category, Longest};

use super::tables::EndingTables;
use super::{ProbeError, Tablebase};

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
    /// The number of entries of each [`Category`] at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances to win; `None` if the table is absent.
    pub dtw: Option<LongestOf<G>>,
    /// The longest distances to a zeroing move; `None` if the table is absent.
    pub dtz: Option<LongestOf<G>>,
}

/// The longest win and loss of a metric in plies, each with a position. The first-named side is White.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LongestOf<G = Russian> {
    /// The longest win; `None` if there is no win.
    pub win: Option<(u16, Position<G>)>,
    /// The longest loss; `None` if there is no loss.
    pub loss: Option<(u16, Position<G>)>,
}

impl<G: Game> EndingStats<G> {
    /// The number of entries of a category at clock 0.
    pub fn count(&self, category: Category) -> u64 {
        self.counts[category as usize]
    }
}

impl<G: Game> Tablebase<G> {
    /// The statistics of all endings and sides to move, in order. Reads no values.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged.
    pub fn stats(&self) -> Result<Vec<EndingStats<G>>, ProbeError> {
        let all = self.tables.iter().map(stats_of).collect::<Result<Vec<_>, ProbeError>>()?;
        Ok(all.into_iter().flatten().collect())
    }

    /// The statistics of one ending; empty if it has no table.
    ///
    /// # Errors
    /// [`ProbeError`], if one of its tables is damaged.
    #[inline(never)]
    pub fn ending_stats(&self, ending: Ending) -> Result<Vec<EndingStats<G>>, ProbeError> {
        self.ending_tables(ending).map_or(Ok(Vec::new()), stats_of)
    }

    /// A hash of the game, the names of all tables, and the digests of those that can be opened. Sets of tables with the same
    /// fingerprint give the same answers, except for errors.
    #[inline(never)]
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a. The digests are random enough, and nobody gains from a collision.
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
impl<G: Game> Tablebase<G> {
    /// For each side to move of an ending, the blocks of its tables and the number of rows of a block.
    #[inline(never)]
    pub(crate) fn blocks(&self, ending: Ending) -> Result<Vec<(Range<u64>, u64)>, ProbeError> {
        let header = self.table_of(ending, Metric::Wdl)?.header();
        let blocks = |side| header.first_block(side)..header.first_block(side + 1);
        Ok((0..).zip(&header.sides).map(|(side, of)| (blocks(side), of.block_rows.into())).collect())
    }

    /// Reads a block of all metrics, or of all but distances to win, with the code of probes, but once for all values.
    pub(crate) fn unpack(&self, ending: Ending, with_dtw: bool, block: u64) -> Result<Unpacked<'_, G>, ProbeError> {
        let dtw = with_dtw.then(|| self.table_of(ending, Metric::Dtw)).transpose()?;
        let dtw = dtw.map(|table| (table, self.byte_plies()));
        let (wdl, dtz) = (self.table_of(ending, Metric::Wdl)?, self.table_of(ending, Metric::Dtz)?);
        Ok(Unpacked::read(Together { wdl, dtw, dtz }, block)?)
    }
}
