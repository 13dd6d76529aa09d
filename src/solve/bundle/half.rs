//! A half: one side to move in a fibre, and the values that its zeroing moves lead to; the moves of its men, as far as men
//! decide them: kings may still stand in the way.

use std::marker::PhantomData;
use std::ops::Range;

use crate::board::{Bitboard, Board, Game, bits as squares, turned};
use crate::index::{KingSets, Material, Side};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step};
use crate::solve::storage::KnownHalf;
use crate::solve::storage::coding::best_outcome;
use crate::solve::storage::known::Known;
use crate::value::Outcome;

/// All boards of a fibre with one side to move. Squares are numbered *as the enemy sees them*: the enemy moves next, so
/// the values that moves lead to are numbered this way.
pub(in crate::solve) struct Half<'a, G> {
    pub men: Bitboard,
    pub enemy_men: Bitboard,
    pub kings: &'a KingSets,
    pub enemy: &'a KingSets,
    pub known: &'a Known<'a, G>,
}

impl<'a, G: Game> Half<'a, G> {
    /// The halves of a fibre, the first side to move, then the second. The men are given as the first side sees them.
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

    pub fn king_takes_man(&self, over: u32) -> KnownHalf<'a> {
        self.after(self.men, self.enemy_men & !(1 << over), self.kings.count(), self.enemy.count())
    }

    pub fn king_takes_king(&self) -> KnownHalf<'a> {
        self.after(self.men, self.enemy_men, self.kings.count(), self.enemy.count() - 1)
    }
}

/// An advance: a quiet move of a man.
pub(in crate::solve) struct Advance<'a> {
    pub to: u32,
    pub crowned: bool,
    /// The values it leads to.
    pub values: KnownHalf<'a>,
}

/// A jump: a capture of one piece by a man, where no other man stands in the way.
pub(in crate::solve) struct Jump<'a> {
    pub from: u32,
    pub over: u32,
    pub to: u32,
    /// The values it leads to if the capture ends there.
    pub values: KnownHalf<'a>,
}

impl<'a, G: Game> Half<'a, G> {
    /// Finds the advances to squares without a man; a king may still stand there.
    #[inline(always)]
    pub fn advances(&self, mut found: impl FnMut(Advance<'a>)) {
        for from in squares(self.men) {
            for to in [SOUTH_EAST, SOUTH_WEST].into_iter().filter_map(|direction| step::<G>(direction, from)) {
                if self.all_men() >> to & 1 == 0 {
                    let crowned = G::FIRST_RANK >> to & 1 != 0;
                    let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
                    let kings = self.kings.count() + u32::from(crowned);
                    found(Advance { to, crowned, values: self.after(men, self.enemy_men, kings, self.enemy.count()) });
                }
            }
        }
    }

    /// Finds the jumps that no man prevents; kings may still prevent them.
    #[inline(always)]
    pub fn jumps(&self, mut found: impl FnMut(Jump<'a>)) {
        for from in squares(self.men) {
            for direction in 0..4 {
                let Some(over) = step::<G>(direction, from).filter(|over| self.men >> over & 1 == 0) else { continue };
                let Some(to) = step::<G>(direction, over).filter(|to| self.all_men() >> to & 1 == 0) else { continue };
                let takes_man = self.enemy_men >> over & 1 != 0;
                if !takes_man && self.enemy.count() == 0 {
                    continue;
                }
                let crowned = G::FIRST_RANK >> to & 1 != 0;
                let men = self.men & !(1 << from) | if crowned { 0 } else { 1 << to };
                let enemy_men = self.enemy_men & !(1 << over);
                let kings = self.kings.count() + u32::from(crowned);
                let enemy_kings = self.enemy.count() - u32::from(!takes_man);
                let values = self.after(men, enemy_men, kings, enemy_kings);
                found(Jump { from, over, to, values });
            }
        }
    }
}

/// The moves of the men of each lane, and the values that a king's capture of one piece leads to.
#[derive(Default)]
pub(in crate::solve) struct BundleMoves<'h, 'a, G> {
    pub lanes: Vec<LaneMoves<'h, 'a, G>>,
    pub advances: Vec<Advance<'a>>,
    pub jumps: Vec<Jump<'a>>,
    /// The values after a king has captured one man, with the square of that man.
    pub takes_man: Vec<(u32, KnownHalf<'a>)>,
}

/// The half of one lane, and its parts of the lists.
pub(in crate::solve) struct LaneMoves<'h, 'a, G> {
    pub half: &'h Half<'a, G>,
    pub advances: Range<usize>,
    pub jumps: Range<usize>,
    pub takes_man: Range<usize>,
    pub takes_king: Option<KnownHalf<'a>>,
}

impl<'h, 'a, G: Game> BundleMoves<'h, 'a, G> {
    /// Lists the moves of halves with the same numbers of pieces.
    pub fn new(halves: impl Iterator<Item = &'h Half<'a, G>>) -> BundleMoves<'h, 'a, G> {
        let mut moves = BundleMoves::default();
        halves.for_each(|half| moves.push(half));
        moves
    }

    fn push(&mut self, half: &'h Half<'a, G>) {
        let starts = (self.advances.len(), self.jumps.len(), self.takes_man.len());
        half.advances(|advance| self.advances.push(advance));
        half.jumps(|jump| self.jumps.push(jump));
        let has_kings = half.kings.count() > 0;
        if has_kings {
            self.takes_man.extend(squares(half.enemy_men).map(|over| (over, half.king_takes_man(over))));
        }
        self.lanes.push(LaneMoves {
            half,
            advances: starts.0..self.advances.len(),
            jumps: starts.1..self.jumps.len(),
            takes_man: starts.2..self.takes_man.len(),
            takes_king: (has_kings && half.enemy.count() > 0).then(|| half.king_takes_king()),
        });
    }

    #[inline(always)]
    pub fn half(&self, lane: usize) -> &'h Half<'a, G> {
        self.lanes[lane].half
    }
}
