//! The counts of a game, as an arbiter makes them: the clock of the draw rule, repetitions, and the further official counts.

use std::collections::HashMap;

use crate::board::{Game, GameName, Position, squares};
use crate::probe::Clock;
use crate::rules::{Move, is_three_kings};

/// A count of the official codes that the clock of the draw rule does not cover, and that ran out.
///
/// The counts and their lengths are those of FMJD-64, as Lidraughts makes them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Claim {
    /// 30 moves (60 plies) without a capture or a promotion, both sides with kings and 4 or 5 pieces left.
    ThirtyMoves,
    /// 60 moves (120 plies) of the same kind with 6 or 7 pieces left.
    SixtyMoves,
    /// 5 moves (10 plies) of at most two pieces, one of them a king, against a single king, since a capture or a first king made this
    /// balance.
    FiveMoves,
    /// 5 moves (10 plies) behind which a single king stood on the main road a1-h8, against three pieces, one of them a king.
    MainRoad,
}

impl Claim {
    /// All of them.
    pub const ALL: [Claim; 4] = [Claim::ThirtyMoves, Claim::SixtyMoves, Claim::FiveMoves, Claim::MainRoad];

    /// Its name in all interfaces.
    pub const fn name(self) -> &'static str {
        ["30-moves", "60-moves", "5-moves", "main-road"][self as usize]
    }
}

/// The counts at one place of a game.
pub struct Counts<G> {
    /// The clock of the draw rule. With three or more kings against one, it is 2n plies when the single king is to move and 2n + 1
    /// when the stronger side is, for the n moves that side has made since the balance arose.
    pub clock: Clock,
    seen: HashMap<Position<G>, u32>,
    /// Plies without a capture or a promotion.
    balance: u64,
    /// Plies since a capture or a side's first king, and how many of them left a single king on the main road.
    pieces: u64,
    on_road: u64,
}

/// Whether three or more kings stand against one, and it is the turn of the kings.
fn stronger_is_to_move<G: Game>(position: &Position<G>) -> bool {
    let board = position.board();
    is_three_kings(&board) && board.kings.count_ones() > 1
}

impl<G: Game> Counts<G> {
    /// The counts at the start of a game, from the draw counter of its FEN if it has one.
    pub fn start(position: &Position<G>, counter: Option<u64>, clock: Clock) -> Counts<G> {
        let plies = counter.unwrap_or(stronger_is_to_move(position).into());
        let [balance, pieces] = [counter.unwrap_or(0); 2];
        Counts { clock: Clock { plies, ..clock }, seen: HashMap::from([(*position, 1)]), balance, pieces, on_road: 0 }
    }

    /// Counts a move between two positions. Returns whether the second stands for the third time with the same side to move, and the
    /// counts that ran out.
    pub fn count(&mut self, before: &Position<G>, mv: &Move<G>, reached: &Position<G>) -> (bool, Vec<Claim>) {
        self.clock = self.clock.after(mv);
        if self.clock.plies == 0 && stronger_is_to_move(reached) {
            self.clock.plies = 1;
        }
        let is_first_king = mv.is_crowning() && before.board().kings == 0;
        self.balance = if mv.is_capture() || mv.is_crowning() { 0 } else { self.balance + 1 };
        if mv.is_capture() || is_first_king {
            (self.pieces, self.on_road) = (0, 0);
        } else {
            self.pieces += 1;
        }
        let seen = self.seen.entry(*reached).or_default();
        *seen += 1;
        (*seen == 3, self.claims(reached))
    }

    /// The further counts that run out in a position.
    fn claims(&mut self, position: &Position<G>) -> Vec<Claim> {
        let view = position.white_view();
        // No other code was found that counts so in another game.
        if G::NAME != GameName::Russian || view.kings == 0 || view.enemy_kings == 0 || is_three_kings(&position.board())
        {
            return Vec::new();
        }
        let (own, enemy) = (view.men | view.kings, view.enemy_men | view.enemy_kings);
        let single = [(own, enemy), (enemy, own)].into_iter().find(|(single, _)| single.count_ones() == 1);
        let is_on_road = |set| squares::<G>(set).all(|square| square.file() == square.rank());
        let mut claims = Vec::new();
        match single {
            Some((_, others)) if others.count_ones() <= 2 => {
                if self.pieces == 10 {
                    claims.push(Claim::FiveMoves);
                }
                return claims;
            }
            Some((single, others)) if others.count_ones() == 3 && is_on_road(single) => {
                self.on_road += 1;
                if self.on_road == 10 {
                    claims.push(Claim::MainRoad);
                }
            }
            _ => {}
        }
        match (position.pieces(), self.balance) {
            (4 | 5, 60) => claims.push(Claim::ThirtyMoves),
            (6 | 7, 120) => claims.push(Claim::SixtyMoves),
            _ => {}
        }
        claims
    }
}
