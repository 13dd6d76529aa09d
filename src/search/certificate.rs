//! Certificates: what makes the answer of a search certain.
//!
//! A certificate lists positions, and for each one of them the move that its chooser makes: the attacker, where the goal is
//! forced, the defender, where it is not. All moves of the other side are followed. A search gives hints alone: this module
//! collects what they lead to, and searches again where a hint is missing; [`check`](super::check) says whether the result holds.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Write};
use std::sync::Arc;

use crate::board::{Color, Game};
use crate::probe::ProbeError;
use crate::rules::{DrawRule, Move};

use super::hints::Hints;
use super::node::{Node, Question};
use super::numbers::{Found, Prover};

/// The positions of a certificate, each with the move of the chooser; `None` where all moves of the other side are followed.
pub(super) type Steps<G> = HashMap<Node<G>, Option<Move<G>>, BuildHasherDefault<Mixer>>;

/// Mixes the few words of a node.
#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

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

    /// The positions that it lists.
    pub fn positions(&self) -> usize {
        self.steps.len()
    }

    /// What it shows of a position that it leads to.
    pub(super) fn of_child(&self, child: Node<G>) -> Option<Certificate<G>> {
        self.steps.contains_key(&child).then(|| Certificate { root: child, steps: self.steps.clone(), ..*self })
    }

    /// Writes it as text: what it says, then a position a line, each with the move of the side that chooses or, where all moves of
    /// the other side are followed, a star. The format is described in `docs/format.md`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let can = if self.forced { "wins" } else { "does-not-win" };
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

/// Why a certificate was not collected.
pub(super) enum Gap {
    /// The limit came first.
    Limit,
    /// A hint was wrong: it rested on a path.
    WrongHint,
    /// A table is damaged.
    Probe(ProbeError),
}

impl From<ProbeError> for Gap {
    fn from(error: ProbeError) -> Gap {
        Gap::Probe(error)
    }
}

/// The collecting of a certificate.
pub(super) struct Collector<'p, 's, 't, G> {
    pub question: &'t Question<'t, G>,
    pub hints: &'s Hints,
    pub prover: &'p mut Prover<'s, 't, G>,
    /// Asked with the positions visited; see [`Prover::search`].
    pub is_over: &'p mut dyn FnMut(u64) -> bool,
    /// The most positions of a certificate.
    pub most: usize,
}

/// Where a move leads: the end of a line, with whether the attacker reaches the goal, or another position.
type Child<G> = (Move<G>, Node<G>, Option<bool>);

