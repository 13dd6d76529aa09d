//! One side to move, with the men fixed: a board for each set of both sides' kings.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game, bits};
use crate::index::{KingSets, PIECES};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step};

/// All boards with the same men and one side to move, as the enemy sees them: so the mover's men go down.
pub(super) struct Half<'k> {
    pub men: Bitboard,
    pub enemy_men: Bitboard,
    /// The sets of the mover's kings, and those of one king less.
    pub kings: &'k KingSets,
    pub others: &'k KingSets,
    /// The sets of the enemy's kings.
    pub enemy: &'k KingSets,
}

/// A quiet move of a man to a square where no man stands.
#[derive(Clone, Copy)]
pub(super) struct Advance {
    pub to: u32,
    /// The men after it.
    pub men: Bitboard,
    /// Whether the man is crowned.
    pub crowned: bool,
}

/// A capture of a first piece by a man, as far as men decide it.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub from: u32,
    pub over: u32,
    pub to: u32,
}

impl Half<'_> {
    /// The men of both sides.
    pub fn all_men(&self) -> Bitboard {
        self.men | self.enemy_men
    }

    /// The quiet moves of the men.
    #[inline(always)]
    pub fn advances<G: Game>(&self) -> ArrayVec<Advance, { 2 * PIECES as usize }> {
        let mut advances = ArrayVec::new();
        for from in bits(self.men) {
            for direction in [SOUTH_EAST, SOUTH_WEST] {
                let Some(to) = step::<G>(direction, from).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                let crowned = G::FIRST_RANK >> to & 1 != 0;
                let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
                advances.push(Advance { to, men, crowned });
            }
        }
        advances
    }

    /// The captures by men, each man's together.
    #[inline(always)]
    pub fn jumps<G: Game>(&self) -> ArrayVec<Jump, { 4 * PIECES as usize }> {
        let mut jumps = ArrayVec::new();
        for from in bits(self.men) {
            for direction in 0..4 {
                let Some(over) = step::<G>(direction, from).filter(|over| self.men >> over & 1 == 0) else { continue };
                let Some(to) = step::<G>(direction, over).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                if self.enemy_men >> over & 1 != 0 || self.enemy.count() > 0 {
                    jumps.push(Jump { from, over, to });
                }
            }
        }
        jumps
    }
}
