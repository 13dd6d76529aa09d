//! Games, judged: `/api/v1/review`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::json::{Either, GameAnswer, UnreadGame};
use crate::lang::{Lang, Sentence};
use bolshak::board::{Game, GameName};
use bolshak::pdn::{self, Played};
use bolshak::probe::{ProbeError, Tablebase};
use bolshak::review::{reach, review, review_beyond};
use bolshak::rules::DrawRule;
use bolshak::search::{Limits, Solver};
use bolshak::table::TableError;
use bolshak::with_tables;

use super::reply::{Problem, Reply};
use super::request::{Pause, Query, Request, Within};
use super::service::Api;
use super::solve;

/// The most bytes of games in one request.
pub const GAMES_BYTES: usize = 1 << 20;

/// The most games, and the most moves of all of them. Each move is judged by some dozen probes.
const MOST: (usize, usize) = (100, 10_000);

type OneGame = Either<GameAnswer, UnreadGame>;

impl Api {
    /// Whether games are judged by the tables alone: no time for a search is named, or the request is wrong.
    pub(super) fn needs_only_tables(query: &str) -> bool {
        !read(query).is_ok_and(|(_, time)| !time.is_zero())
    }

    /// Judges the games in PDN that a body has, in the encodings that [`pdn::decode`] knows.
    ///
    /// Positions that the tables do not know are searched within the seconds that the request names, all games together.
    pub(super) fn review(&self, request: &Request<'_>, pause: Pause<'_>) -> Result<Reply, Problem> {
        let (query, time) = read(request.query)?;
        let rule = query.parsed("rule")?.unwrap_or(self.rule);
        let game = query.parsed::<GameName>("game")?;
        let games = games(request.body)?;
        let judged: Result<Vec<OneGame>, Problem> = with_tables!(self.tables(game)?, tablebase => {
            let limits = Limits::NONE.memory(solve::MEMORY).time(EACH);
            let solver = (!time.is_zero()).then(|| Solver::try_new(tablebase, limits)).transpose().map_err(solve::no_memory)?;
            let within = solver.as_ref().map(|solver| (solver, Within { until: Some(Instant::now() + time), pause }));
            games.iter().map(|game| one(tablebase, within.as_ref(), game, rule, query.lang)).collect()
        });
        Reply::json(&BTreeMap::from([("games", judged?)]), false)
    }
}

/// The parameters of a request, and the time of its searches.
fn read(query: &str) -> Result<(Query, Duration), Problem> {
    // Without a clock there is no search.
    let seconds: &[&str] = if solve::HAS_CLOCK { &["seconds"] } else { &[] };
    let query = Query::read(query, &[&["rule", "game", "lang"], seconds].concat())?;
    let time = solve::time(&query)?.unwrap_or_default();
    Ok((query, time))
}

/// The most time for a position.
const EACH: Duration = Duration::from_secs(1);

/// The games of a body.
pub(super) fn games(body: &[u8]) -> Result<Vec<pdn::Game>, Problem> {
    if body.len() > GAMES_BYTES {
        return Err(too_much(GAMES_BYTES, "bytes", "байт"));
    }
    if pdn::is_binary(body) {
        return Err(no_game("the body is not text; expected games in PDN", "тело — не текст; нужны партии в PDN"));
    }
    let games: Vec<pdn::Game> = pdn::games(&pdn::decode(body)).take(MOST.0 + 1).collect();
    if games.is_empty() {
        return Err(no_game(
            "the body has no game; expected PDN, such as 1. c3-d4 d6-c5 *",
            "в теле нет партии; нужен PDN, например 1. c3-d4 d6-c5 *",
        ));
    }
    if games.len() > MOST.0 {
        return Err(too_much(MOST.0, "games", "партий"));
    }
    if games.iter().map(|game| game.words.len()).sum::<usize>() > MOST.1 {
        return Err(too_much(MOST.1, "moves", "ходов"));
    }
    Ok(games)
}

