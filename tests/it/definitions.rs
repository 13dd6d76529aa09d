//! The library against the oracle, a naive twin written from the rules alone.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{Random, empty_directory, position, tablebase};
use crate::oracle::board::{self, Board, RUSSIAN};
use crate::oracle::layers::{Layers, Solved};
use crate::oracle::solver::Solution;
use bolshak::board::{Game, Position, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::probe::{Clock, Over, Tablebase, Verdict};
use bolshak::value::{Category, Theory};
use rayon::prelude::*;

/// Every legal move with its properties and the position after it.
fn moves_of_both<G: Game>(game: board::Game, position: &Position<G>) -> [BTreeMap<String, (String, bool, bool)>; 2] {
    let library = position.legal_moves().into_iter().map(|mv| {
        let after = position.after(&mv).to_string();
        (position.move_text(&mv), (after, mv.is_capture(), mv.is_zeroing()))
    });
    let naive = Board::from_fen(game, &position.to_string()).legal_moves();
    let naive = naive.into_iter().map(|mv| (mv.text, (mv.after.to_fen(), mv.capture, mv.zeroing)));
    let maps = [library.collect(), naive.collect::<BTreeMap<_, _>>()];
    assert_eq!(maps[0].len(), position.legal_moves().len(), "no two moves have one text");
    maps
}

#[test]
fn the_same_moves_in_random_positions() {
    have_the_same_moves::<Russian>(RUSSIAN, 60_000);
}

/// Compares the moves of random positions with those of the oracle.
pub fn have_the_same_moves<G: Game>(game: board::Game, count: u64) {
    let mut random = Random(1);
    for number in 0..count {
        let position: Position<G> = random.position(2 + number % 20);
        let [library, naive] = moves_of_both(game, &position);
        assert_eq!(library, naive, "{position}");
        assert_eq!(position.board().must_capture(), library.values().any(|mv| mv.1), "{position}");
    }
}

/// The values of the tables in the oracle's terms: theory, distance to win, class and distance to a zeroing move.
pub fn known(verdict: &Verdict) -> (i8, Option<u32>, i8, Option<u32>) {
    let class = under_rule(verdict.category.unwrap());
    let plies = |distance: bolshak::probe::Distance| distance.plies().map(u32::from);
    (verdict.theory.unwrap() as i8 - Theory::Draw as i8, plies(verdict.dtw), class, plies(verdict.dtz))
}

pub fn under_rule(category: Category) -> i8 {
    match category {
        Category::Win => 1,
        Category::Loss => -1,
        Category::CursedWin | Category::Draw | Category::BlessedLoss => 0,
    }
}

/// Compares every position of a solution with the tables, at every clock. Returns the number of cursed and blessed ones.
fn compare(solution: &Solution, tablebase: &Tablebase) -> usize {
    let limit = u32::from(tablebase.draw_plies());
    let boards: Vec<&Board> = solution.positions().collect();
    let spoilt = boards.into_par_iter().filter(|board| {
        let position = position(&board.to_fen());
        let fresh = tablebase.probe(&position, 0).unwrap();
        let values = solution.get(board);
        assert_eq!(known(&fresh), (values.theory, values.dtw, values.k, values.dtz), "{position}");
        for clock in 0..=limit + 2 {
            let verdict = tablebase.probe(&position, Clock::new(clock.into())).unwrap();
            assert_eq!(under_rule(verdict.category.unwrap()), solution.result(board, clock), "{position} at {clock}");
            assert_eq!((verdict.theory, verdict.dtw, verdict.dtz), (fresh.theory, fresh.dtw, fresh.dtz));
        }
        values.theory != values.k
    });
    spoilt.count()
}

#[test]
fn two_and_three_pieces_at_every_clock() {
    let solution = Solution::up_to(RUSSIAN, 3, 30);
    assert_eq!(compare(&solution, tablebase()), 0, "the rule of 30 plies spoils nothing here");
}

#[test]
fn two_and_three_pieces_under_a_shorter_rule() {
    for plies in [2, 4] {
        let directory = empty_directory(&format!("rule-{plies}"));
        generate(&Request::pieces(3).settings(Settings::default().draw_plies(plies)), &directory, &()).unwrap();
        let tablebase = Tablebase::open(&directory).unwrap();
        let solution = Solution::up_to(RUSSIAN, 3, plies.into());
        let spoilt = compare(&solution, &tablebase);
        assert!(spoilt > 100, "many are cursed or blessed, not {spoilt}");
    }
}

/// The value of a position by the definitions, from the values that the tables have for the positions after its moves.
fn by_definition<G: Game>(board: &Board, limit: u32, tablebase: &Tablebase<G>) -> (i8, Option<u32>, i8, Option<u32>) {
    let moves = board.legal_moves();
    if moves.is_empty() {
        let result = board.game.without_a_move();
        return (result, Some(0), result, Some(0));
    }
    let children: Vec<_> = moves
        .iter()
        .map(|mv| (known(&tablebase.probe(&position(&mv.after.to_fen()), 0).unwrap()), mv.zeroing))
        .collect();
    // (Result for the mover, distance) of each move: in theory, and under the rule, where a result that comes too late is
    // a draw.
    let theory = children.iter().map(|(child, _)| (-child.0, child.1.map(|dtw| dtw + 1)));
    let under_rule = children.iter().map(|(child, zeroing)| match (child.3, zeroing) {
        (Some(_), true) => (-child.2, Some(1)),
        (Some(dtz), false) if dtz < limit => (-child.2, Some(dtz + 1)),
        _ => (0, None),
    });
    let best = |moves: Vec<(i8, Option<u32>)>| {
        let result = moves.iter().map(|mv| mv.0).max().unwrap();
        let plies = moves.iter().filter(|mv| mv.0 == result).filter_map(|mv| mv.1);
        (result, if result > 0 { plies.min() } else { plies.max() })
    };
    let (theory, rule) = (best(theory.collect()), best(under_rule.collect()));
    (theory.0, theory.1.filter(|_| theory.0 != 0), rule.0, rule.1.filter(|_| rule.0 != 0))
}

/// Compares random positions of four pieces with the oracle's moves of them.
pub fn agree_with_their_moves<G: Game>(game: board::Game, tablebase: &Tablebase<G>, count: usize) {
    let mut random = Random(4);
    let positions: Vec<Position<G>> = (0..count).map(|_| random.position(4)).collect();
    positions.into_par_iter().for_each(|position| {
        let expected = by_definition(&Board::from_fen(game, &position.to_string()), 30, tablebase);
        assert_eq!(known(&tablebase.probe(&position, 0).unwrap()), expected, "{position}");
    });
}

#[test]
fn four_pieces_agree_with_their_moves() {
    agree_with_their_moves(RUSSIAN, tablebase(), 200_000);
}

#[test]
fn kings_alone_with_four_pieces_at_every_clock() {
    compare(&Solution::solve(RUSSIAN, &["KKvKK"], 30), tablebase());
}

/// Compares a position with the oracle at every clock, and one beyond the rule.
fn agree_at_every_clock<G: Game>(tablebase: &Tablebase<G>, solved: &Solved<'_>) {
    let position = position(&solved.board.to_fen());
    let fresh = tablebase.probe(&position, 0).unwrap();
    let values = solved.values;
    assert_eq!(known(&fresh), (values.theory, values.dtw, values.k, values.dtz), "{position}");
    let rule = solved.results.len() as u64 - 1;
    for clock in 0..=rule + 1 {
        let verdict = tablebase.probe(&position, Clock::new(clock)).unwrap();
        let category = verdict.category.unwrap();
        assert_eq!(under_rule(category), solved.results[clock.min(rule) as usize], "{position} at {clock}");
        assert_eq!(category.theory(), fresh.theory.unwrap(), "{position} at {clock}");
        assert_eq!(tablebase.probe_wdl(&position, Clock::new(clock)).unwrap(), category, "{position} at {clock}");
        assert_eq!((verdict.theory, verdict.dtw, verdict.dtz), (fresh.theory, fresh.dtw, fresh.dtz), "{position}");
        let over = match values.dtw {
            Some(0) => Some(Over::NoMove),
            _ => (clock >= rule).then_some(Over::DrawRule),
        };
        assert_eq!(verdict.over, over, "{position} at {clock}");
    }
}

/// Compares every position of two and three pieces with the oracle at every clock. Returns the number of those with pieces on both
/// sides, and of those whose result the rule changes.
pub fn agree_to_three_pieces<G: Game>(game: board::Game, tablebase: &Tablebase<G>) -> [u64; 2] {
    let counts = [0, 0].map(AtomicU64::new);
    Layers::up_to(game, 3, tablebase.draw_plies().into()).solve(&|solved| {
        agree_at_every_clock(tablebase, &solved);
        let both_are_there = !solved.board.pieces(solved.board.to_move).is_empty();
        let is_spoilt = solved.values.theory != solved.values.k;
        for (count, counts) in counts.iter().zip([both_are_there, is_spoilt]) {
            count.fetch_add(counts.into(), Ordering::Relaxed);
        }
    });
    counts.map(AtomicU64::into_inner)
}
