//! Positions as a search meets them.

use bolshak::board::{Bitboard, Board, Game, Position};
use bolshak::probe::random::Numbers;

/// The positions that are met, in order, in a game with random moves from each root, and in an alpha-beta search from each
/// root. The search has that depth in plies, goes deeper while captures are pending, and counts material at its leaves.
pub fn search<G: Game>(roots: &[Position<G>], depth: u32, seed: u64) -> Vec<Position<G>> {
    /// The plies of a random game.
    const GAME: usize = 40;
    let mut numbers = Numbers::new(seed);
    let mut met = Vec::new();
    for root in roots {
        let mut position = *root;
        for _ in 0..GAME {
            met.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(&moves[numbers.below(moves.len() as u64) as usize]);
        }
        alpha_beta(root, depth, -LOST, LOST, &mut met);
    }
    met
}

const LOST: i32 = 1000;

fn alpha_beta<G: Game>(
    position: &Position<G>,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    met: &mut Vec<Position<G>>,
) -> i32 {
    met.push(*position);
    let moves = position.legal_moves();
    let Some(first) = moves.first() else { return -LOST };
    if depth == 0 && !first.is_capture() {
        return material(&position.board());
    }
    for mv in &moves {
        let score = -alpha_beta(&position.after(mv), depth.saturating_sub(1), -beta, -alpha, met);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn material<G: Game>(board: &Board<G>) -> i32 {
    let worth = |men: Bitboard, kings: Bitboard| (men.count_ones() + 3 * kings.count_ones()) as i32;
    worth(board.men, board.kings) - worth(board.enemy_men, board.enemy_kings)
}

#[cfg(test)]
mod tests {
    use bolshak::probe::random;

    use super::*;

    #[test]
    fn a_search_meets_its_roots_and_positions_of_no_more_pieces() {
        let roots: Vec<Position> = random::positions(&["KKvK".parse().unwrap()], 3, 7);
        let met = search(&roots, 3, 1);
        assert!(met.len() > 100 && roots.iter().all(|root| met.contains(root)));
        assert!(met.iter().all(|position| position.pieces() <= 3));
    }
}
