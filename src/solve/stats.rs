//! What an ending's values add up to.

use crate::value::{Category, Dtw, Dtz, Measure, Outcome, Theory};

use super::{Class, PENDING};

/// The counts of one material.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SideStats {
    /// Entries of each [`Category`] at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest distances to win.
    pub dtw: Longest,
    /// The longest distances to a zeroing move.
    pub dtz: Longest,
}

/// The longest win and the longest loss of a measure, in plies, with the first entry of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Longest {
    /// The longest win: plies and entry.
    pub win: Option<(u16, u64)>,
    /// The longest loss: plies and entry.
    pub loss: Option<(u16, u64)>,
}

impl Longest {
    #[inline]
    pub(crate) fn add(&mut self, outcome: Outcome, entry: u64) {
        match outcome {
            Outcome::Win(plies) => self.win = longer(self.win, Some((plies, entry))),
            Outcome::Loss(plies) => self.loss = longer(self.loss, Some((plies, entry))),
            Outcome::Draw => {}
        }
    }

    pub(crate) fn merge(self, other: Longest) -> Longest {
        Longest { win: longer(self.win, other.win), loss: longer(self.loss, other.loss) }
    }
}

/// The longer, and of equals the earlier.
fn longer(a: Option<(u16, u64)>, b: Option<(u16, u64)>) -> Option<(u16, u64)> {
    match (a, b) {
        (Some(a), Some(b)) if b.0 > a.0 || b.0 == a.0 && b.1 < a.1 => Some(b),
        (None, b) => b,
        (a, _) => a,
    }
}

/// The category at clock 0 that the code of a distance to win and a class under the draw rule add up to.
#[inline]
pub fn category(dtw: u8, class: Class) -> Category {
    let theory = match dtw {
        ..Dtw::DRAW => Theory::Loss,
        Dtw::DRAW => Theory::Draw,
        _ => Theory::Win,
    };
    Category::new(theory, class.won || class.lost)
}

impl SideStats {
    /// Both together.
    #[must_use]
    pub fn merge(self, other: SideStats) -> SideStats {
        SideStats {
            counts: std::array::from_fn(|i| self.counts[i] + other.counts[i]),
            dtw: self.dtw.merge(other.dtw),
            dtz: self.dtz.merge(other.dtz),
        }
    }
}

/// Counts entries, quickly.
#[derive(Debug)]
pub(super) struct Tally {
    /// By theory, then class: loss, draw, win.
    counts: [[u64; 3]; 3],
    dtw: Codes,
    dtz: Codes,
    /// The longest of those that codes do not tell.
    far: Longest,
}

/// The codes of the longest win and loss so far, with their entries: see [`Codes::add`].
#[derive(Debug)]
struct Codes {
    win: (u8, u64),
    loss: (u8, u64),
}

impl Codes {
    const NONE: Codes = Codes { win: (u8::MAX, 0), loss: (u8::MAX, 0) };

    /// The longest win has the least code above the draw's, the longest loss the greatest below: differences from the
    /// slowest, which wrap round for others.
    #[inline(always)]
    fn add<M: Measure>(&mut self, code: u8, entry: u64) {
        let (win, loss) = (code.wrapping_sub(M::SLOWEST_WIN), M::SLOWEST_LOSS.wrapping_sub(code));
        if win < self.win.0.min(0u8.wrapping_sub(M::SLOWEST_WIN)) {
            self.win = (win, entry);
        }
        if loss < self.loss.0.min(M::SLOWEST_LOSS + 1) {
            self.loss = (loss, entry);
        }
    }

    fn longest<M: Measure>(&self) -> Longest {
        let mut longest = Longest::default();
        for (distance, entry, code) in [
            (self.win.0, self.win.1, self.win.0.wrapping_add(M::SLOWEST_WIN)),
            (self.loss.0, self.loss.1, M::SLOWEST_LOSS.wrapping_sub(self.loss.0)),
        ] {
            if distance != u8::MAX {
                longest.add(M::decode(code), entry);
            }
        }
        longest
    }
}

impl Tally {
    pub fn new() -> Tally {
        Tally { counts: [[0; 3]; 3], dtw: Codes::NONE, dtz: Codes::NONE, far: Longest::default() }
    }

    /// Counts an entry; of a pending capture, `dtz` is [`PENDING`].
    #[inline(always)]
    pub fn add(&mut self, entry: u64, dtw: u8, dtz: u8, class: Class) {
        let theory = usize::from(dtw >= Dtw::DRAW) + usize::from(dtw > Dtw::DRAW);
        let class = usize::from(class.won) + 1 - usize::from(class.lost);
        self.counts[theory][class] += 1;
        self.dtw.add::<Dtw>(dtw, entry);
        let after_capture = [Dtz::loss(1), Dtz::DRAW, Dtz::win(1)][class];
        self.dtz.add::<Dtz>(if dtz == PENDING { after_capture } else { dtz }, entry);
    }

    /// Adds the distance to win of an entry that was counted, but whose code does not tell it.
    #[cold]
    pub fn add_far(&mut self, entry: u64, outcome: Outcome) {
        self.far.add(outcome, entry);
    }

    pub fn stats(&self) -> SideStats {
        let mut counts = [0; 5];
        for (theory, classes) in [Theory::Loss, Theory::Draw, Theory::Win].into_iter().zip(self.counts) {
            for (class, count) in classes.into_iter().enumerate() {
                counts[Category::new(theory, class != 1) as usize] += count;
            }
        }
        SideStats { counts, dtw: self.dtw.longest::<Dtw>().merge(self.far), dtz: self.dtz.longest::<Dtz>() }
    }
}
