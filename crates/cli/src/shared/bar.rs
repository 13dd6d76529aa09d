//! Progress bars, and the limits of a search.

use std::io::{self, IsTerminal};
use std::time::Duration;
use std::{fmt, thread};

use anyhow::Result;
use bolshak::Progress;
use bolshak::board::Game;
use bolshak::probe::Tablebase;
use bolshak::search::{Event, Limits, Solver};
use bolshak::verify;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::lang::{self, Lang, Said, say, say_in};
use crate::shared::options::{bytes, time};
use crate::shared::process::is_stopped;
use crate::shared::text::{decimal, thousands};

pub fn new() -> ProgressBar {
    if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() }
}

/// A bar for a number of entries. It is hidden if the output goes to the same terminal.
pub fn entries(entries: u64, writes_to_stdout: bool) -> ProgressBar {
    if !io::stderr().is_terminal() || writes_to_stdout && io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(entries);
    style(&bar, "{entries}", Lang::En);
    bar
}

/// Counts the entries that are read to make values on a bar, and stops that when a signal stops the command.
pub struct Making<'b>(pub &'b ProgressBar);

impl Progress<verify::Event> for Making<'_> {
    fn report(&self, event: &verify::Event) {
        if let verify::Event::Read { entries } = *event {
            self.0.inc(entries);
        }
    }

    fn is_stopped(&self) -> bool {
        is_stopped()
    }
}

/// The time that the rest takes at the rate so far, in seconds, or from two minutes on in minutes; `None` until a hundredth is
/// done.
pub fn left(lang: Lang, elapsed: Duration, solved: u64, total: u64) -> Option<String> {
    let said = |id, number: String| say_in(lang, id, &[("number", number.into())]);
    if solved < total / 100 {
        return None;
    }
    let seconds = elapsed.as_secs_f64() * total.saturating_sub(solved) as f64 / solved.max(1) as f64;
    Some(if seconds < 120.0 {
        said("seconds", format!("{seconds:.0}"))
    } else {
        said("minutes", format!("{:.0}", seconds / 60.0))
    })
}

/// Makes a bar count something, as a template of indicatif.
pub fn style(bar: &ProgressBar, counted: &str, lang: Lang) {
    let template = format!("{{bar:20}} {{percent:>3}} %  {counted}  {{left}}  {{msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let entries = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            let [done, all] = [state.pos(), state.len().unwrap_or(0)].map(|number| thousands(lang, number).into());
            let rate = decimal(lang, state.per_sec() / 1e6, 1).into();
            let _ = out.write_str(&say_in(lang, "bar-entries", &[("done", done), ("all", all), ("rate", rate)]));
        };
        let left = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            if let Some(left) = left(lang, state.elapsed(), state.pos(), state.len().unwrap_or(0)) {
                let _ = out.write_str(&say_in(lang, "left", &[("time", left.into())]));
            }
        };
        bar.set_style(style.with_key("entries", entries).with_key("left", left));
    }
}

/// The limits of commands that ask several questions of a position.
#[derive(clap::Args)]
pub struct SearchLimits {
    /// Time for each study, claim or position of a game, as in 5s, 500ms or 2min; with 0, only the tables are probed
    /// [default: 30s; for positions of a game 1s, or 0 if there are several games; none if --positions is given]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// The most positions that the search visits for each question: a limit that is the same on every machine
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Memory of the search, as in 256MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = bytes)]
    memory: u64,
}

impl SearchLimits {
    /// The limits of each position of a game; `None`, if the tables alone are asked.
    pub fn of_game(&self, is_single: bool) -> Option<Limits> {
        let is_default = self.is_default();
        let mut limits = self.of_question();
        limits.time = if is_default { Some(Duration::from_secs(1)) } else { self.time };
        let is_searched = limits.positions != Some(0) && (is_single || !is_default);
        is_searched.then_some(limits.threads(threads(self.positions)))
    }

    pub fn is_default(&self) -> bool {
        self.time.is_none() && self.positions.is_none()
    }

    pub fn time(&self) -> Option<Duration> {
        self.time.or(self.positions.is_none().then_some(Duration::from_secs(30)))
    }

    /// The limits of a question but for its time.
    pub fn of_question(&self) -> Limits {
        let mut limits = Limits::NONE.memory(usize::try_from(self.memory).unwrap_or(usize::MAX));
        limits.positions = if self.time == Some(Duration::ZERO) { Some(0) } else { self.positions };
        limits
    }
}

/// The threads of a search that names none: one for each core, or one where a limit of positions has to give the same answer again.
pub fn threads(positions: Option<u64>) -> usize {
    if positions.is_some() { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

pub fn solver_on<G: Game>(tablebase: &Tablebase<G>, limits: Limits) -> Result<Solver<'_, G>> {
    Solver::try_new(tablebase, limits).map_err(|error| {
        Said::new("search-memory", &[("bytes", &thousands(lang::chosen(), error.bytes as u64))]).into()
    })
}

/// A bar with the positions visited, on a terminal; a signal stops the search.
pub struct SearchBar(ProgressBar);

impl SearchBar {
    pub fn new() -> SearchBar {
        let bar = if io::stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
            bar.set_style(style);
        }
        SearchBar(bar)
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress<Event> for SearchBar {
    fn report(&self, event: &Event) {
        let SearchBar(bar) = self;
        if let Event::Visited { positions } = event {
            bar.inc(*positions);
        }
        if bar.is_hidden() {
            return;
        }
        let rate = bar.position() as f64 / 1e6 / bar.elapsed().as_secs_f64().max(0.001);
        let values = [
            ("positions", thousands(lang::chosen(), bar.position()).into()),
            ("rate", decimal(lang::chosen(), rate, 1).into()),
        ];
        bar.set_message(say("solve-bar", &values));
    }

    fn is_stopped(&self) -> bool {
        is_stopped()
    }
}
