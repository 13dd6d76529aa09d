//! A node of the proof search: the board, the side of the question, and the clock; and the ends of lines.

use crate::board::{Board, Color, Game, Position};
use crate::probe::{Clock, ProbeError, Tablebase, fresh};
use crate::rules::{DRAW_PLIES_RANGE, DrawRule, Move};
use crate::value::Category;

/// The goal that the attacker wants to force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// A win, by the rules of the game.
    #[default]
    Win,
    /// An end in which the other side has pieces but none can move: in Russian composition a kind of task, "to lock". Judged in
    /// theory, without a clock.
    Lock,
}

/// A question to the proof search: the goal, the draw rule, and the tables.
pub(super) struct Question<'t, G> {
    pub tablebase: &'t Tablebase<G>,
    pub goal: Goal,
    pub rule: DrawRule,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node<G> {
    pub board: Board<G>,
    /// Whether the side to move is the attacker.
    pub attacks: bool,
    /// The plies since the last zeroing move if the rule counts them, else 0; or one of the two marks below.
    clock: u8,
}

/// The mark of a question in theory, without a clock.
const THEORY: u8 = u8::MAX;

/// The same for [`Goal::Lock`].
const LOCK: u8 = THEORY - 1;

/// The bits of a board in a [`Node::key`].
const BITS: u32 = 40;
const _: () = assert!(crate::board::MOST_SQUARES <= BITS);

impl<G: Game> Node<G> {
    /// A position. From the greatest length of a draw rule on, all clocks are equivalent.
    pub fn new(position: &Position<G>, attacker: Color, goal: Goal, rule: DrawRule, plies: u64) -> Node<G> {
        let board = position.board();
        let clock = match (goal, rule) {
            (Goal::Lock, _) => LOCK,
            (Goal::Win, DrawRule::None) => THEORY,
            (Goal::Win, rule) if rule.counts_in(&board) => plies.min((*DRAW_PLIES_RANGE.end()).into()) as u8,
            (Goal::Win, _) => 0,
        };
        Node { board, attacks: position.turn() == attacker, clock }
    }

    /// A number of the node, other than 0, for tables of nodes. It is unique, except that 7 bits of the clock do not tell [`LOCK`] from
    /// the end of the longest draw rule, where no line goes on.
    #[inline(always)]
    pub fn key(&self) -> u128 {
        let Board { kings, enemy_kings, .. } = self.board;
        let set = |set: u64, place: u32| u128::from(set) << (BITS * place);
        let pieces = set(self.board.own(), 0) | set(self.board.enemy(), 1) | set(kings | enemy_kings, 2);
        pieces | u128::from(self.attacks) << 120 | u128::from(self.clock & 127) << 121
    }

    /// The side to move, given the attacker.
    pub fn turn(&self, attacker: Color) -> Color {
        if self.attacks { attacker } else { attacker.other() }
    }

    /// The position, given the attacker.
    pub fn position(&self, attacker: Color) -> Position<G> {
        Position::from_board(self.turn(attacker), self.board)
    }

    pub fn in_theory(&self) -> Node<G> {
        Node { clock: THEORY, ..*self }
    }

    pub fn goal(&self) -> Goal {
        if self.clock == LOCK { Goal::Lock } else { Goal::Win }
    }

    /// The clock in plies; `None` in theory.
    pub fn plies(&self) -> Option<u64> {
        (self.clock < LOCK).then_some(u64::from(self.clock))
    }
}

impl<G: Game> Question<'_, G> {
    pub fn node(&self, position: &Position<G>, attacker: Color, plies: u64) -> Node<G> {
        Node::new(position, attacker, self.goal, self.rule, plies)
    }

    #[inline(always)]
    pub fn after(&self, node: &Node<G>, mv: &Move<G>) -> Node<G> {
        let board = node.board.after(mv);
        let clock = match node.clock {
            THEORY | LOCK => node.clock,
            // A balance with a running clock arises by a zeroing move.
            clock if !mv.is_zeroing() && self.rule.counts_in(&board) => clock + 1,
            _ => 0,
        };
        Node { board, attacks: !node.attacks, clock }
    }

    /// The initial proof and disproof numbers of a node: greater if it is far from the tables, or if the material speaks against the
    /// result. A king counts as three men. This visits an eighth fewer positions than 1 for both.
    #[inline(always)]
    pub fn first_numbers(&self, node: &Node<G>) -> [u32; 2] {
        let Board { kings, enemy_kings, .. } = node.board;
        let far = node.board.occupied().count_ones().saturating_sub(self.tablebase.largest() + 1);
        let own = node.board.own().count_ones() + 2 * kings.count_ones();
        let enemy = node.board.enemy().count_ones() + 2 * enemy_kings.count_ones();
        let (attacker, defender) = if node.attacks { (own, enemy) } else { (enemy, own) };
        let against = [defender.saturating_sub(attacker), attacker.saturating_sub(defender)];
        against.map(|against| 1 + 2 * (far + against))
    }

    /// The moves of a node that a certificate follows, the chosen one or all, with the nodes after them.
    pub fn followed(&self, node: &Node<G>, chosen: Option<Move<G>>) -> impl Iterator<Item = (Move<G>, Node<G>)> {
        let mut moves = Vec::new();
        node.board.moves(&mut moves);
        let followed = moves.into_iter().filter(move |mv| chosen.is_none_or(|chosen| chosen == *mv));
        followed.map(|mv| (mv, self.after(node, &mv)))
    }

    /// Whether the attacker reaches the goal if a line ends here: without moves, by the clock, or in the tables. `None` if it goes
    /// on, also because a table is missing.
    #[inline(always)]
    pub fn end(&self, node: &Node<G>) -> Result<Option<bool>, ProbeError> {
        let Node { board, attacks, clock } = node;
        let is_in_tables = board.occupied().count_ones() <= self.tablebase.largest();
        let stored = if is_in_tables { self.stored(node)? } else { None };
        if self.goal == Goal::Win && stored.is_some() {
            return Ok(stored);
        }
        if board.is_stuck() {
            return Ok(Some(match self.goal {
                Goal::Win => G::NO_MOVE_WINS == *attacks,
                Goal::Lock => !attacks && board.own() != 0,
            }));
        }
        if *clock < LOCK && *clock >= self.tablebase.draw_plies() {
            return Ok(Some(false));
        }
        // Tables do not say why a side has no moves.
        Ok(stored.filter(|won| !won))
    }

    /// The plies to the end of the game in theory, of a node in the tables; `None` if the distance is missing.
    pub fn plies_to_end(&self, node: &Node<G>) -> Option<u32> {
        fresh(self.tablebase, &node.board).ok()?.dtw.ok()?.plies().map(u32::from)
    }

    /// Whether the attacker wins by the tables; `None` if unknown.
    fn stored(&self, node: &Node<G>) -> Result<Option<bool>, ProbeError> {
        let won = if node.attacks { Category::Win } else { Category::Loss };
        let is_won = |clock| match self.tablebase.board_category(&node.board, clock) {
            Ok(category) => Ok(Some(category == won)),
            Err(error @ ProbeError::Table(_)) => Err(error),
            Err(_) => Ok(None),
        };
        let Some(plies) = node.plies() else { return is_won(Clock::default().under(DrawRule::None)) };
        match is_won(Clock::new(plies).under(self.rule))? {
            // The distance that decides whether a win is in time may be missing. But no clock turns another result into a win.
            None => Ok(is_won(Clock::default().under(DrawRule::None))?.filter(|won| !won)),
            known => Ok(known),
        }
    }
}
