//! The two halves with the same men, one for each side to move. Their values are completed, compared and counted; without
//! distances to win, results in theory that rest on circles are also found.

use std::collections::HashSet;

use crate::board::{Bitboard, Board, Game, turned};
use crate::index::{Ending, KingSets};
use crate::verify::codes::{is_grounded, on_circles};
use crate::verify::context::Tables;
use crate::verify::error::Fault;

use super::half::Half;
use super::lone::{self, Lone};
use super::planes::{Planes, bank, bound, settle, take, turn};
use super::rows::{self, Captures, Other, RowSpace};
use super::rule::{OPEN, Through, is_exception};
use super::stored::SideNumbering;
use super::tally::Tally;
use super::values::Finder;

/// The sets of the kings of each side of an ending, and those of one king less.
pub(super) struct Sets {
    pub kings: [KingSets; 2],
    others: [KingSets; 2],
    /// Where the other side has no kings.
    lone: [Option<Lone>; 2],
}

impl Sets {
    pub fn new<G: Game>(ending: Ending) -> Sets {
        let counts = [ending.first(), ending.second()].map(|side| u32::from(side.kings));
        let kings = counts.map(KingSets::new::<G>);
        let others = counts.map(|count| KingSets::new::<G>(count.saturating_sub(1)));
        let is_lone = |side: usize| counts[side] > 0 && counts[1 - side] == 0;
        let lone = [0, 1].map(|side| is_lone(side).then(|| Lone::new::<G>(&kings[side], &others[side])));
        Sets { kings, others, lone }
    }
}

pub(super) struct Shared<'s, G> {
    pub tables: Tables<'s, G>,
    pub sides: &'s [SideNumbering<'s, G>],
    pub sets: &'s Sets,
    pub through: Option<Through>,
    /// By side to move, whether the tables have distances to a zeroing move, and to win. Others follow from the moves.
    pub stored: &'s [[bool; 2]],
    /// Whether to compare values, or only complete them.
    pub check: bool,
}

#[derive(Default)]
pub(super) struct Space {
    /// The captures of the half being completed; its plane under the rule is reused later.
    captures: Captures,
    pending: [Vec<u64>; 2],
    pub values: [Planes; 2],
    turned: Planes,
    /// The bytes of a half before packing, if not contiguous.
    bytes: Vec<u8>,
    row_space: RowSpace,
    quiet: Planes,
    wrong: Vec<usize>,
}

pub(super) enum Out<'o> {
    Values(&'o [u8]),
    /// The codes of results under the rule, with distances to a zeroing move.
    Zeroing(&'o [u8]),
}

/// The half with the men of a rank, and its stored values.
pub(super) struct StoredHalf<'p> {
    /// The number of the side to move.
    pub side: usize,
    pub rank: u64,
    pub rule: &'p [u8],
    pub dtw: &'p [u8],
}

impl<G: Game> Shared<'_, G> {
    /// Whether both sides are equal, and their halves belong to one side to move.
    pub fn is_twin(&self) -> bool {
        self.sides.len() == 1
    }

    pub fn are_men_alone(&self) -> bool {
        self.sets.kings.iter().all(|kings| kings.count() == 0)
    }

    /// The rank of the second side's half with the same men as a half of the first.
    pub fn twin_rank(&self, men: Bitboard, enemy_men: Bitboard) -> u64 {
        self.sides[self.sides.len() - 1].index.men().rank(turned::<G>(enemy_men), turned::<G>(men))
    }

    /// The boards of a half in rows of the mover's kings, padding included.
    fn boards(&self, number: usize) -> usize {
        let (kings, enemy) = (&self.sets.kings[number], &self.sets.kings[1 - number]);
        if enemy.count() == 0 {
            return KingSets::padded::<G>(kings.count());
        }
        kings.sets().len() * KingSets::padded::<G>(enemy.count())
    }
}

/// A cell of a fibre: the number of its half, and its number there.
type FibreCell = (usize, usize);

