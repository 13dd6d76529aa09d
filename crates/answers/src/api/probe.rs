//! The answers to positions: `/api/v1/probe` and `/api/v1/line`, many questions in one body, one a line, and `/api/v1/solve`, by a
//! search of bounded time and memory.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use crate::json::{Answer, Failure, LineAnswer, Question, QuestionError, SolvedAnswer};
use crate::lang::Sentence;
use bolshak::board::{Game, Russian, short};
use bolshak::probe::Tablebase;
use bolshak::search::{Event, Limits, MemoryError, Solver};
use bolshak::{Progress, in_game, with_tables};

use super::reply::{LINES, Problem, Reply};
use super::request::{Query, Request};
use super::service::Api;

/// The parameters of a question.
pub(super) const QUESTION: &[&str] = &["fen", "clock", "three_kings_moves", "rule", "game", "moves", "lang"];

fn answer<G: Game>(tablebase: &Tablebase<G>, question: &Question) -> Result<Answer, Problem> {
    let asked = question.ask::<G>()?;
    Answer::ask(tablebase, &asked, question.with_moves()).map_err(|error| Problem::from(error).about(&asked))
}

fn best_play<G: Game>(tablebase: &Tablebase<G>, question: &Question) -> Result<LineAnswer, Problem> {
    let asked = question.ask::<G>()?;
    let line = tablebase.line(&asked.position, asked.clock).map_err(|error| Problem::from(error).about(&asked))?;
    Ok(LineAnswer::new(&asked, &line))
}

/// The most bytes of a line that is read; a question takes far less.
pub const LONGEST_LINE: usize = 1 << 16;

/// Splits a body that comes in pieces into lines. Holds one line at most.
#[derive(Default)]
pub struct Lines {
    begun: Vec<u8>,
    /// Whether the rest of a line that was too long is passed over.
    skips: bool,
}

impl Lines {
    /// Takes a piece, and returns the lines that it ends, without their ends. A line that is too long has one byte more than
    /// [`LONGEST_LINE`].
    pub fn push(&mut self, piece: &[u8]) -> Vec<Vec<u8>> {
        let mut lines = Vec::new();
        for part in piece.split_inclusive(|&byte| byte == b'\n') {
            let text = part.strip_suffix(b"\n");
            let (text, ended) = (text.unwrap_or(part), text.is_some());
            if !self.skips {
                let room = LONGEST_LINE + 2 - self.begun.len().min(LONGEST_LINE + 2);
                self.begun.extend(&text[..text.len().min(room)]);
                self.skips = text.len() > room;
            }
            if ended {
                self.skips = false;
                lines.push(self.take());
            }
        }
        lines
    }

    /// The last line, if the body has not ended with the end of a line.
    pub fn end(&mut self) -> Option<Vec<u8>> {
        (!self.begun.is_empty()).then(|| self.take())
    }

    fn take(&mut self) -> Vec<u8> {
        let mut line = std::mem::take(&mut self.begun);
        line.pop_if(|&mut last| last == b'\r');
        line.truncate(LONGEST_LINE + 1);
        line
    }
}

/// The question of parameters, which must name a position.
pub(super) fn question_of(query: &Query) -> Result<Question, Problem> {
    if query.get("fen").is_none() {
        return Err(Problem::parameter(
            "the parameter fen is missing; expected a position such as W:WKa1,c3:BKh8",
            "нет параметра fen; нужна позиция, например W:WKa1,c3:BKh8",
        ));
    }
    query.question()
}

impl Api {
    pub(super) fn probe(&self, query: &str) -> Result<Reply, Problem> {
        let question = question_of(&Query::read(query, QUESTION)?)?;
        let answer = with_tables!(self.tables(question.game)?, tablebase => answer(tablebase, &question))?;
        Reply::json(&answer, true)
    }

    pub(super) fn line(&self, query: &str) -> Result<Reply, Problem> {
        let question = question_of(&Query::read(query, QUESTION)?)?;
        let tables = self.tables(question.game)?;
        if question.moves.is_some() {
            return Err(Problem::parameter(
                "\"moves\" is not a parameter of a line",
                "«moves» — не параметр лучшей игры",
            ));
        }
        let answer = with_tables!(tables, tablebase => best_play(tablebase, &question))?;
        Reply::json(&answer, true)
    }

    /// What the parameters say of each line of a body.
    ///
    /// # Errors
    /// [`Problem`], if they are wrong.
    pub fn defaults(&self, query: &str) -> Result<Question, Problem> {
        let question = Query::read(query, &QUESTION[1..])?.question()?;
        if question.clock.is_some() && question.three_kings_moves.is_some() {
            return Err(Problem::from(QuestionError::TwoClocks));
        }
        self.tables(question.game)?;
        Ok(question)
    }

    /// Answers a body of lines at once; a server that gets it in pieces uses [`Lines`].
    pub(super) fn answer_lines(&self, request: &Request<'_>) -> Result<Reply, Problem> {
        let defaults = self.defaults(request.query)?;
        let (mut lines, mut body) = (Lines::default(), String::new());
        for line in lines.push(request.body).into_iter().chain(lines.end()) {
            body += &self.answer_line(&defaults, &line);
        }
        Ok(Reply { status: 200, media_type: LINES, body, lasting: false })
    }

