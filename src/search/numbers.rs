//! Depth-first proof-number search (df-pn), which answers a question in bounded memory.
//!
//! A node's *proof number* is the least number of positions still to prove for a proof of it, its *disproof number* the same for a
//! refutation. At an attacker's node, a proof needs one child and a refutation all; at a defender's node, the other way round. The
//! search goes down to the cheapest child, and stays there while the child's numbers are below the cost of the second best (A. Nagai:
//! Df-pn algorithm for searching AND/OR trees, 2002).
//!
//! A position that repeats on the path counts as refuted: a repetition is not a win. So a refutation can rest on the path, but a
//! proof cannot. Each result records how far up the path its repetitions reach. If that is not above its own node, it rests on
//! nothing; otherwise it is marked. (A. Kishimoto, M. Müller: A general solution to the graph history interaction problem, AAAI
//! 2004, goes further; here certificates do the rest.)

use crate::board::Game;
use crate::probe::ProbeError;
use crate::rules::Move;

use super::hints::{Hint, Hints, NEVER};
use super::node::{Node, Question};

/// A refutation does not rest on a repetition farther up the path.
const ON_NOTHING: u32 = u32::MAX;
/// A refutation rests on a repetition somewhere up an unknown path.
const ON_ANY_PATH: u32 = 0;

/// What is known of a node on the path, or of its child.
#[derive(Clone, Copy)]
struct Known {
    proof: u32,
    disproof: u32,
    /// For a proof: the most plies to the end of a line.
    depth: u16,
    /// For a refutation: the highest node that it repeats, by its place on the path.
    rests_on: u32,
}

const UNSEEN: Known = Known { proof: 1, disproof: 1, depth: 0, rests_on: ON_NOTHING };

#[derive(Clone, Copy)]
struct Child<G> {
    node: Node<G>,
    key: u128,
    known: Known,
    zeroing: bool,
}

struct Frame {
    key: u128,
    attacks: bool,
    /// Whether a zeroing move led to it, so that no position before it can repeat.
    zeroing: bool,
    children: usize,
    chosen: usize,
    /// The search of this node ends when its proof or disproof number reaches its limit.
    limits: (u32, u32),
    visited: u64,
}

/// A search, with the buffers that it keeps between calls.
pub(super) struct Prover<'s, 't, G> {
    pub question: &'s Question<'t, G>,
    pub hints: &'s Hints,
    path: Vec<Frame>,
    /// For each remainder of keys, the number of nodes on the path that have it.
    on_path: Box<[u16]>,
    children: Vec<Child<G>>,
    moves: Vec<Move<G>>,
    /// The number of positions visited.
    pub visited: u64,
}

const REMAINDERS: usize = 1 << 12;

fn remainder(key: u128) -> usize {
    let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 52) as usize % REMAINDERS
}

impl<'s, 't, G: Game> Prover<'s, 't, G> {
    pub fn new(question: &'s Question<'t, G>, hints: &'s Hints) -> Prover<'s, 't, G> {
        Prover {
            question,
            hints,
            path: Vec::new(),
            on_path: vec![0; REMAINDERS].into(),
            children: Vec::new(),
            moves: Vec::new(),
            visited: 0,
        }
    }

    /// Searches a node until it is decided or `is_over`, which is called from time to time with the number of positions visited. The
    /// table keeps what was found, and the next call goes on from there. Returns whether the attacker forces the goal, `None` if
    /// `is_over` came first. Only a certificate makes it certain.
    pub fn search(&mut self, root: &Node<G>, is_over: &mut dyn FnMut(u64) -> bool) -> Result<Option<bool>, ProbeError> {
        self.path.clear();
        self.children.clear();
        self.on_path.fill(0);
        self.enter(Child { node: *root, key: root.key(), known: UNSEEN, zeroing: true }, (NEVER, NEVER))?;
        loop {
            let over = self.visited.is_multiple_of(64) && is_over(self.visited);
            let frame = self.path.last().expect("the root is left last");
            let (known, chosen, second) = self.sum_up(frame);
            let is_decided = known.proof == 0 || known.disproof == 0;
            if !over && !is_decided && known.proof < frame.limits.0 && known.disproof < frame.limits.1 {
                let limits = self.limits(frame, known, chosen, second);
                let place = frame.children + chosen;
                self.path.last_mut().expect("as above").chosen = place;
                self.enter(self.children[place], limits)?;
                continue;
            }
            self.leave(known);
            match self.path.last() {
                Some(parent) => self.children[parent.chosen].known = known,
                None => return Ok(is_decided.then_some(known.proof == 0)),
            }
            if over {
                // Leave all nodes on the path with what is known of them.
                while let Some(frame) = self.path.last() {
                    let known = self.sum_up(frame).0;
                    self.leave(known);
                }
                return Ok(None);
            }
        }
    }

