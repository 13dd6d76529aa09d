//! From values to compressed blocks.

use std::cell::RefCell;
use std::io;
use std::ops::Range;

use zstd::zstd_safe::{CCtx, CParameter, FrameFormat, compress_bound};

use crate::board::{Board, Game};
use crate::bulk::frame::failed;
use crate::index::{Index, Material, Row, next_subset, unrank_kings};
use crate::retrograde::{Codes, PENDING};
use crate::table::{BLOCK_ENTRIES, Metric, PerMetric, has_distance, wdl_value};
use crate::value::{Category, Dtw, Dtz, Measure, Outcome, distance};
use crate::wide::wide;

/// The most rows of a block, unless they have one entry each: a reader counts the entries of each row.
const BLOCK_ROWS: u64 = 512;

pub(super) struct Packed {
    /// Before compression; a single byte if all values of the block are equal.
    pub bytes: Vec<u8>,
    /// The bytes in the file.
    pub compressed: Vec<u8>,
}

pub(super) fn block_rows<G: Game>(material: Material) -> u32 {
    let most = if material.mover.kings == 0 { BLOCK_ENTRIES } else { BLOCK_ROWS };
    (BLOCK_ENTRIES / material.row_size::<G>()).clamp(1, most) as u32
}

/// The values of some rows by their places in a block: 0 to 3 in a table of categories; for each wanted metric the existing
/// distances. `dtz` is [`PENDING`] where a capture is pending: these values are not stored, as the probe plays captures out.
pub(super) fn values_of_rows<G: Game>(
    index: &Index<G>,
    rows: Range<u64>,
    codes: &Codes,
    wanted: impl Fn(Metric) -> bool,
) -> PerMetric<Vec<u8>> {
    let Codes { dtw, dtz, far } = codes;
    let by_place = places(index, rows.clone(), dtw, dtz);
    let values = values_of(&by_place);
    let to_distances = |mut codes: Vec<u8>| {
        codes.iter_mut().for_each(|code| *code = distance(*code));
        codes
    };
    let mut stored = PerMetric::<Vec<u8>>::default();
    if wanted(Metric::Dtz) {
        stored[Metric::Dtz] = to_distances(select(&values, Metric::Dtz, &by_place.dtz));
    }
    if wanted(Metric::Dtw) && far.is_empty() {
        stored[Metric::Dtw] = to_distances(select(&values, Metric::Dtw, &by_place.dtw));
    } else if wanted(Metric::Dtw) {
        // The distances themselves, as codes do not hold all.
        let mut distances: Vec<u8> = dtw.iter().map(|&code| distance(code)).collect();
        for &(entry, outcome) in far {
            if let Outcome::Win(plies) | Outcome::Loss(plies) = outcome {
                distances[entry] = Dtw::distance(plies);
            }
        }
        stored[Metric::Dtw] = select(&values, Metric::Dtw, &places(index, rows, &distances, dtz).dtw);
    }
    stored[Metric::Wdl] = values;
    stored
}

/// The places of the cursed and blessed entries, and whether each is blessed.
pub(super) fn exceptions(Codes { dtw, dtz, .. }: &Codes) -> Vec<(usize, bool)> {
    let is_exception = |(&dtw, &dtz): (&u8, &u8)| dtz == Dtz::DRAW && dtw != Dtw::DRAW;
    // Blocks with exceptions are rare.
    let has_some = dtw.iter().zip(dtz).fold(false, |some, entry| some | is_exception(entry));
    let entries = dtw.iter().zip(dtz).enumerate().filter(|&(_, entry)| has_some && is_exception(entry));
    entries.map(|(place, (&dtw, _))| (place, dtw < Dtw::DRAW)).collect()
}

/// The value in a table of categories, for many places at once.
#[inline(always)]
fn value_of(dtw: u8, dtz: u8) -> u8 {
    let decided = if dtw > Dtw::DRAW { wdl_value(Category::Win) } else { wdl_value(Category::Loss) };
    let won_or_lost = if dtz == Dtz::DRAW { wdl_value(Category::CursedWin) } else { decided };
    if dtw == Dtw::DRAW { wdl_value(Category::Draw) } else { won_or_lost }
}

