//! Which positions the tables of a directory can answer.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, bail};
use bolshak::board::GameName;
use bolshak::index::{Ending, PIECES};
use bolshak::table::{Metric, TableName};

use crate::shared::sides::in_order;
use crate::shared::tables::{missing, options};

/// The endings of the positions that are asked.
pub struct Scope {
    pub endings: Vec<Ending>,
    /// What the positions are, for a title.
    pub title: String,
    /// What a probe of all values is called: without a cache, and of random positions. None if they, or endings that they lead
    /// to, lack tables of the distance to a zeroing move.
    pub whole: Option<[&'static str; 2]>,
}

impl Scope {
    /// The endings of `material`; if it names none, those of `pieces` pieces, or of the most for which no table of categories
    /// is missing.
    pub fn of(game: GameName, directory: &Path, pieces: Option<u8>, material: &[Ending]) -> Result<Scope> {
        let there = Tables(TableName::all_in(directory)?);
        if !material.is_empty() {
            let endings = in_order(material.to_vec());
            let met = Ending::with_successors(&endings);
            if let Some(&ending) = met.iter().find(|&&ending| !there.has(ending, Metric::Wdl)) {
                bail!(missing(game, directory, TableName { ending, metric: Metric::Wdl }));
            }
            let names: Vec<String> = endings.iter().map(Ending::to_string).collect();
            let title = if names.len() > 4 { format!("{} endings", names.len()) } else { names.join(", ") };
            return Ok(there.scope(endings, title, &met));
        }
        let is_complete = |&pieces: &u8| Ending::all(pieces).all(|ending| there.has(ending, Metric::Wdl));
        let Some(most) = (2..=PIECES).take_while(is_complete).last() else {
            let options = options(game, directory);
            bail!("tables of some endings of 2 pieces are missing; \"bolshak generate{options}\" makes them");
        };
        let pieces = pieces.unwrap_or(most);
        if !(2..=most).contains(&pieces) {
            bail!("there are all tables of 2 to {most} pieces: ask for one of these, or name endings with --material");
        }
        let met = (2..=pieces).flat_map(Ending::all).collect();
        Ok(there.scope(Ending::all(pieces).collect(), format!("{pieces} pieces"), &met))
    }
}

/// The names of the tables of a directory, in order.
struct Tables(Vec<TableName>);

impl Tables {
    fn has(&self, ending: Ending, metric: Metric) -> bool {
        self.0.binary_search(&TableName { ending, metric }).is_ok()
    }

    fn scope(&self, endings: Vec<Ending>, title: String, met: &BTreeSet<Ending>) -> Scope {
        let count = |metric| met.iter().filter(|&&ending| self.has(ending, metric)).count();
        let whole = match count(Metric::Dtw) {
            0 => ["probe (wdl, dtz), two blocks and no cache", "probe (wdl, dtz), random"],
            all if all == met.len() => {
                ["probe (wdl, dtw, dtz), three blocks and no cache", "probe (wdl, dtw, dtz), random"]
            }
            _ => ["probe (wdl, dtz, some dtw), no cache", "probe (wdl, dtz, some dtw), random"],
        };
        Scope { endings, title, whole: (count(Metric::Dtz) == met.len()).then_some(whole) }
    }
}
