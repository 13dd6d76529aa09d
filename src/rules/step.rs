//! Neighbours and rays of a square in the four diagonal directions, and steps of sets of squares.

use std::marker::PhantomData;

use crate::board::{Bitboard, Game, PLACES, RANKS, Square};

/// Directions, numbered so that `3 - d` is the opposite of `d`; 0 and 1 are the mover's forward ones.
pub(super) const NORTH_EAST: usize = 0;
pub(super) const NORTH_WEST: usize = 1;
#[cfg(feature = "generate")]
pub(crate) const SOUTH_EAST: usize = 3 - NORTH_WEST;
#[cfg(feature = "generate")]
pub(crate) const SOUTH_WEST: usize = 3 - NORTH_EAST;

/// No neighbour: the edge of the board.
const EDGE: u8 = u8::MAX;

/// The squares of a ray, nearest first, and their number.
type Ray = ([u8; RANKS as usize - 1], u8);

/// The diagonals of a board, by direction and square.
struct Diagonals {
    /// The neighbour of a square, or [`EDGE`].
    steps: [[u8; PLACES]; 4],
    /// The squares from the neighbour on.
    lists: [[Ray; PLACES]; 4],
    /// The same as a set.
    rays: [[Bitboard; PLACES]; 4],
    crosses: [Bitboard; PLACES],
}

/// The diagonals of a game's board.
struct Of<G>(PhantomData<G>);

impl<G: Game> Of<G> {
    const DIAGONALS: &'static Diagonals = &{
        let mut all = Diagonals {
            steps: [[EDGE; PLACES]; 4],
            lists: [[([0; RANKS as usize - 1], 0); PLACES]; 4],
            rays: [[0; PLACES]; 4],
            crosses: [0; PLACES],
        };
        let mut at = 0;
        while at < 4 * G::SQUARES as usize {
            let (direction, square) = (at % 4, at / 4);
            let mut next = neighbour::<G>(direction, square as u32);
            all.steps[direction][square] = next;
            let (squares, len) = &mut all.lists[direction][square];
            while next != EDGE {
                squares[*len as usize] = next;
                *len += 1;
                all.rays[direction][square] |= 1 << next;
                all.crosses[square] |= 1 << next;
                next = neighbour::<G>(direction, next as u32);
            }
            at += 1;
        }
        all
    };
}

/// The neighbour of a square, or [`EDGE`].
const fn neighbour<G: Game>(direction: usize, square: u32) -> u8 {
    let (east, north) = [(1, 1), (-1, 1), (1, -1), (-1, -1)][direction];
    let square = Square::<G>::from_index(square);
    // One less than 0 wraps to a file or rank that no board has.
    match Square::<G>::at(square.file().wrapping_add_signed(east), square.rank().wrapping_add_signed(north)) {
        Some(next) => next.index() as u8,
        None => EDGE,
    }
}

/// The neighbour of a square in a direction, `None` over the edge.
#[inline(always)]
pub(crate) fn step<G: Game>(direction: usize, square: u32) -> Option<u32> {
    let next = Of::<G>::DIAGONALS.steps[direction & 3][square as usize % PLACES];
    (next != EDGE).then_some(u32::from(next))
}

/// The squares from a square's neighbour to the edge, nearest first.
#[cfg(feature = "generate")]
#[inline(always)]
pub(crate) fn ray<G: Game>(direction: usize, square: u32) -> impl Iterator<Item = u32> {
    let (squares, len) = &Of::<G>::DIAGONALS.lists[direction & 3][square as usize % PLACES];
    squares[..usize::from(*len)].iter().map(|&square| u32::from(square))
}

/// The same squares as a set.
#[inline(always)]
pub(crate) fn ray_set<G: Game>(direction: usize, square: u32) -> Bitboard {
    Of::<G>::DIAGONALS.rays[direction & 3][square as usize % PLACES]
}

/// The squares of all rays of a square.
#[inline(always)]
pub(crate) fn cross<G: Game>(square: u32) -> Bitboard {
    Of::<G>::DIAGONALS.crosses[square as usize % PLACES]
}

/// The nearest piece in a direction.
#[inline(always)]
pub(crate) fn nearest<G: Game>(direction: usize, square: u32, occupied: Bitboard) -> Option<u32> {
    let pieces = ray_set::<G>(direction, square) & occupied;
    (pieces != 0).then(|| if direction < 2 { pieces.trailing_zeros() } else { pieces.ilog2() })
}

