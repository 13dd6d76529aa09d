//! The halves of one side to move, in parts: packed in an unnamed file, or in memory as they are.

use std::fs::File;
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use bolshak_system as system;
use rayon::prelude::*;

use crate::bulk::{CacheOf, frame};
use crate::verify::context::Resources;

/// The most bytes of a part of several halves. Larger halves are packed once complete, which bounds the memory of a phase.
const PART: usize = 1 << 14;

/// Some halves with men of consecutive ranks.
pub(super) enum Part {
    Empty,
    Unpacked(Box<[u8]>),
    Packed { start: u64, length: usize, crc: u32 },
}

pub(super) struct Parts {
    /// The one of an ending's two caches that unpacks them.
    cache: usize,
    /// The bytes of a half.
    half: usize,
    /// The number of halves, in all and in a part.
    halves: u64,
    in_part: u64,
    parts: Vec<Part>,
    /// `None` if they are few enough to stay unpacked.
    file: Option<File>,
    end: AtomicU64,
}

impl Parts {
    /// Parts of `halves` halves of `half` bytes each, unpacked by the first or the second cache of their ending.
    pub fn new(cache: usize, halves: u64, half: usize, resources: &Resources) -> io::Result<Parts> {
        let in_part = 1 << (PART / half.max(1)).max(1).ilog2();
        // Few bytes are not packed.
        let is_small = halves * half as u64 <= (resources.memory >> 13).min(1 << 20);
        let file = (!is_small).then(|| tempfile::tempfile_in(&resources.disk)).transpose()?;
        let parts = (0..halves.div_ceil(in_part)).map(|_| Part::Empty).collect();
        Ok(Parts { cache, half, halves, in_part, parts, file, end: AtomicU64::new(0) })
    }

    pub fn count(&self) -> usize {
        self.parts.len()
    }

    fn length(&self, part: usize) -> usize {
        let first = part as u64 * self.in_part;
        self.half * self.in_part.min(self.halves - first) as usize
    }

    /// Stores the halves of some ranks, whose parts are not packed.
    pub fn store(&mut self, ranks: impl Iterator<Item = u64>, halves: &[u8]) {
        for (rank, half) in ranks.zip(halves.chunks_exact(self.half)) {
            let (number, start) = self.place(rank);
            let length = self.length(number);
            let part = &mut self.parts[number];
            if let Part::Empty = part {
                *part = Part::Unpacked(vec![0; length].into());
            }
            if let Part::Unpacked(bytes) = part {
                bytes[start..][..half.len()].copy_from_slice(half);
            }
        }
    }

    /// Packs the parts whose ranks are all below an end.
    pub fn pack(&mut self, end: u64) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let whole = if end >= self.halves { self.parts.len() } else { (end / self.in_part) as usize };
        let end = &self.end;
        self.parts[..whole].par_iter_mut().with_max_len(1).try_for_each(|part| {
            let Part::Unpacked(bytes) = part else { return Ok(()) };
            *part = write(file, end, bytes)?;
            Ok(())
        })
    }

    /// Packs a half if it is a part of its own; else it must be [stored](Parts::store).
    pub fn pack_half(&self, half: &[u8]) -> io::Result<Option<Part>> {
        let file = self.file.as_ref().filter(|_| self.in_part == 1);
        file.map(|file| write(file, &self.end, half)).transpose()
    }

    pub fn put(&mut self, rank: u64, packed: Part) {
        let (number, _) = self.place(rank);
        self.parts[number] = packed;
    }

    /// The stored half of a rank. If its part cannot be read, notes the error and returns zeros.
    #[inline(always)]
    pub fn half<'v>(&'v self, rank: u64, cache: CacheOf<'v>, failure: &OnceLock<io::Error>) -> &'v [u8] {
        let (number, start) = self.place(rank);
        let bytes = match &self.parts[number] {
            Part::Unpacked(bytes) => bytes,
            _ => cache.get(self.cache, number, || {
                self.unpack(number).unwrap_or_else(|error| {
                    let _ = failure.set(error);
                    vec![0; self.length(number)].into()
                })
            }),
        };
        &bytes[start..][..self.half]
    }

    /// The part of a rank, and the start of its half there.
    fn place(&self, rank: u64) -> (usize, usize) {
        ((rank / self.in_part) as usize, (rank % self.in_part) as usize * self.half)
    }

    #[cold]
    fn unpack(&self, number: usize) -> io::Result<Box<[u8]>> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let (Some(file), &Part::Packed { start, length, crc }) = (&self.file, &self.parts[number]) else {
            return Err(invalid());
        };
        let mut packed = vec![0; length];
        system::read_exact_at(file, &mut packed, start)?;
        if crc32fast::hash(&packed) != crc {
            return Err(invalid());
        }
        let mut bytes: Box<[u8]> = vec![0; self.length(number)].into();
        frame::take(&mut &packed[..], &mut bytes)?;
        Ok(bytes)
    }
}

fn write(file: &File, end: &AtomicU64, bytes: &[u8]) -> io::Result<Part> {
    let mut packed = Vec::new();
    frame::push(&mut packed, bytes)?;
    let start = end.fetch_add(packed.len() as u64, Ordering::Relaxed);
    system::write_all_at(file, &packed, start)?;
    Ok(Part::Packed { start, length: packed.len(), crc: crc32fast::hash(&packed) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bulk::{Caches, Room};

    #[test]
    fn packed_halves_come_back_and_damage_is_noted() {
        let resources = Resources { memory: 0, ..Resources::default() };
        let mut parts = Parts::new(0, 100, 1250, &resources).unwrap();
        let half = |rank: u64| vec![rank as u8 + 1; 1250];
        (0..100).rev().for_each(|rank| parts.store([rank].into_iter(), &half(rank)));
        parts.pack(60).unwrap();
        assert!(matches!(parts.parts[6], Part::Packed { .. }) && matches!(parts.parts[7], Part::Unpacked(_)));
        parts.pack(100).unwrap();
        let (room, failure) = (Room::new(0), OnceLock::new());
        let caches = Caches::new(&room, [parts.count()].into_iter());
        for rank in 0..100 {
            assert_eq!(parts.half(rank, caches.of(0), &failure), half(rank));
        }
        assert!(parts.pack_half(&half(0)).unwrap().is_none(), "a part has eight halves");
        assert!(failure.get().is_none() && caches.is_full());
        system::write_all_at(parts.file.as_ref().unwrap(), &[1, 2, 3], 6).unwrap();
        let caches = Caches::new(&room, [parts.count()].into_iter());
        (0..100).for_each(|rank| assert_eq!(parts.half(rank, caches.of(0), &failure).len(), 1250));
        assert_eq!(failure.get().unwrap().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_large_half_is_a_part_of_its_own() {
        let resources = Resources { memory: 0, ..Resources::default() };
        let mut parts = Parts::new(1, 3, 20_000, &resources).unwrap();
        let half = |rank: u64| vec![rank as u8 + 1; 20_000];
        for rank in [2, 0, 1] {
            let packed = parts.pack_half(&half(rank)).unwrap().unwrap();
            parts.put(rank, packed);
        }
        parts.pack(3).unwrap();
        let (room, failure) = (Room::new(0), OnceLock::new());
        let caches = Caches::new(&room, [parts.count()].into_iter());
        (0..3).for_each(|rank| assert_eq!(parts.half(rank, caches.of(0), &failure), half(rank)));
    }
}
