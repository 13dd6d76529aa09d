//! A game with its judgement.

use crate::board::{Color, Game, Position, Russian};
use crate::pdn::Played;
use crate::probe::{Clock, ClockNote, Over, ProbeError, Tablebase, Verdict};
use crate::rules::DrawRule;
use crate::value::Theory;

use super::judged::JudgedMove;
use super::mistake::Mistake;

/// What the tables say of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Reviewed<G = Russian> {
    /// The moves from positions that the tables know, in their order. After the end of the game by the rule none follows.
    pub moves: Vec<JudgedMove<G>>,
    /// The first position that the tables know, after how many moves it came, its clock, and what they say of it.
    pub first: Option<(usize, Position<G>, Clock, Verdict)>,
    /// After how many moves the draw rule ended the game, if it did.
    pub drawn_after: Option<usize>,
    /// How the FEN's draw counter was used, if that is to be known.
    pub note: Option<ClockNote>,
}

/// Whether a stated result is that of best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    /// It is.
    Agrees,
    /// It is not.
    Differs,
    /// No result is stated, or the tables know no position of the game.
    Open,
}

/// Judges the moves of a game that start from positions in the tables. The clock is that of the FEN, else it starts with the
/// game, and the moves count it on.
///
/// # Errors
/// [`ProbeError`], if a table is damaged or cannot be read. A table that is missing is no error: what it would say is not known.
pub fn review<G: Game>(tables: &Tablebase<G>, played: &Played<G>, rule: DrawRule) -> Result<Reviewed<G>, ProbeError> {
    let (clock, note) = Clock::of_fen(&played.start, None);
    let (mut position, mut clock) = (played.start.position, clock.under(rule));
    let mut reviewed = Reviewed { moves: Vec::new(), first: None, drawn_after: None, note };
    let mut before = ask(tables, &position, clock)?;
    for index in 0..=played.moves.len() {
        if before.category.is_some() && reviewed.first.is_none() {
            reviewed.first = Some((index, position, clock, before));
        }
        let has_run_out = clock.plies >= tables.draw_plies().into() && rule.counts_in(&position.board());
        if has_run_out && !position.legal_moves().is_empty() {
            reviewed.drawn_after = Some(index);
            break;
        }
        let Some(of_game) = played.moves.get(index) else { break };
        let (reached, reached_clock) = (position.after(&of_game.mv), clock.after(&of_game.mv));
        let after = ask(tables, &reached, reached_clock)?;
        if before.category.is_some() {
            let mut best = match tables.rank_moves(&position, clock) {
                Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => Vec::new(),
                ranked => ranked?,
            };
            best.retain(|ranked| ranked.category() == before.category);
            let mistake =
                before.category.zip(after.category).and_then(|(before, after)| Mistake::of(before, after.flip()));
            reviewed.moves.push(JudgedMove {
                index,
                number: of_game.number,
                text: of_game.text.clone(),
                place: of_game.place,
                position,
                clock,
                before,
                reached,
                reached_clock,
                after,
                best,
                mistake,
            });
        }
        (position, clock, before) = (reached, reached_clock, after);
    }
    Ok(reviewed)
}

/// Asks the tables; a verdict in which nothing is known, if they do not know the position.
fn ask<G: Game>(tables: &Tablebase<G>, position: &Position<G>, clock: Clock) -> Result<Verdict, ProbeError> {
    match tables.probe(position, clock) {
        Err(ProbeError::TooManyPieces { .. } | ProbeError::Missing { .. }) => Ok(Verdict::UNKNOWN),
        answer => answer,
    }
}

impl<G: Game> Reviewed<G> {
    /// The mistakes.
    pub fn mistakes(&self) -> impl Iterator<Item = &JudgedMove<G>> {
        self.moves.iter().filter(|judged| judged.mistake.is_some())
    }

    /// Who wins with best play from the first position that the tables know, under the rule: none in a draw.
    ///
    /// The outer `None` stands for a game of which they know no position.
    pub fn winner(&self) -> Option<Option<Color>> {
        let (_, position, _, verdict) = self.first.as_ref()?;
        Some(match verdict.category?.under_rule() {
            Theory::Win => Some(position.turn()),
            Theory::Loss => Some(position.turn().other()),
            Theory::Draw => None,
        })
    }

    /// Whether a stated result, such as `2-0`, is that of best play from the first position that the tables know.
    pub fn agreement(&self, stated: &str) -> Agreement {
        let Some(winner) = self.winner() else { return Agreement::Open };
        let agrees = match stated {
            "1-0" | "2-0" | "2:0" => winner == Some(Color::White),
            "0-1" | "0-2" | "0:2" => winner == Some(Color::Black),
            "1/2-1/2" | "1-1" | "1:1" | "½-½" => winner.is_none(),
            _ => return Agreement::Open,
        };
        if agrees { Agreement::Agrees } else { Agreement::Differs }
    }

    /// Whether the last position judged ends the game, and how.
    pub fn over(&self) -> Option<Over> {
        self.moves.last().and_then(|judged| judged.after.over)
    }
}
