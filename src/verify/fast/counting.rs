//! Counting the values of halves, and what no position can have.

use std::ops::Range;

use crate::board::{Bitboard, Game, Position, RANKS, Square, squares};
use crate::index::KingSets;
use crate::value::Dtw;
use crate::verify::far::far_outcome;
use crate::verify::mismatch::Fault;

use super::fibre::Shared;
use super::planes::Planes;
use super::side::Side;
use super::survey::{is_possible, survey};
use super::tally::Tally;

impl<G: Game> Shared<'_, G> {
    /// Counts the values of a half.
    pub fn count(&self, side: &Side<'_, G>, rank: u64, values: &Planes, tally: &mut Tally) {
        let size = side.index.kings_size();
        self.count_entries(side, rank * size..(rank + 1) * size, values, |cell| side.entry(rank, cell), tally);
        // A board has this symmetry if it has as many files as ranks.
        if side.ending.men() == 0 && 2 * G::PER_RANK == RANKS {
            let [enemy, kings] = [side.enemy, side.kings].map(reflected::<G>);
            for (row, &twin) in enemy.iter().enumerate() {
                let (start, twin) = (row * side.shape.row, twin as usize * side.shape.row);
                for (column, &place) in kings.iter().enumerate() {
                    let (cell, twin) = (start + column, twin + place as usize);
                    if (values.rule[cell], values.dtw_of(cell)) != (values.rule[twin], values.dtw_of(twin)) {
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
        let draw_plies = self.tables.draw_plies();
        let survey = survey::<G>(&values.rule, &values.dtw, draw_plies);
        tally.add(&entries, values, &survey, &entry);
        if !survey.is_impossible && !survey.has_far {
            return;
        }
        for (cell, &code) in values.rule.iter().enumerate() {
            let dtw = values.dtw_of(cell);
            if !is_possible::<G>(code, dtw, draw_plies) {
                tally.add_wrong(side.number, entry(cell), Fault::Invariant);
            }
            if dtw.is_some_and(Dtw::is_far) {
                let turn = side.ending.movers()[side.number].color();
                let position = Position::from_board(turn, side.index.unrank(entry(cell)));
                match far_outcome(self.tables, &position) {
                    Some(outcome) => tally.add_far(entry(cell), outcome),
                    None => tally.add_wrong(side.number, entry(cell), Fault::Value),
                }
            }
        }
    }
}

/// By the numbers of sets of kings, those of the sets reflected in the diagonal from a1 to h8: files become ranks.
fn reflected<G: Game>(kings: &KingSets) -> Vec<u32> {
    let reflect = |&set: &Bitboard| {
        squares::<G>(set)
            .fold(0, |all, square| all | Square::<G>::at(square.rank(), square.file()).map_or(0, Square::bit))
    };
    kings.sets().iter().map(|set| KingSets::number(reflect(set)) as u32).collect()
}
