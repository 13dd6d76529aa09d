//! The fuzz targets without a fuzzer: wrong bytes, planned and random, for a limited time. See `fuzz/README.md`.

// A separate program, since it watches every allocation, and exits if something hangs.
#[path = "it/common/mod.rs"]
#[allow(dead_code)]
mod common;
#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::alloc::{GlobalAlloc, Layout, System};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::abort;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use bolshak::board::{Color, Draughts80, Game, Position, Russian, Shade, Square};
use bolshak::table::Metric;
use common::Random;
use targets::{Case, Edit, Kind, Tables, Texts, check_games, flags};

/// The seconds of each test, unless the environment variable `BOLSHAK_FUZZ_SECONDS` sets them.
const SECONDS: u64 = 10;

/// An input that takes longer hangs.
const HANGS: Duration = Duration::from_secs(120);

/// No table needs an allocation of more bytes here.
const HUGE: usize = 64 << 20;

/// The system's allocator, and the largest allocation.
struct Watched;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

#[allow(unsafe_code)]
// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: as for this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as for this function.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Ordering::Relaxed);
        // SAFETY: as for this function.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        LARGEST.fetch_max(size, Ordering::Relaxed);
        // SAFETY: as for this function.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// The seed of the random inputs: the environment variable `BOLSHAK_FUZZ_SEED`, or a fixed one.
fn seed() -> u64 {
    std::env::var("BOLSHAK_FUZZ_SEED").map_or(1, |text| text.parse().expect("a number"))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|at| u8::from_str_radix(&hex[2 * at..2 * at + 2], 16).expect("hex digits")).collect()
}

/// Checks inputs until they end or the time is over, and prints their number. `BOLSHAK_FUZZ_INPUT` is a single input to check
/// instead, in hex.
fn run(purpose: &str, inputs: impl Iterator<Item = Vec<u8>>, check: impl Fn(&[u8]) -> &'static str) {
    let seconds = std::env::var("BOLSHAK_FUZZ_SECONDS").ok().map(|text| text.parse().expect("a number of seconds"));
    let end = Instant::now() + Duration::from_secs(seconds.unwrap_or(SECONDS));
    let single = std::env::var("BOLSHAK_FUZZ_INPUT").ok().map(|text| bytes_of(&text));
    let inputs: Box<dyn Iterator<Item = Vec<u8>>> = match single {
        Some(input) => Box::new(std::iter::once(input)),
        None => Box::new(inputs),
    };
    let (sender, receiver) = channel::<String>();
    let watch = std::thread::spawn(move || {
        let mut input = String::new();
        loop {
            match receiver.recv_timeout(HANGS) {
                Ok(next) => input = next,
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {
                    eprintln!("hangs for {} s: BOLSHAK_FUZZ_INPUT={input}", HANGS.as_secs());
                    abort();
                }
            }
        }
    });
    let (mut tried, mut slowest) = (0u64, (Duration::ZERO, String::new()));
    let mut outcomes = BTreeMap::<&str, u64>::new();
    for input in inputs {
        let begun = Instant::now();
        if begun >= end {
            break;
        }
        sender.send(hex(&input)).expect("the watch goes on");
        LARGEST.store(0, Ordering::Relaxed);
        let outcome = catch_unwind(AssertUnwindSafe(|| check(&input)))
            .unwrap_or_else(|_| panic!("{purpose}: input {tried}, BOLSHAK_FUZZ_INPUT={}", hex(&input)));
        let largest = LARGEST.load(Ordering::Relaxed);
        assert!(largest <= HUGE, "{purpose}: {largest} bytes at once, BOLSHAK_FUZZ_INPUT={}", hex(&input));
        *outcomes.entry(outcome).or_default() += 1;
        tried += 1;
        if begun.elapsed() > slowest.0 {
            slowest = (begun.elapsed(), hex(&input));
        }
    }
    drop(sender);
    watch.join().expect("the watch ends");
    println!("{purpose}: {tried} inputs, {outcomes:?}, at most {:?} for {}", slowest.0, slowest.1);
    assert!(tried > 0, "no time for any input");
}

