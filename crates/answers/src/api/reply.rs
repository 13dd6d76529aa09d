//! An answer to a request.

use serde::Serialize;

use super::problem::Problem;

/// What a body is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An object of JSON.
    Json,
    /// One object of JSON a line.
    Lines,
    /// A [`Problem`].
    Problem,
}

impl Kind {
    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Kind::Json => "application/json",
            Kind::Lines => "application/jsonl",
            Kind::Problem => "application/problem+json",
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The status, as HTTP numbers it.
    pub status: u16,
    /// What the body is.
    pub kind: Kind,
    /// The body.
    pub body: String,
    /// Whether the same request has the same answer for as long as the tables are the same.
    pub lasting: bool,
}

impl Reply {
    /// An answer in JSON.
    pub(super) fn json(body: &impl Serialize, lasting: bool) -> Result<Reply, Problem> {
        let body = serde_json::to_string(body).map_err(|error| Problem::new(500, "internal", error.to_string()))?;
        Ok(Reply { status: 200, kind: Kind::Json, body, lasting })
    }
}

impl From<Problem> for Reply {
    fn from(problem: Problem) -> Reply {
        let body = serde_json::to_string(&problem).unwrap_or_default();
        Reply { status: problem.status, kind: Kind::Problem, body, lasting: false }
    }
}
