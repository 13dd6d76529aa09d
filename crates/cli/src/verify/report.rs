//! The output of a proof, in words and in JSON.

use std::io::{self, Write};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Result;
use bolshak::Progress;
use bolshak::index::Ending;
use bolshak::value::Category;
use bolshak::verify::{Event, Mismatch, Verified};
use bolshak_system::process_time;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::lang::Lang;
use crate::shared::bar;
use crate::shared::process;
use crate::shared::text::{self, grouped};

/// Shows the progress: a bar on a terminal, and a line for each ending.
pub struct Report {
    json: bool,
    bar: ProgressBar,
    begun: Instant,
    /// Why a line could not be written: the first time.
    unwritten: Mutex<Option<io::Error>>,
}

impl Report {
    pub fn new(json: bool) -> Report {
        Report { json, bar: bar::new(), begun: Instant::now(), unwritten: Mutex::new(None) }
    }

    /// Writes the sum of all endings; JSON has none.
    ///
    /// # Errors
    /// What could not be written, also of an ending: a check that could not say what it found has not passed.
    pub fn sum_up(&self, seed: Option<u64>, with_dtw: bool, endings: &[Ending], verified: &[Verified]) -> Result<()> {
        if let Some(error) = self.unwritten.lock().ok().and_then(|mut error| error.take()) {
            return Err(error.into());
        }
        if self.json {
            return Ok(());
        }
        let (new, old): (Vec<_>, Vec<_>) = verified.iter().partition(|verified| verified.time.is_some());
        let [new_entries, old_entries] = [&new, &old].map(|of| of.iter().map(|verified| verified.entries).sum::<u64>());
        let stored = verified.iter().map(|verified| verified.stored).sum::<Option<u64>>().filter(|_| seed.is_some());
        let what = match (seed, stored) {
            (None, _) => "entries",
            (Some(_), None) => "random positions",
            (Some(_), Some(_)) => "entries in random runs",
        };
        let cpu = process_time();
        let mut out = io::stdout().lock();
        write!(out, "{} {what} of {} are right", grouped(new_entries + old_entries), text::endings(verified.len()))?;
        if !old.is_empty() {
            write!(out, ", {} verified before", text::endings(old.len()))?;
        }
        if new_entries == 0 {
            writeln!(out, ".")?;
            return Ok(());
        }
        let rate = new_entries as f64 / 1e6 / cpu.as_secs_f64().max(1e-9);
        let wall = self.begun.elapsed().as_secs_f64();
        writeln!(out, " ({wall:.1} s, {:.1} CPU-seconds, {rate:.1} million a CPU-second).", cpu.as_secs_f64())?;
        if let Some(stored) = stored {
            let stored = grouped(stored);
            writeln!(out, "{stored} of them are in the tables, and were compared; the others have a capture pending.")?;
        }
        if let Some(seed) = seed {
            writeln!(out, "The seed was {seed}: the same numbers draw the same.")?;
        }
        if !with_dtw {
            let what_is_shown = match seed {
                None => ". The results, under the draw rule and in theory, and dtz are proved.",
                Some(_) => ": of results that the draw rule changes, a sample says only that they agree.",
            };
            writeln!(out, "There are no distances to win{what_is_shown}")?;
        }
        let rests = |ending: &Ending| ending.successors().iter().any(|successor| !endings.contains(successor));
        if endings.iter().any(rests) {
            writeln!(out, "They rest on endings that were read and not verified: --pieces N takes all.")?;
        }
        Ok(())
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    pub fn wrong(&self, mismatch: &Mismatch) -> Result<()> {
        let text = match self.json {
            true => serde_json::to_string(&Wrong {
                status: "wrong",
                fen: &mismatch.position,
                stored: mismatch.stored.to_string(),
                expected: mismatch.expected.to_string(),
                besides: mismatch.besides,
                moves: mismatch.successors.iter().map(|after| (&*after.text, after.value.to_string())).collect(),
            })?,
            false => mismatch.to_string(),
        };
        Ok(writeln!(io::stdout(), "{text}")?)
    }

    fn verified(&self, verified: &Verified) {
        let line = match self.json {
            true => in_json(verified).unwrap_or_default(),
            false => in_words(verified),
        };
        let written = self.bar.suspend(|| writeln!(io::stdout(), "{line}"));
        // The reader of the output may have closed it: the check goes on, since it may find a wrong entry.
        if let (Err(error), Ok(mut unwritten)) = (written, self.unwritten.lock()) {
            unwritten.get_or_insert(error);
        }
    }
}

impl Progress<Event> for Report {
    fn report(&self, event: &Event) {
        match event {
            &Event::Comparing { bytes } => {
                self.bar.set_length(bytes);
                bar::style(&self.bar, "{bytes} of {total_bytes} compared with the record", Lang::En);
            }
            &Event::Begun { read, check } => {
                self.bar.reset();
                self.bar.set_length(read + check);
                bar::style(&self.bar, "{entries}", Lang::En);
            }
            &Event::Compared { bytes: done } | &Event::Read { entries: done } | &Event::Checked { entries: done } => {
                self.bar.inc(done)
            }
            Event::Verified(verified) => self.verified(verified),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        process::is_stopped()
    }
}

fn in_words(verified: &Verified) -> String {
    let time = verified.time.map_or("verified before".into(), |time| format!("{:8.2} s", time.as_secs_f64()));
    format!("{:<9} {:>13} right  {time}", verified.ending.to_string(), grouped(verified.entries))
}

#[derive(Serialize)]
struct Row {
    ending: String,
    status: &'static str,
    entries: u64,
    /// Those that tables store, of a sample of runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<u64>,
    /// Entries of each category.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

fn in_json(verified: &Verified) -> serde_json::Result<String> {
    let counts = |counts: [u64; 5]| {
        Category::ALL.iter().zip(counts).map(|(name, count)| (name.to_string(), count.into())).collect()
    };
    serde_json::to_string(&Row {
        ending: verified.ending.to_string(),
        status: if verified.time.is_some() { "right" } else { "verified before" },
        entries: verified.entries,
        stored: verified.stored,
        counts: verified.counts.map(counts),
        seconds: verified.time.map(|time| time.as_secs_f64()),
    })
}

#[derive(Serialize)]
struct Wrong<'m> {
    status: &'static str,
    fen: &'m str,
    stored: String,
    expected: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    besides: Option<&'static str>,
    /// The values after each move, for the side then to move.
    moves: Vec<(&'m str, String)>,
}
