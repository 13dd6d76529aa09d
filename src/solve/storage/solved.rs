//! The final values of one ending, unpacked as they are needed.

use std::sync::OnceLock;

use crate::board::Game;
use crate::index::Ending;

use super::ending_file::EndingFile;
use super::far::Far;
use super::file_error::FileError;
use super::known_half::KnownHalf;
use super::layout::Layout;
use crate::bulk::CacheOf;

/// The first error of reading values, and the ending. It is noted here, and zeros are read instead: those who need values ask
/// for it before they keep what they made of them.
pub(in crate::solve) type Failure = OnceLock<(Ending, FileError)>;

/// The final values of one ending: those of its finished phases.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Solved<'a, G> {
    pub layout: &'a Layout<G>,
    pub far: Far<'a>,
    cache: CacheOf<'a>,
    file: &'a EndingFile<G>,
    failure: &'a Failure,
}

impl<'a, G: Game> Solved<'a, G> {
    pub fn new(file: &'a EndingFile<G>, cache: CacheOf<'a>, failure: &'a Failure) -> Solved<'a, G> {
        Solved { layout: file.layout(), far: Far::new(file.far()), cache, file, failure }
    }

    /// The bytes of one half of a chunk.
    #[inline(always)]
    pub fn half(&self, chunk: u64, half: usize) -> &'a [u8] {
        let (part, number) = self.layout.part(chunk);
        let length = self.layout.halves()[half].bytes();
        &self.part(half, part)[number * length..][..length]
    }

    /// The bytes of a part of one half.
    #[inline(always)]
    pub fn part(&self, half: usize, part: usize) -> &'a [u8] {
        self.cache.get(half, part, || self.unpack(half, part))
    }

    /// The values of one half of a chunk.
    #[inline(always)]
    pub fn known_half(&self, chunk: u64, half: usize) -> KnownHalf<'a> {
        KnownHalf::new(&self.layout.halves()[half], self.half(chunk, half))
    }

    fn unpack(&self, half: usize, part: usize) -> Box<[u8]> {
        self.file.read(half, part).unwrap_or_else(|error| {
            let _ = self.failure.set((self.layout.ending(), error));
            vec![0; self.layout.chunks_in(part) * self.layout.halves()[half].bytes()].into()
        })
    }
}

/// The codes of distances to a zeroing move of an ending whose tables are to be written, unpacked as they are needed.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Zeroing<'a, G> {
    cache: CacheOf<'a>,
    file: &'a EndingFile<G>,
    failure: &'a Failure,
}

impl<'a, G: Game> Zeroing<'a, G> {
    pub fn new(file: &'a EndingFile<G>, cache: CacheOf<'a>, failure: &'a Failure) -> Zeroing<'a, G> {
        Zeroing { cache, file, failure }
    }

    /// The codes of one half of a chunk.
    #[inline(always)]
    pub fn half(&self, chunk: u64, half: usize) -> &'a [u8] {
        let layout = self.file.layout();
        let (part, number) = layout.part(chunk);
        let bytes = self.cache.get(half, part, || self.unpack(half, part));
        let length = layout.halves()[half].boards();
        &bytes[number * length..][..length]
    }

    fn unpack(&self, half: usize, part: usize) -> Box<[u8]> {
        let layout = self.file.layout();
        self.file.read_zeroing(half, part).unwrap_or_else(|error| {
            let _ = self.failure.set((layout.ending(), error));
            vec![0; layout.chunks_in(part) * layout.halves()[half].boards()].into()
        })
    }
}
