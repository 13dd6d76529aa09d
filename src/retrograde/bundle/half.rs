//! A half: one side to move in a fibre, the values that its zeroing moves lead to, and the moves that men allow its men.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Board, Game, bits as squares, turned};
use crate::index::{KingSets, Material, PIECES, Side};
use crate::retrograde::storage::KnownHalf;
use crate::retrograde::storage::coding::best_outcome;
use crate::retrograde::storage::known::Known;
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step};
use crate::value::Outcome;

/// All boards of a fibre with one side to move. Squares are numbered *as the enemy sees them*, as in the values after moves.
pub(in crate::retrograde) struct Half<'a, G> {
    pub men: Bitboard,
    pub enemy_men: Bitboard,
    pub kings: &'a KingSets,
    pub enemy: &'a KingSets,
    pub known: &'a Known<'a, G>,
}

impl<'a, G: Game> Half<'a, G> {
    /// The halves of a fibre, with the first side to move and with the second. The men are as the first side sees them.
    pub fn both(
        (men, enemy_men): (Bitboard, Bitboard),
        [first, second]: &'a [KingSets; 2],
        known: &'a Known<'a, G>,
    ) -> [Half<'a, G>; 2] {
        [
            Half { men: turned::<G>(men), enemy_men: turned::<G>(enemy_men), kings: first, enemy: second, known },
            Half { men: enemy_men, enemy_men: men, kings: second, enemy: first, known },
        ]
    }

    /// The board with these kings, as the mover sees it.
    pub fn board(&self, kings: Bitboard, enemy_kings: Bitboard) -> Board<G> {
        let (men, enemy_men) = (self.enemy_men, self.men);
        Board { men, kings: enemy_kings, enemy_men, enemy_kings: kings, game: PhantomData }.flip()
    }

    /// What the zeroing moves of a board come to, even where no code holds the distance.
    pub fn far_exit(&self, kings: Bitboard, enemy_kings: Bitboard) -> Outcome {
        let board = self.board(kings, enemy_kings);
        best_outcome::<G>(&board, |mv, child| mv.is_zeroing().then(|| self.known.outcome(child)))
    }

    pub fn all_men(&self) -> Bitboard {
        self.men | self.enemy_men
    }

    /// The values after a move that leaves these men and numbers of kings.
    #[inline(always)]
    pub fn after(&self, men: Bitboard, enemy_men: Bitboard, kings: u32, enemy_kings: u32) -> KnownHalf<'a> {
        let side = |men: Bitboard, kings| Side { men: men.count_ones() as u8, kings: kings as u8 };
        let material = Material { mover: side(enemy_men, enemy_kings), other: side(men, kings) };
        self.known.half(material, enemy_men, men)
    }
}

pub(in crate::retrograde) struct Advance<'a> {
    pub to: u32,
    pub crowned: bool,
    pub values: KnownHalf<'a>,
}

/// A jump: a capture of one piece by a man, where no other man stands in the way.
pub(in crate::retrograde) struct Jump<'a> {
    pub from: u32,
    pub over: u32,
    pub to: u32,
    /// The values it leads to if the capture ends there.
    pub values: KnownHalf<'a>,
}

impl<'a, G: Game> Half<'a, G> {
    /// The advances to squares without a man; a king may still stand there.
    #[inline(always)]
    pub fn advances(&self) -> ArrayVec<Advance<'a>, { 2 * PIECES as usize }> {
        let mut advances = ArrayVec::new();
        for from in squares(self.men) {
            for to in [SOUTH_EAST, SOUTH_WEST].into_iter().filter_map(|direction| step::<G>(direction, from)) {
                if self.all_men() >> to & 1 == 0 {
                    let crowned = G::FIRST_RANK >> to & 1 != 0;
                    let values = self.after_man((from, to), self.enemy_men, self.enemy.count());
                    advances.push(Advance { to, crowned, values });
                }
            }
        }
        advances
    }

    /// The jumps that no man prevents; kings may still prevent them.
    #[inline(always)]
    pub fn jumps(&self) -> ArrayVec<Jump<'a>, { 4 * PIECES as usize }> {
        let mut jumps = ArrayVec::new();
        for from in squares(self.men) {
            for direction in 0..4 {
                let Some(over) = step::<G>(direction, from).filter(|over| self.men >> over & 1 == 0) else { continue };
                let Some(to) = step::<G>(direction, over).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                let takes_king = self.enemy_men >> over & 1 == 0;
                if !takes_king || self.enemy.count() > 0 {
                    let enemy_kings = self.enemy.count() - u32::from(takes_king);
                    let values = self.after_man((from, to), self.enemy_men & !(1 << over), enemy_kings);
                    jumps.push(Jump { from, over, to, values });
                }
            }
        }
        jumps
    }

    /// The values after a move of a man that leaves these enemies.
    #[inline(always)]
    fn after_man(&self, (from, to): (u32, u32), enemy_men: Bitboard, enemy_kings: u32) -> KnownHalf<'a> {
        let crowned = G::FIRST_RANK >> to & 1 != 0;
        let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
        self.after(men, enemy_men, self.kings.count() + u32::from(crowned), enemy_kings)
    }
}

/// The moves of the men of one lane, and the values that a king's capture of one piece leads to.
pub(in crate::retrograde) struct LaneMoves<'h, 'a, G> {
    pub half: &'h Half<'a, G>,
    pub advances: Vec<Advance<'a>>,
    pub jumps: Vec<Jump<'a>>,
    /// The values after a king has captured one man, with the square of that man.
    pub takes_man: Vec<(u32, KnownHalf<'a>)>,
    pub takes_king: Option<KnownHalf<'a>>,
}

impl<'h, 'a, G: Game> LaneMoves<'h, 'a, G> {
    pub fn new(half: &'h Half<'a, G>) -> LaneMoves<'h, 'a, G> {
        let (kings, enemies) = (half.kings.count(), half.enemy.count());
        let takes_man = |over: u32| (over, half.after(half.men, half.enemy_men & !(1 << over), kings, enemies));
        LaneMoves {
            half,
            advances: half.advances().into_iter().collect(),
            jumps: half.jumps().into_iter().collect(),
            takes_man: squares(half.enemy_men).filter(|_| kings > 0).map(takes_man).collect(),
            takes_king: (kings > 0 && enemies > 0).then(|| half.after(half.men, half.enemy_men, kings, enemies - 1)),
        }
    }
}
