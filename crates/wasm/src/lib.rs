//! The service without a server, for a page that has the tables itself: from a request to an answer, in a browser.
//!
//! The module imports nothing. The page writes its input into [`input`], and calls a function that reads it: [`game`]
//! and [`table`] name the tables that exist, [`add`] adds one, and [`answer`] answers a request as the service does
//! (`docs/service.md`); the page reads the answer from [`output`]. If a probe needs a table that is not here yet, the
//! answer is a problem that names it in `table`: the page fetches the table, adds it, and repeats the request.
//!
//! A search beyond the tables (`/api/v1/solve`) takes seconds, so a page runs it in a worker, with a module of its own.
//! There is no clock: `positions` limits it. For the module, only the tables that the page has named exist; it reports
//! no other one as missing.
//!
//! With the feature `npm` it is the module of the npm package: it has the built-in tables too, and answers questions about
//! positions alone, which makes it smaller by a third.
//!
//! Nothing here is `unsafe` but the names that the page calls: they must be those of the source.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;

use bolshak_answers::api::{Api, Problem, Reply, Request};
use bolshak_answers::lang::Sentence;
use tables::board::GameName;
use tables::probe::{AnyTablebase, Options};
use tables::table::{InMemory, TableName};
use tables::with_tables;

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Calls a method of the page's only value. A browser calls one function at a time.
fn with<T>(call: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(call)
}

/// Where the page writes the next `length` bytes of its input. Valid until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    with(|page| page.input(length).as_mut_ptr())
}

/// The input names the game of the tables. Forgets all tables. Whether there is such a game.
#[unsafe(no_mangle)]
pub extern "C" fn game() -> bool {
    with(|page| page.game().is_some())
}

/// The input names a table that exists, such as `KKvK.wdl`, and is not here yet. Whether it is a table's name.
#[unsafe(no_mangle)]
pub extern "C" fn table() -> bool {
    with(|page| page.table().is_some())
}

/// The input is a table's name, with that many bytes, and then the table. Whether it is a table's name; a damaged table is an
/// error when it is asked.
#[unsafe(no_mangle)]
pub extern "C" fn add(name: usize) -> bool {
    with(|page| page.add(name).is_some())
}

/// The input is a path with that many bytes, a query with that many, and the body. Answers the request: with a body it is a
/// POST. Returns the status.
#[unsafe(no_mangle)]
pub extern "C" fn answer(path: usize, query: usize) -> u16 {
    with(|page| page.answer(path, query))
}

/// Where the last answer is, in UTF-8. Good until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    with(|page| page.output.as_ptr())
}

/// How many bytes the last answer has.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    with(|page| page.output.len())
}

/// The bytes that unpacked blocks may take. A page asks few positions.
const CACHE: u64 = 16 << 20;

/// Whether this is the module of the npm package.
const NPM: bool = cfg!(feature = "npm");

/// The state of a page.
#[derive(Default)]
struct Page {
    input: Vec<u8>,
    /// The last answer.
    output: String,
    game: GameName,
    /// All tables that exist, and those that are here.
    tables: BTreeMap<TableName, Option<InMemory>>,
    /// The service of these tables, once it was asked.
    api: Option<Api>,
}

impl Page {
    /// Room for the next input.
    fn input(&mut self, length: usize) -> &mut [u8] {
        self.input.clear();
        self.input.resize(length, 0);
        &mut self.input
    }

    /// Takes the game from the input.
    fn game(&mut self) -> Option<()> {
        self.game = str::from_utf8(&self.input).ok()?.parse().ok()?;
        self.tables.clear();
        self.api = None;
        Some(())
    }

    /// Takes the name of a table from the input.
    fn table(&mut self) -> Option<()> {
        let name = str::from_utf8(&self.input).ok()?.parse().ok()?;
        self.tables.entry(name).or_default();
        self.api = None;
        Some(())
    }

    /// Takes a table from the input, behind its name.
    fn add(&mut self, name: usize) -> Option<()> {
        let input = mem::take(&mut self.input);
        let (name, bytes) = input.split_at_checked(name)?;
        let name = str::from_utf8(name).ok()?.parse().ok()?;
        self.tables.insert(name, Some(InMemory::new(bytes.to_vec())));
        self.api = None;
        Some(())
    }

    /// Answers the request in the input, and returns the status.
    fn answer(&mut self, path: usize, query: usize) -> u16 {
        let input = mem::take(&mut self.input);
        let reply = self.reply(&input, path, query).unwrap_or_else(Reply::from);
        self.output = reply.body;
        reply.status
    }

    fn reply(&mut self, input: &[u8], path: usize, query: usize) -> Result<Reply, Problem> {
        let malformed = || Problem::new(400, "bad-parameter", "the request is not as the page writes it");
        let (path, rest) = input.split_at_checked(path).ok_or_else(malformed)?;
        let (query, body) = rest.split_at_checked(query).ok_or_else(malformed)?;
        let text = |bytes| str::from_utf8(bytes).map_err(|_| malformed());
        let method = if body.is_empty() { "GET" } else { "POST" };
        let request = Request { method, path: text(path)?, query: text(query)?, body };
        let answer = if NPM { Api::answer_position } else { Api::answer };
        self.api().map(|api| answer(api, &request)).map_err(|problem| problem.in_lang(request.lang()))
    }

