//! Blocks of categories, and the meaning of their two-bit values.

use std::ops::Range;
use std::sync::OnceLock;

use crate::board::Game;
use crate::index::{Index, row_starts};
use crate::value::Category;
use crate::wide::wide;

use super::Metric;
use super::values::{Values, packed_len, unpack, value_at};

/// A block of categories and the starts of its rows.
#[derive(Clone, Debug)]
pub(crate) struct Categories {
    /// All values, packed.
    pub values: Values,
    starts: Starts,
    /// The number of places, if they were counted.
    pub places: usize,
    /// For every [`COUNTED`] places, how many places before have a distance to win, and one to a zeroing move; made on first use.
    counts: OnceLock<Box<[[u32; 2]]>>,
}

/// The places between two counts.
const COUNTED: usize = 1 << 11;

#[derive(Clone, Debug)]
enum Starts {
    /// The row's number: each row has one value.
    Same,
    Known(Box<[u16]>),
    /// Not counted: all values are alike.
    Unknown,
}

impl Categories {
    /// The block of some rows from its bytes in the file; `None` if it is damaged or has another number of values. Counting the
    /// places costs about 3 ns a row, and is skipped if all values are alike and `with_starts` is false.
    pub fn new<G: Game>(bytes: &[u8], index: &Index<G>, rows: Range<u64>, with_starts: bool) -> Option<Categories> {
        let count = (rows.end - rows.start) as usize;
        let (starts, places) = if index.material().mover.kings == 0 {
            (Starts::Same, count)
        } else if bytes.len() == 1 && !with_starts {
            (Starts::Unknown, 0)
        } else {
            let (starts, places) = row_starts(index, rows)?;
            (Starts::Known(starts), places)
        };
        let length = packed_len(places);
        let values = unpack(bytes, length)?;
        match &values {
            Values::Constant(value) if *value > EXCEPTION => return None,
            Values::Bytes(bytes) if bytes.len() != length => return None,
            _ => {}
        }
        Some(Categories { values, starts, places, counts: OnceLock::new() })
    }

    /// The place of a number of a row.
    #[inline]
    pub fn place(&self, row: usize, number: u64) -> usize {
        match &self.starts {
            Starts::Known(starts) => usize::from(starts.get(row).copied().unwrap_or(0)) + number as usize,
            Starts::Same | Starts::Unknown => row,
        }
    }

    /// The first place of each row; `None` if each row has one place, or they were not counted.
    pub fn starts(&self) -> Option<&[u16]> {
        if let Starts::Known(starts) = &self.starts { Some(starts) } else { None }
    }

    /// Whether [`Categories::place`] knows places.
    pub fn has_starts(&self) -> bool {
        !matches!(self.starts, Starts::Unknown)
    }

    /// The value at a place, 0 to 3; meaningless beyond the last place.
    #[inline]
    pub fn value(&self, place: usize) -> u8 {
        match &self.values {
            Values::Constant(value) => *value,
            Values::Bytes(bytes) if place / 4 < bytes.len() => value_at(bytes, place),
            Values::Bytes(_) => wdl_value(Category::Draw),
        }
    }

    /// How many places before `place` have a distance in a metric of distances.
    pub fn distances_before(&self, place: usize, metric: Metric) -> usize {
        let bytes = match &self.values {
            Values::Constant(value) => return if has_distance(*value, metric) { place } else { 0 },
            Values::Bytes(bytes) => bytes,
        };
        let counts = self.counts.get_or_init(|| counts(bytes));
        let first = (place / COUNTED).min(counts.len().saturating_sub(1));
        let before = counts.get(first).map_or(0, |count| count[usize::from(metric == Metric::Dtz)]) as usize;
        let rest = place - first * COUNTED;
        before + distances_before(&bytes[(first * COUNTED / 4).min(bytes.len())..], rest, metric)
    }

    /// How many places have a distance in a metric.
    pub fn distances(&self, metric: Metric) -> usize {
        self.distances_before(self.places, metric)
    }

    /// The bytes in memory.
    pub fn size(&self) -> usize {
        self.values.size() + self.starts().map_or(0, size_of_val)
    }
}

