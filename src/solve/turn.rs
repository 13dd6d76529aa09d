//! Turning the board: a mask's rows and columns change places, and their numbers are turned.

use crate::index::WORD;

use super::bundle::Bundle;
use super::masks::places;

/// From so many bits of 64 words on they change places all at once.
const DENSE: u32 = 160;

/// Turns a word of the columns in 64 turned rows, by their numbers when the other side is to move: 64 from `first` on, of
/// which `rows` tells those that count. `take` gives a word of the mask. The columns with bits; `tile` tells for each in
/// which rows.
#[inline(always)]
pub(super) fn turn(
    bundle: &Bundle<'_>,
    (first, rows): (usize, u64),
    word: usize,
    mut take: impl FnMut(usize) -> u64,
    tile: &mut [u64; WORD],
) -> u64 {
    *tile = [0; WORD];
    let (mut all, mut count) = (0, 0);
    for row in places(&[rows]) {
        // Turning twice leaves all as it was.
        let mask = take(bundle.kings.turned()[first + row] as usize * bundle.words + word);
        tile[row] = mask;
        all |= mask;
        count += mask.count_ones();
    }
    if count >= DENSE {
        transpose(tile);
    } else if count > 0 {
        let masks = std::mem::replace(tile, [0; WORD]);
        for row in places(&[rows]) {
            places(&[masks[row]]).for_each(|column| tile[column] |= 1 << row);
        }
    }
    all
}

/// Bit `b` of word `a` becomes bit `a` of word `b`. Halves change places, then quarters in each, and so on (Warren,
/// *Hacker's Delight*, 7-3).
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

    #[test]
    fn bit_by_bit() {
        let mut random = 1_u64;
        let tile: [u64; WORD] = std::array::from_fn(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random ^ random >> 29
        });
        let mut turned = tile;
        transpose(&mut turned);
        for (a, word) in tile.iter().enumerate() {
            assert!((0..WORD).all(|b| word >> b & 1 == turned[b] >> a & 1));
        }
    }
}
