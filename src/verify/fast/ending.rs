//! An ending, phase by phase: the men of a phase are equally far advanced, so that advances lead to earlier phases.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::Progress;
use crate::board::Game;
use crate::index::{Ending, KingSets};
use crate::probe::Tablebase;
use crate::solve::Caches;
use crate::verify::error::VerifyError;
use crate::verify::event::Event;
use crate::verify::mismatch::Wrong;
use crate::verify::totals::Totals;

use super::fibre::{Shared, Space, Stored};
use super::lone::{Lone, More};
use super::men;
use super::planes::Planes;
use super::side::Side;
use super::stored::read;
use super::tally::Tally;
use super::through::Through;
use super::values::{Finder, Values};

/// About how many cells a task has.
const TASK: usize = 1 << 17;

/// About how many bytes a cell of a phase takes: two that are stored; completed, more than one, twice while it is put in its part.
const CELL: u64 = 5;

/// About how many bytes all else takes: blocks of tables, and what threads work in.
const OTHER: u64 = 128 << 20;

/// What a task has done.
struct Done {
    halves: [Halves; 2],
    tallies: Vec<Tally>,
}

/// Completed halves: the first side to move, or the second.
#[derive(Default)]
struct Halves {
    ranks: Vec<u64>,
    bytes: Vec<u8>,
}

/// Reads an ending, and adds it to the known values: those of all endings that its moves lead to must be there. Compares each
/// entry, if it is to `check`.
///
/// # Errors
/// [`VerifyError::Probe`], if a table is absent, damaged, or cannot be read; [`VerifyError::Values`]; [`VerifyError::Stopped`].
pub(super) fn go_through<G: Game>(
    tablebase: &Tablebase<G>,
    values: &mut Values<G>,
    ending: Ending,
    check: bool,
    progress: &dyn Progress<Event>,
) -> Result<Result<Vec<Totals>, Wrong>, VerifyError> {
    let counts = [ending.first(), ending.second()].map(|side| u32::from(side.kings));
    let kings = counts.map(KingSets::new::<G>);
    let others = counts.map(|count| KingSets::new::<G>(count.saturating_sub(1)));
    let sides = Side::all(ending, &kings);
    let lone = lone::<G>(&kings, &others);
    let through = Through::new::<G>(tablebase.byte_plies(), tablebase.draw_plies());
    let shared = Shared { tablebase, sides: &sides, kings: &kings, others: &others, lone: &lone, through, check };
    values.add(ending);
    let index = &sides[0].index;
    let phase_ranks = index.men().phases().map(|phase| phase.end - phase.start).max().unwrap_or(0);
    let room = values.room(OTHER + phase_ranks * sides.iter().map(|side| CELL * side.shape.cells as u64).sum::<u64>());
    let mut caches = values.caches(&room);
    let mut tallies = vec![Tally::default(); sides.len()];
    for phase in sides[0].index.men().phases() {
        let stored = sides.iter().map(|side| read(tablebase, side, &phase, progress)).collect::<Result<Vec<_>, _>>()?;
        let cells: usize = sides.iter().map(|side| side.shape.cells).sum();
        let step = (TASK / cells).max(1);
        let starts: Vec<u64> = phase.clone().step_by(step).collect();
        let work = |&start: &u64, values: &Values<G>, caches: &Caches<'_>| {
            if progress.is_stopped() {
                return Err(VerifyError::Stopped);
            }
            caches.begin_task();
            let done = work(&shared, values, caches, &stored, &phase, start..phase.end.min(start + step as u64));
            if check {
                let entries = |(of, side): (&Halves, &Side<'_, G>)| of.ranks.len() as u64 * side.index.kings_size();
                let all = sides.iter().chain([&sides[sides.len() - 1]]);
                progress.report(&Event::Checked { entries: done.halves.iter().zip(all).map(entries).sum() });
            }
            Ok(done)
        };
        // Waves: tasks begin until there is no more room; then the parts that were not used for the longest time leave.
        let (mut done, mut waiting): (Vec<Done>, _) = (Vec::new(), starts);
        while !waiting.is_empty() {
            caches.make_room();
            let first = AtomicBool::new(true);
            let may_begin = || first.swap(false, Ordering::Relaxed) || !caches.is_full();
            let wave = waiting.par_iter().with_max_len(1);
            let of_wave = wave.map(|start| may_begin().then(|| work(start, values, &caches)).transpose());
            let of_wave = of_wave.collect::<Result<Vec<_>, VerifyError>>()?;
            values.take_failure().map_err(VerifyError::Values)?;
            let open = waiting.iter().zip(&of_wave).filter(|(_, done)| done.is_none()).map(|(&start, _)| start);
            waiting = open.collect();
            done.extend(of_wave.into_iter().flatten());
        }
        drop(stored);
        for Done { halves, tallies: of_task } in done {
            for (number, Halves { ranks, bytes }) in halves.into_iter().enumerate() {
                let material = sides[number.min(sides.len() - 1)].index.material();
                values.store(material, ranks.into_iter(), &bytes);
            }
            for (tally, more) in tallies.iter_mut().zip(&of_task) {
                tally.merge(more);
            }
        }
        values.pack(ending, phase.end).map_err(VerifyError::Values)?;
    }
    let wrong = tallies.iter().find_map(Tally::wrong);
    Ok(wrong.map_or_else(|| Ok(tallies.iter().map(Tally::totals::<G>).collect()), Err))
}

