//! The transposition table of the proof search. It is bounded and shared by threads; an entry can be lost at any time, and a result
//! that rests on a repetition is only a hint.

use std::sync::atomic::{
    AtomicBool, AtomicU16, AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

/// A proof or disproof number that stands for "never".
pub(super) const NEVER: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Hint {
    /// The least number of positions still to prove for a proof of the goal: 0 if proved, [`NEVER`] if refuted.
    pub proof: u32,
    /// The same for a refutation.
    pub disproof: u32,
    /// The number of positions visited for it, rounded down from 16 on.
    pub work: u32,
    /// For a proof: the most plies to the end of a line.
    pub depth: u16,
    /// Whether it is a refutation that rests on the path to the node.
    pub rests_on_path: bool,
}

/// A cache line has four entries of two words: the hash of the key mixed with the data, and the data. An entry that two threads wrote
/// at once does not match its hash and is not found, so no lock is needed (R. Hyatt, T. Mann: A lock-less transposition table, ICGA
/// Journal, 2002). Two keys can have the same 64-bit hash, which is as harmless as any wrong hint.
const WORDS: usize = 8;

/// The buckets of a new table: about a processor's own cache. Most positions need no more.
const FEW: usize = 1 << 14;

/// The factor by which a full table grows.
const GROWTH: usize = 4;

pub(super) struct Hints {
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket, at the start of a cache line.
    first: usize,
    /// The number of buckets in use. The address space holds `most`; the system allocates memory on first use.
    buckets: AtomicUsize,
    most: usize,
    /// The number of entries put, including replacements.
    entries: AtomicU64,
    is_growing: AtomicBool,
    /// The mark of refutations that rest on a path, from 1 on; those with another mark are forgotten.
    mark: AtomicU16,
}

impl Hints {
    /// A table of at most `bytes`, allocated on use; `None` if the system refuses them.
    pub fn new(bytes: usize) -> Option<Hints> {
        let most = (bytes / (WORDS * 8)).saturating_sub(1).max(1);
        let words = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>((most + 1) * WORDS).ok()?;
        let first = (words.as_ptr() as usize / 8).wrapping_neg() % WORDS;
        let buckets = AtomicUsize::new(most.min(FEW));
        let (entries, is_growing, mark) = (AtomicU64::new(0), AtomicBool::new(false), AtomicU16::new(1));
        Some(Hints { words, first, buckets, most, entries, is_growing, mark })
    }

    /// Counts entries put, and grows the table when there were as many as it has room for.
    pub fn count(&self, entries: u64) {
        let entries = self.entries.fetch_add(entries, Relaxed) + entries;
        let is_full = |buckets| buckets < self.most && entries > (buckets * WORDS / 2) as u64;
        if is_full(self.buckets.load(Relaxed)) && !self.is_growing.swap(true, Acquire) {
            // Another thread may have grown it before `is_growing` was set here.
            let buckets = self.buckets.load(Relaxed);
            if is_full(buckets) {
                self.grow(buckets, self.most.min(buckets * GROWTH));
            }
            self.is_growing.store(false, Release);
        }
    }

    /// Moves the entries from `buckets` to `more` buckets. An entry never moves to a lower bucket, so going down from the last one
    /// leaves room. Entries that other threads put meanwhile may be lost.
    fn grow(&self, buckets: usize, more: usize) {
        self.buckets.store(more, Relaxed);
        for bucket in (0..buckets).rev() {
            let words = &self.words[self.first + bucket * WORDS..][..WORDS];
            let words: [u64; WORDS] = std::array::from_fn(|word| words[word].swap(0, Relaxed));
            words
                .chunks_exact(2)
                .filter(|entry| entry[1] != 0)
                .for_each(|entry| self.insert(entry[0] ^ entry[1], entry[1]));
        }
    }

    pub fn forget_marked(&self) {
        self.mark.fetch_add(1, Relaxed);
    }

    pub fn forget(&self) {
        self.forget_marked();
        let used = self.first + self.buckets.load(Relaxed) * WORDS;
        self.words[..used].iter().for_each(|word| word.store(0, Relaxed));
    }

    /// The mark of refutations that rest on a path; never 0, the mark of all others.
    #[inline(always)]
    pub fn mark(&self) -> u16 {
        self.mark.load(Relaxed).max(1)
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[AtomicU64] {
        let bucket = ((u128::from(hash) * self.buckets.load(Relaxed) as u128) >> 64) as usize;
        let start = self.first + bucket * WORDS;
        &self.words[start..start + WORDS]
    }

    #[inline(always)]
    pub fn prefetch(&self, key: u128) {
        let bucket = self.bucket(hash(key));
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch has no visible effect, at any address.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.as_ptr().cast());
            }
        }
        let _ = bucket;
    }

    #[inline(always)]
    pub fn get(&self, key: u128) -> Option<Hint> {
        let hash = hash(key);
        let data = self.bucket(hash).chunks_exact(2).find_map(|entry| {
            let [mixed, data] = [0, 1].map(|word| entry[word].load(Relaxed));
            (mixed ^ data == hash && data != 0).then_some(data)
        })?;
        let (hint, mark) = unpacked(data);
        (mark == 0 || mark == self.mark()).then_some(hint)
    }

    /// Keeps the hint of a node, in place of its earlier one or of the entry with the least work.
    #[inline(always)]
    pub fn put(&self, key: u128, hint: &Hint) {
        self.insert(hash(key), packed(hint, self.mark()));
    }

    #[inline(always)]
    fn insert(&self, hash: u64, data: u64) {
        let bucket = self.bucket(hash);
        let (mut least, mut chosen) = (u64::MAX, 0);
        for (place, entry) in bucket.chunks_exact(2).enumerate() {
            let [mixed, known] = [0, 1].map(|word| entry[word].load(Relaxed));
            if mixed ^ known == hash || known == 0 {
                chosen = place;
                break;
            }
            let work = known >> WORK & LARGEST_WORK;
            if work < least {
                (least, chosen) = (work, place);
            }
        }
        for (word, value) in bucket[2 * chosen..].iter().zip([hash ^ data, data]) {
            word.store(value, Relaxed);
        }
    }
}