    #[inline(always)]
    fn enter(&mut self, entered: Child<G>, limits: (u32, u32)) -> Result<(), ProbeError> {
        let Child { node, key, zeroing, .. } = entered;
        let (children, attacks) = (self.children.len(), node.attacks);
        self.path.push(Frame { key, attacks, zeroing, children, chosen: 0, limits, visited: self.visited });
        self.on_path[remainder(key)] += 1;
        self.visited += 1;
        self.moves.clear();
        node.board.moves(&mut self.moves);
        for mv in &self.moves {
            let child = self.question.after(&node, mv);
            let key = child.key();
            self.hints.prefetch(key);
            let [proof, disproof] = self.question.first_numbers(&child);
            let known = Known { proof, disproof, ..UNSEEN };
            self.children.push(Child { node: child, key, known, zeroing: mv.is_zeroing() });
        }
        // Ends of lines are cheaper than lookups in the table, and one may be enough.
        for place in children..self.children.len() {
            let child = &mut self.children[place];
            let Some(won) = self.question.end(&child.node)? else { continue };
            let (proof, disproof) = if won { (0, NEVER) } else { (NEVER, 0) };
            child.known = Known { proof, disproof, ..UNSEEN };
            if won == attacks {
                self.children.swap(children, place);
                self.children.truncate(children + 1);
                return Ok(());
            }
        }
        for place in children..self.children.len() {
            let Child { key, known, zeroing, .. } = self.children[place];
            if known.proof == 0 || known.disproof == 0 {
                continue;
            }
            let known = match self.repeated(key, zeroing) {
                Some(rests_on) => Known { proof: NEVER, disproof: 0, depth: 0, rests_on },
                None => match self.hints.get(key) {
                    None => continue,
                    Some(Hint { proof, disproof, depth, rests_on_path, .. }) => {
                        Known { proof, disproof, depth, rests_on: if rests_on_path { ON_ANY_PATH } else { ON_NOTHING } }
                    }
                },
            };
            self.children[place].known = known;
        }
        Ok(())
    }

    /// The place of a node on the path, if it is there.
    #[inline(always)]
    fn repeated(&self, key: u128, zeroing: bool) -> Option<u32> {
        if zeroing || self.on_path[remainder(key)] == 0 {
            return None;
        }
        for (place, frame) in self.path.iter().enumerate().rev() {
            if frame.key == key {
                // The place 0 stands for unknown paths.
                return Some(place as u32 + 1);
            }
            if frame.zeroing {
                break;
            }
        }
        None
    }

    /// The numbers of a node from those of its children, the child to search, and the number of the second best child.
    #[inline(always)]
    fn sum_up(&self, frame: &Frame) -> (Known, usize, u32) {
        let children = &self.children[frame.children..];
        // From the mover's point of view: `own` is the number of what the mover wants.
        let (mut own, mut second, mut other) = (NEVER, NEVER, 0u32);
        let mut chosen = 0;
        let (mut shortest, mut longest) = (u16::MAX, 0);
        let (mut highest, mut lowest) = (0, ON_NOTHING);
        for (place, child) in children.iter().enumerate() {
            let Known { proof, disproof, depth, rests_on } = child.known;
            let (own_of_child, other_of_child) = if frame.attacks { (proof, disproof) } else { (disproof, proof) };
            if own_of_child < own {
                (own, second, chosen) = (own_of_child, own, place);
            } else if own_of_child < second {
                second = own_of_child;
            }
            other = other.saturating_add(other_of_child).min(NEVER - 1);
            if proof == 0 {
                shortest = shortest.min(depth);
                longest = longest.max(depth);
            } else if disproof == 0 {
                highest = highest.max(rests_on);
                lowest = lowest.min(rests_on);
            }
        }
        if own == 0 {
            other = NEVER;
        }
        let (proof, disproof) = if frame.attacks { (own, other) } else { (other, own) };
        let depth = if frame.attacks { shortest } else { longest }.saturating_add(1);
        let rests_on = if frame.attacks { lowest } else { highest };
        (Known { proof, disproof, depth, rests_on }, chosen, second)
    }

    /// The limits of the chosen child: its search ends when another child is cheaper by a quarter, or when the node's own ends.
    #[inline(always)]
    fn limits(&self, frame: &Frame, known: Known, chosen: usize, second: u32) -> (u32, u32) {
        let child = self.children[frame.children + chosen].known;
        let next = second.saturating_add(second / 4).saturating_add(1);
        // The limit of a sum leaves to one child what the others do not use.
        let rest = |limit: u32, sum: u32, own: u32| if limit == NEVER { NEVER } else { limit - (sum - own) };
        if frame.attacks {
            (frame.limits.0.min(next), rest(frame.limits.1, known.disproof, child.disproof))
        } else {
            (rest(frame.limits.0, known.proof, child.proof), frame.limits.1.min(next))
        }
    }

    #[inline(always)]
    fn leave(&mut self, known: Known) {
        let frame = self.path.pop().expect("only entered nodes are left");
        self.children.truncate(frame.children);
        self.on_path[remainder(frame.key)] -= 1;
        let work = u32::try_from(self.visited - frame.visited).unwrap_or(u32::MAX);
        let Known { proof, disproof, depth, rests_on } = known;
        let rests_on_path = disproof == 0 && (rests_on as usize) <= self.path.len();
        self.hints.put(frame.key, &Hint { proof, disproof, work, depth, rests_on_path });
    }
}
