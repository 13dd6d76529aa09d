//! Measuring how long questions take.

use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use bolshak::board::{Game, Position};
use bolshak::probe::{ProbeError, Tablebase};
use bolshak_system::thread_time;
use serde::Serialize;

use crate::shared::threads;

/// The times of some questions, in microseconds.
#[derive(Serialize)]
pub struct Figure {
    pub what: &'static str,
    pub questions: usize,
    /// Wall time of a question.
    pub mean: f64,
    /// Processor time of a question, which other work on the machine hardly changes.
    pub cpu: f64,
    /// Percentiles of single questions; none if they were not measured one by one.
    pub p50: Option<f64>,
    pub p99: Option<f64>,
    pub per_second: f64,
}

/// The positions that are asked in a row before the kind of measurement changes.
const CHUNK: usize = 500;

impl Figure {
    /// Asks all positions once. Half of the chunks are measured as a whole, for the mean, and half question by question, for
    /// the percentiles. The two kinds alternate, so that both meet the same state of the cache.
    pub fn of_questions<G: Game>(
        what: &'static str,
        tablebase: &Tablebase<G>,
        positions: &[Position<G>],
        ask: impl Fn(&Tablebase<G>, &Position<G>) -> Result<(), ProbeError>,
    ) -> Result<Figure> {
        let mut singles: Vec<Duration> = Vec::with_capacity(positions.len() / 2);
        let (mut wall, mut processor) = (Duration::ZERO, Duration::ZERO);
        let (mut asked, mut one_by_one) = (0, false);
        for chunk in positions.chunks(CHUNK) {
            let begun = Instant::now();
            if one_by_one {
                for position in chunk {
                    let begun = Instant::now();
                    black_box(ask(tablebase, position))?;
                    singles.push(begun.elapsed());
                }
            } else {
                let started = thread_time();
                for position in chunk {
                    black_box(ask(tablebase, position))?;
                }
                processor += thread_time().saturating_sub(started);
                wall += begun.elapsed();
                asked += chunk.len();
            }
            one_by_one = !one_by_one;
        }
        singles.sort_unstable();
        let clock = clock_time();
        let percentile = |share: f64| {
            let place = (singles.len() as f64 * share) as usize;
            singles.get(place).map(|&time| time.saturating_sub(clock).as_secs_f64() * 1e6)
        };
        let figure = Figure::new(what, positions.len(), asked, wall, processor);
        Ok(Figure { p50: percentile(0.5), p99: percentile(0.99), ..figure })
    }

    /// Asks the categories of all positions with two threads at once, half of them each.
    pub fn of_two_threads<G: Game>(
        what: &'static str,
        tablebase: &Tablebase<G>,
        positions: &[Position<G>],
    ) -> Result<Figure> {
        let ask = |positions: &[Position<G>]| -> Result<Duration, ProbeError> {
            let started = thread_time();
            for position in positions {
                black_box(tablebase.probe_wdl(position, 0)?);
            }
            Ok(thread_time().saturating_sub(started))
        };
        let (first, second) = positions.split_at(positions.len() / 2);
        let begun = Instant::now();
        let processor = thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, || ask(first));
            let other = other.map_err(|error| threads::none(&error))?;
            let one = ask(second)?;
            anyhow::Ok(one + other.join().unwrap_or(Ok(Duration::ZERO))?)
        })?;
        Ok(Figure::new(what, positions.len(), positions.len(), begun.elapsed(), processor))
    }

    /// A figure without percentiles: the times are those of `asked` questions.
    fn new(what: &'static str, questions: usize, asked: usize, wall: Duration, processor: Duration) -> Figure {
        let [mean, cpu] = [wall, processor].map(|time| time.as_secs_f64() * 1e6 / asked.max(1) as f64);
        Figure { what, questions, mean, cpu, p50: None, p99: None, per_second: 1e6 / mean }
    }
}

/// What reading the clock takes.
fn clock_time() -> Duration {
    let times = (0..1000).map(|_| {
        let begun = Instant::now();
        begun.elapsed()
    });
    times.min().unwrap_or_default()
}
