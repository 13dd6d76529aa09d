//! Studies, judged: `/api/v1/study`.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::json::{Either, NotJudged, StudyAnswer};
use crate::lang::{Lang, Sentence};
use bolshak::board::{Color, Game, GameName};
use bolshak::pdn;
use bolshak::probe::ProbeError;
use bolshak::search::Solver;
use bolshak::study::{Aim, Code, Options, Study, StudyError, Task, check};
use bolshak::table::TableError;
use bolshak::with_tables;

use super::reply::{Problem, Reply};
use super::request::{Pause, Query, Request, Within};
use super::review::games;
use super::service::Api;
use super::solve;

type OneStudy = Either<StudyAnswer, NotJudged>;

impl Api {
    /// Whether studies are judged by the tables alone: the limit of the search is 0, or the request is wrong.
    pub(super) fn studies_need_only_tables(query: &str) -> bool {
        !read(query).and_then(|query| solve::limits(&query)).is_ok_and(|limits| limits.memory > 0)
    }

    /// Judges the studies in PDN that a body has, with their solutions and variations.
    ///
    /// The time that the request names is that of all studies together. Without a clock, the positions are those of each question.
    pub(super) fn study(&self, request: &Request<'_>, pause: Pause<'_>) -> Result<Reply, Problem> {
        let query = read(request.query)?;
        let game = query.parsed::<GameName>("game")?;
        let (task, code) = (task(&query)?, code(&query)?);
        let mut limits = solve::limits(&query)?;
        let time = limits.time.take();
        if time == Some(Duration::ZERO) {
            limits = limits.positions(0);
        }
        let games = games(request.body)?;
        let judged: Result<Vec<OneStudy>, Problem> = with_tables!(self.tables(game)?, tablebase => {
            let solver = Solver::try_new(tablebase, limits).map_err(solve::no_memory)?;
            let within = Within { until: time.map(|time| Instant::now() + time), pause };
            games.iter().map(|game| one(&solver, &within, game, task, code, query.lang)).collect()
        });
        Reply::json(&BTreeMap::from([("studies", judged?)]), false)
    }
}

fn read(query: &str) -> Result<Query, Problem> {
    let limits: &[&str] = if solve::HAS_CLOCK { &["seconds"] } else { &["positions"] };
    Query::read(query, &[&["goal", "side", "code", "game", "lang"], limits].concat())
}

/// The task that takes the place of what the studies state.
fn task(query: &Query) -> Result<Option<Task>, Problem> {
    let aim = |name: &str| Aim::ALL.into_iter().find(|aim| aim.name() == name);
    let color = |name: &str| match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    };
    let aim = query.value("goal", aim, "is not a goal; expected win, draw or lock", "win, draw или lock")?;
    let side = query.value("side", color, "is not a side; expected white or black", "white или black")?;
    if aim.is_none() && side.is_some() {
        return Err(Problem::parameter("side needs goal", "параметру side нужен параметр goal"));
    }
    Ok(aim.map(|aim| Task { side: side.unwrap_or(Color::White), aim }))
}

fn code(query: &Query) -> Result<Code, Problem> {
    let code = |name: &str| Code::ALL.into_iter().find(|code| code.name() == name);
    let code = query.value("code", code, "is not a code; expected composition or strict", "composition или strict")?;
    Ok(code.unwrap_or_default())
}

/// Judges a study. A table that cannot be read now is a problem of the whole request, as for a game.
fn one<G: Game>(
    solver: &Solver<'_, G>,
    within: &Within<'_>,
    game: &pdn::Game,
    task: Option<Task>,
    code: Code,
    lang: Lang,
) -> Result<OneStudy, Problem> {
    let unread = |why: Sentence| OneStudy::Failed(NotJudged { number: game.number, error: why.in_lang(lang) });
    let study = match Study::<G>::read(game, task) {
        Ok(study) => study,
        Err(StudyError::Game(error)) => return Ok(unread(Sentence::of(&error.fault))),
        Err(StudyError::Goal(error)) => return Ok(unread(Sentence::of(&error))),
        Err(error) => return Ok(unread(Sentence::of(&error))),
    };
    let time = within.until.map(|until| until.saturating_duration_since(Instant::now()));
    match check(study, solver, &Options { code, time }, within) {
        Ok(checked) => Ok(OneStudy::Found(Box::new(StudyAnswer::new(game, &checked, lang)))),
        Err(error @ ProbeError::Table(TableError::Read { .. })) => Err(error.into()),
        Err(error) => Ok(unread(Problem::from(error).detail)),
    }
}

