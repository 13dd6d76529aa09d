//! `bolshak site`: the page as plain files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bolshak::board::GameName;
use bolshak::index::{Ending, PIECES};
use bolshak::probe::{AnyTablebase, Options};
use bolshak::shown;
use bolshak::table::{InMemory, TableName};
use bolshak::verify::Statistics;
use bolshak_answers::api::{Api, Request};
use bolshak_system as system;
use serde_json::{Value, json};

use crate::lang::Lang;
use crate::serve::assets::{self, POLICY};
use crate::shared::bar;
use crate::shared::files::write_file;
use crate::shared::options::number;
use crate::shared::tables::{Source, options};
use crate::shared::text::bytes as in_bytes;

/// Write the page as plain files, for any static host
///
/// The page is that of serve, and contains the probe: nothing has to run on the host. The tables lie beside it. The
/// browser fetches them ending by ending as they are needed, and can use them later without a network.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    tables: Source,

    /// Directory to write to: a new one, an empty one, or that of an earlier site, whose files are replaced
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Take the tables of up to N pieces
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number(2..=PIECES))]
    pieces: u8,

    /// The probe for browsers, as scripts/wasm builds it [default: probe.wasm beside the program, or where scripts/wasm puts it]
    #[arg(long, value_name = "FILE")]
    wasm: Option<PathBuf>,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let wasm = wasm(args.wasm.as_deref())?;
    let (game, directory) = args.tables.place();
    write(game, directory, args.pieces, &args.out, &wasm)
}

/// What every module of WebAssembly begins with, and the names of two functions that the page calls.
const MAGIC: &[u8] = b"\0asm";
const CALLED: [&[u8]; 2] = [b"answer", b"output"];

/// Where the probe for browsers may lie: with an installed program, or in the directory of the build.
const PLACES: [&str; 3] = ["probe.wasm", "../share/bolshak/probe.wasm", "../wasm/probe.wasm"];

fn wasm(named: Option<&Path>) -> Result<Vec<u8>> {
    let beside = || {
        let program = std::env::current_exe().ok()?;
        PLACES.iter().map(|place| program.with_file_name(place)).find(|path| path.is_file())
    };
    let Some(path) = named.map(Path::to_path_buf).or_else(beside) else {
        bail!(
            "the probe for browsers is not beside the program; packages of a release have probe.wasm, and in a checkout \
             scripts/wasm builds it and prints its path for --wasm"
        );
    };
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", shown(&path)))?;
    let has = |name: &[u8]| bytes.windows(name.len()).any(|window| window == name);
    if !bytes.starts_with(MAGIC) || !CALLED.into_iter().all(has) {
        bail!("{} is not the probe for browsers; expected what scripts/wasm builds", shown(&path));
    }
    Ok(bytes)
}

/// The lists of an ending, and how many positions they have for each side to move: as many as the page shows.
const LISTS: [&str; 4] = ["longest", "mutual-zugzwang", "only-move", "spoilt"];
const LISTED: usize = 6;

/// The directories of a site, and the file that marks a directory as one.
const DIRECTORIES: [&str; 2] = ["tables", "data"];
const MARK: &str = "data/tables.json";

