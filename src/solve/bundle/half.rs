//! A half: one side to move in a fibre, and the values that its zeroing moves lead to.

use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Game};
use crate::index::{KingSets, Material, Side};
use crate::solve::storage::KnownHalf;
use crate::solve::storage::coding::best_outcome;
use crate::solve::storage::known::Known;
use crate::value::Outcome;

/// All boards of a fibre with one side to move. Squares are numbered *as the enemy sees them*: the enemy moves next, so
/// the values that moves lead to are numbered this way.
pub(in crate::solve) struct Half<'a, G> {
    /// The mover's men.
    pub men: Bitboard,
    /// The enemy's men.
    pub enemy_men: Bitboard,
    /// The sets of the mover's kings.
    pub kings: &'a KingSets,
    /// The sets of the enemy's kings.
    pub enemy: &'a KingSets,
    known: &'a Known<'a, G>,
}

impl<'a, G: Game> Half<'a, G> {
    pub fn new(
        men: Bitboard,
        enemy_men: Bitboard,
        kings: &'a KingSets,
        enemy: &'a KingSets,
        known: &'a Known<'a, G>,
    ) -> Half<'a, G> {
        Half { men, enemy_men, kings, enemy, known }
    }

    /// The board with these kings, as the mover sees it.
    pub fn board(&self, kings: Bitboard, enemy_kings: Bitboard) -> Board<G> {
        let (men, enemy_men) = (self.enemy_men, self.men);
        Board { men, kings: enemy_kings, enemy_men, enemy_kings: kings, game: PhantomData }.flip()
    }

    /// The outcome of a board that a zeroing move leads to, also where no code holds its distance.
    pub fn outcome(&self, board: &Board<G>) -> Outcome {
        self.known.outcome(board)
    }

    /// The code and the class of a board that a zeroing move leads to.
    #[cfg(test)]
    pub fn value(&self, board: &Board<G>) -> (u8, crate::solve::storage::Class) {
        self.known.get(board)
    }

    /// What the zeroing moves of a board come to, also where no code holds the distance.
    pub fn far_exit(&self, kings: Bitboard, enemy_kings: Bitboard) -> Outcome {
        let board = self.board(kings, enemy_kings);
        best_outcome::<G>(&board, |mv, child| mv.is_zeroing().then(|| self.known.outcome(child)))
    }

    /// The men of both sides.
    pub fn all_men(&self) -> Bitboard {
        self.men | self.enemy_men
    }

    /// The values after a move, by the men and the numbers of kings that it leaves.
    #[inline(always)]
    pub fn after(&self, men: Bitboard, enemy_men: Bitboard, kings: u32, enemy_kings: u32) -> KnownHalf<'a> {
        let side = |men: Bitboard, kings| Side { men: men.count_ones() as u8, kings: kings as u8 };
        let material = Material { mover: side(enemy_men, enemy_kings), other: side(men, kings) };
        self.known.half(material, enemy_men, men)
    }

    /// The values after a king has captured one man.
    pub fn king_takes_man(&self, over: u32) -> KnownHalf<'a> {
        self.after(self.men, self.enemy_men & !(1 << over), self.kings.count(), self.enemy.count())
    }

    /// The values after a king has captured one king.
    pub fn king_takes_king(&self) -> KnownHalf<'a> {
        self.after(self.men, self.enemy_men, self.kings.count(), self.enemy.count() - 1)
    }
}
