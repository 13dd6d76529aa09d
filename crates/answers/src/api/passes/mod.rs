//! What takes a pass over whole tables, each made once: the histograms of an ending, and lists of its positions (`positions`).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::json::{DistanceCounts, Histogram};
use crate::lang::Sentence;
use bolshak::Progress;
use bolshak::board::{Game, GameName};
use bolshak::find::PliesRange;
use bolshak::index::{Ending, Mover};
use bolshak::probe::{EndingStats, Tablebase};
use bolshak::verify::{Entries, Event, Resources, VerifyError};

use super::reply::Problem;
use super::request::Pause;

mod positions;

/// Histograms and lists that were made, and the limits of the next ones.
pub(super) struct Passes {
    /// The time that a list may take.
    pub list_time: Duration,
    histograms: Mutex<Histograms>,
    lists: Lists,
    /// Held by the pass that makes distances that tables omit, also while it waits for its turn: the memory is enough for one.
    maker: Mutex<()>,
}

/// The most entries that are read for a histogram, with those that make the distances that tables omit: a few minutes of a core.
const MOST_ENTRIES: u64 = 3_000_000_000;

/// Pauses a pass, and stops it when its time is over or its answer not wanted any more.
struct Deadline<'a> {
    /// `None` stands for no limit.
    end: Option<Instant>,
    pause: Pause<'a>,
    is_unwanted: AtomicBool,
}

impl<'a> Deadline<'a> {
    fn new(end: Option<Instant>, pause: Pause<'a>) -> Deadline<'a> {
        Deadline { end, pause, is_unwanted: AtomicBool::new(false) }
    }
}

impl Progress<Event> for Deadline<'_> {
    fn report(&self, _: &Event) {
        if (self.pause)().is_break() {
            self.is_unwanted.store(true, Relaxed);
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_unwanted.load(Relaxed) || self.end.is_some_and(|end| Instant::now() > end)
    }
}

/// What made distances may take: half of the memory that the unit of the service allows, and temporary files.
fn resources() -> Resources {
    Resources { memory: 512 << 20, ..Resources::default() }
}

/// The entries that are read for the histograms of an ending.
fn entries_of_pass<G: Game>(tablebase: &Tablebase<G>, ending: Ending) -> Result<u64, VerifyError> {
    let sides: Vec<(Ending, Mover)> = ending.movers().iter().map(|&mover| (ending, mover)).collect();
    let made = Entries::new(tablebase, &()).to_make(&sides)?;
    Ok(made.max(ending.entries::<G>()))
}

/// The histograms of the sides to move of endings.
type Histograms = BTreeMap<(GameName, Ending), Vec<Histogram>>;

impl Default for Passes {
    fn default() -> Passes {
        Passes {
            list_time: Duration::from_secs(5),
            histograms: Mutex::default(),
            lists: no_lists(),
            maker: Mutex::default(),
        }
    }
}

impl Passes {
    /// Whether the histograms of an ending take a pass: they can be made, and are not made yet.
    pub fn needs_histogram<G: Game>(&self, tablebase: &Tablebase<G>, ending: Ending) -> bool {
        tablebase.endings().contains(&ending)
            && entries_of_pass(tablebase, ending).is_ok_and(|entries| entries <= MOST_ENTRIES)
            && !self.made().contains_key(&(G::NAME, ending))
    }

    fn made(&self) -> MutexGuard<'_, Histograms> {
        self.histograms.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The right to make distances that tables omit; `None` if others make theirs for as long as a list may take, or if the answer
    /// is not wanted any more.
    fn maker(&self, pause: Pause<'_>) -> Option<MutexGuard<'_, ()>> {
        let begun = Instant::now();
        loop {
            match self.maker.try_lock() {
                Ok(maker) => return Some(maker),
                Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) if begun.elapsed() >= self.list_time => return None,
                Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(10)),
            }
            if pause().is_break() {
                return None;
            }
        }
    }

