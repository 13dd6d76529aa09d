//! The moves of one half, as far as its men decide them.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::index::PIECES;
use crate::rules::{nearest, slide, step};
use crate::solve::bundle::{Half, squares};
use crate::solve::exits::exit::Exit;
use crate::solve::exits::walk::{CaptureMemo, CaptureWalk};

/// What the men decide about moves: they stand still while the kings change.
pub(super) struct ManGeometry {
    /// The first captures by men: the square of the man, and the square where it lands, as a set.
    jumps: ArrayVec<(u32, Bitboard), { 4 * PIECES as usize }>,
    /// By the square of a king, its first captures: the direction, the square of the piece, and the squares before and
    /// behind it that must be empty.
    captures: Vec<ArrayVec<(u8, u8, Bitboard), 4>>,
    /// By the square of a king, the squares that it moves to if no other king is in the way.
    reach: Vec<Bitboard>,
}

impl ManGeometry {
    /// For one half, whose enemy has no kings.
    #[inline(always)]
    pub fn new<G: Game>(half: &Half<'_, G>) -> ManGeometry {
        let men = half.all_men();
        let mut geometry = ManGeometry { jumps: ArrayVec::new(), captures: Vec::new(), reach: Vec::new() };
        for from in squares(half.men) {
            for direction in 0..4 {
                let over = step::<G>(direction, from).filter(|over| half.enemy_men >> over & 1 != 0);
                if let Some(to) = over.and_then(|over| step::<G>(direction, over)).filter(|to| men >> to & 1 == 0) {
                    geometry.jumps.push((from, 1 << to));
                }
            }
        }
        if half.kings.count() == 0 {
            return geometry;
        }
        geometry.captures.resize(G::SQUARES as usize, ArrayVec::new());
        geometry.reach.resize(G::SQUARES as usize, 0);
        for from in squares(G::BOARD & !men) {
            for direction in 0..4 {
                let before = slide::<G>(direction, from, men);
                geometry.reach[from as usize] |= before;
                let over = nearest::<G>(direction, from, men).filter(|over| half.enemy_men >> over & 1 != 0);
                if let Some(over) = over
                    && let Some(to) = step::<G>(direction, over).filter(|to| men >> to & 1 == 0)
                {
                    geometry.captures[from as usize].push((direction as u8, over as u8, before | 1 << to));
                }
            }
        }
        geometry
    }

    /// Whether there is a capture with these kings, and what captures come to.
    #[inline(always)]
    pub fn capture<'a, G: Game>(
        &self,
        half: &Half<'a, G>,
        memo: &mut CaptureMemo<'a>,
        kings: Bitboard,
        occupied: Bitboard,
    ) -> (bool, Exit) {
        let mut walk = CaptureWalk {
            half,
            memo,
            from: 0,
            kings,
            enemy_kings: 0,
            enemy: half.enemy_men,
            occupied,
            exit: Exit::NONE,
        };
        let mut any = false;
        for &(from, to) in &self.jumps {
            // A man with several first captures is walked once.
            if kings & to == 0 && !(any && walk.from == from) {
                (walk.from, walk.occupied) = (from, occupied & !(1 << from));
                any |= walk.man(from, 0);
            }
        }
        for from in squares(kings) {
            for &(direction, over, empty) in &self.captures[from as usize] {
                if kings & empty == 0 {
                    (walk.from, walk.occupied) = (from, occupied & !(1 << from));
                    any |= walk.king_past(direction.into(), over.into(), 0);
                }
            }
        }
        (any, walk.exit)
    }

    /// The squares that a king moves to.
    #[inline(always)]
    pub fn reach<G: Game>(&self, from: u32, occupied: Bitboard) -> Bitboard {
        let alone = self.reach[from as usize];
        if alone & occupied == 0 {
            alone
        } else {
            (0..4).fold(0, |all, direction| all | slide::<G>(direction, from, occupied))
        }
    }
}
