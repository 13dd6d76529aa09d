//! The halves with the same men: with one side to move and with the other.

use crate::board::{Bitboard, Game, turned};
use crate::index::KingSets;
use crate::verify::context::Tables;
use crate::verify::value::Fault;
use crate::wide::wide;

use super::half::{Found, Half};
use super::lone::{self, Lone};
use super::planes::{Planes, bank, bound, take, turn};
use super::rows::{self, Both, Captures, RowSpace};
use super::rule::Through;
use super::stored::Side;
use super::tally::Tally;
use super::values::Finder;

/// What all halves of an ending share.
pub(super) struct Shared<'s, G> {
    pub tables: Tables<'s, G>,
    pub sides: &'s [Side<'s, G>],
    /// The sets of the kings of each side, and those of one king less.
    pub kings: &'s [KingSets; 2],
    pub others: &'s [KingSets; 2],
    /// Where the other side has no kings.
    pub lone: &'s [Option<Lone>; 2],
    /// Codes of distances to win through a move, if there are such distances.
    pub through: Option<Through>,
    /// Whether to compare values, or only to complete them.
    pub check: bool,
}

/// Space to work in, kept from fibre to fibre.
#[derive(Default)]
pub(super) struct Space {
    /// The captures of the half that is made complete; then the plane under the rule is free for other things.
    captures: Captures,
    /// The boards with a capture, of each half.
    pending: [Vec<u64>; 2],
    /// The values of each half.
    pub values: [Planes; 2],
    turned: Planes,
    /// Bytes of a half before they are packed, if they do not lie together.
    bytes: Vec<u8>,
    row_space: RowSpace,
    cells: Vec<Found<1>>,
    wrong: Vec<(usize, usize)>,
}

/// The half with the men of a rank, and what is stored of it.
pub(super) struct Stored<'p> {
    /// The number of the side to move.
    pub side: usize,
    pub rank: u64,
    pub rule: &'p [u8],
    /// Empty where there are no distances to win.
    pub dtw: &'p [u8],
}

