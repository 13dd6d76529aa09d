//! A question about a position: as a line, which is a FEN, a line of `find` or an object of JSON, and as it is read.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use crate::lang::{Lang, Sentence};
use bolshak::board::{Fen, FenError, Game, GameName, Position, Russian, short};
use bolshak::probe::{Clock, ClockNote};
use bolshak::rules::{DrawRule, NotThreeKings};

use super::ending::Hit;

/// A position as a text, with the clock, rule and options of the question. [`Question::or`] or the FEN decides what is
/// `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The FEN.
    pub fen: String,
    /// The clock in plies.
    pub clock: Option<u64>,
    /// The clock as moves of the stronger side since three or more kings met one.
    pub three_kings_moves: Option<u32>,
    /// The draw rule.
    #[serde(default, deserialize_with = "named")]
    pub rule: Option<DrawRule>,
    /// The game.
    #[serde(default, deserialize_with = "named")]
    pub game: Option<GameName>,
    /// Whether the moves are wanted.
    pub moves: Option<bool>,
    /// The language of the answer. A line does not name it.
    #[serde(skip)]
    pub lang: Lang,
}

/// A question that cannot be asked.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// It is not an object of JSON with the fields of a question.
    #[error("the line is not a question in JSON: {reason}")]
    Json {
        /// What is wrong.
        reason: String,
    },
    /// The text is not a position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The moves of the stronger side do not count in that position.
    #[error(transparent)]
    NotThreeKings(#[from] NotThreeKings),
    /// The clock is given twice.
    #[error("both clock and three_kings_moves are given; expected one of them")]
    TwoClocks,
    /// The tables that are asked are of another game.
    #[error("the tables are of {here}, not of {asked}")]
    OtherGame {
        /// The game of the question.
        asked: GameName,
        /// The game of the tables.
        here: GameName,
    },
}

impl From<QuestionError> for Sentence {
    fn from(error: QuestionError) -> Sentence {
        let english = error.to_string();
        match error {
            // The reader of JSON writes English.
            QuestionError::Json { reason } => Sentence::new(
                english,
                format!(
                    r#"строка — не вопрос в JSON («{reason}»); нужен объект, например {{"fen":"W:WKa5,Ka7:BKg1","clock":0}}"#
                ),
            ),
            QuestionError::Fen(error) => Sentence::of(&error),
            QuestionError::NotThreeKings(error) => Sentence::of(&error),
            QuestionError::TwoClocks => {
                Sentence::new(english, "заданы и clock, и three_kings_moves; нужно что-нибудь одно")
            }
            QuestionError::OtherGame { asked, here } => {
                Sentence::new(english, format!("здесь таблицы игры {here}, а не {asked}"))
            }
        }
    }
}

impl Question {
    /// The question of a line. A line that begins with a brace is JSON, a line of `find`, with tabs or in JSON, is the position
    /// in it, and any other is a FEN.
    ///
    /// # Errors
    /// [`QuestionError::Json`].
    ///
    /// ```
    /// use bolshak::board::Russian;
    /// use bolshak_answers::json::Question;
    /// let question = Question::of_line::<Russian>(r#"{"fen": "W:WKa5,Ka7:BKg1", "clock": 24}"#)?;
    /// assert_eq!(question.ask::<Russian>()?.clock.plies, 24);
    /// # Ok::<(), bolshak_answers::json::QuestionError>(())
    /// ```
    pub fn of_line<G: Game>(line: &str) -> Result<Question, QuestionError> {
        let line = line.strip_prefix('\u{feff}').unwrap_or(line);
        if line.trim_start().starts_with('{') {
            return serde_json::from_str(line).or_else(|error: serde_json::Error| {
                let hit = serde_json::from_str::<HitLine>(line);
                hit.map(|HitLine { fen, game, .. }| Question { fen, game, ..Question::default() })
                    .map_err(|_| QuestionError::Json { reason: reason(&error) })
            });
        }
        let position = if line.contains('\t') { Hit::position_of::<G>(line) } else { None };
        Ok(Question { fen: position.unwrap_or(line).into(), ..Question::default() })
    }

    /// The same question; what it does not say, and the language, come from another one.
    #[must_use]
    pub fn or(self, other: &Question) -> Question {
        let has_clock = self.clock.is_some() || self.three_kings_moves.is_some();
        Question {
            fen: self.fen,
            clock: if has_clock { self.clock } else { other.clock },
            three_kings_moves: if has_clock { self.three_kings_moves } else { other.three_kings_moves },
            rule: self.rule.or(other.rule),
            game: self.game.or(other.game),
            moves: self.moves.or(other.moves),
            lang: other.lang,
        }
    }

    /// Whether the moves are wanted; by default they are.
    pub fn with_moves(&self) -> bool {
        self.moves.unwrap_or(true)
    }

