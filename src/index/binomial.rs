//! Binomial coefficients.

use crate::board::{MOST_PIECES, MOST_SQUARES};

const N: usize = MOST_SQUARES as usize + 1;
const K: usize = MOST_PIECES as usize + 1;

const TABLE: [[u64; K]; N] = {
    let mut table = [[0; K]; N];
    let mut n = 0;
    while n < N {
        table[n][0] = 1;
        let mut k = 1;
        while k < K && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of ways to choose `k` of `n` squares; `n` at most 40, `k` at most 15.
///
/// # Panics
/// Beyond these bounds.
#[inline]
pub const fn binomial(n: u32, k: u32) -> u64 {
    TABLE[n as usize][k as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(binomial(0, 0), 1);
        assert_eq!(binomial(3, 4), 0);
        assert_eq!(binomial(28, 3), 3276);
        assert_eq!(binomial(32, 12), 225_792_840);
        assert_eq!(binomial(40, 15), 40_225_345_056);
    }
}
