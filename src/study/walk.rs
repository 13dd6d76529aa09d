//! The judgement of a study move by move, and a line of best play for a position without a solution.

use std::collections::HashSet;
use std::time::Instant;

use crate::Progress;
use crate::board::{Color, Game, Position};
use crate::probe::ProbeError;
use crate::rules::Move;
use crate::search::{Event, Solver};

use super::findings::{Checked, Code, Finding, Grade, Noted, Options};
use super::judge::Judge;
use super::solution::Study;
use super::task::{Aim, Task};

/// The most plies of a line.
const MOST: usize = 100;

/// Judges a study. If `progress` stops it, the rest is undecided.
///
/// # Errors
/// [`ProbeError::Table`], if a table is damaged or cannot be read.
#[inline(never)]
pub fn check<G: Game>(
    study: Study<G>,
    solver: &Solver<'_, G>,
    options: &Options,
    progress: &dyn Progress<Event>,
) -> Result<Checked<G>, ProbeError> {
    let has_solution = study.steps.len() > 1 || !study.misprints.is_empty();
    let mut checked = Checked {
        task: study.task,
        study,
        reached: None,
        is_own_line: !has_solution,
        findings: Vec::new(),
        only: Vec::new(),
    };
    let start = checked.study.start.position;
    let until = options.time.and_then(|time| Instant::now().checked_add(time));
    if checked.task.is_none() {
        checked.task = worth(&start, solver, until, progress)?;
    }
    let Some(task) = checked.task else { return Ok(checked) };
    let mut judge = Judge::new(solver, task, until, progress);
    checked.reached = judge.reaches(&start)?;
    let mut walk = Walk { checked: &mut checked, judge, code: options.code };
    match (walk.checked.reached, has_solution) {
        (Some(true), true) => walk.solution()?,
        (Some(true), false) => walk.main_line()?,
        (Some(false), true) => walk.refutation()?,
        _ => {}
    }
    Ok(checked)
}

/// The task by a position's value: a win for either side, else a draw for White.
fn worth<G: Game>(
    position: &Position<G>,
    solver: &Solver<'_, G>,
    until: Option<Instant>,
    progress: &dyn Progress<Event>,
) -> Result<Option<Task>, ProbeError> {
    let mut is_draw = true;
    // A third of the time is for each question, the last for the study.
    for (side, part) in [(Color::White, 3), (Color::Black, 2)] {
        let task = Task { side, aim: Aim::Win };
        let until = until.map(|until| Instant::now() + until.saturating_duration_since(Instant::now()) / part);
        match Judge::new(solver, task, until, progress).reaches(position)? {
            Some(true) => return Ok(Some(task)),
            Some(false) => {}
            None => is_draw = false,
        }
    }
    Ok(is_draw.then_some(Task { side: Color::White, aim: Aim::Draw }))
}

struct Walk<'c, 's, 't, G> {
    checked: &'c mut Checked<G>,
    judge: Judge<'s, 't, G>,
    code: Code,
}

/// A move, the position after it, and whether that reaches the goal.
type Judged<G> = (String, Position<G>, Option<bool>);

/// The texts of the moves that reach the goal, or of those that do not.
fn texts<G>(moves: Vec<Judged<G>>, reaches: bool) -> Vec<String> {
    moves.into_iter().filter(|mv| mv.2 == Some(reaches)).map(|mv| mv.0).collect()
}

