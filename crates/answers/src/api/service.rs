//! The service: open tables, and the addresses of what is asked of them.

use std::ops::ControlFlow;
#[cfg(feature = "generate")]
use std::time::Duration;

use crate::lang::Sentence;
use bolshak::board::GameName;
use bolshak::probe::AnyTablebase;
use bolshak::rules::DrawRule;
use bolshak::with_tables;

#[cfg(feature = "generate")]
use super::passes::Passes;
use super::reply::{JSON, Problem, Reply};
use super::request::{Pause, Query, Request};

/// The OpenAPI document; its version is that of the library where `openapi.json` is answered.
pub const OPENAPI: &str = include_str!("openapi.json");

/// The cost of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// It only looks at what is in memory.
    Little,
    /// Some probes, which may read files.
    Probes,
    /// A pass over a whole table.
    Pass,
    /// A search, up to its time; see [`Api::answer_pausing`].
    Search,
}

/// Open tables of one or more games, to be asked by requests.
pub struct Api {
    tables: Vec<AnyTablebase>,
    tag: String,
    pub(super) rule: DrawRule,
    #[cfg(feature = "generate")]
    pub(super) passes: Passes,
}

impl Api {
    /// The service of some tables. The first of them are asked if a request names no game.
    pub fn new(tables: impl IntoIterator<Item = AnyTablebase>) -> Api {
        let tables: Vec<AnyTablebase> = tables.into_iter().collect();
        let prints = tables.iter().map(|tables| with_tables!(tables, tablebase => tablebase.fingerprint()));
        let print = prints.fold(0_u64, |all, print| all.rotate_left(1) ^ print);
        Api {
            tag: format!("{print:016x}-{}", env!("CARGO_PKG_VERSION")),
            tables,
            rule: DrawRule::default(),
            #[cfg(feature = "generate")]
            passes: Passes::default(),
        }
    }

    /// A text that is another one for other tables or another version: the same request has the same [lasting](super::Reply::lasting)
    /// answer as long as it is the same.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The same service in a program of that build, which the [tag](Api::tag) then names too.
    #[must_use]
    pub fn with_build(self, build: &str) -> Api {
        Api { tag: format!("{}-{build}", self.tag), ..self }
    }

    /// The same service with another rule for requests that name none; answers name theirs.
    #[must_use]
    pub fn with_rule(self, rule: DrawRule) -> Api {
        Api { tag: format!("{}-{rule}", self.tag), rule, ..self }
    }

    /// The tables of a game, or the first ones.
    pub(super) fn tables(&self, game: Option<GameName>) -> Result<&AnyTablebase, Problem> {
        let of = |tables: &&AnyTablebase| with_tables!(tables, tablebase => Some(tablebase.game()) == game);
        match game {
            None => self.tables.first().ok_or_else(|| {
                Problem::new(404, "no-table", Sentence::new("there are no tables here", "таблиц здесь нет"))
            }),
            Some(game) => self.tables.iter().find(of).ok_or_else(|| Problem::no_game(game)),
        }
    }

    /// The most that an answer will cost.
    pub fn cost(&self, request: &Request<'_>) -> Cost {
        if request.game().is_some() {
            return Cost::Probes;
        }
        match request.path.strip_prefix("/api/v1/") {
            Some("solve") if request.is_read() && !Api::needs_no_search(request.query) => Cost::Search,
            Some("review") if !request.is_read() && !Api::needs_only_tables(request.query) => Cost::Search,
            Some("study") if !request.is_read() && !Api::studies_need_only_tables(request.query) => Cost::Search,
            Some("solve" | "probe" | "line" | "map" | "review" | "study" | "endings") => Cost::Probes,
            Some(path) if request.is_read() => match path.strip_prefix("endings/") {
                #[cfg(feature = "generate")]
                Some(path) if self.needs_pass(path, request.query) => Cost::Pass,
                Some(_) => Cost::Probes,
                None => Cost::Little,
            },
            _ => Cost::Little,
        }
    }

    /// Answers a request.
    pub fn answer(&self, request: &Request<'_>) -> Reply {
        self.answer_pausing(request, &|| ControlFlow::Continue(()))
    }

    /// Answers a request. A [pass](Cost::Pass) and a [search](Cost::Search) call `pause` often, a pass from each thread of the current
    /// rayon pool. It may wait, to leave the processor to others; the time of a list or a search runs on. `Break` ends the work: a list
    /// or the answer of a search is then what is known so far, and there is no histogram.
    pub fn answer_pausing(&self, request: &Request<'_>, pause: Pause<'_>) -> Reply {
        if let Some(game) = request.game() {
            return self.explorer(game, request);
        }
        self.try_answer(request, pause).unwrap_or_else(|problem| problem.in_lang(request.lang()).into())
    }

    /// Answers a request for `/api/v1/probe`, `line` or `solve` of one position, as [`Api::answer`] does, and no other. A program
    /// that calls this alone is a third smaller.
    pub fn answer_position(&self, request: &Request<'_>) -> Reply {
        let reply = match request.path {
            "/api/v1/probe" => self.probe(request.query),
            "/api/v1/line" => self.line(request.query),
            "/api/v1/solve" => self.solve(request.query, &|| ControlFlow::Continue(())),
            path => Err(Problem::no_path(path)),
        };
        reply.unwrap_or_else(|problem| problem.in_lang(request.lang()).into())
    }

    fn try_answer(&self, request: &Request<'_>, pause: Pause<'_>) -> Result<Reply, Problem> {
        let no_path = || Problem::no_path(request.path);
        let path = request.path.strip_prefix("/api/v1/").ok_or_else(no_path)?;
        let is_known = ["probe", "line", "map", "solve", "review", "study", "endings", "openapi.json"].contains(&path);
        let below = path.strip_prefix("endings/");
        if (is_known || below.is_some()) && !request.has_method() {
            return Err(Problem::method(request.path));
        }
        match path {
            "probe" if request.method == "POST" => self.answer_lines(request),
            "probe" => self.probe(request.query),
            "line" => self.line(request.query),
            "map" => self.map(request.query),
            "solve" => self.solve(request.query, pause),
            "review" => self.review(request, pause),
            "study" => self.study(request, pause),
            "endings" => self.endings(request.query),
            "openapi.json" => {
                Query::read(request.query, &[])?;
                let version = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
                let body = OPENAPI.replacen("\"version\": \"0\"", version, 1);
                Ok(Reply { status: 200, media_type: JSON, body, lasting: true })
            }
            _ => match below.map(|below| below.split_once('/').ok_or(below)) {
                Some(Err(name)) => self.ending(name, request.query, pause),
                #[cfg(feature = "generate")]
                Some(Ok((name, "positions"))) => self.positions(name, request.query, pause),
                _ => Err(no_path()),
            },
        }
    }
}

#[cfg(feature = "generate")]
impl Api {
    /// The same service with another limit of the time of a list of positions. A list that reaches it is not complete.
    #[must_use]
    pub fn with_list_time(mut self, list_time: Duration) -> Api {
        self.passes.list_time = list_time;
        self
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
