//! The values of two bits in a table of categories: what they mean, and which of them come with a distance.

use crate::value::Category;

use super::Metric;

const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// Cursed or blessed: the list of exceptions tells which. The greatest value there is.
pub(super) const EXCEPTION: u8 = 3;

/// The value of a category.
pub(super) const fn wdl_value(category: Category) -> u8 {
    match category {
        Category::Loss => LOSS,
        Category::Draw => DRAW,
        Category::Win => WIN,
        Category::CursedWin | Category::BlessedLoss => EXCEPTION,
    }
}

/// The category of a value; `None` where the list of exceptions has it.
#[inline]
pub(super) const fn category(value: u8) -> Option<Category> {
    match value {
        LOSS => Some(Category::Loss),
        DRAW => Some(Category::Draw),
        WIN => Some(Category::Win),
        _ => None,
    }
}

/// Whether the table of a metric has a distance where the table of categories has this value. It has one where a side wins:
/// in theory for `dtw`, under the draw rule for `dtz`.
#[inline]
pub(super) const fn has_distance(value: u8, metric: Metric) -> bool {
    match metric {
        Metric::Wdl => false,
        Metric::Dtw => value != DRAW,
        Metric::Dtz => value == LOSS || value == WIN,
    }
}

/// The same of 32 values in a word at once: one bit for each without a distance.
#[inline(always)]
pub(super) fn without_distance(word: u64, metric: Metric) -> u64 {
    /// The lower bit of each value.
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

    #[test]
    fn values_and_categories_go_together() {
        for category_ in Category::ALL {
            let is_exception = matches!(category_, Category::CursedWin | Category::BlessedLoss);
            assert_eq!(category(wdl_value(category_)), (!is_exception).then_some(category_));
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