/// Writes the site of the tables in a directory, of up to that many pieces: the page itself last. Removes what an earlier site had
/// besides.
pub fn write(game: GameName, directory: &Path, pieces: u8, out: &Path, wasm: &[u8]) -> Result<ExitCode> {
    may_write(out)?;
    let tables = read(game, directory, pieces)?;
    // The same bytes that the page will have: what is wrong with them is found here.
    let in_memory = tables.iter().map(|(name, bytes)| (*name, Some(InMemory::new(bytes.clone()))));
    let opened = AnyTablebase::from_memory(in_memory, game, Options::default())?;
    // Whatever the machine, the lists are the same.
    let api = Api::new([opened]).with_list_time(Duration::MAX);
    for directory in DIRECTORIES {
        let path = out.join(directory);
        fs::create_dir_all(&path).with_context(|| format!("cannot make the directory {}", shown(&path)))?;
    }
    let mut written = Written { out, names: BTreeSet::new(), print: blake3::Hasher::new() };
    let names: Vec<String> = tables.iter().map(|(name, _)| name.to_string()).collect();
    // First of all, since it marks the directory as a site: where this one ends early, it can be written again.
    written.file(MARK, json!({ "game": game.name(), "tables": names }).to_string().as_bytes())?;
    for ((_, bytes), name) in tables.iter().zip(&names) {
        written.file(&format!("tables/{name}"), bytes)?;
    }
    let mut endings: Vec<Ending> = tables.iter().map(|(name, _)| name.ending).collect();
    endings.dedup();
    data(&api, game, &endings, &mut written)?;
    written.file("probe.wasm", wasm)?;
    let page: Vec<(&str, String)> = page().collect();
    let (index, others): (Vec<_>, Vec<_>) = page.iter().partition(|(name, _)| *name == "index.html");
    for (name, text) in others {
        written.file(name, text.as_bytes())?;
    }
    let begin = ["./", "probe.wasm", MARK, "data/endings.json"];
    let begin: Vec<&str> = begin.into_iter().chain(page.iter().map(|&(name, _)| name)).collect();
    let index = index.first().map_or("", |(_, text)| text);
    // Another one if any file is, or the page itself, which comes last.
    let version = written.print.clone().update(index.as_bytes()).finalize().to_hex();
    written.file("worker.js", worker(&version[..32], &begin).as_bytes())?;
    written.file("index.html", index.as_bytes())?;
    written.remove_others()?;
    let bytes = in_bytes(Lang::En, tables.iter().map(|(_, bytes)| bytes.len() as u64).sum());
    let number = names.len();
    writeln!(io::stdout(), "{} is a site with {number} tables ({bytes}): put it on any host.", shown(out))?;
    Ok(ExitCode::SUCCESS)
}

fn read(game: GameName, directory: &Path, pieces: u8) -> Result<Vec<(TableName, Arc<[u8]>)>> {
    let makes = format!("\"bolshak generate --pieces {pieces}{}\" makes", options(game, directory));
    let names = TableName::all_in(directory)
        .with_context(|| format!("cannot read {}; {makes} tables there", shown(directory)))?;
    let names = names.into_iter().filter(|name| name.ending.pieces() <= pieces);
    let read = |name: TableName| {
        let path = name.path(directory);
        if system::is_unusual(&path) {
            bail!("cannot read {}: it is not a regular file; move it elsewhere", shown(&path));
        }
        Ok((name, Arc::<[u8]>::from(fs::read(&path).with_context(|| format!("cannot read {}", shown(&path)))?)))
    };
    let tables = names.map(read).collect::<Result<Vec<_>>>()?;
    if tables.is_empty() {
        bail!("{} has no tables of up to {pieces} pieces; {makes} them", shown(directory));
    }
    Ok(tables)
}

fn data(api: &Api, game: GameName, endings: &[Ending], written: &mut Written<'_>) -> Result<()> {
    let all = answer(api, "endings", "")?;
    written.file("data/endings.json", all.as_bytes())?;
    let all: Value = serde_json::from_str(&all)?;
    if let Some(first) = all["unreadable"].as_array().and_then(|unreadable| unreadable.first()) {
        bail!("{}: {}", first["ending"].as_str().unwrap_or_default(), first["error"].as_str().unwrap_or_default());
    }
    let bar = bar::new();
    bar::style(&bar, "{pos} of {len} endings", Lang::En);
    bar.set_length(endings.len() as u64);
    for ending in endings {
        bar.set_message(format!("lists of {ending}"));
        written.file(&format!("data/{ending}.json"), answer(api, &format!("endings/{ending}"), "")?.as_bytes())?;
        for of in LISTS {
            let list = answer(api, &format!("endings/{ending}/positions"), &format!("of={of}&limit={LISTED}"))?;
            written.file(&format!("data/{ending}.{of}.json"), list.as_bytes())?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let published = Statistics::published_of(game);
    for ending in published.endings().filter(|ending| !endings.contains(ending)) {
        written.file(&format!("data/{ending}.json"), answer(api, &format!("endings/{ending}"), "")?.as_bytes())?;
    }
    Ok(())
}

fn answer(api: &Api, path: &str, query: &str) -> Result<String> {
    let reply = api.answer(&Request::get(&format!("/api/v1/{path}"), query));
    if reply.status == 200 {
        return Ok(reply.body);
    }
    let problem: Value = serde_json::from_str(&reply.body)?;
    bail!("{path}: {}", problem["detail"].as_str().unwrap_or_default())
}

/// Refuses a directory that has other things than an earlier site.
fn may_write(out: &Path) -> Result<()> {
    let Ok(mut entries) = fs::read_dir(out) else { return Ok(()) };
    if entries.next().is_some() && !out.join(MARK).is_file() {
        bail!("{} is not empty and holds no site; name another directory with --out", shown(out));
    }
    Ok(())
}

struct Written<'a> {
    out: &'a Path,
    names: BTreeSet<String>,
    print: blake3::Hasher,
}

impl Written<'_> {
    /// Writes a file, which replaces an earlier one at once: a host may be sending that.
    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        write_file(&self.out.join(name), bytes)?;
        self.print.update(name.as_bytes()).update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        self.names.insert(name.into());
        Ok(())
    }

    /// Removes all other files of the directories of a site: an earlier one had them.
    fn remove_others(&self) -> Result<()> {
        for directory in DIRECTORIES {
            let path = self.out.join(directory);
            for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", shown(&path)))? {
                let entry = entry?;
                let name = format!("{directory}/{}", entry.file_name().to_string_lossy());
                if !self.names.contains(&name) && entry.file_type()?.is_file() {
                    fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", shown(&entry.path())))?;
                }
            }
        }
        Ok(())
    }
}

