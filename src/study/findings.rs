//! The findings of a study.

use std::time::Duration;

use crate::board::{Game, Russian};

use super::solution::Study;
use super::task::Task;

/// The moves at which duals count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Code {
    /// Moves while the solving side has more than one piece, as in composers' codes; the moves after are the final.
    #[default]
    Composition,
    /// All moves.
    Strict,
}

impl Code {
    /// All codes.
    pub const ALL: [Code; 2] = [Code::Composition, Code::Strict];

    /// `composition` or `strict`.
    pub const fn name(self) -> &'static str {
        ["composition", "strict"][self as usize]
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// How studies are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The moves at which duals count.
    pub code: Code,
    /// The time for a study; `None` for only the limits of the solver, which apply to each question.
    pub time: Option<Duration>,
}

/// How serious it is that another move also reaches the goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// At a later move in the final, which the code does not count: the solving side has one piece left.
    Final,
    /// A dual: at a later move.
    Dual,
    /// A second solution: at the first move.
    SecondSolution,
}

/// A finding at a step. Moves are in notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// The solution's move does not reach the goal.
    GivesAway {
        /// The move.
        mv: String,
        /// The replies that refute it; none if the game is over.
        refutations: Vec<String>,
        /// The moves that reach the goal instead; empty if the position does not reach it.
        instead: Vec<String>,
    },
    /// Other moves also reach the goal.
    Also {
        /// The moves; those that the author gives as variations first.
        moves: Vec<String>,
        /// How serious it is.
        grade: Grade,
    },
    /// A move fails to exactly one reply, or the author gives it and it fails.
    Try {
        /// The move.
        mv: String,
        /// The replies that refute it.
        refutations: Vec<String>,
        /// Whether the author gives it.
        is_authors: bool,
    },
    /// A defence that the author left out.
    LeftOut {
        /// The move.
        mv: String,
        /// The moves that reach the goal against it.
        answers: Vec<String>,
    },
    /// Moves that the limits left undecided.
    Undecided {
        /// The moves.
        moves: Vec<String>,
    },
}

/// A finding and its step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Noted {
    /// The index of the step.
    pub at: usize,
    /// The finding.
    pub finding: Finding,
}

/// A judged study. Everything in it is certain: from the tables, or certified.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked<G = Russian> {
    /// The study. Without a solution, its steps are a line of best play; see `is_own_line`.
    pub study: Study<G>,
    /// The task: the stated one, else by the position's value; `None` if undecided.
    pub task: Option<Task>,
    /// Whether the position reaches the goal; `None` if undecided.
    pub reached: Option<bool>,
    /// Whether the solution is a line found here, because the author gives none.
    pub is_own_line: bool,
    /// The findings, in the order of the solution.
    pub findings: Vec<Noted>,
    /// The steps after moves that alone reach the goal.
    pub only: Vec<usize>,
}

impl<G: Game> Checked<G> {
    /// Whether the goal is reached, and no other move reaches it where the code counts; `None` if undecided.
    pub fn is_sound(&self) -> Option<bool> {
        let of = |finding: &Finding| match finding {
            Finding::GivesAway { .. } => Some(false),
            Finding::Also { grade, .. } => Some(*grade == Grade::Final),
            Finding::Undecided { .. } => None,
            Finding::Try { .. } | Finding::LeftOut { .. } => Some(true),
        };
        let all = || std::iter::once(self.reached).chain(self.findings.iter().map(|noted| of(&noted.finding)));
        if all().any(|sound| sound == Some(false)) {
            return Some(false);
        }
        all().all(|sound| sound.is_some()).then_some(true)
    }

    /// Whether the study needs correction: its goal is not reached, a move of the solution gives it away or is illegal, there is a
    /// second solution, or something is undecided. Duals at later moves do not count.
    pub fn is_faulty(&self) -> bool {
        let is_fault = |noted: &Noted| match noted.finding {
            Finding::GivesAway { .. } | Finding::Undecided { .. } => true,
            Finding::Also { grade, .. } => grade == Grade::SecondSolution && !self.is_own_line,
            Finding::Try { .. } | Finding::LeftOut { .. } => false,
        };
        self.reached != Some(true) || !self.study.misprints.is_empty() || self.findings.iter().any(is_fault)
    }

    /// The steps of the main line, from the first move on.
    pub fn main_line(&self) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(0), |&at: &usize| self.study.steps[at].children.first().copied()).skip(1)
    }

    /// How many first moves of the solving side in the main line are the only ones that reach the goal.
    pub fn unique_moves(&self) -> usize {
        let Some(task) = self.task else { return 0 };
        let is_of_solver = |at: &usize| self.study.steps[*at].position.turn() != task.side;
        self.main_line().filter(is_of_solver).take_while(|at| self.only.contains(at)).count()
    }
}
