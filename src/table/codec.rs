//! The values of a block in bytes, before compression.

use super::Metric;

/// Packs the values of a block, 0 to 3 in a table of categories, the first in the lowest bits of a byte.
#[cfg(feature = "generate")]
pub(super) fn pack(metric: Metric, values: &[u8]) -> Vec<u8> {
    match metric {
        Metric::Wdl => {
            let (fours, rest) = values.as_chunks::<4>();
            let last = (!rest.is_empty()).then(|| std::array::from_fn(|place| rest.get(place).copied().unwrap_or(0)));
            fours.iter().copied().chain(last).map(|[a, b, c, d]| a | b << 2 | c << 4 | d << 6).collect()
        }
        Metric::Dtw | Metric::Dtz => values.into(),
    }
}

/// The value at a place of a packed block.
#[inline]
pub(super) fn value_at(metric: Metric, packed: &[u8], place: usize) -> u8 {
    match metric {
        Metric::Wdl => packed[place / 4] >> (2 * (place % 4)) & 3,
        Metric::Dtw | Metric::Dtz => packed[place],
    }
}

/// The bytes of a packed block.
pub(super) fn packed_len(metric: Metric, entries: usize) -> usize {
    entries.div_ceil(8 / metric.bits())
}

/// The most bytes of a block of so many entries before compression: a row can have more places than entries, but never
/// twice as many.
pub(super) fn most_bytes(metric: Metric, entries: u64) -> usize {
    packed_len(metric, 2 * entries as usize + 2)
}
