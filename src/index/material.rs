//! The pieces of one side, and of both.

use std::fmt;

use crate::board::{Board, Game};

use super::binomial;

/// The most pieces of an [`Index`](super::Index).
pub const PIECES: u8 = 8;

/// The pieces of one side. Ordered by strength: more pieces, then more kings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Side {
    /// The number of its men.
    pub men: u8,
    /// The number of its kings.
    pub kings: u8,
}

impl Side {
    /// Men and kings together.
    pub const fn pieces(self) -> u8 {
        self.men + self.kings
    }
}

impl Ord for Side {
    fn cmp(&self, other: &Side) -> std::cmp::Ordering {
        (self.pieces(), self.kings).cmp(&(other.pieces(), other.kings))
    }
}

impl PartialOrd for Side {
    fn partial_cmp(&self, other: &Side) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "K".repeat(self.kings.into()), "M".repeat(self.men.into()))
    }
}

/// The pieces on the board, from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    /// The pieces of the side to move.
    pub mover: Side,
    /// The pieces of the other side.
    pub other: Side,
}

impl Material {
    /// The material on a board.
    #[inline(always)]
    pub const fn of<G: Game>(board: &Board<G>) -> Material {
        let (men, kings) = (board.men.count_ones() as u8, board.kings.count_ones() as u8);
        let (enemy_men, enemy_kings) = (board.enemy_men.count_ones() as u8, board.enemy_kings.count_ones() as u8);
        Material { mover: Side { men, kings }, other: Side { men: enemy_men, kings: enemy_kings } }
    }

    /// The number of [`Material::slot`]s.
    pub(crate) const SLOTS: usize = (PIECES as usize + 1).pow(4);

    /// A unique number below [`Material::SLOTS`], for lookups; for at most [`PIECES`] pieces of each kind.
    #[inline(always)]
    pub(crate) fn slot(self) -> usize {
        const RADIX: usize = PIECES as usize + 1;
        let Material { mover, other } = self;
        [mover.kings, mover.men, other.kings, other.men].iter().fold(0, |slot, &n| slot * RADIX + usize::from(n))
    }

    /// All pieces.
    pub const fn pieces(self) -> u8 {
        self.mover.pieces() + self.other.pieces()
    }

    /// All men.
    pub const fn men(self) -> u8 {
        self.mover.men + self.other.men
    }

    /// The number of boards; at most [`u64::MAX`], which very many kings on ten files exceed.
    ///
    /// # Panics
    /// If no position has them: more men or kings of a side than [`Game::PIECES_A_SIDE`], or too many for the board.
    pub fn entries<G: Game>(self) -> u64 {
        let Material { mover, other } = self;
        let [men, enemy_men, kings, enemy_kings] = [mover.men, other.men, mover.kings, other.kings].map(u32::from);
        // By how many of the mover's men are on their first rank, where the enemy's men cannot be.
        let placements = (0..=men.min(G::PER_RANK)).map(|behind| {
            let ahead = men - behind;
            let others = G::SQUARES - G::PER_RANK - ahead;
            let both_can = G::SQUARES - 2 * G::PER_RANK;
            (binomial(G::PER_RANK, behind) * binomial(both_can, ahead)).saturating_mul(binomial(others, enemy_men))
        });
        let free = G::SQUARES - men - enemy_men;
        let kings = [binomial(free, enemy_kings), binomial(free - enemy_kings, kings)];
        kings.into_iter().fold(placements.fold(0, u64::saturating_add), u64::saturating_mul)
    }

    /// The number of entries of a row: they differ only in the mover's kings.
    pub fn row_size<G: Game>(self) -> u64 {
        binomial(G::SQUARES - u32::from(self.men() + self.other.kings), self.mover.kings.into())
    }
}
