//! The values of a solved ending, in the order of its tables.

use std::ops::Range;

use crate::board::{Game, Russian, bits};
use crate::index::{Index, KingSets, Mover, WORD, binomial};
use crate::value::{Dtw, Outcome};

use super::stats::{Counter, SideStats};
use super::storage::KnownHalf;
use super::storage::known::Solved;
use super::storage::raw::Raw;

/// The codes of some entries, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    /// The codes of distances to win.
    pub dtw: Vec<u8>,
    /// Of distances to a zeroing move; [`PENDING`](super::PENDING) where a capture is pending.
    pub dtz: Vec<u8>,
    /// The distances to win that no code holds, by the entry's number among these, ascending.
    pub far: Vec<(usize, Outcome)>,
}

/// The entries of one side to move, by [`Index::rank`].
pub struct Entries<'a, G = Russian> {
    solved: Solved<'a, G>,
    dtz: &'a [u8],
    mover: Mover,
    index: Index<G>,
    kings: KingSets,
    enemy: KingSets,
    /// The number of entries for each placement of the men and the enemy's kings.
    row: u64,
}

impl<'a, G: Game> Entries<'a, G> {
    /// The entries of a solved ending with that side to move; `None` if its distances to a zeroing move were dropped.
    pub fn new(raw: &'a Raw<G>, mover: Mover) -> Option<Entries<'a, G>> {
        let material = raw.layout().ending().material(mover);
        let (kings, enemy) = (u32::from(material.mover.kings), u32::from(material.other.kings));
        let free = G::SQUARES - u32::from(material.men()) - enemy;
        Some(Entries {
            solved: raw.solved(),
            dtz: raw.dtz()?,
            mover,
            index: Index::new(material),
            kings: KingSets::new::<G>(kings),
            enemy: KingSets::new::<G>(enemy),
            row: binomial(free, kings),
        })
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        self.index.size()
    }

    /// Whether there are no entries; every material has some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads the codes of a range, and counts them. Takes some 5 ns an entry.
    pub fn read(&self, range: Range<u64>, codes: &mut Codes) -> SideStats {
        let Codes { dtw, dtz, far } = codes;
        let mut counter = Counter::new();
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
            let values = KnownHalf::new(layout, half, &bytes[chunk as usize * layout.chunk()..]);
            let start = layout.first_board(chunk, half) as usize;
            let row_len = layout.halves()[half].row_len;
            // The sets of the enemy's kings that share no square with the men, in the order of the index.
            let sets = self.enemy.sets().iter().enumerate().filter(|(_, set)| *set & all_men == 0);
            for (number, &enemy_kings) in sets.skip(enemy_row as usize) {
                let row = values.value_row(number);
                let dtz_row = &self.dtz[start + number * row_len..][..row_len];
                for word in 0..self.kings.words() {
                    let mut valid = u64::MAX;
                    for square in bits(all_men | enemy_kings) {
                        valid &= self.kings.free(square)[word];
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
                        counter.add(entry, code, dtz_row[at], class);
                        if Dtw::is_far(code) {
                            let place = layout.start(chunk, half) + (number * row_len + at) as u64;
                            let outcome = longest.outcome::<G>(code, place);
                            counter.add_far(entry, outcome);
                            far.push((dtw.len(), outcome));
                        }
                        dtw.push(code);
                        dtz.push(dtz_row[at]);
                        left -= 1;
                        if left == 0 {
                            return counter.stats::<G>();
                        }
                    }
                }
            }
            enemy_row = 0;
        }
        counter.stats::<G>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Draughts80;
    use crate::index::Ending;
    use crate::solve::storage::coding::Coding;
    use crate::solve::testing::{Random, Values};

    #[test]
    fn entries_are_those_of_the_index() {
        check::<Russian>();
        check::<Draughts80>();
    }

    fn check<G: Game>() {
        let ending: Ending = "KMvK".parse().unwrap();
        let directory = tempfile::tempdir().unwrap();
        let coding = Coding { draw_plies: 30, byte_plies: 251, with_dtw: true };
        let mut raw = Raw::<G>::create(&directory.path().join("KMvK.raw"), ending, coding).unwrap();
        let (values, mut random) = (Values::<G>::new(ending, true), Random(13));
        let layout = raw.layout().clone();
        let dtz: Vec<u8> = (0..layout.men().size() as usize * layout.chunk_boards()).map(|_| random.code()).collect();
        raw.write(0, values.chunks(), &dtz).unwrap();
        for phase in layout.men().phases() {
            raw.finish(&phase, Vec::new()).unwrap();
        }
        let known = values.known();
        let mut codes = Codes::default();
        for mover in [Mover::First, Mover::Second] {
            let entries = Entries::new(&raw, mover).unwrap();
            // From the midst of a row on, over several placements of the men, and to the end.
            for range in [0..40, 17..entries.len() / 2 + 5, entries.len() - 1000..entries.len()] {
                let stats = entries.read(range.clone(), &mut codes);
                assert_eq!(stats.counts.iter().sum::<u64>(), range.end - range.start);
                assert_eq!(codes.dtw.len() as u64, range.end - range.start);
                for (entry, (&dtw_code, &dtz_code)) in range.zip(codes.dtw.iter().zip(&codes.dtz)) {
                    let board = entries.index.unrank(entry);
                    let (chunk, half) = layout.locate(mover, board.men, board.enemy_men);
                    let row_start = KingSets::number(board.enemy_kings) * layout.halves()[half].row_len;
                    let at = layout.first_board(chunk, half) as usize + row_start + KingSets::number(board.kings);
                    assert_eq!((dtw_code, dtz_code), (known.get(&board).0, dtz[at]), "{board:?}");
                }
            }
        }
    }
}
