//! Writing a site.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use bolshak::api::{Api, Request};
use bolshak::board::GameName;
use bolshak::index::Ending;
use bolshak::probe::{AnyTablebase, Options};
use bolshak::table::{InMemory, TableName};
use serde_json::{Value, json};

use super::files;
use crate::cli::shared::amount::bytes as in_bytes;

/// The lists of an ending, and how many positions they have for each side to move: as many as the page shows.
const LISTS: [&str; 4] = ["longest", "mutual-zugzwang", "only-move", "spoilt"];
const LISTED: usize = 6;

/// What a site is made of, and where it goes.
pub struct Site<'a> {
    game: GameName,
    tables: Vec<(TableName, Vec<u8>)>,
    api: Api,
    out: &'a Path,
}

impl<'a> Site<'a> {
    /// Reads the tables of a directory, of up to that many pieces.
    pub fn new(game: GameName, directory: &Path, pieces: u8, out: &'a Path) -> Result<Site<'a>> {
        may_write(out)?;
        let names = TableName::all_in(directory).with_context(|| format!("cannot read {}", directory.display()))?;
        let names = names.into_iter().filter(|name| name.ending.pieces() <= pieces);
        let read = |name: TableName| {
            let path = name.path(directory);
            Ok((name, fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?))
        };
        let tables = names.map(read).collect::<Result<Vec<_>>>()?;
        if tables.is_empty() {
            bail!(
                "{} has no tables of up to {pieces} pieces; \"bolshak generate --pieces {pieces}\" makes them",
                directory.display()
            );
        }
        // The same bytes that the page will have: what is wrong with them is found here.
        let in_memory = tables.iter().map(|(name, bytes)| (*name, Some(InMemory::new(bytes.clone()))));
        let opened = AnyTablebase::from_memory(in_memory, game, Options::default())?;
        Ok(Site { game, tables, api: Api::new([opened]), out })
    }

    /// Writes everything, the page itself last.
    pub fn write(&self, wasm: &[u8]) -> Result<ExitCode> {
        for directory in ["tables", "data"] {
            let path = self.out.join(directory);
            fs::create_dir_all(&path).with_context(|| format!("cannot make the directory {}", path.display()))?;
        }
        let names: Vec<String> = self.tables.iter().map(|(name, _)| name.to_string()).collect();
        for ((_, bytes), name) in self.tables.iter().zip(&names) {
            self.file(&format!("tables/{name}"), bytes)?;
        }
        self.file("data/tables.json", json!({ "game": self.game.name(), "tables": names }).to_string().as_bytes())?;
        self.data()?;
        self.file("probe.wasm", wasm)?;
        let mut begin = vec!["./", "probe.wasm", "data/tables.json", "data/endings.json"];
        let page: Vec<(&str, String)> = files::page().collect();
        begin.extend(page.iter().map(|&(name, _)| name));
        let print = blake3::hash(wasm).to_hex();
        let version = format!("{}-{}", self.api.tag(), &print[..16]);
        self.file("worker.js", files::worker(&version, &begin).as_bytes())?;
        for (name, text) in page.iter().filter(|(name, _)| *name != "index.html") {
            self.file(name, text.as_bytes())?;
        }
        let index = page.iter().find(|(name, _)| *name == "index.html");
        self.file("index.html", index.map_or(&[][..], |(_, text)| text.as_bytes()))?;
        let bytes = self.tables.iter().map(|(_, bytes)| bytes.len() as u64).sum();
        writeln!(
            io::stdout(),
            "{} is a site with {} tables ({}): put it on any host.",
            self.out.display(),
            names.len(),
            in_bytes(bytes)
        )?;
        Ok(ExitCode::SUCCESS)
    }

    /// Writes what the page shows of the endings.
    fn data(&self) -> Result<()> {
        let all = self.answer("endings", "")?;
        self.file("data/endings.json", all.as_bytes())?;
        let all: Value = serde_json::from_str(&all)?;
        let unreadable = all["unreadable"].as_array().and_then(|unreadable| unreadable.first());
        if let Some(first) = unreadable {
            bail!("{}: {}", first["ending"].as_str().unwrap_or_default(), first["error"].as_str().unwrap_or_default());
        }
        let mut endings: Vec<Ending> = self.tables.iter().map(|(name, _)| name.ending).collect();
        endings.dedup();
        for ending in endings {
            self.file(&format!("data/{ending}.json"), self.answer(&format!("endings/{ending}"), "")?.as_bytes())?;
            for of in LISTS {
                let list = self.answer(&format!("endings/{ending}/positions"), &format!("of={of}&limit={LISTED}"))?;
                self.file(&format!("data/{ending}.{of}.json"), list.as_bytes())?;
            }
        }
        Ok(())
    }

    /// What the service answers.
    fn answer(&self, path: &str, query: &str) -> Result<String> {
        let reply = self.api.answer(&Request::get(&format!("/api/v1/{path}"), query));
        if reply.status == 200 {
            return Ok(reply.body);
        }
        let problem: Value = serde_json::from_str(&reply.body)?;
        Err(anyhow!("{path}: {}", problem["detail"].as_str().unwrap_or_default()))
    }

    fn file(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.out.join(name);
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Refuses a directory that has other things than an earlier site.
fn may_write(out: &Path) -> Result<()> {
    let Ok(mut entries) = fs::read_dir(out) else { return Ok(()) };
    if entries.next().is_some() && !out.join("data/tables.json").is_file() {
        bail!("{} is not empty and holds no site; name another directory with --out", out.display());
    }
    Ok(())
}
