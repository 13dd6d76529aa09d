//! Counts and extremes of the values of a side to move, and its first wrong entry. Planes of codes are surveyed many at once.

use std::ops::Range;

use crate::board::{Bitboard, Game};
use crate::index::KingSets;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::verify::codes::{self, has_diagonal, reflected};
use crate::verify::context::Tables;
use crate::verify::error::{Fault, Wrong, first};
use crate::verify::headers::{Totals, sum};
use crate::verify::value::far_outcome;
use crate::wide::wide;

use super::planes::Planes;
use super::rule::{self, BLESSED, CURSED};
use super::stored::SideNumbering;

/// Counts of one side to move, half by half, and the first wrong entry.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub totals: Totals,
    wrong: Option<Wrong>,
}

impl Tally {
    pub fn count_half<G: Game>(
        &mut self,
        tables: Tables<'_, G>,
        side: &SideNumbering<'_, G>,
        rank: u64,
        values: &Planes,
    ) {
        let size = side.index.kings_size();
        self.count(tables, side, rank * size..(rank + 1) * size, values, |cell| side.entry(rank, cell));
        if side.ending.men() == 0 && has_diagonal::<G>() {
            // By the number of a set of kings, that of the reflected set.
            let number = |&set: &Bitboard| KingSets::number(reflected::<G>(set)) as u32;
            let [enemy, kings] = [side.enemy, side.kings].map(|all| all.sets().iter().map(number).collect::<Vec<_>>());
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

    /// Counts the values of consecutive entries, and finds impossible values. `entry` maps a cell to its entry.
    pub fn count<G: Game>(
        &mut self,
        tables: Tables<'_, G>,
        side: &SideNumbering<'_, G>,
        entries: Range<u64>,
        values: &Planes,
        entry: impl Fn(usize) -> u64,
    ) {
        let survey = survey::<G>(&values.rule, &values.dtw, tables.draw_plies);
        self.add::<G>(&entries, values, &survey, &entry);
        if !survey.is_impossible && !survey.has_far {
            return;
        }
        for (cell, &code) in values.rule.iter().enumerate() {
            let dtw = values.dtw_of(cell);
            if !is_possible::<G>(code, dtw, tables.draw_plies) {
                self.add_wrong(side.number, entry(cell), Fault::Invariant);
            }
            if dtw.is_some_and(Dtw::is_far) {
                match far_outcome(tables, &side.index.unrank(entry(cell))) {
                    Some(outcome) => self.totals.dtw.add(outcome, entry(cell)),
                    None => self.add_wrong(side.number, entry(cell), Fault::Value),
                }
            }
        }
    }

    /// Adds consecutive entries by their planes and the survey of these.
    fn add<G: Game>(&mut self, entries: &Range<u64>, planes: &Planes, survey: &Survey, entry: impl Fn(usize) -> u64) {
        let &Survey { losses, wins, blessed, cursed, .. } = survey;
        let draws = entries.end - entries.start - losses - wins;
        // By category, from loss to win.
        let counts = [losses - blessed, blessed, draws, cursed, wins - cursed];
        self.totals.counts = sum([self.totals.counts, counts]);
        let Totals { dtw, dtz, .. } = &mut self.totals;
        for (measure, (longest, plane)) in [(dtw, &planes.dtw), (dtz, &planes.rule)].into_iter().enumerate() {
            for (is_loss, &found) in [false, true].into_iter().zip(&survey.slowest[measure]) {
                if found >= CODES[measure] {
                    continue;
                }
                let [loss, win] = [[Dtw::SLOWEST_LOSS, Dtw::SLOWEST_WIN], SLOWEST][measure];
                let code = if is_loss { loss.wrapping_sub(found) } else { found.wrapping_add(win) };
                let outcome = [Dtw::decode::<G>, Dtz::decode::<G>][measure](code);
                let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { continue };
                let before = if is_loss { longest.loss } else { longest.win };
                // The cell is searched only if its entry counts.
                if before.is_none_or(|(most, first)| (plies, first) > (most, entries.start)) {
                    let cell = plane.iter().position(|&other| other == code).unwrap_or(0);
                    longest.add(outcome, entry(cell));
                }
            }
        }
    }

    pub fn add_wrong(&mut self, side: usize, entry: u64, fault: Fault) {
        self.wrong = first([self.wrong, Some(Wrong { fault, side, entry })]);
    }

    pub fn merge(&mut self, other: &Tally) {
        self.totals.merge(&other.totals);
        self.wrong = first([self.wrong, other.wrong]);
    }

    pub fn first_wrong(sides: &[Tally]) -> Option<Wrong> {
        first(sides.iter().map(|tally| tally.wrong))
    }
}

/// The codes surveyed together.
const LANES: usize = 32;

/// Blocks of lanes between sums of counts: no more than a byte counts.
const BLOCKS: usize = 128;

/// Counts and extremes of some boards; cells without a board count as draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Survey {
    pub losses: u64,
    pub wins: u64,
    /// Of these, draws under the draw rule.
    pub blessed: u64,
    pub cursed: u64,
    /// The slowest codes by measure, of wins and losses, as differences from the slowest possible; at least [`CODES`] if none.
    pub slowest: [[u8; 2]; 2],
    /// Whether a distance contradicts another, or the rule.
    pub is_impossible: bool,
    pub has_far: bool,
}

/// The slowest loss and win of results under the rule.
pub(super) const SLOWEST: [u8; 2] = [BLESSED - 1, CURSED + 1];

/// By measure, the number of codes of wins, or of losses.
pub(super) const CODES: [u8; 2] = [Dtw::SLOWEST_LOSS + 1, SLOWEST[0] + 1];

wide! {
    /// Surveys planes of codes of results under a draw rule, and of distances to win of the same boards, if any.
    pub(super) fn survey<G: Game>(rule: &[u8], dtw: &[u8], draw_plies: u8) -> Survey {
        let mut of = Survey { slowest: [[u8::MAX; 2]; 2], ..Survey::default() };
        let (rule, dtw) = (rule.as_chunks::<LANES>(), dtw.as_chunks::<LANES>());
        for rule in rule.0.chunks(BLOCKS) {
            some_results(&mut of, rule, draw_plies);
        }
        for (rule, dtw) in rule.0.chunks(BLOCKS).zip(dtw.0.chunks(BLOCKS)) {
            some_distances::<G>(&mut of, rule, dtw);
        }
        if !rule.1.is_empty() {
            let mut last = [[Dtz::DRAW; LANES]; 2];
            last[0][..rule.1.len()].copy_from_slice(rule.1);
            some_results(&mut of, &[last[0]], draw_plies);
            if !dtw.1.is_empty() {
                last[1][..dtw.1.len()].copy_from_slice(dtw.1);
                some_distances::<G>(&mut of, &[last[0]], &[last[1]]);
            }
        }
        of
    }
}

#[inline(always)]
fn some_results(of: &mut Survey, rule: &[[u8; LANES]], draw_plies: u8) {
    let mut counts = [[0u8; LANES]; 4];
    let mut slowest = [[u8::MAX; LANES]; 2];
    let mut impossible = [0u8; LANES];
    for rule in rule {
        for lane in 0..LANES {
            let code = rule[lane];
            let (loss, win) = (code < Dtz::DRAW, code > Dtz::DRAW);
            counts[0][lane] += u8::from(loss);
            counts[1][lane] += u8::from(win);
            counts[2][lane] += u8::from(code == BLESSED);
            counts[3][lane] += u8::from(code == CURSED);
            slowest[0][lane] = slowest[0][lane].min(code.wrapping_sub(SLOWEST[1]));
            slowest[1][lane] = slowest[1][lane].min(SLOWEST[0].wrapping_sub(code));
            let decided = !(BLESSED..=CURSED).contains(&code);
            impossible[lane] |= u8::from(decided & (code.min(!code) > draw_plies));
        }
    }
    let [losses, wins, blessed, cursed] = counts.map(|counts| counts.iter().map(|&n| u64::from(n)).sum::<u64>());
    of.losses += losses;
    of.wins += wins;
    of.blessed += blessed;
    of.cursed += cursed;
    lower(&mut of.slowest[1], &slowest);
    of.is_impossible |= impossible.iter().any(|&lane| lane != 0);
}

#[inline(always)]
fn some_distances<G: Game>(of: &mut Survey, rule: &[[u8; LANES]], dtw: &[[u8; LANES]]) {
    let mut slowest = [[u8::MAX; LANES]; 2];
    let (mut impossible, mut far) = ([0u8; LANES], [0u8; LANES]);
    for (rule, dtw) in rule.iter().zip(dtw) {
        for lane in 0..LANES {
            let (code, dtw) = (rule[lane], dtw[lane]);
            let (loss, win) = (dtw < Dtw::DRAW, dtw > Dtw::DRAW);
            slowest[0][lane] = slowest[0][lane].min(dtw.wrapping_sub(Dtw::SLOWEST_WIN));
            slowest[1][lane] = slowest[1][lane].min(Dtw::SLOWEST_LOSS.wrapping_sub(dtw));
            // Half of the plies to win, rounded down, and the plies to a zeroing move.
            let (half, zeroing) = (dtw.min(!dtw), code.min(!code));
            // The odd ply of a distance to win.
            let odd = u8::from(win != G::NO_MOVE_WINS);
            let is_bounded = (zeroing >> 1) + (zeroing & 1 & !odd) <= half;
            let is_alike = (loss == (code < Dtz::DRAW)) & (win == (code > Dtz::DRAW));
            let decided = !(BLESSED..=CURSED).contains(&code);
            impossible[lane] |= u8::from(!(is_alike & (is_bounded | !decided)));
            far[lane] |= u8::from((dtw == Dtw::FAR_LOSS) | (dtw == Dtw::FAR_WIN));
        }
    }
    lower(&mut of.slowest[0], &slowest);
    of.is_impossible |= impossible.iter().any(|&lane| lane != 0);
    of.has_far |= far.iter().any(|&lane| lane != 0);
}

#[inline(always)]
fn lower(codes: &mut [u8; 2], lanes: &[[u8; LANES]; 2]) {
    for (code, lanes) in codes.iter_mut().zip(lanes) {
        *code = lanes.iter().fold(*code, |least, &lane| least.min(lane));
    }
}

pub(super) fn is_possible<G: Game>(code: u8, dtw: Option<u8>, draw_plies: u8) -> bool {
    let is_alike = dtw.is_none_or(|dtw| Dtw::theory(dtw) == Dtw::theory(code));
    is_alike && codes::is_possible::<G>(rule::entry::<G>(code, dtw), draw_plies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Poddavki, Russian};

    #[test]
    fn pairs_of_codes_are_surveyed_one_by_one() {
        check::<Russian>();
        check::<Poddavki>();
    }

    fn check<G: Game>() {
        for code in (0..=u8::MAX).filter(|&code| code != Dtz::UNUSED) {
            assert_eq!(survey::<G>(&[code], &[], 30).is_impossible, !is_possible::<G>(code, None, 30), "{code}");
            for dtw in 0..=u8::MAX {
                let found = survey::<G>(&[code], &[dtw], 30);
                assert_eq!(found.is_impossible, !is_possible::<G>(code, Some(dtw), 30), "{code} {dtw}");
                assert_eq!(found.has_far, Dtw::is_far(dtw));
            }
        }
    }

    #[test]
    fn many_codes_are_counted() {
        let rule: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 17) as u8).collect();
        let dtw: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_246_822_519) >> 13) as u8 | 1).collect();
        let found = survey::<Russian>(&rule, &dtw, 30);
        let count = |of: &dyn Fn(u8) -> bool| rule.iter().filter(|&&code| of(code)).count() as u64;
        assert_eq!(found.losses, count(&|code| code < 127));
        assert_eq!(found.wins, count(&|code| code > 127));
        assert_eq!(found.blessed, count(&|code| code == 126));
        assert_eq!(found.cursed, count(&|code| code == 129));
        assert_eq!(found.slowest, [[1, 0], [0, 0]]);
        assert_eq!(survey::<Russian>(&rule, &[], 30).slowest, [[u8::MAX; 2], [0, 0]]);
        // Draws alone, and what only theory decides.
        for code in [127, BLESSED, CURSED] {
            let slowest = survey::<Russian>(&[code; 99], &[127; 99], 30).slowest;
            assert!((0..2).all(|measure| slowest[measure].iter().all(|&found| found >= CODES[measure])));
        }
    }
}
