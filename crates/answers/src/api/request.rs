//! A request and its parameters.

use std::fmt::Display;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;
use std::time::Instant;

use crate::json::Question;
use crate::lang::Lang;
use bolshak::Progress;
use bolshak::board::{GameName, percent_decoded, short};
use bolshak::rules::DrawRule;
use bolshak::search::Event;

use super::reply::{Problem, methods};

/// A request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Request<'a> {
    /// `GET`, `HEAD` or `POST`.
    pub method: &'a str,
    /// The path, such as `/api/v1/probe`.
    pub path: &'a str,
    /// What stands behind the question mark, still encoded.
    pub query: &'a str,
    /// The body.
    pub body: &'a [u8],
}

impl<'a> Request<'a> {
    /// A request that reads.
    pub const fn get(path: &'a str, query: &'a str) -> Request<'a> {
        Request { method: "GET", path, query, body: &[] }
    }

    /// Whether it only reads.
    pub fn is_read(&self) -> bool {
        matches!(self.method, "GET" | "HEAD")
    }

    /// Whether [`Api::answer`](super::Api::answer) has its path; other paths are those of a server.
    pub fn is_of_api(&self) -> bool {
        self.path.starts_with("/api/") || self.game().is_some()
    }

    /// The game that its path at the root names.
    pub(super) fn game(&self) -> Option<GameName> {
        self.path.strip_prefix('/')?.parse().ok()
    }

    /// Whether its path takes its method.
    pub(super) fn has_method(&self) -> bool {
        methods(self.path).split(", ").any(|method| method == self.method)
    }

    /// The language that it asks for, even if the rest of the request is wrong; English if it asks for none.
    pub fn lang(&self) -> Lang {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        let mut values = pairs.filter(|(name, _)| decoded(name).is_ok_and(|name| name == "lang"));
        values.find_map(|(_, value)| decoded(value).ok()?.parse().ok()).unwrap_or_default()
    }
}

/// What long work calls between its parts. `Break` ends the work.
pub(super) type Pause<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

/// Ends the searches of a request when its time is over; `None` if it has no end.
pub(super) struct Within<'a> {
    pub until: Option<Instant>,
    pub pause: Pause<'a>,
}

impl Progress<Event> for Within<'_> {
    fn is_stopped(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until) || (self.pause)().is_break()
    }
}

/// Parameters with their values, each once.
pub(super) struct Query {
    pairs: Vec<(String, String)>,
    /// The language of the answer.
    pub lang: Lang,
}

