//! Fibres side by side: the same kings over different men, so that masks are full where one fibre has few sets of kings.

use crate::board::Bitboard;
use crate::index::{KingSets, WORD};

use super::half::Half;

/// Some fibres with one side to move. A row for each set of the mover's kings; in a row a column for each set of the
/// enemy's, first those of the first fibre.
pub(super) struct Bundle<'a> {
    /// The sets of the mover's kings.
    pub kings: &'a KingSets,
    /// The columns of all fibres.
    pub columns: Vec<Column>,
    /// The columns of a fibre.
    pub width: usize,
    /// The words of a row.
    pub words: usize,
    /// The columns of a fibre, and the words of a row, as the other side to move has them.
    pub other_width: usize,
    pub other_words: usize,
    /// The squares with a man in every fibre.
    pub men: Bitboard,
    /// For each square, the mask of the columns that leave it free of men and of the enemy's kings.
    free: Vec<u64>,
}

/// A set of the enemy's kings in one of the fibres.
#[derive(Clone, Copy)]
pub(super) struct Column {
    /// The fibre.
    pub lane: u32,
    /// The number of the set once the board is turned.
    pub turned: u32,
}

impl<'a> Bundle<'a> {
    /// How many fibres of so many kings go side by side: as many as the caches hold, if the sets of a single king would
    /// leave the masks all but empty.
    pub fn lanes(kings: [u32; 2]) -> usize {
        match (kings[0].min(kings[1]), kings[0].max(kings[1])) {
            (1, 1 | 2) => 16,
            (1, 3) => 2,
            _ => 1,
        }
    }

    /// Of some fibres, at most so many, the halves with that side to move.
    pub fn new(fibres: &[[Half<'a>; 2]], side: usize, lanes: usize) -> Bundle<'a> {
        let halves = fibres.iter().map(|halves| &halves[side]);
        let (kings, enemy) = (fibres[0][side].kings, fibres[0][side].enemy);
        let width = KingSets::padded(enemy.count());
        let words = (lanes * width).div_ceil(WORD);
        let other_width = KingSets::padded(kings.count());
        let other_words = (lanes * other_width).div_ceil(WORD);
        let mut free = vec![0; 32 * words];
        let mut columns = Vec::with_capacity(words * WORD);
        for (lane, half) in halves.clone().enumerate() {
            let start = lane * width;
            for square in (0..32).filter(|square| half.all_men() >> square & 1 == 0) {
                let row = &mut free[square as usize * words + start / WORD..];
                for (to, from) in row.iter_mut().zip(enemy.free(square)) {
                    *to |= from << (start % WORD);
                }
            }
            columns.extend(enemy.turned().iter().map(|&turned| Column { lane: lane as u32, turned }));
            columns.resize((lane + 1) * width, Column { lane: 0, turned: 0 });
        }
        let men = halves.fold(u32::MAX, |men, half| men & half.all_men());
        Bundle { kings, columns, width, words, other_width, other_words, men, free }
    }

    /// Those `W` words, from word `word` on, of the mask of the boards that leave a square free of men and of the
    /// enemy's kings.
    #[inline(always)]
    pub fn free<const W: usize>(&self, square: u32, word: usize) -> &[u64; W] {
        self.free[square as usize * self.words + word..].first_chunk().expect("masks are whole vectors")
    }

    /// The boards, empty columns included.
    pub fn boards(&self) -> usize {
        self.kings.sets().len() * self.width
    }
}