#[inline(always)]
fn hash(key: u128) -> u64 {
    let mixed = (key as u64 ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD6E8_FEB8_6659_FD93)
        ^ ((key >> 64) as u64).wrapping_mul(0xA076_1D64_78BD_642F).rotate_left(29);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xE703_7ED1_A0B4_28DB);
    mixed ^ mixed >> 29
}

/// The highest two bits of the data are the kind of hint: 0 for two open numbers, of 24 bits each.
const PROVED: u64 = 1;
const REFUTED: u64 = 2;
const LARGEST_NUMBER: u32 = (1 << 24) - 1;
/// Below them is the work, as the upper bits of a floating-point number.
const WORK: u32 = 51;
const LARGEST_WORK: u64 = (1 << 11) - 1;

/// The data of a hint; never 0.
#[inline(always)]
fn packed(hint: &Hint, mark: u16) -> u64 {
    let work = u64::from((hint.work as f32).to_bits() >> 20);
    let rest = match *hint {
        Hint { proof: 0, depth, .. } => PROVED << 62 | u64::from(depth),
        Hint { disproof: 0, rests_on_path, .. } => REFUTED << 62 | if rests_on_path { u64::from(mark) } else { 0 },
        Hint { proof, disproof, .. } => {
            u64::from(proof.min(LARGEST_NUMBER)) | u64::from(disproof.min(LARGEST_NUMBER)) << 24
        }
    };
    rest | work << WORK
}

#[inline(always)]
fn unpacked(data: u64) -> (Hint, u16) {
    let work = f32::from_bits(((data >> WORK & LARGEST_WORK) as u32) << 20) as u32;
    let (low, high) = (data as u32 & LARGEST_NUMBER, (data >> 24) as u32 & LARGEST_NUMBER);
    let (proof, disproof, depth, mark) = match data >> 62 {
        PROVED => (0, NEVER, data as u16, 0),
        REFUTED => (NEVER, 0, 0, data as u16),
        _ => (low, high, 0, 0),
    };
    (Hint { proof, disproof, work, depth, rests_on_path: mark != 0 }, mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_grows() {
        let hints = Hints::new(5 << 20).unwrap();
        let key = |n: u128| n * 0x1_0000_0001_0000_0001 + (1 << 41);
        let put = |n: u32| {
            hints.put(key(n.into()), &Hint { proof: n, disproof: 1, work: n, depth: 0, rests_on_path: false });
        };
        let kept = || -> Vec<u32> {
            (1..120_000).filter(|&n| hints.get(key(n.into())).is_some_and(|hint| hint.proof == n)).collect()
        };
        (1..80_000).for_each(put);
        let before = kept();
        assert!(before.len() > 50_000 && before.contains(&79_999), "{}", before.len());
        hints.count(80_000);
        assert_eq!((hints.buckets.load(Relaxed), kept()), (FEW * GROWTH, before));
        (80_000..120_000).for_each(put);
        let before = kept().len();
        hints.count(1_000_000);
        // A little larger: two buckets may share one.
        assert_eq!(hints.buckets.load(Relaxed), hints.most);
        assert!(kept().len() > before - before / 20, "{} of {before}", kept().len());
        hints.forget();
        assert!((1..120_000u32).all(|n| hints.get(key(n.into())).is_none()));
    }

    #[test]
    fn what_is_put_is_found_until_it_is_replaced_or_forgotten() {
        let hints = Hints::new(1 << 16).unwrap();
        let key = |n: u128| n * 0x1_0000_0001_0000_0001 + (1 << 41);
        let hint = |n: u32| match n % 3 {
            0 => Hint { proof: 0, disproof: NEVER, work: n % 16, depth: n as u16, rests_on_path: false },
            1 => Hint { proof: NEVER, disproof: 0, work: n % 16, depth: 0, rests_on_path: n % 2 == 1 },
            _ => Hint { proof: n, disproof: 7 * n, work: n % 16, depth: 0, rests_on_path: false },
        };
        let is_marked = |n: u32| hint(n).rests_on_path;
        assert_eq!(hints.get(key(1)), None);
        for n in 1..400u32 {
            hints.put(key(n.into()), &hint(n));
        }
        let found = (1..400u32).filter(|&n| hints.get(key(n.into())) == Some(hint(n))).count();
        assert!(found > 390, "{found}");
        hints.put(key(5), &hint(6));
        assert_eq!(hints.get(key(5)), Some(hint(6)));
        hints.forget_marked();
        assert!((1..400).filter(|&n| is_marked(n)).all(|n| hints.get(key(n.into())).is_none()));
        assert!(hints.get(key(398)).is_some());
        // Many more than it holds: those with much work stay.
        for n in 1000..100_000u32 {
            hints.put(key(n.into()), &Hint { work: if n < 1100 { 1_000_000 } else { 2 }, ..hint(3 * n) });
        }
        let found = (1000..1100).filter(|&n| hints.get(key(n)).is_some()).count();
        assert!(found > 90, "{found}");
    }
}
