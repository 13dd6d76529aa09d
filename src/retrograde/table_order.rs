//! Reads the values of a solved ending in the order of its tables, a word at a time.

use std::ops::Range;

use crate::board::{Game, Russian};
use crate::bulk::masks::{bits, equal};
use crate::index::{Ending, Index, KingSets, Mover, TurnedRanks, WORD};
use crate::value::{Dtw, Measure, Outcome};
use crate::wide::wide;

use super::stats::{Counter, SideStats};
use super::storage::coding::{FarDistance, outcome_at};
use super::storage::ending_file::EndingFile;
use super::storage::known::{Solved, Zeroing};
use super::storage::layout::Kind;
use super::storage::{KnownHalf, single, word_of};
use super::unpacked::Unpacked;

/// The codes of consecutive entries.
#[derive(Clone, Debug, Default)]
pub struct Codes {
    pub dtw: Vec<u8>,
    /// Of distances to a zeroing move; [`PENDING`](crate::retrograde::PENDING) where a capture is pending.
    pub dtz: Vec<u8>,
    /// The distances to win that no code holds, by the entry's number among these, ascending.
    pub far: Vec<(usize, Outcome)>,
}

/// The order of the entries of an ending with one side to move: by [`Index::rank`].
pub struct EntryOrder<G = Russian> {
    mover: Mover,
    pub index: Index<G>,
    kings: KingSets,
    enemy: KingSets,
}

impl<G: Game> EntryOrder<G> {
    pub fn new(ending: Ending, mover: Mover) -> EntryOrder<G> {
        let material = ending.material(mover);
        let [kings, enemy] = [material.mover, material.other].map(|side| KingSets::new::<G>(side.kings.into()));
        EntryOrder { mover, index: Index::new(material), kings, enemy }
    }

    /// The half and the part that have the values of an entry.
    pub fn part(&self, file: &EndingFile<G>, entry: u64) -> (usize, usize) {
        let placement = self.index.men().placements(entry / self.index.kings_size()).next();
        let (men, enemy_men) = placement.expect("a placement, even if of no men");
        let (chunk, half) = file.layout.locate(self.mover, men, enemy_men);
        (half, file.layout.part(chunk).0)
    }
}

wide! {
    /// Reads the codes of a range, and counts them. Takes about 3 ns an entry.
    pub fn read<G: Game>(
        file: &EndingFile<G>,
        unpacked: &Unpacked<'_>,
        order: &EntryOrder<G>,
        range: Range<u64>,
        codes: &mut Codes,
    ) -> SideStats {
        let (solved, zeroing) = unpacked.of(file);
        let (of_men, has_kings) = (order.index.kings_size(), order.kings.count() > 0);
        let (skip, left) = (range.start % of_men, range.end - range.start);
        codes.dtw.clear();
        codes.dtz.clear();
        codes.far.clear();
        if order.kings.count() + order.enemy.count() == 0 {
            return read_men(&solved, &zeroing, order, range, codes);
        }
        let mut reading = Reading { first: range.start, skip, left, codes, counter: Counter::new() };
        for (men, enemy_men) in order.index.men().placements(range.start / of_men) {
            if reading.left == 0 {
                break;
            }
            let all_men = men | enemy_men;
            let EndingFile { layout, far, .. } = file;
            let (chunk, half) = layout.locate(order.mover, men, enemy_men);
            let sizes = layout.halves[half];
            let half = HalfValues {
                values: solved.known_half(chunk, half),
                dtz: zeroing.half(chunk, half),
                row: if sizes.row_len == 1 { sizes.boards() } else { sizes.row_len },
                far,
                start: layout.start(Kind::Values, chunk, half),
            };
            if !has_kings {
                // Value rows have one value each: a word has 64 sets of the enemy's kings.
                for word in 0..order.enemy.words() {
                    reading.take::<G>(&half, (0, word), order.enemy.apart(all_men, word));
                }
                continue;
            }
            // The sets of the enemy's kings apart from the men, in the order of the index.
            let sets = order.enemy.sets().iter().enumerate().filter(|(_, set)| *set & all_men == 0);
            let rows = reading.skip / order.index.row_size();
            reading.skip -= rows * order.index.row_size();
            for (row, &enemy_kings) in sets.skip(rows as usize) {
                for word in 0..order.kings.words() {
                    reading.take::<G>(&half, (row, word), order.kings.apart(all_men | enemy_kings, word));
                }
                if reading.left == 0 {
                    break;
                }
            }
        }
        reading.counter.stats::<G>()
    }
}

