//! Counting the values of halves: what the entries of a side to move add up to, and the first that is wrong.

use std::ops::Range;

use crate::board::{Bitboard, Game, Position, RANKS, Square, squares};
use crate::index::KingSets;
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Theory};
use crate::verify::context::Tables;
use crate::verify::error::{Fault, Wrong};
use crate::verify::headers::Totals;
use crate::verify::value::far_outcome;

use super::planes::Planes;
use super::stored::Side;
use super::survey::{CODES, SLOWEST, Survey, is_possible, survey};

/// Counts of one side to move, half by half.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    counts: [u64; 5],
    /// The slowest codes as those of [`Survey`], each with its first entry.
    slowest: [[(u8, u64); 2]; 2],
    far: Longest,
    wrong: Option<Wrong>,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally { counts: [0; 5], slowest: [[(u8::MAX, 0); 2]; 2], far: Longest::default(), wrong: None }
    }
}

/// The code of a win or a loss of a measure, by its difference from the slowest.
fn code(measure: usize, is_loss: bool, difference: u8) -> u8 {
    let [loss, win] = [[Dtw::SLOWEST_LOSS, Dtw::SLOWEST_WIN], SLOWEST][measure];
    if is_loss { loss.wrapping_sub(difference) } else { difference.wrapping_add(win) }
}

impl Tally {
    /// Counts the values of a half.
    pub fn count_half<G: Game>(&mut self, tables: Tables<'_, G>, side: &Side<'_, G>, rank: u64, values: &Planes) {
        let size = side.index.kings_size();
        self.count(tables, side, rank * size..(rank + 1) * size, values, |cell| side.entry(rank, cell));
        // A board has this symmetry if it has as many files as ranks.
        if side.ending.men() == 0 && 2 * G::PER_RANK == RANKS {
            let [enemy, kings] = [side.enemy, side.kings].map(reflected::<G>);
            for (row, &twin) in enemy.iter().enumerate() {
                let (start, twin) = (row * side.shape.row, twin as usize * side.shape.row);
                for (column, &place) in kings.iter().enumerate() {
                    let (cell, twin) = (start + column, twin + place as usize);
                    if (values.rule[cell], values.dtw_of(cell)) != (values.rule[twin], values.dtw_of(twin)) {
                        self.add_wrong(side.number, side.entry(rank, cell), Fault::Reflection);
                    }
                }
            }
        }
    }

    /// Counts the values of consecutive entries, and looks for values that no position can have. `entry` maps a cell to
    /// its entry.
    pub fn count<G: Game>(
        &mut self,
        tables: Tables<'_, G>,
        side: &Side<'_, G>,
        entries: Range<u64>,
        values: &Planes,
        entry: impl Fn(usize) -> u64,
    ) {
        let survey = survey::<G>(&values.rule, &values.dtw, tables.draw_plies());
        self.add(&entries, values, &survey, &entry);
        if !survey.is_impossible && !survey.has_far {
            return;
        }
        for (cell, &code) in values.rule.iter().enumerate() {
            let dtw = values.dtw_of(cell);
            if !is_possible::<G>(code, dtw, tables.draw_plies()) {
                self.add_wrong(side.number, entry(cell), Fault::Invariant);
            }
            if dtw.is_some_and(Dtw::is_far) {
                let turn = side.ending.movers()[side.number].color();
                let position = Position::from_board(turn, side.index.unrank(entry(cell)));
                match far_outcome(tables, &position) {
                    Some(outcome) => self.far.add(outcome, entry(cell)),
                    None => self.add_wrong(side.number, entry(cell), Fault::Value),
                }
            }
        }
    }

    /// Adds consecutive entries: their planes, and the survey of these. `entry` maps a cell to its entry.
    fn add(&mut self, entries: &Range<u64>, planes: &Planes, survey: &Survey, entry: impl Fn(usize) -> u64) {
        let &Survey { losses, wins, blessed, cursed, .. } = survey;
        let draws = entries.end - entries.start - losses - wins;
        for (theory, kept, count) in [
            (Theory::Loss, true, losses - blessed),
            (Theory::Loss, false, blessed),
            (Theory::Draw, true, draws),
            (Theory::Win, false, cursed),
            (Theory::Win, true, wins - cursed),
        ] {
            self.counts[Category::new(theory, kept) as usize] += count;
        }
        for (measure, plane) in [&planes.dtw, &planes.rule].into_iter().enumerate() {
            for (is_loss, (slowest, &found)) in
                self.slowest[measure].iter_mut().zip(&survey.slowest[measure]).enumerate()
            {
                let is_longer = found < slowest.0 || found == slowest.0 && entries.start < slowest.1;
                if found < CODES[measure] && is_longer {
                    let code = code(measure, is_loss == 1, found);
                    let cell = plane.iter().position(|&other| other == code).unwrap_or(0);
                    *slowest = (found, entry(cell));
                }
            }
        }
    }

    /// Adds a wrong entry. The first one stays; of an entry, a wrong value. A reflection counts where nothing else is wrong, and a
    /// circle where no value is.
    pub fn add_wrong(&mut self, side: usize, entry: u64, fault: Fault) {
        let key = |wrong: &Wrong| {
            let late = [Fault::Reflection, Fault::Circle].iter().position(|&fault| fault == wrong.fault);
            (late.map_or(0, |place| place + 1), wrong.entry, wrong.fault == Fault::Invariant)
        };
        let wrong = Wrong { side, entry, fault };
        if self.wrong.is_none_or(|other| key(&wrong) < key(&other)) {
            self.wrong = Some(wrong);
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        for (slowest, &other) in self.slowest.as_flattened_mut().iter_mut().zip(other.slowest.as_flattened()) {
            // The lesser difference is longer, and of equals the earlier entry counts.
            *slowest = (*slowest).min(other);
        }
        self.far = self.far.merge(other.far);
        if let Some(Wrong { side, entry, fault }) = other.wrong {
            self.add_wrong(side, entry, fault);
        }
    }

    /// The first wrong entry of the first of some sides that has one. A circle counts where no side has another.
    pub fn first_wrong(sides: &[Tally]) -> Option<Wrong> {
        sides.iter().filter_map(|tally| tally.wrong).min_by_key(|wrong| (wrong.fault == Fault::Circle, wrong.side))
    }

    /// Counts and longest distances.
    pub fn totals<G: Game>(&self) -> Totals {
        fn longest<G: Game, M: Measure>(slowest: &[[(u8, u64); 2]; 2], measure: usize) -> Longest {
            let mut longest = Longest::default();
            for (is_loss, &(found, entry)) in slowest[measure].iter().enumerate() {
                if found < CODES[measure] {
                    longest.add(M::decode::<G>(code(measure, is_loss == 1, found)), entry);
                }
            }
            longest
        }
        Totals {
            counts: self.counts,
            dtw: longest::<G, Dtw>(&self.slowest, 0).merge(self.far),
            dtz: longest::<G, Dtz>(&self.slowest, 1),
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
