//! Positions to measure probes with: at random, and as a search meets them.

use crate::board::{Board, Color, Position};
use crate::index::{Ending, Index, Mover};

/// A sequence of numbers that look random, the same for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
#[derive(Clone, Debug)]
pub struct Numbers(u64);

/// How far the state of a sequence goes for each number.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Numbers {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Numbers {
        Numbers(seed)
    }

    /// The sequence of a seed without its first numbers, so many as `skip`. The cost does not depend on that.
    pub const fn after(seed: u64, skip: u64) -> Numbers {
        Numbers(seed.wrapping_add(skip.wrapping_mul(STEP)))
    }

    /// The next number, below a bound that is not 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        // The high half of the product: even, but for one part in 2^64 / bound.
        ((u128::from(mixed ^ mixed >> 31) * u128::from(bound)) >> 64) as u64
    }
}

/// Positions of some endings, every entry as likely as any other, and either colour; none if there are no endings.
pub fn random(endings: &[Ending], count: usize, seed: u64) -> Vec<Position> {
    let mut numbers = Numbers::new(seed);
    let sides: Vec<(Ending, Mover, u64)> = endings
        .iter()
        .flat_map(|&ending| ending.movers().iter().map(move |&mover| (ending, mover, ending.material(mover).entries())))
        .collect();
    let total: u64 = sides.iter().map(|(_, _, entries)| entries).sum();
    if total == 0 {
        return Vec::new();
    }
    let mut indices: Vec<Option<Index>> = vec![None; sides.len()];
    let mut position = || {
        let mut entry = numbers.below(total);
        let mut side = 0;
        while entry >= sides[side].2 {
            entry -= sides[side].2;
            side += 1;
        }
        let (ending, mover, _) = sides[side];
        let index = indices[side].get_or_insert_with(|| Index::new(ending.material(mover)));
        let turn = if numbers.below(2) == 0 { Color::White } else { Color::Black };
        Position::from_board(turn, index.unrank(entry))
    };
    (0..count).map(|_| position()).collect()
}

/// The positions that are met, in order, in games with random moves from each root, and in an alpha-beta search from each
/// root of that depth in plies, which goes on while captures are pending and counts material at its leaves.
pub fn search(roots: &[Position], depth: u32, seed: u64) -> Vec<Position> {
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

fn alpha_beta(position: &Position, depth: u32, mut alpha: i32, beta: i32, met: &mut Vec<Position>) -> i32 {
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

fn material(board: &Board) -> i32 {
    let worth = |men: u32, kings: u32| (men.count_ones() + 3 * kings.count_ones()) as i32;
    worth(board.men, board.kings) - worth(board.enemy_men, board.enemy_kings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_positions_and_all_endings_come() {
        let endings: Vec<Ending> = Ending::all(3).collect();
        let positions = random(&endings, 2000, 1);
        assert_eq!(positions, random(&endings, 2000, 1));
        assert!(positions != random(&endings, 2000, 2));
        for &ending in &endings {
            let of = |position: &&Position| crate::index::Material::of(&position.board()).ending().0 == ending;
            let share = positions.iter().filter(of).count() as f64 / 2000.0;
            let expected = ending.entries() as f64 / 196_032.0;
            assert!((share - expected).abs() < 0.04, "{ending}: {share} {expected}");
        }
        assert!(random(&[], 5, 1).is_empty());
    }

    #[test]
    fn a_search_meets_what_its_moves_lead_to() {
        let roots = random(&["KKvK".parse().unwrap()], 3, 7);
        let met = search(&roots, 3, 1);
        assert!(met.len() > 100 && roots.iter().all(|root| met.contains(root)));
        assert!(met.iter().all(|position| position.pieces() <= 3));
    }
}