/// The numbers most often wrong.
fn number(random: &mut Random) -> u64 {
    let near = |random: &mut Random, number: u64| number.wrapping_add(random.below(5)).wrapping_sub(2);
    match random.below(4) {
        0 => random.below(300),
        1 => near(random, 0),
        2 => {
            let bits = random.below(64);
            near(random, 1 << bits)
        }
        _ => random.below(u64::MAX),
    }
}

fn bytes(random: &mut Random) -> Vec<u8> {
    match random.below(5) {
        0 => vec![random.below(256) as u8],
        1 => number(random).to_le_bytes()[..1 + random.below(8) as usize].into(),
        2 => vec![random.below(256) as u8; random.below(40) as usize],
        3 => (0..random.below(40)).map(|_| random.below(256) as u8).collect(),
        // A frame of equal bytes.
        _ => {
            [&[0, 0x50][..], &(random.below(1 << 14) << 3 | 3).to_le_bytes()[..3], &[random.below(256) as u8]].concat()
        }
    }
}

/// A random case, usually with corrected checksums.
fn case(random: &mut Random, tables: &Tables) -> Case {
    const FIELDS: [u32; 15] = [8, 10, 11, 12, 16, 18, 19, 20, 24, 32, 72, 120, 136, 216, 224];
    let seals = [0, flags::SEAL_HEADER, flags::SEAL_BLOCKS | flags::SEAL_LISTS, flags::SEAL, flags::SEAL];
    let mut flags = seals[random.below(5) as usize];
    for (flag, of) in [
        (flags::LENGTH, 2),
        (flags::ALL_METRICS, 4),
        (flags::PRELOAD, 4),
        (flags::NO_CACHE, 4),
        // These take ten times as long.
        (flags::MANY, 50),
    ] {
        flags |= if random.below(of) == 0 { flag } else { 0 };
    }
    let mut edit = || {
        let kind = Kind::ALL[random.below(Kind::ALL.len() as u64) as usize];
        let at = match kind {
            Kind::Header if random.below(2) == 0 => FIELDS[random.below(FIELDS.len() as u64) as usize],
            Kind::Directory => 9 * random.below(1 << 16) as u32 + [0, 4][random.below(2) as usize],
            Kind::Exceptions => 8 * random.below(1 << 16) as u32,
            _ => random.below(1 << 32) as u32,
        };
        Edit { kind, at, bytes: bytes(random) }
    };
    let edits = (0..1 + edit().at % 3).map(|_| edit()).collect();
    Case { table: random.below(tables.count() as u64) as u8, flags, edits }
}

/// Planned cases in a mixed order: each byte of header and directory with some other values, as it is and with corrected
/// checksums, and the file cut at and around each boundary.
fn planned(mut random: Random, tables: &Tables) -> impl Iterator<Item = Vec<u8>> + use<> {
    const WRITTEN: [u8; 3] = [0, flags::SEAL, flags::SEAL | flags::ALL_METRICS];
    const CUT: [u8; 2] = [0, flags::LENGTH | flags::SEAL];
    let mut plan: Vec<(u8, Kind, u32, u8, Option<u8>)> = Vec::new();
    for number in 0..tables.count() {
        let (name, whole) = tables.table(number);
        let field = |at: usize, size: usize| {
            whole[at..at + size].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte))
        };
        let (blocks, list) = if name.metric == Metric::Wdl {
            (field(260, 5), whole.len() - 8 * field(32, 8))
        } else {
            // The list of blocks follows a count of 5 bytes for each block of categories; the first block starts where the list
            // ends.
            let count = field(32, 8).div_ceil(if name.metric == Metric::Dtw { 8192 } else { 16_384 });
            let list = (256..).step_by(5).find(|at| field(at + 4, 5) == at + 9 * count);
            (list.unwrap() + 9 * count, whole.len())
        };
        assert!(field(10, 1) == name.metric as usize && blocks < list);
        for (at, &byte) in whole[..blocks].iter().enumerate() {
            for value in [byte ^ 1, byte ^ 0x80, byte.wrapping_add(1), byte.wrapping_sub(1), 0, 0xFF] {
                plan.extend(WRITTEN.map(|flags| (number as u8, Kind::Anywhere, at as u32, flags, Some(value))));
            }
        }
        for boundary in [0, 8, 10, 12, 32, 72, 144, 216, 252, 256, 265, blocks, (blocks + list) / 2, list, whole.len()]
        {
            for length in boundary.saturating_sub(9)..boundary + 10 {
                plan.extend(CUT.map(|flags| (number as u8, Kind::Length, length as u32, flags, None)));
            }
        }
    }
    for left in (1..plan.len()).rev() {
        plan.swap(left, random.below(left as u64 + 1) as usize);
    }
    plan.into_iter().map(|(table, kind, at, flags, value)| {
        Case { table, flags, edits: vec![Edit { kind, at, bytes: value.into_iter().collect() }] }.encode()
    })
}

