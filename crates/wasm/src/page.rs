//! The tables that a page has, and its questions.

use std::collections::BTreeMap;
use std::mem;

use bolshak_answers::api::{Api, Problem, Reply, Request};
use bolshak_answers::lang::Sentence;
use tables::board::GameName;
use tables::probe::{AnyTablebase, Options};
use tables::table::{InMemory, TableName};

/// The bytes that unpacked blocks may take. A page asks few positions.
const CACHE: u64 = 16 << 20;

/// What a page has and wants.
#[derive(Default)]
pub struct Page {
    input: Vec<u8>,
    /// The last answer.
    pub output: String,
    game: GameName,
    /// All tables that exist, and those that are here.
    tables: BTreeMap<TableName, Option<InMemory>>,
    /// The service of these tables, once it was asked.
    api: Option<Api>,
}

impl Page {
    /// Room for the next input.
    pub fn input(&mut self, length: usize) -> &mut [u8] {
        self.input.clear();
        self.input.resize(length, 0);
        &mut self.input
    }

    /// Takes the game from the input.
    pub fn game(&mut self) -> Option<()> {
        self.game = str::from_utf8(&self.input).ok()?.parse().ok()?;
        self.tables.clear();
        self.api = None;
        Some(())
    }

    /// Takes the name of a table from the input.
    pub fn table(&mut self) -> Option<()> {
        let name = str::from_utf8(&self.input).ok()?.parse().ok()?;
        self.tables.entry(name).or_default();
        self.api = None;
        Some(())
    }

    /// Takes a table from the input, behind its name.
    pub fn add(&mut self, name: usize) -> Option<()> {
        let input = mem::take(&mut self.input);
        let (name, bytes) = input.split_at_checked(name)?;
        let name = str::from_utf8(name).ok()?.parse().ok()?;
        self.tables.insert(name, Some(InMemory::new(bytes.to_vec())));
        self.api = None;
        Some(())
    }

    /// Answers the request in the input, and returns the status.
    pub fn answer(&mut self, path: usize, query: usize) -> u16 {
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
        self.api().map(|api| api.answer(&request)).map_err(|problem| problem.in_lang(request.lang()))
    }

    /// The service of the tables that are here now. Opening some reads their headers alone.
    fn api(&mut self) -> Result<&Api, Problem> {
        let api = match self.api.take() {
            Some(api) => api,
            None => {
                let tables = self.tables.iter().map(|(&name, bytes)| (name, bytes.clone()));
                let options = Options::default().with_cache_bytes(CACHE);
                let opened = AnyTablebase::from_memory(tables, self.game, options);
                Api::new([opened.map_err(|error| Problem::new(500, "table-damaged", Sentence::of(&error)))?])
            }
        };
        Ok(self.api.insert(api))
    }
}
