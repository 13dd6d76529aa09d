//! Properties of all positions, materials and numbers: proptest draws cases, and shrinks failing ones.

use bolshak::board::{Board, Color, Position, Russian, Square, squares};
use bolshak::index::{Ending, Index, Material, binomial, rank_kings, unrank_kings};
use bolshak::insides::Row;
use proptest::prelude::*;
use proptest::sample::select;

/// A kind of piece (White's man and king, Black's man and king) and a square.
fn pieces(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<(usize, u64)>> {
    prop::collection::vec((0..4_usize, 0..32_u64), count)
}

/// A legal position of at most `pieces` pieces: pieces on taken or impossible squares are left out.
fn positions(most: usize) -> impl Strategy<Value = Position> {
    (pieces(2..=most), any::<bool>()).prop_filter_map("both sides must have pieces", |(pieces, white)| {
        let mut sets = [0_u64; 4];
        for (kind, square) in pieces {
            let crowned = kind == 0 && square >= 28 || kind == 2 && square < 4;
            if !crowned && sets.iter().all(|set| set >> square & 1 == 0) {
                sets[kind] |= 1 << square;
            }
        }
        let turn = if white { Color::White } else { Color::Black };
        let both = sets[0] | sets[1] != 0 && sets[2] | sets[3] != 0;
        both.then(|| Position::new(turn, sets[0], sets[1], sets[2], sets[3]).ok()).flatten()
    })
}

fn endings(pieces: std::ops::RangeInclusive<u8>) -> impl Strategy<Value = Ending> {
    select(pieces.flat_map(Ending::all).collect::<Vec<_>>())
}

/// The same position with the colours swapped and the board turned.
fn twin(position: &Position) -> Position {
    let turned = position.to_string().parse::<Position>().unwrap().board();
    let (turn, board) = match position.turn() {
        Color::White => (Color::Black, turned.flip()),
        Color::Black => (Color::White, turned),
    };
    Position::new(turn, board.men, board.kings, board.enemy_men, board.enemy_kings).unwrap()
}

/// The number of a square in PDN: b8 is 1.
fn pdn(square: Square) -> usize {
    let (rank, column) = (square.index() / 4, square.index() % 4);
    4 * (7 - rank) + column + 1
}

/// The position as a FEN with squares as numbers, Black's field first.
fn numeric(position: &Position) -> String {
    let board = if position.turn() == Color::White { position.board() } else { position.board().flip() };
    let field = |men, kings| {
        let men = squares::<Russian>(men).map(|square| pdn(square).to_string());
        let kings = squares::<Russian>(kings).map(|square| format!("K{}", pdn(square)));
        kings.chain(men).collect::<Vec<_>>().join(", ")
    };
    let turn = if position.turn() == Color::White { 'W' } else { 'B' };
    format!("{turn}:B{}:W{}.", field(board.enemy_men, board.enemy_kings), field(board.men, board.kings))
}

fn hub(position: &Position) -> String {
    let board = if position.turn() == Color::White { position.board() } else { position.board().flip() };
    let sets = [(board.men, 'w'), (board.kings, 'W'), (board.enemy_men, 'b'), (board.enemy_kings, 'B')];
    let mut text = vec!['e'; 32];
    for (set, letter) in sets {
        squares(set).for_each(|square| text[pdn(square) - 1] = letter);
    }
    let turn = if position.turn() == Color::White { 'W' } else { 'B' };
    std::iter::once(turn).chain(text).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_are_read_as_they_are_written(position in positions(24)) {
        for text in [position.to_string(), numeric(&position), hub(&position)] {
            prop_assert_eq!(text.parse::<Position>(), Ok(position), "{}", text);
        }
    }

    #[test]
    fn moves_are_read_as_they_are_written(position in positions(16)) {
        for mv in position.legal_moves() {
            let text = position.move_text(&mv);
            prop_assert_eq!(position.parse_move(&text).unwrap(), mv);
            prop_assert_eq!(position.parse_move(&text.replace(':', "x")).unwrap(), mv);
        }
    }

    #[test]
    fn a_move_changes_what_it_says(position in positions(16)) {
        let (before, moves) = (position.board(), position.legal_moves());
        prop_assert_eq!(before.must_capture(), moves.iter().any(|mv| mv.is_capture()));
        prop_assert_eq!(before.is_stuck(), moves.is_empty());
        for mv in moves {
            let after = position.after(&mv);
            prop_assert_eq!(after.turn(), position.turn().other());
            prop_assert_eq!(after.pieces() + mv.captured().count_ones(), position.pieces());
            let (now, own) = (after.board().flip(), before.own().count_ones());
            prop_assert_eq!(now.own().count_ones(), own);
            prop_assert_eq!(now.men.count_ones() + u32::from(mv.is_crowning()), before.men.count_ones());
            prop_assert_eq!(before.must_capture(), mv.is_capture());
        }
    }

    #[test]
    fn turning_twice_changes_nothing(position in positions(24)) {
        prop_assert_eq!(position.board().flip().flip(), position.board());
        prop_assert_eq!(twin(&twin(&position)), position);
    }

    #[test]
    fn entries_are_numbered_without_holes(ending in endings(2..=8), side in 0..2_usize, part in 0.0..1.0_f64) {
        let index: Index = Index::new(ending.material(ending.movers()[side % ending.movers().len()]));
        let entry = ((index.size() as f64 * part) as u64).min(index.size() - 1);
        let board = index.unrank(entry);
        prop_assert_eq!(Material::of(&board), index.material());
        prop_assert_eq!(index.rank(&board), entry);
        prop_assert_eq!(index.row(&board), entry / index.row_size());
        // Its successor is another board of the same material.
        if entry + 1 < index.size() {
            prop_assert_ne!(index.unrank(entry + 1), board);
        }
    }

    #[test]
    fn boards_keep_their_number(position in positions(8)) {
        let board = position.board();
        let index: Index = Index::new(Material::of(&board));
        prop_assert!(index.rank(&board) < index.size());
        prop_assert_eq!(index.unrank(index.rank(&board)), board);
    }

    #[test]
    fn sets_of_kings_are_numbered_in_order(free in 0..1_u64 << 40, count in 0..6_u32, number in any::<u64>()) {
        let sets = binomial(free.count_ones(), count);
        prop_assume!(sets > 0);
        let set = unrank_kings(number % sets, count, free);
        prop_assert_eq!((set & !free, set.count_ones()), (0, count));
        prop_assert_eq!(rank_kings(set, free), number % sets);
    }

    #[test]
    fn rows_number_what_has_no_capture(position in positions(8)) {
        let board = position.board();
        let row = Row::new(&Board { kings: 0, ..board });
        match row.rank(board.kings) {
            None => prop_assert!(board.must_capture()),
            Some(number) if !board.must_capture() => {
                prop_assert!(number < row.size(board.kings.count_ones()));
                prop_assert_eq!(row.unrank(number, board.kings.count_ones()), board.kings);
            }
            Some(_) => prop_assert!(!row.surely_quiet(board.kings)),
        }
    }
}
