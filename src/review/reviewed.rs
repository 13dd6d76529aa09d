//! A game with its judged moves, and the counts of an arbiter.

use std::collections::HashMap;

use crate::board::{Color, Game, GameName, Position, Russian, squares};
use crate::index::Ending;
use crate::pdn::{Place, Stated};
use crate::probe::{Clock, ClockNote, RankedMove, Verdict};
use crate::rules::{Move, is_three_kings};
use crate::value::{Category, Theory};

/// A judged game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Reviewed<G = Russian> {
    /// The moves from positions with a known result, in order, up to the end of the game by the rule.
    pub moves: Vec<JudgedMove<G>>,
    /// The first position with a known result: after how many moves, the position, its clock and values.
    pub first: Option<(usize, Position<G>, Clock, Verdict)>,
    /// After how many moves the draw rule ended the game, if it did.
    pub drawn_after: Option<usize>,
    /// After how many moves a position with the same side to move occurred for the third time, if one did.
    pub repetition: Option<usize>,
    /// The other official counts that ran out, and after how many moves.
    pub claims: Vec<(usize, Claim)>,
    /// The endings whose tables are missing, each once.
    pub missing: Vec<Ending>,
    /// The positions whose result a search proved, each by the number of moves before it. Their distances are unknown.
    pub proved: Vec<usize>,
    /// The positions that a search left undecided, each by the number of moves before it.
    pub undecided: Vec<usize>,
    /// How the FEN's draw counter was used, if worth a note.
    pub note: Option<ClockNote>,
}

/// Whether the stated result is that of best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Agreement {
    /// It is the result of best play.
    Agrees,
    /// It is another result.
    Differs,
    /// No result is stated, or no position of the game has a known result.
    Open,
}

impl<G: Game> Reviewed<G> {
    /// The winner with best play under the rule from the first position with a known result; `Some(None)` for a draw, `None` if no
    /// result is known.
    pub fn winner(&self) -> Option<Option<Color>> {
        let (_, position, _, verdict) = self.first.as_ref()?;
        Some(match verdict.category?.under_rule() {
            Theory::Win => Some(position.turn()),
            Theory::Loss => Some(position.turn().other()),
            Theory::Draw => None,
        })
    }

    /// Whether a stated result is that of best play from the first position with a known result.
    pub fn agreement(&self, stated: Stated) -> Agreement {
        let Some(winner) = self.winner() else { return Agreement::Open };
        let agrees = match stated {
            Stated::White => winner == Some(Color::White),
            Stated::Black => winner == Some(Color::Black),
            Stated::Draw => winner.is_none(),
            Stated::Neither | Stated::Open => return Agreement::Open,
        };
        if agrees { Agreement::Agrees } else { Agreement::Differs }
    }
}

/// A judged move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct JudgedMove<G = Russian> {
    /// Its index among all moves of the game, from 0.
    pub index: usize,
    /// Its move number, which both sides' moves share.
    pub number: u32,
    /// Its notation.
    pub text: String,
    /// Its place in the file.
    pub place: Place,
    /// The position before it.
    pub position: Position<G>,
    /// The clock there.
    pub clock: Clock,
    /// The values of that position, for its side to move.
    pub before: Verdict,
    /// The position after it.
    pub reached: Position<G>,
    /// The clock there.
    pub reached_clock: Clock,
    /// The values of that position, for **its** side to move; [`Verdict::UNKNOWN`] if nothing is known.
    pub after: Verdict,
    /// The moves known to keep the category, best first. A search looks for them only if the move is a mistake.
    pub best: Vec<RankedMove<G>>,
    /// Its mistake; `None` if there is none, or it is unknown.
    pub mistake: Option<Mistake>,
}

impl<G: Game> JudgedMove<G> {
    /// The mover's result after the move, under the draw rule.
    pub fn category(&self) -> Option<Category> {
        self.after.category.map(Category::flip)
    }

    /// Whether it kept the result of the game under the rule; `None` if unknown.
    pub fn kept(&self) -> Option<bool> {
        Some(self.category()?.under_rule() >= self.before.category?.under_rule())
    }

    /// Whether it kept the result in theory; `None` if unknown.
    pub fn kept_in_theory(&self) -> Option<bool> {
        Some(self.after.theory.map(Theory::flip)? >= self.before.theory?)
    }

