//! Three kings against one: the fifteen moves of the stronger side.

use crate::common::{empty_directory, position, tablebase};
use bolshak::board::{Board, Position, Russian};
use bolshak::generate::{Request, generate};
use bolshak::index::{Ending, Index, Mover};
use bolshak::probe::{Clock, Tablebase};
use bolshak::rules::DrawRule;
use bolshak::value::Category;

fn after(fen: &str, moves: u32) -> Category {
    let position = position(fen);
    let clock = Clock::three_kings(&position, moves).unwrap();
    let under = |rule| tablebase().probe(&position, clock.under(rule)).unwrap().category.unwrap();
    assert_eq!(under(DrawRule::FifteenMoves), under(DrawRule::ThreeKings), "{fen} after {moves}");
    under(DrawRule::ThreeKings)
}

/// The longest win: 13 moves; the 11th gives up a king.
const LONGEST: &str = "W:WKc1,Kd2,Ka3:BKe1";

#[test]
fn the_same_position_is_won_with_few_moves_used_and_drawn_with_many() {
    assert!((0..=3).all(|moves| after(LONGEST, moves) == Category::Win));
    assert!((4..=20).all(|moves| after(LONGEST, moves) == Category::CursedWin));
}

#[test]
fn a_king_given_up_with_the_fifteenth_move_comes_too_late() {
    // After 3 moves of the count, the king is given up with the 14th and taken, which ends the count. After 4, it would be
    // the 15th.
    let line = tablebase().line(&position(LONGEST), Clock::new(7)).unwrap();
    let given = line.moves.iter().position(|mv| mv.ranked.mv.is_capture()).unwrap();
    assert_eq!(given, 21, "Black takes with the 22nd ply, after White's 11th move");
    assert_eq!(after(LONGEST, 4), Category::CursedWin);
}

#[test]
fn the_fifteenth_move_may_take_the_king_or_block_it() {
    // White takes at once; a 16th move comes too late.
    let taking = "W:WKa1,Kc1,Ke1:BKd4";
    assert_eq!((after(taking, 14), after(taking, 15)), (Category::Win, Category::CursedWin));
    // A king without a move has lost, however many moves were used.
    let blocked = "B:WKb2,Kc3,Kh8:BKa1";
    for moves in [0, 14, 15, 1000] {
        assert_eq!(after(blocked, moves), Category::Loss);
    }
    assert!(position::<Russian>(blocked).legal_moves().is_empty());
}

#[test]
fn the_rule_counts_for_the_single_king_too() {
    // Black, to move, takes a king, which ends the count; but after 15 moves the game is over.
    let taking = "B:WKb2,Kf2,Kh8:BKa3";
    assert!(position::<Russian>(taking).legal_moves().iter().any(|mv| mv.is_capture()));
    let verdict = tablebase().probe(&position(taking), Clock::new(30)).unwrap();
    assert!(!matches!(verdict.category, Some(Category::Win | Category::Loss)));
}

#[test]
fn elsewhere_only_theory_counts() {
    let road = position("W:WKa1,c3:BKh8");
    let two = position("W:WKa5,Ka7:BKg1");
    for position in [road, two] {
        let fresh = tablebase().probe(&position, 0).unwrap();
        for plies in [0, 29, 30, u64::MAX] {
            let clock = Clock::new(plies).under(DrawRule::ThreeKings);
            assert_eq!(tablebase().probe(&position, clock).unwrap().category, fresh.category);
            let none = Clock::new(plies).under(DrawRule::None);
            assert_eq!(tablebase().probe(&position, none).unwrap().category, fresh.category);
        }
    }
    assert_eq!(tablebase().probe(&two, 29).unwrap().category, Some(Category::CursedWin));
    assert!(Clock::three_kings(&two, 3).is_err());
}

/// The rule to the letter, without plies: the result for the side to move after each number of moves of the stronger side,
/// worked out backwards from the 15th move.
struct Letter<'a> {
    tablebase: &'a Tablebase,
    stronger: Index,
    single: Index,
}