impl<G: Game> Shared<'_, G> {
    /// Whether both sides are equal, and their halves are of one side to move.
    pub fn is_twin(&self) -> bool {
        self.sides.len() == 1
    }

    /// Whether no side has kings.
    pub fn are_men_alone(&self) -> bool {
        self.kings.iter().all(|kings| kings.count() == 0)
    }

    /// The half of the second side to move that goes with one of the first: its rank.
    pub fn twin_rank(&self, men: Bitboard, enemy_men: Bitboard) -> u64 {
        self.sides[self.sides.len() - 1].index.men().rank(turned::<G>(enemy_men), turned::<G>(men))
    }

    /// Both halves with some men, those of the first side and of the second as the first sees them.
    fn halves(&self, (men, enemy_men): (Bitboard, Bitboard)) -> [Half<'_>; 2] {
        let half = |side: usize, men, enemy_men| {
            let (kings, others, enemy) = (&self.kings[side], &self.others[side], &self.kings[1 - side]);
            Half { men, enemy_men, kings, others, enemy }
        };
        [half(0, turned::<G>(men), turned::<G>(enemy_men)), half(1, enemy_men, men)]
    }

    /// Completes the values of both halves with some men, and compares them. There is one half if the men are their own twins.
    /// `out` gets the number of each half, and its bytes.
    pub fn go_through(
        &self,
        men: (Bitboard, Bitboard),
        stored: &[Stored<'_>],
        finder: &mut Finder<'_, G>,
        space: &mut Space,
        tallies: &mut [Tally],
        out: &mut dyn FnMut(usize, &[u8]),
    ) {
        self.complete_both(men, stored, finder, space);
        if self.check {
            self.check(men, stored, finder, space, tallies);
        }
        for (number, values) in space.values[..stored.len()].iter_mut().enumerate() {
            out(number, bank(values, &mut space.bytes));
        }
    }

    /// Makes the values of both halves with some men complete.
    pub fn complete_both(
        &self,
        men: (Bitboard, Bitboard),
        stored: &[Stored<'_>],
        finder: &mut Finder<'_, G>,
        space: &mut Space,
    ) {
        for (number, (half, stored)) in self.halves(men).iter().zip(stored).enumerate() {
            self.complete(number, half, stored, finder, space);
        }
    }

    /// Compares the values of both halves with some men, which are complete.
    fn check(
        &self,
        men: (Bitboard, Bitboard),
        stored: &[Stored<'_>],
        finder: &mut Finder<'_, G>,
        space: &mut Space,
        tallies: &mut [Tally],
    ) {
        let (halves, count) = (self.halves(men), stored.len());
        for (number, (half, stored)) in halves.iter().zip(stored).enumerate() {
            let (side, tally) = (&self.sides[stored.side], &mut tallies[stored.side]);
            // Where there is one half, it is its own other one.
            let other = if count == 1 { number } else { 1 - number };
            self.compare(number, other, half, finder, space);
            for cell in cells(half, &space.wrong, side.shape.row) {
                tally.add_wrong(stored.side, side.entry(stored.rank, cell), Fault::Value);
            }
            tally.count_half(self.tables, side, stored.rank, &space.values[number]);
        }
        if self.through.is_none() {
            self.check_circles(men, stored, &space.values, finder, tallies);
        }
    }

    /// The cells of a half that are wrong, in order, after [`Shared::complete_both`].
    #[cfg(test)]
    pub fn wrong_cells(
        &self,
        number: usize,
        men: (Bitboard, Bitboard),
        finder: &mut Finder<'_, G>,
        space: &mut Space,
    ) -> Vec<usize> {
        let half = &self.halves(men)[number];
        self.compare(number, 1 - number, half, finder, space);
        let row = self.sides[number.min(self.sides.len() - 1)].shape.row;
        let mut wrong: Vec<usize> = cells(half, &space.wrong, row).collect();
        wrong.sort();
        wrong
    }

    /// Makes the values of a half complete: with those of the boards that have a capture pending.
    fn complete(
        &self,
        number: usize,
        half: &Half<'_>,
        stored: &Stored<'_>,
        finder: &mut Finder<'_, G>,
        space: &mut Space,
    ) {
        let Space { captures, pending, values, turned, row_space, cells, .. } = space;
        let values = &mut values[number];
        values.clear(stored.rule.len(), self.through.is_some());
        match &self.lone[number] {
            Some(lone) => lone::find_captures(half, lone, finder, cells, captures),
            None => rows::find_captures(half, finder, row_space, captures),
        }
        turned.clear(stored.rule.len(), self.through.is_some());
        merge::<G>(half, &captures.planes, stored, turned, values);
        std::mem::swap(&mut pending[number], &mut captures.pending);
    }

    /// Compares the values of a half with what the moves lead to. Notes the wrong ones by row and column.
    fn compare(&self, number: usize, other: usize, half: &Half<'_>, finder: &mut Finder<'_, G>, space: &mut Space) {
        let Space { captures, pending, values, turned, cells, wrong, .. } = space;
        let (own, other) = (&values[number], &values[other]);
        let in_time = &mut captures.planes.rule;
        in_time.clear();
        in_time.extend_from_slice(&other.rule);
        bound(in_time, self.tables.draw_plies());
        wrong.clear();
        turned.clear(self.boards(number), self.through.is_some());
        turn_values::<G>(half, own, turned);
        let both = Both { own: turned, other: &other.dtw, in_time, pending: &pending[number] };
        match &self.lone[number] {
            Some(lone) => lone::compare(half, lone, finder, &both, cells, wrong),
            None => rows::compare(half, finder, &both, wrong),
        }
    }

    /// How many boards a half has in rows of the mover's kings, with padding.
    fn boards(&self, number: usize) -> usize {
        let (kings, enemy) = (&self.kings[number], &self.kings[1 - number]);
        if enemy.count() == 0 {
            return KingSets::padded::<G>(kings.count());
        }
        kings.sets().len() * KingSets::padded::<G>(enemy.count())
    }
}

/// The cells of some rows and columns of a half. A set of kings of the side to move makes a row of that many cells.
fn cells(half: &Half<'_>, boards: &[(usize, usize)], row_cells: usize) -> impl Iterator<Item = usize> {
    boards
        .iter()
        .map(move |&(row, column)| half.enemy.turned()[column] as usize * row_cells + half.kings.turned()[row] as usize)
}

wide! {
    /// Takes the values of captures, and elsewhere those that are stored.
    fn merge<'p, G: Game>(
        half: &Half<'_>,
        captures: &Planes,
        stored: &Stored<'p>,
        turned: &mut Planes,
        values: &mut Planes,
    ) -> () {
        turn::<G>(&captures.rule, half.kings, half.enemy, &mut turned.rule);
        take(&mut values.rule, &turned.rule, stored.rule, &turned.rule);
        if !stored.dtw.is_empty() {
            turn::<G>(&captures.dtw, half.kings, half.enemy, &mut turned.dtw);
            take(&mut values.dtw, &turned.dtw, stored.dtw, &turned.rule);
        }
    }
}

wide! {
    /// Turns the values of a half to the rows of its boards before a move.
    fn turn_values<G: Game>(half: &Half<'_>, values: &Planes, to: &mut Planes) -> () {
        turn::<G>(&values.rule, half.enemy, half.kings, &mut to.rule);
        if !values.dtw.is_empty() {
            turn::<G>(&values.dtw, half.enemy, half.kings, &mut to.dtw);
        }
    }
}
