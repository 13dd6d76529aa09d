//! One question in one thread: search, collect, check. Also the limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::Progress;
use crate::board::{Color, Game, Position};
use crate::probe::ProbeError;

use super::certificate::{Certificate, Steps, holds};
use super::collect::{Collector, Gap};
use super::hints::Hints;
use super::node::Question;
use super::numbers::Prover;

/// The limits of the search for one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The total time; `None` for no limit. Must be `None` where there is no clock, as in WebAssembly.
    pub time: Option<Duration>,
    /// The positions visited by all threads together; `None` for no limit. With one thread, no limit of time and the same tables, the
    /// answer is reproducible.
    pub positions: Option<u64>,
    /// The memory in bytes, without the cache of the tables.
    pub memory: usize,
    /// The number of threads.
    pub threads: usize,
}

impl Limits {
    /// 256 MiB, one thread, and no other limit.
    pub const NONE: Limits = Limits { time: None, positions: None, memory: 256 << 20, threads: 1 };

    /// Sets the limit of time.
    #[must_use]
    pub const fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }

    /// Sets the limit of positions.
    #[must_use]
    pub const fn positions(self, positions: u64) -> Limits {
        Limits { positions: Some(positions), ..self }
    }

    /// Sets the limit of memory in bytes.
    #[must_use]
    pub const fn memory(self, memory: usize) -> Limits {
        Limits { memory, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Limits {
        Limits { threads, ..self }
    }
}

/// The system has no memory for a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("cannot allocate {bytes} bytes of memory for the search")]
#[non_exhaustive]
pub struct MemoryError {
    /// The memory of the limits.
    pub bytes: usize,
}

/// An event of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Event {
    /// More positions were visited.
    Visited {
        /// The number of these positions.
        positions: u64,
    },
    /// The search of the position itself has ended, decided or not.
    Position,
    /// One of its moves is decided.
    Move,
}

pub(super) struct Run<'p> {
    until: Option<Instant>,
    positions: u64,
    pub visited: AtomicU64,
    is_over: AtomicBool,
    pub progress: &'p dyn Progress<Event>,
}

impl Run<'_> {
    pub fn new<'p>(limits: &Limits, progress: &'p dyn Progress<Event>) -> Run<'p> {
        let until = limits.time.and_then(|time| Instant::now().checked_add(time));
        let positions = limits.positions.unwrap_or(u64::MAX);
        Run { until, positions, visited: AtomicU64::new(0), is_over: AtomicBool::new(positions == 0), progress }
    }

    /// Counts positions; returns whether the search must end.
    pub fn visit(&self, positions: u64) -> bool {
        let visited = self.visited.fetch_add(positions, Relaxed) + positions;
        if positions > 0 {
            self.progress.report(&Event::Visited { positions });
        }
        let is_over = self.is_over.load(Relaxed)
            || visited >= self.positions
            || self.progress.is_stopped()
            || self.until.is_some_and(|until| Instant::now() >= until);
        if is_over {
            self.is_over.store(true, Relaxed);
        }
        is_over
    }

    pub fn is_over(&self) -> bool {
        self.visit(0)
    }
}

/// The bytes of a position in a certificate in collection, including free space of the maps.
const BYTES_OF_A_STEP: usize = 400;

pub(super) struct Asker<'s, 't, G> {
    pub question: &'s Question<'t, G>,
    pub hints: &'s Hints,
    pub run: &'s Run<'s>,
    /// The memory for the certificate, in bytes.
    pub memory: usize,
}

