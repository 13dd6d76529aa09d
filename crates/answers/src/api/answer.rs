//! The addresses.

use crate::json::{Question, QuestionError};
use bolshak::probe::AnyTablebase;

use super::lines::Lines;
use super::openapi::openapi;
use super::probe::{QUESTION, line, probe};
use super::problem::Problem;
use super::query::Query;
use super::reply::{Kind, Reply};
use super::request::{Pause, Request};
use super::service::{Api, Defaults};

/// What an answer takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing but a look at what is in memory.
    Little,
    /// Some probes, which may read files.
    Probes,
    /// A pass over a whole table.
    Pass,
}

impl Api {
    /// What an answer will take, at most.
    pub fn cost(&self, request: &Request<'_>) -> Cost {
        match request.path.strip_prefix("/api/v1/") {
            Some("probe" | "line" | "review" | "endings") => Cost::Probes,
            Some(path) if request.is_read() && path.starts_with("endings/") => self.cost_of_ending(path, request.query),
            _ => Cost::Little,
        }
    }

    /// What an ending, or a list of its positions, takes. What has an error for an answer takes no pass.
    #[cfg(feature = "generate")]
    fn cost_of_ending(&self, path: &str, query: &str) -> Cost {
        let needs_pass = match path.trim_start_matches("endings/").split_once('/') {
            None => self.needs_histogram(path.trim_start_matches("endings/"), query),
            Some((name, "positions")) => self.needs_search(name, query),
            Some(_) => false,
        };
        if needs_pass { Cost::Pass } else { Cost::Probes }
    }

    #[cfg(not(feature = "generate"))]
    fn cost_of_ending(&self, _: &str, _: &str) -> Cost {
        Cost::Probes
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request<'_>) -> Reply {
        self.answer_pausing(request, &|| ())
    }

    /// Answers a request. A [pass](Cost::Pass) calls `pause` often, from each thread of the current rayon pool. It may wait, to
    /// leave the processor to others; the time of a list runs on.
    pub fn answer_pausing(&self, request: &Request<'_>, pause: Pause<'_>) -> Reply {
        self.try_answer(request, pause).unwrap_or_else(|problem| problem.in_lang(request.lang()).into())
    }

    #[cfg_attr(not(feature = "generate"), allow(unused_variables))]
    fn try_answer(&self, request: &Request<'_>, pause: Pause<'_>) -> Result<Reply, Problem> {
        let path = request.path.strip_prefix("/api/v1/").ok_or_else(|| Problem::no_path(request.path))?;
        match (path, request.method) {
            ("probe", "POST") => self.answer_lines(request),
            ("probe", _) if !request.is_read() => Err(Problem::method(request.path, "GET, HEAD and POST")),
            ("line" | "endings" | "openapi.json", _) if !request.is_read() => {
                Err(Problem::method(request.path, "GET and HEAD"))
            }
            ("review", "POST") => self.review(request),
            ("review", _) => Err(Problem::method(request.path, "POST")),
            ("probe", _) => self.question(request.query, probe),
            ("line", _) => self.question(request.query, line),
            ("endings", _) => self.endings(request.query),
            ("openapi.json", _) => {
                Query::read(request.query, &[])?;
                Ok(Reply { status: 200, kind: Kind::Json, body: openapi(), lasting: true })
            }
            (path, _) => match path.strip_prefix("endings/") {
                None => Err(Problem::no_path(request.path)),
                Some(_) if !request.is_read() => Err(Problem::method(request.path, "GET and HEAD")),
                Some(rest) => match rest.split_once('/') {
                    None => self.ending(rest, request.query, pause),
                    #[cfg(feature = "generate")]
                    Some((name, "positions")) => self.positions(name, request.query, pause),
                    Some(_) => Err(Problem::no_path(request.path)),
                },
            },
        }
    }

    /// Answers a question with the tables of its game.
    fn question(
        &self,
        query: &str,
        answer: impl Fn(&AnyTablebase, &Question) -> Result<Reply, Problem>,
    ) -> Result<Reply, Problem> {
        let query = Query::read(query, QUESTION)?;
        let question = query.question()?;
        if query.get("fen").is_none() {
            return Err(Problem::parameter(
                "the parameter fen is missing; expected a position such as W:WKa1,c3:BKh8",
                "нет параметра fen; нужна позиция, например W:WKa1,c3:BKh8",
            ));
        }
        answer(self.tables(question.game)?, &question)
    }

    /// What the parameters say of each line of a body.
    ///
    /// # Errors
    /// [`Problem`], if they are wrong.
    pub fn defaults(&self, query: &str) -> Result<Defaults, Problem> {
        let question = Query::read(query, &QUESTION[1..])?.question()?;
        if question.clock.is_some() && question.three_kings_moves.is_some() {
            return Err(Problem::from(QuestionError::TwoClocks));
        }
        self.tables(question.game)?;
        Ok(Defaults(question))
    }

    /// Answers a body of lines at once; a server that gets it in pieces uses [`Lines`].
    fn answer_lines(&self, request: &Request<'_>) -> Result<Reply, Problem> {
        let defaults = self.defaults(request.query)?;
        let (mut lines, mut body) = (Lines::default(), String::new());
        for line in lines.push(request.body).into_iter().chain(lines.end()) {
            body += &self.answer_line(&defaults, &line);
        }
        Ok(Reply { status: 200, kind: Kind::Lines, body, lasting: false })
    }
}

#[cfg(all(test, feature = "generate"))]
mod tests {
    use super::*;
    use bolshak::probe::Tablebase;

    #[test]
    fn only_what_reads_whole_tables_is_a_pass() {
        let api = Api::new([Tablebase::built_in().into()]);
        let cost = |path: &str, query| api.cost(&Request::get(&format!("/api/v1/endings/{path}"), query));
        for (path, query) in [("KKvK", ""), ("KvK", "histogram=true"), ("KKvK/positions", "of=longest")] {
            assert_eq!(cost(path, query), Cost::Pass, "{path} {query}");
        }
        let wrong =
            ["of=foo", "of=longest&side=3", "of=longest&limit=0", "of=longest&game=poddavki", "of=longest&x=1", ""];
        let none = [("QQ", ""), ("KKKKvKKKK", ""), ("KKvK", "histogram=false"), ("KKvK", "game=x"), ("KKvK/x", "")];
        let lists = [("QQ/positions", "of=longest"), ("KKKKvKKKK/positions", "of=longest")];
        let wrong = wrong.map(|query| ("KKvK/positions", query));
        for (path, query) in none.into_iter().chain(lists).chain(wrong) {
            assert_eq!(cost(path, query), Cost::Probes, "{path} {query}");
        }
        api.answer(&Request::get("/api/v1/endings/KKvK", ""));
        assert_eq!(cost("KKvK", ""), Cost::Probes, "its histogram is there");
        api.answer(&Request::get("/api/v1/endings/KKvK/positions", "of=longest"));
        assert_eq!(cost("KKvK/positions", "of=longest&lang=ru"), Cost::Probes, "that list is there");
        for other in ["of=spoilt", "of=longest&limit=3", "of=longest&side=first", "of=longest&dtw=3"] {
            assert_eq!(cost("KKvK/positions", other), Cost::Pass, "{other}");
        }
    }
}
