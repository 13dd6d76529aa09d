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

    /// Unpacks parts that are read next, by half and number, on all threads: threads that read one part after the other would wait
    /// for each other where the parts are large. A part may come again and again. Takes parts until there are two for each thread,
    /// but at least `least` with repetitions, and no more than a quarter of the room. Returns how many, and the processor time.
    pub fn ahead<G: Game>(
        &self,
        file: &EndingFile<G>,
        parts: impl Iterator<Item = (usize, usize)>,
        least: usize,
    ) -> (usize, Duration) {
        let (mut next, mut count, mut bytes) = (BTreeSet::new(), 0, 0);
        for (half, part) in parts {
            if !next.contains(&(half, part)) {
                let of_chunk = KINDS.map(|kind| file.layout.halves[half].length(kind)).iter().sum::<usize>();
                bytes += (file.layout.chunks_in(part) * of_chunk) as u64;
                let is_enough = count >= least && next.len() >= 2 * rayon::current_num_threads();
                if count > 0 && (is_enough || bytes > self.caches.share() / 4) {
                    break;
                }
                next.insert((half, part));
            }
            count += 1;
        }
        let (values, zeroing) = self.of(file);
        let both = next.iter().flat_map(|&part| KINDS.map(|kind| (kind, part))).collect::<Vec<_>>();
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
    use crate::retrograde::testing::RandomValues;

    #[test]
    fn what_is_read_next_is_unpacked_as_there_is_room() {
        let values = RandomValues::<Russian>::new("KKMvM".parse().unwrap(), true);
        let (file, layout) = (values.file(), &values.file().layout);
        // Each part of each half three times.
        let all = || (0..layout.parts()).flat_map(|part| [0, 1].map(|half| (half, part))).flat_map(|part| [part; 3]);
        for (room, least) in [(Room::new(1), 3), (Room::new(1 << 40), 9)] {
            let unpacked = Unpacked::new(file, &room);
            let (count, _) = unpacked.ahead(file, all(), 9);
            // A part is read to its end; of little room, one.
            assert!(count >= least && count % 3 == 0 && (least > 3 || count == 3), "{count}");
            let parts: BTreeSet<_> = all().take(count).collect();
            for (half, part) in parts {
                (0..2).for_each(|kind| _ = unpacked.caches.of(kind).get(half, part, || unreachable!("is unpacked")));
            }
            assert!(unpacked.failure.get().is_none());
        }
    }
}