impl<G: Game> Asker<'_, '_, G> {
    /// The certified answer for a position at a clock; `None` if the search ends first, by its `budget` of positions, the limits of
    /// the run, or `is_settled`.
    pub fn ask(
        &self,
        position: &Position<G>,
        attacker: Color,
        plies: u64,
        budget: u64,
        is_settled: &dyn Fn() -> bool,
    ) -> Result<Option<Certificate<G>>, ProbeError> {
        let Asker { question, hints, run, memory } = *self;
        let root = &question.node(position, attacker, plies);
        let certificate = |forced: bool, steps: Steps<G>| Certificate {
            attacker,
            rule: question.rule,
            root: *root,
            forced,
            steps: Arc::new(steps),
        };
        if let Some(forced) = question.end(root)? {
            return Ok(Some(certificate(forced, Steps::default())));
        }
        let mut prover = Prover::new(question, hints);
        let mut counted = 0;
        let mut is_over = |visited: u64| {
            let new = visited - counted;
            counted = visited;
            hints.count(new);
            run.visit(new) || visited >= budget || is_settled()
        };
        let mut failures = 0;
        let found = loop {
            let Some(forced) = prover.search(root, &mut is_over)? else { break None };
            let mut collector =
                Collector { prover: &mut prover, is_over: &mut is_over, most: memory / BYTES_OF_A_STEP };
            let collected = if forced { collector.proof(root) } else { collector.refutation(root) };
            match collected {
                Ok(steps) => {
                    let certificate = certificate(forced, steps);
                    match holds(question, &certificate, &mut || is_over(prover.visited))? {
                        Some(true) => break Some(certificate),
                        None => break None,
                        Some(false) => {}
                    }
                }
                Err(Gap::Limit) => break None,
                Err(Gap::Probe(error)) => return Err(error),
                Err(Gap::WrongHint) => {}
            }
            // Forget what misled the search. A proof does not rest on a path: its hints were lost, or belong to different searches.
            failures += 1;
            if forced || failures > 1 {
                hints.forget()
            } else {
                hints.forget_marked()
            }
            if is_over(prover.visited) {
                break None;
            }
        };
        is_over(prover.visited);
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;
    use crate::index::Ending;
    use crate::probe::{Tablebase, random};
    use crate::rules::DrawRule;
    use crate::search::hints::{Hint, NEVER};
    use crate::search::node::Goal;

    /// Three kings against one: lines are cyclic, and a result for a node on one path is often wrong on another.
    #[test]
    fn a_certificate_catches_a_search_that_is_wrong() {
        let tablebase = Tablebase::<Russian>::built_in();
        let question = Question { tablebase: &tablebase, goal: Goal::Win, rule: DrawRule::None };
        let endings: Vec<Ending> = vec!["KKKvK".parse().unwrap()];
        // Hints of one position mislead the search of the next.
        let hints = Hints::new(4 << 20).unwrap();
        let (mut proofs, mut refutations) = (0, 0);
        for position in random::positions::<Russian>(&endings, 400, 11) {
            let root = question.node(&position, position.turn(), 0);
            let run = Run::new(&Limits::NONE, &());
            let asker = Asker { question: &question, hints: &hints, run: &run, memory: 64 << 20 };
            let Some(truth) = asker.ask(&position, position.turn(), 0, 30_000, &|| false).unwrap() else { continue };
            if truth.steps.is_empty() {
                continue;
            }
            // A search that is wrong about every move.
            let lies = Hints::new(4 << 20).unwrap();
            let (proof, disproof) = if truth.forced { (NEVER, 0) } else { (0, NEVER) };
            let lie = Hint { proof, disproof, work: 1, depth: 1, rests_on_path: false };
            let mut moves = Vec::new();
            root.board.moves(&mut moves);
            moves.iter().for_each(|mv| lies.put(question.after(&root, mv).key(), &lie));
            let found = Prover::new(&question, &lies).search(&root, &mut |_| false).unwrap();
            if found.unwrap_or_else(|| panic!("{position}")) == truth.forced {
                // A move ends in the tables, so no hint was used.
                continue;
            }
            let asker = Asker { hints: &lies, ..asker };
            if let Some(answer) = asker.ask(&position, position.turn(), 0, 100_000, &|| false).unwrap() {
                assert_eq!(answer.forced, truth.forced, "{position}");
                assert_ne!(lies.mark(), 1, "{position}: a certificate did not close");
                *(if truth.forced { &mut proofs } else { &mut refutations }) += 1;
            }
        }
        assert!(hints.mark() != 1 && proofs > 25 && refutations > 50, "{proofs} and {refutations}");
    }
}