struct HalfValues<'a> {
    values: KnownHalf<'a>,
    dtz: &'a [u8],
    /// The number of values in a value row; or in all rows, if these have one value each.
    row: usize,
    far: &'a [FarDistance],
    /// The number of bytes of chunks before it.
    start: u64,
}

struct Reading<'c> {
    first: u64,
    skip: u64,
    left: u64,
    codes: &'c mut Codes,
    counter: Counter,
}

impl Reading<'_> {
    /// Takes the entries of a word, by its row and its number there: those at the bits of `valid` that are in the range.
    #[inline(always)]
    fn take<G: Game>(&mut self, half: &HalfValues<'_>, (row, word): (usize, usize), mut valid: u64) {
        let before = self.skip.min(valid.count_ones().into());
        self.skip -= before;
        (0..before).for_each(|_| valid &= valid - 1);
        while u64::from(valid.count_ones()) > self.left {
            valid &= !(1 << valid.ilog2());
        }
        if valid == 0 {
            return;
        }
        let (number, place) = (self.codes.dtw.len(), row * half.row + word * WORD);
        let (codes, classes) = half.values.word(row, word);
        let dtz = word_of(&half.dtz[place..(row + 1) * half.row]);
        self.counter.add_word(self.first + number as u64, &codes, &dtz, valid, classes);
        for bit in bits(&[valid & (equal(&codes, Dtw::FAR_LOSS) | equal(&codes, Dtw::FAR_WIN))]) {
            let number = number + (valid & ((1 << bit) - 1)).count_ones() as usize;
            let outcome = outcome_at::<G>(half.far, codes[bit], half.start + (place + bit) as u64);
            self.counter.add_far(self.first + number as u64, outcome);
            self.codes.far.push((number, outcome));
        }
        push([&mut self.codes.dtw, &mut self.codes.dtz], [&codes, &dtz], valid);
        self.left -= u64::from(valid.count_ones());
    }
}

#[inline(always)]
fn push(to: [&mut Vec<u8>; 2], codes: [&[u8; WORD]; 2], mask: u64) {
    let (start, [dtw, dtz]) = (to[0].len(), to);
    dtw.resize(start + WORD, 0);
    dtz.resize(start + WORD, 0);
    let mut end = start;
    for bit in bits(&[mask]) {
        (dtw[end], dtz[end]) = (codes[0][bit], codes[1][bit]);
        end += 1;
    }
    dtw.truncate(end);
    dtz.truncate(end);
}

