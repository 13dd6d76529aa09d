//! The parameters of a request.

use std::fmt::Display;
use std::str::FromStr;

use crate::board::{percent_decoded, short};
use crate::json::Question;

use super::problem::Problem;

/// Parameters with their values, each once.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    /// Reads what stands behind a question mark. Other parameters than the known ones are errors: a misspelt clock must not
    /// be a wrong answer.
    pub fn read(text: &str, known: &[&str]) -> Result<Query, Problem> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            if !known.contains(&&*name) {
                let known = if known.is_empty() { "none".into() } else { known.join(", ") };
                return Err(Problem::parameter(format!("\"{}\" is no parameter here; expected {known}", short(&name))));
            }
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(Problem::parameter(format!("the parameter {name} is given twice")));
            }
            pairs.push((name, value));
        }
        Ok(Query(pairs))
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, read as what it stands for.
    pub fn parsed<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Problem> {
        let parsed = self.get(name).map(|value| value.parse());
        parsed.transpose().map_err(|error| Problem::parameter(format!("{name}: {error}")))
    }

    /// The value of a parameter that is true or false.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, Problem> {
        match self.get(name) {
            None => Ok(None),
            Some("true" | "1") => Ok(Some(true)),
            Some("false" | "0") => Ok(Some(false)),
            Some(other) => Err(Problem::parameter(format!("{name}: \"{}\" is neither true nor false", short(other)))),
        }
    }

    /// A number.
    fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        let number = |value: &str| value.parse().ok().filter(|_| !value.starts_with('+'));
        match self.get(name) {
            None => Ok(None),
            Some(value) => number(value).map(Some).ok_or_else(|| {
                Problem::parameter(format!("{name}: \"{}\" is no number; expected one from 0 on", short(value)))
            }),
        }
    }

    /// A number of at most so many.
    #[cfg(feature = "generate")]
    pub fn limit(&self, name: &str, default: u64, most: u64) -> Result<u64, Problem> {
        match self.number(name)?.unwrap_or(default) {
            limit if (1..=most).contains(&limit) => Ok(limit),
            limit => Err(Problem::parameter(format!("{name}: {limit} is not from 1 to {most}"))),
        }
    }

    /// The question that the parameters ask; its FEN is empty if there is none.
    pub fn question(&self) -> Result<Question, Problem> {
        Ok(Question {
            fen: self.get("fen").unwrap_or_default().into(),
            clock: self.number("clock")?,
            three_kings_moves: self.number("three_kings_moves")?,
            rule: self.parsed("rule")?,
            game: self.parsed("game")?,
            moves: self.flag("moves")?,
        })
    }
}

/// A name or a value without its encoding.
fn decoded(text: &str) -> Result<String, Problem> {
    let wrong = || Problem::parameter(format!("\"{}\" is not encoded as a part of an address", short(text)));
    let (bytes, is_whole) = percent_decoded(&text.replace('+', " "));
    if !is_whole {
        return Err(wrong());
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let query = Query::read("fen=W%3aWKa1:B+Kh8&clock=&&rule", &["fen", "clock", "rule"]).ok().unwrap();
        assert_eq!(
            (query.get("fen"), query.get("clock"), query.get("rule")),
            (Some("W:WKa1:B Kh8"), Some(""), Some(""))
        );
        assert_eq!(query.get("game"), None);
        assert!(query.question().is_err(), "an empty clock is no number");
        for wrong in ["fen=%", "fen=%a", "fen=%zz", "fen=%ff", "fen=a&fen=b", "clok=1", "%+5=1", "fen=%+5"] {
            assert!(Query::read(wrong, &["fen"]).is_err(), "{wrong}");
        }
    }
}