wide! {
    fn values_of(places: &Places) -> Vec<u8> {
        places.dtw.iter().zip(&places.dtz).map(|(&dtw, &dtz)| value_of(dtw, dtz)).collect()
    }
}

wide! {
    /// The codes of a metric at the places whose values have a distance.
    fn select(values: &[u8], metric: Metric, codes: &[u8]) -> Vec<u8> {
        let mut selected = vec![0; values.len()];
        let mut count = 0;
        for (&value, &code) in values.iter().zip(codes) {
            selected[count] = code;
            count += usize::from(has_distance(value, metric));
        }
        selected.truncate(count);
        selected
    }
}

struct Places {
    dtw: Vec<u8>,
    dtz: Vec<u8>,
}

wide! {
    fn places<G: Game>(index: &Index<G>, rows: Range<u64>, dtw: &[u8], dtz: &[u8]) -> Places {
        let kings = u32::from(index.material().mover.kings);
        let mut places = Places { dtw: Vec::with_capacity(dtw.len()), dtz: Vec::with_capacity(dtw.len()) };
        if kings == 0 {
            places.dtw.extend(dtw);
            places.dtz.extend(dtz);
        } else {
            let row_size = index.row_size() as usize;
            let boards = index.rows_from(rows.start).take((rows.end - rows.start) as usize);
            for ((board, dtw), dtz) in boards.zip(dtw.chunks(row_size)).zip(dtz.chunks(row_size)) {
                places.row(kings, &board, dtw, dtz);
            }
        }
        places.fill();
        places
    }
}

impl Places {
    /// Appends the places of a row with kings of the mover, by the numbers of [`Row`].
    #[inline(always)]
    fn row<G: Game>(&mut self, kings: u32, board: &Board<G>, dtw: &[u8], dtz: &[u8]) {
        let row = Row::new(board);
        let start = self.dtw.len();
        if row.is_plain(kings) {
            self.dtw.resize(start + dtw.len(), 0);
            self.dtz.resize(start + dtw.len(), 0);
            let mut end = start;
            for (&dtw, &dtz) in dtw.iter().zip(dtz) {
                (self.dtw[end], self.dtz[end]) = (dtw, dtz);
                end += usize::from(dtz != PENDING);
            }
            self.dtw.truncate(end);
            self.dtz.truncate(end);
        } else {
            let end = start + row.size(kings) as usize;
            self.dtw.resize(end, 0);
            self.dtz.resize(end, PENDING);
            let free = board.empty();
            let (mut set, mut number) = (unrank_kings(0, kings, free), row.in_order());
            for (&dtw, &dtz) in dtw.iter().zip(dtz) {
                if let Some(number) = number(set, dtz == PENDING).filter(|_| dtz != PENDING) {
                    (self.dtw[start + number as usize], self.dtz[start + number as usize]) = (dtw, dtz);
                }
                set = next_subset(set, free);
            }
        }
    }

    /// Fills the places without a stored value with the value before them, which costs least; at first with the first value.
    #[inline(always)]
    fn fill(&mut self) {
        let first = self.dtz.iter().position(|&dtz| dtz != PENDING);
        let mut last = first.map_or((0, 0), |first| (self.dtw[first], self.dtz[first]));
        for place in self.dtw.iter_mut().zip(&mut self.dtz) {
            match place {
                (dtw, dtz @ &mut PENDING) => (*dtw, *dtz) = last,
                (dtw, dtz) => last = (*dtw, *dtz),
            }
        }
    }
}

impl Packed {
    pub fn categories(values: &[u8], level: i32) -> io::Result<Packed> {
        Packed::of(values, pack, level, None)
    }

    /// A block of distances. Where zstd takes matches one by one, a least match of six bytes saves 2 % of the bytes, and time.
    pub fn distances(distances: &[u8], level: i32) -> io::Result<Packed> {
        Packed::of(distances, <[u8]>::to_vec, level, (level <= LAZY_LEVELS).then_some(6))
    }

