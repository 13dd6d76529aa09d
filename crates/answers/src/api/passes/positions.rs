//! Lists of an ending's positions: `/api/v1/endings/KKMvK/positions`.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::json::Hit;
use bolshak::board::{Game, GameName};
use bolshak::find::{Choice, Filter, OnlyMove, PliesRange, Search, Zugzwang};
use bolshak::index::{Index, Mover};
use bolshak::probe::{AnyTablebase, EndingStats, ProbeError, Tablebase};
use bolshak::table::Metric;
use bolshak::value::Category;
use bolshak::verify::VerifyError;
use bolshak::with_tables;

use super::super::endings::{ending, no_ending};
use super::super::reply::{JSON, Problem, Reply};
use super::super::request::{Pause, Query};
use super::super::service::Api;
use super::{Asked, Deadline, Of, Passes, resources};

/// The positions that are listed if no number is asked for, and the most of them.
const LISTED: u64 = 20;
const MOST: u64 = 100;

const NAMES: [(&str, Of); 4] =
    [("longest", Of::Longest), ("mutual-zugzwang", Of::Zugzwang), ("only-move", Of::OnlyMove), ("spoilt", Of::Spoilt)];

/// The most entries that a list reads to make the distances that tables omit, and how many in a second: it gets this time besides.
const MOST_MADE: u64 = 200_000_000;
const MADE_A_SECOND: u64 = 10_000_000;

#[derive(Serialize)]
struct Positions {
    ending: String,
    of: &'static str,
    /// Whether time sufficed: if not, there may be others, and the next answer may have more.
    complete: bool,
    positions: Vec<Hit>,
}

impl Api {
    pub(in crate::api) fn positions(&self, name: &str, query: &str, pause: Pause<'_>) -> Result<Reply, Problem> {
        let (asked, tables) = self.asked_positions(name, query)?;
        if let Some(body) = self.passes.lists.get(&asked) {
            return Ok(Reply { status: 200, media_type: JSON, body: body.to_string(), lasting: true });
        }
        let deadline = Deadline::new(Instant::now().checked_add(self.passes.list_time), pause);
        let (positions, complete) = with_tables!(tables, tablebase => self.passes.list(tablebase, &asked, &deadline))?;
        let list = Positions { ending: asked.ending.to_string(), of: asked.of.0, complete, positions };
        let reply = Reply::json(&list, complete)?;
        if complete {
            self.passes.lists.insert(asked, reply.body.as_str().into());
        }
        Ok(reply)
    }

    /// Whether the answer below `endings/` takes a pass: a histogram or a list is asked for, and not made yet. A request with an
    /// error for an answer takes none.
    pub(in crate::api) fn needs_pass(&self, path: &str, query: &str) -> bool {
        match path.split_once('/') {
            None => self.asked_ending(path, query).is_ok_and(|(ending, tables, with_histogram, _)| {
                with_histogram && with_tables!(tables, tablebase => self.passes.needs_histogram(tablebase, ending))
            }),
            Some((name, "positions")) => {
                self.asked_positions(name, query).is_ok_and(|(asked, _)| self.passes.lists.peek(&asked).is_none())
            }
            Some(_) => false,
        }
    }

    /// What a request asks; an error also if there are no tables of the ending.
    fn asked_positions(&self, name: &str, query: &str) -> Result<(Asked, &AnyTablebase), Problem> {
        let ending = ending(name)?;
        let query = Query::read(query, &["of", "side", "limit", "dtw", "game", "lang"])?;
        let names = NAMES.map(|(name, _)| name).join(", ");
        let missing = || {
            Problem::parameter(format!("of is missing; expected {names}"), format!("нет параметра of; нужно {names}"))
        };
        let of = |text: &str| NAMES.into_iter().find(|(name, _)| *name == text);
        let of = query.value("of", of, &format!("is not a list; expected {names}"), &names)?.ok_or_else(missing)?;
        let side = |text: &str| match text {
            "first" => Some(Mover::First),
            "second" => Some(Mover::Second),
            _ => None,
        };
        let mover = query.value("side", side, "is not a side; expected first or second", "first или second")?;
        let limit = query.number_in("limit", 1..=MOST)?.unwrap_or(LISTED);
        let dtw = query.parsed::<PliesRange>("dtw")?;
        let tables = self.tables(query.parsed::<GameName>("game")?)?;
        let (game, exists) =
            with_tables!(tables, tablebase => (tablebase.game(), tablebase.endings().contains(&ending)));
        if !exists {
            return Err(no_ending(ending));
        }
        Ok((Asked { game, ending, of, mover, limit, dtw }, tables))
    }
}