impl<G: Game> Walk<'_, '_, '_, G> {
    fn solution(&mut self) -> Result<(), ProbeError> {
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let step = &self.checked.study.steps[at];
            if step.children.is_empty() {
                continue;
            }
            let children = step.children.clone();
            if step.position.turn() == self.judge.task.side {
                self.solver_to_move(at)?;
            } else {
                self.defender_to_move(at)?;
            }
            for &child in children.iter().rev() {
                if self.judge.reaches(&self.checked.study.steps[child].position)? == Some(true) {
                    open.push(child);
                }
            }
        }
        Ok(())
    }

    /// Judges a solution that does not reach the goal at its refutation: the last move of the solving side in the main line before a
    /// reply of the author lets the goal be reached.
    fn refutation(&mut self) -> Result<(), ProbeError> {
        let mut last = None;
        for at in std::iter::once(0).chain(self.checked.main_line()) {
            let step = &self.checked.study.steps[at];
            if self.judge.reaches(&step.position)? != Some(false) {
                break;
            }
            if step.position.turn() == self.judge.task.side && !step.children.is_empty() {
                last = Some(at);
            }
        }
        last.map_or(Ok(()), |at| self.solver_to_move(at))
    }

    /// The legal moves of a position; of several to the same position, the first.
    fn moves(&self, position: &Position<G>) -> Vec<(Move<G>, Position<G>)> {
        let mut moves: Vec<(Move<G>, Position<G>)> = Vec::new();
        for mv in position.legal_moves() {
            let reached = position.after(&mv);
            if !moves.iter().any(|(_, known)| *known == reached) {
                moves.push((mv, reached));
            }
        }
        moves
    }

    fn judged_moves(&mut self, position: &Position<G>) -> Result<Vec<Judged<G>>, ProbeError> {
        let moves = self.moves(position);
        moves.iter().map(|(mv, reached)| Ok((position.move_text(mv), *reached, self.judge.reaches(reached)?))).collect()
    }

    fn note(&mut self, at: usize, finding: Finding) {
        self.checked.findings.push(Noted { at, finding });
    }

    fn grade(&self, at: usize) -> Grade {
        let side = self.judge.task.side;
        let pieces = |position: &Position<G>| {
            let board = position.white_view();
            (if side == Color::White { board.own() } else { board.enemy() }).count_ones()
        };
        let step = &self.checked.study.steps[at];
        let is_first = || {
            let mut before = std::iter::successors(step.parent, |&at| self.checked.study.steps[at].parent);
            !before.any(|at| self.checked.study.steps[at].position.turn() == side)
        };
        match self.code {
            _ if is_first() => Grade::SecondSolution,
            Code::Composition if pieces(&step.position) <= 1 => Grade::Final,
            _ => Grade::Dual,
        }
    }

    fn solver_to_move(&mut self, at: usize) -> Result<(), ProbeError> {
        let position = self.checked.study.steps[at].position;
        let children = self.checked.study.steps[at].children.clone();
        let steps = &self.checked.study.steps;
        let mut of_author: Vec<(String, Position<G>)> =
            children.iter().map(|&child| (steps[child].text.clone(), steps[child].position)).collect();
        let mut all = self.judged_moves(&position)?;
        // The author's moves first, the main move before the others.
        all.sort_by_key(|(_, reached, _)| {
            of_author.iter().position(|(_, position)| position == reached).unwrap_or(usize::MAX)
        });
        let (mut also, mut undecided) = (Vec::new(), Vec::new());
        let mut given_away = None;
        for (text, reached, reaches) in all {
            let place = of_author.iter().position(|(_, position)| *position == reached);
            let text = place.map_or(text, |place| std::mem::take(&mut of_author[place].0));
            match reaches {
                None => undecided.push(text),
                Some(true) if place == Some(0) => {}
                Some(true) => also.push(text),
                Some(false) => {
                    let replies = self.judged_moves(&reached)?;
                    let is_decided = replies.iter().all(|(_, _, reaches)| reaches.is_some());
                    let (count, refutations) = (replies.len(), texts(replies, false));
                    if place == Some(0) {
                        given_away = Some((text, refutations));
                    } else if place.is_some() || is_decided && refutations.len() == 1 && count > 1 {
                        self.note(at, Finding::Try { mv: text, refutations, is_authors: place.is_some() });
                    }
                }
            }
        }
        if let Some((mv, refutations)) = given_away {
            self.note(at, Finding::GivesAway { mv, refutations, instead: also });
        } else if !also.is_empty() {
            let grade = self.grade(at);
            self.note(at, Finding::Also { moves: also, grade });
        } else if let Some(&main) = children.first().filter(|_| undecided.is_empty()) {
            self.checked.only.push(main);
        }
        if !undecided.is_empty() {
            self.note(at, Finding::Undecided { moves: undecided });
        }
        Ok(())
    }

    fn defender_to_move(&mut self, at: usize) -> Result<(), ProbeError> {
        let step = &self.checked.study.steps[at];
        let position = step.position;
        let given: Vec<Position<G>> =
            step.children.iter().map(|&child| self.checked.study.steps[child].position).collect();
        for (mv, reached) in self.moves(&position) {
            if !given.contains(&reached) {
                let answers = texts(self.judged_moves(&reached)?, true);
                self.note(at, Finding::LeftOut { mv: position.move_text(&mv), answers });
            }
        }
        Ok(())
    }

    /// Finds a line from the start in which the solving side wins soonest and the other side resists longest. If the goal is a
    /// draw, the other side leaves the fewest moves that reach it. Notes the first place at which several moves reach the goal.
    fn main_line(&mut self) -> Result<(), ProbeError> {
        let task = self.judge.task;
        let mut seen = HashSet::new();
        let (mut at, mut is_unique) = (0, true);
        for _ in 0..MOST {
            let position = self.checked.study.steps[at].position;
            let moves = self.moves(&position);
            if !seen.insert(position) || moves.is_empty() {
                break;
            }
            let mut best = None;
            let mut reaching = Vec::new();
            let mut undecided = Vec::new();
            let is_solver = position.turn() == task.side;
            for (mv, reached) in &moves {
                match self.judge.reaches(reached)? {
                    Some(true) => reaching.push(position.move_text(mv)),
                    Some(false) => continue,
                    None => {
                        undecided.push(position.move_text(mv));
                        continue;
                    }
                }
                let far = match (is_solver, task.aim) {
                    // A single legal move needs no order.
                    _ if moves.len() == 1 => 0,
                    (true, Aim::Draw) => 0,
                    (true, _) => self.judge.plies(reached)?.map_or(i64::MIN, |plies| -i64::from(plies)),
                    (false, Aim::Draw) => -(texts(self.judged_moves(reached)?, true).len() as i64),
                    (false, _) => self.judge.plies(reached)?.map_or(i64::MAX, i64::from),
                };
                if best.is_none_or(|(known, _)| far > known) {
                    best = Some((far, *mv));
                }
            }
            let Some((_, mv)) = best else { break };
            let next = self.checked.study.add(at, &mv, false);
            if is_solver && reaching.len() == 1 && undecided.is_empty() {
                self.checked.only.push(next);
            } else if is_solver && is_unique {
                is_unique = false;
                if !undecided.is_empty() {
                    self.note(at, Finding::Undecided { moves: undecided });
                }
                let text = position.move_text(&mv);
                reaching.retain(|other| *other != text);
                if !reaching.is_empty() {
                    let grade = self.grade(at);
                    self.note(at, Finding::Also { moves: reaching, grade });
                }
            }
            at = next;
        }
        Ok(())
    }
}