    /// Reads the position, and makes the question about it.
    ///
    /// # Errors
    /// [`QuestionError`].
    pub fn ask<G: Game>(&self) -> Result<Asked<G>, QuestionError> {
        if let Some(asked) = self.game.filter(|&game| game != G::NAME) {
            return Err(QuestionError::OtherGame { asked, here: G::NAME });
        }
        let fen: Fen<G> = self.fen.parse()?;
        let clock = match (self.clock, self.three_kings_moves) {
            (Some(_), Some(_)) => return Err(QuestionError::TwoClocks),
            (None, Some(moves)) => Some(Clock::three_kings(&fen.position, moves)?),
            (plies, None) => plies.map(Clock::new),
        };
        Ok(Asked { lang: self.lang, ..Asked::new(&fen, clock, self.rule.unwrap_or_default()) })
    }
}

/// A position, the clock and rule that it is asked at, how the draw counter of its FEN was used, and the language of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Asked<G = Russian> {
    /// The position.
    pub position: Position<G>,
    /// The clock, and the draw rule.
    pub clock: Clock,
    /// How the FEN's draw counter was used; `None` if there is nothing to say.
    pub note: Option<ClockNote>,
    /// The language of the note about it.
    pub lang: Lang,
}

impl<G: Game> Asked<G> {
    /// The question about a FEN, at a clock if one is named, see [`Clock::of_fen`]. The rule is that of `rule`, the language English.
    pub fn new(fen: &Fen<G>, clock: Option<Clock>, rule: DrawRule) -> Asked<G> {
        let (clock, note) = Clock::of_fen(fen, clock);
        Asked { position: fen.position, clock: clock.under(rule), note, lang: Lang::En }
    }
}

/// What the reader of JSON says, without its list of all fields.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let letters: Vec<char> = text.split(", expected one of").next().unwrap_or(&text).chars().take(240).collect();
    // A sentence may be longer than what a message quotes.
    letters.chunks(60).map(|part| short(&part.iter().collect::<String>())).collect()
}

/// What a line of `find` in JSON has in any case. Its other fields are answers, not parts of a question.
#[derive(Deserialize)]
struct HitLine {
    fen: String,
    #[serde(default, deserialize_with = "named")]
    game: Option<GameName>,
    #[serde(rename = "ending")]
    _ending: String,
    #[serde(rename = "entry")]
    _entry: u64,
    #[serde(rename = "category")]
    _category: String,
}

/// Reads a text as the name of a value.
fn named<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(deserializer: D) -> Result<Option<T>, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map(|text| text.parse().map_err(D::Error::custom)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_kinds() {
        let of = |line: &str| Question::of_line::<Russian>(line);
        assert_eq!(of("W:WKa1:BKh8").unwrap().fen, "W:WKa1:BKh8");
        assert_eq!(of("W:WKa1:BKh8\tdraw\t-\t-").unwrap().fen, "W:WKa1:BKh8");
        let hit =
            of(r#"{"fen":"x","game":"poddavki","ending":"KvK","entry":1,"capture":false,"category":"win","dtw":7}"#);
        assert_eq!((hit.clone().unwrap().fen, hit.unwrap().game), ("x".into(), Some(GameName::Poddavki)));
        let full = of(r#" {"fen":"x","clock":3,"rule":"none","game":"poddavki","moves":false}"#).unwrap();
        assert_eq!((full.clock, full.rule, full.moves), (Some(3), Some(DrawRule::None), Some(false)));
        assert!(matches!(full.ask::<Russian>(), Err(QuestionError::OtherGame { .. })));
        for wrong in [
            "{",
            "{}",
            r#"{"fen":1}"#,
            r#"{"fen":"x","clok":1}"#,
            r#"{"fen":"x","lang":"ru"}"#,
            r#"{"fen":"x","rule":"y"}"#,
            r#"{"fen":"x","clock":-1}"#,
        ] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_wrong_field_is_named_without_the_others() {
        let error = Question::of_line::<Russian>(r#"{"fen":"x","clok":1}"#).unwrap_err();
        assert_eq!(error.to_string(), "the line is not a question in JSON: unknown field `clok`");
        let russian = Sentence::from(error).in_lang(Lang::Ru);
        let words = "строка — не вопрос в JSON («unknown field `clok`»); нужен объект, например {\"fen\":\"W:WKa5";
        assert!(russian.starts_with(words), "{russian}");
    }

    #[test]
    fn what_a_line_does_not_say_is_taken_from_the_defaults() {
        let defaults = Question { clock: Some(26), rule: Some(DrawRule::None), ..Question::default() };
        let of = |line: &str| Question::of_line::<Russian>(line).unwrap().or(&defaults).ask::<Russian>().unwrap().clock;
        assert_eq!(of("W:WKa5,Ka7:BKg1"), Clock::new(26).under(DrawRule::None));
        assert_eq!(of(r#"{"fen":"W:WKa5,Ka7:BKg1","clock":1,"rule":"15-moves"}"#), Clock::new(1));
        assert_eq!(of(r#"{"fen":"W:WKc1,Kd2,Ka3:BKe1","three_kings_moves":2}"#).plies, 5);
        let russian = Question { lang: Lang::Ru, ..defaults };
        let asked = Question::of_line::<Russian>("W:WKa5,Ka7:BKg1").unwrap().or(&russian).ask::<Russian>().unwrap();
        assert_eq!(asked.lang, Lang::Ru);
    }
}
