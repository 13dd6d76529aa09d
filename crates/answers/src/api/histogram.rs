//! How many positions have each distance.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use serde::Serialize;

use bolshak::board::Game;
use bolshak::probe::{EndingStats, EntryBlock, ProbeError, Tablebase};
use bolshak::value::Theory;

use super::request::Pause;

/// The most entries of an ending that a histogram is made of: some ten seconds of a core.
pub const MOST_ENTRIES: u64 = 300_000_000;

/// The positions of an ending with one side to move, without those with a capture pending, by their results in theory and
/// distances to win.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Histogram {
    /// The positions that are counted.
    pub counted: u64,
    /// Those that are draws.
    pub draws: u64,
    /// Of the wins, plies and positions, in order of plies.
    pub wins: Vec<(u16, u64)>,
    /// The same of the losses.
    pub losses: Vec<(u16, u64)>,
}

/// Positions by plies.
type Counts = BTreeMap<u16, u64>;

/// The entries that a thread reads between two pauses.
const PAUSED: u32 = 1024;

/// The histogram of an ending with one side to move. Reads all of its tables, on the current rayon pool.
pub(super) fn of_side<G: Game>(
    tablebase: &Tablebase<G>,
    side: &EndingStats<G>,
    pause: Pause<'_>,
) -> Result<Histogram, ProbeError> {
    let (mut wins, mut losses, mut draws) = (Counts::new(), Counts::new(), 0);
    let read = |block: &EntryBlock<'_, G>| {
        // The longest distances are some hundred plies.
        let (mut counts, mut draws, mut entries) = ([Vec::new(), Vec::new()], 0_u64, 0_u32);
        block.each(true, |entry| {
            entries += 1;
            if entries.is_multiple_of(PAUSED) {
                pause();
            }
            let of = match (entry.category.theory(), entry.dtw) {
                (Theory::Win, Some(plies)) => Some((0, plies)),
                (Theory::Loss, Some(plies)) => Some((1, plies)),
                _ => None,
            };
            match of {
                None => draws += 1,
                Some((result, plies)) => {
                    let (counts, plies) = (&mut counts[result], usize::from(plies));
                    if counts.len() <= plies {
                        counts.resize(plies + 1, 0_u64);
                    }
                    counts[plies] += 1;
                }
            }
            Ok::<(), ProbeError>(())
        })?;
        Ok::<_, ProbeError>((counts, draws))
    };
    let _ = tablebase.walk(side.ending, side.mover, read, |(counts, of_block)| {
        draws += of_block;
        for (all, counts) in [&mut wins, &mut losses].into_iter().zip(counts) {
            for (plies, count) in (0..).zip(counts).filter(|&(_, count)| count > 0) {
                *all.entry(plies).or_default() += count;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let counted = draws + wins.values().sum::<u64>() + losses.values().sum::<u64>();
    Ok(Histogram { counted, draws, wins: wins.into_iter().collect(), losses: losses.into_iter().collect() })
}
