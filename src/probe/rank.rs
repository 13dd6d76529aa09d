//! Moves from best to worst, and best play by both sides.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::board::{Color, Game, Position, Russian};
use crate::rules::Move;
use crate::value::{Category, Theory};

use super::follow::fresh;
use super::{Clock, Distance, Over, ProbeError, Tablebase, Verdict};

/// A legal move, and the values of the position after it.
///
/// [`RankedMove::reached`] has the values for the side to move there, the mover's opponent. [`RankedMove::category`],
/// [`RankedMove::theory`] and [`RankedMove::dtw`] are for the mover.
///
/// ```
/// use bolshak::{board::Position, probe::{Distance, Tablebase}, value::Category};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tablebase = Tablebase::built_in();
/// let position: Position = "W:WKg1:Bb8,e5".parse()?;
/// let best = tablebase.best_move(&position, 0)?.expect("a legal move");
/// assert_eq!(best.category(), Some(Category::Win));
/// assert_eq!(best.dtw(), Distance::Plies(13)); // this move and the twelve after it
/// assert_eq!(best.reached, tablebase.probe(&best.position, best.clock)?);
/// assert_eq!((best.reached.category, best.reached.dtw), (Some(Category::Loss), Distance::Plies(12)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RankedMove<G = Russian> {
    /// The move.
    pub mv: Move<G>,
    /// Its notation.
    pub text: String,
    /// The position after it.
    pub position: Position<G>,
    /// The clock there.
    pub clock: Clock,
    /// The [`Tablebase::probe`] of `position` at `clock`, for the side to move there; unknown if tables are missing.
    pub reached: Verdict,
    /// Whether the game was already drawn by the rule; the values are those that the move would have had.
    pub after_end: bool,
}

impl<G: Game> RankedMove<G> {
    /// The mover's result under the draw rule at `clock`; `None` if unknown.
    pub fn category(&self) -> Option<Category> {
        self.reached.category.map(Category::flip)
    }

    /// The mover's result without any draw rule; `None` if unknown.
    pub fn theory(&self) -> Option<Theory> {
        self.reached.theory.map(Theory::flip)
    }

    /// The plies until the game ends without any draw rule, including this move: one more than in [`RankedMove::reached`].
    pub fn dtw(&self) -> Distance {
        match self.reached.dtw {
            Distance::Plies(plies) => Distance::Plies(plies.saturating_add(1)),
            other => other,
        }
    }

    /// The worst and the best category that the mover can have by what is known.
    fn range(&self) -> [Category; 2] {
        range(self.category(), theories(self.theory()))
    }
}

/// A move of a [`Line`], and the side that made it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LineMove<G = Russian> {
    /// The side that moves.
    pub turn: Color,
    /// The move and its values.
    pub ranked: RankedMove<G>,
}

/// How a [`Line`] ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// This side is to move and has no legal move: it has lost, in poddavki won.
    NoMove(Color),
    /// The clock has run out.
    DrawRule,
    /// The position is a draw in theory, which has no line.
    Draw,
    /// The next move is unknown because of missing tables, or would repeat a position.
    Unknown,
}

impl End {
    /// The name in all interfaces.
    pub const fn name(self) -> &'static str {
        match self {
            End::NoMove(_) => "no-move",
            End::DrawRule => "draw-rule",
            End::Draw => "draw",
            End::Unknown => "unknown",
        }
    }
}

/// Best play by both sides from a position to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line<G = Russian> {
    /// The verdict of the position.
    pub verdict: Verdict,
    /// The moves.
    pub moves: Vec<LineMove<G>>,
    /// The end.
    pub end: End,
}

