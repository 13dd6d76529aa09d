//! The halves with the same men: with one side to move and with the other.

use std::ops::Range;

use crate::board::{Bitboard, Game, Position, RANKS, Square, squares, turned};
use crate::index::KingSets;
use crate::probe::Tablebase;
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::far::far_outcome;
use crate::verify::mismatch::Fault;
use crate::verify::plain::is_possible;
use crate::wide::wide;

use super::captures::{self, Captures};
use super::found::Found;
use super::half::Half;
use super::lone::{self, Lone, QuietCells};
use super::moves::{self, Both};
use super::planes::{OPEN, Planes, turn};
use super::side::Side;
use super::survey::survey;
use super::tally::Tally;
use super::through::Through;
use super::values::Finder;

/// What all halves of an ending share.
pub(super) struct Shared<'s, G> {
    pub tablebase: &'s Tablebase<G>,
    pub sides: &'s [Side<'s, G>],
    /// The sets of the kings of each side, and those of one king less.
    pub kings: &'s [KingSets; 2],
    pub others: &'s [KingSets; 2],
    /// Where the other side has no kings.
    pub lone: &'s [Option<Lone>; 2],
    pub through: Through,
    /// Whether to compare values, or only to complete them.
    pub check: bool,
}

/// Space to work in, kept from fibre to fibre.
#[derive(Default)]
pub(super) struct Space {
    captures: [Captures; 2],
    values: [Planes; 2],
    turned: Planes,
    in_time: Vec<u8>,
    rows: captures::Space,
    cells: Vec<Found<1>>,
    quiet: QuietCells,
    wrong: Vec<(usize, usize)>,
}

#[cfg(test)]
impl Space {
    /// The values of a half.
    pub fn values(&self, number: usize) -> &Planes {
        &self.values[number]
    }
}

/// The half with the men of a rank, and what is stored of it.
pub(super) struct Stored<'p> {
    /// The number of the side to move.
    pub side: usize,
    pub rank: u64,
    pub dtw: &'p [u8],
    pub dtz: &'p [u8],
}

impl<G: Game> Shared<'_, G> {
    /// Whether both sides are equal, and their halves are of one side to move.
    pub fn is_twin(&self) -> bool {
        self.sides.len() == 1
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
    /// `out` gets the bytes of each half.
    pub fn go_through(
        &self,
        men: (Bitboard, Bitboard),
        stored: &[Stored<'_>],
        finder: &mut Finder<'_, G>,
        space: &mut Space,
        tallies: &mut [Tally],
        out: &mut [Vec<u8>; 2],
    ) {
        let halves = self.halves(men);
        for (number, (half, stored)) in halves.iter().zip(stored).enumerate() {
            self.complete(number, half, stored, finder, space);
            enter(&space.values[number], &mut out[number]);
        }
        if !self.check {
            return;
        }
        let count = stored.len();
        for (number, (half, stored)) in halves.iter().zip(stored).enumerate() {
            let (side, tally) = (&self.sides[stored.side], &mut tallies[stored.side]);
            // Where there is one half, it is its own other one.
            let other = if count == 1 { number } else { 1 - number };
            self.compare(number, other, half, finder, space);
            for cell in cells(half, &space.wrong, side.shape.row) {
                tally.add_wrong(stored.side, side.entry(stored.rank, cell), Fault::Value);
            }
            self.count(side, stored.rank, &space.values[number], tally);
        }
    }

    /// The cells of a half that are wrong, in order, after [`Shared::go_through`].
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
        let Space { captures, values, turned, rows, cells, .. } = space;
        let (captures, values) = (&mut captures[number], &mut values[number]);
        values.clear(stored.dtw.len());
        match &self.lone[number] {
            Some(lone) => lone::find_captures(half, lone, finder, &self.through, cells, captures),
            None => captures::find_captures(half, finder, &self.through, rows, captures),
        }
        turned.clear(stored.dtw.len());
        merge::<G>(half, &captures.planes, stored, turned, values);
    }

    /// Compares the values of a half with what the moves lead to. Notes the wrong ones by row and column.
    fn compare(&self, number: usize, other: usize, half: &Half<'_>, finder: &mut Finder<'_, G>, space: &mut Space) {
        let Space { captures, values, turned, in_time, quiet, wrong, .. } = space;
        let (captures, own, other, through) = (&captures[number], &values[number], &values[other], &self.through);
        wrong.clear();
        turned.clear(captures.planes.dtw.len());
        turn_values::<G>(half, own, turned);
        in_time.clear();
        in_time.extend(other.dtz.iter().map(|&code| through.in_time(code)));
        let both = Both { own: turned, other: &other.dtw, in_time, pending: &captures.pending };
        match &self.lone[number] {
            Some(lone) => lone::compare(half, lone, finder, through, &both, quiet, wrong),
            None => moves::compare(half, finder, through, &both, wrong),
        }
    }

    /// Counts the values of a half.
    fn count(&self, side: &Side<'_, G>, rank: u64, values: &Planes, tally: &mut Tally) {
        let size = side.index.kings_size();
        self.count_entries(side, rank * size..(rank + 1) * size, values, |cell| side.entry(rank, cell), tally);
        // A board has this symmetry if it has as many files as ranks.
        if side.ending.men() == 0 && 2 * G::PER_RANK == RANKS {
            let [enemy, kings] = [side.enemy, side.kings].map(reflected::<G>);
            for (row, &twin) in enemy.iter().enumerate() {
                let (start, twin) = (row * side.shape.row, twin as usize * side.shape.row);
                for (column, &place) in kings.iter().enumerate() {
                    let (cell, twin) = (start + column, twin + place as usize);
                    if (values.dtw[cell], values.dtz[cell]) != (values.dtw[twin], values.dtz[twin]) {
                        tally.add_wrong(side.number, side.entry(rank, cell), Fault::Reflection);
                    }
                }
            }
        }
    }

    /// Counts the values of some entries that follow each other, and looks for what no position can have. `entry` tells that of
    /// a cell.
    pub fn count_entries(
        &self,
        side: &Side<'_, G>,
        entries: Range<u64>,
        values: &Planes,
        entry: impl Fn(usize) -> u64,
        tally: &mut Tally,
    ) {
        let draw_plies = self.tablebase.draw_plies();
        let survey = survey::<G>(&values.dtw, &values.dtz, draw_plies);
        tally.add(&entries, values, &survey, &entry);
        if !survey.is_impossible && !survey.has_far {
            return;
        }
        for (cell, (&dtw, &dtz)) in values.dtw.iter().zip(&values.dtz).enumerate() {
            if !is_possible::<G>(EntryCodes { dtw, dtz }, draw_plies) {
                tally.add_wrong(side.number, entry(cell), Fault::Invariant);
            }
            if Dtw::is_far(dtw) {
                let turn = side.ending.movers()[side.number].color();
                let position = Position::from_board(turn, side.index.unrank(entry(cell)));
                match far_outcome(self.tablebase, &position) {
                    Some(outcome) => tally.add_far(entry(cell), outcome),
                    None => tally.add_wrong(side.number, entry(cell), Fault::Value),
                }
            }
        }
    }
}

