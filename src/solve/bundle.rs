//! Fibres side by side: the same kings over different men, so that masks are full where one fibre has few sets of kings.

use crate::board::Bitboard;
use crate::index::{KingSets, WORD};

use super::half::{Half, bits};
use super::masks::{Mask, mask};

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
    /// The squares with an enemy's man in some fibre.
    pub enemy_men: Bitboard,
    /// The mask of the columns in which the enemy's kings and the men have squares of their own.
    fit: Vec<u64>,
    /// For each square, the mask of those with nobody there but maybe the mover's kings; and of those with an enemy there.
    free: Vec<u64>,
    enemies: Vec<u64>,
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
            (0, 0 | 1) | (1, 1 | 2) => 16,
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
        let (mut fit, mut free, mut enemies) = (vec![0; words], vec![0; 32 * words], vec![0; 32 * words]);
        let mut columns = Vec::with_capacity(words * WORD);
        for (lane, half) in halves.clone().enumerate() {
            let (start, shift) = (lane * width / WORD, lane * width % WORD);
            // A lane of half a word must leave the other half alone.
            let all = if width < WORD { (1 << width) - 1 } else { u64::MAX };
            for word in 0..enemy.words() {
                // Some square of nine is free of up to eight kings.
                let sets = (0..9).fold(0, |sets, square| sets | enemy.free(square)[word]);
                fit[start + word] |=
                    bits(half.all_men()).fold(sets, |fit, square| fit & enemy.free(square)[word]) << shift;
            }
            for square in 0..32 {
                let row = square as usize * words + start;
                for (word, &none) in enemy.free(square).iter().enumerate() {
                    let kings = !none & all;
                    if half.all_men() >> square & 1 == 0 {
                        free[row + word] |= none << shift;
                        enemies[row + word] |= kings << shift;
                    } else if half.enemy_men >> square & 1 != 0 {
                        enemies[row + word] |= all << shift;
                    }
                }
            }
            columns.extend(enemy.turned().iter().map(|&turned| Column { lane: lane as u32, turned }));
            columns.resize((lane + 1) * width, Column { lane: 0, turned: 0 });
        }
        let men = halves.clone().fold(u32::MAX, |men, half| men & half.all_men());
        let enemy_men = halves.fold(0, |men, half| men | half.enemy_men);
        Bundle { kings, columns, width, words, other_width, other_words, men, enemy_men, fit, free, enemies }
    }

    /// `W` words, from word `word` on, of the mask of the columns in which the enemy's kings and the men have squares of
    /// their own.
    #[inline(always)]
    pub fn fit<const W: usize>(&self, word: usize) -> &Mask<W> {
        mask(&self.fit, word)
    }

    /// Of the mask of those with an enemy on a square.
    #[inline(always)]
    pub fn enemies<const W: usize>(&self, square: u32, word: usize) -> &Mask<W> {
        mask(&self.enemies, square as usize * self.words + word)
    }

    /// Of the mask of those with nobody on a square but maybe the mover's kings.
    #[inline(always)]
    pub fn free<const W: usize>(&self, square: u32, word: usize) -> &Mask<W> {
        mask(&self.free, square as usize * self.words + word)
    }

    /// The boards, empty columns included.
    pub fn boards(&self) -> usize {
        self.kings.sets().len() * self.width
    }
}
