//! The answers to positions: `/api/v1/probe`, `/api/v1/line` and `/api/v1/map`, and many questions in one body, one a line.

use crate::json::{Answer, Failure, LineAnswer, Map, MapAnswer, Question, QuestionError};
use crate::lang::Sentence;
use bolshak::board::{Game, Square, short};
use bolshak::probe::Tablebase;
use bolshak::{in_game, with_tables};

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

fn map<G: Game>(tablebase: &Tablebase<G>, question: &Question, query: &Query) -> Result<MapAnswer, Problem> {
    let asked = question.ask::<G>()?;
    let english = "is not the square of a piece; expected one that the position has, such as c3";
    let on_board = |text: &str| Square::<G>::parse(text).ok();
    let is_piece = |square: &Square<G>| asked.position.white_view().occupied() & square.bit() != 0;
    let square = query.value("square", |text| on_board(text).filter(is_piece), english, "поле, где стоит шашка")?;
    let missing = || Problem::parameter("the parameter square is missing", "нет параметра square: поля шашки");
    let square = square.ok_or_else(missing)?;
    let map = Map::ask(tablebase, &asked, square).map_err(|error| Problem::from(error).about(&asked))?;
    Ok(MapAnswer::new(&asked, square, &map.ok_or_else(missing)?))
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

impl Api {
    /// The question of parameters, which must name a position.
    pub(super) fn question(&self, query: &Query) -> Result<Question, Problem> {
        if query.get("fen").is_none() {
            return Err(Problem::parameter(
                "the parameter fen is missing; expected a position such as W:WKa1,c3:BKh8",
                "нет параметра fen; нужна позиция, например W:WKa1,c3:BKh8",
            ));
        }
        query.question(self.rule)
    }

    pub(super) fn probe(&self, query: &str) -> Result<Reply, Problem> {
        let question = self.question(&Query::read(query, QUESTION)?)?;
        let answer = with_tables!(self.tables(question.game)?, tablebase => answer(tablebase, &question))?;
        Reply::json(&answer, true)
    }

    pub(super) fn line(&self, query: &str) -> Result<Reply, Problem> {
        let question = self.question(&Query::read(query, QUESTION)?)?;
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

    pub(super) fn map(&self, query: &str) -> Result<Reply, Problem> {
        let query = Query::read(query, &[&QUESTION[..5], &["square", "lang"]].concat())?;
        let question = self.question(&query)?;
        let answer = with_tables!(self.tables(question.game)?, tablebase => map(tablebase, &question, &query))?;
        Reply::json(&answer, true)
    }

    /// What the parameters say of each line of a body.
    ///
    /// # Errors
    /// [`Problem`], if they are wrong.
    pub fn defaults(&self, query: &str) -> Result<Question, Problem> {
        let question = Query::read(query, &QUESTION[1..])?.question(self.rule)?;
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
        let game = self.tables(defaults.game).map(|tables| with_tables!(tables, tablebase => tablebase.game()));
        let read = in_game!(game.unwrap_or_default(), G => Question::of_line::<G>(&text));
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

#[cfg(test)]
mod tests {
    use bolshak::probe::Tablebase;

    use super::*;

    fn problem(problem: Result<Reply, Problem>) -> (u16, Option<(String, u64)>) {
        let problem = problem.err().unwrap();
        (problem.status, problem.asked.map(|asked| (asked.fen, asked.clock)))
    }

    #[test]
    fn a_position_without_a_table_is_named_as_it_was_read() {
        let api = Api::new([Tablebase::built_in().into()]);
        for ask in [Api::probe, Api::line] {
            let found = problem(ask(&api, "fen=https://lidraughts.org/analysis/russian/w:wka5,25-26:b8:H7"));
            assert_eq!(found, (404, Some(("W:Wb2,d2,Ka5:Bg7".into(), 7))));
            assert_eq!(problem(ask(&api, "fen=W:Wa1")), (400, None));
        }
    }

    #[test]
    fn questions_about_a_position_alone_have_the_same_answers() {
        let api = Api::new([Tablebase::built_in().into()]);
        for path in ["probe", "line", "solve"] {
            for query in ["fen=W:WKa1,c3:BKh8", "fen=x&lang=ru", ""] {
                let path = format!("/api/v1/{path}");
                let request = Request::get(&path, query);
                assert_eq!(api.answer_position(&request), api.answer(&request), "{path}?{query}");
            }
        }
        assert_eq!(api.answer_position(&Request::get("/api/v1/endings", "")).status, 404);
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
}
