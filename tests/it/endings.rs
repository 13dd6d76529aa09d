//! Generated tables against known statistics and positions from the literature.

use std::collections::HashSet;

use crate::common::{facts, position, tablebase};
use bolshak::board::{Color, Game};
use bolshak::index::Mover;
use bolshak::probe::{End, EndingStats, Tablebase};
use bolshak::value::{Category, Theory};

#[test]
fn statistics_of_all_endings() {
    let known = [include_str!("data/endings-2-3.tsv"), include_str!("data/endings-4.tsv")];
    assert_eq!(known.map(|known| agree(tablebase(), known)), [32, 50]);
}

/// Compares the statistics of tables with every number of a file, and returns its rows.
pub fn agree<G: Game>(tablebase: &Tablebase<G>, known: &str) -> usize {
    let stats = tablebase.stats().unwrap();
    let rows = facts(known, false).map(|row| {
        let (white, black) = row[0].split_once('v').unwrap();
        let mover = if row[1] == "w" { white } else { black };
        let of_row = |stats: &&EndingStats<G>| {
            let names = [stats.ending.first().to_string(), stats.ending.second().to_string()];
            let alike = names == [white, black] || names == [black, white];
            alike && names[stats.mover as usize] == mover
        };
        let stats = stats.iter().find(of_row).unwrap();
        let count = |category| stats.count(category);
        let (dtw, dtz) = (stats.dtw.unwrap(), stats.dtz.unwrap());
        let plies = |extreme: Option<(u16, _)>| u64::from(extreme.map_or(0, |(plies, _)| plies));
        let facts = [
            ("n", stats.entries),
            ("win", count(Category::Win) + count(Category::CursedWin)),
            ("draw", count(Category::Draw)),
            ("loss", count(Category::Loss) + count(Category::BlessedLoss)),
            ("maxwin", plies(dtw.win)),
            ("maxloss", plies(dtw.loss)),
            ("rulewin", count(Category::Win)),
            ("ruleloss", count(Category::Loss)),
            ("maxzwin", plies(dtz.win)),
            ("maxzloss", plies(dtz.loss)),
        ];
        let facts: Vec<String> = facts.iter().map(|(name, number)| format!("{name}={number}")).collect();
        assert_eq!(facts, row[2..], "{} {}", row[0], row[1]);
    });
    rows.count()
}

#[test]
fn the_longest_positions_are_as_long_as_the_headers_say() {
    are_as_long_as_the_headers_say(tablebase());
}

pub fn are_as_long_as_the_headers_say<G: Game>(tablebase: &Tablebase<G>) {
    for stats in tablebase.stats().unwrap() {
        let (dtw, dtz) = (stats.dtw.unwrap(), stats.dtz.unwrap());
        for (plies, position) in [dtw.win, dtw.loss].into_iter().flatten() {
            let verdict = tablebase.probe(&position, 0).unwrap();
            assert_eq!(verdict.dtw.plies(), Some(plies), "{position}");
            assert_eq!(position.turn() as usize, stats.mover as usize, "the first-named side is White");
        }
        for (plies, position) in [dtz.win, dtz.loss].into_iter().flatten() {
            assert_eq!(tablebase.probe(&position, 0).unwrap().dtz.plies(), Some(plies), "{position}");
        }
        assert!(stats.mover == Mover::First || stats.ending.first() != stats.ending.second());
    }
}

#[test]
fn studies() {
    for row in facts(include_str!("data/studies.tsv"), true) {
        let position = position(row[0]);
        let verdict = tablebase().probe(&position, 0).unwrap();
        assert_eq!(verdict.theory.unwrap().to_string(), row[1], "{}", row[0]);
        if let Ok(own_moves) = row[2].parse::<u16>() {
            assert_eq!(verdict.theory, Some(Theory::Win));
            assert_eq!(verdict.dtw.plies(), Some(2 * own_moves - 1), "{}", row[0]);
            let line = tablebase().line(&position, 0).unwrap();
            assert_eq!(line.moves.len(), usize::from(2 * own_moves - 1));
        }
        if let Some(first) = row[3].strip_prefix("1.") {
            assert_eq!(tablebase().best_move(&position, 0).unwrap().unwrap().text, first);
        }
    }
}

#[test]
fn a_detour_forced_by_the_rule_repeats_nothing() {
    // The shortest win needs more king moves than the clock leaves, and the next best move leads back to the start.
    let start = position("B:WKa3:BKg5,Kh6,h8");
    let line = tablebase().line(&start, 24).unwrap();
    let mut seen = HashSet::from([start]);
    assert!(line.moves.iter().all(|mv| seen.insert(mv.ranked.position)));
    assert_eq!(line.end, End::NoMove(Color::White));
    assert!(line.moves.len() > 11, "longer than its distance to win, not shorter: {}", line.moves.len());
    for pair in line.moves.windows(2).filter(|pair| pair[1].turn == Color::White) {
        let best = tablebase().best_move(&pair[0].ranked.position, pair[0].ranked.clock).unwrap().unwrap();
        assert_eq!(best.text, pair[1].ranked.text, "the loser plays its best");
    }
}