fn counts(bytes: &[u8]) -> Box<[[u32; 2]]> {
    let mut sum = [0; 2];
    let next = |bytes: &[u8]| {
        let before = sum;
        for (sum, metric) in sum.iter_mut().zip(Metric::DISTANCES) {
            *sum += distances_before(bytes, COUNTED, metric) as u32;
        }
        before
    };
    bytes.chunks(COUNTED / 4).map(next).collect()
}

/// How many of the first `place` packed values have a distance in a metric.
#[inline]
fn distances_before(bytes: &[u8], place: usize, metric: Metric) -> usize {
    let (words, rest) = bytes[..bytes.len().min(place.div_ceil(4))].as_chunks::<8>();
    let full = place / 32;
    let last = words.get(full).copied().unwrap_or_else(|| {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last
    });
    let below = (1 << (2 * (place % 32))) - 1;
    let last = without_distance(u64::from_le_bytes(last), metric) & below;
    place - (count_without(&words[..full.min(words.len())], metric) + last.count_ones()) as usize
}

wide! {
    fn count_without(words: &[[u8; 8]], metric: Metric) -> u32 {
        words.iter().map(|&word| without_distance(u64::from_le_bytes(word), metric).count_ones()).sum()
    }
}

const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// Cursed or blessed, as the list of exceptions says. The greatest value.
pub(super) const EXCEPTION: u8 = 3;

pub(crate) const fn wdl_value(category: Category) -> u8 {
    [LOSS, EXCEPTION, DRAW, EXCEPTION, WIN][category as usize]
}

/// The category of a value; `None` if the list of exceptions has it.
#[inline]
pub(crate) const fn wdl_category(value: u8) -> Option<Category> {
    match value {
        LOSS => Some(Category::Loss),
        DRAW => Some(Category::Draw),
        WIN => Some(Category::Win),
        _ => None,
    }
}

/// Whether the table of a metric has a distance for this value of the table of categories: `dtw` if a side wins in theory, `dtz` if
/// it wins under the draw rule.
#[inline]
pub(crate) const fn has_distance(value: u8, metric: Metric) -> bool {
    match metric {
        Metric::Wdl => false,
        Metric::Dtw => value != DRAW,
        Metric::Dtz => value == LOSS || value == WIN,
    }
}

/// For the 32 values of a word, one bit for each without a distance.
#[inline(always)]
pub(super) fn without_distance(word: u64, metric: Metric) -> u64 {
    const LOW_BITS: u64 = 0x5555_5555_5555_5555;
    match metric {
        Metric::Wdl => LOW_BITS,
        Metric::Dtw => word & !(word >> 1) & LOW_BITS,
        Metric::Dtz => word & LOW_BITS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::pack;

    #[test]
    fn distances_are_counted() {
        let values: Vec<u8> = (0..9000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13 & 3) as u8).collect();
        let packed = Values::Bytes(pack(&values).into());
        let places = values.len();
        let categories = Categories { values: packed, starts: Starts::Same, places, counts: OnceLock::new() };
        for metric in Metric::DISTANCES {
            for place in 0..values.len() {
                assert_eq!(categories.value(place), values[place]);
                let naive = values[..place].iter().filter(|&&value| has_distance(value, metric)).count();
                assert_eq!(categories.distances_before(place, metric), naive, "{place} {metric}");
            }
        }
    }

    #[test]
    fn values_and_categories_go_together() {
        for category in Category::ALL {
            let is_exception = matches!(category, Category::CursedWin | Category::BlessedLoss);
            assert_eq!(wdl_category(wdl_value(category)), (!is_exception).then_some(category));
        }
    }

    #[test]
    fn a_word_says_what_its_values_do() {
        for metric in Metric::ALL {
            for word in 0..=u64::from(u16::MAX) {
                let one_by_one = (0..32).filter(|place| !has_distance((word >> (2 * place) & 3) as u8, metric));
                let bits = one_by_one.fold(0, |bits, place| bits | 1u64 << (2 * place));
                assert_eq!(without_distance(word, metric), bits, "{word:x} {metric}");
            }
        }
    }
}
