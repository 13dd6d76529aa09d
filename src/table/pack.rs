//! From values to compressed blocks, for all metrics at once.

use std::io;
use std::ops::Range;

use crate::board::{Board, Game};
use crate::index::{Index, Material, Row, next_subset, unrank_kings};
use crate::solve::{Class, Codes, PENDING, category};
use crate::value::{Category, Dtw, Dtz, Measure, Outcome, distance};

use super::codec::pack;
use super::compress::compress;
use super::format::{BLOCK_ENTRIES, PART};
use super::wdl_value::{has_distance, wdl_value};
use super::{Metric, PerMetric};

/// The most rows of a block, unless they have one entry each: whoever reads a block counts what each of them holds.
const BLOCK_ROWS: u64 = 512;

/// A block, ready to be written.
pub(super) struct Packed {
    /// Before compression; a single byte for all values of a block, or of a part, if they are alike.
    pub bytes: Vec<u8>,
    /// What stands in the file.
    pub compressed: Vec<u8>,
}

/// The rows of a block.
pub(super) fn block_rows<G: Game>(material: Material) -> u32 {
    let most = if material.mover.kings == 0 { BLOCK_ENTRIES } else { BLOCK_ROWS };
    (BLOCK_ENTRIES / material.row_size::<G>()).clamp(1, most) as u32
}

/// Packs the values of some rows: a block of each of some metrics, the categories first, and the places of the cursed
/// and the blessed among the entries, with their categories. `dtz` is [`PENDING`] where a capture is pending: such a value
/// is not stored, as the probe plays captures out.
#[expect(clippy::type_complexity)]
pub(super) fn pack_block<G: Game>(
    index: &Index<G>,
    rows: Range<u64>,
    codes: &Codes,
    metrics: &[Metric],
    level: i32,
) -> io::Result<(Vec<Packed>, Vec<(usize, Category)>)> {
    let Codes { dtw, dtz, far } = codes;
    let values = number(index, &rows, dtw, dtz);
    // The distances to win by themselves, where there are some that codes do not tell.
    let with_far = (!far.is_empty()).then(|| {
        let mut distances: Vec<u8> = dtw.iter().map(|&code| distance(code)).collect();
        for &(entry, outcome) in far {
            if let Outcome::Win(plies) | Outcome::Loss(plies) = outcome {
                distances[entry] = Dtw::distance(plies);
            }
        }
        number(index, &rows, &distances, dtz)
    });
    // Places that no entry has, or one with a capture pending, repeat the value before them, which costs least; the
    // first ones take the first value that counts.
    let mut last = values.iter().position(|&(_, dtz)| dtz != PENDING);
    let mut stored = PerMetric::<Vec<u8>>::default();
    stored[Metric::Wdl].reserve(values.len());
    for (place, &(_, dtz)) in values.iter().enumerate() {
        last = if dtz == PENDING { last } else { Some(place) };
        let (dtw, dtz) = last.map_or((0, 0), |last| values[last]);
        let value = wdl_value(category_of(dtw, dtz));
        stored[Metric::Wdl].push(value);
        if has_distance(value, Metric::Dtw) {
            let far = with_far.as_ref().zip(last).map(|(distances, last)| distances[last].0);
            stored[Metric::Dtw].push(far.unwrap_or(distance(dtw)));
        }
        if has_distance(value, Metric::Dtz) {
            stored[Metric::Dtz].push(distance(dtz));
        }
    }
    let counts = dtw.iter().zip(dtz).map(|(&dtw, &dtz)| (dtz == Dtz::DRAW).then(|| category_of(dtw, dtz)));
    let exceptions = counts.enumerate().filter_map(|(place, category)| {
        let category = category.filter(|&category| category != Category::Draw)?;
        Some((place, category))
    });
    let blocks = metrics.iter().map(|&metric| Packed::new(metric, std::mem::take(&mut stored[metric]), level));
    Ok((blocks.collect::<io::Result<_>>()?, exceptions.collect()))
}

fn category_of(dtw: u8, dtz: u8) -> Category {
    category(dtw, Class { won: dtz >= Dtz::SLOWEST_WIN, lost: dtz <= Dtz::SLOWEST_LOSS })
}

/// The values of the entries of some rows, by their places.
fn number<G: Game>(index: &Index<G>, rows: &Range<u64>, dtw: &[u8], dtz: &[u8]) -> Vec<(u8, u8)> {
    let row_size = index.row_size() as usize;
    let mut numbered = Numbered { kings: index.material().mover.kings.into(), values: Vec::with_capacity(dtw.len()) };
    if numbered.kings == 0 {
        numbered.values.extend(dtw.iter().copied().zip(dtz.iter().copied()));
    } else {
        let boards = index.rows_from(rows.start).take((rows.end - rows.start) as usize);
        for ((board, dtw), dtz) in boards.zip(dtw.chunks(row_size)).zip(dtz.chunks(row_size)) {
            numbered.row(&board, dtw, dtz);
        }
    }
    numbered.values
}

/// The values of rows with kings of the mover, by the numbers of [`Row`].
struct Numbered {
    kings: u32,
    values: Vec<(u8, u8)>,
}

impl Numbered {
    fn row<G: Game>(&mut self, board: &Board<G>, dtw: &[u8], dtz: &[u8]) {
        let row = Row::new(board);
        let entries = dtw.iter().copied().zip(dtz.iter().copied());
        if row.is_plain(self.kings) {
            self.values.extend(entries.filter(|&(_, dtz)| dtz != PENDING));
        } else {
            let start = self.values.len();
            self.values.resize(start + row.size(self.kings) as usize, (0, PENDING));
            let free = board.empty();
            let mut kings = unrank_kings(0, self.kings, free);
            for entry in entries {
                if let Some(number) = row.rank(kings).filter(|_| entry.1 != PENDING) {
                    self.values[start + number as usize] = entry;
                }
                kings = next_subset(kings, free);
            }
        }
    }
}

impl Packed {
    fn new(metric: Metric, values: Vec<u8>, level: i32) -> io::Result<Packed> {
        if is_constant(&values) {
            let bytes: Vec<u8> = values.into_iter().take(1).collect();
            return Ok(Packed { compressed: bytes.clone(), bytes });
        }
        let bytes = pack(metric, &values);
        match metric {
            Metric::Wdl => Ok(Packed { compressed: compress(&bytes, level)?, bytes }),
            Metric::Dtw | Metric::Dtz => Packed::in_parts(&bytes, level),
        }
    }

    /// Distances in parts: whoever asks for one distance unpacks one part.
    fn in_parts(bytes: &[u8], level: i32) -> io::Result<Packed> {
        let (mut hashed, mut compressed, mut parts) = (Vec::new(), Vec::new(), Vec::new());
        for part in bytes.chunks(PART) {
            let before = parts.len();
            if is_constant(part) {
                hashed.push(part[0]);
                parts.push(part[0]);
            } else {
                hashed.extend(part);
                parts.extend(compress(part, level)?);
            }
            compressed.extend(((parts.len() - before) as u16).to_le_bytes());
        }
        // The last length follows from the others; the number of parts stands before them instead.
        let count = bytes.len().div_ceil(PART) as u16;
        compressed.rotate_right(2);
        compressed[..2].copy_from_slice(&count.to_le_bytes());
        compressed.extend(parts);
        Ok(Packed { bytes: hashed, compressed })
    }
}

/// Whether no value differs from another.
fn is_constant(values: &[u8]) -> bool {
    values.iter().all(|value| value == &values[0])
}
