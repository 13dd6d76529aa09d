//! An ending, phase by phase: the men of a phase are equally advanced, so that advances lead to earlier phases.

use std::io;
use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::Progress;
use crate::board::Game;
use crate::bulk::Caches;
use crate::index::Ending;
use crate::verify::context::{Event, Tables};
use crate::verify::error::VerifyError;
use crate::verify::headers::Totals;

use super::fibre::{Fibre, Out, Sets, Shared, Space, StoredHalf};
use super::men_alone::men_alone;
use super::parts::{Part, Parts};
use super::planes::Planes;
use super::rule::{self, Through};
use super::stored::{SideNumbering, read};
use super::tally::Tally;
use super::values::{EndingValues, Finder, needs};

/// The cells in a task, about.
const TASK: usize = 1 << 17;

/// The share of the memory for a slab: one part of this many.
const SLABS: u64 = 8;

struct Done {
    /// Those of each side to move, and their distances to a zeroing move if wanted.
    halves: [DoneHalves; 2],
    zeroing: [DoneHalves; 2],
    tallies: Vec<Tally>,
    entries: u64,
}

/// Completed halves: the first side to move, or the second.
#[derive(Default)]
struct DoneHalves {
    /// Those with consecutive bytes.
    ranks: Vec<u64>,
    bytes: Vec<u8>,
    packed: Vec<(u64, Part)>,
}

impl DoneHalves {
    /// Adds the half of a rank; packs it now if it is a part of its own.
    fn add(&mut self, parts: &Parts, rank: u64, bytes: &[u8]) -> io::Result<()> {
        match parts.pack_half(bytes)? {
            Some(part) => self.packed.push((rank, part)),
            None => {
                self.ranks.push(rank);
                self.bytes.extend_from_slice(bytes);
            }
        }
        Ok(())
    }

    fn put(self, parts: &mut Parts) {
        parts.store(self.ranks.into_iter(), &self.bytes);
        self.packed.into_iter().for_each(|(rank, part)| parts.put(rank, part));
    }
}

/// Reads an ending, and adds it to the known values, which must include all endings that its moves lead to. Compares each entry
/// if `check`. Returns the totals of each side to move, meaningful only if `check`, or the first wrong entry of the first side
/// that has one. Keeps distances to a zeroing move only if wanted.
pub(in crate::verify) fn go_through<G: Game>(
    tables: Tables<'_, G>,
    values: &mut EndingValues<G>,
    ending: Ending,
    check: bool,
    with_zeroing: bool,
    progress: &dyn Progress<Event>,
) -> Result<Vec<Totals>, VerifyError> {
    let sets = Sets::new::<G>(ending);
    let sides = SideNumbering::all(ending, &sets.kings);
    let through = tables.with_dtw.then(|| Through::new::<G>(tables.byte_plies));
    let stored = tables.stored(ending)?;
    let shared = Shared { tables, sides: &sides, sets: &sets, through, stored: &stored, check };
    values.add(ending, with_zeroing).map_err(VerifyError::Values)?;
    let cells: usize = sides.iter().map(|side| side.shape.cells).sum();
    let bytes = (cells << u32::from(tables.with_dtw)) as u64;
    let step = (TASK / cells).max(1) as u64;
    // A slab has whole tasks.
    let of_slab = (values.resources.memory / SLABS / bytes / step * step).max(step);
    let phases: Vec<Range<u64>> = sides[0].index.men().phases().collect();
    let largest = phases.iter().map(|phase| phase.end - phase.start).max().unwrap_or(0);
    let threads = rayon::current_num_threads();
    let in_slab = bytes * largest.min(of_slab);
    let room = values.room(in_slab + needs::<G>(ending, tables.with_dtw, threads));
    let mut caches = values.caches(&room);
    let mut tallies = vec![Tally::default(); sides.len()];
    for phase in phases {
        for start in phase.clone().step_by(of_slab as usize) {
            let mut slab = Slab::new(&shared, &phase, start..phase.end.min(start + of_slab));
            let read = sides.iter().map(|side| read(tables, side, &slab.read[side.number], progress));
            slab.planes = read.collect::<Result<Vec<_>, _>>()?;
            let starts: Vec<u64> = slab.ranks.clone().step_by(step as usize).collect();
            let work = |&start: &u64, values: &EndingValues<G>, caches: &Caches<'_>| {
                if progress.is_stopped() {
                    return Err(VerifyError::Stopped);
                }
                caches.begin_task();
                let done = work(&shared, values, caches, &slab, start..slab.ranks.end.min(start + step))?;
                if check {
                    progress.report(&Event::Checked { entries: done.entries });
                }
                Ok(done)
            };
            // Waves: tasks begin until the room is used up; then the least recently used parts are dropped.
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
            drop(slab);
            for Done { halves, zeroing, tallies: of_task, .. } in done {
                for (number, (halves, of_zeroing)) in halves.into_iter().zip(zeroing).enumerate() {
                    let (parts, zeroing) = values.parts_mut(sides[number.min(sides.len() - 1)].index.material());
                    halves.put(parts);
                    if let Some(parts) = zeroing {
                        of_zeroing.put(parts);
                    }
                }
                for (tally, more) in tallies.iter_mut().zip(&of_task) {
                    tally.merge(more);
                }
            }
        }
        for side in &sides {
            let (parts, zeroing) = values.parts_mut(side.index.material());
            let mut all = iter::once(parts).chain(zeroing);
            all.try_for_each(|parts| parts.pack(phase.end)).map_err(VerifyError::Values)?;
        }
    }
    match Tally::first_wrong(&tallies) {
        Some(wrong) => Err(wrong.error(tables, ending)),
        None => Ok(tallies.iter().map(|tally| tally.totals).collect()),
    }
}