impl<G: Game> Collector<'_, '_, '_, G> {
    /// The children of a node. Those where lines end come first.
    fn children(&self, node: &Node<G>) -> Result<Vec<Child<G>>, Gap> {
        let mut moves = Vec::new();
        node.board.moves(&mut moves);
        let child = |mv: Move<G>| {
            let child = self.question.after(node, &mv);
            Ok((mv, child, self.question.end(&child)?))
        };
        let mut children = moves.into_iter().map(child).collect::<Result<Vec<_>, Gap>>()?;
        children.sort_by_key(|(_, _, end)| end.is_none());
        Ok(children)
    }

    /// Searches a node, of which the hints are lost, once more.
    fn again(&mut self, node: &Node<G>, wanted: Found) -> Result<(), Gap> {
        match self.prover.search(node, self.is_over)? {
            Found::Open => Err(Gap::Limit),
            found if found == wanted => Ok(()),
            _ => Err(Gap::WrongHint),
        }
    }

    fn limit(&mut self, steps: usize) -> Result<(), Gap> {
        let is_over = steps > self.most || steps.is_multiple_of(64) && (self.is_over)(self.prover.visited);
        if is_over { Err(Gap::Limit) } else { Ok(()) }
    }

    /// The closed set that shows that the attacker cannot force the goal.
    pub fn refutation(&mut self, root: &Node<G>) -> Result<Steps<G>, Gap> {
        let mut steps = Steps::default();
        let mut open = vec![*root];
        steps.insert(*root, None);
        while let Some(node) = open.pop() {
            self.limit(steps.len())?;
            let children = self.children(&node)?;
            if node.attacks {
                for (_, child, end) in children {
                    match end {
                        Some(true) => return Err(Gap::WrongHint),
                        Some(false) => {}
                        None => {
                            steps.entry(child).or_insert_with(|| {
                                open.push(child);
                                None
                            });
                        }
                    }
                }
                continue;
            }
            let mut chosen = self.defence(&children, &steps);
            if chosen.is_none() {
                self.again(&node, Found::Refuted)?;
                chosen = self.defence(&children, &steps);
            }
            // The hints are too few to keep that of a child until here: its parent's search has just ended with it.
            let (mv, child, end) = chosen.ok_or(Gap::WrongHint)?;
            steps.insert(node, Some(mv));
            if end.is_none() && !steps.contains_key(&child) {
                steps.insert(child, None);
                open.push(child);
            }
        }
        Ok(steps)
    }

    /// The defender's best move as far as the hints know: to where a line ends, into the set, to a refutation that rests on
    /// nothing, to another one.
    fn defence(&self, children: &[Child<G>], steps: &Steps<G>) -> Option<Child<G>> {
        let rank = |(_, child, end): &&Child<G>| match end {
            Some(true) => None,
            Some(false) => Some((0, 0)),
            None if steps.contains_key(child) => Some((1, 0)),
            None => {
                let hint = self.hints.get(child.key()).filter(|hint| hint.disproof == 0)?;
                Some((if hint.rests_on_path { 3 } else { 2 }, hint.work))
            }
        };
        children
            .iter()
            .filter_map(|child| Some((rank(&child)?, child)))
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, child)| *child)
    }

    /// The strategy that forces the goal.
    pub fn proof(&mut self, root: &Node<G>) -> Result<Steps<G>, Gap> {
        let mut steps = Steps::default();
        let mut plies = Plies::default();
        let mut way: Vec<Visit<G>> = Vec::new();
        let mut enter = Some(*root);
        loop {
            if let Some(node) = enter.take() {
                self.limit(plies.len())?;
                plies.insert(node, None);
                let mut children = self.children(&node)?;
                if node.attacks {
                    children = self.attacks(children, &plies);
                }
                way.push(Visit { node, children, next: 0, plies: 0, searched: false, result: None });
            }
            let Some(visit) = way.last_mut() else { return Err(Gap::WrongHint) };
            if visit.result.is_none() {
                let attacks = visit.node.attacks;
                match visit.children.get(visit.next) {
                    Some((_, _, Some(won))) => visit.take(won.then_some(0)),
                    Some((_, child, None)) => match plies.get(child) {
                        // A position twice on a way is no proof.
                        Some(known) => visit.take(*known),
                        None => enter = Some(*child),
                    },
                    None if attacks && !visit.searched => {
                        visit.searched = true;
                        let node = visit.node;
                        self.again(&node, Found::Proved)?;
                        let children = self.children(&node)?;
                        let children = self.attacks(children, &plies);
                        let visit = way.last_mut().expect("as above");
                        (visit.children, visit.next) = (children, 0);
                    }
                    None => visit.result = Some((!attacks).then_some(visit.plies)),
                }
                continue;
            }
            let visit = way.pop().expect("as above");
            let result = visit.result.flatten();
            match result {
                Some(known) => {
                    plies.insert(visit.node, Some(known));
                    steps.insert(visit.node, visit.children.get(visit.next).map(|(mv, ..)| *mv));
                }
                None => {
                    plies.remove(&visit.node);
                }
            }
            match (way.last_mut(), result) {
                (Some(parent), result) => parent.take(result),
                (None, Some(_)) => return Ok(steps),
                (None, None) => return Err(Gap::WrongHint),
            }
        }
    }

    /// The attacker's moves that the hints know to win, the shortest first; to no node that is on the way already.
    fn attacks(&self, children: Vec<Child<G>>, plies: &Plies<G>) -> Vec<Child<G>> {
        let rank = |(_, child, end): &Child<G>| match (end, plies.get(child)) {
            (Some(won), _) => won.then_some(0),
            (None, Some(known)) => *known,
            (None, None) => self.hints.get(child.key()).filter(|hint| hint.proof == 0).map(|hint| hint.depth.into()),
        };
        let mut ranked: Vec<_> = children.into_iter().filter_map(|child| Some((rank(&child)?, child))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().map(|(_, child)| child).collect()
    }
}

/// The plies of finished nodes; `None` of those on the way.
type Plies<G> = HashMap<Node<G>, Option<u32>, BuildHasherDefault<Mixer>>;

/// A node on the way, whose children are looked at one after the other: of a defender all, of an attacker those that may win,
/// until one does.
struct Visit<G> {
    node: Node<G>,
    children: Vec<Child<G>>,
    next: usize,
    /// Of a defender: the most plies through the children so far.
    plies: u32,
    /// Whether an attacker was searched again because no child won.
    searched: bool,
    /// Once it is known: the plies, or `None` if nothing is proved on this way.
    result: Option<Option<u32>>,
}

impl<G: Game> Visit<G> {
    /// Takes the plies of the next child, or that it proves nothing.
    fn take(&mut self, known: Option<u32>) {
        match known {
            Some(plies) if self.node.attacks => self.result = Some(Some(plies + 1)),
            Some(plies) => (self.plies, self.next) = (self.plies.max(plies + 1), self.next + 1),
            None if self.node.attacks => self.next += 1,
            None => self.result = Some(None),
        }
    }
}
