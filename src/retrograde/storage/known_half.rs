//! The values of one half of a chunk, and of one value row.

use crate::board::Game;
use crate::index::WORD;
use crate::value::{Dtw, Measure};

use super::layout::HalfLayout;

/// The result under the draw rule at clock 0, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Class {
    pub won: bool,
    pub lost: bool,
}

impl Class {
    /// The class of the two lowest bits of a byte.
    #[inline(always)]
    const fn of(byte: u8) -> Class {
        Class { won: byte & 0b01 != 0, lost: byte & 0b10 != 0 }
    }
}

#[derive(Clone, Copy)]
pub(in crate::retrograde) struct KnownHalf<'a> {
    codes: &'a [u8],
    classes: &'a [u8],
    /// The classes in theory, where there are no codes.
    theory: &'a [u8],
    row_len: usize,
    /// The bytes from one value row to the next; 0 if all are alike.
    code_stride: usize,
    class_stride: usize,
}

impl<'a> KnownHalf<'a> {
    /// The game is over: the side to move has no pieces.
    #[inline(always)]
    pub fn without_pieces<G: Game>() -> KnownHalf<'static> {
        const LOST: (&[u8], &[u8]) = (&[0], &[0b10]);
        const WON: (&[u8], &[u8]) = (&[u8::MAX], &[0b01]);
        let (codes, classes) = if G::NO_MOVE_WINS { WON } else { LOST };
        KnownHalf { codes, classes, theory: &[], row_len: 1, code_stride: 0, class_stride: 0 }
    }

    #[inline(always)]
    pub fn new(half: &HalfLayout, bytes: &'a [u8]) -> KnownHalf<'a> {
        let (codes, classes) = bytes.split_at(half.codes());
        let (classes, theory) = classes.split_at(half.classes());
        let (row_len, class_stride) = (half.row_len, half.row_classes());
        KnownHalf { codes, classes, theory, row_len, code_stride: row_len, class_stride }
    }

    /// The value row of a set of kings of the side that has just moved, by its number.
    #[inline(always)]
    pub fn value_row(&self, kings: usize) -> ValueRow<'a> {
        let classes = kings * self.class_stride;
        let (codes, theory) = if self.theory.is_empty() {
            (&self.codes[kings * self.code_stride..][..self.row_len], self.theory)
        } else {
            (self.codes, &self.theory[classes..])
        };
        ValueRow { codes, classes: &self.classes[classes..], theory, row_len: self.row_len }
    }

    /// The two bytes of a value row of one value: a code and a class; or two classes, the second in theory.
    #[inline(always)]
    pub fn single_at(&self, row: usize) -> (&'a u8, &'a u8) {
        let KnownHalf { codes, classes, theory, .. } = self;
        if theory.is_empty() { (&codes[row], &classes[row]) } else { (&classes[row], &theory[row]) }
    }

    /// The codes and classes of the 64 value rows of a word, of one value each. Missing rows are draws.
    #[inline(always)]
    pub fn single_rows(&self, word: usize) -> ([u8; WORD], [Class; WORD]) {
        let (mut codes, mut classes) = ([Dtw::DRAW; WORD], [Class { won: false, lost: false }; WORD]);
        if self.code_stride != 1 || self.codes.is_empty() {
            for bit in 0..WORD {
                let row = word * WORD + bit;
                if row * self.class_stride < self.classes.len() {
                    (codes[bit], classes[bit]) = self.value_row(row).get(0);
                }
            }
            return (codes, classes);
        }
        let rows = WORD * word..self.classes.len().min(WORD * (word + 1));
        codes[..rows.len()].copy_from_slice(&self.codes[rows.clone()]);
        for (class, &byte) in classes.iter_mut().zip(&self.classes[rows]) {
            *class = Class::of(byte);
        }
        (codes, classes)
    }

    /// The values of a word: codes, and the masks of those that are won and lost under the draw rule. It is a word of a value
    /// row; or of 64 value rows from the first on, if these have one value each. Missing values are draws.
    #[inline(always)]
    pub fn word(&self, row: usize, word: usize) -> ([u8; WORD], [u64; 2]) {
        if self.row_len == 1 {
            let (codes, values) = self.single_rows(word);
            let mut classes = [0; 2];
            for (bit, class) in values.iter().enumerate() {
                classes[0] |= u64::from(class.won) << bit;
                classes[1] |= u64::from(class.lost) << bit;
            }
            return (codes, classes);
        }
        let mut codes = [Dtw::DRAW; WORD];
        let row = self.value_row(row);
        if row.codes.is_empty() {
            let [won, lost] = row.theory::<1>(word).map(|[mask]| mask);
            for (bit, code) in codes.iter_mut().enumerate() {
                *code = code_of(Class { won: won >> bit & 1 != 0, lost: lost >> bit & 1 != 0 });
            }
        } else {
            codes = word_of(&row.codes[WORD * word..]);
        }
        (codes, row.classes::<1>(word).map(|[mask]| mask))
    }
}

