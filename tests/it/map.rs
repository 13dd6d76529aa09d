//! Maps of a piece: each square has the answer to the FEN with the piece written there.

use std::collections::BTreeMap;

use assert_cmd::Command;
use serde_json::Value;

use crate::common::{Random, four_pieces_of};
use bolshak::board::{Game, GameName, Square, squares};
use bolshak::in_game;

fn program(game: GameName, arguments: &[&str], input: String) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    program.args(arguments).arg("--tables").arg(four_pieces_of(game));
    String::from_utf8(program.write_stdin(input).output().unwrap().stdout).unwrap()
}

/// A FEN, with the piece on a square moved to another.
fn moved(fen: &str, from: &str, to: &str) -> String {
    let parts = fen.split(':').map(|part| {
        let pieces =
            part.split(',').map(|piece| if piece.ends_with(from) { piece.replace(from, to) } else { piece.into() });
        pieces.collect::<Vec<String>>().join(",")
    });
    parts.collect::<Vec<String>>().join(":")
}

fn check<G: Game>(random: &mut Random) {
    for clock in ["0", "11", "29"] {
        let position = random.position::<G>(4);
        let view = position.white_view();
        for piece in squares::<G>(view.occupied()) {
            let (fen, square) = (position.to_string(), piece.to_string());
            let map = program(G::NAME, &["map", "--json", "--clock", clock, &fen, &square], String::new());
            let map: Value = serde_json::from_str(&map).unwrap();
            let is_white = view.own() & piece.bit() != 0;
            let king = (view.kings | view.enemy_kings) & piece.bit() != 0;
            assert_eq!(
                (&map["color"], &map["king"]),
                (&Value::from(["black", "white"][usize::from(is_white)]), &king.into())
            );
            let places: BTreeMap<String, &Value> = map["squares"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| (it["square"].as_str().unwrap().into(), it))
                .collect();
            let far_rank = if is_white { 7 } else { 0 };
            let free = squares::<G>(view.empty() | piece.bit()).filter(|to: &Square<G>| king || to.rank() != far_rank);
            let free: Vec<String> = free.map(|square| square.to_string()).collect();
            assert_eq!(places.len(), free.len());
            let fens: String = free.iter().map(|to| moved(&fen, &square, to) + "\n").collect();
            let answers = program(G::NAME, &["probe", "--no-moves", "--clock", clock, "-"], fens);
            for (to, answer) in free.iter().zip(answers.lines()) {
                let answer: Value = serde_json::from_str(answer).unwrap();
                for field in ["over", "category", "theory", "dtw", "dtz"] {
                    assert_eq!(places[to].get(field), answer.get(field), "{field} of {fen} with {square} on {to}");
                }
            }
        }
    }
}

#[test]
fn a_map_has_the_answers_of_its_positions() {
    let mut random = Random(41);
    for game in GameName::ALL {
        in_game!(game, G => check::<G>(&mut random));
    }
}