/// The numbers that [`Lone`] has, for a side with kings against men alone.
pub(super) fn lone<G: Game>(kings: &[KingSets; 2], others: &[KingSets; 2]) -> [Option<Lone>; 2] {
    [0, 1].map(|side| {
        let is_lone = kings[side].count() > 0 && kings[1 - side].count() == 0;
        is_lone.then(|| Lone { crowned: More::new::<G>(&kings[side]), moved: More::new::<G>(&others[side]) })
    })
}

/// Goes through the halves with some men of a phase.
fn work<G: Game>(
    shared: &Shared<'_, G>,
    values: &Values<G>,
    caches: &Caches<'_>,
    stored: &[Planes],
    phase: &Range<u64>,
    ranks: Range<u64>,
) -> Done {
    let (sides, tallies) = (shared.sides, vec![Tally::default(); shared.sides.len()]);
    let mut done = Done { halves: Default::default(), tallies };
    let mut finder = Finder::new(values, caches);
    let stored = |side: usize, rank: u64| {
        let (cells, planes) = (sides[side].shape.cells, &stored[side]);
        let place = (rank - phase.start) as usize * cells..(rank - phase.start + 1) as usize * cells;
        Stored { side, rank, dtw: &planes.dtw[place.clone()], dtz: &planes.dtz[place] }
    };
    if shared.kings.iter().all(|kings| kings.count() == 0) {
        for ((side, halves), tally) in sides.iter().zip(&mut done.halves).zip(&mut done.tallies) {
            let halves_stored = ranks.clone().map(|rank| stored(side.number, rank));
            let (dtw, dtz): (Vec<u8>, Vec<u8>) = halves_stored.map(|half| (half.dtw[0], half.dtz[0])).unzip();
            halves.ranks = ranks.clone().collect();
            halves.bytes = men::go_through(shared, side, ranks.clone(), [&dtw, &dtz], &mut finder, tally);
        }
        return done;
    }
    let (mut space, mut bytes) = (Space::default(), [Vec::new(), Vec::new()]);
    for (rank, (men, enemy_men)) in ranks.clone().zip(sides[0].index.men().placements(ranks.start)) {
        let twin = shared.twin_rank(men, enemy_men);
        if shared.is_twin() && twin < rank {
            continue;
        }
        let both = [stored(0, rank), stored(sides.len() - 1, twin)];
        let these = if shared.is_twin() && twin == rank { &both[..1] } else { &both };
        shared.go_through((men, enemy_men), these, &mut finder, &mut space, &mut done.tallies, &mut bytes);
        for (half, halves) in these.iter().zip(&mut done.halves) {
            halves.ranks.push(half.rank);
        }
    }
    for (bytes, halves) in bytes.into_iter().zip(&mut done.halves) {
        halves.bytes = bytes;
    }
    done
}