/// [`read`] where no side has kings.
#[inline(always)]
fn read_men<G: Game>(
    solved: &Solved<'_, G>,
    zeroing: &Zeroing<'_, G>,
    order: &EntryOrder<G>,
    range: Range<u64>,
    codes: &mut Codes,
) -> SideStats {
    let EndingFile { layout, far, .. } = solved.file;
    let with_dtw = layout.halves[0].codes() > 0;
    let mut counter = Counter::new();
    let (mut placements, mut turned) = (order.index.men().placements(range.start), TurnedRanks::new(&layout.men));
    // With the first side to move, and a different second side, entries come in the order of the chunks.
    let (is_twin, mut entry) = (layout.is_twin(), range.start as usize);
    let in_order = order.mover == Mover::First && !is_twin;
    // The number of the half that has the value of the next entry: two of each chunk.
    let mut next_half = || {
        entry += 1;
        let own = 2 * (entry - 1);
        if in_order {
            return own;
        }
        let (men, enemy_men) = placements.next().unwrap_or_default();
        if is_twin && !layout.is_empty(men, enemy_men) { own } else { 2 * turned.rank(men, enemy_men) as usize + 1 }
    };
    for first in range.clone().step_by(WORD) {
        let count = (range.end - first).min(WORD as u64) as usize;
        // Places first, so that the processor waits for many values at once.
        let mut places = [0; WORD];
        places[..count].fill_with(&mut next_half);
        let (mut dtw, mut dtz, mut classes) = ([Dtw::DRAW; WORD], [Dtw::DRAW; WORD], [0; 2]);
        for (bit, &half) in places[..count].iter().enumerate() {
            let (chunk, half) = (half as u64 / 2, half % 2);
            let bytes = solved.half(chunk, half);
            let (code, class) = single([bytes[0], bytes[1]], with_dtw);
            (dtw[bit], dtz[bit]) = (code, zeroing.half(chunk, half)[0]);
            classes[0] |= u64::from(class.won) << bit;
            classes[1] |= u64::from(class.lost) << bit;
        }
        counter.add_word(first, &dtw, &dtz, u64::MAX >> (WORD - count), classes);
        for bit in bits(&[equal(&dtw, Dtw::FAR_LOSS) | equal(&dtw, Dtw::FAR_WIN)]) {
            let outcome = outcome_at::<G>(far, dtw[bit], 2 * places[bit] as u64);
            counter.add_far(first + bit as u64, outcome);
            codes.far.push((codes.dtw.len() + bit, outcome));
        }
        codes.dtw.extend_from_slice(&dtw[..count]);
        codes.dtz.extend_from_slice(&dtz[..count]);
    }
    counter.stats::<G>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Draughts80;
    use crate::retrograde::storage::coding::Coding;
    use crate::retrograde::testing::{self, ROOM, Random, RandomValues};

    #[test]
    fn entries_are_those_of_the_index() {
        check::<Russian>();
        check::<Draughts80>();
    }

    fn check<G: Game>() {
        for (name, with_dtw) in [("KMvK", true), ("MMvM", true), ("MMvMM", true), ("MMvM", false)] {
            check_ending::<G>(name.parse().unwrap(), with_dtw);
        }
    }

    fn check_ending<G: Game>(ending: Ending, with_dtw: bool) {
        let directory = tempfile::tempdir().unwrap();
        let coding = Coding { draw_plies: 30, byte_plies: 251, with_dtw };
        let mut file = EndingFile::<G>::create(&directory.path().join("all.values"), ending, coding).unwrap();
        let (values, mut random) = (RandomValues::<G>::new(ending, with_dtw), Random(13));
        let layout = file.layout.clone();
        let dtz: Vec<u8> =
            (0..layout.men.size() as usize * layout.chunk(Kind::Zeroing)).map(|_| random.code()).collect();
        testing::write(&mut file, &values.chunks, &dtz);
        let known = values.known();
        let mut codes = Codes::default();
        for &mover in ending.movers() {
            let (unpacked, order) = (Unpacked::new(&file, &ROOM), EntryOrder::new(ending, mover));
            let size = order.index.size();
            // From the midst of a row on, over several placements of the men, and to the end.
            for range in [0..40, 17..size / 2 + 5, size - 1000..size] {
                let stats = read(&file, &unpacked, &order, range.clone(), &mut codes);
                assert_eq!(stats.counts.iter().sum::<u64>(), range.end - range.start);
                assert_eq!(codes.dtw.len() as u64, range.end - range.start);
                for (entry, (&dtw_code, &dtz_code)) in range.zip(codes.dtw.iter().zip(&codes.dtz)) {
                    let board = order.index.unrank(entry);
                    let (chunk, half) = layout.locate(mover, board.men, board.enemy_men);
                    let row = KingSets::number(board.enemy_kings) * layout.halves[half].row_len;
                    let at = layout.start(Kind::Zeroing, chunk, half) as usize + row + KingSets::number(board.kings);
                    assert_eq!((dtw_code, dtz_code), (known.get(&board).0, dtz[at]), "{board:?}");
                }
            }
        }
    }
}