/// The cells of some rows and columns of a half. A set of kings of the side to move makes a row of that many cells.
fn cells(half: &Half<'_>, boards: &[(usize, usize)], row_cells: usize) -> impl Iterator<Item = usize> {
    boards
        .iter()
        .map(move |&(row, column)| half.enemy.turned()[column] as usize * row_cells + half.kings.turned()[row] as usize)
}

/// By the numbers of sets of kings, those of the sets reflected in the diagonal from a1 to h8: files become ranks.
fn reflected<G: Game>(kings: &KingSets) -> Vec<u32> {
    let reflect = |&set: &Bitboard| {
        squares::<G>(set)
            .fold(0, |all, square| all | Square::<G>::at(square.rank(), square.file()).map_or(0, Square::bit))
    };
    kings.sets().iter().map(|set| KingSets::number(reflect(set)) as u32).collect()
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
        turn::<G>(&captures.dtw, half.kings, half.enemy, &mut turned.dtw);
        turn::<G>(&captures.dtz, half.kings, half.enemy, &mut turned.dtz);
        take(&mut values.dtw, &turned.dtw, stored.dtw, &turned.dtz);
        take(&mut values.dtz, &turned.dtz, stored.dtz, &turned.dtz);
    }
}

wide! {
    /// Turns the values of a half to the rows of its boards before a move.
    fn turn_values<G: Game>(half: &Half<'_>, values: &Planes, to: &mut Planes) -> () {
        turn::<G>(&values.dtw, half.enemy, half.kings, &mut to.dtw);
        turn::<G>(&values.dtz, half.enemy, half.kings, &mut to.dtz);
    }
}

wide! {
    /// Appends the bytes of a half: the codes of distances to win, and the masks of what is won and lost under the draw rule.
    fn enter(values: &Planes, out: &mut Vec<u8>) -> () {
        out.extend_from_slice(&values.dtw);
        // The upper bit of a code of a win is set; that of a loss is not, not even if the code is one more.
        mask_bytes(&values.dtz, out, |eight| eight);
        mask_bytes(&values.dtz, out, |eight| !(eight | ((eight & 0x7F7F_7F7F_7F7F_7F7F) + 0x0101_0101_0101_0101)));
    }
}

/// Takes what is stored where a board is [`OPEN`], and elsewhere what captures come to. All planes have whole half words.
#[inline(always)]
fn take(to: &mut [u8], captured: &[u8], stored: &[u8], dtz: &[u8]) {
    let to = to.as_chunks_mut::<32>().0.iter_mut();
    let [captured, stored, dtz] = [captured, stored, dtz].map(|plane| plane.as_chunks::<32>().0);
    for (((to, captured), stored), dtz) in to.zip(captured).zip(stored).zip(dtz) {
        // Copies: nothing that is read here changes meanwhile, and the loop becomes a few vector instructions.
        let (mut codes, stored, dtz) = (*captured, *stored, *dtz);
        for lane in 0..32 {
            codes[lane] = if dtz[lane] == OPEN { stored[lane] } else { codes[lane] };
        }
        *to = codes;
    }
}

/// Appends the upper bits of bytes that are made of each eight codes.
#[inline(always)]
fn mask_bytes(codes: &[u8], out: &mut Vec<u8>, of: impl Fn(u64) -> u64) {
    let (words, rest) = codes.as_chunks::<8>();
    let byte = |eight: [u8; 8]| {
        let bits = of(u64::from_le_bytes(eight)) >> 7 & 0x0101_0101_0101_0101;
        (bits.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
    };
    out.extend(words.iter().map(|&eight| byte(eight)));
    if !rest.is_empty() {
        let mut eight = [Dtz::DRAW; 8];
        eight[..rest.len()].copy_from_slice(rest);
        out.push(byte(eight));
    }
}