    /// Answers a line of [`Lines`] with a line of JSON.
    pub fn answer_line(&self, defaults: &Question, line: &[u8]) -> String {
        let (text, lang) = (String::from_utf8_lossy(line), defaults.lang);
        if line.len() > LONGEST_LINE {
            let error = Sentence::new(
                format!("the line is too long; expected a position in at most {LONGEST_LINE} bytes"),
                format!("строка слишком длинная; нужна позиция не длиннее {LONGEST_LINE} байт"),
            );
            return in_json(&Failure { fen: &short(&text), error: error.in_lang(lang) });
        }
        // A line of `find` is known by the squares of its game.
        let read = match self.tables(defaults.game) {
            Ok(tables) => {
                with_tables!(tables, tablebase => in_game!(tablebase.game(), G => Question::of_line::<G>(&text)))
            }
            Err(_) => Question::of_line::<Russian>(&text),
        };
        let question = match read {
            Ok(question) => question.or(defaults),
            Err(error) => return in_json(&Failure { fen: &text, error: Sentence::from(error).in_lang(lang) }),
        };
        let ask = || -> Result<_, Problem> {
            with_tables!(self.tables(question.game)?, tablebase => answer(tablebase, &question))
        };
        match ask() {
            Ok(answer) => in_json(&answer),
            Err(problem) => in_json(&Failure { fen: &question.fen, error: problem.detail.in_lang(lang) }),
        }
    }
}

fn in_json(line: &impl serde::Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

/// The seconds of an answer if a request names no limit, and the most that it can name.
const SECONDS: f64 = 5.0;
const MOST_SECONDS: f64 = 30.0;

/// The most positions that a request can name, and those of an answer without a limit where there is no clock.
const MOST_POSITIONS: u64 = 20_000_000;
const POSITIONS: u64 = 1_000_000;

/// WebAssembly in a browser has no clock: only positions limit a search there.
pub(super) const HAS_CLOCK: bool = !cfg!(target_family = "wasm");
const LIMITS: &[&str] = if HAS_CLOCK { &["positions", "seconds"] } else { &["positions"] };

/// The memory of a search, in bytes.
pub(super) const MEMORY: usize = 64 << 20;

impl Api {
    /// Whether a request is answered without a search: its limit is 0, or it is wrong.
    pub(super) fn needs_no_search(query: &str) -> bool {
        !read(query).and_then(|query| limits(&query)).is_ok_and(|limits| limits.memory > 0)
    }

    pub(super) fn solve(&self, query: &str, progress: &dyn Progress<Event>) -> Result<Reply, Problem> {
        let query = read(query)?;
        let limits = limits(&query)?;
        let question = question_of(&query)?;
        let tables = self.tables(question.game)?;
        let answer = with_tables!(tables, tablebase => {
            let asked = question.ask()?;
            let solver = Solver::try_new(tablebase, limits).map_err(no_memory)?;
            let solved = solver.solve(&asked.position, asked.clock, question.with_moves(), progress);
            SolvedAnswer::new(&asked, &solved.map_err(|error| Problem::from(error).about(&asked))?, question.with_moves())
        });
        Reply::json(&answer, false)
    }
}

fn read(query: &str) -> Result<Query, Problem> {
    Query::read(query, &[QUESTION, LIMITS].concat())
}

/// The limits that a request names. Without a search there is no memory either.
fn limits(query: &Query) -> Result<Limits, Problem> {
    let time = time(query)?;
    let positions = number(query, "positions", MOST_POSITIONS)?;
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
    Ok(number(query, "seconds", MOST_SECONDS)?.map(Duration::from_secs_f64))
}

/// A number from 0 to `most`, if the query has it.
fn number<T: FromStr + PartialOrd + Default + Display + Copy>(
    query: &Query,
    name: &str,
    most: T,
) -> Result<Option<T>, Problem> {
    let number = |text: &str| text.parse().ok().filter(|number| (T::default()..=most).contains(number));
    query.value(name, number, &format!("is not a number from 0 to {most}"), &format!("число от 0 до {most}"))
}

pub(super) fn no_memory(_: MemoryError) -> Problem {
    let russian = "системе не хватает памяти для поиска; повторите позже";
    Problem::new(503, "busy", Sentence::new("the system lacks memory for a search; try again later", russian))
}

#[cfg(test)]
mod tests {
    use crate::api::{Cost, Request};
    use bolshak::probe::Tablebase;

    use super::*;

    fn problem(problem: Result<Reply, Problem>) -> (u16, Option<(String, u64)>) {
        let problem = problem.err().unwrap();
        (problem.status, problem.asked.map(|asked| (asked.fen, asked.clock)))
    }

    #[test]
    fn a_position_without_a_table_is_told_as_it_was_read() {
        let api = Api::new([Tablebase::built_in().into()]);
        for ask in [Api::probe, Api::line] {
            let found = problem(ask(&api, "fen=https://lidraughts.org/analysis/russian/w:wka5,25-26:b8:H7"));
            assert_eq!(found, (404, Some(("W:Wb2,d2,Ka5:Bg7".into(), 7))));
            assert_eq!(problem(ask(&api, "fen=W:Wa1")), (400, None));
        }
    }

    #[test]
    fn pieces_of_any_size_give_the_same_lines() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let text = format!("a\r\n\nbc\n{long}\n{}\r\nlast", &long[..LONGEST_LINE]);
        let lengths = [1, 0, 2, LONGEST_LINE + 1, LONGEST_LINE, 4];
        for size in [1, 2, 3, 1000, LONGEST_LINE, 1 << 20] {
            let (mut lines, mut found) = (Lines::default(), Vec::new());
            for piece in text.as_bytes().chunks(size) {
                found.extend(lines.push(piece));
                assert!(lines.begun.capacity() < 4 * LONGEST_LINE);
            }
            found.extend(lines.end());
            assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), lengths, "{size}");
        }
    }

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
