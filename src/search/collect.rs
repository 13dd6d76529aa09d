//! The collecting of a certificate: a search gives hints alone. This follows what they lead to, and searches again where one is
//! missing; `check` says whether the result holds.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::board::Game;
use crate::probe::ProbeError;
use crate::rules::Move;

use super::certificate::Steps;
use super::hints::Hints;
use super::node::{Node, Question};
use super::numbers::{Found, Prover};

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

    /// Counts a position, which is work like that of the search.
    fn count(&mut self, steps: usize) -> Result<(), Gap> {
        self.prover.visited += 1;
        let is_over =
            steps > self.most || self.prover.visited.is_multiple_of(64) && (self.is_over)(self.prover.visited);
        if is_over { Err(Gap::Limit) } else { Ok(()) }
    }

    /// The closed set that shows that the attacker cannot force the goal.
    pub fn refutation(&mut self, root: &Node<G>) -> Result<Steps<G>, Gap> {
        let mut steps = Steps::default();
        let mut open = vec![*root];
        steps.insert(*root, None);
        while let Some(node) = open.pop() {
            self.count(steps.len())?;
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
        let mut failures = 0;
        loop {
            if let Some(node) = enter.take() {
                self.count(plies.len())?;
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
                        // A position twice on a way is not a proof.
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
                    failures += 1;
                    if failures > MOST_FAILURES {
                        return Err(Gap::WrongHint);
                    }
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

/// How often another way is tried in a proof before its hints are given up: the ways could be very many.
const MOST_FAILURES: u32 = 1000;

/// The plies of finished nodes; `None` of those on the way.
type Plies<G> = HashMap<Node<G>, Option<u32>, FixedState>;

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
