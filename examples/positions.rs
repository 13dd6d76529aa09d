//! Positions of games that a shallow search plays against itself: `positions PIECES COUNT SEED`. Quiet, the first of each game with so many
//! pieces, of equal material, and equal still after nine more plies of search.
use bolshak::board::{Board, Position, Russian};
use bolshak::rules::Move;
type B = Board<Russian>;
fn material(b: &B) -> i32 {
    let v = |m: u64, k: u64| 100 * m.count_ones() as i32 + 300 * k.count_ones() as i32;
    v(b.men, b.kings) - v(b.enemy_men, b.enemy_kings)
}
fn search(b: &B, depth: i32, mut alpha: i32, beta: i32) -> i32 {
    let capture = b.must_capture();
    if depth <= 0 && !capture {
        return if b.is_stuck() { -10000 } else { material(b) };
    }
    let mut moves: Vec<Move<Russian>> = Vec::new();
    b.moves(&mut moves);
    let mut best = -10000 - depth;
    for mv in &moves {
        let v = -search(&b.after(mv), depth - 1, -beta, -alpha);
        best = best.max(v);
        alpha = alpha.max(v);
        if alpha >= beta {
            break;
        }
    }
    best
}
struct R(u64);
impl R {
    fn next(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545F4914F6CDD1D) >> 33) as usize % n
    }
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (pieces, count, seed): (u32, usize, u64) =
        (args[1].parse().unwrap(), args[2].parse().unwrap(), args[3].parse().unwrap());
    let balanced = args.len() < 5;
    let mut r = R(seed * 7919 + 12345);
    let mut n = 0;
    while n < count {
        let mut p = Position::START;
        for ply in 0..150 {
            let moves = p.legal_moves();
            if moves.is_empty() {
                break;
            }
            if p.pieces() < pieces {
                break;
            }
            let b = p.board();
            if p.pieces() == pieces && !b.must_capture() {
                let even = b.own().count_ones().abs_diff(b.enemy().count_ones()) == pieces % 2
                    && b.kings.count_ones() == b.enemy_kings.count_ones();
                if !balanced || even && search(&b, 9, -20000, 20000).unsigned_abs() == 100 * (pieces % 2) {
                    println!("{p}");
                    n += 1;
                }
                break;
            }
            let mv = if ply < 6 {
                moves[r.next(moves.len())]
            } else {
                let mut best = (-100000, vec![]);
                for mv in &moves {
                    let v = -search(&p.after(mv).board(), 4, -20000, 20000);
                    if v > best.0 {
                        best = (v, vec![*mv])
                    } else if v == best.0 {
                        best.1.push(*mv)
                    }
                }
                best.1[r.next(best.1.len())]
            };
            p = p.after(&mv);
        }
    }
}