impl Passes {
    /// The positions that are asked for, at most `limit` of each side to move, and whether time sufficed.
    fn list<G: Game>(
        &self,
        tablebase: &Tablebase<G>,
        asked: &Asked,
        deadline: &Deadline<'_>,
    ) -> Result<(Vec<Hit>, bool), Problem> {
        let &Asked { of: (_, of), dtw, limit, .. } = asked;
        let (mut hits, mut complete) = (Vec::new(), true);
        for side in &tablebase.ending_stats(asked.ending)? {
            if asked.mover.is_some_and(|mover| side.mover != mover) {
                continue;
            }
            if side.dtw.is_none() && matches!(of, Of::Longest | Of::OnlyMove) {
                return Err(ProbeError::Missing { ending: side.ending, metric: Metric::Dtw }.into());
            }
            let Some(filter) = filter(of, side, dtw) else { continue };
            let search = |filter| self.searched(tablebase, side, filter, limit, deadline);
            let (mut found, mut whole) = search(filter.clone())?;
            if found.is_empty() && whole && matches!(of, Of::Longest) {
                (found, whole) = search(Filter { quiet: false, ..filter })?;
            }
            if found.is_empty() && !whole && dtw.is_none() && matches!(of, Of::Longest) {
                found.extend(of_header(tablebase, side)?);
            }
            hits.append(&mut found);
            complete &= whole;
        }
        Ok((hits, complete))
    }

    /// At most `limit` positions of a side to move, and whether there is no reason to look for more.
    fn searched<G: Game>(
        &self,
        tablebase: &Tablebase<G>,
        side: &EndingStats<G>,
        filter: Filter,
        limit: u64,
        &Deadline { end, pause, .. }: &Deadline<'_>,
    ) -> Result<(Vec<Hit>, bool), Problem> {
        let (mut hits, sides) = (Vec::new(), [(side.ending, side.mover)]);
        let search = Search::new(&sides, filter, Choice::All).limit(limit).with_resources(resources());
        let (to_make, begun) = (search.to_make(tablebase)?, Instant::now());
        let makes = 0 < to_make && to_make <= MOST_MADE;
        let maker = if makes { self.maker(pause) } else { None };
        if to_make > 0 && maker.is_none() {
            return Ok((hits, false));
        }
        let later = Duration::from_secs(to_make / MADE_A_SECOND) + begun.elapsed();
        let deadline = Deadline::new(end.and_then(|end| end.checked_add(later)), pause);
        let flow = search.run(tablebase, &deadline, |ending, found| {
            hits.push(Hit::new(ending, found));
            Ok::<_, VerifyError>(ControlFlow::Continue(()))
        })?;
        let whole = flow.is_continue() || hits.len() as u64 >= limit;
        Ok((hits, whole))
    }
}

/// The longest win that the header of the table names, which costs no search.
fn of_header<G: Game>(tablebase: &Tablebase<G>, side: &EndingStats<G>) -> Result<Option<Hit>, Problem> {
    let Some((_, position)) = side.dtw.and_then(|longest| longest.win) else { return Ok(None) };
    let index = Index::new(side.ending.material(side.mover));
    let entry = tablebase.entry(&index, side.mover, index.rank(&position.board()))?;
    Ok(Filter::default().find(tablebase, &entry)?.map(|found| Hit::new(side.ending, &found)))
}

