//! Means, medians and distributions of distances, by a pass over all entries.

use bolshak::board::Game;
use bolshak::index::{Ending, Mover};
use bolshak::probe::{EndingStats, Tablebase};
use bolshak::verify::{Entries, VerifyError};
use bolshak_answers::json::DistanceCounts;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::shared::bar::{self, Making};

/// Counts the distances of endings with their sides to move; `None` if a signal stopped it.
pub fn counted<G: Game>(
    tablebase: &Tablebase<G>,
    sides: &[EndingStats<G>],
) -> Result<Option<Vec<DistanceCounts>>, VerifyError> {
    let bar = bar::entries(sides.iter().map(|side| side.entries).sum(), false);
    let making = Making(&bar);
    let mut entries = Entries::new(tablebase, &making);
    let all: Vec<(Ending, Mover)> = sides.iter().map(|side| (side.ending, side.mover)).collect();
    bar.inc_length(entries.to_make(&all)?);
    let of_side = |&side| DistanceCounts::of_side(&mut entries, side, false, &making).transpose();
    let counted: Option<Result<Vec<_>, _>> = all.iter().map(of_side).collect();
    bar.finish_and_clear();
    Ok(counted.transpose()?.map(|counted| counted.into_iter().map(|(counts, _)| counts).collect()))
}

/// Distances in plies of the wins and of the losses of some endings, first by `dtw`, then by `dtz`.
pub struct Distances {
    /// The mean and the median; `None` where no entry has such a distance.
    pub averages: [(Option<f64>, Option<f64>); 4],
    /// Pairs of a distance and its entries.
    entries: [Vec<(u16, u64)>; 4],
}

impl From<&DistanceCounts> for Distances {
    fn from(counts: &DistanceCounts) -> Distances {
        Distances { averages: counts.0.each_ref().map(|of| (mean(of), median(of))), entries: counts.pairs() }
    }
}

impl Serialize for Distances {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        for (name, (mean, median)) in ["win", "loss", "dtz_win", "dtz_loss"].into_iter().zip(&self.averages) {
            fields.serialize_entry(&format!("mean_{name}"), mean)?;
            fields.serialize_entry(&format!("median_{name}"), median)?;
        }
        for (name, entries) in ["wins", "losses", "dtz_wins", "dtz_losses"].into_iter().zip(&self.entries) {
            fields.serialize_entry(name, entries)?;
        }
        fields.end()
    }
}

fn mean(counts: &[u64]) -> Option<f64> {
    let entries: u64 = counts.iter().sum();
    let plies: u64 = (0..).zip(counts).map(|(plies, count)| plies * count).sum();
    (entries > 0).then(|| plies as f64 / entries as f64)
}

/// The distance in the middle, or the mean of the two in the middle.
fn median(counts: &[u64]) -> Option<f64> {
    let last = counts.iter().sum::<u64>().checked_sub(1)?;
    let at = |rank: u64| {
        let mut before = 0;
        counts
            .iter()
            .take_while(|&count| {
                before += count;
                before <= rank
            })
            .count() as f64
    };
    Some((at(last / 2) + at(last.div_ceil(2))) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        for (counts, middle, average) in [
            (&[][..], None, None),
            (&[0, 0], None, None),
            (&[1], Some(0.0), Some(0.0)),
            (&[0, 1, 0, 1], Some(2.0), Some(2.0)),
            (&[0, 2, 0, 1], Some(1.0), Some(5.0 / 3.0)),
            (&[1, 0, 0, 0, 2, 1], Some(4.0), Some(3.25)),
            (&[1, 1, 2], Some(1.5), Some(1.25)),
        ] {
            assert_eq!((median(counts), mean(counts)), (middle, average), "{counts:?}");
        }
    }
}
