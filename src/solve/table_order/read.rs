//! Reading entries in the order of the tables, a word at a time.

use std::marker::PhantomData;
use std::ops::Range;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{self, equal};
use crate::index::{MenIndex, Mover, Placements, TurnedRanks, WORD};
use crate::solve::stats::{Counter, SideStats};
use crate::solve::storage::coding::Far;
use crate::solve::storage::known::Solved;
use crate::solve::storage::layout::Layout;
use crate::solve::storage::{KnownHalf, single, word_of};
use crate::value::{Dtw, Measure};
use crate::wide::wide;

use super::{Codes, Entries};

impl<G: Game> Entries<'_, G> {
    /// Reads the codes of a range, and counts them. Takes some 3 ns an entry.
    pub fn read(&self, range: Range<u64>, codes: &mut Codes) -> SideStats {
        read(self, range, codes)
    }
}

wide! {
    /// [`Entries::read`].
    fn read<'a, G: Game>(entries: &Entries<'a, G>, range: Range<u64>, codes: &mut Codes) -> SideStats {
        let (of_men, has_kings) = (entries.order.index.kings_size(), entries.order.kings.count() > 0);
        let (skip, left) = (range.start % of_men, range.end - range.start);
        codes.dtw.clear();
        codes.dtz.clear();
        codes.far.clear();
        if entries.order.kings.count() + entries.order.enemy.count() == 0 {
            return read_men(entries, range, codes);
        }
        let mut reading = Reading { first: range.start, skip, left, codes, counter: Counter::new() };
        for (men, enemy_men) in entries.order.index.men().placements(range.start / of_men) {
            if reading.left == 0 {
                break;
            }
            let all_men = men | enemy_men;
            let half = HalfValues::new(entries, men, enemy_men);
            if !has_kings {
                // Value rows have one value each. A word has those of 64 sets of the enemy's kings.
                for word in 0..entries.order.enemy.words() {
                    reading.take(&half, (0, word), entries.order.enemy.apart(all_men, word));
                }
                continue;
            }
            // The sets of the enemy's kings that share no square with the men, in the order of the index.
            let sets = entries.order.enemy.sets().iter().enumerate().filter(|(_, set)| *set & all_men == 0);
            let rows = reading.skip / entries.order.index.row_size();
            reading.skip -= rows * entries.order.index.row_size();
            for (row, &enemy_kings) in sets.skip(rows as usize) {
                for word in 0..entries.order.kings.words() {
                    reading.take(&half, (row, word), entries.order.kings.apart(all_men | enemy_kings, word));
                }
                if reading.left == 0 {
                    break;
                }
            }
        }
        reading.counter.stats::<G>()
    }
}

/// The values of one half of a chunk.
struct HalfValues<'a, G> {
    values: KnownHalf<'a>,
    /// The codes of distances to a zeroing move.
    dtz: &'a [u8],
    /// The number of values in a row: in a value row, or, if these have one value each, in all.
    row: usize,
    far: Far<'a>,
    /// The number of bytes of chunks before it.
    start: u64,
    game: PhantomData<G>,
}

impl<'a, G: Game> HalfValues<'a, G> {
    #[inline(always)]
    fn new(entries: &Entries<'a, G>, men: Bitboard, enemy_men: Bitboard) -> HalfValues<'a, G> {
        let Solved { layout, far, .. } = entries.solved;
        let (chunk, half) = layout.locate(entries.order.mover, men, enemy_men);
        let sizes = layout.halves()[half];
        HalfValues {
            values: entries.solved.known_half(chunk, half),
            dtz: entries.zeroing.half(chunk, half),
            row: if sizes.row_len == 1 { sizes.boards() } else { sizes.row_len },
            far,
            start: layout.start(chunk, half),
            game: PhantomData,
        }
    }
}

/// A range of entries that is being read.
struct Reading<'c> {
    /// The number of its first entry.
    first: u64,
    /// The entries to pass over before that.
    skip: u64,
    /// The entries still to be read.
    left: u64,
    codes: &'c mut Codes,
    counter: Counter,
}

impl Reading<'_> {
    /// Takes the entries of a word, by its row and its number in it: those at the bits of `valid`, as far as they are of the range.
    #[inline(always)]
    fn take<G: Game>(&mut self, half: &HalfValues<'_, G>, (row, word): (usize, usize), mut valid: u64) {
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
        for bit in masks::bits(&[valid & (equal(&codes, Dtw::FAR_LOSS) | equal(&codes, Dtw::FAR_WIN))]) {
            let number = number + (valid & ((1 << bit) - 1)).count_ones() as usize;
            let outcome = half.far.outcome::<G>(codes[bit], half.start + (place + bit) as u64);
            self.counter.add_far(self.first + number as u64, outcome);
            self.codes.far.push((number, outcome));
        }
        push([&mut self.codes.dtw, &mut self.codes.dtz], [&codes, &dtz], valid);
        self.left -= u64::from(valid.count_ones());
    }
}

/// Appends the codes of a mask's bits, of both kinds.
#[inline(always)]
fn push(to: [&mut Vec<u8>; 2], codes: [&[u8; WORD]; 2], mask: u64) {
    let (start, [dtw, dtz]) = (to[0].len(), to);
    dtw.resize(start + WORD, 0);
    dtz.resize(start + WORD, 0);
    let mut end = start;
    for bit in masks::bits(&[mask]) {
        (dtw[end], dtz[end]) = (codes[0][bit], codes[1][bit]);
        end += 1;
    }
    dtw.truncate(end);
    dtz.truncate(end);
}