#[cfg(test)]
mod tests {
    use crate::api::{Api, Cost, Request};
    use bolshak::probe::Tablebase;
    use serde_json::{Value, json};

    fn answer(query: &str, body: &str) -> (u16, Value) {
        let api = Api::new([Tablebase::built_in().into()]);
        let reply = api.answer(&Request { method: "POST", path: "/api/v1/study", query, body: body.as_bytes() });
        (reply.status, serde_json::from_str(&reply.body).unwrap())
    }

    const SOUND: &str = "[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 b8-c7 (1... b8-a7 2. e3-c5) 2. e3-a7 1-0";

    #[test]
    fn studies_are_judged_with_their_variations() {
        let (status, body) = answer("", &format!("{SOUND}\n[FEN \"W:WKg1:Bb8,e5\"] 1. g1-d4 1-0\n[FEN \"x\"] 1-0"));
        let studies = &body["studies"];
        assert_eq!(status, 200, "{body}");
        assert_eq!((&studies[0]["sound"], &studies[0]["faulty"]), (&json!(true), &json!(false)));
        assert_eq!(studies[0]["line"], json!(["g1-e3", "b8-c7", "e3-a7"]));
        assert!(studies[1]["faulty"] == true && studies[1].to_string().contains("gives-away"), "{body}");
        assert_eq!(studies[2]["number"], 3);
        assert!(studies[2]["error"].is_string());
    }

    #[test]
    fn the_task_of_the_request_takes_the_place_of_the_stated_one() {
        let of = |query: &str| answer(query, SOUND).1["studies"][0].clone();
        assert_eq!((&of("")["goal"], &of("")["side"]), (&json!("win"), &json!("white")));
        let black = of("goal=win&side=black");
        assert_eq!((&black["side"], &black["reached"]), (&json!("black"), &json!(false)));
        assert_eq!(of("goal=draw")["sound"], json!(false), "other moves draw as well");
        let unknown =
            |query| answer(query, "[FEN \"W:WKg1:Bb8,e5\"] [Goal \"helpmate\"] 1. g1-e3 *").1["studies"][0].clone();
        assert!(unknown("")["error"].as_str().is_some_and(|error| error.contains("\"helpmate\" is not known")));
        assert!(unknown("lang=ru")["error"].as_str().is_some_and(|error| error.starts_with("задание «helpmate»")));
        for wrong in ["goal=x", "side=black", "goal=win&side=x", "code=x", "seconds=31", "positions=3", "clock=1"] {
            assert_eq!(answer(wrong, SOUND).0, 400, "{wrong}");
        }
    }

    #[test]
    fn positions_above_the_tables_are_searched_within_the_limit() {
        let study = "[FEN \"W:Wc3,d4,e3:Ba7,b8\"] 1. d4-c5 1-0";
        assert_eq!(answer("seconds=20", study).1["studies"][0]["reached"], true);
        assert!(answer("seconds=0", study).1["studies"][0].get("reached").is_none());
        let api = Api::new([Tablebase::built_in().into()]);
        let cost = |query| api.cost(&Request { method: "POST", path: "/api/v1/study", query, body: &[] });
        assert_eq!(
            ["", "seconds=1", "seconds=0", "seconds=x"].map(cost),
            [Cost::Search, Cost::Search, Cost::Probes, Cost::Probes]
        );
        assert_eq!(answer("", "").0, 400);
    }
}
