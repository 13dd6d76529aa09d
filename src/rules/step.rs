//! Neighbours of a square in the four diagonal directions.

use crate::board::Bitboard;

/// Directions, numbered so that `3 - d` is the opposite of `d`; 0 and 1 are the mover's forward ones.
pub(super) const NORTH_EAST: usize = 0;
pub(super) const NORTH_WEST: usize = 1;
pub(crate) const SOUTH_EAST: usize = 3 - NORTH_WEST;
pub(crate) const SOUTH_WEST: usize = 3 - NORTH_EAST;

/// No neighbour: the edge of the board.
const EDGE: u8 = 32;

/// `STEP[d][s]`: the neighbour of square `s` in direction `d`, or [`EDGE`].
const STEP: [[u8; 32]; 4] = {
    let mut table = [[EDGE; 32]; 4];
    let deltas: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 32 {
            let rank = square / 4;
            let file = 2 * (square % 4) + rank % 2 + deltas[direction].0;
            let rank = rank + deltas[direction].1;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                table[direction][square as usize] = (4 * rank + file / 2) as u8;
            }
            square += 1;
        }
        direction += 1;
    }
    table
};

/// `RAYS[d][s]`: the squares from the neighbour of square `s` on in direction `d`.
pub(crate) const RAYS: [[Bitboard; 32]; 4] = {
    let mut table = [[0; 32]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 32 {
            let mut next = STEP[direction][square];
            while next != EDGE {
                table[direction][square] |= 1 << next;
                next = STEP[direction][next as usize];
            }
            square += 1;
        }
        direction += 1;
    }
    table
};

/// The squares of all [`RAYS`] of a square.
pub(super) const DIAGONALS: [Bitboard; 32] = {
    let mut table = [0; 32];
    let mut square = 0;
    while square < 32 {
        table[square] = RAYS[0][square] | RAYS[1][square] | RAYS[2][square] | RAYS[3][square];
        square += 1;
    }
    table
};

/// The neighbour of a square in a direction, `None` over the edge.
#[inline]
pub(crate) fn step(direction: usize, square: u32) -> Option<u32> {
    let next = STEP[direction][square as usize];
    (next != EDGE).then_some(u32::from(next))
}

/// The squares from one square's neighbour on to the edge.
#[inline(always)]
pub(crate) fn ray(direction: usize, square: u32) -> impl Iterator<Item = u32> {
    let (squares, len) = &LISTS[direction & 3][square as usize & 31];
    squares[..usize::from(*len)].iter().map(|&square| u32::from(square))
}

/// The nearest piece in a direction.
#[inline(always)]
pub(super) fn nearest(direction: usize, square: u32, occupied: Bitboard) -> Option<u32> {
    let pieces = RAYS[direction & 3][square as usize & 31] & occupied;
    (pieces != 0).then(|| if direction < 2 { pieces.trailing_zeros() } else { pieces.ilog2() })
}

/// The free squares in a direction up to the nearest piece.
#[inline(always)]
pub(crate) fn slide(direction: usize, square: u32, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[direction & 3][square as usize & 31];
    match nearest(direction, square, occupied) {
        None => ray,
        Some(piece) => ray & !(RAYS[direction & 3][piece as usize & 31] | 1 << piece),
    }
}

/// The squares of [`RAYS`], nearest first, and how many there are.
const LISTS: [[([u8; 7], u8); 32]; 4] = {
    let mut table = [[([0; 7], 0); 32]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut square = 0;
        while square < 32 {
            let (squares, len) = &mut table[direction][square];
            let mut next = STEP[direction][square];
            while next != EDGE {
                squares[*len as usize] = next;
                *len += 1;
                next = STEP[direction][next as usize];
            }
            square += 1;
        }
        direction += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_undo_each_other() {
        for square in 0..32 {
            for direction in 0..4 {
                if let Some(next) = step(direction, square) {
                    assert_eq!(step(3 - direction, next), Some(square));
                }
            }
        }
        // Pieces on every other square, then on every third.
        for occupied in [0x5A5A_5A5A_u32, 0x9249_2492, 0, !0] {
            for square in 0..32 {
                for direction in 0..4 {
                    let free: Vec<u32> = ray(direction, square).take_while(|s| occupied >> s & 1 == 0).collect();
                    assert_eq!(slide(direction, square, occupied), free.iter().fold(0, |set, s| set | 1 << s));
                    assert_eq!(nearest(direction, square, occupied), ray(direction, square).nth(free.len()));
                }
            }
        }
        // a1-h8 is the main road; b2 is 4.
        assert_eq!(ray(NORTH_EAST, 0).collect::<Vec<_>>(), [4, 9, 13, 18, 22, 27, 31]);
        assert_eq!(ray(NORTH_WEST, 0).count(), 0);
    }
}