impl Query {
    /// Reads what stands behind a question mark. Other parameters than the known ones are errors: a misspelt clock must not
    /// be a wrong answer.
    pub fn read(text: &str, known: &[&str]) -> Result<Query, Problem> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            if !known.contains(&&*name) {
                let (name, known) = (short(&name), known.join(", "));
                let (known, others) = match known.as_str() {
                    "" => ("none", ", как и других".into()),
                    known => (known, format!("; есть {known}")),
                };
                return Err(Problem::parameter(
                    format!("\"{name}\" is not a parameter here; expected {known}"),
                    format!("параметра «{name}» здесь нет{others}"),
                ));
            }
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(Problem::parameter(
                    format!("the parameter {name} is given twice"),
                    format!("параметр {name} задан дважды"),
                ));
            }
            pairs.push((name, value));
        }
        let query = Query { pairs, lang: Lang::En };
        let lang = query.parsed("lang")?.unwrap_or_default();
        Ok(Query { lang, ..query })
    }

    /// The value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of a parameter, read as what it stands for.
    pub fn parsed<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Problem> {
        let parsed = |value: &str| value.parse().map_err(|error| wrong(name, error, value, expected(name)));
        self.get(name).map(parsed).transpose()
    }

    /// The value of a parameter as `read` takes it. What is wrong with another one in English, and what it can be in Russian.
    pub fn value<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Option<T>,
        english: &str,
        russian: &str,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let english = || format!("\"{}\" {english}", short(value));
        read(value).map(Some).ok_or_else(|| wrong(name, english(), value, russian))
    }

    /// The value of a parameter that is true or false.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, Problem> {
        let flag = |value: &str| match value {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        };
        self.value(name, flag, "is neither true nor false", "true или false")
    }

    pub fn number<T: FromStr>(&self, name: &str) -> Result<Option<T>, Problem> {
        let number = |value: &str| value.parse().ok().filter(|_| !value.starts_with('+'));
        self.value(name, number, "is not a number; expected one from 0 on", "целое число от 0")
    }

    /// The value of a parameter that is a number of a range.
    pub fn number_in<T: FromStr + PartialOrd + Display>(
        &self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, Problem> {
        let (least, most) = (range.start(), range.end());
        let number =
            |value: &str| value.parse().ok().filter(|number| range.contains(number) && !value.starts_with('+'));
        let english = format!("is not a number from {least} to {most}");
        self.value(name, number, &english, &format!("число от {least} до {most}"))
    }

    /// The question that the parameters ask, under `rule` if they name none; its FEN is empty if there is none.
    pub fn question(&self, rule: DrawRule) -> Result<Question, Problem> {
        Ok(Question {
            fen: self.get("fen").unwrap_or_default().into(),
            clock: self.number("clock")?,
            three_kings_moves: self.number("three_kings_moves")?,
            rule: Some(self.parsed("rule")?.unwrap_or(rule)),
            game: self.parsed("game")?,
            moves: self.flag("moves")?,
            lang: self.lang,
        })
    }
}

/// The problem of a value that a parameter cannot have: what is wrong with it in English, and what it can be in Russian.
fn wrong(name: &str, english: impl Display, value: &str, expected: &str) -> Problem {
    let russian = format!("{name}: «{}» не годится; нужно {expected}", short(value));
    Problem::parameter(format!("{name}: {english}"), russian)
}

/// What a parameter can be that stands for something, in Russian.
fn expected(name: &str) -> &'static str {
    match name {
        "rule" => "15-moves, three-kings или none",
        "game" => "russian, poddavki или draughts-80",
        "lang" => "en или ru",
        // dtw
        _ => "число полуходов не больше 65535 или промежуток, например 20..30, 20.. или ..30; сначала меньшее число",
    }
}

fn decoded(text: &str) -> Result<String, Problem> {
    let wrong = || {
        let text = short(text);
        Problem::parameter(
            format!("\"{text}\" is not encoded as a part of an address"),
            format!("«{text}» закодировано не по правилам адресов"),
        )
    };
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
        let values = ["fen", "clock", "rule", "game"].map(|name| query.get(name));
        assert_eq!(values, [Some("W:WKa1:B Kh8"), Some(""), Some(""), None]);
        assert!(query.question(DrawRule::None).is_err(), "an empty clock is not a number");
        for wrong in ["fen=%", "fen=%a", "fen=%zz", "fen=%ff", "fen=a&fen=b", "clok=1", "%+5=1", "fen=%+5"] {
            assert!(Query::read(wrong, &["fen"]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_language_of_a_wrong_query_is_known_too() {
        for (text, asked) in [
            ("lang=ru", Lang::Ru),
            ("fen=%&%6Cang=r%75&clok", Lang::Ru),
            ("lang=en", Lang::En),
            ("lang=xx", Lang::En),
            ("lang", Lang::En),
            ("fen=lang=ru", Lang::En),
            ("", Lang::En),
        ] {
            assert_eq!(Request::get("", text).lang(), asked, "{text}");
        }
        let read = |text| Query::read(text, &["fen", "lang"]);
        assert!(read("lang=ru").is_ok_and(|query| query.lang == Lang::Ru));
        assert!(read("fen=x").is_ok_and(|query| query.lang == Lang::En));
        assert!(read("lang=xx").is_err() && Query::read("lang=ru", &["fen"]).is_err());
    }
}
