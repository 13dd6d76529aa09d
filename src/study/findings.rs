//! What is found in a study.

use std::time::Duration;

use crate::board::{Game, Russian};

use super::solution::Study;
use super::task::Task;

/// What counts as a dual.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Code {
    /// Moves count while the solving side has more than one piece: what comes after is the final. So composers' codes have it.
    #[default]
    Composition,
    /// All moves count.
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
    /// What counts as a dual.
    pub code: Code,
    /// The time for a study; `None` for no limit but those of the solver, which count for each question.
    pub time: Option<Duration>,
}

/// How serious it is that another move reaches the goal as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// At a later move, when the solving side has one piece left and the code does not count that.
    Final,
    /// A dual: at a later move.
    Dual,
    /// A second solution: at the first move.
    SecondSolution,
}

/// What is found at a step. Moves are in notation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// The solution's move does not reach the goal.
    GivesAway {
        /// The move.
        mv: String,
        /// The replies that refute it; none if the game is over.
        refutations: Vec<String>,
        /// The moves that reach the goal instead; none at the first move of a position from which it is not reached.
        instead: Vec<String>,
    },
    /// Other moves reach the goal as well.
    Also {
        /// They, the author's own first.
        moves: Vec<String>,
        /// How serious it is.
        grade: Grade,
    },
    /// A move fails to one reply alone, or the author gives it and it fails.
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
    /// Moves of which it is not decided within the limits whether they reach the goal.
    Undecided {
        /// The moves.
        moves: Vec<String>,
    },
}

/// A finding and the step at which it was made.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Noted {
    /// The index of the step.
    pub at: usize,
    /// What was found.
    pub finding: Finding,
}

/// A study with its judgement. All that it says is certain: known from the tables, or certified.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked<G = Russian> {
    /// The study. If it has no solution, its steps are a line of best play; see `is_own_line`.
    pub study: Study<G>,
    /// The task: the stated one, else what the position is worth; `None` if that is not decided.
    pub task: Option<Task>,
    /// Whether the goal is reached from the position; `None` if that is not decided.
    pub reached: Option<bool>,
    /// Whether the solution is a line that was found here, because the author gives none.
    pub is_own_line: bool,
    /// What was found, in the order of the solution.
    pub findings: Vec<Noted>,
    /// The steps to which the only move led that reaches the goal.
    pub only: Vec<usize>,
}

impl<G: Game> Checked<G> {
    /// Whether the goal is reached, and by no other move at any place that the code counts; `None` if that is not decided.
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

    /// Whether the study has to be mended: its goal is not reached, a move of the solution gives it away or is not legal, there is
    /// a second solution, or something is not decided. Duals at later moves are not counted here.
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

    /// How many moves of the solving side in the main line, counted from the first, are the only ones that reach the goal.
    pub fn unique_moves(&self) -> usize {
        let Some(task) = self.task else { return 0 };
        let is_of_solver = |at: &usize| self.study.steps[*at].position.turn() != task.side;
        self.main_line().filter(is_of_solver).take_while(|at| self.only.contains(at)).count()
    }
}
