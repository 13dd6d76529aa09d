//! An ending, phase by phase.

use rayon::prelude::*;
use thiserror::Error;

use crate::board::Bitboard;
use crate::index::{Ending, Index, Placements};
use crate::value::{Dtw, Dtz, Measure};

use super::fibre::{Exits, Half};
use super::retrograde::retrograde;
use super::{Known, Raw, Values};

/// Why an ending could not be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A distance does not fit into a byte.
    #[error("{ending} has a win or loss of more than {} plies, which this version's tables cannot hold", Dtw::MAX)]
    TooLong {
        /// The ending.
        ending: Ending,
    },
}

/// The codes of one placement of the men with one side to move: distances to win, and to a zeroing move.
type Codes<'a> = [&'a mut [u8]; 2];

/// A fibre to be solved: its halves, and where their codes go. In an ending of two equal sides a fibre can be its own
/// twin, and then goes to one place.
struct Task<'a> {
    halves: [Half<'a>; 2],
    codes: [Option<Codes<'a>>; 2],
}

/// Solves an ending into its raw values, in parallel on the current rayon pool. `known` holds the values of all of its
/// [`Ending::successors`]; `draw_plies` is the length of the draw rule, at most 126; `progress` hears of entries as
/// they are solved.
///
/// # Errors
/// [`SolveError`]; the raw values are then worth nothing.
pub fn solve(
    raw: &mut Raw,
    known: &Known<'_>,
    draw_plies: u8,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), SolveError> {
    let ending = raw.ending();
    let (indices, mut codes) = raw.split_mut();
    let placements: Vec<Placements> = indices.iter().map(Placements::new).collect();
    for phase in indices[0].men().phases() {
        let kings = indices[0].kings_size() as usize;
        let (start, end) = (phase.start as usize * kings, phase.end as usize * kings);
        let mut known = known.clone();
        let mut current = Vec::new();
        for (index, codes) in indices.iter().zip(&mut codes) {
            let [(dtw, dtw_now), (dtz, dtz_now)] = codes.each_mut().map(|codes| {
                let (done, rest) = codes.split_at_mut(start);
                (&*done, &mut rest[..end - start])
            });
            known.add(Values { index, dtw, dtz });
            let chunks = dtw_now.chunks_exact_mut(kings).zip(dtz_now.chunks_exact_mut(kings));
            current.push(chunks.map(|(dtw, dtz)| Some([dtw, dtz])).collect::<Vec<_>>());
        }
        let tasks = tasks(indices, &placements, phase.start, current);
        tasks.into_par_iter().try_for_each(|task| {
            let halves = task.codes.iter().flatten().count();
            task.solve(&known, draw_plies).map_err(|_| SolveError::TooLong { ending })?;
            progress((halves * kings) as u64);
            Ok(())
        })?;
    }
    Ok(())
}

/// The fibres of a phase: the placements of men from `first` on, each with the one that turning the board makes of it.
fn tasks<'a>(
    indices: &'a [Index],
    placements: &'a [Placements],
    first: u64,
    mut chunks: Vec<Vec<Option<Codes<'a>>>>,
) -> Vec<Task<'a>> {
    let twin = indices.len() - 1;
    let half = |side: usize, men: Bitboard, enemy_men: Bitboard| Half {
        index: &indices[side],
        placements: &placements[side],
        men,
        enemy_men,
    };
    let mut tasks = Vec::new();
    for place in 0..chunks[0].len() {
        // Of an ending of two equal sides, a fibre may have come already as another's twin.
        let Some(codes) = chunks[0][place].take() else { continue };
        let (men, enemy_men) = indices[0].men().unrank(first + place as u64);
        let turned = (enemy_men.reverse_bits(), men.reverse_bits());
        let turned_place = indices[twin].men().rank(turned.0, turned.1) - first;
        tasks.push(Task {
            halves: [half(0, men, enemy_men), half(twin, turned.0, turned.1)],
            codes: [Some(codes), chunks[twin][turned_place as usize].take()],
        });
    }
    tasks
}

impl Task<'_> {
    fn solve(self, known: &Known<'_>, draw_plies: u8) -> Result<(), super::retrograde::TooLong> {
        let exits = self.halves.each_ref().map(|half| Exits::of_half(half, known));
        let exits = exits.each_ref().map(Vec::as_slice);
        let (dtw, distances) = retrograde::<Dtw>(&self.halves, exits, |exit| exit.dtw, Dtw::MAX);
        distances?;
        // Beyond the draw rule there is no distance: such positions are draws under it.
        let (dtz, _) = retrograde::<Dtz>(&self.halves, exits, |exit| exit.dtz, u16::from(draw_plies));
        for ((place, dtw), dtz) in self.codes.into_iter().zip(dtw).zip(dtz) {
            if let Some(place) = place {
                place[0].copy_from_slice(&dtw);
                place[1].copy_from_slice(&dtz);
            }
        }
        Ok(())
    }
}

/// Works out the entries with a capture pending, which tables do not hold, from the values of the ending's
/// [`Ending::successors`]; the other entries stay.
///
/// # Errors
/// [`SolveError::TooLong`], which no whole tables lead to.
pub fn fill_captures(raw: &mut Raw, known: &Known<'_>) -> Result<(), SolveError> {
    let too_long = SolveError::TooLong { ending: raw.ending() };
    let (indices, codes) = raw.split_mut();
    for (index, [dtw, dtz]) in indices.iter().zip(codes) {
        let placements = Placements::new(index);
        let kings = placements.size();
        let fibres = dtw.par_chunks_exact_mut(kings).zip(dtz.par_chunks_exact_mut(kings)).enumerate();
        let filled = fibres.try_for_each_init(Vec::new, |moves, (rank, (dtw, dtz))| {
            let (men, enemy_men) = index.men().unrank(rank as u64);
            for (rank, (dtw, dtz)) in dtw.iter_mut().zip(dtz).enumerate() {
                let board = placements.board(men, enemy_men, rank);
                if board.must_capture() {
                    let exits = Exits::of(&board, known, moves);
                    *dtw = Dtw::encode(Dtw::through(Dtw::decode(exits.dtw), true))?;
                    *dtz = Dtz::encode(Dtz::through(Dtz::decode(exits.dtz), true))?;
                }
            }
            Some(())
        });
        filled.ok_or_else(|| too_long.clone())?;
    }
    Ok(())
}
