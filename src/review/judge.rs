//! The judgement of a game: its positions with their clocks and values, and the mistakes of its moves.

use crate::Progress;
use crate::board::{Game, Position};
use crate::pdn::Played;
use crate::probe::{Clock, Over, ProbeError, RankedMove, Tablebase, Verdict};
use crate::rules::DrawRule;
use crate::search::{Event, Solver};
use crate::value::Theory;

use super::reviewed::{Counts, JudgedMove, Mistake, Reviewed};

/// Judges the moves of a game from positions in the tables on. The clock starts with the FEN's draw counter, else with the game, and
/// follows the letter of the rule of three kings against one. See [`Claim`](super::Claim) for the other counts.
///
/// # Errors
/// [`ProbeError`], if a table is damaged or cannot be read. A missing table is not an error: its values are unknown.
#[inline(never)]
pub fn review<G: Game>(tables: &Tablebase<G>, played: &Played<G>, rule: DrawRule) -> Result<Reviewed<G>, ProbeError> {
    Review { tables, beyond: None }.of(played, rule)
}

/// [`review`] with a search of positions that have no table and at most `pieces` pieces, the last position of the game first, each
/// with the limits of the solver. After `progress` stops a search, only tables judge the rest.
///
/// # Errors
/// Those of [`review`].
#[inline(never)]
pub fn review_beyond<G: Game>(
    solver: &Solver<'_, G>,
    pieces: u32,
    played: &Played<G>,
    rule: DrawRule,
    progress: &dyn Progress<Event>,
) -> Result<Reviewed<G>, ProbeError> {
    Review { tables: solver.tablebase(), beyond: Some((solver, pieces, progress)) }.of(played, rule)
}

/// The most pieces of positions that are worth a search, given the most pieces of the tables: six more, at most 12; with tables to
/// seven pieces 16; most of those are decided within a second.
pub fn reach(largest: u32) -> u32 {
    if largest < 7 { 12.min(largest + 6) } else { 16 }
}

/// The sources of values: the tables, and perhaps a search of positions without a table up to a number of pieces.
struct Review<'r, 't, G> {
    tables: &'r Tablebase<G>,
    beyond: Option<(&'r Solver<'t, G>, u32, &'r dyn Progress<Event>)>,
}

struct Place<G> {
    position: Position<G>,
    clock: Clock,
    known: Verdict,
}

/// The values of one of two consecutive positions from those of the other, `of`, if there is only one move between them. `None` if
/// the clock does not follow from that move, or nothing is known.
fn forced<G: Game>(before: &Place<G>, after: &Place<G>, of: &Place<G>) -> Option<Verdict> {
    let moves = before.position.legal_moves();
    let [only] = moves.as_slice() else { return None };
    let category = of.known.category.filter(|_| of.known.over.is_none())?;
    let theory = of.known.theory.map(Theory::flip);
    (before.clock.after(only) == after.clock).then_some(Verdict {
        category: Some(category.flip()),
        theory,
        ..Verdict::UNKNOWN
    })
}

impl<G: Game> Review<'_, '_, G> {
    fn of(&self, played: &Played<G>, rule: DrawRule) -> Result<Reviewed<G>, ProbeError> {
        let (clock, note) = Clock::of_fen(&played.start, None);
        let mut reviewed = Reviewed { note, ..Reviewed::default() };
        let mut places = self.places(played, clock.under(rule), &mut reviewed)?;
        self.search(&mut places, &mut reviewed)?;
        let first = places.iter().position(|place| place.known.category.is_some());
        reviewed.first = first.map(|at| (at, places[at].position, places[at].clock, places[at].known));
        for (index, (of_game, pair)) in played.moves.iter().zip(places.windows(2)).enumerate() {
            let (before, after) = (&pair[0], &pair[1]);
            let Some(category) = before.known.category else { continue };
            let mistake = after.known.category.and_then(|after| Mistake::of(category, after.flip()));
            let mut best = self.moves(before, mistake.is_some())?;
            best.retain(|ranked| ranked.category() == Some(category));
            reviewed.moves.push(JudgedMove {
                index,
                number: of_game.number,
                text: of_game.text.clone(),
                place: of_game.place,
                position: before.position,
                clock: before.clock,
                before: before.known,
                reached: after.position,
                reached_clock: after.clock,
                after: after.known,
                best,
                mistake,
            });
        }
        Ok(reviewed)
    }

