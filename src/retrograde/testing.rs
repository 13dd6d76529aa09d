//! For unit tests: random values of endings.

use tempfile::TempDir;

use crate::board::Game;
use crate::bulk::{Caches, Room};
use crate::index::Ending;
use crate::value::{Dtw, Measure};

use super::storage::coding::Coding;
use super::storage::ending_file::{EndingFile, WrittenPart};
use super::storage::known::{Failure, Known, Solved};
use super::storage::layout::Kind;

pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    /// The code of a distance to win of at most 41 plies, in any game.
    pub fn code(&mut self) -> u8 {
        match self.below(42) as u8 {
            0 => Dtw::DRAW,
            code @ 1..21 => code - 1,
            code => !(code - 21),
        }
    }
}

pub(super) struct RandomValues<G> {
    files: Vec<EndingFile<G>>,
    /// The chunks of the ending itself.
    pub chunks: Vec<u8>,
    caches: Caches<'static>,
    failure: Failure,
    _directory: TempDir,
}

pub(super) static ROOM: Room = Room::new(u64::MAX);

impl<G: Game> RandomValues<G> {
    pub fn new(ending: Ending, with_dtw: bool) -> RandomValues<G> {
        let (mut random, directory) = (Random(7), tempfile::tempdir().unwrap());
        let codes: Vec<u8> = (0..1 << 16).map(|_| random.code()).collect();
        let classes: Vec<u8> = (0..1 << 16).map(|_| random.below(256) as u8).collect();
        let (mut files, mut chunks) = (Vec::new(), Vec::new());
        for ending in ending.successors().into_iter().chain([ending]) {
            let coding = Coding { draw_plies: 30, byte_plies: 251, with_dtw };
            let path = directory.path().join(format!("{ending}.values"));
            let mut file = EndingFile::<G>::create(&path, ending, coding).unwrap();
            let layout = &file.layout;
            chunks.clear();
            let mut add = |pattern: &[u8], mut length: usize| {
                while length > 0 {
                    let start = random.below(pattern.len());
                    let some = length.min(pattern.len() - start);
                    chunks.extend_from_slice(&pattern[start..start + some]);
                    length -= some;
                }
            };
            for _ in 0..layout.men.size() {
                for half in layout.halves {
                    add(&codes, half.codes());
                    add(&classes, half.bytes() - half.codes());
                }
            }
            let dtz = vec![0; layout.men.size() as usize * layout.chunk(Kind::Zeroing)];
            write(&mut file, &chunks, &dtz);
            files.push(file);
        }
        let caches = Caches::new(&ROOM, files.iter().map(|file| file.layout.parts()));
        RandomValues { files, chunks, caches, failure: Failure::new(), _directory: directory }
    }

    /// The values of the ending itself, without distances to a zeroing move.
    pub fn file(&self) -> &EndingFile<G> {
        self.files.last().unwrap()
    }

    pub fn known(&self) -> Known<'_, G> {
        let mut known = Known::new();
        for (number, file) in self.files.iter().enumerate() {
            known.add(Solved::new(file, self.caches.of(number), &self.failure));
        }
        known
    }
}

/// Writes all chunks of an ending, and their codes of distances to a zeroing move, to its new files.
pub(super) fn write<G: Game>(file: &mut EndingFile<G>, chunks: &[u8], dtz: &[u8]) {
    let layout = file.layout.clone();
    let part = |part: usize| {
        let first = part * layout.part_chunks();
        let all = first as u64..(first + layout.chunks_in(part)) as u64;
        let write = |(kind, from): (Kind, &[u8])| {
            [0, 1].map(|half| {
                let length = layout.halves[half].length(kind);
                let bytes = all.clone().flat_map(|it| &from[layout.start(kind, it, half) as usize..][..length]);
                file.append(kind, half, &bytes.copied().collect::<Vec<u8>>()).unwrap()
            })
        };
        (part, [(Kind::Values, chunks), (Kind::Zeroing, dtz)].map(write))
    };
    let written: Vec<WrittenPart> = (0..layout.parts()).map(part).collect();
    for phase in layout.men.phases() {
        file.finish(&phase, written[layout.parts_of(&phase)].to_vec(), Vec::new()).unwrap();
    }
}
