//! The answers to positions: `/api/v1/probe` and `/api/v1/line`.

use crate::json::{Answer, LineAnswer, Question};
use bolshak::board::Game;
use bolshak::probe::{AnyTablebase, Tablebase};
use bolshak::with_tables;

use super::problem::Problem;
use super::reply::Reply;

/// The parameters of a question.
pub(super) const QUESTION: &[&str] = &["fen", "clock", "three_kings_moves", "rule", "game", "moves", "lang"];

/// The values of a position and its moves.
pub(super) fn probe(tables: &AnyTablebase, question: &Question) -> Result<Reply, Problem> {
    let answer = with_tables!(tables, tablebase => answer(tablebase, question))?;
    Reply::json(&answer, true)
}

/// The same as an object.
pub(super) fn answer<G: Game>(tablebase: &Tablebase<G>, question: &Question) -> Result<Answer, Problem> {
    let asked = question.ask::<G>()?;
    Answer::ask(tablebase, &asked, question.with_moves()).map_err(|error| Problem::from(error).about(&asked))
}

/// Best play from a position.
pub(super) fn line(tables: &AnyTablebase, question: &Question) -> Result<Reply, Problem> {
    if question.moves.is_some() {
        return Err(Problem::parameter("\"moves\" is not a parameter of a line", "«moves» — не параметр лучшей игры"));
    }
    let answer = with_tables!(tables, tablebase => best_play(tablebase, question))?;
    Reply::json(&answer, true)
}

fn best_play<G: Game>(tablebase: &Tablebase<G>, question: &Question) -> Result<LineAnswer, Problem> {
    let asked = question.ask::<G>()?;
    let line = tablebase.line(&asked.position, asked.clock).map_err(|error| Problem::from(error).about(&asked))?;
    Ok(LineAnswer::new(&asked, &line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bolshak::probe::Tablebase;

    fn problem(problem: Result<Reply, Problem>) -> (u16, Option<(String, u64)>) {
        let problem = problem.err().unwrap();
        (problem.status, problem.asked.map(|asked| (asked.fen, asked.clock)))
    }

    #[test]
    fn a_position_without_a_table_is_told_as_it_was_read() {
        let tables = Tablebase::built_in().into();
        let question = |fen: &str| Question { fen: fen.into(), ..Question::default() };
        for ask in [probe, line] {
            let found = problem(ask(&tables, &question("https://lidraughts.org/analysis/russian/w:wka5,25-26:b8:H7")));
            assert_eq!(found, (404, Some(("W:Wb2,d2,Ka5:Bg7".into(), 7))));
            assert_eq!(problem(ask(&tables, &question("W:Wa1"))), (400, None));
        }
    }
}
