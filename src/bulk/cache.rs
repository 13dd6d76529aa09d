//! Unpacked parts in memory.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

use bolshak_system as system;

/// The memory for unpacked parts, shared by all endings in work.
pub struct Room {
    limit: u64,
    /// The resident memory of the process above which there is no more room.
    resident: u64,
    used: AtomicU64,
    sharers: AtomicUsize,
}

impl Room {
    /// Room for `limit` bytes. A task in work takes what it needs, even beyond.
    pub const fn new(limit: u64) -> Room {
        Room { limit, resident: u64::MAX, used: AtomicU64::new(0), sharers: AtomicUsize::new(0) }
    }

    /// Also limits the resident memory of the process, if the system reports it: the heap has gaps, and other data grows.
    pub const fn within(self, resident: u64) -> Room {
        Room { resident, ..self }
    }

    /// Whether there is no more room for an ending whose parts have `own` bytes, since all endings together have used it up. Until
    /// the others have made room, an ending may take a quarter of its share.
    fn is_full_for(&self, own: u64) -> bool {
        let used = self.used.load(Ordering::Relaxed);
        let is_exceeded =
            || self.resident < u64::MAX && system::resident().is_some_and(|resident| resident > self.resident);
        own > self.share() / 4 && (used > self.limit || used > self.limit / 2 && is_exceeded())
    }

    fn share(&self) -> u64 {
        self.limit / self.sharers.load(Ordering::Relaxed).max(1) as u64
    }
}

/// The unpacked parts of some endings, kept from task to task. When there is no more room, the least recently used parts are
/// dropped.
pub(crate) struct Caches<'r> {
    room: &'r Room,
    /// The parts of both halves of each ending.
    caches: Vec<[Box<[Slot]>; 2]>,
    clock: AtomicU32,
    used: AtomicU64,
}

#[derive(Default)]
struct Slot {
    bytes: OnceLock<Box<[u8]>>,
    /// The clock at its last use.
    used: AtomicU32,
}

#[derive(Clone, Copy)]
pub(crate) struct CacheOf<'c> {
    caches: &'c Caches<'c>,
    slots: &'c [Box<[Slot]>; 2],
}

impl<'r> Caches<'r> {
    /// Caches for endings with these numbers of parts in each half.
    pub fn new(room: &'r Room, parts: impl Iterator<Item = usize>) -> Caches<'r> {
        room.sharers.fetch_add(1, Ordering::Relaxed);
        let slots = |parts| (0..parts).map(|_| Slot::default()).collect();
        let caches = parts.map(|parts| [slots(parts), slots(parts)]).collect();
        Caches { room, caches, clock: AtomicU32::new(0), used: AtomicU64::new(0) }
    }

    /// The parts of an ending, by its number.
    pub fn of(&self, ending: usize) -> CacheOf<'_> {
        CacheOf { caches: self, slots: &self.caches[ending] }
    }

    /// The bytes that these caches may have while others have theirs.
    pub fn share(&self) -> u64 {
        self.room.share()
    }