fn work<G: Game>(
    shared: &Shared<'_, G>,
    values: &EndingValues<G>,
    caches: &Caches<'_>,
    slab: &Slab,
    ranks: Range<u64>,
) -> Result<Done, VerifyError> {
    let sides = shared.sides;
    let tallies = vec![Tally::default(); sides.len()];
    let mut done = Done { halves: Default::default(), zeroing: Default::default(), tallies, entries: 0 };
    let mut finder = Finder::new(values, caches, shared.through);
    if shared.are_men_alone() {
        for (number, side) in sides.iter().enumerate() {
            let mut planes = Planes::default();
            for half in ranks.clone().map(|rank| slab.stored(sides, side.number, rank)) {
                planes.rule.push(half.rule[0]);
                planes.dtw.extend(half.dtw.first());
            }
            let planes = men_alone(shared, side, ranks.clone(), &planes, &mut finder, &mut done.tallies[number]);
            let bytes = planes
                .rule
                .iter()
                .enumerate()
                .flat_map(|(cell, &rule)| iter::once(rule::banked(rule)).chain(planes.dtw_of(cell)));
            done.halves[number] = DoneHalves { ranks: ranks.clone().collect(), bytes: bytes.collect(), packed: vec![] };
            let bytes = if values.has_zeroing(side.ending) { planes.rule } else { Vec::new() };
            done.zeroing[number] = DoneHalves { ranks: ranks.clone().collect(), bytes, packed: Vec::new() };
            done.entries += ranks.end - ranks.start;
        }
        return Ok(done);
    }
    let (mut space, mut failure) = (Space::default(), None);
    for (rank, men) in ranks.clone().zip(sides[0].index.men().placements(ranks.start)) {
        let twin = shared.twin_rank(men.0, men.1);
        if shared.is_twin() && twin < rank {
            continue;
        }
        let both = [slab.stored(sides, 0, rank), slab.stored(sides, sides.len() - 1, twin)];
        let these = if shared.is_twin() && twin == rank { &both[..1] } else { &both };
        let fibre = Fibre { shared, men, stored: these, finder: &mut finder, space: &mut space };
        fibre.go_through(&mut done.tallies, &mut |number, out| {
            let StoredHalf { side, rank, .. } = &these[number];
            let (parts, zeroing) = values.parts(sides[*side].index.material());
            let added = match (out, zeroing) {
                (Out::Values(bytes), _) => {
                    done.entries += sides[*side].index.kings_size();
                    done.halves[number].add(parts, *rank, bytes)
                }
                (Out::Zeroing(codes), Some(zeroing)) => done.zeroing[number].add(zeroing, *rank, codes),
                (Out::Zeroing(_), None) => Ok(()),
            };
            if let Err(error) = added {
                failure = Some(error);
            }
        });
    }
    failure.map_or(Ok(done), |error| Err(VerifyError::Values(error)))
}

struct Slab {
    /// The ranks to check, of the first side to move.
    ranks: Range<u64>,
    /// The ranks to read of each side, in order.
    read: [Vec<u64>; 2],
    planes: Vec<Planes>,
}

impl Slab {
    fn new<G: Game>(shared: &Shared<'_, G>, phase: &Range<u64>, ranks: Range<u64>) -> Slab {
        let all: Vec<u64> = ranks.clone().collect();
        // A phase has the twins of its ranks. With men alone, each side is checked by itself.
        let is_closed = ranks == *phase || shared.are_men_alone();
        let read = match (is_closed, shared.is_twin()) {
            (true, true) => [all, Vec::new()],
            (true, false) => [all.clone(), all],
            (false, is_twin) => {
                let placements = all.iter().zip(shared.sides[0].index.men().placements(ranks.start));
                let pairs = placements.map(|(&rank, (men, enemy_men))| (rank, shared.twin_rank(men, enemy_men)));
                if is_twin {
                    // Both halves of a pair are checked at its lower rank.
                    let wanted = pairs.filter(|(rank, twin)| twin >= rank);
                    [sorted(wanted.flat_map(|(rank, twin)| [rank, twin]).collect()), Vec::new()]
                } else {
                    [all.clone(), sorted(pairs.map(|(_, twin)| twin).collect())]
                }
            }
        };
        Slab { ranks, read, planes: Vec::new() }
    }

    fn stored<G>(&self, sides: &[SideNumbering<'_, G>], side: usize, rank: u64) -> StoredHalf<'_> {
        let (cells, planes) = (sides[side].shape.cells, &self.planes[side]);
        let number = self.read[side].partition_point(|&other| other < rank);
        let place = number * cells..(number + 1) * cells;
        StoredHalf { side, rank, rule: &planes.rule[place.clone()], dtw: planes.dtw.get(place).unwrap_or_default() }
    }
}

fn sorted(mut ranks: Vec<u64>) -> Vec<u64> {
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}
