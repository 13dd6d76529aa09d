//! The oracle itself: known facts of all games, and its two solvers against each other.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::board::{Board, DRAUGHTS_80, Game, PODDAVKI, RUSSIAN, Side};
use super::layers::Layers;
use super::solver::{Solution, Values};
use crate::common::facts;

const RULE: u32 = 30;

/// The values of all positions, by White's material, Black's and the side to move.
type Endings = BTreeMap<(String, String, Side), Vec<Values>>;

/// All endings of 2 and 3 pieces, solved layer by layer; the other solver agrees wherever it was used.
fn endings(game: Game, other: &Solution) -> Endings {
    let endings = Mutex::new(Endings::new());
    let compared = AtomicUsize::new(0);
    Layers::up_to(game, 3, RULE).solve(&|solved| {
        let (board, values) = (solved.board, solved.values);
        holds_in_every_game(board, values, solved.results);
        if other.contains(board) {
            assert_eq!(values, other.get(board), "{}", board.to_fen());
            assert_eq!(solved.results, other.results(board), "{}", board.to_fen());
            compared.fetch_add(1, Ordering::Relaxed);
        }
        let [white, black] = [Side::White, Side::Black].map(|side| board.material(side));
        endings.lock().unwrap().entry((white, black, board.to_move)).or_default().push(values);
    });
    assert_eq!(compared.into_inner(), other.positions().count());
    endings.into_inner().unwrap()
}

fn holds_in_every_game(board: &Board, values: Values, results: &[i8]) {
    // A side without a move has lost in Russian draughts, so the winner makes the last move; in poddavki the loser does.
    let parity = values.dtw.is_none_or(|dtw| dtw.is_multiple_of(2) == (values.theory == board.game.without_a_move()));
    assert!(parity, "{}", board.to_fen());
    assert_eq!(values.dtw == Some(0), values.dtz == Some(0), "{}", board.to_fen());
    // The class and its distance agree with the game played out from each clock.
    let r = results.len() as u32 - 1;
    for (clock, &result) in (0..).zip(results) {
        let in_time = values.dtz.is_some_and(|dtz| dtz == 0 || dtz + clock <= r);
        assert_eq!(result, if in_time { values.k } else { 0 }, "{} at {clock}", board.to_fen());
    }
}

/// The columns of a file of statistics.
fn statistics(positions: &[Values]) -> [String; 10] {
    let theory = |result| positions.iter().filter(move |values| values.theory == result);
    let class = |result| positions.iter().filter(move |values| values.k == result);
    let dtw = |result| theory(result).filter_map(|values| values.dtw).max().unwrap_or(0) as usize;
    let dtz = |result| class(result).filter_map(|values| values.dtz).max().unwrap_or(0) as usize;
    [
        ("n", positions.len()),
        ("win", theory(1).count()),
        ("draw", theory(0).count()),
        ("loss", theory(-1).count()),
        ("maxwin", dtw(1)),
        ("maxloss", dtw(-1)),
        ("rulewin", class(1).count()),
        ("ruleloss", class(-1).count()),
        ("maxzwin", dtz(1)),
        ("maxzloss", dtz(-1)),
    ]
    .map(|(name, number)| format!("{name}={number}"))
}

/// Every number of a file; and swapped colours change none.
fn compare(endings: &Endings, known: &str) {
    for ((white, black, to_move), positions) in endings {
        let swapped = &endings[&(black.clone(), white.clone(), to_move.other())];
        assert_eq!(statistics(positions), statistics(swapped), "{white}v{black}");
    }
    let known: Vec<Vec<&str>> = facts(known, false).collect();
    assert_eq!(known.len(), 18);
    for row in known {
        let (white, black) = row[0].split_once('v').unwrap();
        let to_move = if row[1] == "w" { Side::White } else { Side::Black };
        let positions = &endings[&(white.into(), black.into(), to_move)];
        assert_eq!(statistics(positions), row[2..], "{} {}", row[0], row[1]);
    }
}

#[test]
fn endings_of_poddavki() {
    let other = Solution::up_to(PODDAVKI, 3, RULE);
    compare(&endings(PODDAVKI, &other), include_str!("../data/poddavki-2-3.tsv"));
}

#[test]
fn endings_of_draughts_80() {
    let other = Solution::solve(DRAUGHTS_80, &["KKvK"], RULE);
    compare(&endings(DRAUGHTS_80, &other), include_str!("../data/draughts80-2-3.tsv"));
}

#[test]
fn poddavki_under_a_shorter_rule() {
    let solution = Solution::solve(PODDAVKI, &["KKvK"], 2);
    let spoilt = solution.positions().filter(|board| {
        let values = solution.get(board);
        holds_in_every_game(board, values, &solution.results(board));
        values.theory != values.k
    });
    let spoilt = spoilt.count();
    assert!(spoilt > 100, "many are cursed or blessed, not {spoilt}");
}

#[test]
fn perft_from_the_start() {
    let compare = |game, counts: &[u64]| {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(Board::start(game).perft(depth), count, "{game:?} to depth {depth}");
        }
    };
    let russian = [7, 49, 302, 1469, 7482, 37986];
    compare(RUSSIAN, &russian);
    compare(PODDAVKI, &russian);
    compare(DRAUGHTS_80, &[9, 81, 658, 4265, 27132]);
}

#[test]
fn the_ninth_and_the_tenth_file() {
    let moves = |fen| {
        let mut texts: Vec<_> = Board::from_fen(DRAUGHTS_80, fen).legal_moves().into_iter().map(|mv| mv.text).collect();
        texts.sort();
        texts.join(" ")
    };
    assert_eq!(moves("W:Wi1,i3:B"), "i1-h2 i1-j2 i3-h4 i3-j4");
    assert_eq!(moves("W:WKj2:Bh8"), "j2-d8 j2-e7 j2-f6 j2-g5 j2-h4 j2-i1 j2-i3");
    // Nothing lies behind the edge.
    assert_eq!(moves("W:Wi3:Bj4"), "i3-h4");
    assert_eq!(moves("W:Wh6:Bi7"), "h6:j8");
    // h8 is not a corner: a man crowned there goes on as a king, and a king on the main road must stop there to go on.
    assert_eq!(moves("W:Wf6:Bg7,i7,f2"), "f6:h8:j6:e1");
    assert_eq!(moves("W:WKa1:Bf6,i7"), "a1:h8:j6");
}

#[test]
fn without_a_move() {
    for (game, result) in [(RUSSIAN, -1), (PODDAVKI, 1), (DRAUGHTS_80, -1)] {
        let solution = Solution::solve(game, &["KvM"], RULE);
        let ended = Values { theory: result, dtw: Some(0), k: result, dtz: Some(0) };
        // Blocked on the edge, and without a piece: the last one was taken.
        for fen in ["W:Wa7:BKb8", "B:WKa1:B"] {
            let board = Board::from_fen(game, fen);
            assert_eq!(solution.get(&board), ended, "{fen}");
            assert!((0..=40).all(|clock| solution.result(&board, clock) == result), "{fen}");
        }
    }
}
