//! Asks a running `bolshak serve` random positions on many connections, and the same tables in this process.
//!
//! ```sh
//! cargo run --release --example load_service -- 127.0.0.1:8064 tables 64 60
//! ```
//!
//! `scripts/bench-serve` starts the server too, and adds what memory it takes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use bolshak::board::{Fen, Position};
use bolshak::index::Ending;
use bolshak::json::{Answer, Asked};
use bolshak::probe::{Tablebase, random::positions};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// The positions of each connection; they are asked again and again.
const POSITIONS: usize = 20_000;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, tables, connections, seconds] = &arguments[..] else {
        return Err("expected an address, a directory, and the numbers of connections and seconds".into());
    };
    let (connections, time) = (connections.parse::<usize>()?, Duration::from_secs(seconds.parse()?));
    let tablebase = Tablebase::open(tables).map_err(|error| error.to_string())?;
    let largest = tablebase.largest();
    let endings: Vec<Ending> =
        tablebase.endings().into_iter().filter(|ending| u32::from(ending.pieces()) == largest).collect();
    let of = |seed: usize| positions(&endings, POSITIONS, seed as u64);
    let all: Vec<Vec<Position>> = (0..connections).map(of).collect();

    let mut times = in_threads(&all, |positions| over_tcp(address, positions, time))?.concat();
    let count = times.len();
    times.sort_unstable();
    let at = |share: f64| times[((count - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let rate = count as f64 / time.as_secs_f64();
    let mut out = io::stdout().lock();
    writeln!(out, "service: {count} answers on {connections} connections, {rate:.0} a second")?;
    writeln!(out, "  p50 {:.2} ms, p99 {:.2} ms, longest {:.2} ms", at(0.5), at(0.99), at(1.0))?;

    // As many threads as cores, as the server has.
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

/// Does work for each list of positions on a thread of its own.
fn in_threads<T: Send>(all: &[Vec<Position>], work: impl Fn(&[Position]) -> Result<T> + Sync) -> Result<Vec<T>> {
    std::thread::scope(|scope| {
        let started: Vec<_> = all.iter().map(|positions| scope.spawn(|| work(positions))).collect();
        started.into_iter().map(|thread| thread.join().map_err(|_| "a thread has failed")?).collect()
    })
}

/// Asks on one connection, and returns the time of each answer.
fn over_tcp(address: &str, positions: &[Position], time: Duration) -> Result<Vec<Duration>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let (start, mut times, mut line, mut body) = (Instant::now(), Vec::new(), String::new(), Vec::new());
    for position in positions.iter().cycle() {
        if start.elapsed() >= time {
            break;
        }
        let asked = Instant::now();
        write!(stream, "GET /api/v1/probe?fen={position} HTTP/1.1\r\nhost: {address}\r\n\r\n")?;
        let mut length = 0;
        for number in 0.. {
            line.clear();
            reader.read_line(&mut line)?;
            if number == 0 && !line.starts_with("HTTP/1.1 200") {
                return Err(format!("{position}: {line}").into());
            }
            match line.trim_end().split_once(": ") {
                Some(("content-length", bytes)) => length = bytes.parse()?,
                None if number > 0 => break,
                _ => {}
            }
        }
        body.resize(length, 0);
        reader.read_exact(&mut body)?;
        times.push(asked.elapsed());
    }
    Ok(times)
}

/// The same answers without a server; returns how many.
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
