//! Progress bars.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::lang::{Lang, say_in};
use crate::shared::text::{decimal, thousands};

/// A bar on standard error if that is a terminal, else a hidden one.
pub fn new() -> ProgressBar {
    if io::stderr().is_terminal() { ProgressBar::new(0) } else { ProgressBar::hidden() }
}

/// A bar for a number of entries. It is hidden if the output goes to the same terminal.
pub fn entries(entries: u64, writes_to_stdout: bool) -> ProgressBar {
    if !io::stderr().is_terminal() || writes_to_stdout && io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(entries);
    of_entries(&bar, Lang::En);
    bar
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

pub fn of_entries(bar: &ProgressBar, lang: Lang) {
    style(bar, "{entries}", lang);
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