    /// The positions of a game to its end, or to its end by the rule, with their values from the tables.
    fn places(
        &self,
        played: &Played<G>,
        clock: Clock,
        reviewed: &mut Reviewed<G>,
    ) -> Result<Vec<Place<G>>, ProbeError> {
        let mut position = played.start.position;
        let mut counts = Counts::start(&position, played.start.clock, clock);
        let mut places = Vec::new();
        for index in 0..=played.moves.len() {
            let clock = counts.clock;
            let known = match self.tables.probe(&position, clock) {
                Err(ProbeError::TooManyPieces { .. }) => Verdict::UNKNOWN,
                Err(ProbeError::Missing { ending, .. }) => {
                    if !reviewed.missing.contains(&ending) {
                        reviewed.missing.push(ending);
                    }
                    Verdict::UNKNOWN
                }
                answer => answer?,
            };
            places.push(Place { position, clock, known });
            if self.tables.over(&position.board(), clock) == Some(Over::DrawRule) {
                reviewed.drawn_after = Some(index);
                break;
            }
            let Some(of_game) = played.moves.get(index) else { break };
            let reached = position.after(&of_game.mv);
            let (is_third, claims) = counts.count(&position, &of_game.mv, &reached);
            if is_third {
                reviewed.repetition.get_or_insert(index + 1);
            }
            reviewed.claims.extend(claims.into_iter().map(|claim| (index + 1, claim)));
            position = reached;
        }
        Ok(places)
    }

    /// Searches positions without a table, from the end of the game, since each result helps with the positions before it. If a
    /// move is the only one, the position after it has the same result.
    fn search(&self, places: &mut [Place<G>], reviewed: &mut Reviewed<G>) -> Result<(), ProbeError> {
        let Some((solver, pieces, progress)) = self.beyond else { return Ok(()) };
        let is_open = |place: &Place<G>| place.known.category.is_none() && place.position.pieces() <= pieces;
        let open: Vec<usize> = (0..places.len()).filter(|&index| is_open(&places[index])).collect();
        for &index in open.iter().rev() {
            if let Some(known) = places.get(index + 1).and_then(|next| forced(&places[index], next, next)) {
                places[index].known = known;
            } else {
                let Place { position, clock, known } = &mut places[index];
                *known = solver.solve(position, *clock, false, progress)?.verdict;
            }
        }
        for &index in open.iter().filter(|&&index| index > 0) {
            let (before, place) = (&places[index - 1], &places[index]);
            if place.known.category.is_none()
                && let Some(known) = forced(before, place, before)
            {
                places[index].known = known;
            }
        }
        (reviewed.proved, reviewed.undecided) =
            open.into_iter().partition(|&index| places[index].known.category.is_some());
        Ok(())
    }

    /// The moves with their values, best first. After a mistake, moves without a table are searched.
    fn moves(&self, before: &Place<G>, is_mistake: bool) -> Result<Vec<RankedMove<G>>, ProbeError> {
        let ranked = self.tables.rank_moves(&before.position, before.clock)?;
        let is_open = is_mistake && ranked.iter().any(|mv| mv.category().is_none());
        let Some((solver, _, progress)) = self.beyond.filter(|_| is_open) else { return Ok(ranked) };
        let solved = solver.solve(&before.position, before.clock, true, progress)?;
        Ok(solved.moves.into_iter().map(|mv| mv.ranked).collect())
    }
}
