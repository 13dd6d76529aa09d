//! Probes of a directory of tables: `cargo bench --bench tables -- --tables DIR`.
//!
//! Positions are random, with equal probability for all entries, or those of searches from random positions. Files are read from
//! the system's cache, as after a first run. Times are wall time in microseconds. Percentiles are of single calls, without the time
//! to read the clock.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Display;
use std::hint::black_box;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};
use std::{env, thread};

use bolshak::board::{Bitboard, Board, Game, Position};
use bolshak::in_game;
use bolshak::index::{Ending, Material, PIECES};
use bolshak::probe::random::{self, Numbers};
use bolshak::probe::{Clock, Options, ProbeError, Tablebase, game_of};
use bolshak::table::{Header, Metric, TableName};

const USAGE: &str = "\
usage: cargo bench --bench tables -- --tables DIR [OPTIONS]
  --pieces N         pieces of the positions [default: the most for which all endings have tables]
  --material ENDING  an ending of the positions, instead of --pieces; may be repeated
  --count N          random positions [default: 200000]
  --seed N           seed of the positions [default: 1]
  --cache MIB        MiB of the cache of unpacked blocks [default: 64]
  --threads N        threads of the figure with several threads [default: 2]
  --no-preload       without the figures that load all categories into memory
  --json             one line of JSON for each figure";

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

#[derive(Clone)]
struct Args {
    tables: PathBuf,
    pieces: Option<u8>,
    material: Vec<Ending>,
    count: usize,
    seed: u64,
    cache: u64,
    threads: usize,
    preload: bool,
    json: bool,
}

fn main() -> Result<()> {
    // A plain `cargo bench` may pass options for the other benches.
    if !env::args().any(|argument| argument == "--tables") {
        println!("{USAGE}");
        return Ok(());
    }
    let args = read(env::args().skip(1)).map_err(|error| format!("{error}\n{USAGE}"))?;
    in_game!(game_of(&args.tables)?.unwrap_or_default(), G => measure::<G>(&args))
}

/// Reads the options.
fn read(mut arguments: impl Iterator<Item = String>) -> Result<Args> {
    fn value<T: FromStr<Err: Display>>(name: &str, text: Option<String>) -> Result<T> {
        let text = text.ok_or_else(|| format!("{name} needs a value"))?;
        text.parse().map_err(|error| format!("{name} {text}: {error}").into())
    }
    let mut args = Args {
        tables: PathBuf::new(),
        pieces: None,
        material: Vec::new(),
        count: 200_000,
        seed: 1,
        cache: 64,
        threads: 2,
        preload: true,
        json: false,
    };
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "--tables" => args.tables = value(&name, arguments.next())?,
            "--pieces" => args.pieces = Some(value(&name, arguments.next())?),
            "--material" => args.material.push(value(&name, arguments.next())?),
            "--count" => args.count = value(&name, arguments.next())?,
            "--seed" => args.seed = value(&name, arguments.next())?,
            "--cache" => args.cache = value(&name, arguments.next())?,
            "--threads" => args.threads = value(&name, arguments.next())?,
            "--no-preload" => args.preload = false,
            "--json" => args.json = true,
            // cargo adds it.
            "--bench" => {}
            _ => return Err(format!("unknown option {name}").into()),
        }
    }
    args.threads = args.threads.max(1);
    Ok(args)
}

/// The depth of the searches in plies, and the number of random positions that they start from.
const DEPTH: u32 = 6;
const ROOTS: usize = 200;

