//! Which positions the tables of a directory can answer.

use std::path::Path;

use anyhow::{Result, bail};
use bolshak::board::GameName;
use bolshak::index::{Ending, PIECES};
use bolshak::table::{Metric, TableName};

use crate::cli::shared::tables::options;

/// The endings of the positions that are asked.
pub struct Scope {
    /// All of one number of pieces.
    pub endings: Vec<Ending>,
    /// Whether they, and all endings of fewer pieces, have the tables of distances.
    pub distances: bool,
}

impl Scope {
    /// The endings of `pieces` pieces, or of the most for which no table of categories is missing.
    pub fn of(game: GameName, directory: &Path, pieces: Option<u8>) -> Result<Scope> {
        let there = TableName::all_in(directory)?;
        let has = |ending, metric| there.binary_search(&TableName { ending, metric }).is_ok();
        let is_complete = |&pieces: &u8| Ending::all(pieces).all(|ending| has(ending, Metric::Wdl));
        let Some(most) = (2..=PIECES).take_while(is_complete).last() else {
            let options = options(game, directory);
            bail!("tables of some endings of 2 pieces are missing; \"bolshak generate{options}\" makes them");
        };
        let pieces = pieces.unwrap_or(most);
        if !(2..=most).contains(&pieces) {
            bail!("there are all tables of 2 to {most} pieces, ask for one of these");
        }
        let mut met = (2..=pieces).flat_map(Ending::all);
        let distances = met.all(|ending| [Metric::Dtw, Metric::Dtz].into_iter().all(|metric| has(ending, metric)));
        Ok(Scope { endings: Ending::all(pieces).collect(), distances })
    }
}
