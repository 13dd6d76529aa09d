//! Legal moves against published counts and hand-made positions.

mod common;

use std::collections::BTreeSet;

use bolshak::board::Position;
use bolshak::rules::perft;
use common::{facts, position};

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
        let position = position(row[0]);
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
            let captured = bolshak::board::squares(mv.captured).map(|square| square.to_string());
            (format!("{}-{}", mv.from, mv.to), captured.collect())
        });
        assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{}", row[0]);
    }
}

#[test]
fn both_colours_move_alike() {
    for row in facts(include_str!("data/moves.tsv"), true) {
        let position = position(row[0]);
        let board = position.white_view();
        let flip = board.flip();
        let turned =
            Position::new(position.turn().other(), flip.men, flip.kings, flip.enemy_men, flip.enemy_kings).unwrap();
        let texts = |position: &Position| {
            position.legal_moves().iter().map(|mv| position.after(mv).board()).collect::<Vec<_>>()
        };
        assert_eq!(texts(&position), texts(&turned), "{}", row[0]);
        for mv in turned.legal_moves() {
            assert_eq!(turned.parse_move(&turned.move_text(&mv)), Ok(mv));
        }
    }
}