/// Judges a game. A damaged table is an error only of the games that need it. A table that cannot be read now is a
/// problem of the whole request, which can be repeated: a page does so when it has fetched the table.
fn one<G: Game>(
    tablebase: &Tablebase<G>,
    within: Option<&(&Solver<'_, G>, Within<'_>)>,
    game: &pdn::Game,
    rule: DrawRule,
    lang: Lang,
) -> Result<OneGame, Problem> {
    let review = |played: &Played<G>| match within {
        Some((solver, within)) => review_beyond(solver, reach(tablebase.largest()), played, rule, within),
        None => review(tablebase, played, rule),
    };
    let unread = |why: Sentence| Ok(OneGame::Failed(UnreadGame::new(game, why, lang)));
    match game.play::<G>() {
        Ok(played) => match review(&played) {
            Ok(reviewed) => Ok(OneGame::Found(Box::new(GameAnswer::new(game, &played, &reviewed, lang)))),
            Err(error @ ProbeError::Table(TableError::Read { .. })) => Err(error.into()),
            Err(error) => unread(Problem::from(error).detail),
        },
        Err(error) => unread(Sentence::of(&error.fault)),
    }
}

fn no_game(english: &str, russian: &str) -> Problem {
    Problem::new(400, "no-game", Sentence::new(english, russian))
}

/// The problem of a body with more than `most` of something, named in English and Russian.
fn too_much(most: usize, english: &str, russian: &str) -> Problem {
    let detail = Sentence::new(
        format!("the body has more than {most} {english}; send the games in parts"),
        format!("в теле больше {most} {russian}; отправьте партии частями"),
    );
    Problem::new(413, "body", detail)
}

#[cfg(test)]
mod tests {
    use crate::api::{Api, Cost, Request};
    use bolshak::probe::Tablebase;

    fn answer(query: &str, body: &[u8]) -> (u16, String) {
        let api = Api::new([Tablebase::built_in().into()]);
        let reply = api.answer(&Request { method: "POST", path: "/api/v1/review", query, body });
        (reply.status, reply.body)
    }

    #[test]
    fn a_game_is_judged_and_another_is_said_to_be_wrong() {
        let (status, body) =
            answer("rule=none", b"[FEN \"W:WKa1:BKh8,b6\"] 1. a1:h8 b6-c5 *\n[White \"X\"] 1. a1-b2 *");
        assert_eq!(status, 200, "{body}");
        assert!(body.starts_with(r#"{"games":[{"number":1,"#), "{body}");
        assert!(body.contains(r#""error":"#), "{body}");
    }

    #[test]
    fn positions_above_the_tables_are_searched_within_the_seconds() {
        let game = b"[FEN \"W:Wc3,d4,e3:Ba7,b8\"] 1. d4-c5 b8-c7 2. e3-d4 c7-d6 *";
        assert!(answer("", game).1.contains(r#""moves":[]"#));
        let (status, body) = answer("seconds=20", game);
        assert!(status == 200 && body.contains(r#""proved":[0,"#) && body.contains(r#""best_play":"2-0""#), "{body}");
        assert_eq!(answer("seconds=31", game).0, 400);
        let api = Api::new([Tablebase::built_in().into()]);
        let cost = |query| api.cost(&Request { method: "POST", path: "/api/v1/review", query, body: game });
        assert_eq!(
            ["", "seconds=0", "seconds=x", "seconds=1"].map(cost),
            [Cost::Probes, Cost::Probes, Cost::Probes, Cost::Search]
        );
    }

    #[test]
    fn bodies_that_are_none_or_too_large_are_refused() {
        assert_eq!(answer("", b"").0, 400);
        assert_eq!(answer("", b"{a comment}").0, 400);
        assert_eq!(answer("", b"\x89PNG\0\0").0, 400);
        assert_eq!(answer("clock=3", b"1. c3-d4 *").0, 400);
        assert_eq!(answer("", &vec![b' '; super::GAMES_BYTES + 1]).0, 413);
        assert_eq!(answer("", "1. c3-d4 * ".repeat(101).as_bytes()).0, 413);
        assert_eq!(answer("", "cd4 ".repeat(10_001).as_bytes()).0, 413);
    }
}
