//! Certificates: what makes the answer of a search certain.
//!
//! A certificate lists positions, and for each one of them the move that its chooser makes: the attacker, where the goal is
//! forced, the defender, where it is not. All moves of the other side are followed.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::board::{Color, Game, Position};
use crate::rules::{DRAW_PLIES_RANGE, DrawRule, Move};

use super::node::{Goal, Node};

/// The positions of a certificate, each with the move of the chooser; `None` where all moves of the other side are followed.
pub(super) type Steps<G> = HashMap<Node<G>, Option<Move<G>>, FixedState>;

/// An answer to one question with what makes it certain: whether a side can force the goal from a position.
#[derive(Clone)]
pub struct Certificate<G> {
    pub(super) attacker: Color,
    /// The rule whose clock the positions have.
    pub(super) rule: DrawRule,
    pub(super) root: Node<G>,
    /// Whether the attacker forces the goal.
    pub(super) forced: bool,
    /// Empty if the root ends the game or is in the tables.
    pub(super) steps: Arc<Steps<G>>,
}

impl<G: Game> Certificate<G> {
    /// The side of which it says whether it can force the goal.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether that side can.
    pub fn is_forced(&self) -> bool {
        self.forced
    }

    /// The draw rule under which it says so; [`DrawRule::None`] in theory.
    pub fn rule(&self) -> DrawRule {
        self.rule
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.root.goal()
    }

    /// The positions that it lists.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    /// What it has of a position at a clock of `plies`, which counts under its rule alone: the move of the side that chooses there;
    /// `Some(None)` where all moves are followed; `None` where a line ends, in the tables or with the game.
    pub fn step(&self, position: &Position<G>, plies: u64) -> Option<Option<Move<G>>> {
        let plies = u8::try_from(plies).ok().filter(|plies| DRAW_PLIES_RANGE.contains(plies) || *plies == 0)?;
        let node = Node::new(position, self.attacker, self.goal(), self.rule, plies);
        let step = self.steps.get(&node)?;
        Some(step.map(|mv| if position.turn() == Color::Black { mv.flip() } else { mv }))
    }

    /// What it shows of a position that it leads to.
    pub(super) fn of_child(&self, child: Node<G>) -> Option<Certificate<G>> {
        self.steps.contains_key(&child).then(|| Certificate { root: child, steps: self.steps.clone(), ..*self })
    }

    /// Writes it as text: what it says, then a position a line, each with the move of the side that chooses or, where all moves of
    /// the other side are followed, a star. The format is described in `docs/beyond.md`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let can = match (self.goal(), self.forced) {
            (Goal::Win, true) => "wins",
            (Goal::Win, false) => "does-not-win",
            (Goal::Lock, true) => "locks",
            (Goal::Lock, false) => "does-not-lock",
        };
        let attacker = if self.attacker == Color::White { "white" } else { "black" };
        writeln!(
            out,
            "claim {attacker} {can}\ngame {}\nrule {}\nposition {}",
            G::NAME,
            self.rule,
            self.text(&self.root)
        )?;
        let mut lines = Vec::with_capacity(self.steps.len());
        for (node, mv) in &*self.steps {
            let position = node.position(self.attacker);
            let mv = mv.map(|mv| if position.turn() == Color::Black { mv.flip() } else { mv });
            lines.push(format!("{} {}", self.text(node), mv.map_or("*".into(), |mv| position.move_text(&mv))));
        }
        lines.sort_unstable();
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out)
    }

    fn text(&self, node: &Node<G>) -> String {
        let position = node.position(self.attacker);
        node.plies().map_or(position.to_string(), |plies| format!("{position}:H{plies}"))
    }
}
