//! Probes random positions on many connections to a running `bolshak serve`, and with the same tables in this process.
//!
//! ```sh
//! cargo run --release --example load_service -- 127.0.0.1:8064 tables 64 60
//! ```
//!
//! A fourth argument is the number of connections of another client, which requests the slowest lists without a pause. Then it
//! measures probes and cheap lists with and without that client. The server must be started with `--client-header X-Forwarded-For`.
//!
//! ```sh
//! cargo run --release --example load_service -- 127.0.0.1:8064 tables 1 30 4
//! ```
//!
//! `scripts/bench-serve` also starts the server and adds its memory.

mod client;
mod lists;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use bolshak::board::{Fen, Position};
use bolshak::index::Ending;
use bolshak::probe::{Tablebase, random::positions};
use bolshak_answers::json::{Answer, Asked};

type Error = Box<dyn std::error::Error + Send + Sync>;
type Result<T> = std::result::Result<T, Error>;

/// The number of positions of each connection, which are probed again and again.
const POSITIONS: usize = 20_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, tables, connections, seconds, others @ ..] = &arguments[..] else {
        return Err("expected an address, a directory, and the numbers of connections and seconds".into());
    };
    let (connections, time) = (connections.parse::<usize>()?, Duration::from_secs(seconds.parse()?));
    let tablebase = Tablebase::open(tables).map_err(|error| error.to_string())?;
    let largest = tablebase.largest();
    let endings: Vec<Ending> =
        tablebase.endings().into_iter().filter(|ending| u32::from(ending.pieces()) == largest).collect();
    let of = |seed: usize| positions(&endings, POSITIONS, seed as u64);
    let all: Vec<Vec<Position>> = (0..connections).map(of).collect();

    if let Some(others) = others.first() {
        return lists::beside(address, &tablebase, &all, time, others.parse()?);
    }
    let times = probes(address, &all, time)?;
    let rate = times.len() as f64 / time.as_secs_f64();
    let mut out = io::stdout().lock();
    writeln!(out, "service: {} answers on {connections} connections, {rate:.0} a second", times.len())?;
    writeln!(out, "  {}", quantiles(&times))?;

    // As many threads as cores, like the server.
    let cores = std::thread::available_parallelism()?.get().min(connections);
    let counts = in_threads(&all[..cores], |positions| in_process(&tablebase, positions, time))?;
    let inside = counts.iter().sum::<u64>() as f64 / time.as_secs_f64();
    writeln!(
        out,
        "in process: {inside:.0} answers a second on {cores} threads; the service has {:.2} of that",
        rate / inside
    )?;
    Ok(())
}

/// The times of answers in ascending order, with a connection for each list of positions.
fn probes(address: &str, all: &[Vec<Position>], time: Duration) -> Result<Vec<Duration>> {
    let asked = |positions: &[Position]| {
        let paths = positions.iter().cycle().map(|position| format!("/api/v1/probe?fen={position}"));
        client::times(address, paths, time)
    };
    let mut times = in_threads(all, asked)?.concat();
    times.sort_unstable();
    Ok(times)
}

/// A percentile of sorted times, in milliseconds.
fn quantile(times: &[Duration], share: f64) -> f64 {
    times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
}

fn quantiles(times: &[Duration]) -> String {
    let at = |share| quantile(times, share);
    format!("p50 {:.2} ms, p99 {:.2} ms, longest {:.2} ms", at(0.5), at(0.99), at(1.0))
}

/// Runs `work` for each list on its own thread.
fn in_threads<P: Sync, T: Send>(all: &[Vec<P>], work: impl Fn(&[P]) -> Result<T> + Sync) -> Result<Vec<T>> {
    std::thread::scope(|scope| {
        let started: Vec<_> = all.iter().map(|positions| scope.spawn(|| work(positions))).collect();
        started.into_iter().map(|thread| thread.join().map_err(|_| "a thread has failed")?).collect()
    })
}

/// The same answers without a server; returns their number.
fn in_process(tablebase: &Tablebase, positions: &[Position], time: Duration) -> Result<u64> {
    let (start, mut count) = (Instant::now(), 0);
    for position in positions.iter().cycle() {
        if start.elapsed() >= time {
            break;
        }
        let fen: Fen = position.to_string().parse()?;
        let answer = Answer::ask(tablebase, &Asked::new(&fen, None, Default::default()), true)?;
        count += u64::from(!serde_json::to_string(&answer)?.is_empty());
    }
    Ok(count)
}
