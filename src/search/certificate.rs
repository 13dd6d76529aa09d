//! Certificates: the proofs of search answers.
//!
//! A certificate lists positions, each with the move of its chooser: the attacker if the goal is forced, the defender if not. All
//! moves of the other side are followed. It is checked position by position, without search.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;

use foldhash::fast::FixedState;

use crate::board::{Color, Game, Position};
use crate::probe::ProbeError;
use crate::rules::{DrawRule, Move};

use super::node::{Goal, Node, Question};

/// The positions of a certificate, each with the chooser's move; `None` where all moves of the other side are followed.
pub(super) type Steps<G> = HashMap<Node<G>, Option<Move<G>>, FixedState>;

/// The answer to one question, whether a side can force the goal from a position, with its proof.
#[derive(Clone)]
pub struct Certificate<G> {
    pub(super) attacker: Color,
    /// The rule whose clock the positions have.
    pub(super) rule: DrawRule,
    pub(super) root: Node<G>,
    pub(super) forced: bool,
    /// Empty if the root ends the game or is in the tables.
    pub(super) steps: Arc<Steps<G>>,
}

impl<G: Game> Certificate<G> {
    /// The side of the question.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Whether that side can force the goal.
    pub fn is_forced(&self) -> bool {
        self.forced
    }

    /// The draw rule of the question; [`DrawRule::None`] in theory.
    pub fn rule(&self) -> DrawRule {
        self.rule
    }

    /// The goal.
    pub fn goal(&self) -> Goal {
        self.root.goal()
    }

    /// The number of positions that it lists.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    /// The chooser's move in a position at a clock of `plies`, which only a draw rule uses; `Some(None)` where all moves are
    /// followed; `None` where a line ends, in the tables or with the game.
    #[inline(never)]
    pub fn step(&self, position: &Position<G>, plies: u64) -> Option<Option<Move<G>>> {
        let node = Node::new(position, self.attacker, self.goal(), self.rule, plies);
        let step = self.steps.get(&node)?;
        Some(step.map(|mv| if position.turn() == Color::Black { mv.flip() } else { mv }))
    }

    /// The certificate of a position that it lists.
    pub(super) fn of_child(&self, child: Node<G>) -> Option<Certificate<G>> {
        self.steps.contains_key(&child).then(|| Certificate { root: child, steps: self.steps.clone(), ..*self })
    }