    /// Advances the clock: a task begins.
    pub fn begin_task(&self) {
        self.clock.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether to [make room](Caches::make_room) before another task begins.
    pub fn is_full(&self) -> bool {
        self.room.is_full_for(self.used.load(Ordering::Relaxed))
    }

    /// Puts or replaces a part. Its bytes must be [counted](Caches::count) already.
    pub fn put(&mut self, ending: usize, half: usize, part: usize, bytes: Box<[u8]>) {
        let slot = &mut self.caches[ending][half][part];
        let old = slot.bytes.take().map_or(0, |old| old.len() as u64);
        slot.bytes = OnceLock::from(bytes);
        *slot.used.get_mut() = *self.clock.get_mut();
        self.discount(old);
    }

    /// Drops a part of both halves.
    pub fn forget(&mut self, ending: usize, part: usize) {
        let slots = self.caches[ending].iter_mut().filter_map(|slots| slots.get_mut(part));
        let bytes = slots.filter_map(|slot| slot.bytes.take()).map(|bytes| bytes.len() as u64).sum();
        self.discount(bytes);
    }

    /// Drops the least recently used parts until two thirds of the share are left, if there is no more room.
    pub fn make_room(&mut self) {
        let used = *self.used.get_mut();
        if !self.room.is_full_for(used) {
            return;
        }
        let all = self.caches.iter_mut().flat_map(|halves| halves.iter_mut().flatten());
        let mut slots: Vec<&mut Slot> = all.filter(|slot| slot.bytes.get().is_some()).collect();
        slots.sort_unstable_by_key(|slot| slot.used.load(Ordering::Relaxed));
        let (most, mut left) = (self.room.share() / 3 * 2, used);
        for slot in slots {
            if left <= most {
                break;
            }
            left -= slot.bytes.take().map_or(0, |bytes| bytes.len() as u64);
        }
        self.discount(used - left);
        // Parts of all sizes leave gaps between others, which new ones do not fill.
        system::trim_heap();
    }

    /// Counts the bytes of an unpacked part.
    pub fn count(&self, bytes: u64) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
        self.room.used.fetch_add(bytes, Ordering::Relaxed);
    }

    fn discount(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        self.room.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Caches<'_> {
    fn drop(&mut self) {
        self.room.sharers.fetch_sub(1, Ordering::Relaxed);
        self.room.used.fetch_sub(*self.used.get_mut(), Ordering::Relaxed);
    }
}

impl<'c> CacheOf<'c> {
    /// A part of a half, unpacked by `unpack` if it is not in memory.
    #[inline(always)]
    pub fn get(&self, half: usize, part: usize, unpack: impl FnOnce() -> Box<[u8]>) -> &'c [u8] {
        let slot = &self.slots[half][part];
        let now = self.caches.clock.load(Ordering::Relaxed);
        // Avoids a write on each use of a part that many threads share.
        if slot.used.load(Ordering::Relaxed) != now {
            slot.used.store(now, Ordering::Relaxed);
        }
        match slot.bytes.get() {
            Some(bytes) => bytes,
            None => self.make(slot, unpack),
        }
    }

    #[cold]
    fn make(&self, slot: &'c Slot, unpack: impl FnOnce() -> Box<[u8]>) -> &'c [u8] {
        slot.bytes.get_or_init(|| {
            let bytes = unpack();
            self.caches.count(bytes.len() as u64);
            bytes
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(byte: u8) -> Box<[u8]> {
        vec![byte; 100].into()
    }

    #[test]
    fn the_oldest_parts_leave() {
        let room = Room::new(1000);
        let mut caches = Caches::new(&room, [20, 1].into_iter());
        for number in 0..10 {
            caches.begin_task();
            assert_eq!(caches.of(0).get(1, number, || part(number as u8))[99], number as u8);
        }
        caches.count(100);
        caches.put(1, 0, 0, part(50));
        assert!(caches.is_full());
        caches.begin_task();
        assert_eq!(caches.of(0).get(1, 0, || unreachable!())[0], 0);
        caches.make_room();
        assert!(!caches.is_full() && room.used.load(Ordering::Relaxed) == 600);
        // The ones used and put last.
        for (ending, half, number) in [(0, 1, 0), (0, 1, 9), (0, 1, 6), (1, 0, 0)] {
            caches.of(ending).get(half, number, || unreachable!());
        }
        assert_eq!(caches.of(0).get(1, 1, || part(77))[0], 77);
        for number in 0..4 {
            caches.of(0).get(0, number, || part(1));
        }
        // Another ending has the same share, and may take a quarter of it at once.
        let other = Caches::new(&room, [9].into_iter());
        other.of(0).get(0, 0, || part(1));
        assert!(caches.is_full() && !other.is_full());
        other.of(0).get(0, 1, || part(1));
        assert!(caches.is_full() && other.is_full());
        caches.make_room();
        assert_eq!(caches.used.load(Ordering::Relaxed), 300);
        drop(caches);
        assert!(!other.is_full());
        drop(other);
        assert_eq!((room.used.into_inner(), room.sharers.into_inner()), (0, 0));
    }
}