/// Both halves with the same men, or the only one if the men are their own twins.
pub(super) struct Fibre<'f, 'v, G> {
    pub shared: &'f Shared<'f, G>,
    /// The men of the first side and of the second, as the first sees them.
    pub men: (Bitboard, Bitboard),
    pub stored: &'f [StoredHalf<'f>],
    pub finder: &'f mut Finder<'v, G>,
    pub space: &'f mut Space,
}

impl<'f, G: Game> Fibre<'f, '_, G> {
    /// Completes the values of both halves, and compares them. `out` gets the number of each half with the codes of results
    /// under the rule and their distances, then with its bytes.
    pub fn go_through(mut self, tallies: &mut [Tally], out: &mut dyn FnMut(usize, Out<'_>)) {
        self.complete();
        for (number, cell) in self.follow() {
            let StoredHalf { side, rank, .. } = self.stored[number];
            tallies[side].add_wrong(side, self.shared.sides[side].entry(rank, cell), Fault::Value);
        }
        if self.shared.check {
            self.count(tallies);
        }
        for (number, values) in self.space.values[..self.stored.len()].iter_mut().enumerate() {
            out(number, Out::Zeroing(&values.rule));
            out(number, Out::Values(bank(values, &mut self.space.bytes)));
        }
    }

    fn halves(&self) -> [Half<'f>; 2] {
        let (men, enemy_men) = self.men;
        let Sets { kings, others, .. } = self.shared.sets;
        let half = |side: usize, men, enemy_men| {
            let (kings, others, enemy) = (&kings[side], &others[side], &kings[1 - side]);
            Half { men, enemy_men, kings, others, enemy }
        };
        [half(0, turned::<G>(men), turned::<G>(enemy_men)), half(1, enemy_men, men)]
    }

    /// The half that quiet moves of a half lead to: itself, if it is the only one.
    fn other(&self, number: usize) -> usize {
        if self.stored.len() == 1 { number } else { 1 - number }
    }

    /// Completes the values of both halves with those of the boards that have a capture pending.
    pub fn complete(&mut self) {
        let (halves, with_dtw) = (self.halves(), self.shared.through.is_some());
        let Space { captures, pending, values, turned, row_space, .. } = self.space;
        for (number, (half, stored)) in halves.iter().zip(self.stored).enumerate() {
            let values = &mut values[number];
            values.rule.clear();
            values.rule.extend_from_slice(stored.rule);
            values.dtw.clear();
            values.dtw.extend_from_slice(stored.dtw);
            match &self.shared.sets.lone[number] {
                Some(lone) => lone::find_captures(half, lone, self.finder, &mut row_space.narrow, captures),
                None => rows::find_captures(half, self.finder, row_space, captures),
            }
            turned.clear(stored.rule.len(), with_dtw);
            turn::<G>(&captures.planes, half.kings, half.enemy, turned);
            take(&mut values.rule, &turned.rule, &turned.rule);
            take(&mut values.dtw, &turned.dtw, &turned.rule);
            std::mem::swap(&mut pending[number], &mut captures.pending);
        }
    }

    /// Makes the distances that the tables omit, and compares all other values with those after moves. Returns the wrong cells.
    ///
    /// A half whose results under the rule follow from those of the other comes first. If its distances to win are stored,
    /// those of the other half follow from them next, and its own are compared last.
    pub fn follow(&mut self) -> Vec<FibreCell> {
        let count = self.stored.len();
        let stored = [0, count - 1].map(|number| self.shared.stored[self.stored[number].side]);
        let follows = |number: usize| !stored[number][0] || self.shared.through.is_some() && !stored[number][1];
        let first = (0..count).find(|&number| !stored[number][0]).or((0..count).find(|&number| follows(number)));
        let (first, check) = (first.unwrap_or(0), self.shared.check);
        let other = self.other(first);
        let has_dtw = self.shared.through.is_some() && (first == other || stored[other][1]);
        let mut passes = vec![(first, has_dtw, check || follows(first))];
        if other != first {
            passes.push((other, true, check || follows(other)));
            passes.push((first, true, check && !has_dtw && self.shared.through.is_some()));
        }
        let mut wrong = Vec::new();
        let mut known = stored;
        for (number, with_dtw, _) in passes.into_iter().filter(|pass| pass.2) {
            self.find_quiet_moves(number, with_dtw);
            let Space { values, turned, wrong: of_pass, .. } = &mut self.space;
            of_pass.clear();
            settle(&mut values[number], turned, known[number], of_pass);
            wrong.extend(of_pass.iter().map(|&cell| (number, cell)));
            known[number] = [true, known[number][1] || with_dtw];
        }
        wrong
    }

    /// Finds the values of a half's quiet moves from those of the other half; distances to win only if those are known.
    fn find_quiet_moves(&mut self, number: usize, with_dtw: bool) {
        let (shared, half, other) = (self.shared, &self.halves()[number], self.other(number));
        let Space { captures, pending, values, turned, row_space, quiet, .. } = self.space;
        let (with_dtw, boards) = (with_dtw && shared.through.is_some(), shared.boards(number));
        let in_time = &mut captures.planes.rule;
        in_time.clear();
        in_time.extend_from_slice(&values[other].rule);
        bound(in_time, shared.tables.draw_plies);
        quiet.clear(boards, with_dtw);
        quiet.rule.fill(OPEN);
        let dtw: &[u8] = if with_dtw { &values[other].dtw } else { &[] };
        let other = Other { dtw, in_time, pending: &pending[number] };
        match &shared.sets.lone[number] {
            Some(lone) => lone::quiet_moves(half, lone, self.finder, &other, with_dtw, &mut row_space.narrow, quiet),
            None => rows::quiet_moves(half, self.finder, &other, with_dtw, quiet),
        }
        turned.clear(values[number].rule.len(), with_dtw);
        turn::<G>(quiet, half.kings, half.enemy, turned);
    }

    fn count(&mut self, tallies: &mut [Tally]) {
        for (number, StoredHalf { side, rank, .. }) in self.stored.iter().enumerate() {
            let values = &self.space.values[number];
            tallies[*side].count_half(self.shared.tables, &self.shared.sides[*side], *rank, values);
        }
        if self.shared.through.is_none() {
            self.check_circles(tallies);
        }
    }

    /// Adds the cells whose result in theory rests on circles alone. Values after zeroing moves have been checked before.
    fn check_circles(&mut self, tallies: &mut [Tally]) {
        let mut exceptions: Vec<FibreCell> = Vec::new();
        for (half, planes) in self.space.values.iter().enumerate().take(self.stored.len()) {
            let cells = planes.rule.iter().enumerate().filter(|(_, code)| is_exception(**code));
            let quiet = cells.filter(|&(cell, _)| !self.board((half, cell)).must_capture());
            exceptions.extend(quiet.map(|(cell, _)| (half, cell)));
        }
        for (half, cell) in on_circles(exceptions, |cell, open| self.is_grounded(cell, open)) {
            let StoredHalf { side, rank, .. } = self.stored[half];
            tallies[side].add_wrong(side, self.shared.sides[side].entry(rank, cell), Fault::Circle);
        }
    }

    fn board(&self, (half, cell): FibreCell) -> Board<G> {
        let (men, enemy_men) = self.men;
        let (men, enemy_men) = if half == 0 { (men, enemy_men) } else { (turned::<G>(enemy_men), turned::<G>(men)) };
        self.shared.sides[self.stored[half].side].board(men, enemy_men, cell)
    }

    fn is_grounded(&mut self, cell: FibreCell, open: &HashSet<FibreCell>) -> bool {
        let (board, other, values) = (self.board(cell), self.other(cell.0), &self.space.values);
        let side = &self.shared.sides[self.stored[other].side];
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let children = moves.iter().map(|mv| {
            let after = board.after(mv);
            if mv.is_zeroing() {
                return (self.finder.codes(&after).0, false);
            }
            let cell = side.cell(&after);
            (values[other].rule[cell], open.contains(&(other, cell)))
        });
        is_grounded(values[cell.0].rule[cell.1], children)
    }
}