/// The free squares in a direction before the nearest piece.
#[inline(always)]
pub(crate) fn slide<G: Game>(direction: usize, square: u32, occupied: Bitboard) -> Bitboard {
    let ray = ray_set::<G>(direction, square);
    match nearest::<G>(direction, square, occupied) {
        None => ray,
        Some(piece) => ray & !(ray_set::<G>(direction, piece) | 1 << piece),
    }
}

/// The neighbours of a set of squares in a direction.
#[cfg(feature = "generate")]
#[inline(always)]
pub(crate) const fn steps<G: Game>(direction: usize, set: Bitboard) -> Bitboard {
    let (rank, even) = (G::PER_RANK, const { even_ranks::<G>() });
    // Every other rank is shifted by half a square.
    let (straight, left, right) = (set & even, set & even & !const { files::<G>(0) }, set & !even);
    let last = const { files::<G>(G::PER_RANK - 1) };
    match direction {
        NORTH_EAST => (straight << rank | (right & !last) << (rank + 1)) & G::BOARD,
        NORTH_WEST => (left << (rank - 1) | right << rank) & G::BOARD,
        SOUTH_EAST => straight >> rank | (right & !last) >> (rank - 1),
        _ => left >> (rank + 1) | right >> rank,
    }
}

/// Every other rank, from the first on.
#[cfg(feature = "generate")]
const fn even_ranks<G: Game>() -> Bitboard {
    let pair = G::FIRST_RANK | G::FIRST_RANK << (2 * G::PER_RANK);
    pair | pair << (4 * G::PER_RANK)
}

/// The squares with a number on their rank.
#[cfg(feature = "generate")]
const fn files<G: Game>(number: u32) -> Bitboard {
    let pair = 1 << number | 1 << (number + G::PER_RANK);
    let four = pair | pair << (2 * G::PER_RANK);
    four | four << (4 * G::PER_RANK)
}

/// The two directions perpendicular to a direction.
#[cfg(feature = "generate")]
#[inline(always)]
pub(crate) fn across(direction: usize) -> [usize; 2] {
    if direction == NORTH_EAST || direction == SOUTH_WEST { [NORTH_WEST, SOUTH_EAST] } else { [NORTH_EAST, SOUTH_WEST] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian, bits};

    fn check<G: Game>() {
        // Pieces on every other square, then on every third.
        for occupied in [0x5A5A_5A5A_5A5A_5A5A, 0x9249_2492_4924_9249, 0, !0] {
            let occupied = occupied & G::BOARD;
            for direction in 0..4 {
                let one_by_one = bits(occupied).filter_map(|square| step::<G>(direction, square));
                assert_eq!(steps::<G>(direction, occupied), one_by_one.fold(0, |set, next| set | 1 << next));
            }
            for (direction, square) in (0..4).flat_map(|way| (0..G::SQUARES).map(move |square| (way, square))) {
                let next = step::<G>(direction, square);
                assert!(next.is_none_or(|next| step::<G>(3 - direction, next) == Some(square)));
                let way = || ray::<G>(direction, square);
                let free: Vec<u32> = way().take_while(|s| occupied >> s & 1 == 0).collect();
                let set = free.iter().fold(0, |set, s| set | 1 << s);
                assert_eq!(slide::<G>(direction, square, occupied), set);
                assert_eq!(nearest::<G>(direction, square, occupied), way().nth(free.len()));
                let rays = (0..4).fold(0, |set, direction| set | ray_set::<G>(direction, square));
                assert_eq!(cross::<G>(square), rays);
            }
        }
    }

    #[test]
    fn opposite_directions_undo_each_other() {
        check::<Russian>();
        check::<Draughts80>();
        let way = |direction, square| ray::<Russian>(direction, square).collect::<Vec<_>>();
        // a1-h8 is the main road; b2 is 4.
        assert_eq!(way(NORTH_EAST, 0), [4, 9, 13, 18, 22, 27, 31]);
        assert!(way(NORTH_WEST, 0).is_empty());
        // On ten files a1-h8 ends two squares before the corner, and c1-j8 in it.
        let way = |direction, square| ray::<Draughts80>(direction, square).collect::<Vec<_>>();
        assert_eq!(way(NORTH_EAST, 0), [5, 11, 16, 22, 27, 33, 38]);
        assert_eq!(way(NORTH_EAST, 1), [6, 12, 17, 23, 28, 34, 39]);
        assert_eq!(way(NORTH_WEST, 4), [8, 13, 17, 22, 26, 31, 35]);
    }
}
