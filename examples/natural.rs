//! Draws natural positions, such as those for measurements of the search beyond the tables.
//!
//! ```sh
//! cargo run --release --example natural -- 10 200 1
//! ```
//!
//! The arguments are the number of pieces, the number of positions, and a seed. Two players, who look four plies ahead for material
//! and choose at random among equally good moves, play games from the start. Each game gives its first position with that number of
//! pieces, no capture, and the same numbers of men and kings on both sides (with an odd number, one side has one more man). No
//! position comes twice.

use std::collections::HashSet;

use bolshak::board::Position;

/// Pseudorandom numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % bound as u64) as usize
    }
}

/// The material of the side to move less that of the other side; a king is worth three men.
fn material(position: &Position) -> i32 {
    let view = position.board();
    let worth = |men: u64, kings: u64| men.count_ones() as i32 + 3 * kings.count_ones() as i32;
    worth(view.men, view.kings) - worth(view.enemy_men, view.enemy_kings)
}

/// The material balance of the side to move after some plies; captures are played out.
fn search(position: &Position, plies: u32, mut least: i32, most: i32) -> i32 {
    let moves = position.legal_moves();
    let Some(first) = moves.first() else { return -100 };
    if plies == 0 && !first.is_capture() {
        return material(position);
    }
    for mv in &moves {
        least = least.max(-search(&position.after(mv), plies.saturating_sub(1), -most, -least));
        if least >= most {
            break;
        }
    }
    least
}

fn is_wanted(position: &Position, pieces: u32) -> bool {
    let view = position.board();
    position.pieces() == pieces
        && view.kings.count_ones() == view.enemy_kings.count_ones()
        && view.men.count_ones().abs_diff(view.enemy_men.count_ones()) <= pieces % 2
        && position.legal_moves().first().is_some_and(|mv| !mv.is_capture())
}

/// The position of one game, if it has one.
fn draw(pieces: u32, random: &mut Random) -> Option<Position> {
    let mut position = Position::START;
    for _ in 0..200 {
        if is_wanted(&position, pieces) {
            return Some(position);
        }
        let moves = position.legal_moves();
        let values: Vec<i32> = moves.iter().map(|mv| -search(&position.after(mv), 3, -200, 200)).collect();
        let best = values.iter().max()?;
        let as_good: Vec<usize> = (0..moves.len()).filter(|&at| values[at] == *best).collect();
        position = position.after(&moves[as_good[random.below(as_good.len())]]);
        if position.pieces() < pieces {
            return None;
        }
    }
    None
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|text| text.parse().ok()).collect();
    let [pieces @ 2..=24, count, seed] = numbers[..] else {
        eprintln!("usage: natural PIECES COUNT SEED, such as natural 10 200 1");
        std::process::exit(2);
    };
    let (mut random, mut drawn) = (Random(seed), HashSet::new());
    while (drawn.len() as u64) < count {
        if let Some(position) = draw(pieces as u32, &mut random)
            && drawn.insert(position)
        {
            println!("{position}");
        }
    }
}
