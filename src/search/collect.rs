//! Collects a certificate from the hints of a search: follows them, and searches again where one is missing. The check of the
//! certificate decides whether it holds.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::board::Game;
use crate::probe::ProbeError;
use crate::rules::Move;

use super::certificate::Steps;
use super::node::Node;
use super::numbers::Prover;

pub(super) enum Gap {
    Limit,
    /// A hint was wrong: it rested on a path.
    WrongHint,
    Probe(ProbeError),
}

pub(super) struct Collector<'p, 's, 't, G> {
    pub prover: &'p mut Prover<'s, 't, G>,
    /// Called with the positions visited; see [`Prover::search`].
    pub is_over: &'p mut dyn FnMut(u64) -> bool,
    pub most: usize,
}

/// A move, the node after it, and, if a line ends there, whether the attacker reaches the goal.
type Child<G> = (Move<G>, Node<G>, Option<bool>);

impl<G: Game> Collector<'_, '_, '_, G> {
    /// The children of a node, ends of lines first.
    fn children(&self, node: &Node<G>) -> Result<Vec<Child<G>>, Gap> {
        let question = self.prover.question;
        let children = question.followed(node, None).map(|(mv, child)| Ok((mv, child, question.end(&child)?)));
        let mut children = children.collect::<Result<Vec<_>, _>>().map_err(Gap::Probe)?;
        children.sort_by_key(|(_, _, end)| end.is_none());
        Ok(children)
    }

    /// Searches a node again whose hints are lost: they said whether the attacker forces the goal.
    fn again(&mut self, node: &Node<G>, forced: bool) -> Result<(), Gap> {
        let found = self.prover.search(node, self.is_over).map_err(Gap::Probe)?.ok_or(Gap::Limit)?;
        if found == forced { Ok(()) } else { Err(Gap::WrongHint) }
    }

    fn count(&mut self, steps: usize) -> Result<(), Gap> {
        self.prover.visited += 1;
        let is_over =
            steps > self.most || self.prover.visited.is_multiple_of(64) && (self.is_over)(self.prover.visited);
        if is_over { Err(Gap::Limit) } else { Ok(()) }
    }

    /// The closed set that proves that the attacker cannot force the goal.
    pub fn refutation(&mut self, root: &Node<G>) -> Result<Steps<G>, Gap> {
        let mut steps = Steps::default();
        let mut open = vec![*root];
        steps.insert(*root, None);
        while let Some(node) = open.pop() {
            self.count(steps.len())?;
            let mut followed = self.children(&node)?;
            if !node.attacks {
                let mut chosen = self.defence(&followed, &steps);
                if chosen.is_none() {
                    self.again(&node, false)?;
                    chosen = self.defence(&followed, &steps);
                }
                // The table of hints is too small to keep even that of a child whose parent's search has just ended with it.
                let chosen = chosen.ok_or(Gap::WrongHint)?;
                steps.insert(node, Some(chosen.0));
                followed = vec![chosen];
            }
            for (_, child, end) in followed {
                if end == Some(true) {
                    return Err(Gap::WrongHint);
                }
                if end.is_none() && !steps.contains_key(&child) {
                    steps.insert(child, None);
                    open.push(child);
                }
            }
        }
        Ok(steps)
    }

    /// The defender's best move by the hints: to an end of a line, into the set, to a refutation that does not rest on a path, or to
    /// another one.
    fn defence(&self, children: &[Child<G>], steps: &Steps<G>) -> Option<Child<G>> {
        let rank = |(_, child, end): &&Child<G>| match end {
            Some(true) => None,
            Some(false) => Some((0, 0)),
            None if steps.contains_key(child) => Some((1, 0)),
            None => {
                let hint = self.prover.hints.get(child.key()).filter(|hint| hint.disproof == 0)?;
                Some((if hint.rests_on_path { 3 } else { 2 }, hint.work))
            }
        };
        let ranked = children.iter().filter_map(|child| Some((rank(&child)?, child)));
        ranked.min_by_key(|(rank, _)| *rank).map(|(_, child)| *child)
    }

    pub fn proof(&mut self, root: &Node<G>) -> Result<Steps<G>, Gap> {
        let mut steps = Steps::default();
        let mut plies = Plies::default();
        let mut way = vec![self.visit(root, &mut plies)?];
        let mut failures = 0;
        while let Some(visit) = way.last_mut() {
            if visit.result.is_none() {
                let attacks = visit.node.attacks;
                match visit.children.get(visit.next) {
                    Some((_, _, Some(won))) => visit.take(won.then_some(0)),
                    Some((_, child, None)) => match plies.get(child) {
                        // A line that repeats a position is not a proof.
                        Some(known) => visit.take(*known),
                        None => {
                            let visit = self.visit(child, &mut plies)?;
                            way.push(visit);
                        }
                    },
                    None if attacks && !visit.searched => {
                        visit.searched = true;
                        self.again(&visit.node, true)?;
                        (visit.children, visit.next) = (self.attacks(&visit.node, &plies)?, 0);
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
            match way.last_mut() {
                Some(parent) => parent.take(result),
                None if result.is_some() => return Ok(steps),
                None => {}
            }
        }
        Err(Gap::WrongHint)
    }

    fn visit(&mut self, node: &Node<G>, plies: &mut Plies<G>) -> Result<Visit<G>, Gap> {
        self.count(plies.len())?;
        plies.insert(*node, None);
        let children = if node.attacks { self.attacks(node, plies)? } else { self.children(node)? };
        Ok(Visit { node: *node, children, next: 0, plies: 0, searched: false, result: None })
    }

    /// The attacker's winning moves by the hints, shortest first, without nodes on the path.
    fn attacks(&self, node: &Node<G>, plies: &Plies<G>) -> Result<Vec<Child<G>>, Gap> {
        let rank = |(_, child, end): &Child<G>| match (end, plies.get(child)) {
            (Some(won), _) => won.then_some(0),
            (None, Some(known)) => *known,
            (None, None) => {
                self.prover.hints.get(child.key()).filter(|hint| hint.proof == 0).map(|hint| hint.depth.into())
            }
        };
        let children = self.children(node)?.into_iter();
        let mut ranked: Vec<_> = children.filter_map(|child| Some((rank(&child)?, child))).collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        Ok(ranked.into_iter().map(|(_, child)| child).collect())
    }
}

/// How often a proof tries another line before it gives up its hints: there could be very many lines.
const MOST_FAILURES: u32 = 1000;

/// The plies of finished nodes; `None` for those on the path.
type Plies<G> = HashMap<Node<G>, Option<u32>, FixedState>;

/// A node on the path, whose children are visited one after the other: all of a defender's; of an attacker's, those that may win,
/// until one does.
struct Visit<G> {
    node: Node<G>,
    children: Vec<Child<G>>,
    next: usize,
    /// For a defender: the most plies through the children so far.
    plies: u32,
    /// Whether an attacker was searched again because no child won.
    searched: bool,
    /// Once known: the plies, or `None` if this path proves nothing.
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
