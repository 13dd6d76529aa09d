//! `bolshak serve`: the tables behind a port.
//!
//! Requests are answered by `bolshak_answers::api`, a function without HTTP. Here is what a server adds: connections
//! and their limits, threads, logs. Requests come through `connections` to `router`, which hands the work to the
//! threads of `work`.

pub mod assets;
mod bodies;
mod clients;
mod connections;
mod metrics;
mod passes;
mod response;
mod router;
mod turns;
mod work;

use std::fs::File;
use std::io::{self, Write};
use std::net::IpAddr;
use std::num::{NonZeroU32, NonZeroUsize};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::{Context, Result, bail};
use bolshak::board::{Game, GameName};
use bolshak::in_game;
use bolshak::probe::AnyTablebase;
use bolshak::rules::DrawRule;
use bolshak::table::Metric;
use bolshak_answers::api::Api;
use tokio::net::TcpListener;
use tokio::runtime;

use crate::lang::Said;
use crate::serve::clients::Clients;
use crate::serve::metrics::Metrics;
use crate::serve::passes::Passes;
use crate::serve::response::Service;
use crate::serve::work::{Searches, Work};
use crate::shared::options::{bytes, number, one_of};
use crate::shared::tables::Tables;
use crate::shared::text::endings;

/// Answer positions over HTTP, for programs and for a browser
///
/// The answers are those of probe --json. The service listens only on this machine unless --listen names another
/// address. Ctrl-C or SIGTERM ends it; running answers are finished.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    /// Directory of tables of another game, which requests select (game=poddavki); may be repeated
    #[arg(long, value_name = "DIR")]
    also: Vec<String>,

    /// The address to listen on; 0.0.0.0 and :: mean all addresses of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    listen: IpAddr,

    /// The port to listen on; 0 takes a free one and prints it
    #[arg(long, value_name = "PORT", default_value_t = 8064, value_parser = number(0..=u16::MAX))]
    port: u16,

    /// Threads that read tables [default: one for each core]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u32))]
    threads: Option<u32>,

    /// Requests that run or wait for a thread at once; more are refused (503)
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = number(1..=u32::MAX))]
    at_once: u32,

    /// Connections that are open at once; more are refused (503)
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = number(1..=u32::MAX))]
    connections: u32,

    /// The most bytes of a body, such as 16MiB; longer ones are refused (413)
    #[arg(long, value_name = "SIZE", default_value = "16MiB", value_parser = bytes)]
    body_limit: u64,

    /// Requests per second from one client, with bursts of ten times that number; more are refused (429) [default: no
    /// limit]
    #[arg(long, value_name = "N", value_parser = number(1..=u32::MAX))]
    per_client: Option<u32>,

    /// The header in which a proxy before this server names its client, such as X-Forwarded-For. The limits of each
    /// client and the log use it. Only behind a proxy that sets it
    #[arg(long, value_name = "NAME")]
    client_header: Option<axum::http::HeaderName>,

    /// The draw rule of requests that do not name one: 15-moves, three-kings or none
    #[arg(long, value_name = "RULE", default_value_t)]
    #[arg(value_parser = one_of(DrawRule::ALL), hide_possible_values = true)]
    rule: DrawRule,

    /// Write no line about each request
    #[arg(long)]
    quiet: bool,
}

/// Tables, their description, and the number of their files.
struct Opened {
    tables: AnyTablebase,
    game: GameName,
    words: String,
    files: usize,
}

/// Files that are open besides tables and connections.
const OTHER_FILES: usize = 64;

pub fn run(args: &Args) -> Result<ExitCode> {
    let listener = connections::listener(args.listen, args.port)?;
    let mut opened = vec![open(&args.tables)?];
    for directory in &args.also {
        let other = open(&Tables::in_directory(directory, None))?;
        if opened.iter().any(|before| before.game == other.game) {
            bail!(
                "{directory} has tables of {}, as another directory has; requests name tables by their game",
                other.game
            );
        }
        opened.push(other);
    }
    let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = args.threads.map_or_else(cores, |threads| threads as usize);
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(threads.min(4))
        .max_blocking_threads(threads + 2)
        .thread_name("serve")
        .enable_all()
        .build()
        .context("cannot start threads")?;
    let others = OTHER_FILES + opened.iter().map(|opened| opened.files).sum::<usize>();
    let connections = connections::allowed_connections(args.connections as usize, others);
    let mut words: Vec<String> = opened.iter().map(|opened| opened.words.clone()).collect();
    if connections < args.connections as usize {
        words.push(format!(
            "At most {connections} connections at once: the system allows no more open files (ulimit -n)."
        ));
    }
    let service = Arc::new(Service {
        api: Arc::new(
            Api::new(opened.into_iter().map(|opened| opened.tables)).with_rule(args.rule).with_build(&build()),
        ),
        work: Work::new(threads, args.at_once as usize),
        passes: Passes::new(threads),
        searches: Searches::new(threads),
        metrics: Metrics::default(),
        clients: args.per_client.and_then(NonZeroU32::new).map(Clients::new),
        client_header: args.client_header.clone(),
        body_limit: args.body_limit,
        logs: !args.quiet,
    });
    let ended = runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let address = listener.local_addr()?;
        let mut out = io::stdout();
        for words in &words {
            writeln!(out, "{words}")?;
        }
        writeln!(out, "Listening on http://{address}/ (Ctrl-C ends it)")?;
        out.flush()?;
        connections::serve(listener, service, connections).await
    });
    // A pass over a table that nobody waits for any more must not hold the end back.
    runtime.shutdown_background();
    ended.map(|()| ExitCode::SUCCESS)
}

fn open(tables: &Tables) -> Result<Opened> {
    in_game!(tables.game()?, G => {
        let found = tables.open::<G>()?;
        let (number, largest) = (found.tablebase.endings().len(), found.tablebase.largest());
        if number == 0 {
            bail!("there are no tables to serve");
        }
        let words = format!("{} of up to {largest} pieces, from {}", endings(number), found.names);
        let files = number * Metric::ALL.len();
        Ok(Opened { tables: found.tablebase.into(), game: G::NAME, words, files })
    })
}

/// A text that is another one for another build of the program.
fn build() -> String {
    let mut hasher = blake3::Hasher::new();
    let read =
        std::env::current_exe().and_then(File::open).and_then(|program| hasher.update_reader(program).map(|_| ()));
    read.map_or(String::new(), |()| hasher.finalize().to_hex()[..16].into())
}

fn address(text: &str) -> Result<IpAddr, Said> {
    if text == "localhost" {
        return Ok(IpAddr::from([127, 0, 0, 1]));
    }
    text.parse().map_err(|_| Said::new("expected-address", &[]))
}
