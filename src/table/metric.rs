//! What a table holds.

use std::fmt;
use std::str::FromStr;

use crate::value::{Dtw, Dtz, Measure, Outcome, Theory};

/// What a table holds of each entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// The [`Category`](crate::value::Category) at clock 0.
    Wdl,
    /// The distance to win, as a code of [`Dtw`].
    Dtw,
    /// The distance to a zeroing move, as a code of [`Dtz`].
    Dtz,
}

impl Metric {
    /// All metrics, in the order of their numbers.
    pub const ALL: [Metric; 3] = [Metric::Wdl, Metric::Dtw, Metric::Dtz];

    /// Those among some, in the order of their numbers, each once.
    pub fn sorted(some: &[Metric]) -> Vec<Metric> {
        Metric::ALL.into_iter().filter(|metric| some.contains(metric)).collect()
    }

    /// Bits of an entry in an unpacked block.
    pub const fn bits(self) -> usize {
        match self {
            Metric::Wdl => 2,
            Metric::Dtw | Metric::Dtz => 8,
        }
    }

    /// The outcome that a stored distance means, of that result. A table of categories stores none.
    #[inline]
    pub(super) fn outcome(self, theory: Theory, distance: u8) -> Outcome {
        match self {
            Metric::Dtz => Dtz::outcome(theory, distance),
            _ => Dtw::outcome(theory, distance),
        }
    }
}

/// The ending of its files' names: `wdl`, `dtw`, `dtz`.
impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Wdl => "wdl",
            Metric::Dtw => "dtw",
            Metric::Dtz => "dtz",
        })
    }
}

impl FromStr for Metric {
    type Err = ();

    fn from_str(text: &str) -> Result<Metric, ()> {
        Metric::ALL.into_iter().find(|metric| metric.to_string() == text).ok_or(())
    }
}
