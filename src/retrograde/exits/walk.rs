//! The exit of one board; and captures, followed to their ends on many boards at once.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join};
use crate::retrograde::bundle::Half;
use crate::retrograde::storage::coding::NO_MOVE;
use crate::retrograde::storage::{Class, KnownHalf};
use crate::rules::{across, ray, ray_set, step};

#[derive(Clone, Copy, Debug)]
pub(in crate::retrograde) struct Exit {
    /// The least code of a distance to win that they lead to, for the enemy.
    pub reached: u8,
    /// Whether some zeroing move wins under the draw rule.
    pub wins: bool,
    /// Whether some zeroing move does not lose under it.
    pub holds: bool,
}

impl Exit {
    /// No zeroing move. Its code is the worst: the enemy's quickest win, in 1, or in 0 where the side without a move has won. A
    /// zeroing move may also lead to a board with that code. The two cases need no distinction:
    /// - Where a king can move, no king's move loses sooner, so such a zeroing move never delays the loss.
    /// - Where no king can move, a board has a zeroing move with this code, or is stuck; stuck boards have their own plane.
    pub const NONE: Exit = Exit { reached: NO_MOVE, wins: false, holds: false };

    #[inline(always)]
    pub fn add(&mut self, (code, class): (u8, Class)) {
        self.reached = self.reached.min(code);
        self.wins |= class.lost;
        self.holds |= !class.won;
    }
}

/// The values that recent captures have led to. Few men have few placements, so captures often lead to the same values.
pub(in crate::retrograde) struct CaptureMemo<'a>([Option<(MemoKey, KnownHalf<'a>)>; 64]);

/// Both sides' men, and their numbers of kings.
pub(in crate::retrograde) type MemoKey = (Bitboard, Bitboard, u32, u32);

impl<'a> CaptureMemo<'a> {
    pub fn new() -> CaptureMemo<'a> {
        CaptureMemo([None; 64])
    }

    /// The values after a capture that leaves these men and numbers of kings.
    #[inline]
    pub fn values<G: Game>(&mut self, from: &Half<'a, G>, key: MemoKey) -> KnownHalf<'a> {
        let (men, enemy_men, kings, enemy_kings) = key;
        let counts = u64::from(kings << 9 ^ enemy_kings << 5);
        let mixed = (men ^ enemy_men.rotate_left(13) ^ counts).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        match &mut self.0[(mixed >> 58) as usize] {
            Some((known, values)) if *known == key => *values,
            slot => slot.insert((key, from.after(men, enemy_men, kings, enemy_kings))).1,
        }
    }
}

/// The boards on which captures are followed, `N` words of them; it takes the ends of captures.
pub(in crate::retrograde) trait Boards<const N: usize> {
    /// The boards on which neither a man nor a king of the columns stands on a square.
    fn free(&self, square: u32) -> Mask<N>;

    /// The boards with an enemy on a square; `None` if the enemy has only men, the same on all boards.
    fn enemies(&self, _square: u32) -> Option<Mask<N>> {
        None
    }

    /// A capture ends, by a piece that is now a king or not: on each square, for the boards of the mask beside it. The first
    /// mask has the bits of all others. If all enemies are captured, one square stands for all.
    fn end(&mut self, captured: Bitboard, is_king: bool, ends: &[(u32, Mask<N>)]);
}

/// The side that captures, and its enemy: the same on all boards.
#[derive(Clone, Copy)]
pub(in crate::retrograde) struct Sides {
    /// The mover's other kings, unless the columns are sets of them.
    pub own: Bitboard,
    /// The square that a capturing man has left.
    pub from: Option<u32>,
    /// The squares with an enemy's man on some board.
    pub enemy_men: Bitboard,
    /// The numbers of the enemy's kings, and of all its pieces.
    pub enemy_kings: u32,
    pub enemies: u32,
}

pub(in crate::retrograde) struct Path<const N: usize> {
    pub piece: Piece,
    /// The pieces captured so far. They stay on the board until the capture ends: they block, and cannot be jumped twice.
    pub captured: Bitboard,
    pub mask: Mask<N>,
}

#[derive(Clone, Copy)]
pub(in crate::retrograde) enum Piece {
    /// A king that captures the last of the captured pieces. The square behind that piece is free.
    King { direction: usize, over: u32 },
    /// A man that has landed on a square.
    Man { at: u32 },
}

/// Follows captures to their ends, all boards of a path together.
pub(in crate::retrograde) struct Walk<'w, const N: usize, B> {
    pub boards: &'w mut B,
    pub sides: Sides,
    pub paths: &'w mut Vec<Path<N>>,
}