    /// The histograms of the sides to move of an ending, made at the first question.
    ///
    /// # Errors
    /// A [`Problem`] with the status 404, if a table is missing or there are too many entries.
    pub fn histograms<G: Game>(
        &self,
        tablebase: &Tablebase<G>,
        stats: &[EndingStats<G>],
        pause: Pause<'_>,
    ) -> Result<Vec<Histogram>, Problem> {
        let Some(first) = stats.first() else { return Ok(Vec::new()) };
        let key = (G::NAME, first.ending);
        if let Some(made) = self.made().get(&key) {
            return Ok(made.clone());
        }
        let entries = entries_of_pass(tablebase, first.ending)?;
        if entries > MOST_ENTRIES {
            let why = Sentence::new(
                format!("it would take a pass over {entries} entries, more than the {MOST_ENTRIES} that are read"),
                format!("для неё надо просмотреть {entries} значений, а просматривается не больше {MOST_ENTRIES}"),
            );
            return Err(Problem::new(404, "no-table", why));
        }
        let busy = || {
            let english = "other lists and histograms are being made; try again in a minute";
            let russian = "сейчас считаются другие списки и гистограммы; повторите через минуту";
            Problem::new(503, "busy", Sentence::new(english, russian))
        };
        let Some(_maker) = self.maker(pause) else { return Err(busy()) };
        let deadline = Deadline::new(None, pause);
        let mut all = Entries::new(tablebase, &deadline).with_resources(resources());
        let of_side = |side: &EndingStats<G>| {
            let counted = DistanceCounts::of_side(&mut all, (side.ending, side.mover), true, &deadline)?;
            let (counts, counted) = counted.unwrap_or_default();
            let [wins, losses, ..] = counts.pairs();
            let decided: u64 = wins.iter().chain(&losses).map(|(_, count)| count).sum();
            Ok(Histogram { counted, draws: counted - decided, wins, losses })
        };
        let sides = stats.iter().map(of_side).collect::<Result<Vec<_>, VerifyError>>()?;
        if deadline.is_stopped() {
            return Err(busy());
        }
        Ok(self.made().entry(key).or_insert(sides).clone())
    }
}

impl From<VerifyError> for Problem {
    fn from(error: VerifyError) -> Problem {
        match error {
            VerifyError::Probe(error) => error.into(),
            error => Problem::new(500, "internal", Sentence::of(&error)),
        }
    }
}

/// The bytes of all lists that are kept.
const KEPT: u64 = 16 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Longest,
    Zugzwang,
    OnlyMove,
    Spoilt,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Asked {
    game: GameName,
    ending: Ending,
    of: (&'static str, Of),
    mover: Option<Mover>,
    limit: u64,
    dtw: Option<PliesRange>,
}

/// Lists as they are sent, up to a number of bytes.
type Lists = Cache<Asked, Arc<str>, Bytes>;

fn no_lists() -> Lists {
    /// The bytes of a short list.
    const LIST: u64 = 1 << 12;
    Cache::with_weighter((KEPT / LIST) as usize, KEPT, Bytes)
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Asked, Arc<str>> for Bytes {
    fn weight(&self, _: &Asked, list: &Arc<str>) -> u64 {
        const ENTRY: usize = 128;
        (list.len() + ENTRY) as u64
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::api::{Api, Request};

    #[test]
    fn one_pass_at_a_time_makes_distances() {
        let api = Api::new([Tablebase::built_in().into()]).with_list_time(Duration::ZERO);
        let ask = || api.answer(&Request::get("/api/v1/endings/KKvK", "")).body;
        let maker = api.passes.maker(&|| ControlFlow::Continue(()));
        assert!(ask().contains("\"note\":\"no histogram: other lists"), "{}", ask());
        drop(maker);
        assert!(ask().contains("\"histogram\":{"), "{}", ask());
    }

    #[test]
    fn lists_are_kept_up_to_a_number_of_bytes() {
        let (lists, ending): (Lists, Ending) = (no_lists(), "KKvK".parse().unwrap());
        let of = ("longest", Of::Longest);
        let key = |limit| Asked { game: GameName::Russian, ending, of, mover: None, limit, dtw: None };
        let list: Arc<str> = "x".repeat(50_000).into();
        for limit in 0..2000 {
            lists.insert(key(limit), list.clone());
            assert!(lists.weight() <= KEPT, "{limit}");
        }
        assert!(lists.weight() > KEPT / 2);
        assert!((0..2000).filter(|&limit| lists.get(&key(limit)).is_some()).count() > 100);
    }
}
