//! Whether a position reaches the aim of a task, by searches that share the time of a study.

use std::collections::HashMap;
use std::time::Instant;

use crate::Progress;
use crate::board::{self, Position};
use crate::probe::ProbeError;
use crate::search::{Event, Goal, Solver};

use super::task::{Aim, Task};

pub(super) struct Judge<'s, 't, G> {
    pub solver: &'s Solver<'t, G>,
    pub task: Task,
    known: HashMap<Position<G>, Option<bool>>,
    until: Option<Instant>,
    progress: &'s dyn Progress<Event>,
}

/// No question after the first takes more than this part of the time left, so that there is time for the others.
const PART: u32 = 4;

struct Until<'p> {
    until: Option<Instant>,
    progress: &'p dyn Progress<Event>,
}

impl Progress<Event> for Until<'_> {
    fn report(&self, event: &Event) {
        self.progress.report(event);
    }

    fn is_stopped(&self) -> bool {
        self.progress.is_stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

impl<'s, 't, G: board::Game> Judge<'s, 't, G> {
    pub fn new(
        solver: &'s Solver<'t, G>,
        task: Task,
        until: Option<Instant>,
        progress: &'s dyn Progress<Event>,
    ) -> Judge<'s, 't, G> {
        Judge { solver, task, known: HashMap::new(), until, progress }
    }

    /// Whether the solving side reaches its aim from a position in theory; `None` if undecided.
    pub fn reaches(&mut self, position: &Position<G>) -> Result<Option<bool>, ProbeError> {
        if let Some(known) = self.known.get(position) {
            return Ok(*known);
        }
        let left = self.until.map(|until| until.saturating_duration_since(Instant::now()));
        let part = if self.known.is_empty() { 1 } else { PART };
        let until = left.map(|left| Instant::now() + left / part);
        let until = Until { until, progress: self.progress };
        let Task { side, aim } = self.task;
        let (attacker, goal) = match aim {
            Aim::Win => (side, Goal::Win),
            Aim::Lock => (side, Goal::Lock),
            Aim::Draw => (side.other(), Goal::Win),
        };
        let answer = self.solver.ask(position, attacker, goal, &until)?;
        let reached = answer.map(|certificate| certificate.is_forced() == (attacker == side));
        self.known.insert(*position, reached);
        Ok(reached)
    }

    /// An upper bound of the plies in which the solving side reaches its aim; `None` if unknown.
    pub fn plies(&self, position: &Position<G>) -> Result<Option<u32>, ProbeError> {
        if self.task.aim == Aim::Draw || self.progress.is_stopped() {
            return Ok(None);
        }
        let goal = if self.task.aim == Aim::Lock { Goal::Lock } else { Goal::Win };
        let until = Until { until: self.until, progress: self.progress };
        let proof = self.solver.ask(position, self.task.side, goal, &until)?;
        Ok(proof.filter(|proof| proof.is_forced()).and_then(|proof| self.solver.longest_line(&proof).0))
    }
}
