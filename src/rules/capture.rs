//! Captures: a depth-first search of every path.

use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Game, MOST_PIECES, bits};

use super::step::{cross, nearest, slide, step};

/// A complete capture, in the mover's squares.
pub(super) struct Capture<'a> {
    pub from: u32,
    pub to: u32,
    pub captured: Bitboard,
    pub man: bool,
    pub crowned: bool,
    /// Every landing square, `to` last.
    pub path: &'a [u32],
}

/// Calls `found` for every path of every legal capture: a capture with several paths comes several times.
pub(super) fn search<G: Game>(board: &Board<G>, found: &mut impl FnMut(Capture<'_>)) {
    for man in [true, false] {
        for from in bits(if man { board.men } else { board.kings }) {
            let mut walk = Walk::<G, _> {
                // The starting square counts as empty.
                occupied: board.occupied() & !(1 << from),
                enemy: board.enemy(),
                from,
                man,
                crowned: false,
                path: [0; MOST_PIECES as usize],
                len: 0,
                found,
                game: PhantomData,
            };
            if man {
                walk.man(from, 0);
            } else {
                walk.king(from, 0);
            }
        }
    }
}

pub(super) fn exists<G: Game>(board: &Board<G>) -> bool {
    let (occupied, enemy) = (board.occupied(), board.enemy());
    let jumps = |over: u32, direction| {
        enemy >> over & 1 != 0 && step::<G>(direction, over).is_some_and(|land| occupied >> land & 1 == 0)
    };
    (0..4).any(|direction| {
        let man = |from| step::<G>(direction, from).is_some_and(|over| jumps(over, direction));
        let king = |from: u32| {
            cross::<G>(from) & enemy != 0
                && nearest::<G>(direction, from, occupied).is_some_and(|over| jumps(over, direction))
        };
        bits(board.men).any(man) || bits(board.kings).any(king)
    })
}

/// The captures of one piece. Captured pieces stay in `occupied`: they block, and are not jumped twice.
struct Walk<'f, G, F> {
    occupied: Bitboard,
    enemy: Bitboard,
    from: u32,
    man: bool,
    crowned: bool,
    /// The landing squares so far are the first `len`, one for each piece taken.
    path: [u32; MOST_PIECES as usize],
    len: usize,
    found: &'f mut F,
    game: PhantomData<G>,
}

impl<G: Game, F: FnMut(Capture<'_>)> Walk<'_, G, F> {
    /// Continues from `at` as a man; returns whether it could.
    fn man(&mut self, at: u32, captured: Bitboard) -> bool {
        let mut went_on = false;
        let left = self.enemy & !captured;
        for direction in 0..4 {
            let Some(over) = step::<G>(direction, at).filter(|over| left >> over & 1 != 0) else { continue };
            let Some(to) = step::<G>(direction, over).filter(|to| self.occupied >> to & 1 == 0) else { continue };
            went_on = true;
            self.push(to);
            let captured = captured | 1 << over;
            let crowned = G::LAST_RANK >> to & 1 != 0;
            self.crowned = crowned;
            if !(if crowned { self.king(to, captured) } else { self.man(to, captured) }) {
                self.emit(to, captured);
            }
            self.crowned = false;
            self.len -= 1;
        }
        went_on
    }

    /// Continues from `at` as a king; returns whether it could. If the capture can go on from some landing squares behind a piece,
    /// the others are not legal.
    fn king(&mut self, at: u32, captured: Bitboard) -> bool {
        let mut went_on = false;
        let left = self.enemy & !captured;
        for direction in 0..4 {
            let first = nearest::<G>(direction, at, self.occupied);
            let Some(over) = first.filter(|over| left >> over & 1 != 0) else { continue };
            let captured = captured | 1 << over;
            let landings = slide::<G>(direction, over, self.occupied);
            let mut goes_on = false;
            went_on |= landings != 0;
            for to in bits(landings) {
                // From most landing squares, no enemy piece is in sight.
                if cross::<G>(to) & self.enemy & !captured != 0 {
                    self.push(to);
                    goes_on |= self.king(to, captured);
                    self.len -= 1;
                }
            }
            if !goes_on {
                for to in bits(landings) {
                    self.push(to);
                    self.emit(to, captured);
                    self.len -= 1;
                }
            }
        }
        went_on
    }

    fn push(&mut self, to: u32) {
        self.path[self.len] = to;
        self.len += 1;
    }

    fn emit(&mut self, to: u32, captured: Bitboard) {
        let &mut Walk { from, man, crowned, len, .. } = self;
        (self.found)(Capture { from, to, captured, man, crowned, path: &self.path[..len] });
    }
}
