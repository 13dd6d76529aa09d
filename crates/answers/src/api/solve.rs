//! `/api/v1/solve`: the answer to a position by a search of bounded time and memory.

use std::time::Duration;

use crate::json::SolvedAnswer;
use crate::lang::Sentence;
use bolshak::search::{Limits, MemoryError, Solver};
use bolshak::with_tables;

use super::probe::QUESTION;
use super::reply::{Problem, Reply};
use super::request::{Pause, Query, Within};
use super::service::Api;

/// The seconds of an answer if a request names no limit, and the most that it can name.
const SECONDS: f64 = 5.0;
const MOST_SECONDS: f64 = 30.0;

/// The most positions that a request can name, and those of an answer without a limit where there is no clock.
const MOST_POSITIONS: u64 = 20_000_000;
const POSITIONS: u64 = 1_000_000;

/// WebAssembly in a browser has no clock: only positions limit a search there.
pub(super) const HAS_CLOCK: bool = !cfg!(target_family = "wasm");
pub(super) const LIMITS: &[&str] = if HAS_CLOCK { &["positions", "seconds"] } else { &["positions"] };

/// The memory of a search, in bytes.
pub(super) const MEMORY: usize = 64 << 20;

impl Api {
    /// Whether a request is answered without a search: its limit is 0, or it is wrong.
    pub(super) fn needs_no_search(query: &str) -> bool {
        !read(query).and_then(|query| limits(&query)).is_ok_and(|limits| limits.memory > 0)
    }

    pub(super) fn solve(&self, query: &str, pause: Pause<'_>) -> Result<Reply, Problem> {
        let query = read(query)?;
        let limits = limits(&query)?;
        let question = self.question(&query)?;
        let tables = self.tables(question.game)?;
        let answer = with_tables!(tables, tablebase => {
            let asked = question.ask()?;
            let solver = Solver::try_new(tablebase, limits).map_err(no_memory)?;
            let within = Within { until: None, pause };
            let solved = solver.solve(&asked.position, asked.clock, question.with_moves(), &within);
            SolvedAnswer::new(&asked, &solved.map_err(|error| Problem::from(error).about(&asked))?, question.with_moves())
        });
        Reply::json(&answer, false)
    }
}

fn read(query: &str) -> Result<Query, Problem> {
    Query::read(query, &[QUESTION, LIMITS].concat())
}

/// The limits that a request names. Without a search there is no memory either.
pub(super) fn limits(query: &Query) -> Result<Limits, Problem> {
    let time = time(query)?;
    let positions = query.number_in("positions", 0..=MOST_POSITIONS)?;
    let limits = match (time, positions) {
        (None, None) if HAS_CLOCK => Limits::NONE.time(Duration::from_secs_f64(SECONDS)),
        (None, None) => Limits::NONE.positions(POSITIONS),
        (time, positions) => {
            let limits = time.map_or(Limits::NONE, |time| Limits::NONE.time(time));
            positions.map_or(limits, |positions| limits.positions(positions))
        }
    };
    let none = limits.time == Some(Duration::ZERO) || limits.positions == Some(0);
    Ok(limits.memory(if none { 0 } else { MEMORY }))
}

/// The time of a search that a request names.
pub(super) fn time(query: &Query) -> Result<Option<Duration>, Problem> {
    if !HAS_CLOCK {
        return Ok(None);
    }
    Ok(query.number_in("seconds", 0.0..=MOST_SECONDS)?.map(Duration::from_secs_f64))
}

pub(super) fn no_memory(_: MemoryError) -> Problem {
    let russian = "системе не хватает памяти для перебора; повторите позже";
    Problem::new(503, "busy", Sentence::new("the system lacks memory for a search; try again later", russian))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::api::{Cost, Request};
    use bolshak::probe::Tablebase;

    #[test]
    fn a_position_above_the_tables_is_solved() {
        let api = Api::new([Tablebase::built_in().into()]);
        let ask = |query: &str| api.answer(&Request::get("/api/v1/solve", query));
        let reply = ask("fen=W:Wc3,d4,e3:Ba7,b8&seconds=20");
        assert!(reply.status == 200 && reply.body.contains(r#""theory":"win""#), "{}", reply.body);
        // Positions alone are a limit that gives the same answer again.
        let by_positions = ask("fen=W:Wc3,d4,e3:Ba7,b8&positions=100000");
        assert!(by_positions.body.contains(r#""theory":"win""#), "{}", by_positions.body);
        assert_eq!(by_positions, ask("fen=W:Wc3,d4,e3:Ba7,b8&positions=100000"));
        assert!(ask("fen=W:Wc3,d4,e3:Ba7,b8&positions=100000&seconds=20").body.contains(r#""theory":"win""#));
        for none in ["seconds=0", "positions=0", "positions=0&seconds=9"] {
            let query = format!("fen=W:Wc3,d4,e3:Ba7,b8&{none}");
            assert_eq!(api.cost(&Request::get("/api/v1/solve", &query)), Cost::Probes, "{none}");
            let body = ask(&query).body;
            assert!(body.contains(r#""moves":[{"move":"#) && !body.contains("theory"), "{body}");
        }
        assert_eq!(api.cost(&Request::get("/api/v1/solve", "fen=W:Wc3,d4,e3:Ba7,b8&positions=1")), Cost::Search);
        for wrong in ["seconds=31", "seconds=x", "seconds=-1", "positions=-1", "positions=1.5", "positions=20000001"] {
            assert_eq!(ask(&format!("fen=W:WKa1:BKh8&{wrong}")).status, 400, "{wrong}");
        }
        assert_eq!(ask("seconds=1").status, 400);
        let far = "fen=W:Wa1,c1,e1,g1,b2,d2,f2,h2:Bb8,d8,f8,h8,a7,c7,e7,g7";
        let reply = api.answer_pausing(&Request::get("/api/v1/solve", far), &|| ControlFlow::Break(()));
        assert!(reply.status == 200 && !reply.body.contains("theory"), "{}", reply.body);
    }
}
