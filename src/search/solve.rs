//! Solves a position and its moves by two questions each: can White force a win, and can Black.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crate::Progress;
use crate::board::{Color, Game, Position, Russian};
use crate::probe::{Clock, ProbeError, RankedMove, Tablebase};
use crate::rules::{DrawRule, Move};
use crate::value::{Category, Theory};

use super::answer::{Bounds, Solved, SolvedMove, Task, best_category};
use super::ask::{Asker, Event, Limits, MemoryError, Run};
use super::certificate::{Certificate, longest_line, with_clock};
use super::hints::Hints;
use super::node::{Goal, Question};

/// Solves positions on top of tables.
///
/// ```
/// use bolshak::{board::Position, probe::Tablebase, search::{Limits, Solver}, value::Category};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tablebase = Tablebase::built_in(); // to three pieces
/// let position: Position = "W:Wc3,d4,e3:Ba7,b8".parse()?;
/// let solved = Solver::new(&tablebase, Limits::NONE).solve(&position, 0, true, &())?;
/// assert_eq!(solved.verdict.category, Some(Category::Win));
/// # Ok(())
/// # }
/// ```
pub struct Solver<'t, G = Russian> {
    tablebase: &'t Tablebase<G>,
    limits: Limits,
    hints: Hints,
}

impl<'t, G: Game> Solver<'t, G> {
    /// A solver on tables. Its table of hints has three quarters of the memory, and is kept from one position to the next.
    ///
    /// # Panics
    /// If the system has no memory for it; see [`Solver::try_new`].
    pub fn new(tablebase: &'t Tablebase<G>, limits: Limits) -> Solver<'t, G> {
        Solver::try_new(tablebase, limits).expect("memory for the search")
    }

    /// [`Solver::new`] with an error instead of a panic, for limits from outside.
    ///
    /// # Errors
    /// [`MemoryError`], if the system has no memory for it.
    #[inline(never)]
    pub fn try_new(tablebase: &'t Tablebase<G>, limits: Limits) -> Result<Solver<'t, G>, MemoryError> {
        let hints = Hints::new(limits.memory / 4 * 3).ok_or(MemoryError { bytes: limits.memory })?;
        Ok(Solver { tablebase, limits, hints })
    }

    /// The tables.
    pub fn tablebase(&self) -> &'t Tablebase<G> {
        self.tablebase
    }

    /// Solves a position at a clock, and with `moves` also its moves: first the position, then the moves in turns, with the rest of
    /// the limits. Values that the tables have are from the tables.
    ///
    /// # Errors
    /// [`ProbeError::Table`], if a table is damaged or cannot be read. A missing table is not an error.
    #[inline(never)]
    pub fn solve(
        &self,
        position: &Position<G>,
        clock: impl Into<Clock>,
        moves: bool,
        progress: &dyn Progress<Event>,
    ) -> Result<Solved<G>, ProbeError> {
        let clock = clock.into();
        let run = Run::new(&self.limits, progress);
        let mut verdict = self.tablebase.verdict(&position.board(), clock)?;
        let mut root = Task::new(*position, clock, verdict.theory);
        if verdict.theory.is_none() && !run.is_over() {
            self.search(&run, &mut root)?;
        } else if verdict.category.is_none() && verdict.over.is_none() {
            // The tables lack the distance that decides whether the draw rule keeps the result.
            root.budget = u64::MAX;
            self.settle(&run, &mut root)?;
        }
        progress.report(&Event::Position);
        let mut bounds = root.bounds();
        let mut solved = Vec::new();
        if moves {
            let category = verdict.category.or_else(|| root.category()).filter(|_| verdict.over.is_none());
            solved = self.solve_moves(&run, &root, category, &mut bounds)?;
        }
        verdict.theory = bounds.theory();
        if verdict.category.is_none() {
            verdict.category = match verdict.over {
                None => root.category().or_else(|| best_category(&solved)),
                Some(_) => verdict.theory.map(|theory| Category::new(theory, false)),
            };
        }
        let certificates = root.certificates();
        let (mut within, mut line) = root.longest.unwrap_or_default();
        if verdict.theory == Some(Theory::Win) && verdict.dtw.plies().is_none() {
            let is_kept = |mv: &&SolvedMove<G>| verdict.category.is_none() || mv.ranked.category() == verdict.category;
            let wins = solved.iter().filter(|mv| mv.bounds.theory() == Some(Theory::Win)).filter(is_kept);
            let shortest = wins.filter_map(|mv| Some((mv.most_plies()? + 1, mv))).min_by_key(|(plies, _)| *plies);
            if let Some((plies, mv)) = shortest.filter(|(plies, _)| within.is_none_or(|within| *plies < within)) {
                (within, line) = (Some(plies), [&[mv.ranked.mv][..], &mv.line].concat());
            }
        }
        Ok(Solved { verdict, bounds, within, line, moves: solved, certificates, visited: run.visited.into_inner() })
    }

    /// Whether a side can force a goal in theory; `None` if not decided within the limits.
    ///
    /// # Errors
    /// [`ProbeError::Table`], if a table is damaged or cannot be read. A missing table is not an error.
    pub fn ask(
        &self,
        position: &Position<G>,
        attacker: Color,
        goal: Goal,
        progress: &dyn Progress<Event>,
    ) -> Result<Option<Certificate<G>>, ProbeError> {
        let run = Run::new(&self.limits, progress);
        let question = Question { goal, ..self.question(DrawRule::None) };
        self.asker(&question, &run, 1).ask(position, attacker, 0, u64::MAX, &|| false)
    }

    /// A longest line of a certificate that forces its goal: its plies to the end of the game, `None` if the tables lack a
    /// distance, and its moves up to the tables.
    pub fn longest_line(&self, proof: &Certificate<G>) -> (Option<u32>, Vec<Move<G>>) {
        self.longest(proof, &mut || false)
    }

    #[inline(never)]
    fn longest(&self, proof: &Certificate<G>, is_over: &mut dyn FnMut() -> bool) -> (Option<u32>, Vec<Move<G>>) {
        let question = Question { goal: proof.goal(), ..self.question(proof.rule) };
        let (plies, mut line) = longest_line(&question, proof, is_over);
        // The moves of a proof are in their mover's squares.
        let blacks = line.iter_mut().skip(usize::from(proof.root.turn(proof.attacker) == Color::White)).step_by(2);
        blacks.for_each(|mv| *mv = mv.flip());
        (plies, line)
    }

    fn question(&self, rule: DrawRule) -> Question<'t, G> {
        Question { tablebase: self.tablebase, goal: Goal::Win, rule }
    }

