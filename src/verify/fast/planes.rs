//! Planes of codes: turning them, and changing all codes.

use crate::board::Game;
use crate::index::KingSets;
use crate::value::{Dtz, Measure};
use crate::wide::wide;

use super::rule::{self, OPEN};

/// A byte for each board: the code of its result under the [rule], and that of its distance to win.
#[derive(Clone, Default)]
pub(super) struct Planes {
    pub rule: Vec<u8>,
    /// Empty where there are no distances to win.
    pub dtw: Vec<u8>,
}

impl Planes {
    /// Planes of a number of boards, all of them draws.
    pub fn clear(&mut self, boards: usize, with_dtw: bool) {
        for (plane, boards) in [(&mut self.rule, boards), (&mut self.dtw, if with_dtw { boards } else { 0 })] {
            plane.clear();
            plane.resize(boards, Dtz::DRAW);
        }
    }

    #[inline(always)]
    pub fn dtw_of(&self, cell: usize) -> Option<u8> {
        self.dtw.get(cell).copied()
    }
}

const DRAWS: u64 = u64::from_le_bytes([Dtz::DRAW; 8]);

wide! {
    /// Turns planes with a row for each set of one side's kings and a column for each set of the other's. Rows become columns,
    /// and both are seen from the other end of the board.
    pub(super) fn turn<G: Game>(from: &Planes, rows: &KingSets, columns: &KingSets, to: &mut Planes) -> () {
        turn_plane::<G>(&from.rule, rows, columns, &mut to.rule);
        if !from.dtw.is_empty() {
            turn_plane::<G>(&from.dtw, rows, columns, &mut to.dtw);
        }
    }
}

#[inline(always)]
fn turn_plane<G: Game>(from: &[u8], rows: &KingSets, columns: &KingSets, to: &mut [u8]) {
    let (rows, columns) = ((rows, rows.turned()), (columns, columns.turned()));
    let [width, to_width] = [columns.0, rows.0].map(|kings| KingSets::padded::<G>(kings.count()));
    let (row_count, column_count) = (rows.1.len(), columns.1.len());
    if row_count == 1 || column_count == 1 {
        // One line of boards.
        let turned = if row_count == 1 { columns.1 } else { rows.1 };
        for (&code, &place) in from.iter().zip(turned) {
            to[place as usize] = code;
        }
        return;
    }
    for first in (0..row_count).step_by(8) {
        let lines: [Option<&[u8]>; 8] =
            std::array::from_fn(|i| rows.1.get(first + i).map(|&row| &from[row as usize * width..][..width]));
        for column in (0..column_count).step_by(8) {
            let mut tile: [u64; 8] = std::array::from_fn(|i| {
                lines[i].and_then(|line| line[column..].first_chunk()).map_or(DRAWS, |eight| u64::from_le_bytes(*eight))
            });
            transpose(&mut tile);
            for (&line, &turned) in tile.iter().zip(&columns.1[column..]) {
                to[turned as usize * to_width + first..][..8].copy_from_slice(&line.to_le_bytes());
            }
        }
    }
}

/// Byte `b` of word `a` becomes byte `a` of word `b`: swaps quadrants of the tile, then theirs, then bytes.
#[inline(always)]
fn transpose(tile: &mut [u64; 8]) {
    for (distance, low) in [(4, 0x0000_0000_FFFF_FFFF), (2, 0x0000_FFFF_0000_FFFF), (1, 0x00FF_00FF_00FF_00FF_u64)] {
        for upper in (0..8).filter(|line| line & distance == 0) {
            let change = (tile[upper] >> (8 * distance) ^ tile[upper + distance]) & low;
            tile[upper + distance] ^= change;
            tile[upper] ^= change << (8 * distance);
        }
    }
}

wide! {
    /// Takes other codes for the boards that are not [`OPEN`] under the rule.
    pub(super) fn take(to: &mut [u8], codes: &[u8], rule: &[u8]) -> () {
        for ((to, &code), &rule) in to.iter_mut().zip(codes).zip(rule) {
            *to = if rule == OPEN { *to } else { code };
        }
    }
}

