//! Finding halves.

use crate::board::{Bitboard, Game};
use crate::bulk::Caches;
use crate::index::{Material, Side};

use super::value_half::ValueHalf;
use super::values::Values;

/// Finds halves, quickly where they were found before.
pub(super) struct Finder<'v, G> {
    values: &'v Values<G>,
    caches: &'v Caches<'v>,
    recent: Vec<Recent<'v>>,
}

/// A half that was found.
#[derive(Clone, Copy)]
struct Recent<'v> {
    key: (Bitboard, Bitboard, u32, u32),
    half: ValueHalf<'v>,
}

const RECENT: usize = 64;

impl<'v, G: Game> Finder<'v, G> {
    pub fn new(values: &'v Values<G>, caches: &'v Caches<'v>) -> Finder<'v, G> {
        Finder { values, caches, recent: vec![Recent { key: (!0, !0, 0, 0), half: ValueHalf::NONE }; RECENT] }
    }

    /// The values of a side to move that has pieces, by the men and the numbers of kings, its own first.
    #[inline(always)]
    pub fn half(&mut self, men: Bitboard, enemy_men: Bitboard, kings: u32, enemy_kings: u32) -> ValueHalf<'v> {
        let mixed = men.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ enemy_men.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        let number = (mixed >> 58) as u32 ^ kings << 1 ^ enemy_kings << 3;
        let recent = &mut self.recent[number as usize % RECENT];
        let key = (men, enemy_men, kings, enemy_kings);
        if recent.key != key {
            *recent = Recent { key, half: find(self.values, self.caches, key) };
        }
        recent.half
    }
}

#[inline(never)]
fn find<'v, G: Game>(
    values: &'v Values<G>,
    caches: &'v Caches<'v>,
    key: (Bitboard, Bitboard, u32, u32),
) -> ValueHalf<'v> {
    let (men, enemy_men, kings, enemy_kings) = key;
    let side = |men: Bitboard, kings: u32| Side { men: men.count_ones() as u8, kings: kings as u8 };
    values.half(caches, Material { mover: side(men, kings), other: side(enemy_men, enemy_kings) }, men, enemy_men)
}