    #[inline(never)]
    fn search(&self, run: &Run<'_>, task: &mut Task<G>) -> Result<(), ProbeError> {
        let question = self.question(DrawRule::None);
        let is_settled = AtomicBool::new(false);
        let position = task.position;
        let ask = |attacker: Color| {
            let asker = self.asker(&question, run, 2);
            let answer = asker.ask(&position, attacker, 0, u64::MAX, &|| is_settled.load(Relaxed));
            if !matches!(&answer, Ok(found) if found.as_ref().is_none_or(|claim| !claim.forced)) {
                is_settled.store(true, Relaxed);
            }
            answer
        };
        let answers = thread::scope(|scope| {
            // Without a second thread, the questions take turns.
            let is_shared = self.limits.threads > 1;
            let white = is_shared.then(|| thread::Builder::new().spawn_scoped(scope, || ask(Color::White)).ok())??;
            let black = ask(Color::Black);
            Some([white.join().expect("a search does not panic"), black])
        });
        // Each had half of the memory for certificates; now each turn has all of it.
        if let Some([white, black]) = answers {
            task.claims = [white?, black?];
            self.settle(run, task)?;
        }
        while !task.is_decided() && !run.is_over() {
            self.turn(run, task, 1)?;
        }
        Ok(())
    }

    /// An asker with the memory for one of `at_once` questions at the same time.
    fn asker<'s>(&'s self, question: &'s Question<'t, G>, run: &'s Run<'s>, at_once: usize) -> Asker<'s, 't, G> {
        Asker { question, hints: &self.hints, run, memory: self.limits.memory / 4 / at_once }
    }

    /// Asks the open questions of a position, each with the budget of this turn.
    fn turn(&self, run: &Run<'_>, task: &mut Task<G>, threads: usize) -> Result<(), ProbeError> {
        let question = self.question(DrawRule::None);
        let budget = task.budget;
        task.budget = budget.saturating_mul(2);
        for attacker in [Color::White, Color::Black] {
            if task.claims[attacker as usize].is_some() || task.winner().is_some() {
                continue;
            }
            let asker = self.asker(&question, run, threads);
            task.claims[attacker as usize] = asker.ask(&task.position, attacker, 0, budget, &|| false)?;
        }
        self.settle(run, task)
    }

    /// Determines the length of a win in theory, and its result under the draw rule.
    fn settle(&self, run: &Run<'_>, task: &mut Task<G>) -> Result<(), ProbeError> {
        if task.under_rule.is_some() || run.is_over() {
            return Ok(());
        }
        let Some(winner) = task.winner() else { return Ok(()) };
        if task.longest.is_none() {
            task.longest = task.proof().map(|proof| self.longest(proof, &mut || run.is_over()));
        }
        let Clock { rule, plies } = task.clock;
        let question = self.question(rule);
        let kept = match task.proof() {
            Some(proof) if rule == DrawRule::None => Some(proof.clone()),
            Some(proof) => {
                with_clock(&question, proof, question.node(&task.position, winner, plies), &mut || run.is_over())?
            }
            None => None,
        };
        if kept.is_some() {
            task.under_rule = kept;
            return Ok(());
        }
        let budget = if task.proof().is_some() { task.budget.max(1 << 20) } else { task.budget };
        let asker = self.asker(&question, run, 2);
        task.under_rule = asker.ask(&task.position, winner, plies, budget, &|| false)?;
        // The line in theory does not keep the win.
        if let Some(other) = task.under_rule.as_ref().filter(|other| other.forced && task.proof().is_some()) {
            task.longest = Some(self.longest(other, &mut || run.is_over()));
        }
        Ok(())
    }

    /// Solves the moves in turns, each longer than the last, and orders them. Narrows the bounds of the position by those of its
    /// moves. `category` is that of the position, if it is known.
    fn solve_moves(
        &self,
        run: &Run<'_>,
        root: &Task<G>,
        category: Option<Category>,
        bounds: &mut Bounds,
    ) -> Result<Vec<SolvedMove<G>>, ProbeError> {
        let question = self.question(DrawRule::None);
        let ranked = self.tablebase.rank_moves(&root.position, root.clock)?;
        let task = |ranked: &RankedMove<G>| {
            let of_move = |claim: &Certificate<G>| claim.of_child(question.node(&ranked.position, claim.attacker, 0));
            let claims = root.claims.each_ref().map(|claim| claim.as_ref().and_then(of_move));
            Mutex::new(Task { claims, ..Task::new(ranked.position, ranked.clock, ranked.reached.theory) })
        };
        let tasks: Vec<_> = ranked.iter().map(task).collect();
        let is_open = |place: usize| ranked[place].reached.category.is_none() && !lock(&tasks[place]).is_decided();
        loop {
            let open: Vec<usize> = (0..ranked.len()).filter(|&place| is_open(place)).collect();
            if open.is_empty() || run.is_over() {
                break;
            }
            let threads = self.limits.threads.clamp(1, open.len());
            let next = AtomicUsize::new(0);
            let work = || {
                while let Some(&place) = open.get(next.fetch_add(1, Relaxed)) {
                    let mut task = lock(&tasks[place]);
                    self.turn(run, &mut task, threads)?;
                    if task.is_decided() {
                        run.progress.report(&Event::Move);
                    }
                }
                Ok::<(), ProbeError>(())
            };
            thread::scope(|scope| {
                let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
                let others: Vec<_> = (1..threads).filter_map(spawn).collect();
                let own = work();
                let all = others.into_iter().map(|thread| thread.join().expect("a search does not panic"));
                all.fold(own, Result::and)
            })?;
        }
        let moves = ranked.into_iter().zip(&tasks).map(|(mut ranked, task)| {
            let mut task = lock(task);
            let mut of_move = task.bounds().flip();
            // Every move of a lost position loses.
            if category == Some(Category::Loss) {
                (of_move, ranked.reached.category) = (Bounds::exactly(Theory::Loss), Some(Category::Win));
            }
            ranked.reached.theory = of_move.theory().map(Theory::flip);
            ranked.reached.category = ranked.reached.category.or_else(|| task.category());
            let longest = task.longest.take().filter(|_| ranked.reached.dtw.plies().is_none());
            let (within, line) = longest.unwrap_or_default();
            SolvedMove { ranked, bounds: of_move, within, line }
        });
        let mut moves: Vec<SolvedMove<G>> = moves.collect();
        if let Some(at_least) = moves.iter().map(|mv| mv.bounds.at_least).max() {
            let at_most = moves.iter().map(|mv| mv.bounds.at_most).max().unwrap_or(Theory::Win);
            *bounds = bounds.and(Bounds { at_least, at_most });
        }
        for mv in &mut moves {
            mv.bounds.at_most = mv.bounds.at_most.min(bounds.at_most);
        }
        let least = bounds.range(None)[0];
        moves.sort_by(|a, b| a.key(least).cmp(&b.key(least)).then_with(|| a.ranked.text.cmp(&b.ranked.text)));
        Ok(moves)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("a search does not panic")
}
