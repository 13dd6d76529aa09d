//! The endings: `/api/v1/endings` and what is below it.

use serde::Serialize;

use crate::json::{EndingSide, Histogram, game_name};
use crate::lang::{Lang, Sentence};
use bolshak::board::{Game, GameName};
use bolshak::index::{Ending, EndingError};
use bolshak::probe::{AnyTablebase, Tablebase};
use bolshak::with_tables;
#[cfg(feature = "generate")]
use bolshak::{rules::DRAW_PLIES, verify::Statistics};

use super::reply::{Problem, Reply};
use super::request::{Pause, Query};
use super::service::Api;

#[derive(Serialize)]
struct Endings {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    /// The length of the draw rule in plies.
    draw_plies: u8,
    /// The most pieces of any table.
    largest: u32,
    endings: Vec<EndingSide>,
    unreadable: Vec<Unreadable>,
}

#[derive(Serialize)]
struct Unreadable {
    ending: String,
    error: String,
}

#[derive(Serialize)]
struct OneEnding {
    ending: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    pieces: u8,
    draw_plies: u8,
    sides: Vec<OneSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize)]
struct OneSide {
    #[serde(flatten)]
    stats: EndingSide,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Histogram>,
}

impl Api {
    pub(super) fn endings(&self, query: &str) -> Result<Reply, Problem> {
        let query = Query::read(query, &["game", "lang"])?;
        let (endings, whole) = with_tables!(self.tables(query.parsed::<GameName>("game")?)?, tablebase => {
            let endings = all(tablebase, query.lang);
            let whole = endings.unreadable.is_empty();
            (endings, whole)
        });
        Reply::json(&endings, whole)
    }

    pub(super) fn ending(&self, name: &str, query: &str, pause: Pause<'_>) -> Result<Reply, Problem> {
        let (ending, tables, with_histogram, lang) = self.asked_ending(name, query)?;
        let one = with_tables!(tables, tablebase => self.one(tablebase, ending, with_histogram, lang, pause))?;
        Reply::json(&one, one.note.is_none())
    }

    /// A request about an ending: the ending, its tables, whether the histogram is wanted, and the language.
    pub(super) fn asked_ending(&self, name: &str, query: &str) -> Result<(Ending, &AnyTablebase, bool, Lang), Problem> {
        let ending = ending(name)?;
        let query = Query::read(query, &["game", "histogram", "lang"])?;
        let with_histogram = query.flag("histogram")?.unwrap_or(true);
        let tables = self.tables(query.parsed::<GameName>("game")?)?;
        Ok((ending, tables, with_histogram, query.lang))
    }

    fn one<G: Game>(
        &self,
        tablebase: &Tablebase<G>,
        ending: Ending,
        with_histogram: bool,
        lang: Lang,
        pause: Pause<'_>,
    ) -> Result<OneEnding, Problem> {
        let stats = tablebase.ending_stats(ending)?;
        if stats.is_empty() {
            #[cfg(feature = "generate")]
            if let Some(published) = published::<G>(ending, lang) {
                return Ok(published);
            }
            return Err(no_ending(ending));
        }
        #[cfg(feature = "generate")]
        let made = || self.passes.histograms(tablebase, &stats, pause);
        #[cfg(not(feature = "generate"))]
        let made = || {
            let _ = pause;
            let russian = "эта программа не читает таблиц целиком";
            Err(Problem::new(404, "no-table", Sentence::new("this program does not read whole tables", russian)))
        };
        let made = if with_histogram { made() } else { Ok(Vec::<Histogram>::new()) };
        let (histograms, note) = match made {
            Ok(histograms) => (histograms, None),
            Err(absent) if matches!(absent.status, 404 | 503) => (Vec::new(), Some(absent.detail)),
            Err(problem) => return Err(problem),
        };
        let mut histograms = histograms.into_iter();
        let sides = stats.iter().map(|side| OneSide { stats: side.into(), histogram: histograms.next() });
        Ok(OneEnding {
            ending: ending.to_string(),
            game: game_name::<G>(),
            pieces: ending.pieces(),
            draw_plies: tablebase.draw_plies(),
            sides: sides.collect(),
            note: note.map(|why| Sentence::new("no histogram", "гистограммы нет").because(why).in_lang(lang)),
        })
    }
}

fn all<G: Game>(tablebase: &Tablebase<G>, lang: Lang) -> Endings {
    let (mut endings, mut unreadable) = (Vec::new(), Vec::new());
    for ending in tablebase.endings() {
        match tablebase.ending_stats(ending) {
            Ok(stats) => endings.extend(stats.iter().map(EndingSide::from)),
            Err(error) => {
                let error = Problem::from(error).detail.in_lang(lang);
                unreadable.push(Unreadable { ending: ending.to_string(), error });
            }
        }
    }
    let (draw_plies, largest) = (tablebase.draw_plies(), tablebase.largest());
    Endings { game: game_name::<G>(), draw_plies, largest, endings, unreadable }
}

/// The published statistics of an ending that has no tables here.
#[cfg(feature = "generate")]
fn published<G: Game>(ending: Ending, lang: Lang) -> Option<OneEnding> {
    let listed = Statistics::published_of(G::NAME).of::<G>(ending);
    let note = Sentence::new(
        format!("There are no tables of {ending} here; these are its published statistics."),
        format!("Таблиц окончания {ending} здесь нет; это его опубликованная статистика."),
    );
    let sides: Vec<OneSide> = listed.iter().map(|side| OneSide { stats: side.into(), histogram: None }).collect();
    (!sides.is_empty()).then(|| OneEnding {
        ending: ending.to_string(),
        game: game_name::<G>(),
        pieces: ending.pieces(),
        draw_plies: DRAW_PLIES,
        sides,
        note: Some(note.in_lang(lang)),
    })
}

pub(super) fn no_ending(ending: Ending) -> Problem {
    let english = format!("there are no tables of {ending} here");
    Problem::new(404, "no-ending", Sentence::new(english, format!("таблиц окончания {ending} здесь нет")))
}

pub(super) fn ending(name: &str) -> Result<Ending, Problem> {
    name.parse().map_err(|error: EndingError| Problem::new(404, "no-ending", Sentence::of(&error)))
}
