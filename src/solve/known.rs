//! Values that are final already, of any material.

use crate::board::{Bitboard, Board};
use crate::index::{KingSets, Material, PIECES};
use crate::value::{Dtw, Measure, Outcome};

use super::Layout;
use super::far::Far;
use super::layout::Half;

const BASE: usize = PIECES as usize + 1;
const NONE: u8 = u8::MAX;

/// The chunks of one ending that are final, from the first on.
#[derive(Clone, Copy)]
pub struct Solved<'a> {
    /// Where values lie.
    pub layout: &'a Layout,
    /// The chunks.
    pub bytes: &'a [u8],
    /// Their distances to win that a byte does not hold.
    pub far: Far<'a>,
}

/// The values of several endings: what an ending's moves lead to.
#[derive(Clone)]
pub struct Known<'a> {
    /// By material, the place of its ending in `endings`.
    slots: Box<[u8]>,
    endings: Vec<Solved<'a>>,
}

impl<'a> Known<'a> {
    /// Nothing yet.
    pub fn new() -> Known<'a> {
        Known { slots: vec![NONE; BASE.pow(4)].into(), endings: Vec::new() }
    }

    /// Adds the values of an ending.
    pub fn add(&mut self, solved: Solved<'a>) {
        let ending = solved.layout.ending();
        for &mover in ending.movers() {
            self.slots[slot(ending.material(mover))] = self.endings.len() as u8;
        }
        self.endings.push(solved);
    }

    /// The values over all placements of kings on a board with that material and men.
    ///
    /// # Panics
    /// If the values of the material are not there.
    #[inline(always)]
    pub(super) fn fibre(&self, material: Material, men: Bitboard, enemy_men: Bitboard) -> Fibre<'a> {
        if material.mover.pieces() == 0 {
            return Fibre::LOST;
        }
        let solved = &self.endings[usize::from(self.slots[slot(material)])];
        let (_, mover) = material.ending();
        let (chunk, half) = solved.layout.locate(mover, men, enemy_men);
        Fibre::new(solved.layout, half, &solved.bytes[chunk as usize * solved.layout.chunk()..])
    }

    /// The code of the distance to win, and the class, of a board.
    ///
    /// # Panics
    /// If the values of its material are not there.
    pub fn get(&self, board: &Board) -> (u8, Class) {
        let fibre = self.fibre(Material::of(board), board.men, board.enemy_men);
        fibre.row(KingSets::number(board.enemy_kings)).get(KingSets::number(board.kings))
    }

    /// The outcome of a board without any draw rule, of whatever distance.
    ///
    /// # Panics
    /// If the values of its material are not there.
    pub(super) fn outcome(&self, board: &Board) -> Outcome {
        let material = Material::of(board);
        if material.mover.pieces() == 0 {
            return Outcome::Loss(0);
        }
        let Solved { layout, bytes, far } = self.endings[usize::from(self.slots[slot(material)])];
        let (_, mover) = material.ending();
        let (chunk, half) = layout.locate(mover, board.men, board.enemy_men);
        let at = KingSets::number(board.enemy_kings) * layout.halves()[half].width + KingSets::number(board.kings);
        let place = layout.start(chunk, half) + at as u64;
        far.outcome(bytes[place as usize], place)
    }
}

impl Default for Known<'_> {
    fn default() -> Self {
        Known::new()
    }
}

fn slot(material: Material) -> usize {
    let Material { mover, other } = material;
    [mover.men, mover.kings, other.men, other.kings].iter().fold(0, |slot, &n| slot * BASE + usize::from(n))
}

/// The result under the draw rule at clock 0, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    /// Won.
    pub won: bool,
    /// Lost.
    pub lost: bool,
}

/// The half of one chunk.
#[derive(Clone, Copy)]
pub(super) struct Fibre<'a> {
    codes: &'a [u8],
    classes: &'a [u8],
    /// The classes without any draw rule, where there are no codes.
    theory: &'a [u8],
    width: usize,
    /// From row to row, in bytes; 0 if all rows are alike.
    code_row: usize,
    class_row: usize,
}

