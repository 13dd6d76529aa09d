//! One side to move in a fibre, and the fibres that its zeroing moves lead to.

use crate::board::{Bitboard, Board};
use crate::index::{KingSets, Material, Side};
use crate::rules::step;
use crate::value::Outcome;

use super::known::Fibre;
use super::{Known, far};

/// The rank on which the mover's men are crowned, as the enemy sees it.
pub(super) const CROWN: Bitboard = 0xF;

/// The directions in which the mover's men advance, as the enemy sees them.
const AHEAD: [usize; 2] = [2, 3];

/// All boards of a fibre with one side to move, *as the enemy sees them*: so do the values of what moves lead to.
pub(super) struct Half<'a> {
    /// The mover's men.
    pub men: Bitboard,
    /// The enemy's men.
    pub enemy_men: Bitboard,
    /// The sets of the mover's kings.
    pub kings: &'a KingSets,
    /// The sets of the enemy's kings.
    pub enemy: &'a KingSets,
    known: &'a Known<'a>,
}

/// A quiet move of a man.
pub(super) struct Step<'a> {
    pub to: u32,
    pub crowned: bool,
    pub fibre: Fibre<'a>,
}

/// A capture of one piece by a man, where no other man stands in the way.
pub(super) struct Jump<'a> {
    pub from: u32,
    pub over: u32,
    pub to: u32,
    pub crowned: bool,
    /// Whether the captured piece is a man; else it may be a king.
    pub takes_man: bool,
    /// Where it leads if it ends there.
    pub fibre: Fibre<'a>,
}

impl<'a> Half<'a> {
    pub fn new(
        men: Bitboard,
        enemy_men: Bitboard,
        kings: &'a KingSets,
        enemy: &'a KingSets,
        known: &'a Known<'a>,
    ) -> Half<'a> {
        Half { men, enemy_men, kings, enemy, known }
    }

    /// The board with these kings, as its mover sees it.
    pub fn board(&self, kings: Bitboard, enemy_kings: Bitboard) -> Board {
        Board { men: self.enemy_men, kings: enemy_kings, enemy_men: self.men, enemy_kings: kings }.flip()
    }

    /// The outcome of a board that its zeroing moves lead to, of whatever distance.
    pub fn outcome(&self, board: &Board) -> Outcome {
        self.known.outcome(board)
    }

    /// What the zeroing moves of a board come to, of whatever distance.
    pub fn far_exit(&self, kings: Bitboard, enemy_kings: Bitboard) -> Outcome {
        let board = self.board(kings, enemy_kings);
        far::best(&board, |mv, child| mv.is_zeroing().then(|| self.known.outcome(child)))
    }

    /// The men of both sides.
    pub fn all_men(&self) -> Bitboard {
        self.men | self.enemy_men
    }

    /// The fibre with other men, and with other numbers of kings.
    #[inline(always)]
    pub fn fibre(&self, men: Bitboard, enemy_men: Bitboard, kings: u32, enemy_kings: u32) -> Fibre<'a> {
        let side = |men: Bitboard, kings| Side { men: men.count_ones() as u8, kings: kings as u8 };
        let material = Material { mover: side(enemy_men, enemy_kings), other: side(men, kings) };
        self.known.fibre(material, enemy_men, men)
    }

    /// The fibre after the capture of a man by a king.
    pub fn king_takes_man(&self, over: u32) -> Fibre<'a> {
        self.fibre(self.men, self.enemy_men & !(1 << over), self.kings.count(), self.enemy.count())
    }

    /// The fibre after the capture of a king by a king.
    pub fn king_takes_king(&self) -> Fibre<'a> {
        self.fibre(self.men, self.enemy_men, self.kings.count(), self.enemy.count() - 1)
    }

    /// The quiet moves of men over squares without men.
    #[inline(always)]
    pub fn steps(&self, mut found: impl FnMut(Step<'a>)) {
        for from in bits(self.men) {
            for to in AHEAD.into_iter().filter_map(|direction| step(direction, from)) {
                if self.all_men() >> to & 1 == 0 {
                    let crowned = CROWN >> to & 1 != 0;
                    let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
                    let kings = self.kings.count() + u32::from(crowned);
                    found(Step { to, crowned, fibre: self.fibre(men, self.enemy_men, kings, self.enemy.count()) });
                }
            }
        }
    }

    /// The captures of one piece by men, over and to squares where no man stands in the way.
    #[inline(always)]
    pub fn jumps(&self, mut found: impl FnMut(Jump<'a>)) {
        for from in bits(self.men) {
            for direction in 0..4 {
                let Some(over) = step(direction, from).filter(|over| self.men >> over & 1 == 0) else { continue };
                let Some(to) = step(direction, over).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                let takes_man = self.enemy_men >> over & 1 != 0;
                if !takes_man && self.enemy.count() == 0 {
                    continue;
                }
                let crowned = CROWN >> to & 1 != 0;
                let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
                let enemy_men = self.enemy_men & !(1 << over);
                let kings = self.kings.count() + u32::from(crowned);
                let enemy_kings = self.enemy.count() - u32::from(!takes_man);
                let fibre = self.fibre(men, enemy_men, kings, enemy_kings);
                found(Jump { from, over, to, crowned, takes_man, fibre });
            }
        }
    }
}

/// The squares of a set.
#[inline(always)]
pub(super) fn bits(mut set: Bitboard) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < 32).then_some(first)
    })
}
