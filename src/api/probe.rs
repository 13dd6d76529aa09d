//! The answers to positions: `/api/v1/probe` and `/api/v1/line`.

use crate::board::Game;
use crate::json::{Answer, LineAnswer, Question};
use crate::probe::{AnyTablebase, Tablebase};
use crate::with_tables;

use super::problem::Problem;
use super::reply::Reply;

/// The parameters of a question.
pub(super) const QUESTION: &[&str] = &["fen", "clock", "three_kings_moves", "rule", "game", "moves"];

/// The values of a position and its moves.
pub(super) fn probe(tables: &AnyTablebase, question: &Question) -> Result<Reply, Problem> {
    let answer = with_tables!(tables, tablebase => answer(tablebase, question))?;
    Reply::json(&answer, true)
}

/// The same as an object.
pub(super) fn answer<G: Game>(tablebase: &Tablebase<G>, question: &Question) -> Result<Answer, Problem> {
    Ok(Answer::ask(tablebase, &question.ask::<G>()?, question.with_moves())?)
}

/// Best play from a position.
pub(super) fn line(tables: &AnyTablebase, question: &Question) -> Result<Reply, Problem> {
    if question.moves.is_some() {
        return Err(Problem::parameter("\"moves\" is no parameter of a line"));
    }
    let answer = with_tables!(tables, tablebase => best_play(tablebase, question))?;
    Reply::json(&answer, true)
}

fn best_play<G: Game>(tablebase: &Tablebase<G>, question: &Question) -> Result<LineAnswer, Problem> {
    let asked = question.ask::<G>()?;
    Ok(LineAnswer::new(&asked, &tablebase.line(&asked.position, asked.clock)?))
}