fn measure<G: Game>(args: &Args) -> Result<()> {
    let open = |options| Tablebase::<G>::open_game(&args.tables, options);
    let options = Options::default().with_cache_bytes((args.cache << 20) as _).with_mapped(false);
    let begun = Instant::now();
    let tablebase = open(options)?;
    let opened = begun.elapsed();
    let (endings, has_dtz) = scope(args)?;
    let drawn = random::positions::<G>(&endings, args.count, args.seed);
    let again = random::positions(&endings, args.count, args.seed.wrapping_add(2));
    let met = search(&random::positions(&endings, ROOTS, args.seed.wrapping_add(1)), args.seed);
    let note = |text: String| _ = (!args.json).then(|| println!("  ({text})"));
    if !args.json {
        println!("{} endings of {}, opened in {:.1} ms", endings.len(), args.tables.display(), millis(opened));
        println!("  {:<50}{:>9}{:>10}{:>10}{:>10}{:>10}", "", "asked", "mean", "p50", "p95", "p99");
    }

    let wdl = |tablebase: &Tablebase<G>, position: &Position<G>| tablebase.probe_wdl(position, 0).map(drop);
    let all = |tablebase: &Tablebase<G>, position: &Position<G>| tablebase.probe(position, 0).map(drop);
    let print =
        |what, tablebase: &Tablebase<G>, positions: &[Position<G>]| figure(what, tablebase, positions, wdl, args);
    print("probe_wdl, random, cache empty at first", &tablebase, &drawn)?;
    print("probe_wdl, random, again", &tablebase, &again)?;
    let uncached = open(options.with_cache_bytes(0))?;
    let some = &drawn[..drawn.len().min(20_000)];
    let quiet: Vec<Position<G>> = some.iter().filter(|position| !position.board().must_capture()).copied().collect();
    print("probe_wdl, one block and no cache", &uncached, &quiet)?;
    print("probe_wdl, in searches, cache empty at first", &open(options)?, &met)?;
    let (first, warm) = (&met[..met.len() / 8], open(options)?);
    first.iter().try_for_each(|position| wdl(&warm, position))?;
    print("probe_wdl, in searches, all in the cache", &warm, first)?;
    if has_dtz {
        let at_15 = |tablebase: &Tablebase<G>, position: &Position<G>| tablebase.probe_wdl(position, 15).map(drop);
        figure("probe_wdl at clock 15, random", &tablebase, &drawn, at_15, args)?;
        figure("probe of all values, no cache", &uncached, &quiet, all, args)?;
        figure("probe of all values, random", &open(options)?, some, all, args)?;
        let left_out = left_out(args, &quiet)?;
        figure("probe of all values, side left out", &open(options)?, &left_out, all, args)?;
        let (warm, first) = (open(options.with_cache_bytes(4 << 30))?, &left_out[..left_out.len() / 2]);
        first.iter().try_for_each(|position| all(&warm, position))?;
        figure("probe of all values, side left out, in the cache", &warm, first, all, args)?;
        let rank =
            |tablebase: &Tablebase<G>, position: &Position<G>| tablebase.rank_moves(position, Clock::new(0)).map(drop);
        figure("rank_moves, random", &open(options)?, &some[..some.len() / 10], rank, args)?;
    } else {
        note("without figures of distances, whose tables are missing".into());
    }
    let begun = Instant::now();
    thread::scope(|scope| {
        let parts = drawn.chunks(drawn.len().div_ceil(args.threads).max(1));
        let ask = |part: &[Position<G>]| part.iter().try_for_each(|position| wdl(&tablebase, position));
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || ask(part))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a probe does not panic"))
    })?;
    let what = format!("probe_wdl, random, {} threads together", args.threads);
    line(&what, drawn.len(), micros(begun.elapsed()) / drawn.len() as f64, [None; 3], args.json);
    let begun = Instant::now();
    let mapped = open(options.with_mapped(true))?;
    if endings.iter().all(|ending| mapped.unpacked().contains(ending)) {
        note(format!("mapping unpacked tables took {:.1} ms", millis(begun.elapsed())));
        print("probe_wdl, random, mapped, at first", &mapped, &drawn)?;
        print("probe_wdl, random, mapped, again", &mapped, &drawn)?;
        print("probe_wdl, in searches, mapped", &mapped, &met)?;
    }
    if args.preload {
        let begun = Instant::now();
        let loaded = open(options.with_preload(true))?;
        note(format!("preloading took {:.1} ms", millis(begun.elapsed())));
        print("probe_wdl, random, preloaded", &loaded, &drawn)?;
        print("probe_wdl, in searches, preloaded", &loaded, &met)?;
    }
    Ok(())
}

/// The endings of the positions, and whether these and all later endings have distances to a zeroing move.
fn scope(args: &Args) -> Result<(Vec<Ending>, bool)> {
    let there: BTreeSet<TableName> = TableName::all_in(&args.tables)?.into_iter().collect();
    let has = |ending, metric| there.contains(&TableName { ending, metric });
    let endings = if args.material.is_empty() {
        let is_complete = |&pieces: &u8| Ending::all(pieces).all(|ending| has(ending, Metric::Wdl));
        let most = (2..=PIECES).take_while(is_complete).last().ok_or("tables of 2 pieces are missing")?;
        let pieces = args.pieces.unwrap_or(most);
        if !(2..=most).contains(&pieces) {
            return Err(format!("--pieces {pieces} is not between 2 and {most}, for which all tables are there").into());
        }
        Ending::all(pieces).collect()
    } else {
        args.material.clone()
    };
    let met = Ending::with_successors(&endings);
    match met.iter().find(|&&ending| !has(ending, Metric::Wdl)) {
        Some(missing) => Err(format!("{missing}.wdl is missing").into()),
        None => Ok((endings, met.iter().all(|&ending| has(ending, Metric::Dtz)))),
    }
}