/// [`Entries::read`] where no side has kings.
#[inline(always)]
pub(super) fn read_men<G: Game>(entries: &Entries<'_, G>, range: Range<u64>, codes: &mut Codes) -> SideStats {
    let Solved { layout, far, .. } = entries.solved;
    let with_dtw = layout.halves()[0].codes() > 0;
    let mut counter = Counter::new();
    let mut halves = MenHalves::new(layout, entries.order.index.men(), entries.order.mover, range.start);
    for first in range.clone().step_by(WORD) {
        let count = (range.end - first).min(WORD as u64) as usize;
        // Places first: then the processor waits for many values at once.
        let mut places = [0; WORD];
        places[..count].fill_with(|| halves.next_half());
        let (mut dtw, mut dtz, mut classes) = ([Dtw::DRAW; WORD], [Dtw::DRAW; WORD], [0; 2]);
        for (bit, &half) in places[..count].iter().enumerate() {
            let (chunk, half) = (half as u64 / 2, half % 2);
            let bytes = entries.solved.half(chunk, half);
            let (code, class) = single([bytes[0], bytes[1]], with_dtw);
            (dtw[bit], dtz[bit]) = (code, entries.zeroing.half(chunk, half)[0]);
            classes[0] |= u64::from(class.won) << bit;
            classes[1] |= u64::from(class.lost) << bit;
        }
        counter.add_word(first, &dtw, &dtz, u64::MAX >> (WORD - count), classes);
        for bit in masks::bits(&[equal(&dtw, Dtw::FAR_LOSS) | equal(&dtw, Dtw::FAR_WIN)]) {
            let outcome = far.outcome::<G>(dtw[bit], 2 * places[bit] as u64);
            counter.add_far(first + bit as u64, outcome);
            codes.far.push((codes.dtw.len() + bit, outcome));
        }
        codes.dtw.extend_from_slice(&dtw[..count]);
        codes.dtz.extend_from_slice(&dtz[..count]);
    }
    counter.stats::<G>()
}

/// The numbers of the halves that have the values of the entries, from one on: chunk by chunk, two each.
struct MenHalves<'e, G> {
    layout: &'e Layout<G>,
    /// The first side to move, and another second side: then entries come in the order of the chunks.
    in_order: bool,
    is_twin: bool,
    entry: usize,
    placements: Placements<'e, G>,
    turned: TurnedRanks<'e, G>,
}

impl<'e, G: Game> MenHalves<'e, G> {
    fn new(layout: &'e Layout<G>, men: &'e MenIndex<G>, mover: Mover, entry: u64) -> MenHalves<'e, G> {
        let is_twin = layout.is_twin();
        MenHalves {
            layout,
            in_order: mover == Mover::First && !is_twin,
            is_twin,
            entry: entry as usize,
            placements: men.placements(entry),
            turned: TurnedRanks::new(layout.men()),
        }
    }

    /// The half of the next entry.
    #[inline(always)]
    fn next_half(&mut self) -> usize {
        let entry = self.entry;
        self.entry += 1;
        if self.in_order {
            return 2 * entry;
        }
        let (men, enemy_men) = self.placements.next().unwrap_or_default();
        if self.is_twin && !self.layout.is_empty(men, enemy_men) {
            return 2 * entry;
        }
        2 * self.turned.rank(men, enemy_men) as usize + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};
    use crate::index::{Ending, KingSets};
    use crate::solve::storage::coding::Coding;
    use crate::solve::storage::ending_file::EndingFile;
    use crate::solve::table_order::{EntryOrder, Unpacked};
    use crate::solve::testing::{self, ROOM, Random, RandomValues};

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
        let layout = file.layout().clone();
        let dtz: Vec<u8> = (0..layout.men().size() as usize * layout.chunk_boards()).map(|_| random.code()).collect();
        testing::write(&mut file, values.chunks(), &dtz);
        let known = values.known();
        let mut codes = Codes::default();
        for &mover in ending.movers() {
            let (unpacked, order) = (Unpacked::new(&file, &ROOM), EntryOrder::new(ending, mover));
            let (entries, size) = (Entries::new(&file, &unpacked, &order), order.index.size());
            // From the midst of a row on, over several placements of the men, and to the end.
            for range in [0..40, 17..size / 2 + 5, size - 1000..size] {
                let stats = entries.read(range.clone(), &mut codes);
                assert_eq!(stats.counts.iter().sum::<u64>(), range.end - range.start);
                assert_eq!(codes.dtw.len() as u64, range.end - range.start);
                for (entry, (&dtw_code, &dtz_code)) in range.zip(codes.dtw.iter().zip(&codes.dtz)) {
                    let board = entries.order.index.unrank(entry);
                    let (chunk, half) = layout.locate(mover, board.men, board.enemy_men);
                    let row_start = KingSets::number(board.enemy_kings) * layout.halves()[half].row_len;
                    let at = layout.first_board(chunk, half) as usize + row_start + KingSets::number(board.kings);
                    assert_eq!((dtw_code, dtz_code), (known.get(&board).0, dtz[at]), "{board:?}");
                }
            }
        }
    }
}
