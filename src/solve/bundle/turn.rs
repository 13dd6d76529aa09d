//! Turning a plane: rows become columns, and squares are numbered as the other side sees them.

use crate::board::Game;
use crate::bulk::masks::bits;
use crate::index::WORD;

use super::Bundle;

/// With fewer bits than this in 64 words, it is faster to move each bit by itself than to transpose all 4096.
const DENSE: u32 = 160;

/// Turns one word of 64 rows: those whose numbers, once turned, are `first` and the 63 that follow. The bits of `rows`
/// say which of them to take; the others count as empty. `take` gives the word of a row. Afterwards `tile` has a word
/// for each column, with a bit for each row. Returns the columns that have bits.
#[inline(always)]
pub(in crate::solve) fn turn<G: Game>(
    bundle: &Bundle<'_, G>,
    (first, rows): (usize, u64),
    take: impl Fn(usize) -> u64,
    tile: &mut [u64; WORD],
) -> u64 {
    *tile = [0; WORD];
    let (mut all, mut count) = (0, 0);
    for row in bits(&[rows]) {
        // Turning twice changes nothing, so this is the row that is turned onto `first + row`.
        let mask = take(bundle.kings.turned()[first + row] as usize);
        tile[row] = mask;
        all |= mask;
        count += mask.count_ones();
    }
    if count >= DENSE {
        transpose(tile);
    } else if count > 0 {
        let masks = std::mem::replace(tile, [0; WORD]);
        for row in bits(&[rows]) {
            bits(&[masks[row]]).for_each(|column| tile[column] |= 1 << row);
        }
    }
    all
}

/// Bit `b` of word `a` becomes bit `a` of word `b`. Quadrants of the tile change places, then quadrants of each
/// quadrant, and so on (Warren, *Hacker's Delight*, 7-3).
#[inline(always)]
fn transpose(tile: &mut [u64; WORD]) {
    let mut size = WORD / 2;
    let mut low = u64::MAX >> 32;
    while size > 0 {
        for both in tile.chunks_exact_mut(2 * size) {
            let (upper, lower) = both.split_at_mut(size);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let change = (*upper >> size ^ *lower) & low;
                *lower ^= change;
                *upper ^= change << size;
            }
        }
        size /= 2;
        low ^= low << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Russian, turned};
    use crate::index::KingSets;
    use crate::solve::testing::{Random, Values, king_sets, some_halves};

    #[test]
    fn words_are_transposed_bit_by_bit() {
        let mut random = Random(1);
        let tile: [u64; WORD] =
            std::array::from_fn(|_| (0..WORD).fold(0, |word, _| word << 1 | random.below(2) as u64));
        let mut result = tile;
        transpose(&mut result);
        for (a, word) in tile.iter().enumerate() {
            assert!((0..WORD).all(|b| word >> b & 1 == result[b] >> a & 1));
        }
    }

    #[test]
    fn masks_are_turned_bit_by_bit() {
        let ending = "KKvKM".parse().unwrap();
        let (values, kings) = (Values::<Russian>::new(ending, false), king_sets::<Russian>(ending));
        let known = values.known();
        let lanes = Bundle::<Russian>::lanes([2, 1]);
        let halves = some_halves(ending, &known, &kings, lanes);
        let bundle = Bundle::new(&halves, 0, lanes);
        let mut random = Random(2);
        // Few bits, which are moved one by one, and many bits.
        for one_in in [400, 40, 2] {
            let plane: Vec<u64> = (0..bundle.kings.sets().len() * bundle.words)
                .map(|_| (0..WORD).fold(0, |word, _| word << 1 | u64::from(random.below(one_in) == 0)))
                .collect();
            let rows = 0xF0F0_1234_5678_FFFF_u64;
            for (first, word) in [(0, 0), (128, 5), (384, 7)] {
                let mut tile = [!0; WORD];
                let all = turn(&bundle, (first, rows), |row| plane[row * bundle.words + word], &mut tile);
                for (column, &found) in tile.iter().enumerate() {
                    for row in 0..WORD {
                        // The row of the same kings, seen from the other end of the board.
                        let kings = turned::<Russian>(bundle.kings.sets()[first + row]);
                        let bit = plane[KingSets::number(kings) * bundle.words + word] >> column & 1;
                        let expected = bit & (rows >> row & 1);
                        assert_eq!(found >> row & 1, expected);
                        assert!(expected == 0 || all >> column & 1 != 0);
                    }
                    assert_eq!(all >> column & 1 != 0, found != 0);
                }
            }
        }
    }
}