#[test]
fn cases_are_what_they_are_meant_to_be() {
    let (tables, mut random) = (Tables::new(), Random(1));
    let mut outcomes = BTreeMap::<&str, u64>::new();
    for number in 0..tables.count() {
        for flags in [0, flags::SEAL | flags::LENGTH] {
            let edits = vec![Edit { kind: Kind::Unpacked, at: random.below(1 << 32) as u32, bytes: vec![2, 1, 0, 3] }];
            let input = Case { table: number as u8, flags, edits }.encode();
            assert_eq!(Case::decode(&input).encode(), input);
            *outcomes.entry(tables.check(&input)).or_default() += 1;
        }
    }
    let count = |outcome| outcomes.get(outcome).copied().unwrap_or(0);
    let (damaged, forged) = (count("damaged, some answers"), count("forged, some answers"));
    // Blocks of a single value do not unpack.
    assert!(damaged > 48 && forged > 48, "{outcomes:?}");
}

#[test]
fn tables_with_wrong_bytes_by_a_plan() {
    let tables = Tables::new();
    let inputs = planned(Random(1), &tables);
    run("planned tables", inputs, |input| tables.check(input));
}

#[test]
fn tables_with_wrong_bytes_at_random() {
    let (tables, mut random) = (Tables::new(), Random(seed()));
    let inputs = std::iter::repeat_with(|| match random.below(16) {
        0 => (0..random.below(64)).map(|_| random.below(256) as u8).collect(),
        _ => case(&mut random, &tables).encode(),
    });
    run("random tables", inputs, |input| tables.check(input));
}

/// A text with a position and its moves, perhaps corrupted.
fn text<G: Game>(random: &mut Random) -> Vec<u8> {
    const PIECES: [&str; 21] = [
        "W", "B", "K", ":", ",", ".", "-", "x", "\n", " ", "a1", "d4", "a2", "j2", "k8", "32", "40", "21-23", "H0",
        "\u{e9}", "\u{1b}",
    ];
    // Most positions have few pieces, some have many.
    let most = [3, 3, 6, 24][random.below(4) as usize];
    let pieces = 2 + random.below(most - 1);
    let position = random.position::<G>(pieces);
    let mut text = position.to_string();
    if random.below(8) == 0 {
        text = hub(&position);
    }
    if random.below(8) == 0 {
        text = Shade::Light.text::<G>(&text);
    }
    for mv in position.legal_moves().iter().take(random.below(4) as usize) {
        let written = if random.below(2) == 0 { position.move_text(mv) } else { format!("{}x{}", mv.from(), mv.to()) };
        text = format!("{text}\n{written}");
    }
    for _ in 0..random.below(4).saturating_sub(1) {
        let mut places = text.char_indices().map(|(place, _)| place);
        let Some(place) = places.nth(random.below(text.chars().count().max(1) as u64) as usize) else { break };
        match random.below(3) {
            0 => drop(text.remove(place)),
            1 => text.truncate(place),
            _ => text.insert_str(place, PIECES[random.below(PIECES.len() as u64) as usize]),
        }
    }
    text.into_bytes()
}

