//! The moves on the one board of a half without kings, and the values that they lead to.

use crate::board::{Bitboard, Game};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step, steps};
use crate::solve::bundle::{Half, squares};
use crate::solve::exits::exit::Exit;
use crate::solve::exits::walk::{CaptureMemo, CaptureWalk};

/// A value: the two bytes of [`single`](crate::solve::storage::single), still to be read.
pub(super) type Value<'a> = (&'a u8, &'a u8);

/// Finds the moves of a half without kings.
pub(super) struct ManMoves<'m, 'a, G, F> {
    half: &'m Half<'a, G>,
    memo: &'m mut CaptureMemo<'a>,
    /// Takes the values that moves lead to.
    found: F,
    /// The square of the man that captures, and the pieces on the board without it.
    from: u32,
    occupied: Bitboard,
    /// What those captures come to whose values are not left to `found`.
    pub exit: Exit,
}

impl<'m, 'a, G: Game, F: FnMut(Value<'a>)> ManMoves<'m, 'a, G, F> {
    #[inline(always)]
    pub fn new(half: &'m Half<'a, G>, memo: &'m mut CaptureMemo<'a>, found: F) -> Self {
        ManMoves { half, memo, found, from: 0, occupied: 0, exit: Exit::NONE }
    }

    /// Finds the captures. Returns whether there are some.
    #[inline(always)]
    pub fn captures(&mut self) -> bool {
        let (men, all_men) = (self.half.men, self.half.all_men());
        let jumps: [Bitboard; 4] = std::array::from_fn(|direction| {
            steps::<G>(direction, steps::<G>(direction, men) & self.half.enemy_men) & !all_men
        });
        if jumps.iter().fold(0, |all, jumps| all | jumps) == 0 {
            return false;
        }
        for (direction, jumps) in jumps.into_iter().enumerate() {
            for to in squares(jumps) {
                if let Some(over) = step::<G>(3 - direction, to)
                    && let Some(from) = step::<G>(3 - direction, over)
                {
                    (self.from, self.occupied) = (from, all_men & !(1 << from));
                    self.land(to, 1 << over);
                }
            }
        }
        true
    }

    /// Goes on with a capture after a landing, as far as it goes.
    fn land(&mut self, to: u32, captured: Bitboard) {
        if G::FIRST_RANK >> to & 1 != 0 {
            return self.land_crowned(to, captured);
        }
        let enemy = self.half.enemy_men & !captured;
        let mut went_on = false;
        for direction in 0..4 {
            if let Some(over) = step::<G>(direction, to).filter(|over| enemy >> over & 1 != 0)
                && let Some(to) = step::<G>(direction, over).filter(|to| self.occupied >> to & 1 == 0)
            {
                self.land(to, captured | 1 << over);
                went_on = true;
            }
        }
        if !went_on {
            self.end(to, captured, false);
        }
    }

    /// Goes on as a king, which few captures do.
    fn land_crowned(&mut self, to: u32, captured: Bitboard) {
        let &mut ManMoves { half, from, occupied, exit, .. } = self;
        let memo = &mut *self.memo;
        let mut walk =
            CaptureWalk { half, memo, from, kings: 0, enemy_kings: 0, enemy: half.enemy_men, occupied, exit };
        if walk.king(to, captured) {
            self.exit = walk.exit;
        } else {
            self.end(to, captured, true);
        }
    }

    /// Finds the value after a complete capture.
    fn end(&mut self, to: u32, captured: Bitboard, crowned: bool) {
        let men = self.half.men & !(1 << self.from);
        let enemy_men = self.half.enemy_men & !captured;
        let values = self.half.after(if crowned { men } else { men | 1 << to }, enemy_men, u32::from(crowned), 0);
        if enemy_men == 0 {
            self.exit.add(values.value_row(0).get(0));
        } else {
            (self.found)(values.single_at(if crowned { to as usize } else { 0 }));
        }
    }

    /// Finds the advances. `after` has the value after one that does not promote. Returns whether there are some.
    #[inline(always)]
    pub fn advances(&mut self, after: impl Fn(u32, u32) -> Value<'a>) -> bool {
        let (half, free) = (self.half, !self.half.all_men());
        let targets = [SOUTH_EAST, SOUTH_WEST].map(|direction| (direction, steps::<G>(direction, half.men) & free));
        for (direction, targets) in targets {
            for to in squares(targets & !G::FIRST_RANK) {
                if let Some(from) = step::<G>(3 - direction, to) {
                    (self.found)(after(from, to));
                }
            }
        }
        if (targets[0].1 | targets[1].1) & G::FIRST_RANK != 0 {
            for (direction, targets) in targets {
                for to in squares(targets & G::FIRST_RANK) {
                    if let Some(from) = step::<G>(3 - direction, to) {
                        let values = half.after(half.men & !(1 << from), half.enemy_men, 1, 0);
                        (self.found)(values.single_at(to as usize));
                    }
                }
            }
        }
        targets[0].1 | targets[1].1 != 0
    }
}
