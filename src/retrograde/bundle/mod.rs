//! Which boards are solved together, and their places in masks. Squares are as the enemy sees them, as in values after moves.

mod half;
pub(super) mod rows;

use std::marker::PhantomData;

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, mask};
use crate::index::{Ending, KingSets, WORD};

pub(super) use crate::board::bits as squares;
pub(super) use half::{Half, Jump, LaneMoves};

/// Halves of several fibres with the same side to move. There is a row for each set of the mover's kings; a row has a lane for
/// each fibre, and a lane a column for each set of the enemy's kings.
///
/// The masks of the same columns, one of each row, make a *stripe*. The mover's king moves never change the column. So planes
/// lie stripe by stripe: each has few enough bits to stay in the caches, and threads can work on different stripes.
pub(in crate::retrograde) struct Bundle<'a, G> {
    pub kings: &'a KingSets,
    /// The columns of a row, lane by lane.
    pub columns: Vec<Column>,
    pub lanes: usize,
    /// The number of columns in a lane, padding included.
    pub lane_width: usize,
    pub words: usize,
    /// The number of columns in a lane of the bundle with the other side to move.
    pub other_lane_width: usize,
    /// The words of a mask of the bundle with the other side to move.
    pub other_mask_words: usize,
    /// The squares with a man in every fibre.
    pub men: Bitboard,
    /// The squares with an enemy's man in some fibre.
    pub enemy_men: Bitboard,
    /// The mask of the columns where the enemy's kings and the men share no square.
    fit: Vec<u64>,
    /// For each square, the mask of the columns where neither a man nor an enemy king stands there. The mover's kings may.
    free: Vec<u64>,
    /// For each square, the mask of the columns where an enemy stands there.
    enemies: Vec<u64>,
    game: PhantomData<G>,
}

#[inline(always)]
const fn mask_words(words: usize) -> usize {
    if words == 1 { 1 } else { 8 }
}

/// How the lanes of a bundle lie in the masks of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::retrograde) enum Shape {
    /// A mask is one word: one lane or two, of 32 columns each; on ten files one lane.
    Word,
    /// A mask is eight words: sixteen lanes of 32 columns each; on ten files eight lanes of 64.
    NarrowLanes,
    /// A mask is eight words of one lane, which has 512 columns or a multiple of that.
    WideLanes,
}

/// A set of the enemy's kings in one of the lanes.
#[derive(Clone, Copy)]
pub(in crate::retrograde) struct Column {
    pub lane: u32,
    /// The number of the set once the board is turned.
    pub turned: u32,
}

impl<'a, G: Game> Bundle<'a, G> {
    /// The lanes in a bundle. Several fill masks that the columns of one king would leave nearly empty; more exceed the caches.
    pub fn lanes(ending: Ending) -> usize {
        // Two lanes of half a word each, or one of a word.
        let in_word = WORD / KingSets::padded::<G>(1);
        let kings = [ending.first().kings, ending.second().kings];
        match (kings[0].min(kings[1]), kings[0].max(kings[1])) {
            (0, 0 | 1) | (1, 1 | 2) => 8 * in_word,
            (1, 3) => in_word,
            _ => 1,
        }
    }

    /// Bundles halves of an ending with one side to move, of at most as many fibres as there are lanes.
    pub fn new(fibres: &[[Half<'a, G>; 2]], side: usize, ending: Ending) -> Bundle<'a, G> {
        let lanes = Bundle::<G>::lanes(ending);
        let halves = fibres.iter().map(|halves| &halves[side]);
        let (kings, enemy) = (fibres[0][side].kings, fibres[0][side].enemy);
        let lane_width = KingSets::padded::<G>(enemy.count());
        let words = (lanes * lane_width).div_ceil(WORD);
        let other_lane_width = KingSets::padded::<G>(kings.count());
        let other_mask_words = mask_words((lanes * other_lane_width).div_ceil(WORD));
        let squares_words = G::SQUARES as usize * words;
        let (mut fit, mut free, mut enemies) = (vec![0; words], vec![0; squares_words], vec![0; squares_words]);
        let mut columns = Vec::with_capacity(words * WORD);
        for (lane, half) in halves.clone().enumerate() {
            let (start, shift) = (lane * lane_width / WORD, lane * lane_width % WORD);
            // A lane of 32 columns must leave the rest of its word alone.
            let all = if lane_width < WORD { (1 << lane_width) - 1 } else { u64::MAX };
            for word in 0..enemy.words() {
                fit[start + word] |= enemy.apart(half.all_men(), word) << shift;
            }
            for square in 0..G::SQUARES {
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
            columns.resize((lane + 1) * lane_width, Column { lane: 0, turned: 0 });
        }
        let men = halves.clone().fold(Bitboard::MAX, |men, half| men & half.all_men());
        let enemy_men = halves.fold(0, |men, half| men | half.enemy_men);
        Bundle {
            kings,
            columns,
            lanes,
            lane_width,
            words,
            other_lane_width,
            other_mask_words,
            men,
            enemy_men,
            fit,
            free,
            enemies,
            game: PhantomData,
        }
    }

    /// `W` words from `word` on: the columns where the enemy's kings and the men share no square.
    #[inline(always)]
    pub fn fit<const W: usize>(&self, word: usize) -> &Mask<W> {
        mask(&self.fit, word)
    }

    #[inline(always)]
    pub fn enemies<const W: usize>(&self, square: u32, word: usize) -> &Mask<W> {
        mask(&self.enemies, square as usize * self.words + word)
    }

    #[inline(always)]
    pub fn free<const W: usize>(&self, square: u32, word: usize) -> &Mask<W> {
        mask(&self.free, square as usize * self.words + word)
    }

    #[inline(always)]
    pub const fn shape(&self) -> Shape {
        match (self.words, self.lane_width) {
            (1, _) => Shape::Word,
            (_, ..=WORD) => Shape::NarrowLanes,
            _ => Shape::WideLanes,
        }
    }

    #[inline(always)]
    pub const fn mask_words(&self) -> usize {
        mask_words(self.words)
    }

    pub const fn stripes(&self) -> usize {
        self.words / self.mask_words()
    }

    pub fn rows(&self) -> usize {
        self.kings.sets().len()
    }

    pub fn stripe_boards(&self) -> usize {
        self.rows() * self.mask_words() * WORD
    }
}
