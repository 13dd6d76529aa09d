//! Statistics of whole endings, from the headers of their tables.

use crate::board::{Game, Position, Russian};
use crate::index::{Ending, Mover};
use crate::table::{Metric, PerMetric, Table, TableName};
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
        let all = self.tables.iter().map(|tables| self.stats_of(tables)).collect::<Result<Vec<_>, ProbeError>>()?;
        Ok(all.into_iter().flatten().collect())
    }

    /// The same of one ending; none if it has no table.
    ///
    /// # Errors
    /// [`ProbeError`], if one of its tables is damaged.
    pub fn ending_stats(&self, ending: Ending) -> Result<Vec<EndingStats<G>>, ProbeError> {
        self.ending_tables(ending).map_or(Ok(Vec::new()), |tables| self.stats_of(tables))
    }

    fn stats_of(&self, tables: &EndingTables<G>) -> Result<Vec<EndingStats<G>>, ProbeError> {
        let mut stats = Vec::new();
        let ending = tables.ending;
        let tables = PerMetric::try_from_fn(|metric| tables.table(metric))?;
        for (side, &mover) in ending.movers().iter().enumerate() {
            let Some(any) = tables.values().find_map(|&table| table) else { continue };
            let header = any.header().sides[side];
            stats.push(EndingStats {
                ending,
                mover,
                entries: header.entries,
                counts: header.counts,
                dtw: tables[Metric::Dtw].map(|table| longest(table, side, mover)),
                dtz: tables[Metric::Dtz].map(|table| longest(table, side, mover)),
            });
        }
        Ok(stats)
    }

    /// A number that is another one for other tables: it is made of the game, of the names of all tables, and of the digests of
    /// those that can be opened. Of two sets of tables with the same number all answers are the same, barring errors.
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a. The digests are random enough, and nobody gains by tables that collide.
        let add = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        let mut hash = G::NAME.name().as_bytes().iter().fold(0xCBF2_9CE4_8422_2325, add);
        for tables in &self.tables {
            for metric in Metric::ALL {
                let name = || TableName { ending: tables.ending, metric }.to_string();
                match tables.table(metric) {
                    Ok(None) => {}
                    Ok(Some(table)) => {
                        hash = name().as_bytes().iter().fold(hash, add);
                        hash = table.header().digest.iter().chain(&[table.header().draw_plies]).fold(hash, add);
                    }
                    Err(_) => hash = name().as_bytes().iter().fold(hash, add),
                }
            }
        }
        hash
    }

    /// The first positions of an ending, at most `most` of each side to move, whose result the draw rule changes at clock 0:
    /// won or lost in theory, and drawn under the rule. Positions with a capture pending are left out. The first-named side is
    /// White.
    ///
    /// # Errors
    /// [`ProbeError`], if the table of categories is absent or damaged.
    pub fn spoilt(&self, ending: Ending, most: usize) -> Result<Vec<Position<G>>, ProbeError> {
        let table = self.table_of(ending, Metric::Wdl)?;
        let mut positions = Vec::new();
        for (side, &mover) in ending.movers().iter().enumerate() {
            let entries = table.exceptions(side)?.take(most);
            positions
                .extend(entries.map(|entry| Position::from_board(mover.color(), table.numbering(side).unrank(entry))));
        }
        Ok(positions)
    }

    /// Whether [`DrawRule::ThreeKings`] gives exact results with these tables: in no position of kings alone against a single
    /// king does the draw rule change the result at clock 0.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged.
    ///
    /// [`DrawRule::ThreeKings`]: crate::rules::DrawRule::ThreeKings
    pub fn three_kings_exact(&self) -> Result<bool, ProbeError> {
        let kings = |stats: &EndingStats<G>| stats.ending.men() == 0 && stats.ending.second().kings == 1;
        let spoilt = |s: &EndingStats<G>| s.count(Category::CursedWin) + s.count(Category::BlessedLoss);
        Ok(self.stats()?.iter().filter(|stats| kings(stats)).all(|stats| spoilt(stats) == 0))
    }
}

fn longest<G: Game>(table: &Table<G>, side: usize, mover: Mover) -> LongestOf<G> {
    let Longest { win, loss } = table.header().sides[side].longest;
    let position = |(plies, entry)| (plies, Position::from_board(mover.color(), table.numbering(side).unrank(entry)));
    LongestOf { win: win.map(position), loss: loss.map(position) }
}