impl<G: Game> Tablebase<G> {
    /// The legal moves, best first: by the mover's category; among wins (also cursed ones) by the least distance to win after the
    /// move, then the least distance to a zeroing move; among losses (also blessed ones) by the greatest; then by text. Empty if
    /// there is no legal move.
    ///
    /// If tables are missing for some moves, the order uses only what is known (every move of a lost position loses):
    ///
    /// 1. *Moves known to be worse than the position's value are last*, after all unknown moves. That value comes from the tables,
    ///    or is at least the best value known of a move.
    /// 2. Other moves are ordered by their worst possible result: an unknown move can lose, so it comes after all moves known not to.
    ///    Of moves with the same worst result, the one with the better best possible result comes first. So a known loss comes after
    ///    all unknown moves, unless the position is known to be lost.
    /// 3. A move whose theory alone is known can be a win or a cursed win, or a loss or a blessed loss.
    ///
    /// So the first move is certainly the best only if its category is that of the position; [`Tablebase::best_move`] is an error
    /// otherwise.
    ///
    /// If the clock has run out, the game is over, and each move has [`RankedMove::after_end`] set.
    ///
    /// Costs a [`Tablebase::probe`] for each move, and one for the position if a move is unknown.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged or cannot be read. A missing table is not an error.
    #[inline(never)]
    pub fn rank_moves(
        &self,
        position: &Position<G>,
        clock: impl Into<Clock>,
    ) -> Result<Vec<RankedMove<G>>, ProbeError> {
        let clock = clock.into();
        let after_end = self.over(&position.board(), clock).is_some();
        let mut moves = position
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let (after, clock) = (position.after(&mv), clock.after(&mv));
                let reached = self.verdict(&after.board(), clock)?;
                Ok(RankedMove { mv, text: position.move_text(&mv), position: after, clock, reached, after_end })
            })
            .collect::<Result<Vec<_>, ProbeError>>()?;
        // The value of a finished game does not bound the values of its moves.
        let verdict = match !after_end && moves.iter().any(|ranked| ranked.category().is_none()) {
            true => self.verdict(&position.board(), clock)?,
            false => Verdict::UNKNOWN,
        };
        // Every move of a lost position loses, also where its table is missing.
        if verdict.theory == Some(Theory::Loss) {
            for mv in &mut moves {
                mv.reached.theory = Some(Theory::Win);
                if verdict.category == Some(Category::Loss) {
                    mv.reached.category = Some(Category::Win);
                }
            }
        }
        let [worst, most] = range(verdict.category, theories(verdict.theory));
        let least = moves.iter().map(|ranked| ranked.range()[0]).fold(worst, Category::max);
        let key = |mv: &RankedMove<G>| {
            let plies = [mv.reached.dtw, mv.reached.dtz].map(|distance| distance.plies().map(u32::from));
            order(mv.range(), [least, most], mv.category().is_some(), plies)
        };
        moves.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.text.cmp(&b.text)));
        Ok(moves)
    }

    /// The first of [`Tablebase::rank_moves`]; `None` if there is no legal move.
    ///
    /// # Errors
    /// Those of [`Tablebase::probe`]; also if another move could be better because its table is missing.
    #[inline(never)]
    pub fn best_move(
        &self,
        position: &Position<G>,
        clock: impl Into<Clock>,
    ) -> Result<Option<RankedMove<G>>, ProbeError> {
        let clock = clock.into();
        let verdict = self.probe(position, clock)?;
        Ok(self.rank_all(position, clock, &verdict)?.into_iter().next())
    }

    /// [`Tablebase::rank_moves`] with certainly the best move first: an error if another could be better, or lacks a distance that
    /// the verdict has.
    #[inline(never)]
    pub(super) fn rank_all(
        &self,
        position: &Position<G>,
        clock: Clock,
        verdict: &Verdict,
    ) -> Result<Vec<RankedMove<G>>, ProbeError> {
        let ranked = self.rank_moves(position, clock)?;
        let Some(first) = ranked.first() else { return Ok(ranked) };
        let [sure, _] = first.range();
        for rival in &ranked {
            let RankedMove { position, reached, .. } = rival;
            let lacks =
                |of: fn(&Verdict) -> Distance| of(reached) == Distance::Unknown && of(verdict).plies().is_some();
            let (dtw, dtz) = (lacks(|verdict| verdict.dtw), lacks(|verdict| verdict.dtz));
            let is_rival = reached.category.is_none() && position != &first.position;
            if dtw || dtz || is_rival && rival.range()[1] >= sure {
                let fresh = fresh(self, &position.board())?;
                let absent = fresh.dtw.err().filter(|_| dtw).or(fresh.dtz.err());
                if let Some(name) = absent {
                    return Err(self.absent(name));
                }
            }
        }
        Ok(ranked)
    }

    /// Best play by both sides: each move is the first of [`Tablebase::rank_moves`]. A win takes exactly its distance to win,
    /// unless the draw rule forces a detour. No position repeats: on a detour, the winner skips moves after which the loser's best
    /// reply would repeat one.
    ///
    /// A draw in theory has no line; the moves that keep it are those ranked as draws.
    ///
    /// # Errors
    /// Those of [`Tablebase::best_move`].
    #[inline(never)]
    pub fn line(&self, position: &Position<G>, clock: impl Into<Clock>) -> Result<Line<G>, ProbeError> {
        let (mut position, mut clock) = (*position, clock.into());
        let verdict = self.probe(&position, clock)?;
        let mut line = Line { verdict, moves: Vec::new(), end: End::Unknown };
        if verdict.theory == Some(Theory::Draw) {
            line.end = End::Draw;
            return Ok(line);
        }
        let mut seen = HashSet::from([position]);
        loop {
            let ranked = self.rank_all(&position, clock, &verdict)?;
            if let Some(over) = self.over(&position.board(), clock) {
                line.end = match over {
                    Over::NoMove => End::NoMove(position.turn()),
                    Over::DrawRule => End::DrawRule,
                };
                return Ok(line);
            }
            let Some(ranked) = self.next_move(ranked, &seen)? else { return Ok(line) };
            let turn = position.turn();
            (position, clock) = (ranked.position, ranked.clock);
            seen.insert(position);
            line.moves.push(LineMove { turn, ranked });
        }
    }

    /// The best ranked move that does not repeat a position; `None` if the best result is a draw or unknown, or there is no such
    /// move.
    fn next_move(
        &self,
        ranked: Vec<RankedMove<G>>,
        seen: &HashSet<Position<G>>,
    ) -> Result<Option<RankedMove<G>>, ProbeError> {
        let result = |mv: &RankedMove<G>| (mv.category(), mv.theory());
        let best = result(&ranked[0]);
        if !matches!(best.1, Some(Theory::Win | Theory::Loss)) {
            return Ok(None);
        }
        let fresh = |mv: &RankedMove<G>| !seen.contains(&mv.position);
        let mut choices = ranked.into_iter().filter(|mv| result(mv) == best && fresh(mv));
        let first = choices.next();
        if best.1 == Some(Theory::Loss) {
            return Ok(first);
        }
        for mv in first.iter().cloned().chain(choices) {
            if self.rank_moves(&mv.position, mv.clock)?.first().is_none_or(fresh) {
                return Ok(Some(mv));
            }
        }
        Ok(first)
    }
}

/// The worst and the best possible result in theory.
fn theories(theory: Option<Theory>) -> [Theory; 2] {
    theory.map_or([Theory::Loss, Theory::Win], |theory| [theory; 2])
}

/// The worst and the best possible category: the known one, or those of the worst and best results in theory.
pub(crate) fn range(category: Option<Category>, [worst, best]: [Theory; 2]) -> [Category; 2] {
    let of_theories = [Category::new(worst, worst == Theory::Loss), Category::new(best, best == Theory::Win)];
    category.map_or(of_theories, |category| [category; 2])
}

/// The sort key of a move, best moves least, from the range of its categories, the range of the position's, and the distances.
pub(crate) fn order(
    [worst, best]: [Category; 2],
    [least, most]: [Category; 2],
    is_known: bool,
    plies: [Option<u32>; 2],
) -> impl Ord {
    let plies = plies.map(|plies| plies.unwrap_or(u32::MAX));
    let far = match worst {
        Category::Win | Category::CursedWin => plies,
        Category::Draw => [0; 2],
        Category::BlessedLoss | Category::Loss => plies.map(|plies| !plies),
    };
    (best < least, Reverse(worst), Reverse(best.min(most)), !is_known, far)
}
