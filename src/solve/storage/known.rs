//! Values that are final, by ending and by material, unpacked as they are needed.

use std::sync::OnceLock;

use crate::board::{Bitboard, Board, Game};
use crate::bulk::CacheOf;
use crate::index::{Ending, KingSets, Material, Mover};
use crate::value::Outcome;

use super::coding::Far;
use super::ending_file::EndingFile;
use super::known_half::KnownHalf;
use super::layout::Layout;
use super::part_file::FileError;

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

/// In place of the number of an ending: its values are not there.
const ABSENT: u8 = u8::MAX;

/// The values of several endings of a game: what an ending's moves lead to.
#[derive(Clone)]
pub(in crate::solve) struct Known<'a, G> {
    /// By [`Material::slot`], the number of the ending in `endings`.
    slots: Box<[u8]>,
    endings: Vec<Solved<'a, G>>,
}

impl<'a, G: Game> Known<'a, G> {
    /// Holds no values yet.
    pub fn new() -> Known<'a, G> {
        Known { slots: vec![ABSENT; Material::SLOTS].into(), endings: Vec::new() }
    }

    /// Adds the values of an ending.
    pub fn add(&mut self, solved: Solved<'a, G>) {
        let ending = solved.layout.ending();
        for &mover in ending.movers() {
            self.slots[ending.material(mover).slot()] = self.endings.len() as u8;
        }
        self.endings.push(solved);
    }

    /// The values of an ending.
    ///
    /// # Panics
    /// If they are not there.
    pub(in crate::solve) fn of(&self, ending: Ending) -> &Solved<'a, G> {
        &self.endings[usize::from(self.slots[ending.material(Mover::First).slot()])]
    }

    /// The values of the half with a material and men.
    ///
    /// # Panics
    /// If the values of the material are not there.
    #[inline(always)]
    pub(in crate::solve) fn half(&self, material: Material, men: Bitboard, enemy_men: Bitboard) -> KnownHalf<'a> {
        if material.mover.pieces() == 0 {
            return KnownHalf::without_pieces::<G>();
        }
        let solved = &self.endings[usize::from(self.slots[material.slot()])];
        let (_, mover) = material.ending();
        let (chunk, half) = solved.layout.locate(mover, men, enemy_men);
        solved.known_half(chunk, half)
    }

    /// The code of the distance to win, and the class, of a board.
    ///
    /// # Panics
    /// If the values of its material are not there.
    #[cfg(test)]
    pub fn get(&self, board: &Board<G>) -> (u8, super::Class) {
        let half = self.half(Material::of(board), board.men, board.enemy_men);
        half.value_row(KingSets::number(board.enemy_kings)).get(KingSets::number(board.kings))
    }

    /// The outcome of a board in theory, also where no code holds its distance.
    ///
    /// # Panics
    /// If the values of its material are not there.
    pub(in crate::solve) fn outcome(&self, board: &Board<G>) -> Outcome {
        let material = Material::of(board);
        if material.mover.pieces() == 0 {
            return Outcome::without_move::<G>();
        }
        let solved = self.endings[usize::from(self.slots[material.slot()])];
        let layout = solved.layout;
        let (_, mover) = material.ending();
        let (chunk, half) = layout.locate(mover, board.men, board.enemy_men);
        let at = KingSets::number(board.enemy_kings) * layout.halves()[half].row_len + KingSets::number(board.kings);
        solved.far.outcome::<G>(solved.half(chunk, half)[at], layout.start(chunk, half) + at as u64)
    }
}

impl<G: Game> Default for Known<'_, G> {
    fn default() -> Self {
        Known::new()
    }
}
