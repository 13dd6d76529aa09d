//! Sets of squares.

/// A set of dark squares: bit `s` stands for the square of index `s` (see [`Square`](super::Square)).
pub type Bitboard = u64;

/// The indices of a set's squares, in ascending order.
#[inline(always)]
pub(crate) fn bits(mut set: Bitboard) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < Bitboard::BITS).then_some(first)
    })
}
