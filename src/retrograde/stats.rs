//! The counts and the longest distances of an ending's values.

use crate::board::Game;
use crate::bulk::masks::{at_least, bits, equal};
use crate::index::WORD;
use crate::value::{Category, Dtw, Dtz, Longest, Measure, Outcome, Theory};

use super::storage::coding::PENDING;

/// The counts and the longest distances of one material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// Entries of each [`Category`] at clock 0, from loss to win.
    pub counts: [u64; 5],
    pub dtw: Longest,
    pub dtz: Longest,
}

impl SideStats {
    #[must_use]
    pub fn merge(self, other: SideStats) -> SideStats {
        SideStats {
            counts: std::array::from_fn(|i| self.counts[i] + other.counts[i]),
            dtw: self.dtw.merge(other.dtw),
            dtz: self.dtz.merge(other.dtz),
        }
    }
}

#[derive(Debug)]
pub(super) struct Counter {
    /// By theory, then class: loss, draw, win.
    counts: [[u64; 3]; 3],
    dtw: Slowest,
    dtz: Slowest,
    far: Longest,
}

/// The longest win and loss so far, each with its entry: see [`Slowest::add`].
#[derive(Debug)]
struct Slowest {
    win: (u8, u64),
    loss: (u8, u64),
}

impl Slowest {
    const NONE: Slowest = Slowest { win: (u8::MAX, 0), loss: (u8::MAX, 0) };

    /// The longest win has the least code above the draw's, and the longest loss the greatest code below it. Both are kept as
    /// differences from the slowest possible code; for codes of other results the difference wraps around to a larger one.
    #[inline(always)]
    fn add<M: Measure>(&mut self, code: u8, entry: u64) {
        let (win, loss) = (code.wrapping_sub(M::SLOWEST_WIN), M::SLOWEST_LOSS.wrapping_sub(code));
        let (win_codes, loss_codes) = (u8::MAX - M::SLOWEST_WIN + 1, M::SLOWEST_LOSS + 1);
        if win < self.win.0.min(win_codes) {
            self.win = (win, entry);
        }
        if loss < self.loss.0.min(loss_codes) {
            self.loss = (loss, entry);
        }
    }

    /// Whether some of these codes may be slower than those before; false only if none is.
    #[inline(always)]
    fn may_grow<M: Measure>(&self, codes: &[u8; WORD]) -> bool {
        let least = |of: fn(u8) -> u8| codes.iter().fold(u8::MAX, |least, &code| least.min(of(code)));
        least(|code| code.wrapping_sub(M::SLOWEST_WIN)) < self.win.0
            || least(|code| M::SLOWEST_LOSS.wrapping_sub(code)) < self.loss.0
    }

    /// Whether no win or no loss of one ply to a zeroing move was found so far.
    fn is_short(&self) -> bool {
        self.win.0 > Dtz::win(1) - Dtz::SLOWEST_WIN || self.loss.0 > Dtz::SLOWEST_LOSS - Dtz::loss(1)
    }

    fn longest<G: Game, M: Measure>(&self) -> Longest {
        let mut longest = Longest::default();
        for (distance, entry, code) in [
            (self.win.0, self.win.1, self.win.0.wrapping_add(M::SLOWEST_WIN)),
            (self.loss.0, self.loss.1, M::SLOWEST_LOSS.wrapping_sub(self.loss.0)),
        ] {
            if distance != u8::MAX {
                longest.add(M::decode::<G>(code), entry);
            }
        }
        longest
    }
}

impl Counter {
    pub fn new() -> Counter {
        Counter { counts: [[0; 3]; 3], dtw: Slowest::NONE, dtz: Slowest::NONE, far: Longest::default() }
    }

    /// Counts the entries at the bits of `valid`, numbered from `first`. `classes` has masks of those won and lost under the
    /// rule.
    #[inline(always)]
    pub fn add_word(&mut self, first: u64, dtw: &[u8; WORD], dtz: &[u8; WORD], valid: u64, classes: [u64; 2]) {
        let (won, drawn) = (at_least(dtw, Dtw::DRAW + 1), equal(dtw, Dtw::DRAW));
        let theories = [!(won | drawn), drawn, won];
        let [rule_won, rule_lost] = classes;
        let classes = [rule_lost & !rule_won, !(rule_won ^ rule_lost), rule_won & !rule_lost];
        for (counts, theory) in self.counts.iter_mut().zip(theories) {
            for (count, class) in counts.iter_mut().zip(classes) {
                *count += u64::from((valid & theory & class).count_ones());
            }
        }
        // Words with a new longest distance are rare. A pending capture has a distance of 1.
        let is_pending = || valid & equal(dtz, PENDING) & (rule_won | rule_lost) != 0;
        if self.dtw.may_grow::<Dtw>(dtw) || self.dtz.may_grow::<Dtz>(dtz) || self.dtz.is_short() && is_pending() {
            for (entry, bit) in (first..).zip(bits(&[valid])) {
                self.dtw.add::<Dtw>(dtw[bit], entry);
                let class = usize::from(rule_won >> bit & 1 != 0) + 1 - usize::from(rule_lost >> bit & 1 != 0);
                self.add_dtz(dtz[bit], class, entry);
            }
        }
    }

