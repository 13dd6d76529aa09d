//! Probes and cheap lists of one client, beside another client with slow lists.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use bolshak::board::{Position, Russian};
use bolshak::index::Ending;
use bolshak::probe::Tablebase;

use super::client::{Client, times};
use super::{Result, in_threads, probes, quantile, quantiles};

const LISTS: [&str; 4] = ["only-move", "mutual-zugzwang", "spoilt", "longest"];

/// Measures probes and cheap lists, first alone, then beside a client that requests slow lists on some connections.
pub fn beside(address: &str, tables: &Tablebase, all: &[Vec<Position>], time: Duration, others: usize) -> Result<()> {
    let lists = cheap(address, tables)?;
    // No list is requested twice, since the server keeps lists.
    let (first, second) = lists.split_at(lists.len() / 2);
    probes(address, all, time / 4)?;
    let measured = |lists| {
        Ok::<_, super::Error>([probes(address, all, time)?, each_once(address, lists, all.len().min(4), time)?])
    };
    let alone = measured(first)?;
    let (slow, ends, asked) = (slow(tables)?, AtomicBool::new(false), AtomicUsize::new(0));
    let beside = scope(|scope| {
        let greedy = || ask_without_pause(address, &slow, &asked, &ends);
        let threads: Vec<_> = (0..others).map(|_| scope.spawn(greedy)).collect();
        sleep(Duration::from_secs(1));
        let beside = measured(second);
        ends.store(true, Relaxed);
        threads.into_iter().try_for_each(|thread| thread.join().map_err(|_| "a thread has failed")?)?;
        beside
    })?;
    let mut out = io::stdout();
    for (number, name) in ["probes", "cheap lists"].into_iter().enumerate() {
        let (alone, beside) = (&alone[number], &beside[number]);
        let ratio = quantile(beside, 0.99) / quantile(alone, 0.99);
        writeln!(
            out,
            "{name}: {} alone, {} beside slow lists; the p99 is {ratio:.2} times as long",
            alone.len(),
            beside.len()
        )?;
        writeln!(out, "  alone   {}\n  beside  {}", quantiles(alone), quantiles(beside))?;
    }
    writeln!(out, "slow lists asked for on {others} connections: {}", asked.into_inner())?;
    Ok(())
}

/// The times of answers to requests, in ascending order; sends each request once.
fn each_once(address: &str, paths: &[String], connections: usize, time: Duration) -> Result<Vec<Duration>> {
    let next = AtomicUsize::new(0);
    let some = |_: &[()]| times(address, std::iter::from_fn(|| paths.get(next.fetch_add(1, Relaxed)).cloned()), time);
    let mut times = in_threads(&vec![Vec::new(); connections], some)?.concat();
    times.sort_unstable();
    Ok(times)
}

/// The addresses of lists of small endings, with several limits, that an idle server has within five milliseconds, shuffled.
fn cheap(address: &str, tables: &Tablebase) -> Result<Vec<String>> {
    const SMALL: u64 = 1_000_000;
    let (mut client, mut lists) = (Client::connect(address, "10.0.0.1")?, Vec::new());
    let small =
        |ending: &Ending| ending.movers().iter().all(|&mover| ending.material(mover).entries::<Russian>() < SMALL);
    for ending in tables.endings().into_iter().filter(small) {
        for (of, side) in LISTS.into_iter().flat_map(|of| [(of, "first"), (of, "second")]) {
            let path = format!("/api/v1/endings/{ending}/positions?of={of}&side={side}&limit=");
            // The first request opens its tables.
            client.get(&format!("{path}99"))?;
            let start = Instant::now();
            if client.get(&format!("{path}100"))? == 200 && start.elapsed() < Duration::from_millis(5) {
                lists.extend((1..99).map(|limit| format!("{path}{limit}")));
            }
        }
    }
    lists.sort_by_cached_key(|path| {
        path.bytes().fold(7_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    });
    Ok(lists)
}

/// The largest endings, with the longest win of a side to move.
fn slow(tables: &Tablebase) -> Result<Vec<(Ending, u16)>> {
    let mut stats = tables.stats()?;
    stats.sort_by_key(|side| Reverse(side.entries));
    let longest = stats.iter().filter_map(|side| Some((side.ending, side.dtw?.win?.0)));
    Ok(longest.take(6).collect())
}

/// Requests positions with rare distances until it is stopped; each needs all entries. All requests are different.
fn ask_without_pause(address: &str, slow: &[(Ending, u16)], asked: &AtomicUsize, ends: &AtomicBool) -> Result<()> {
    let mut client = Client::connect(address, "10.0.0.2")?;
    while !ends.load(Relaxed) {
        let number = asked.fetch_add(1, Relaxed);
        let ((ending, plies), of) = (slow[number % slow.len()], LISTS[number / slow.len() % LISTS.len()]);
        let most = u16::MAX - (number % 60_000) as u16;
        if client.get(&format!("/api/v1/endings/{ending}/positions?of={of}&dtw={plies}..{most}"))? != 200 {
            sleep(Duration::from_secs(1));
        }
    }
    Ok(())
}
