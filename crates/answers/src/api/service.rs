//! What is asked: open tables.

#[cfg(feature = "generate")]
use std::collections::BTreeMap;
#[cfg(feature = "generate")]
use std::sync::{Arc, Mutex};
#[cfg(feature = "generate")]
use std::time::Duration;

use crate::json::Question;
use crate::lang::{Lang, Sentence};
use bolshak::board::GameName;
#[cfg(feature = "generate")]
use bolshak::index::Ending;
use bolshak::probe::AnyTablebase;
use bolshak::with_tables;

#[cfg(feature = "generate")]
use super::histogram::{Histogram, MOST_ENTRIES};
#[cfg(feature = "generate")]
use super::lists::{Lists, no_lists};
use super::problem::Problem;

/// The histograms of the sides to move of endings.
#[cfg(feature = "generate")]
pub(super) type Histograms = BTreeMap<(GameName, Ending), Arc<Vec<Histogram>>>;

/// The time that a list of positions may take where nothing else is said.
#[cfg(feature = "generate")]
const LIST_TIME: Duration = Duration::from_secs(5);

/// Open tables of one or more games, to be asked by requests.
pub struct Api {
    tables: Vec<AnyTablebase>,
    tag: String,
    #[cfg(feature = "generate")]
    pub(super) most_entries: u64,
    /// The time that a list may take.
    #[cfg(feature = "generate")]
    pub(super) list_time: Duration,
    /// The histograms that were made.
    #[cfg(feature = "generate")]
    pub(super) histograms: Mutex<Histograms>,
    /// The lists that were found.
    #[cfg(feature = "generate")]
    pub(super) lists: Lists,
}

/// What the parameters of a request with many lines say of each line.
#[derive(Clone, Debug)]
pub struct Defaults(pub(super) Question);

impl Defaults {
    /// The language of what is said of the lines.
    pub fn lang(&self) -> Lang {
        self.0.lang
    }
}

impl Api {
    /// The service of some tables. The first of them are asked if a request names no game.
    pub fn new(tables: impl IntoIterator<Item = AnyTablebase>) -> Api {
        let tables: Vec<AnyTablebase> = tables.into_iter().collect();
        let prints = tables.iter().map(|tables| with_tables!(tables, tablebase => tablebase.fingerprint()));
        let print = prints.fold(0_u64, |all, print| all.rotate_left(1) ^ print);
        Api {
            tag: format!("{print:016x}-{}", env!("CARGO_PKG_VERSION")),
            tables,
            #[cfg(feature = "generate")]
            most_entries: MOST_ENTRIES,
            #[cfg(feature = "generate")]
            list_time: LIST_TIME,
            #[cfg(feature = "generate")]
            histograms: Mutex::default(),
            #[cfg(feature = "generate")]
            lists: no_lists(),
        }
    }

    /// A text that is another one for other tables or another version: the same request has the same [lasting](super::Reply::lasting)
    /// answer as long as it is the same.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The same service, that makes histograms of endings with at most so many entries.
    #[cfg(feature = "generate")]
    #[must_use]
    pub fn with_most_entries(self, most_entries: u64) -> Api {
        Api { most_entries, ..self }
    }

    /// The same service, whose lists of positions may take that long. Where it does not suffice, a list is not complete.
    #[cfg(feature = "generate")]
    #[must_use]
    pub fn with_list_time(self, list_time: Duration) -> Api {
        Api { list_time, ..self }
    }

    /// The same service in a program of that build, which the [tag](Api::tag) then names too.
    #[must_use]
    pub fn with_build(self, build: &str) -> Api {
        Api { tag: format!("{}-{build}", self.tag), ..self }
    }

    /// The tables of a game, or the first ones.
    pub(super) fn tables(&self, game: Option<GameName>) -> Result<&AnyTablebase, Problem> {
        let of = |tables: &&AnyTablebase| with_tables!(tables, tablebase => Some(tablebase.game()) == game);
        match game {
            None => self.tables.first().ok_or_else(|| {
                Problem::new(404, "no-table", Sentence::new("there are no tables here", "таблиц здесь нет"))
            }),
            Some(game) => self.tables.iter().find(of).ok_or_else(|| Problem::no_game(game)),
        }
    }
}