impl<const N: usize, B: Boards<N>> Walk<'_, N, B> {
    #[inline(always)]
    pub fn follow<G: Game>(&mut self, first: Path<N>) {
        self.paths.push(first);
        while let Some(Path { piece, captured, mask }) = self.paths.pop() {
            let goes_on = captured.count_ones() < self.sides.enemies;
            match piece {
                Piece::King { direction, over } => {
                    let mut ends = self.landings::<G>(direction, over, mask);
                    if goes_on {
                        // Straight on, captures are the same from each landing.
                        let mut more = self.king_captures::<G>(direction, over, captured, mask);
                        for &(to, open) in &ends {
                            for side in across(direction) {
                                join(&mut more, &self.king_captures::<G>(side, to, captured, open));
                            }
                        }
                        ends.iter_mut().for_each(|(_, open)| *open = and_not(open, &more));
                    } else {
                        ends.truncate(1);
                    }
                    if any(&ends[0].1) {
                        self.boards.end(captured, true, &ends);
                    }
                }
                Piece::Man { at } => {
                    let is_king = G::FIRST_RANK >> at & 1 != 0;
                    let mut more = [0; N];
                    for direction in (0..4).filter(|_| goes_on) {
                        let captures = if is_king {
                            self.king_captures::<G>(direction, at, captured, mask)
                        } else {
                            self.man_captures::<G>(direction, at, captured, mask)
                        };
                        join(&mut more, &captures);
                    }
                    let open = and_not(&mask, &more);
                    if any(&open) {
                        self.boards.end(captured, is_king, &[(at, open)]);
                    }
                }
            }
        }
    }

    /// The free squares behind a captured piece, nearest first, each with the boards on which the way there is free.
    #[inline(always)]
    fn landings<G: Game>(&self, direction: usize, over: u32, mut open: Mask<N>) -> ArrayVec<(u32, Mask<N>), 6> {
        let mut landings = ArrayVec::new();
        for to in ray::<G>(direction, over) {
            open = self.enter(to, &open);
            if !any(&open) {
                break;
            }
            landings.push((to, open));
        }
        landings
    }

    /// Those of some boards on which a square is empty.
    #[inline(always)]
    fn enter(&self, to: u32, open: &Mask<N>) -> Mask<N> {
        if self.sides.own >> to & 1 != 0 {
            [0; N]
        } else if self.sides.from == Some(to) {
            *open
        } else {
            and(open, &self.boards.free(to))
        }
    }

    /// Goes on with a king in a direction. Returns the boards that have a piece to capture.
    #[inline(always)]
    fn king_captures<G: Game>(&mut self, direction: usize, at: u32, captured: Bitboard, mut open: Mask<N>) -> Mask<N> {
        let (men, mut all) = (self.sides.enemy_men, [0; N]);
        let has_king_left = (captured & !men).count_ones() < self.sides.enemy_kings;
        if !has_king_left && ray_set::<G>(direction, at) & men & !captured == 0 {
            return all;
        }
        for over in ray::<G>(direction, at) {
            let mask = self.capture::<G>(direction, over, captured, &open);
            if any(&mask) {
                join(&mut all, &mask);
                let piece = Piece::King { direction, over };
                self.paths.push(Path { piece, captured: captured | 1 << over, mask });
            }
            open = self.enter(over, &open);
            if !any(&open) {
                break;
            }
        }
        all
    }

    #[inline(always)]
    fn man_captures<G: Game>(&mut self, direction: usize, at: u32, captured: Bitboard, open: Mask<N>) -> Mask<N> {
        let Some(over) = step::<G>(direction, at) else { return [0; N] };
        let mask = self.capture::<G>(direction, over, captured, &open);
        if any(&mask)
            && let Some(at) = step::<G>(direction, over)
        {
            self.paths.push(Path { piece: Piece::Man { at }, captured: captured | 1 << over, mask });
        }
        mask
    }

    /// Those of some boards on which a piece on a square can be captured that was not captured before.
    #[inline(always)]
    fn capture<G: Game>(&self, direction: usize, over: u32, captured: Bitboard, open: &Mask<N>) -> Mask<N> {
        let Some(behind) = step::<G>(direction, over).filter(|_| captured >> over & 1 == 0) else { return [0; N] };
        match self.boards.enemies(over) {
            Some(enemies) => self.enter(behind, &and(open, &enemies)),
            None if self.sides.enemy_men >> over & 1 != 0 => self.enter(behind, open),
            None => [0; N],
        }
    }
}
