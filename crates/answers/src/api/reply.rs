//! An answer to a request, and the problem of one without an answer (RFC 9457).

use std::path::Path;

use serde::Serialize;

use crate::json::{Asked, QuestionError};
use crate::lang::{Lang, Sentence};
use bolshak::board::{Game, GameName, short};
use bolshak::probe::ProbeError;
use bolshak::shown;
use bolshak::table::{TableError, TableName};

/// The methods that a path takes, as in "GET, HEAD".
pub fn methods(path: &str) -> &'static str {
    match path {
        "/api/v1/probe" => "GET, HEAD, POST",
        "/api/v1/review" | "/api/v1/study" => "POST",
        _ => "GET, HEAD",
    }
}

pub(super) const JSON: &str = "application/json";

/// The media type of a body with an object of JSON in each line.
pub const LINES: &str = "application/jsonl";

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The status, as HTTP numbers it.
    pub status: u16,
    /// The media type of the body.
    pub media_type: &'static str,
    /// The body.
    pub body: String,
    /// Whether the same request has the same answer for as long as the tables are the same.
    pub lasting: bool,
}

impl Reply {
    pub(super) fn json(body: &impl Serialize, lasting: bool) -> Result<Reply, Problem> {
        let body = serde_json::to_string(body).map_err(|error| Problem::new(500, "internal", error.to_string()))?;
        Ok(Reply { status: 200, media_type: JSON, body, lasting })
    }
}

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Reply {
        let body = serde_json::to_string(&problem).unwrap_or_default();
        Reply { status: problem.status, media_type: "application/problem+json", body, lasting: false }
    }
}

/// An error as an object of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// What the status means.
    pub title: &'static str,
    /// The status, as HTTP numbers it.
    pub status: u16,
    /// What happened, for people.
    pub detail: Sentence,
    /// What happened, for programs.
    pub code: &'static str,
    /// The table that is missing, cannot be read or is damaged, such as `KKvM.wdl`; `None` if it is not about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// What was asked; `None` if no position was read.
    #[serde(flatten)]
    pub asked: Option<Box<Unanswered>>,
}

/// A question without an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unanswered {
    /// The position, as an answer would have named it.
    pub fen: String,
    /// The clock that it was asked at.
    pub clock: u64,
}

impl Problem {
    /// A problem with a status of those that the service has.
    pub fn new(status: u16, code: &'static str, detail: impl Into<Sentence>) -> Problem {
        let title = match status {
            400 => "Bad Request",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            413 => "Content Too Large",
            415 => "Unsupported Media Type",
            429 => "Too Many Requests",
            503 => "Service Unavailable",
            _ => "Internal Server Error",
        };
        Problem { title, status, detail: detail.into(), code, table: None, asked: None }
    }

    /// The same about a question that was read, but has no answer.
    pub(super) fn about<G: Game>(self, asked: &Asked<G>) -> Problem {
        let asked = Unanswered { fen: asked.position.to_string(), clock: asked.clock.plies };
        Problem { asked: Some(Box::new(asked)), ..self }
    }

    /// The same, with its detail in a language.
    #[must_use]
    pub fn in_lang(self, lang: Lang) -> Problem {
        Problem { detail: self.detail.in_lang(lang).into(), ..self }
    }

    /// A parameter that is wrong, in English and Russian.
    pub(super) fn parameter(english: impl Into<String>, russian: impl Into<String>) -> Problem {
        Problem::new(400, "bad-parameter", Sentence::new(english, russian))
    }

    pub(super) fn no_path(path: &str) -> Problem {
        let path = short(path);
        let detail = Sentence::new(
            format!("there is nothing at {path}; /api/v1/openapi.json says what there is"),
            format!("по адресу {path} ничего нет; что есть, сказано в /api/v1/openapi.json"),
        );
        Problem::new(404, "no-path", detail)
    }

    pub(super) fn no_game(game: GameName) -> Problem {
        let english = format!("there are no tables of {game} here");
        Problem::new(404, "no-table", Sentence::new(english, format!("таблиц игры {game} здесь нет")))
    }

    /// A method that a path does not have.
    pub fn method(path: &str) -> Problem {
        let methods = methods(path);
        let list = |and| match methods.rsplit_once(", ") {
            Some((others, last)) => format!("{others} {and} {last}"),
            None => methods.into(),
        };
        let detail = Sentence::new(format!("{path} takes {}", list("and")), format!("{path} принимает {}", list("и")));
        Problem::new(405, "method", detail)
    }
}

impl From<QuestionError> for Problem {
    fn from(error: QuestionError) -> Problem {
        match error {
            QuestionError::Fen(_) | QuestionError::NotThreeKings(_) => Problem::new(400, "bad-position", error),
            QuestionError::OtherGame { asked, .. } => Problem::no_game(asked),
            _ => Problem::new(400, "bad-parameter", error),
        }
    }
}

impl From<ProbeError> for Problem {
    fn from(error: ProbeError) -> Problem {
        let detail = Sentence::of(&error);
        match error {
            ProbeError::TooManyPieces { .. } => Problem::new(404, "no-table", detail),
            ProbeError::Missing { ending, metric } => Problem {
                table: Some(TableName { ending, metric }.to_string()),
                ..Problem::new(404, "no-table", detail)
            },
            ProbeError::Table(table) => of_table(&table),
            _ => Problem::new(500, "internal", detail),
        }
    }
}

/// The problem of a table. It names the table, not the directory, which is private.
fn of_table(error: &TableError) -> Problem {
    let (status, code, path): (_, _, &Path) = match error {
        TableError::Read { path, .. } => (503, "table-unreadable", path),
        TableError::Write { path, .. }
        | TableError::Damaged { path, .. }
        | TableError::Replaced { path }
        | TableError::OtherGame { path, .. }
        | TableError::UnknownGame { path, .. }
        | TableError::Version { path, .. } => (500, "table-damaged", path),
        _ => {
            let detail = Sentence::new("a table cannot be read", "таблицу прочитать не удаётся");
            return Problem::new(500, "internal", detail);
        }
    };
    let name = Path::new(path.file_name().unwrap_or_default());
    let detail = Sentence::of(error).map(|text| text.replace(&shown(path), &shown(name)));
    Problem { table: Some(name.to_string_lossy().into_owned()), ..Problem::new(status, code, detail) }
}
