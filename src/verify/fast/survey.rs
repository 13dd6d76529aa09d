//! Counts, longest distances and what no position can have, in planes of codes.

use crate::board::Game;
use crate::value::{Dtw, Dtz, Measure};
use crate::wide::wide;

/// How many codes are looked at together.
const LANES: usize = 32;

/// Blocks of lanes after which counts are added up: no more than a byte counts.
const BLOCKS: usize = 128;

/// What some boards have, where those that are none count as draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Survey {
    pub losses: u64,
    pub wins: u64,
    /// Of these, draws under the draw rule.
    pub blessed: u64,
    pub cursed: u64,
    /// The slowest codes, by measure: of wins, and of losses. As differences from the slowest code there is; more than any
    /// code has, if there are none.
    pub slowest: [[u8; 2]; 2],
    /// Whether a distance excludes another, or the rule.
    pub is_impossible: bool,
    /// Whether a code does not hold its distance.
    pub has_far: bool,
}

/// By measure: how many codes wins or losses have.
pub(super) const CODES: [u8; 2] = [Dtw::SLOWEST_LOSS + 1, Dtz::SLOWEST_LOSS + 1];

wide! {
    /// Surveys two planes of as many codes, under a draw rule of so many plies.
    pub(super) fn survey<G: Game>(dtw: &[u8], dtz: &[u8], draw_plies: u8) -> Survey {
        let mut of = Survey { slowest: [[u8::MAX; 2]; 2], ..Survey::default() };
        let (dtw, dtz) = (dtw.as_chunks::<LANES>(), dtz.as_chunks::<LANES>());
        for (dtw, dtz) in dtw.0.chunks(BLOCKS).zip(dtz.0.chunks(BLOCKS)) {
            some::<G>(&mut of, dtw, dtz, draw_plies);
        }
        if !dtw.1.is_empty() {
            let mut last = [[Dtz::DRAW; LANES]; 2];
            last[0][..dtw.1.len()].copy_from_slice(dtw.1);
            last[1][..dtz.1.len()].copy_from_slice(dtz.1);
            some::<G>(&mut of, &[last[0]], &[last[1]], draw_plies);
        }
        of
    }
}

#[inline(always)]
fn some<G: Game>(of: &mut Survey, dtw: &[[u8; LANES]], dtz: &[[u8; LANES]], draw_plies: u8) {
    let mut counts = [[0u8; LANES]; 4];
    let mut slowest = [[u8::MAX; LANES]; 4];
    let (mut impossible, mut far) = ([0u8; LANES], [0u8; LANES]);
    for (dtw, dtz) in dtw.iter().zip(dtz) {
        for lane in 0..LANES {
            let (dtw, dtz) = (dtw[lane], dtz[lane]);
            let (loss, win, draw) = (dtw < Dtw::DRAW, dtw > Dtw::DRAW, dtz == Dtz::DRAW);
            counts[0][lane] += u8::from(loss);
            counts[1][lane] += u8::from(win);
            counts[2][lane] += u8::from(loss & draw);
            counts[3][lane] += u8::from(win & draw);
            slowest[0][lane] = slowest[0][lane].min(dtw.wrapping_sub(Dtw::SLOWEST_WIN));
            slowest[1][lane] = slowest[1][lane].min(Dtw::SLOWEST_LOSS.wrapping_sub(dtw));
            slowest[2][lane] = slowest[2][lane].min(dtz.wrapping_sub(Dtz::SLOWEST_WIN));
            slowest[3][lane] = slowest[3][lane].min(Dtz::SLOWEST_LOSS.wrapping_sub(dtz));
            // Half of the plies to win, rounded down, and the plies to a zeroing move.
            let (half, zeroing) = (dtw.min(!dtw), dtz.min(!dtz));
            // The odd ply of a distance to win.
            let odd = u8::from(win != G::NO_MOVE_WINS);
            let is_bounded = (zeroing >> 1) + (zeroing & 1 & !odd) <= half;
            let is_alike = (loss & (dtz < Dtz::DRAW)) | (win & (dtz > Dtz::DRAW));
            impossible[lane] |= u8::from(!(draw | (is_alike & is_bounded & (zeroing <= draw_plies))));
            far[lane] |= u8::from((dtw == Dtw::FAR_LOSS) | (dtw == Dtw::FAR_WIN));
        }
    }
    let [losses, wins, blessed, cursed] =
        counts.map(|counts| counts.iter().map(|&count| u64::from(count)).sum::<u64>());
    of.losses += losses;
    of.wins += wins;
    of.blessed += blessed;
    of.cursed += cursed;
    for (slowest, lanes) in of.slowest.as_flattened_mut().iter_mut().zip(&slowest) {
        *slowest = lanes.iter().fold(*slowest, |slowest, &code| slowest.min(code));
    }
    of.is_impossible |= impossible.iter().any(|&lane| lane != 0);
    of.has_far |= far.iter().any(|&lane| lane != 0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Poddavki, Russian};
    use crate::table::EntryCodes;
    use crate::verify::plain::is_possible;

    #[test]
    fn pairs_of_codes_are_surveyed_one_by_one() {
        check::<Russian>();
        check::<Poddavki>();
    }

    fn check<G: Game>() {
        for pair in 0..=u16::MAX {
            let [dtw, dtz] = pair.to_le_bytes();
            let found = survey::<G>(&[dtw], &[dtz], 30);
            let codes = EntryCodes { dtw, dtz };
            assert_eq!(found.is_impossible, !is_possible::<G>(codes, 30), "{codes:?}");
            assert_eq!(found.has_far, Dtw::is_far(dtw));
        }
    }

    #[test]
    fn many_codes_are_counted() {
        let dtw: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 17) as u8).collect();
        let dtz: Vec<u8> = (0..100_000u32).map(|n| (n.wrapping_mul(2_246_822_519) >> 13) as u8 | 1).collect();
        let found = survey::<Russian>(&dtw, &dtz, 30);
        let count = |of: &dyn Fn(u8, u8) -> bool| dtw.iter().zip(&dtz).filter(|&(&a, &b)| of(a, b)).count() as u64;
        assert_eq!(found.losses, count(&|dtw, _| dtw < 127));
        assert_eq!(found.wins, count(&|dtw, _| dtw > 127));
        assert_eq!(found.blessed, count(&|dtw, dtz| dtw < 127 && dtz == 127));
        assert_eq!(found.cursed, count(&|dtw, dtz| dtw > 127 && dtz == 127));
        assert_eq!(found.slowest, [[0, 0], [0, 1]]);
        // Draws alone.
        assert_eq!(survey::<Russian>(&[127; 99], &[127; 99], 30).slowest.map(|of| of[0] < CODES[0]), [false; 2]);
    }
}