wide! {
    /// Whether codes differ from others on the boards that are not [`OPEN`] under the rule.
    fn differ(codes: &[u8], others: &[u8], rule: &[u8]) -> bool {
        let differing = codes.iter().zip(others).zip(rule).map(|((a, b), &rule)| u8::from(a != b) & u8::from(rule != OPEN));
        differing.fold(0, |any, differs| any | differs) != 0
    }
}

/// Compares values with those of the boards' quiet moves, which are [`OPEN`] under the rule where there are none. `known` says
/// whether the values have the distances to a zeroing move, and to win. If not, those of the moves are taken where the result
/// agrees. Appends the cells that differ to `wrong`.
pub(super) fn settle(values: &mut Planes, quiet: &Planes, known: [bool; 2], wrong: &mut Vec<usize>) {
    let mut compare = |codes: &[u8], others: &[u8]| {
        if differ(codes, others, &quiet.rule) {
            wrong.extend((0..codes.len()).filter(|&cell| quiet.rule[cell] != OPEN && codes[cell] != others[cell]));
        }
    };
    if known[0] {
        compare(&values.rule, &quiet.rule);
    } else {
        // As a bare result, a side without a move is a loss, or a win, like any other.
        let mut results = quiet.rule.clone();
        bank_codes(&mut results);
        compare(&values.rule, &results);
        take(&mut values.rule, &quiet.rule, &quiet.rule);
    }
    if !quiet.dtw.is_empty() {
        if known[1] {
            compare(&values.dtw, &quiet.dtw);
        } else {
            let results = |codes: &[u8]| codes.iter().map(|&code| rule::result(code)).collect::<Vec<_>>();
            compare(&results(&values.dtw), &results(&quiet.dtw));
            take(&mut values.dtw, &quiet.dtw, &quiet.rule);
        }
    }
    wrong.sort_unstable();
    wrong.dedup();
}

/// The bytes of a half: banked codes of results under the rule, and codes of distances to win. Changes the values.
pub(super) fn bank<'b>(values: &'b mut Planes, bytes: &'b mut Vec<u8>) -> &'b [u8] {
    bank_codes(&mut values.rule);
    if values.dtw.is_empty() {
        return &values.rule;
    }
    bytes.clear();
    bytes.extend_from_slice(&values.rule);
    bytes.extend_from_slice(&values.dtw);
    bytes
}

wide! {
    /// Turns codes of results into those after a king's move, under a rule of some plies.
    pub(super) fn bound(codes: &mut [u8], draw_plies: u8) -> () {
        for code in codes {
            *code = rule::in_time(*code, draw_plies);
        }
    }
}

wide! {
    /// Turns codes of results into those after a zeroing move.
    fn bank_codes(codes: &mut [u8]) -> () {
        for code in codes {
            *code = rule::banked(*code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};

    #[test]
    fn planes_are_turned_board_by_board() {
        for (rows, columns) in [(0, 1), (1, 0), (0, 2), (1, 1), (2, 1), (1, 2), (2, 2)] {
            check::<Russian>(rows, columns);
            check::<Draughts80>(rows, columns);
        }
    }

    fn check<G: Game>(rows: u32, columns: u32) {
        let [rows, columns] = [rows, columns].map(KingSets::new::<G>);
        let [width, to_width] = [&columns, &rows].map(|kings| KingSets::padded::<G>(kings.count()));
        let from: Vec<u8> = (0..rows.sets().len() * width).map(|board| (board * 31 % 251) as u8).collect();
        let mut to = vec![0; columns.sets().len() * to_width.max(8)];
        turn_plane::<G>(&from, &rows, &columns, &mut to);
        for (row, &turned_row) in rows.turned().iter().enumerate() {
            for (column, &turned_column) in columns.turned().iter().enumerate() {
                let place = turned_column as usize * to_width + turned_row as usize;
                assert_eq!(to[place], from[row * width + column]);
            }
        }
    }
}