/// The positions whose distances to a zeroing move the tables leave out, so that they follow from the moves.
fn left_out<G: Game>(args: &Args, positions: &[Position<G>]) -> Result<Vec<Position<G>>> {
    let mut headers = BTreeMap::new();
    let mut left_out = Vec::new();
    for position in positions {
        let (ending, mover) = Material::of(&position.board()).ending();
        let header = match headers.entry(ending) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                entry.insert(Header::read_in(&args.tables, TableName { ending, metric: Metric::Dtz })?)
            }
        };
        let side = ending.movers().iter().position(|&other| other == mover);
        if side.is_some_and(|side| !header.has_distances(side)) {
            left_out.push(*position);
        }
    }
    Ok(left_out)
}

/// Probes all positions once, and prints the figure. Half of the chunks are measured as a whole, for the mean, and half call by
/// call, for the percentiles. The two kinds alternate, so that both have the same state of the cache.
fn figure<G: Game>(
    what: &str,
    tablebase: &Tablebase<G>,
    positions: &[Position<G>],
    ask: impl Fn(&Tablebase<G>, &Position<G>) -> std::result::Result<(), ProbeError>,
    args: &Args,
) -> Result<()> {
    /// The number of positions before the kind of measurement changes.
    const CHUNK: usize = 500;
    let (mut singles, mut whole, mut asked) = (Vec::with_capacity(positions.len()), Duration::ZERO, 0);
    for (number, chunk) in positions.chunks(CHUNK).enumerate() {
        if number % 2 == 1 {
            for position in chunk {
                let begun = Instant::now();
                black_box(ask(tablebase, position))?;
                singles.push(begun.elapsed());
            }
        } else {
            let begun = Instant::now();
            for position in chunk {
                black_box(ask(tablebase, position))?;
            }
            whole += begun.elapsed();
            asked += chunk.len();
        }
    }
    singles.sort_unstable();
    let clock = (0..1000).map(|_| Instant::now().elapsed()).min().unwrap_or_default();
    let percentile =
        |share: usize| singles.get(singles.len() * share / 100).map(|time| micros(time.saturating_sub(clock)));
    line(what, positions.len(), micros(whole) / asked.max(1) as f64, [50, 95, 99].map(percentile), args.json);
    Ok(())
}

/// Prints a row of the table, or a line of JSON; a missing percentile is `-` or null.
fn line(what: &str, asked: usize, mean: f64, percentiles: [Option<f64>; 3], json: bool) {
    if json {
        let [p50, p95, p99] = percentiles.map(|time| time.map_or("null".into(), |time| format!("{time:.4}")));
        println!(
            "{{\"what\":\"{what}\",\"questions\":{asked},\"mean\":{mean:.4},\"p50\":{p50},\"p95\":{p95},\"p99\":{p99}}}"
        );
    } else {
        let [p50, p95, p99] = percentiles.map(|time| time.map_or("-".into(), |time| format!("{time:.2}")));
        println!("  {what:<50}{asked:>9}{mean:>10.3}{p50:>10}{p95:>10}{p99:>10}");
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The positions, in order, of a game with random moves and an alpha-beta search from each root. The search goes deeper while
/// captures are pending, and counts material at its leaves.
fn search<G: Game>(roots: &[Position<G>], seed: u64) -> Vec<Position<G>> {
    /// The plies of a random game.
    const GAME: usize = 40;
    let (mut numbers, mut met) = (Numbers::new(seed), Vec::new());
    for root in roots {
        let mut position = *root;
        for _ in 0..GAME {
            met.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(&moves[numbers.below(moves.len() as u64) as usize]);
        }
        alpha_beta(root, DEPTH, -LOST, LOST, &mut met);
    }
    met
}

const LOST: i32 = 1000;

fn alpha_beta<G: Game>(
    position: &Position<G>,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    met: &mut Vec<Position<G>>,
) -> i32 {
    met.push(*position);
    let moves = position.legal_moves();
    let Some(first) = moves.first() else { return -LOST };
    if depth == 0 && !first.is_capture() {
        return material(&position.board());
    }
    for mv in &moves {
        let score = -alpha_beta(&position.after(mv), depth.saturating_sub(1), -beta, -alpha, met);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn material<G: Game>(board: &Board<G>) -> i32 {
    let worth = |men: Bitboard, kings: Bitboard| (men.count_ones() + 3 * kings.count_ones()) as i32;
    worth(board.men, board.kings) - worth(board.enemy_men, board.enemy_kings)
}