impl Letter<'_> {
    /// The results of the single king after `made` moves, from those of the stronger side after the same number; after the
    /// 15th there are none, since the game is over.
    fn single(&self, stronger: Option<&[Category]>) -> Vec<Category> {
        let result = |board: &Board| {
            let best = moves(board).into_iter().map(|mv| {
                let child = board.after(&mv);
                let known = match stronger {
                    // Taking a king changes the balance: a new count, or none.
                    _ if mv.is_capture() && stronger.is_some() => self.fresh(&child),
                    Some(stronger) => stronger[self.stronger.rank(&child) as usize],
                    None => Category::Draw,
                };
                known.flip()
            });
            best.max().unwrap_or(Category::Loss)
        };
        (0..self.single.size()).map(|entry| result(&self.single.unrank(entry))).collect()
    }

    /// The results of the stronger side, from those of the single king one move later.
    fn stronger(&self, single: &[Category]) -> Vec<Category> {
        let result = |board: &Board| {
            let best = moves(board).into_iter().map(|mv| {
                let child = board.after(&mv);
                if child.own() == 0 { Category::Win } else { single[self.single.rank(&child) as usize].flip() }
            });
            best.max().unwrap_or(Category::Loss)
        };
        (0..self.stronger.size()).map(|entry| result(&self.stronger.unrank(entry))).collect()
    }

    fn fresh(&self, board: &Board) -> Category {
        if board.own() == 0 {
            return Category::Loss;
        }
        self.tablebase.probe(&of_board(board), 0).unwrap().category.unwrap()
    }
}

fn moves(board: &Board) -> Vec<bolshak::rules::Move> {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves
}

fn of_board(board: &Board) -> Position {
    use bolshak::board::Color::White;
    Position::new(White, board.men, board.kings, board.enemy_men, board.enemy_kings).unwrap()
}

/// Whether a result is won or lost under the rule; cursed and blessed are draws.
fn decided(category: Category) -> Option<bool> {
    match category {
        Category::Win => Some(true),
        Category::Loss => Some(false),
        _ => None,
    }
}

#[test]
fn every_position_after_every_number_of_moves_to_the_letter() {
    let ending: Ending = "KKKvK".parse().unwrap();
    let letter = Letter {
        tablebase: tablebase(),
        stronger: Index::new(ending.material(Mover::First)),
        single: Index::new(ending.material(Mover::Second)),
    };
    let mut single = letter.single(None);
    for made in (0..15).rev() {
        let stronger = letter.stronger(&single);
        compare(&letter.stronger, &stronger, made);
        single = letter.single(Some(&stronger));
        compare(&letter.single, &single, made);
    }
}

fn compare(index: &Index, results: &[Category], made: u32) {
    for (entry, &result) in results.iter().enumerate() {
        let position = of_board(&index.unrank(entry as u64));
        let clock = Clock::three_kings(&position, made).unwrap();
        let verdict = tablebase().probe(&position, clock).unwrap();
        assert_eq!(decided(verdict.category.unwrap()), decided(result), "{position} after {made} moves");
    }
}

#[test]
fn four_kings_against_one() {
    let directory = empty_directory("four-kings");
    generate(&Request::endings(vec!["KKKKvK".parse().unwrap()]), &directory, &()).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    assert!(tablebase.three_kings_exact().unwrap());
    let stats = tablebase.stats().unwrap();
    let four = stats.iter().find(|s| s.ending.pieces() == 5 && s.mover == Mover::First).unwrap();
    let (plies, position) = four.dtz.unwrap().win.unwrap();
    let won = |moves| {
        let clock = Clock::three_kings(&position, moves).unwrap().under(DrawRule::ThreeKings);
        tablebase.probe(&position, clock).unwrap().category == Some(Category::Win)
    };
    let last = u32::from((29 - plies) / 2);
    assert!(won(0) && won(last) && !won(last + 1), "{position}, {plies} plies");
    // The single king takes one of four. Three are left: a new balance, and a new count at any clock before.
    let taking: Position = "B:WKb2,Kf2,Kh8,Kf8:BKa1".parse().unwrap();
    let clock = Clock::three_kings(&taking, 14).unwrap().under(DrawRule::ThreeKings);
    for ranked in tablebase.rank_moves(&taking, clock).unwrap() {
        assert!(ranked.mv.is_capture());
        assert_eq!(ranked.clock.plies, 0);
        let fresh = tablebase.probe(&ranked.position, 0).unwrap();
        assert_eq!(ranked.category(), fresh.category.map(Category::flip));
    }
}