/// The first word of codes of a row; missing codes are draws.
#[inline(always)]
pub(in crate::retrograde) fn word_of(row: &[u8]) -> [u8; WORD] {
    if let Some(whole) = row.first_chunk() {
        return *whole;
    }
    let mut word = [Dtw::DRAW; WORD];
    if let Ok(half) = <&[u8; WORD / 2]>::try_from(row) {
        // One king's sets on eight files: a copy of known length needs no call.
        word[..WORD / 2].copy_from_slice(half);
    } else {
        word[..row.len()].copy_from_slice(row);
    }
    word
}

/// A value by its two bytes, those of [`KnownHalf::single_at`].
#[inline(always)]
pub(in crate::retrograde) fn single([first, second]: [u8; 2], with_dtw: bool) -> (u8, Class) {
    let [one, other] = [first, second].map(Class::of);
    if with_dtw { (first, other) } else { (code_of(other), one) }
}

/// A value row: the value for each set of kings of the side to move.
#[derive(Clone, Copy)]
pub(in crate::retrograde) struct ValueRow<'a> {
    /// Codes of distances to win; empty where there are classes in theory.
    codes: &'a [u8],
    classes: &'a [u8],
    theory: &'a [u8],
    row_len: usize,
}

impl ValueRow<'_> {
    #[inline(always)]
    pub fn get(&self, kings: usize) -> (u8, Class) {
        let class = |classes: &[u8]| {
            let bit = |at: usize| classes[at / 8] >> (at % 8) & 1 != 0;
            Class { won: bit(kings), lost: bit(kings + self.row_len) }
        };
        let code = match self.codes.get(kings) {
            Some(&code) => code,
            None => code_of(class(self.theory)),
        };
        (code, class(self.classes))
    }

    /// The codes of `W` words from `word` on; `None` if there are no codes.
    #[inline(always)]
    pub fn codes_from<const W: usize>(&self, word: usize) -> Option<&[u8]> {
        if self.codes.is_empty() {
            return None;
        }
        Some(if W == 1 { self.codes } else { &self.codes[WORD * word..][..WORD * W] })
    }

    /// The masks of the boards won and lost under the draw rule: `W` words of each, from `word` on.
    #[inline(always)]
    pub fn classes<const W: usize>(&self, word: usize) -> [[u64; W]; 2] {
        masks(self.classes, self.row_len, word)
    }

    /// The same in theory, where there are no codes.
    #[inline(always)]
    pub fn theory<const W: usize>(&self, word: usize) -> [[u64; W]; 2] {
        masks(self.theory, self.row_len, word)
    }
}

#[inline(always)]
fn masks<const W: usize>(classes: &[u8], row_len: usize, word: usize) -> [[u64; W]; 2] {
    if W == 1 && row_len == WORD / 2 {
        let both = u64::from_le_bytes(*classes.first_chunk().expect("32 sets, two masks"));
        return [[both & 0xFFFF_FFFF; W], [both >> 32; W]];
    }
    [0, row_len / 8].map(|start| {
        let bytes = &classes[start + 8 * word..][..8 * W];
        std::array::from_fn(|i| u64::from_le_bytes(*bytes[8 * i..].first_chunk().expect("a whole word")))
    })
}

/// The code of a result without a distance: that of the shortest one.
#[inline(always)]
pub(in crate::retrograde) fn code_of(theory: Class) -> u8 {
    match theory {
        Class { lost: true, .. } => Dtw::loss(0),
        Class { won: true, .. } => Dtw::win(1),
        _ => Dtw::DRAW,
    }
}
