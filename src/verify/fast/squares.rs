//! What stands on each square, over many boards at once.

use crate::board::{Bitboard, Game, PLACES, bits};
use crate::bulk::masks::Mask;
use crate::index::KingSets;

/// `W` words of boards with the same men: one board for each set of kings of one side, its *column*.
pub(super) struct Squares<const W: usize> {
    /// The columns whose kings and the men do not share a square.
    pub fit: Mask<W>,
    /// For each square, those of them in which neither a man nor a king of the column stands there.
    pub free: [Mask<W>; PLACES],
    /// Those in which an enemy of the mover stands there.
    pub enemies: [Mask<W>; PLACES],
}

impl<const W: usize> Squares<W> {
    /// The columns from a word on. They are sets of the enemy's kings, or else of the mover's.
    #[inline(always)]
    pub fn new<G: Game>(
        columns: &KingSets,
        word: usize,
        men: Bitboard,
        enemy_men: Bitboard,
        are_enemies: bool,
    ) -> Self {
        let all_men = men | enemy_men;
        let fit: Mask<W> = std::array::from_fn(|i| columns.apart(all_men, word + i));
        let mut squares = Squares { fit, free: [[0; W]; PLACES], enemies: [[0; W]; PLACES] };
        for square in bits(G::BOARD & !all_men) {
            let none = &columns.free(square)[word..];
            let free: Mask<W> = std::array::from_fn(|i| none[i] & fit[i]);
            squares.free[square as usize] = free;
            if are_enemies {
                squares.enemies[square as usize] = std::array::from_fn(|i| fit[i] & !free[i]);
            }
        }
        for square in bits(enemy_men) {
            squares.enemies[square as usize] = fit;
        }
        squares
    }
}