/// What the positions of a list must be; `None` if there are none.
fn filter<G: Game>(of: Of, side: &EndingStats<G>, dtw: Option<PliesRange>) -> Option<Filter> {
    let longest = side.dtw.and_then(|longest| longest.win).map(|(plies, _)| plies);
    let from = |plies: u16| format!("{plies}..").parse().ok();
    Some(match of {
        // The header knows how long they are, so the search ends with the last that is wanted. Those without a capture pending
        // are found many times as fast, and only if there are none are others looked for.
        Of::Longest => Filter {
            categories: vec![Category::Win, Category::CursedWin],
            dtw: dtw.or(from(longest?)),
            quiet: true,
            ..Filter::default()
        },
        Of::Zugzwang => {
            Filter { zugzwang: vec![Zugzwang::Full, Zugzwang::Half], quiet: true, dtw, ..Filter::default() }
        }
        // Of the first positions with an only move most are won at once, and long wins are rare.
        Of::OnlyMove => {
            Filter { only_move: Some(OnlyMove::Win), quiet: true, dtw: dtw.or(from(longest? / 3)), ..Filter::default() }
        }
        Of::Spoilt => Filter { cursed: true, quiet: true, dtw, ..Filter::default() },
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    use super::*;
    use crate::api::Request;
    use bolshak::index::Ending;
    use bolshak::probe::Options;
    use bolshak::table::{InMemory, TableName};

    #[test]
    fn what_needs_an_absent_table_says_so() {
        let name = |metric| TableName { ending: "KvK".parse().unwrap(), metric };
        let wdl = InMemory::new(include_bytes!("../../../../../tables/KvK.wdl"));
        let tables: Tablebase = Tablebase::from_memory([(name(Metric::Wdl), Some(wdl))], Options::default()).unwrap();
        let api = Api::new([tables.into()]);
        let get = |path: &str, query: &str| api.answer(&Request::get(&format!("/api/v1/endings/{path}"), query));
        for of in ["longest", "only-move"] {
            let reply = get("KvK/positions", &format!("of={of}"));
            assert_eq!(reply.status, 404, "{}", reply.body);
            assert!(reply.body.contains("\"table\":\"KvK.dtw\""), "{}", reply.body);
        }
        let reply = get("KvK", "");
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert!(reply.body.contains("\"note\":\"no histogram: "), "{}", reply.body);
    }

    /// The answer, and how often it was paused.
    fn ask_counting(api: &Api, request: &Request<'_>, flow: ControlFlow<()>) -> (Reply, u32) {
        let pauses = AtomicU32::new(0);
        let pause = || {
            pauses.fetch_add(1, Relaxed);
            flow
        };
        (api.answer_pausing(request, &pause), pauses.into_inner())
    }

    #[test]
    fn a_list_is_searched_once() {
        let api = Api::new([Tablebase::built_in().into()]);
        let ask = |query: &str| {
            let request = Request::get("/api/v1/endings/KKvK/positions", query);
            ask_counting(&api, &request, ControlFlow::Continue(()))
        };
        let (first, pauses) = ask("of=mutual-zugzwang");
        assert!(first.lasting && pauses > 20, "{pauses} pauses: {first:?}");
        assert_eq!(ask("lang=ru&of=mutual-zugzwang"), (first, 0));
        assert!(ask("of=mutual-zugzwang&side=first").1 > 0);
        let api = Api::new([Tablebase::built_in().into()]).with_list_time(Duration::ZERO);
        let reply = api.answer(&Request::get("/api/v1/endings/KKvK/positions", "of=mutual-zugzwang"));
        assert!(!reply.lasting && api.needs_pass("KKvK/positions", "of=mutual-zugzwang"), "{reply:?}");
    }

    #[test]
    fn a_pass_that_is_not_wanted_ends_early() {
        let api = Api::new([Tablebase::built_in().into()]);
        let ask = |path: &str, query: &str| {
            let request = Request::get(path, query);
            let (reply, pauses) = ask_counting(&api, &request, ControlFlow::Break(()));
            assert!(pauses > 0);
            assert!(matches!(api.cost(&request), crate::api::Cost::Pass), "{reply:?}");
            reply
        };
        let list = ask("/api/v1/endings/KKvK/positions", "of=mutual-zugzwang");
        assert!(list.body.contains("\"complete\":false"), "{list:?}");
        assert!(ask("/api/v1/endings/KKvM", "").body.contains("\"note\":\"no histogram: "));
    }

    /// Where time does not suffice, the longest win of the header is listed.
    #[test]
    fn the_header_names_a_longest_win() {
        let tablebase = Tablebase::built_in();
        let over = Deadline::new(Some(Instant::now() - Duration::from_secs(1)), &|| ControlFlow::Continue(()));
        for side in tablebase.stats().unwrap() {
            let Some((plies, position)) = side.dtw.and_then(|longest| longest.win) else { continue };
            let hit = of_header(&tablebase, &side).unwrap().unwrap();
            assert_eq!((hit.fen, hit.dtw), (position.to_string(), Some(plies)));
            let probed = tablebase.probe(&position, 0).unwrap();
            assert_eq!((Some(hit.category), hit.dtz), (probed.category.map(|of| of.name()), probed.dtz.plies()));
        }
        let ending: Ending = "KKvK".parse().unwrap();
        let sides = tablebase.ending_stats(ending).unwrap();
        // A search looks at the clock now and then, so it finds some positions first: they must not be all.
        let filter = filter(Of::Longest, &sides[0], None).unwrap();
        assert!(!Passes::default().searched(&tablebase, &sides[0], filter, u64::MAX, &over).unwrap().1);
    }
}