impl<'a> Fibre<'a> {
    /// The side to move has no pieces: whatever the other has, it has lost.
    const LOST: Fibre<'static> =
        Fibre { codes: &[0], classes: &[0b10], theory: &[], width: 1, code_row: 0, class_row: 0 };

    /// A half of the chunk at the start of `bytes`.
    #[inline(always)]
    pub fn new(layout: &Layout, half: usize, bytes: &'a [u8]) -> Fibre<'a> {
        let bytes = if half == 0 { bytes } else { &bytes[layout.halves()[0].bytes()..] };
        let half: &Half = &layout.halves()[half];
        let (codes, classes) = bytes[..half.bytes()].split_at(half.codes());
        let (classes, theory) = classes.split_at(half.classes());
        Fibre { codes, classes, theory, width: half.width, code_row: half.width, class_row: half.class_row() }
    }

    /// The row of the kings, by their number, of the side that has just moved.
    #[inline(always)]
    pub fn row(&self, kings: usize) -> Row<'a> {
        let classes = kings * self.class_row;
        let (codes, theory) = if self.theory.is_empty() {
            (&self.codes[kings * self.code_row..][..self.width], self.theory)
        } else {
            (self.codes, &self.theory[classes..])
        };
        Row { codes, classes: &self.classes[classes..], theory, width: self.width }
    }
}

/// The values over all kings of the side to move.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    /// Codes of distances to win; none where there are classes without any draw rule.
    codes: &'a [u8],
    classes: &'a [u8],
    theory: &'a [u8],
    width: usize,
}

impl Row<'_> {
    /// The code and the class for the kings of that number.
    #[inline(always)]
    pub fn get(&self, kings: usize) -> (u8, Class) {
        let class = |classes: &[u8]| {
            let bit = |at: usize| classes[at / 8] >> (at % 8) & 1 != 0;
            Class { won: bit(kings), lost: bit(kings + self.width) }
        };
        let code = match self.codes.get(kings) {
            Some(&code) => code,
            None => code_of(class(self.theory)),
        };
        (code, class(self.classes))
    }

    /// The codes that `W` words of a mask from word `word` on stand for.
    #[inline(always)]
    pub fn codes_from<const W: usize>(&self, word: usize) -> Option<&[u8]> {
        if self.codes.is_empty() {
            return None;
        }
        Some(if W == 1 { self.codes } else { &self.codes[64 * word..][..64 * W] })
    }

    /// `W` words of the masks of the won and of the lost under the draw rule, from word `word` on.
    #[inline(always)]
    pub fn classes<const W: usize>(&self, word: usize) -> [[u64; W]; 2] {
        masks(self.classes, self.width, word)
    }

    /// The same without any draw rule, where there are no codes.
    #[inline(always)]
    pub fn theory<const W: usize>(&self, word: usize) -> [[u64; W]; 2] {
        masks(self.theory, self.width, word)
    }
}

#[inline(always)]
fn masks<const W: usize>(classes: &[u8], width: usize, word: usize) -> [[u64; W]; 2] {
    if W == 1 {
        let both = u64::from_le_bytes(*classes.first_chunk().expect("32 sets, two masks"));
        return [[both & 0xFFFF_FFFF; W], [both >> 32; W]];
    }
    [0, width / 8].map(|start| {
        let bytes = &classes[start + 8 * word..][..8 * W];
        std::array::from_fn(|i| u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("a whole word")))
    })
}

/// The code of a result without distance: the shortest there is.
#[inline(always)]
pub(super) fn code_of(theory: Class) -> u8 {
    match theory {
        Class { lost: true, .. } => Dtw::loss(0),
        Class { won: true, .. } => Dtw::win(1),
        _ => Dtw::DRAW,
    }
}