    fn of(values: &[u8], pack: fn(&[u8]) -> Vec<u8>, level: i32, least_match: Option<u32>) -> io::Result<Packed> {
        if values.iter().all(|value| value == &values[0]) {
            let bytes: Vec<u8> = values.iter().take(1).copied().collect();
            return Ok(Packed { compressed: bytes.clone(), bytes });
        }
        let bytes = pack(values);
        Ok(Packed { compressed: compress(&bytes, level, least_match)?, bytes })
    }
}

/// The highest level at which zstd takes matches one by one in all small inputs.
const LAZY_LEVELS: i32 = 10;

/// Packs the values of a block of categories, 0 to 3, the first in the lowest bits of a byte.
pub(crate) fn pack(values: &[u8]) -> Vec<u8> {
    let (fours, rest) = values.as_chunks::<4>();
    let last = (!rest.is_empty()).then(|| std::array::from_fn(|place| rest.get(place).copied().unwrap_or(0)));
    fours.iter().copied().chain(last).map(|[a, b, c, d]| a | b << 2 | c << 4 | d << 6).collect()
}

fn compress(bytes: &[u8], level: i32, least_match: Option<u32>) -> io::Result<Vec<u8>> {
    type Made = ((i32, Option<u32>), CCtx<'static>);
    thread_local! {
        // A fresh context costs more than a block.
        static COMPRESSOR: RefCell<Option<Made>> = const { RefCell::new(None) };
    }
    COMPRESSOR.with_borrow_mut(|slot| {
        let made_for = (level, least_match);
        if slot.as_ref().is_none_or(|(other, _)| *other != made_for) {
            *slot = Some((made_for, compressor(level, least_match)?));
        }
        let mut compressed = Vec::with_capacity(compress_bound(bytes.len()));
        slot.as_mut().expect("just made").1.compress2(&mut compressed, bytes).map_err(failed)?;
        Ok(compressed)
    })
}

/// A compressor whose frames have neither magic number nor length: the header has both.
fn compressor(level: i32, least_match: Option<u32>) -> io::Result<CCtx<'static>> {
    // `zstd::bulk::Compressor` panics where this fails.
    let mut context = CCtx::try_create().ok_or(io::ErrorKind::OutOfMemory)?;
    let parameters = [
        CParameter::CompressionLevel(level),
        CParameter::Format(FrameFormat::Magicless),
        CParameter::ContentSizeFlag(false),
        CParameter::ChecksumFlag(false),
    ];
    for parameter in parameters.into_iter().chain(least_match.map(CParameter::MinMatch)) {
        context.set_parameter(parameter).map_err(failed)?;
    }
    Ok(context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_categories() {
        for dtw in 0..=u8::MAX {
            // A result under the draw rule is the same in theory.
            let decided = if dtw > Dtw::DRAW { Dtz::win(3) } else { Dtz::loss(3) };
            for dtz in if dtw == Dtw::DRAW { [Dtz::DRAW, Dtz::DRAW] } else { [Dtz::DRAW, decided] } {
                assert_eq!(
                    value_of(dtw, dtz),
                    wdl_value(Category::new(Dtw::theory(dtw), dtz != Dtz::DRAW)),
                    "{dtw} {dtz}"
                );
            }
        }
    }

    #[test]
    fn places_without_a_value_repeat_the_one_before() {
        let mut places = Places { dtw: vec![9, 1, 9, 9, 2, 9], dtz: vec![PENDING, 3, PENDING, PENDING, 4, PENDING] };
        places.fill();
        assert_eq!((places.dtw, places.dtz), (vec![1, 1, 1, 1, 2, 2], vec![3, 3, 3, 3, 4, 4]));
        let mut places = Places { dtw: vec![9], dtz: vec![PENDING] };
        places.fill();
        assert_eq!((places.dtw, places.dtz), (vec![0], vec![0]));
    }

    #[test]
    fn distances_are_selected_by_value() {
        assert_eq!(select(&[0, 1, 2, 3, 1], Metric::Dtw, &[10, 11, 12, 13, 14]), [10, 12, 13]);
        assert_eq!(select(&[0, 1, 2, 3, 1], Metric::Dtz, &[10, 11, 12, 13, 14]), [10, 12]);
        assert_eq!(select(&[], Metric::Dtz, &[]), [0; 0]);
    }
}