/// The source of answers, in the place of that which asks the service, and what else it needs: the probe, its tables, and the
/// worker that searches.
const SOURCE: &str = include_str!("site/files/source.js");
const BESIDE: [(&str, &str); 3] = [
    ("probe.js", include_str!("site/files/probe.js")),
    ("solver.js", include_str!("site/files/solver.js")),
    ("tables.js", include_str!("site/files/tables.js")),
];

/// The service worker, without its first lines.
const WORKER: &str = include_str!("site/files/worker.js");

fn page() -> impl Iterator<Item = (&'static str, String)> {
    let page = assets::ASSETS.iter().map(|&(name, bytes)| match name {
        "index.html" => (name, index(&text(bytes))),
        "source.js" => (name, SOURCE.into()),
        _ => (name, text(bytes)),
    });
    page.chain(BESIDE.map(|(name, text)| (name, text.into())))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const PRELOAD: &str = "<link rel=\"modulepreload\" href=\"source.js\">";

/// The page itself. A static host sends no policy, so it stands in the page; what only the service has goes. The page may do what
/// that of the service may, and run the probe and the workers. A policy in the page itself cannot forbid frames.
fn index(text: &str) -> String {
    let policy = POLICY.replace("; frame-ancestors 'none'", "");
    let policy = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'");
    let preload = |name| PRELOAD.replace("source.js", name);
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    text.replace("<meta charset=\"utf-8\">", &format!("<meta charset=\"utf-8\">\n{meta}"))
        .replace(PRELOAD, &["probe.js", "source.js", "tables.js"].map(preload).join("\n"))
        .replace(" <a href=\"api/v1/openapi.json\">API</a>", "")
        .replace(" The service answers without it, at /api/v1/openapi.json.", "")
}

fn worker(version: &str, files: &[&str]) -> String {
    format!("const VERSION = {version:?};\nconst FILES = {};\n\n{WORKER}", serde_json::Value::from(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_site_has_the_policy_and_nothing_of_the_service() {
        let files: std::collections::BTreeMap<_, _> = page().collect();
        let index = &files["index.html"];
        assert!(index.contains("http-equiv=\"Content-Security-Policy\"") && !index.contains("frame-ancestors"));
        for right in ["script-src 'self' 'wasm-unsafe-eval';", "worker-src 'self';"] {
            assert!(index.contains(right) && !POLICY.contains(right), "{right}");
        }
        assert!(!index.contains("api/v1"), "{index}");
        assert!(!files["source.js"].contains("'api/v1/'"));
        for name in ["probe.js", "tables.js"] {
            assert!(index.contains(&format!("href=\"{name}\"")) && files.contains_key(name), "{name}");
        }
        assert!(files.contains_key("solver.js"));
    }
}
