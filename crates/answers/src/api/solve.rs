//! The answers to positions with more pieces than the tables have: `/api/v1/solve`, by a search of bounded time and memory.

use std::time::Duration;

use crate::json::SolvedAnswer;
use bolshak::Progress;
use bolshak::board::Game;
use bolshak::probe::Tablebase;
use bolshak::search::{Event, Limits, Solver};
use bolshak::with_tables;

use super::probe::QUESTION;
use super::reply::{Problem, Reply};
use super::request::{Query, wrong};
use super::service::Api;

/// The seconds of an answer if a request names none, and the most that it can name.
const SECONDS: f64 = 5.0;
const MOST_SECONDS: f64 = 30.0;

/// The memory of a search, in bytes.
pub(super) const MEMORY: usize = 64 << 20;

/// The time of a search that a request names.
pub(super) fn time(query: &Query, otherwise: f64) -> Result<Duration, Problem> {
    let Some(text) = query.get("seconds") else { return Ok(Duration::from_secs_f64(otherwise)) };
    let seconds = text.parse().ok().filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        let english = format!("\"{text}\" is not a number from 0 to {MOST_SECONDS}");
        wrong("seconds", english, text, &format!("число от 0 до {MOST_SECONDS}"))
    })
}

impl Api {
    pub(super) fn solve(&self, query: &str, progress: &dyn Progress<Event>) -> Result<Reply, Problem> {
        let known: Vec<&str> = QUESTION.iter().copied().chain(["seconds"]).collect();
        let query = Query::read(query, &known)?;
        let time = time(&query, SECONDS)?;
        let question = self.question_of(&query)?;
        let limits = Limits::NONE.memory(MEMORY).time(time);
        let tables = self.tables(question.game)?;
        let answer = with_tables!(tables, tablebase => {
            let asked = question.ask()?;
            solved(tablebase, &asked, question.with_moves(), limits, progress)
                .map_err(|error| Problem::from(error).about(&asked))?
        });
        Reply::json(&answer, false)
    }
}

fn solved<G: Game>(
    tablebase: &Tablebase<G>,
    asked: &crate::json::Asked<G>,
    with_moves: bool,
    limits: Limits,
    progress: &dyn Progress<Event>,
) -> Result<SolvedAnswer, bolshak::probe::ProbeError> {
    let solved = Solver::new(tablebase, limits).solve(&asked.position, asked.clock, with_moves, progress)?;
    Ok(SolvedAnswer::new(asked, &solved, with_moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Request;
    use bolshak::probe::Tablebase;

    #[test]
    fn a_position_above_the_tables_is_solved() {
        let api = Api::new([Tablebase::built_in().into()]);
        let ask = |query: &str| api.answer(&Request::get("/api/v1/solve", query));
        let reply = ask("fen=W:Wc3,d4,e3:Ba7,b8&seconds=20");
        assert!(reply.status == 200 && reply.body.contains(r#""theory":"win""#), "{}", reply.body);
        assert!(!ask("fen=W:Wc3,d4,e3:Ba7,b8&seconds=0").body.contains(r#""rule":"15-moves","theory""#));
        for wrong in
            ["fen=W:WKa1:BKh8&seconds=31", "fen=W:WKa1:BKh8&seconds=x", "fen=W:WKa1:BKh8&seconds=-1", "seconds=1"]
        {
            assert_eq!(ask(wrong).status, 400, "{wrong}");
        }
        struct Stopped;
        impl Progress<Event> for Stopped {
            fn is_stopped(&self) -> bool {
                true
            }
        }
        let far = "fen=W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8,a7,c7,e7,g7";
        let reply = api.answer_searching(&Request::get("/api/v1/solve", far), &Stopped);
        assert!(reply.status == 200 && !reply.body.contains("theory"), "{}", reply.body);
    }
}
