//! The values of a solved ending, unpacked while they are read in the order of its tables.

use std::collections::BTreeSet;
use std::time::Duration;

use bolshak_system::thread_time;
use rayon::prelude::*;

use crate::board::Game;
use crate::bulk::{Caches, Room};
use crate::index::Ending;

use super::storage::FileError;
use super::storage::ending_file::EndingFile;
use super::storage::known::{Failure, Solved, Zeroing};
use super::storage::layout::Kind;
use super::table_order::EntryOrder;

const KINDS: [Kind; 2] = [Kind::Values, Kind::Zeroing];

/// The unpacked values of a solved ending, from which entries are read.
pub struct Unpacked<'r> {
    caches: Caches<'r>,
    failure: Failure,
}

impl<'r> Unpacked<'r> {
    /// Nothing of this ending is unpacked yet.
    pub fn new<G: Game>(file: &EndingFile<G>, room: &'r Room) -> Unpacked<'r> {
        let parts = file.layout.parts();
        Unpacked { caches: Caches::new(room, [parts, parts].into_iter()), failure: Failure::new() }
    }

    /// The values of the ending, and the codes of its distances to a zeroing move.
    #[inline(always)]
    pub(super) fn of<'a, G: Game>(&'a self, file: &'a EndingFile<G>) -> (Solved<'a, G>, Zeroing<'a, G>) {
        let Unpacked { caches, failure } = self;
        (Solved::new(file, caches.of(0), failure), Zeroing::new(file, caches.of(1), failure))
    }

    /// Unpacks the parts that have these entries, on all threads: threads that read one part after the other would wait for each
    /// other where the parts are large. Takes entries until there are two parts for each thread, but at least `least` entries, and
    /// parts of no more than a quarter of the room. Returns the number of entries, and the processor time.
    pub fn ahead<G: Game>(
        &self,
        file: &EndingFile<G>,
        order: &EntryOrder<G>,
        entries: impl Iterator<Item = u64>,
        least: usize,
    ) -> (usize, Duration) {
        let (layout, of_men) = (&file.layout, order.index.kings_size());
        let (mut parts, mut count, mut bytes) = (BTreeSet::new(), 0, 0);
        for entry in entries {
            let (men, enemy_men) = order.index.men().placements(entry / of_men).next().unwrap_or_default();
            let (chunk, half) = layout.locate(order.mover, men, enemy_men);
            let (part, _) = layout.part(chunk);
            if !parts.contains(&(half, part)) {
                let of_chunk = KINDS.map(|kind| layout.halves[half].length(kind)).iter().sum::<usize>();
                bytes += (layout.chunks_in(part) * of_chunk) as u64;
                let is_enough = count >= least && parts.len() >= 2 * rayon::current_num_threads();
                if count > 0 && (is_enough || bytes > self.caches.share() / 4) {
                    break;
                }
                parts.insert((half, part));
            }
            count += 1;
        }
        let (values, zeroing) = self.of(file);
        let both = parts.iter().flat_map(|&part| KINDS.map(|kind| (kind, part))).collect::<Vec<_>>();
        let unpack = |&(kind, (half, part)): &_| {
            let begun = thread_time();
            match kind {
                Kind::Values => values.part(half, part),
                Kind::Zeroing => zeroing.part(half, part),
            };
            thread_time().saturating_sub(begun)
        };
        (count, both.par_iter().with_max_len(1).map(unpack).sum())
    }

    /// Makes room for what is read next.
    ///
    /// # Errors
    /// The first error of reading values since the last call; the values read since then are wrong.
    pub fn make_room(&mut self) -> Result<(), (Ending, FileError)> {
        self.caches.begin_task();
        self.caches.make_room();
        self.failure.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;
    use crate::index::Mover;
    use crate::retrograde::storage::coding::Coding;
    use crate::retrograde::testing::{self, Random, RandomValues};

    #[test]
    fn what_is_read_next_is_unpacked_as_there_is_room() {
        let directory = tempfile::tempdir().unwrap();
        let ending: Ending = "KKMvM".parse().unwrap();
        let coding = Coding { draw_plies: 30, byte_plies: 251, with_dtw: true };
        let mut file = EndingFile::<Russian>::create(&directory.path().join("all.values"), ending, coding).unwrap();
        let (values, mut random) = (RandomValues::<Russian>::new(ending, true), Random(13));
        let layout = file.layout.clone();
        let dtz: Vec<u8> =
            (0..layout.men.size() as usize * layout.chunk(Kind::Zeroing)).map(|_| random.code()).collect();
        testing::write(&mut file, &values.chunks, &dtz);
        for (room, least) in [(Room::new(1), 1), (Room::new(1 << 40), 100)] {
            let (unpacked, order) = (Unpacked::new(&file, &room), EntryOrder::new(ending, Mover::First));
            let part_of = |entry| {
                let board = order.index.unrank(entry);
                let (chunk, half) = layout.locate(Mover::First, board.men, board.enemy_men);
                (half, layout.part(chunk).0)
            };
            let (count, _) = unpacked.ahead(&file, &order, 0..order.index.size(), 100);
            assert!(count >= least, "{count}");
            let parts: BTreeSet<_> = (0..count as u64).map(part_of).collect();
            assert!(least > 1 || parts.len() == 1);
            let next = count as u64;
            assert!(next == order.index.size() || !parts.contains(&part_of(next)), "a part is read to its end");
            for (half, part) in parts {
                (0..2).for_each(|kind| _ = unpacked.caches.of(kind).get(half, part, || unreachable!("is unpacked")));
            }
        }
    }
}
