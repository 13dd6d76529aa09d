//! Counting the leaves of the game tree.

use crate::board::{Board, Game, Position};

use super::Move;

/// The number of move sequences of `depth` plies, each (from, to, captured) counted once; 1 at depth 0.
///
/// ```
/// use bolshak::{board::Position, rules::perft};
/// assert_eq!(perft(&Position::START, 4), 1469);
/// ```
pub fn perft<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    count(&position.board(), depth, &mut Vec::new())
}

/// [`perft`] split by the first move. Empty at depth 0.
pub fn perft_divide<G: Game>(position: &Position<G>, depth: u32) -> Vec<(Move<G>, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&position.after(&mv), rest))).collect()
}

/// `stack` holds the moves of every ply above: one buffer for the whole tree.
fn count<G: Game>(board: &Board<G>, depth: u32, stack: &mut Vec<Move<G>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = stack.len();
    board.moves(stack);
    let end = stack.len();
    let nodes = if depth == 1 {
        (end - start) as u64
    } else {
        (start..end).map(|i| count(&board.after(&stack[i]), depth - 1, stack)).sum()
    };
    stack.truncate(start);
    nodes
}
