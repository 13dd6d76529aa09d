//! Captures, followed to their ends on many boards at once.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game, PLACES, bits};
use crate::bulk::masks::{Mask, and, and_not, any, join};
use crate::index::KingSets;
use crate::rules::{across, ray, ray_set, step};

/// `W` words of boards with the same men: one board, or *column*, for each set of one side's kings.
pub(super) struct Squares<const W: usize> {
    /// The columns whose kings and the men share no square.
    pub fit: Mask<W>,
    /// For each square, those of them where neither a man nor a king of the column stands there.
    pub free: [Mask<W>; PLACES],
    /// Those where an enemy of the mover stands there.
    pub enemies: [Mask<W>; PLACES],
}

impl<const W: usize> Squares<W> {
    /// The columns from a word on: sets of the enemy's kings if `are_enemies`, else of the mover's.
    #[inline(always)]
    pub fn new<G: Game>(columns: &KingSets, word: usize, men: Bitboard, enemy_men: Bitboard, enemies: bool) -> Self {
        let all_men = men | enemy_men;
        let fit: Mask<W> = std::array::from_fn(|i| columns.apart(all_men, word + i));
        let mut squares = Squares { fit, free: [[0; W]; PLACES], enemies: [[0; W]; PLACES] };
        for square in bits(G::BOARD & !all_men) {
            let none = &columns.free(square)[word..];
            let free: Mask<W> = std::array::from_fn(|i| none[i] & fit[i]);
            squares.free[square as usize] = free;
            if enemies {
                squares.enemies[square as usize] = std::array::from_fn(|i| fit[i] & !free[i]);
            }
        }
        for square in bits(enemy_men) {
            squares.enemies[square as usize] = fit;
        }
        squares
    }

    /// The columns where nothing stands on some squares.
    #[inline(always)]
    pub fn without(&self, set: Bitboard) -> Mask<W> {
        bits(set).fold(self.fit, |open, square| and(&open, &self.free[square as usize]))
    }
}

struct Path<const W: usize> {
    piece: Piece,
    /// The pieces taken so far. They stay on the board: they block the way, and are not taken twice.
    captured: Bitboard,
    mask: Mask<W>,
}

#[derive(Clone, Copy)]
pub(super) enum Piece {
    /// A king that takes the last captured piece and goes on to some square behind it.
    King { direction: usize, over: u32 },
    /// A man that has landed on a square.
    Man { at: u32 },
}

pub(super) trait Ends<const W: usize> {
    /// A capture ends on a square, on the boards of a mask, by a piece that is now a king or not.
    fn end(&mut self, to: u32, captured: Bitboard, is_king: bool, mask: &Mask<W>);
}

/// Follows captures, all boards of a path together.
pub(super) struct Walk<G, const W: usize> {
    pub squares: Squares<W>,
    /// The mover's kings that stand still, the same on all boards.
    pub own: Bitboard,
    enemy_men: Bitboard,
    enemy_kings: u32,
    open: Vec<Path<W>>,
    game: PhantomData<G>,
}

/// The squares on which a king may land, nearest first, each with the boards on which the way there is free.
type Landings<const W: usize> = ArrayVec<(u32, Mask<W>), 7>;

impl<G: Game, const W: usize> Walk<G, W> {
    #[inline(always)]
    pub fn new(squares: Squares<W>, enemy_men: Bitboard, enemy_kings: u32) -> Self {
        Walk { squares, own: 0, enemy_men, enemy_kings, open: Vec::new(), game: PhantomData }
    }

