//! The values of a solved ending in the order of its tables.

use std::ops::Range;

use crate::index::{Index, KingSets, Mover, WORD, binomial};
use crate::value::{Dtw, Outcome};

use super::known::Fibre;
use super::stats::Tally;
use super::{Raw, SideStats, Solved};

/// The codes of some entries, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// Of distances to win.
    pub dtw: Vec<u8>,
    /// Of distances to a zeroing move; [`PENDING`](super::PENDING) where a capture is pending.
    pub dtz: Vec<u8>,
    /// The distances to win that codes do not tell, by the entry's place among these, ascending.
    pub far: Vec<(usize, Outcome)>,
}

/// The entries of one side to move, by [`Index::rank`].
pub struct Entries<'a> {
    solved: Solved<'a>,
    dtz: &'a [u8],
    mover: Mover,
    index: Index,
    kings: KingSets,
    enemy: KingSets,
    /// The entries for each placement of the men and the enemy's kings.
    row: u64,
}

impl<'a> Entries<'a> {
    /// The entries of a solved ending with that side to move; `None` if its distances to a zeroing move were dropped.
    pub fn new(raw: &'a Raw, mover: Mover) -> Option<Entries<'a>> {
        let material = raw.layout().ending().material(mover);
        let (kings, enemy) = (u32::from(material.mover.kings), u32::from(material.other.kings));
        let free = 32 - u32::from(material.men()) - enemy;
        Some(Entries {
            solved: raw.solved(),
            dtz: raw.dtz()?,
            mover,
            index: Index::new(material),
            kings: KingSets::new(kings),
            enemy: KingSets::new(enemy),
            row: binomial(free, kings),
        })
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        self.index.size()
    }

    /// Whether there are none, which never is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the codes of a range, and counts them. Some 5 ns an entry.
    pub fn read(&self, range: Range<u64>, codes: &mut Codes) -> SideStats {
        let Codes { dtw, dtz, far } = codes;
        let mut tally = Tally::new();
        let (mut skip, mut left) = (range.start % self.row, (range.end - range.start) as usize);
        let first_row = range.start / self.row;
        let rows = self.index.kings_size() / self.row;
        let mut enemy_row = first_row % rows;
        let mut placements = self.index.men().placements(first_row / rows);
        dtw.clear();
        dtz.clear();
        far.clear();
        while let Some((men, enemy_men)) = placements.next().filter(|_| left > 0) {
            let all_men = men | enemy_men;
            let Solved { layout, bytes, far: longest } = self.solved;
            let (chunk, half) = layout.locate(self.mover, men, enemy_men);
            let fibre = Fibre::new(layout, half, &bytes[chunk as usize * layout.chunk()..]);
            let start = layout.dtz_start(chunk, half) as usize;
            let width = layout.halves()[half].width;
            // The sets of the enemy's kings that the men leave come in the order of the index.
            let sets = self.enemy.sets().iter().enumerate().filter(|(_, set)| *set & all_men == 0);
            for (number, &enemy_kings) in sets.skip(enemy_row as usize) {
                let row = fibre.row(number);
                let dtz_row = &self.dtz[start + number * width..][..width];
                for word in 0..self.kings.words() {
                    let mut valid = u64::MAX;
                    for square in crate::board::squares(all_men | enemy_kings) {
                        valid &= self.kings.free(square.index() as u32)[word];
                    }
                    while valid != 0 {
                        let at = word * WORD + valid.trailing_zeros() as usize;
                        valid &= valid - 1;
                        if skip > 0 {
                            skip -= 1;
                            continue;
                        }
                        let (code, class) = row.get(at);
                        let entry = range.start + dtw.len() as u64;
                        tally.add(entry, code, dtz_row[at], class);
                        if Dtw::is_far(code) {
                            let place = layout.start(chunk, half) + (number * width + at) as u64;
                            let outcome = longest.outcome(code, place);
                            tally.add_far(entry, outcome);
                            far.push((dtw.len(), outcome));
                        }
                        dtw.push(code);
                        dtz.push(dtz_row[at]);
                        left -= 1;
                        if left == 0 {
                            return tally.stats();
                        }
                    }
                }
            }
            enemy_row = 0;
        }
        tally.stats()
    }
}