    /// Adds a distance to a zeroing move, for a class: 0 is a loss, 2 a win.
    #[inline(always)]
    fn add_dtz(&mut self, dtz: u8, class: usize, entry: u64) {
        let after_capture = [Dtz::loss(1), Dtz::DRAW, Dtz::win(1)][class];
        self.dtz.add::<Dtz>(if dtz == PENDING { after_capture } else { dtz }, entry);
    }

    /// Adds the far distance of an entry that is counted already.
    #[cold]
    pub fn add_far(&mut self, entry: u64, outcome: Outcome) {
        self.far.add(outcome, entry);
    }

    pub fn stats<G: Game>(&self) -> SideStats {
        let mut counts = [0; 5];
        for (theory, classes) in [Theory::Loss, Theory::Draw, Theory::Win].into_iter().zip(self.counts) {
            for (class, count) in classes.into_iter().enumerate() {
                counts[Category::new(theory, class != 1) as usize] += count;
            }
        }
        SideStats { counts, dtw: self.dtw.longest::<G, Dtw>().merge(self.far), dtz: self.dtz.longest::<G, Dtz>() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;
    use crate::retrograde::testing::Random;

    #[test]
    fn words_are_counted_as_their_entries() {
        let mut random = Random(8);
        // With few entries, some counts have no win, no loss, or only one distance.
        for words in std::iter::repeat_n([0, 1, 2, 20], 300).flatten() {
            let (mut counter, mut expected, mut first) = (Counter::new(), SideStats::default(), 50);
            for _ in 0..words {
                // Words with few entries, with few kinds of values, and with all.
                let kinds = 1 + random.below(42);
                let dtw = [0; WORD].map(|_| if random.below(42) < kinds { random.code() } else { Dtw::DRAW });
                let mut dtz = [Dtz::DRAW; WORD];
                let (mut valid, mut won, mut lost) = (0, 0, 0);
                for (bit, dtz) in dtz.iter_mut().enumerate() {
                    let class = random.below(3);
                    let plies = if random.below(50) == 0 { 122 + random.below(5) } else { random.below(31) };
                    *dtz = match class {
                        _ if random.below(4) == 0 => PENDING,
                        0 => Dtz::loss(plies as u16),
                        1 => Dtz::DRAW,
                        _ => Dtz::win(plies as u16),
                    };
                    won |= u64::from(class == 2) << bit;
                    lost |= u64::from(class == 0) << bit;
                    valid |= u64::from(random.below(60) < kinds) << bit;
                }
                counter.add_word(first, &dtw, &dtz, valid, [won, lost]);
                for bit in bits(&[valid]) {
                    let [is_won, is_lost] = [won, lost].map(|class| class >> bit & 1 != 0);
                    let to_zeroing = match (is_won, is_lost) {
                        _ if dtz[bit] != PENDING => Dtz::decode::<Russian>(dtz[bit]),
                        (true, _) => Outcome::Win(1),
                        (_, true) => Outcome::Loss(1),
                        _ => Outcome::Draw,
                    };
                    expected.counts[Category::new(Dtw::theory(dtw[bit]), is_won || is_lost) as usize] += 1;
                    expected.dtw.add(Dtw::decode::<Russian>(dtw[bit]), first);
                    expected.dtz.add(to_zeroing, first);
                    first += 1;
                }
            }
            assert_eq!(counter.stats::<Russian>(), expected);
        }
    }

    #[test]
    fn a_far_distance_counts_where_no_code_holds_it() {
        let (mut counter, mut dtw) = (Counter::new(), [Dtw::DRAW; WORD]);
        dtw[..2].copy_from_slice(&[Dtw::win(251), Dtw::FAR_WIN]);
        counter.add_word(1, &dtw, &[Dtz::win(3); WORD], 0b11, [0b11, 0]);
        counter.add_far(2, Outcome::Win(301));
        assert_eq!(counter.stats::<Russian>().dtw, Longest { win: Some((301, 2)), loss: None });
    }
}
