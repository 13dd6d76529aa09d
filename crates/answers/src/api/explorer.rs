//! Positions for the analysis boards of sites: `/russian`, `/poddavki` and `/draughts-80`.

use bolshak::board::GameName;
use bolshak::probe::Clock;
use bolshak::with_tables;

use crate::json::{ExplorerAnswer, QuestionError, explored};

use super::reply::{Problem, Reply};
use super::request::{Query, Request};
use super::service::Api;

impl Api {
    /// Answers a position of a game. Problems are plain text.
    pub(super) fn explorer(&self, game: GameName, request: &Request<'_>) -> Reply {
        self.explored(game, request).unwrap_or_else(|problem| Reply {
            status: problem.status,
            media_type: "text/plain; charset=utf-8",
            body: problem.detail.in_lang(request.lang()),
            lasting: false,
        })
    }

    fn explored(&self, game: GameName, request: &Request<'_>) -> Result<Reply, Problem> {
        if !request.has_method() {
            return Err(Problem::method(request.path));
        }
        // `dtc` says how hard lila-tablebase looks for a distance that there is none of here.
        let question = self.question(&Query::read(request.query, &["fen", "clock", "rule", "dtc", "lang"])?)?;
        let clock = Clock::new(question.clock.unwrap_or(0)).under(question.rule.unwrap_or_default());
        let answer = with_tables!(self.tables(Some(game))?, tablebase => {
            let position = explored(&question.fen).map_err(QuestionError::from)?;
            ExplorerAnswer::ask(tablebase, position.as_ref(), clock)?
        });
        Reply::json(&answer, answer.is_whole())
    }
}
