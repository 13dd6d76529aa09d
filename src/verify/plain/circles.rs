//! Results in theory that the draw rule changes, where no distances to win tell how they come about.

use std::collections::HashSet;

use crate::board::Game;
use crate::index::{Ending, Material};
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::mismatch::{Fault, Wrong};

use super::finder::Finder;
use super::known::Known;

/// An entry: its side to move, by its place in [`Ending::movers`], and its number.
type Entry = (usize, u64);

/// Whether entries are won or lost in theory but not under the draw rule.
fn is_exception(codes: EntryCodes) -> bool {
    codes.dtz == Dtz::DRAW && codes.dtw != Dtw::DRAW
}

/// Finds the first entry of a known ending whose result in theory rests on circles alone: such entries follow from each other, but
/// play never gets from them to the end of the game. The values of all entries follow from those of their successors.
pub(super) fn check<G: Game>(known: &Known<G>, ending: Ending) -> Result<(), Wrong> {
    let mut entries: Vec<Entry> = Vec::new();
    for (number, side) in known.sides(ending).iter().enumerate() {
        let exceptions = (0..).zip(&side.codes).filter(|(_, codes)| is_exception(**codes)).map(|(entry, _)| entry);
        entries
            .extend(exceptions.filter(|&entry| !side.index.unrank(entry).must_capture()).map(|entry| (number, entry)));
    }
    // Those that are not known to lead to the end of the game.
    let mut open: HashSet<Entry> = entries.iter().copied().collect();
    let mut finder = Finder::new(known);
    loop {
        let before = entries.len();
        entries.retain(|&entry| {
            let is_open = !is_grounded(known, ending, entry, &open, &mut finder);
            if !is_open {
                open.remove(&entry);
            }
            is_open
        });
        if entries.len() == before {
            break;
        }
    }
    let first = entries.iter().min();
    first.map_or(Ok(()), |&(side, entry)| Err(Wrong { side, entry, fault: Fault::Circle }))
}

/// Whether an entry without a capture has a move to a loss that is not open, or only moves to wins that are not.
fn is_grounded<G: Game>(
    known: &Known<G>,
    ending: Ending,
    (number, entry): Entry,
    open: &HashSet<Entry>,
    finder: &mut Finder<'_, G>,
) -> bool {
    let side = &known.sides(ending)[number];
    let board = side.index.unrank(entry);
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let mut children = moves.iter().map(|mv| {
        let after = board.after(mv);
        let material = Material::of(&after);
        let (of, mover) = material.ending();
        let place = ending.movers().iter().position(|&other| other == mover).filter(|_| of == ending);
        let is_open = place.is_some_and(|place| open.contains(&(place, known.sides(ending)[place].index.rank(&after))));
        (finder.codes(&after).dtw, is_open)
    });
    if side.codes[entry as usize].dtw > Dtw::DRAW {
        children.any(|(dtw, is_open)| dtw < Dtw::DRAW && !is_open)
    } else {
        children.all(|(dtw, is_open)| dtw > Dtw::DRAW && !is_open)
    }
}
