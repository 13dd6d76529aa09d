//! The tree of a proof as a game in PDN, with variations.

use std::collections::HashSet;

use bolshak::board::{Color, Game, GameName, Position};
use bolshak::probe::Clock;
use bolshak::rules::Move;
use bolshak::search::{Certificate, Solved};
use bolshak_answers::json::Asked;

use crate::lang::say;
use crate::shared::text::wrapped;

/// The most moves of a tree: beyond them it would not be read.
const MOST: usize = 2000;

/// The proof of a win or loss with its longest line as the main one; of another answer the position alone.
pub fn pdn<G: Game>(asked: &Asked<G>, solved: &Solved<G>) -> String {
    let proof = solved.certificates.iter().find(|certificate| certificate.is_forced());
    let result = match proof.map(Certificate::attacker) {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None if solved.verdict.theory.is_some() => "1/2-1/2",
        None => "*",
    };
    let mut words = Vec::new();
    if let Some(proof) = proof {
        let mut tree = Tree { proof, seen: HashSet::new(), left: MOST, words: &mut words };
        tree.line(asked.position, asked.clock, &solved.line, 1);
    }
    words.push(result.into());
    let game_type = match G::NAME {
        GameName::Russian => "[GameType \"25,W,8,8,A0,0\"]\n",
        GameName::Draughts80 => "[GameType \"41,W,10,8,A0,0\"]\n",
        // PDN has no number for it.
        GameName::Poddavki => "",
    };
    let tags = format!("{game_type}[SetUp \"1\"]\n[FEN \"{}\"]\n[Result \"{result}\"]\n", asked.position);
    format!("{tags}\n{}\n", wrapped(&words.join(" "), ""))
}

struct Tree<'c, G> {
    proof: &'c Certificate<G>,
    /// The positions whose moves are in the tree.
    seen: HashSet<(Position<G>, Clock)>,
    /// The moves that may still be written.
    left: usize,
    words: &'c mut Vec<String>,
}

impl<G: Game> Tree<'_, G> {
    /// Writes a line from a position, whose moves are `main` as far as that goes, with the other defences as variations.
    fn line(&mut self, mut position: Position<G>, mut clock: Clock, main: &[Move<G>], mut number: usize) {
        let mut is_first = true;
        for place in 0.. {
            let Some(step) = self.proof.step(&position, clock.plies) else { return };
            if self.left == 0 || !self.seen.insert((position, clock)) {
                let why = if self.left == 0 { "tree-ends" } else { "tree-above" };
                self.words.push(format!("{{{}}}", say(why, &[])));
                return;
            }
            let legal = position.legal_moves();
            let mv = step.or(main.get(place).copied()).filter(|mv| legal.contains(mv)).or(legal.first().copied());
            let Some(mv) = mv else { return };
            let (before, before_clock) = (position, clock);
            self.write(&position, &mv, number, is_first);
            is_first = false;
            (position, clock) = (position.after(&mv), clock.after(&mv));
            let next = number + usize::from(before.turn() == Color::Black);
            for other in legal.iter().filter(|&other| step.is_none() && *other != mv) {
                self.words.push("(".into());
                self.write(&before, other, number, true);
                self.line(before.after(other), before_clock.after(other), &[], next);
                self.words.push(")".into());
                is_first = true;
            }
            number = next;
        }
    }

    fn write(&mut self, position: &Position<G>, mv: &Move<G>, number: usize, with_number: bool) {
        let turn = position.turn();
        if with_number || turn == Color::White {
            self.words.push(format!("{number}{}", turn.dots()));
        }
        self.words.push(position.move_text(mv));
        self.left = self.left.saturating_sub(1);
    }
}
