//! The table of figures.

use std::io::{self, StdoutLock, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use bolshak::board::{Game, Position};
use bolshak::probe::{ProbeError, Tablebase};
use bolshak::shown;

use super::figure::Figure;

/// Measures, and writes each figure as soon as it is known: a row of a table, or a line of JSON.
pub struct Report {
    json: bool,
    out: StdoutLock<'static>,
}

impl Report {
    pub fn new(json: bool) -> Report {
        Report { json, out: io::stdout().lock() }
    }

    /// The head of the table; JSON has none.
    pub fn title(&mut self, directory: &Path, title: &str, cache: u64, opened: Duration) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let (directory, ms) = (shown(directory), opened.as_secs_f64() * 1e3);
        writeln!(self.out, "Positions of {title} from the tables in {directory}, opened in {ms:.1} ms.")?;
        writeln!(
            self.out,
            "Unpacked blocks may take {:.0} MiB; times are in microseconds.\n",
            cache as f64 / 1048576.0
        )?;
        writeln!(
            self.out,
            "  {:<50}{:>9}{:>9}{:>9}{:>9}{:>9}{:>13}",
            "", "asked", "mean", "cpu", "p50", "p99", "a second"
        )
    }

    /// A remark in the table; JSON has none.
    pub fn note(&mut self, note: &str) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(self.out, "  ({note})") }
    }

    /// [`Figure::of_questions`].
    pub fn figure<G: Game>(
        &mut self,
        what: &'static str,
        tablebase: &Tablebase<G>,
        positions: &[Position<G>],
        ask: impl Fn(&Tablebase<G>, &Position<G>) -> Result<(), ProbeError>,
    ) -> Result<()> {
        self.write(&Figure::of_questions(what, tablebase, positions, ask)?)
    }

    /// [`Figure::of_two_threads`].
    pub fn two_threads<G: Game>(
        &mut self,
        what: &'static str,
        tablebase: &Tablebase<G>,
        positions: &[Position<G>],
    ) -> Result<()> {
        self.write(&Figure::of_two_threads(what, tablebase, positions)?)
    }

    fn write(&mut self, figure: &Figure) -> Result<()> {
        if self.json {
            serde_json::to_writer(&mut self.out, figure)?;
            writeln!(self.out)?;
            return Ok(());
        }
        let Figure { what, questions, mean, cpu, p50, p99, per_second } = figure;
        let [p50, p99] = [p50, p99].map(|time| time.map_or("-".into(), |time| format!("{time:.2}")));
        writeln!(self.out, "  {what:<50}{questions:>9}{mean:>9.3}{cpu:>9.3}{p50:>9}{p99:>9}{per_second:>13.0}")?;
        Ok(self.out.flush()?)
    }
}
