//! The table of a proof search: what it has found of the nodes that it visited. Bounded and shared by threads; an entry may be
//! lost at any time, and what rests on a repetition is only a hint.

use std::sync::atomic::{
    AtomicBool, AtomicU16, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// A proof number or disproof number that stands for "never".
pub(super) const NEVER: u32 = u32::MAX;

/// What a search has found of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hint {
    /// The positions, at least, that must still be proved to prove the goal: 0 if it is proved, [`NEVER`] if it is refuted.
    pub proof: u32,
    /// The same for refuting it.
    pub disproof: u32,
    /// The positions that were visited for it.
    pub work: u32,
    /// Of a proof: the most plies to where its lines end.
    pub depth: u16,
    /// Whether it is a refutation that rests on the path by which the node was reached.
    pub rests_on_path: bool,
}

/// Four entries of four words: the key, each half mixed with one of data, and the data. What two threads write at once does not
/// fit its key, and is not found: this needs no lock. The method is Hyatt's (R. Hyatt, T. Mann: A lock-less transposition table,
/// ICGA Journal, 2002).
const WORDS: usize = 16;

/// The buckets of a table that is new: as much as a processor's own cache holds. Most positions need no more.
const FEW: usize = 1 << 13;

/// How many times larger a table becomes that is full.
const GROWTH: usize = 4;

/// The table.
pub(super) struct Hints {
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket, which begins a cache line.
    first: usize,
    /// The buckets in use; there is memory for `most`, which the system gives when it is touched.
    buckets: AtomicUsize,
    most: usize,
    /// The entries that were put, also in place of others.
    entries: AtomicU64,
    is_growing: AtomicBool,
    /// The number that marks refutations that rest on a path; those with another number are forgotten. It begins with 1.
    mark: AtomicU16,
}

impl Hints {
    /// A table of at most `bytes`, which are taken when they are used; `None` if the system does not give them.
    pub fn new(bytes: usize) -> Option<Hints> {
        let most = (bytes / (WORDS * 8)).saturating_sub(1).max(1);
        let words = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>((most + 1) * WORDS).ok()?;
        let first = (words.as_ptr() as usize / 8).wrapping_neg() % WORDS;
        let buckets = AtomicUsize::new(most.min(FEW));
        let (entries, is_growing, mark) = (AtomicU64::new(0), AtomicBool::new(false), AtomicU16::new(1));
        Some(Hints { words, first, buckets, most, entries, is_growing, mark })
    }

    /// Counts entries that were put, and takes more memory when as many were put as there is room for.
    pub fn count(&self, entries: u64) {
        let entries = self.entries.fetch_add(entries, Relaxed) + entries;
        let is_full = |buckets| buckets < self.most && entries > (buckets * WORDS / 4) as u64;
        if is_full(self.buckets.load(Relaxed)) && !self.is_growing.swap(true, Acquire) {
            // Another thread may have made it larger before the mark was taken.
            let buckets = self.buckets.load(Relaxed);
            if is_full(buckets) {
                self.grow(buckets, self.most.min(buckets * GROWTH));
            }
            self.is_growing.store(false, Release);
        }
    }

    /// Moves the entries of `buckets` to more of them. An entry goes to a bucket at least as high as its own, so from the last one on
    /// there is room. What other threads put meanwhile may be lost.
    fn grow(&self, buckets: usize, more: usize) {
        self.buckets.store(more, Relaxed);
        for bucket in (0..buckets).rev() {
            let words = &self.words[self.first + bucket * WORDS..][..WORDS];
            let words: [u64; WORDS] = std::array::from_fn(|word| words[word].swap(0, Relaxed));
            for entry in words.chunks_exact(4).filter(|entry| entry[0] | entry[1] != 0) {
                let [a, b, numbers, rest] = [entry[0], entry[1], entry[2], entry[3]];
                self.insert(a ^ numbers, b ^ rest, numbers, rest);
            }
        }
    }

    /// Forgets all refutations that rest on a path.
    pub fn forget_marked(&self) {
        self.mark.fetch_add(1, Relaxed);
    }

    pub fn forget(&self) {
        self.forget_marked();
        let used = self.first + self.buckets.load(Relaxed) * WORDS;
        self.words[..used].iter().for_each(|word| word.store(0, Relaxed));
    }

    /// The mark of refutations that rest on a path; never 0, which all others have.
    #[inline(always)]
    pub fn mark(&self) -> u16 {
        self.mark.load(Relaxed).max(1)
    }

