//! Every position of 2 to 4 pieces, of both colours and at every clock, against the naive twin. Takes some minutes.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{position, tablebase};
use crate::oracle::board::RUSSIAN;
use crate::oracle::layers::{Layers, Solved};
use bolshak::probe::{Clock, Distance};
use bolshak::value::{Category, Theory};

const RULE: u32 = 30;

fn result(category: Category) -> i8 {
    match category {
        Category::Win => 1,
        Category::Loss => -1,
        Category::CursedWin | Category::Draw | Category::BlessedLoss => 0,
    }
}

fn compare(solved: &Solved<'_>, fen: &str) {
    let position = position(fen);
    let (values, results) = (solved.values, solved.results);
    let verdict = tablebase().probe(&position, 0).unwrap();
    let plies = |distance: Distance| distance.plies().map(u32::from);
    assert_eq!(verdict.theory.unwrap() as i8 - Theory::Draw as i8, values.theory, "{position}");
    assert_eq!(plies(verdict.dtw), values.dtw, "{position}");
    assert_eq!(result(verdict.category.unwrap()), values.k, "{position}");
    assert_eq!(plies(verdict.dtz), values.dtz, "{position}");
    // The latest clock at which the result is kept. A side without a legal move has lost at any clock.
    let latest = values.dtz.map(|dtz| if dtz == 0 { RULE } else { RULE - dtz });
    for (clock, &played) in (0..).zip(results) {
        let expected = if latest.is_some_and(|latest| clock <= latest) { values.k } else { 0 };
        assert_eq!(played, expected, "{position} at {clock}");
    }
    for clock in latest.into_iter().flat_map(|latest| [latest, latest + 1]) {
        let asked = tablebase().probe_wdl(&position, Clock::new(clock.into())).unwrap();
        assert_eq!(result(asked), results[clock.min(RULE) as usize], "{position} at {clock}");
    }
}

#[test]
fn every_position_of_two_to_four_pieces_at_every_clock() {
    let compared = AtomicU64::new(0);
    Layers::up_to(RUSSIAN, 4, RULE).solve(&|solved| {
        // With a single piece on the board, the side to move has none and has lost. No table has these positions.
        let fen = solved.board.to_fen();
        if fen.ends_with(":B") || fen.contains(":W:") {
            assert_eq!((solved.values.theory, solved.values.dtw), (-1, Some(0)));
        } else {
            compare(&solved, &fen);
            compared.fetch_add(1, Ordering::Relaxed);
        }
    });
    // An entry stands for a position and for its twin of the other colour.
    let entries = 3_488 + 196_032 + 6_209_316;
    assert_eq!(compared.into_inner(), 2 * entries);
}
