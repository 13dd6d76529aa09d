//! Legal moves against published counts and hand-made positions.

use std::collections::BTreeSet;

use crate::common::{facts, position};
use bolshak::board::{Position, Russian};
use bolshak::rules::perft;

#[test]
fn perft_from_the_start() {
    let counts = facts(include_str!("data/perft.tsv"), true);
    for row in counts.filter(|row| row[0].parse::<u32>().unwrap() <= 10) {
        assert_eq!(perft(&Position::START, row[0].parse().unwrap()).to_string(), row[1], "depth {}", row[0]);
    }
}

#[test]
fn captures_that_go_wrong_elsewhere() {
    for row in facts(include_str!("data/moves.tsv"), true) {
        let position: Position = position(row[0]);
        let moves = position.legal_moves();
        assert_eq!(moves.len().to_string(), row[1], "{}", row[0]);
        let Some(list) = row.get(2).filter(|list| !list.is_empty()) else { continue };
        let expected: BTreeSet<(String, BTreeSet<String>)> = list
            .split("; ")
            .map(|mv| {
                let (ends, captured) = mv.split_once(" x ").unwrap();
                (ends.into(), captured.split(',').map(String::from).collect())
            })
            .collect();
        let found = moves.iter().map(|mv| {
            let captured = bolshak::board::squares::<Russian>(mv.captured()).map(|square| square.to_string());
            (format!("{}-{}", mv.from(), mv.to()), captured.collect())
        });
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{}", row[0]);
    }
}
