//! Final values, by ending and by material, unpacked as needed.

use std::sync::OnceLock;

use crate::board::{Bitboard, Board, Game};
use crate::bulk::CacheOf;
use crate::index::{Ending, KingSets, Material, Mover};
use crate::value::Outcome;

use super::coding::outcome_at;
use super::ending_file::EndingFile;
use super::known_half::KnownHalf;
use super::layout::Kind;
use super::part_file::FileError;

/// The first error of reading values, and its ending. Zeros are read instead, so a caller checks it before keeping results.
pub(in crate::retrograde) type Failure = OnceLock<(Ending, FileError)>;

/// The values of one ending's finished phases, unpacked as needed; or, if `ZEROING`, its codes of distances to a zeroing move.
#[derive(Clone, Copy)]
pub(in crate::retrograde) struct Solved<'a, G, const ZEROING: bool = false> {
    pub file: &'a EndingFile<G>,
    cache: CacheOf<'a>,
    failure: &'a Failure,
}

impl<'a, G: Game, const ZEROING: bool> Solved<'a, G, ZEROING> {
    const KIND: Kind = if ZEROING { Kind::Zeroing } else { Kind::Values };

    pub fn new(file: &'a EndingFile<G>, cache: CacheOf<'a>, failure: &'a Failure) -> Self {
        Solved { file, cache, failure }
    }

    #[inline(always)]
    pub fn half(&self, chunk: u64, half: usize) -> &'a [u8] {
        let (part, number) = self.file.layout.part(chunk);
        let length = self.file.layout.halves[half].length(Self::KIND);
        &self.part(half, part)[number * length..][..length]
    }

    #[inline(always)]
    pub fn part(&self, half: usize, part: usize) -> &'a [u8] {
        self.cache.get(half, part, || self.unpack(half, part))
    }

    fn unpack(&self, half: usize, part: usize) -> Box<[u8]> {
        self.file.read(Self::KIND, half, part).unwrap_or_else(|error| {
            let layout = &self.file.layout;
            let _ = self.failure.set((layout.ending, error));
            vec![0; layout.chunks_in(part) * layout.halves[half].length(Self::KIND)].into()
        })
    }
}

impl<'a, G: Game> Solved<'a, G> {
    #[inline(always)]
    pub fn known_half(&self, chunk: u64, half: usize) -> KnownHalf<'a> {
        KnownHalf::new(&self.file.layout.halves[half], self.half(chunk, half))
    }
}

/// The codes of distances to a zeroing move of an ending whose tables are to be written.
pub(in crate::retrograde) type Zeroing<'a, G> = Solved<'a, G, true>;

/// In place of the number of an ending whose values are absent.
const ABSENT: u8 = u8::MAX;

/// The values of the endings that an ending's moves lead to.
#[derive(Clone)]
pub(in crate::retrograde) struct Known<'a, G> {
    /// By [`Material::slot`], the number of the ending in `endings`.
    slots: Box<[u8]>,
    endings: Vec<Solved<'a, G>>,
}

impl<'a, G: Game> Known<'a, G> {
    pub fn new() -> Known<'a, G> {
        Known { slots: vec![ABSENT; Material::SLOTS].into(), endings: Vec::new() }
    }

    pub fn add(&mut self, solved: Solved<'a, G>) {
        let ending = solved.file.layout.ending;
        for &mover in ending.movers() {
            self.slots[ending.material(mover).slot()] = self.endings.len() as u8;
        }
        self.endings.push(solved);
    }

    pub fn of(&self, ending: Ending) -> &Solved<'a, G> {
        &self.endings[usize::from(self.slots[ending.material(Mover::First).slot()])]
    }

    /// The values of the half with this material and these men.
    #[inline(always)]
    pub fn half(&self, material: Material, men: Bitboard, enemy_men: Bitboard) -> KnownHalf<'a> {
        if material.mover.pieces() == 0 {
            return KnownHalf::without_pieces::<G>();
        }
        let (solved, chunk, half) = self.locate(material, men, enemy_men);
        solved.known_half(chunk, half)
    }

    #[inline(always)]
    fn locate(&self, material: Material, men: Bitboard, enemy_men: Bitboard) -> (&Solved<'a, G>, u64, usize) {
        let solved = &self.endings[usize::from(self.slots[material.slot()])];
        let (chunk, half) = solved.file.layout.locate(material.ending().1, men, enemy_men);
        (solved, chunk, half)
    }

    /// The code of the distance to win, and the class, of a board.
    #[cfg(test)]
    pub fn get(&self, board: &Board<G>) -> (u8, super::Class) {
        let half = self.half(Material::of(board), board.men, board.enemy_men);
        half.value_row(KingSets::number(board.enemy_kings)).get(KingSets::number(board.kings))
    }

    /// The outcome of a board in theory, even where no code holds its distance.
    pub fn outcome(&self, board: &Board<G>) -> Outcome {
        let material = Material::of(board);
        if material.mover.pieces() == 0 {
            return Outcome::without_move::<G>();
        }
        let (solved, chunk, half) = self.locate(material, board.men, board.enemy_men);
        let layout = &solved.file.layout;
        let at = KingSets::number(board.enemy_kings) * layout.halves[half].row_len + KingSets::number(board.kings);
        let start = layout.start(Kind::Values, chunk, half);
        outcome_at::<G>(&solved.file.far, solved.half(chunk, half)[at], start + at as u64)
    }
}