    /// Follows the captures that begin over a square, on the boards with a free square behind it.
    #[inline(always)]
    pub fn follow(&mut self, piece: Piece, over: u32, mask: Mask<W>, ends: &mut impl Ends<W>) {
        self.open.push(Path { piece, captured: 1 << over, mask });
        while let Some(Path { piece, captured, mask }) = self.open.pop() {
            match piece {
                Piece::King { direction, over } => {
                    let landings = self.landings(direction, over, mask);
                    let Some(&(_, mask)) = landings.first() else { continue };
                    let mut goes_on = [0; W];
                    if self.may_take(direction, over, captured) {
                        // Straight on, captures are the same from each landing.
                        join(&mut goes_on, &self.king_takes(direction, over, captured, mask));
                    }
                    for &(to, open) in &landings {
                        for side in across(direction) {
                            if self.may_take(side, to, captured) {
                                join(&mut goes_on, &self.king_takes(side, to, captured, open));
                            }
                        }
                    }
                    for (to, open) in &landings {
                        let open = and_not(open, &goes_on);
                        if any(&open) {
                            ends.end(*to, captured, true, &open);
                        }
                    }
                }
                Piece::Man { at } => {
                    let is_king = G::FIRST_RANK >> at & 1 != 0;
                    let mut goes_on = [0; W];
                    for direction in 0..4 {
                        if self.may_take(direction, at, captured) {
                            let more = if is_king {
                                self.king_takes(direction, at, captured, mask)
                            } else {
                                self.man_takes(direction, at, captured, mask)
                            };
                            join(&mut goes_on, &more);
                        }
                    }
                    let open = and_not(&mask, &goes_on);
                    if any(&open) {
                        ends.end(at, captured, is_king, &open);
                    }
                }
            }
        }
    }

    /// Whether a piece not yet taken may stand in a direction.
    #[inline(always)]
    fn may_take(&self, direction: usize, at: u32, captured: Bitboard) -> bool {
        (captured & !self.enemy_men).count_ones() < self.enemy_kings
            || ray_set::<G>(direction, at) & self.enemy_men & !captured != 0
    }

    #[inline(always)]
    fn landings(&self, direction: usize, over: u32, mut open: Mask<W>) -> Landings<W> {
        let mut landings = Landings::new();
        for to in ray::<G>(direction, over) {
            open = self.enter(to, &open);
            if !any(&open) {
                break;
            }
            landings.push((to, open));
        }
        landings
    }

    #[inline(always)]
    fn enter(&self, to: u32, open: &Mask<W>) -> Mask<W> {
        if self.own >> to & 1 != 0 { [0; W] } else { and(open, &self.squares.free[to as usize]) }
    }

    /// The boards on which the next piece can be taken over a square.
    #[inline(always)]
    fn over(&self, direction: usize, over: u32, captured: Bitboard, open: &Mask<W>) -> Mask<W> {
        let enemies = and(open, &self.squares.enemies[over as usize]);
        if captured >> over & 1 != 0 || !any(&enemies) {
            return [0; W];
        }
        step::<G>(direction, over).map_or([0; W], |behind| self.enter(behind, &enemies))
    }

    /// Takes the next piece in a direction with a king. Returns the boards that have one to take.
    #[inline(always)]
    fn king_takes(&mut self, direction: usize, at: u32, captured: Bitboard, mut open: Mask<W>) -> Mask<W> {
        let mut taken = [0; W];
        for over in ray::<G>(direction, at) {
            let mask = self.over(direction, over, captured, &open);
            if any(&mask) {
                join(&mut taken, &mask);
                let piece = Piece::King { direction, over };
                self.open.push(Path { piece, captured: captured | 1 << over, mask });
            }
            open = self.enter(over, &open);
            if !any(&open) {
                break;
            }
        }
        taken
    }

    #[inline(always)]
    fn man_takes(&mut self, direction: usize, at: u32, captured: Bitboard, open: Mask<W>) -> Mask<W> {
        let Some(over) = step::<G>(direction, at) else { return [0; W] };
        let mask = self.over(direction, over, captured, &open);
        if any(&mask)
            && let Some(at) = step::<G>(direction, over)
        {
            self.open.push(Path { piece: Piece::Man { at }, captured: captured | 1 << over, mask });
        }
        mask
    }
}
