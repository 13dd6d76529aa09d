//! The tree of a proof as a game in PDN, with variations.

use std::collections::HashSet;

use bolshak::board::{Color, Fen, Game, Position};
use bolshak::probe::{Clock, Over};
use bolshak::rules::{DrawRule, Move};
use bolshak::search::{Certificate, Solved};
use bolshak::value::{Category, Theory};
use bolshak_answers::json::Asked;

use crate::lang::say;
use crate::shared::text::{Moves, game_type};

/// The most moves of a tree: beyond them it would not be read.
const MOST: usize = 2000;

/// The proof of a win or loss with its longest line as the main one, unless the draw rule takes it; of another answer the position
/// alone.
pub fn pdn<G: Game>(asked: &Asked<G>, solved: &Solved<G>) -> String {
    let category = solved.verdict.category.map(Category::under_rule);
    let result = match (category, asked.position.turn()) {
        (Some(Theory::Draw), _) => "1/2-1/2",
        (Some(Theory::Win), Color::White) | (Some(Theory::Loss), Color::Black) => "1-0",
        (Some(_), _) => "0-1",
        (None, _) if solved.verdict.over == Some(Over::DrawRule) => "1/2-1/2",
        (None, _) => "*",
    };
    let proof = solved.certificates.iter().find(|certificate| certificate.is_forced());
    let mut moves = Moves::default();
    if let Some(proof) = proof.filter(|_| result != "1/2-1/2") {
        let mut tree = Tree { proof, seen: HashSet::new(), left: MOST, moves: &mut moves };
        tree.line(asked.position, asked.clock, &solved.line, 1);
    }
    let mut fen = Fen::new(asked.position);
    fen.clock = Some(asked.clock.plies).filter(|plies| *plies > 0 && asked.clock.rule != DrawRule::None);
    moves.in_pdn(game_type(G::NAME), fen, result)
}

struct Tree<'c, G> {
    proof: &'c Certificate<G>,
    /// The positions whose moves are in the tree.
    seen: HashSet<(Position<G>, Clock)>,
    /// The moves that may still be written.
    left: usize,
    moves: &'c mut Moves,
}

impl<G: Game> Tree<'_, G> {
    /// Writes a line from a position, whose moves are `main` as far as that goes, with the other defences as variations.
    fn line(&mut self, mut position: Position<G>, mut clock: Clock, main: &[Move<G>], mut number: u32) {
        for place in 0.. {
            let Some(step) = self.proof.step(&position, clock.plies) else { return };
            if self.left == 0 || !self.seen.insert((position, clock)) {
                let why = if self.left == 0 { "tree-ends" } else { "tree-above" };
                self.moves.comment(&say(why, &[]));
                return;
            }
            let legal = position.legal_moves();
            let mv = step.or(main.get(place).copied()).filter(|mv| legal.contains(mv)).or(legal.first().copied());
            let Some(mv) = mv else { return };
            let (before, before_clock) = (position, clock);
            self.write(&position, &mv, number);
            (position, clock) = (position.after(&mv), clock.after(&mv));
            let next = number + u32::from(before.turn() == Color::Black);
            for other in legal.iter().filter(|&other| step.is_none() && *other != mv) {
                self.moves.bracket("(");
                self.write(&before, other, number);
                self.line(before.after(other), before_clock.after(other), &[], next);
                self.moves.bracket(")");
            }
            number = next;
        }
    }

    fn write(&mut self, position: &Position<G>, mv: &Move<G>, number: u32) {
        self.moves.push(number, position.turn(), position.move_text(mv));
        self.left = self.left.saturating_sub(1);
    }
}