/// A position as a Hub string.
fn hub<G: Game>(position: &Position<G>) -> String {
    let view = position.white_view();
    let piece = |square: Square<G>| {
        let sets = [(view.men, 'w'), (view.kings, 'W'), (view.enemy_men, 'b'), (view.enemy_kings, 'B')];
        sets.iter().find(|(set, _)| set & square.bit() != 0).map_or('e', |&(_, piece)| piece)
    };
    let turn = if position.turn() == Color::White { 'W' } else { 'B' };
    std::iter::once(turn).chain((1..=G::SQUARES as u8).filter_map(Square::from_number).map(piece)).collect()
}

#[test]
fn texts_of_positions_and_moves() {
    let (texts, mut random) = (Texts::new(), Random(seed()));
    let inputs = std::iter::repeat_with(|| match random.below(16) {
        0 => (0..random.below(64)).map(|_| random.below(256) as u8).collect(),
        1..=5 => text::<Draughts80>(&mut random),
        _ => text::<Russian>(&mut random),
    });
    run("texts", inputs, |input| texts.check(input));
}

/// A file of games: parts of such files in any order, mixed with wrong bytes.
fn games(random: &mut Random) -> Vec<u8> {
    const PARTS: [&str; 64] = [
        "[White \"A\"]",
        "[FEN \"W:WKa1:BKh8\"]",
        "[GameType \"41\"]",
        "[ Event  «A» ]\n",
        "[White A]\n",
        "[",
        "]",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "$2",
        "$",
        "\"",
        "1.",
        "1...",
        "2.",
        "34. ",
        "1)",
        "1",
        "45",
        " ",
        " ",
        "\n",
        "\n\n",
        "\r",
        "\t",
        ",",
        "c3-d4",
        "d6:f4",
        "cd4",
        "22-18",
        "1116",
        "h4",
        "c3 - ",
        " – d4",
        "x",
        "c3×e5",
        "*",
        "2-0",
        "1 - 1",
        "½–½",
        "0,5:0,5",
        "ничья",
        "белые сдались",
        "Белые: Иванов\n",
        "--",
        "...",
        "null",
        "!?",
        "+-",
        "¹",
        "qqzz",
        "zqzqzq",
        "\u{feff}",
        "\u{200b}",
        "\u{1a}",
        "\\",
        "{bolshak: x}",
        "Б: a1; Ч: h8\n",
        "W:Wa1:Bh8\n",
        "-",
    ];
    let mut bytes = Vec::new();
    let length = match random.below(40) {
        0 => 20_000,
        1..=5 => 1_000,
        6..=15 => 100,
        _ => 20,
    };
    let same = random.below(20) == 0;
    let part = |random: &mut Random| PARTS[random.below(PARTS.len() as u64) as usize];
    let (first, second) = (part(random), part(random));
    for _ in 0..1 + random.below(length) {
        let next = match (same, random.below(2)) {
            (true, 0) => first,
            (true, _) => second,
            (false, _) => part(random),
        };
        match random.below(60) {
            0 => bytes.push(random.below(256) as u8),
            1..=3 => bytes.extend(next.chars().map(|letter| u32::from(letter) as u8)),
            _ => bytes.extend(next.as_bytes()),
        }
    }
    bytes
}

#[test]
fn files_of_games() {
    let mut random = Random(seed());
    let inputs = std::iter::repeat_with(|| match random.below(50) {
        0 => (0..random.below(64)).map(|_| random.below(256) as u8).collect(),
        _ => games(&mut random),
    });
    let read = std::cell::Cell::new(0);
    run("games", inputs, |input| {
        read.set(read.get() + input.len());
        check_games(input)
    });
    println!("{} bytes", read.get());
}