    /// The service of the tables that are here now. Opening some reads their headers alone.
    fn api(&mut self) -> Result<&Api, Problem> {
        let api = match self.api.take() {
            Some(api) => api,
            None => {
                let tables = self.tables.iter().map(|(&name, bytes)| (name, bytes.clone()));
                let options = Options::default().with_cache_bytes(CACHE);
                let opened = AnyTablebase::from_memory(tables, self.game, options)
                    .map_err(|error| Problem::new(500, "table-damaged", Sentence::of(&error)))?;
                Api::new([if NPM {
                    with_tables!(opened, tablebase => tablebase.with_built_in().into())
                } else {
                    opened
                }])
            }
        };
        Ok(self.api.insert(api))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn write(text: &[u8]) {
        with(|page| page.input(text.len()).copy_from_slice(text));
    }

    fn ask(path: &str, query: &str, body: &str) -> (u16, String) {
        write(format!("{path}{query}{body}").as_bytes());
        let status = answer(path.len(), query.len());
        (status, with(|page| page.output.clone()))
    }

    /// Begins with the built-in tables named and none of them here.
    fn begin() {
        write(b"russian");
        assert!(game());
        for ending in ["KvK", "KvM", "KKvK", "KKvM", "KMvK", "KMvM"] {
            for metric in ["wdl", "dtw", "dtz"] {
                write(format!("{ending}.{metric}").as_bytes());
                assert!(table());
            }
        }
    }

    /// Adds the table that an answer misses, and whether it misses one.
    fn fetch(answer: &str) -> bool {
        let Some((_, rest)) = answer.split_once(r#""table":""#) else { return false };
        let (name, _) = rest.split_once('"').unwrap();
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tables").join(name)).unwrap();
        write(&[name.as_bytes(), &bytes].concat());
        assert!(add(name.len()));
        true
    }

    #[test]
    fn tables_are_asked_for_one_by_one_until_the_answer_is_that_of_the_service() {
        begin();
        let query = "fen=W:WKa1,c3:BKh8";
        let mut fetched = 0;
        let answer = loop {
            let (status, answer) = ask("/api/v1/probe", query, "");
            if status == 200 {
                break answer;
            }
            assert_eq!(status, 503, "{answer}");
            assert!(fetch(&answer), "{answer}");
            fetched += 1;
        };
        let service = Api::new([AnyTablebase::built_in(GameName::Russian).unwrap()]);
        assert_eq!(answer, service.answer(&Request::get("/api/v1/probe", query)).body);
        assert!(fetched > 2, "{fetched}");
        begin();
        assert_eq!(ask("/api/v1/probe", query, "").0, 503, "a game forgets the tables");
    }

    #[test]
    fn a_search_has_the_tables_that_are_here_and_misses_none() {
        write(b"russian");
        assert!(game());
        for name in ["KvK.wdl", "KvM.wdl", "KKvK.wdl", "KKvM.wdl", "KMvK.wdl", "KMvM.wdl"] {
            assert!(fetch(&format!(r#""table":"{name}""#)));
        }
        let ask = |positions| ask("/api/v1/solve", &format!("fen=W:Wc3,d4,e3:Ba7,b8&positions={positions}"), "");
        let (status, answer) = ask(100_000);
        assert!(status == 200 && answer.contains(r#""category":"win","theory":"win""#), "{answer}");
        let (status, answer) = ask(0);
        assert!(status == 200 && answer.contains(r#""moves":[{"#) && !answer.contains("theory"), "{answer}");
    }

    #[test]
    fn sentences_are_in_the_language_that_is_asked() {
        begin();
        let (status, answer) = ask("/api/v1/probe", "fen=x&lang=ru", "");
        assert!(status == 400 && answer.contains("«x» не указывает очередь хода"), "{answer}");
        write(b"KvK.wdlnonsense");
        assert!(add(7));
        let (_, answer) = ask("/api/v1/review", "lang=ru", "1. a1-b1 *");
        assert!(answer.contains("партия 1, ? – ?: 1-й ход белых"), "{answer}");
        assert!(ask("/api/v1/probe", "fen=W:WKa1:BKh8&lang=xx", "").1.contains("is not a language"));
    }

    #[test]
    fn a_study_is_checked_once_its_tables_are_here() {
        begin();
        let study = "[FEN \"W:WKg1:Bb8\"] 1. g1-a7 b8-c7 (1... b8-a7) 1-0";
        let answer = loop {
            match ask("/api/v1/study", "goal=win", study) {
                (200, answer) => break answer,
                (status, answer) => assert!(status == 503 && fetch(&answer), "{answer}"),
            }
        };
        let service = Api::new([AnyTablebase::built_in(GameName::Russian).unwrap()]);
        let request = Request { method: "POST", path: "/api/v1/study", query: "goal=win", body: study.as_bytes() };
        assert!(answer == service.answer(&request).body && answer.contains("\"findings\":[{"), "{answer}");
    }

    #[test]
    fn a_malformed_call_is_an_answer_too() {
        begin();
        assert_eq!(ask("/api/v1/probe", "fen=W:WKa1", "").0, 400);
        assert_eq!(ask("/nowhere", "", "").0, 404);
        write(b"abc");
        assert_eq!(answer(4, 0), 400);
        write(b"abc");
        assert_eq!(answer(2, 2), 400);
        write(b"\xff");
        assert_eq!(answer(1, 0), 400);
        assert!(!add(1) && !table() && !game());
        write(b"KvK.wdlnonsense");
        assert!(add(7));
        assert_eq!(ask("/api/v1/probe", "fen=W:WKa1:BKh8", "").0, 500);
    }
}