    /// Writes it as text: its claim, then one position a line with the chooser's move, or a star where all moves of the other side
    /// are followed. `docs/beyond.md` describes the format.
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
        writeln!(
            out,
            "claim {} {can}\ngame {}\nrule {}\nposition {}",
            self.attacker.name(),
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

    #[inline(never)]
    fn text(&self, node: &Node<G>) -> String {
        let position = node.position(self.attacker);
        node.plies().map_or(position.to_string(), |plies| format!("{position}:H{plies}"))
    }
}

/// Whether a certificate proves its claim. Stops with `None` when `is_over`.
pub(super) fn holds<G: Game>(
    question: &Question<'_, G>,
    certificate: &Certificate<G>,
    is_over: &mut dyn FnMut() -> bool,
) -> Result<Option<bool>, ProbeError> {
    let Certificate { root, forced, steps, .. } = certificate;
    if let Some(won) = question.end(root)? {
        return Ok(Some(won == *forced));
    }
    if !steps.contains_key(root) {
        return Ok(Some(false));
    }
    for (count, (node, mv)) in steps.iter().enumerate() {
        if count % 64 == 0 && is_over() {
            return Ok(None);
        }
        // The attacker chooses in a proof, the defender in a refutation.
        if (node.attacks == *forced) != mv.is_some() {
            return Ok(Some(false));
        }
        let mut is_legal = mv.is_none();
        for (_, child) in question.followed(node, *mv) {
            is_legal = true;
            let closes = match question.end(&child)? {
                Some(won) => won == *forced,
                None => steps.contains_key(&child),
            };
            if !closes {
                return Ok(Some(false));
            }
        }
        if !is_legal {
            return Ok(Some(false));
        }
    }
    Ok(Some(!forced || is_finite(question, root, steps)))
}

/// Whether no path through the steps repeats a position.
fn is_finite<G: Game>(question: &Question<'_, G>, root: &Node<G>, steps: &Steps<G>) -> bool {
    let mut finished = HashMap::<_, _, FixedState>::default();
    // Each node comes before its children and again after them; in between, it is on the path.
    let mut way = vec![(*root, false)];
    while let Some((node, is_left)) = way.pop() {
        match finished.get(&node) {
            _ if is_left => {
                finished.insert(node, true);
            }
            Some(true) => {}
            Some(false) => return false,
            None => {
                finished.insert(node, false);
                way.push((node, true));
                let children = question.followed(&node, steps[&node]).map(|(_, child)| child);
                way.extend(children.filter(|child| steps.contains_key(child)).map(|child| (child, false)));
            }
        }
    }
    true
}

/// The steps of a proof in theory, followed from a node with a clock; `None` if the game is over there or the tables have the node, if
/// the draw rule spoils the proof, or if a table that decides it is missing.
pub(super) fn with_clock<G: Game>(
    question: &Question<'_, G>,
    proof: &Certificate<G>,
    root: Node<G>,
    is_over: &mut dyn FnMut() -> bool,
) -> Result<Option<Certificate<G>>, ProbeError> {
    if question.end(&root)?.is_some() {
        return Ok(None);
    }
    let mut steps = Steps::default();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if steps.len() % 64 == 0 && is_over() {
            return Ok(None);
        }
        let Some(&mv) = proof.steps.get(&node.in_theory()) else { return Ok(None) };
        if steps.insert(node, mv).is_some() {
            continue;
        }
        for (_, child) in question.followed(&node, mv) {
            match question.end(&child)? {
                Some(true) => {}
                Some(false) => return Ok(None),
                None => open.push(child),
            }
        }
    }
    Ok(Some(Certificate { root, rule: question.rule, steps: Arc::new(steps), ..*proof }))
}

/// The longest line of a proof: its plies to the end of the game, and its moves up to the tables. The plies are `None` if the tables
/// lack a distance to win, or when `is_over`.
pub(super) fn longest_line<G: Game>(
    question: &Question<'_, G>,
    proof: &Certificate<G>,
    is_over: &mut dyn FnMut() -> bool,
) -> (Option<u32>, Vec<Move<G>>) {
    let mut known: HashMap<Node<G>, (u32, Option<Move<G>>), FixedState> = HashMap::default();
    // Each node comes before its children and again after them.
    let mut way = vec![(proof.root, false)];
    let mut has_distances = true;
    while let Some((node, is_finished)) = way.pop() {
        if known.contains_key(&node) {
            continue;
        }
        let Some(&chosen) = proof.steps.get(&node) else {
            has_distances &= !known.len().is_multiple_of(16) || !is_over();
            let plies = if has_distances { question.plies_to_end(&node) } else { None };
            has_distances &= plies.is_some();
            known.insert(node, (plies.unwrap_or(0), None));
            continue;
        };
        let followed = question.followed(&node, chosen);
        if !is_finished {
            way.push((node, true));
            way.extend(followed.map(|(_, child)| (child, false)));
            continue;
        }
        let through = followed.map(|(mv, child)| (known.get(&child).map_or(0, |(plies, _)| plies + 1), Some(mv)));
        let longest = through.max_by_key(|(plies, _)| *plies).unwrap_or_default();
        known.insert(node, longest);
    }
    let mut line = Vec::new();
    let mut node = proof.root;
    while let Some((_, Some(mv))) = known.get(&node) {
        line.push(*mv);
        node = question.after(&node, mv);
    }
    (known.get(&proof.root).filter(|_| has_distances).map(|(plies, _)| *plies), line)
}