    #[inline(always)]
    fn bucket(&self, key: u128) -> &[AtomicU64] {
        let mixed = (key as u64 ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD6E8_FEB8_6659_FD93)
            ^ ((key >> 64) as u64).wrapping_mul(0xA076_1D64_78BD_642F).rotate_left(29);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xE703_7ED1_A0B4_28DB);
        let bucket = ((u128::from(mixed) * self.buckets.load(Relaxed) as u128) >> 64) as usize;
        let start = self.first + bucket * WORDS;
        &self.words[start..start + WORDS]
    }

    /// Has the processor fetch the bucket of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        let bucket = self.bucket(key);
        #[cfg(target_arch = "x86_64")]
        for line in [0, 8] {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing that the program sees, at any address.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket[line].as_ptr().cast());
            }
        }
        let _ = bucket;
    }

    #[inline(always)]
    pub fn get(&self, key: u128) -> Option<Hint> {
        let (low, high) = (key as u64, (key >> 64) as u64);
        let (numbers, rest) = self.bucket(key).chunks_exact(4).find_map(|entry| {
            let [a, b, numbers, rest] = [0, 1, 2, 3].map(|word| entry[word].load(Relaxed));
            (a ^ numbers == low && b ^ rest == high).then_some((numbers, rest))
        })?;
        let mark = (rest >> 48) as u16;
        let hint = Hint {
            proof: numbers as u32,
            disproof: (numbers >> 32) as u32,
            work: rest as u32,
            depth: (rest >> 32) as u16,
            rests_on_path: mark != 0,
        };
        (mark == 0 || mark == self.mark()).then_some(hint)
    }

    /// Keeps what is known of a node, in place of what was known before, or of the entry of the least work.
    #[inline(always)]
    pub fn put(&self, key: u128, hint: &Hint) {
        let mark = if hint.rests_on_path { self.mark() } else { 0 };
        let numbers = u64::from(hint.proof) | u64::from(hint.disproof) << 32;
        let rest = u64::from(hint.work) | u64::from(hint.depth) << 32 | u64::from(mark) << 48;
        self.insert(key as u64, (key >> 64) as u64, numbers, rest);
    }

    #[inline(always)]
    fn insert(&self, low: u64, high: u64, numbers: u64, rest: u64) {
        let bucket = self.bucket(u128::from(low) | u128::from(high) << 64);
        let mut least = (u32::MAX, 0);
        for (place, entry) in bucket.chunks_exact(4).enumerate() {
            let [a, b, its_numbers, its_rest] = [0, 1, 2, 3].map(|word| entry[word].load(Relaxed));
            if a ^ its_numbers == low && b ^ its_rest == high || a | b == 0 {
                least = (0, place);
                break;
            }
            if (its_rest as u32) < least.0 {
                least = (its_rest as u32, place);
            }
        }
        let entry = &bucket[4 * least.1..][..4];
        for (word, value) in entry.iter().zip([low ^ numbers, high ^ rest, numbers, rest]) {
            word.store(value, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table that grows keeps its entries, up to the memory that it may have.
    #[test]
    fn a_full_table_grows() {
        let hints = Hints::new(5 << 20).unwrap();
        let key = |n: u128| n * 0x1_0000_0001_0000_0001 + (1 << 41);
        let put = |n: u32| {
            hints.put(key(n.into()), &Hint { proof: n, disproof: 1, work: n, depth: 3, rests_on_path: false });
        };
        let kept = || -> Vec<u32> {
            (1..60_000).filter(|&n| hints.get(key(n.into())).is_some_and(|hint| hint.proof == n)).collect()
        };
        (1..40_000).for_each(put);
        let before = kept();
        assert!(before.len() > 25_000 && before.contains(&39_999), "{}", before.len());
        hints.count(40_000);
        assert_eq!((hints.buckets.load(Relaxed), kept()), (FEW * GROWTH, before));
        (40_000..60_000).for_each(put);
        let before = kept().len();
        hints.count(1_000_000);
        // A little larger: two buckets may share one.
        assert_eq!(hints.buckets.load(Relaxed), hints.most);
        assert!(kept().len() > before - before / 20, "{} of {before}", kept().len());
        hints.forget();
        assert!((1..=60_000u32).all(|n| hints.get(key(n.into())).is_none()));
    }

    #[test]
    fn what_is_put_is_found_until_it_is_replaced_or_forgotten() {
        let hints = Hints::new(1 << 16).unwrap();
        let key = |n: u128| n * 0x1_0000_0001_0000_0001 + (1 << 41);
        let hint = |work| Hint { proof: 7, disproof: work, work, depth: 3, rests_on_path: work % 2 == 1 };
        assert_eq!(hints.get(key(1)), None);
        for n in 1..400u32 {
            hints.put(key(n.into()), &hint(n));
        }
        let found = (1..400u32).filter(|&n| hints.get(key(n.into())) == Some(hint(n))).count();
        assert!(found > 390, "{found}");
        hints.put(key(5), &Hint { proof: 0, disproof: NEVER, ..hint(5) });
        assert_eq!(hints.get(key(5)).map(|hint| hint.proof), Some(0));
        hints.forget_marked();
        assert!((1..400).filter(|n| n % 2 == 1).all(|n| hints.get(key(n)).is_none()));
        assert!(hints.get(key(398)).is_some());
        // Many more than it holds: those of much work stay.
        for n in 1000..100_000u32 {
            hints.put(key(n.into()), &hint(if n < 1100 { 1_000_000 } else { 2 }));
        }
        let found = (1000..1100).filter(|&n| hints.get(key(n)).is_some()).count();
        assert!(found > 90, "{found}");
    }
}