    /// "3. c3-d4" or "3... d6-c5".
    pub fn name(&self) -> String {
        format!("{}{} {}", self.number, self.position.turn().dots(), self.text)
    }
}

/// What a move gave away under the draw rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Mistake {
    /// A win became a draw.
    WinToDraw,
    /// A win became a loss.
    WinToLoss,
    /// A draw became a loss, also a draw only by the rule.
    DrawToLoss,
    /// A win became a draw by the rule, still won in theory.
    WinToCursed,
}

impl Mistake {
    /// The mistake of a move by the mover's results before and after it; `None` if it kept the result.
    pub fn of(before: Category, after: Category) -> Option<Mistake> {
        match (before.under_rule(), after.under_rule(), after) {
            (Theory::Win, Theory::Draw, Category::CursedWin) => Some(Mistake::WinToCursed),
            (Theory::Win, Theory::Draw, _) => Some(Mistake::WinToDraw),
            (Theory::Win, Theory::Loss, _) => Some(Mistake::WinToLoss),
            (Theory::Draw, Theory::Loss, _) => Some(Mistake::DrawToLoss),
            _ => None,
        }
    }

    /// The name in all interfaces.
    pub const fn name(self) -> &'static str {
        ["win-to-draw", "win-to-loss", "draw-to-loss", "win-to-cursed-win"][self as usize]
    }
}

/// A count of the official codes that ran out and that the clock of the draw rule does not cover. Counts and lengths are those of
/// FMJD-64, nearly as in Lidraughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Claim {
    /// 30 moves (60 plies) without a capture or promotion, with kings on both sides and 4 or 5 pieces left.
    ThirtyMoves,
    /// 60 moves (120 plies), the same with 6 or 7 pieces left.
    SixtyMoves,
    /// 5 moves (10 plies) with at most two pieces, one of them a king, against a single king, since a capture or a side's first king.
    FiveMoves,
    /// 10 plies in all, since a capture or a side's first king, that left a single king on the main road a1-h8, against three pieces,
    /// one or two of them kings.
    MainRoad,
}

impl Claim {
    /// The name in all interfaces.
    pub const fn name(self) -> &'static str {
        ["30-moves", "60-moves", "5-moves", "main-road"][self as usize]
    }
}

pub struct Counts<G> {
    /// The clock of the draw rule. With three or more kings against one, it is 2n plies with the single king to move and 2n + 1 with
    /// the stronger side to move, after n moves of that side since the balance arose.
    pub clock: Clock,
    seen: HashMap<Position<G>, u32>,
    /// Plies without a capture or a promotion.
    balance: u64,
    /// Plies since a capture or a side's first king, and how many of them ended with a single king on the main road.
    pieces: u64,
    on_road: u64,
}

/// Whether three or more kings are against one, with the stronger side to move.
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

    /// Counts a move between two positions. Returns whether the second occurs for the third time with the same side to move, and
    /// the counts that ran out.
    pub fn count(&mut self, before: &Position<G>, mv: &Move<G>, reached: &Position<G>) -> (bool, Vec<Claim>) {
        self.clock = self.clock.after(mv);
        if self.clock.plies == 0 && stronger_is_to_move(reached) {
            self.clock.plies = 1;
        }
        let is_first_king = mv.is_crowning() && before.board().kings == 0;
        self.balance = if mv.is_capture() || mv.is_crowning() { 0 } else { self.balance.saturating_add(1) };
        if mv.is_capture() || is_first_king {
            (self.pieces, self.on_road) = (0, 0);
        } else {
            self.pieces = self.pieces.saturating_add(1);
        }
        let seen = self.seen.entry(*reached).or_default();
        *seen += 1;
        (*seen == 3, self.claims(reached))
    }

    fn claims(&mut self, position: &Position<G>) -> Vec<Claim> {
        let view = position.white_view();
        // No code was found with such counts for another game.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_a_worse_result_of_the_game() {
        let points = |category| match category {
            Category::Win => 2,
            Category::Loss => 0,
            _ => 1,
        };
        for before in Category::ALL {
            for after in Category::ALL {
                assert_eq!(Mistake::of(before, after).is_some(), points(after) < points(before), "{before} {after}");
            }
        }
    }
}
