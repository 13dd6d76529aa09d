//! Publishing: what a round has decided in one half is turned, and entered in the other half.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::board::Game;
use crate::bulk::masks::{bits, set};
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::rows::{in_word, turn};
use crate::solve::threads::Threads;
use crate::wide::wide;

use super::state::{Decided, Halves, RoundState, Stripes};

/// Where a code is written.
pub(super) struct RoundCodes<'o> {
    pub codes: &'o mut [u8],
    /// By side to move, the place in `codes` of each lane's first code.
    pub starts: &'o [Vec<usize>; 2],
    pub code: u8,
    /// The places where it was written, if they are wanted: no code holds the distance.
    pub far: Option<Vec<usize>>,
}

impl Stripes {
    /// Publishes the wins or the losses of the halves that have `some`, and writes their code.
    pub(super) fn publish<G: Game>(
        &mut self,
        halves: &Halves<'_, '_, G>,
        some: [bool; 2],
        won: bool,
        to_write: &mut RoundCodes<'_>,
    ) {
        let Stripes { states, decided } = self;
        let bundles = halves.bundles;
        let states_of = states.iter_mut().take(bundles.len()).enumerate();
        let items = states_of.filter(|&(to, _)| some[halves.other(to)]).flat_map(|(to, states)| {
            // With several lanes, what one stripe receives comes from all of them.
            let count = if bundles[0].lanes == 1 { 1 } else { states.len() };
            states.chunks_mut(count).enumerate().map(move |(number, states)| (to, number, states))
        });
        halves.threads.each(items, |(to, number, states)| {
            let from = halves.other(to);
            publish(&bundles[from], &decided[from], won, number, states);
        });
        for side in (0..2).filter(|&side| some[side]) {
            let to = halves.other(side);
            write_all(halves.threads, &bundles[side], bundles[to].rows(), &states[to], won, (&mut *to_write, side));
        }
    }
}

wide! {
    /// Publishes the wins or the losses of one half to some stripes of the other half, from the stripe `first` on: all of
    /// them, unless the bundle has one lane.
    fn publish<G: Game>(
        bundle: &Bundle<'_, G>,
        decided: &[Decided],
        won: bool,
        first: usize,
        states: &mut [RoundState],
    ) -> () {
        let (mask_words, other_words) = (bundle.mask_words(), bundle.other_mask_words);
        // Turned, 64 rows are a word of columns: in which of the stripes, depends on the lane if there are several.
        let skip = first * other_words;
        let count = if bundle.lanes == 1 { states.len() * other_words } else { usize::MAX };
        let mut tile = [0; WORD];
        for (stripe, decided) in decided.iter().enumerate() {
            let plane = &decided.planes[usize::from(won)].words;
            let turned_rows = &decided.turned_rows[usize::from(won)];
            let numbers = turned_rows.words().iter().enumerate().skip(skip).take(count);
            for (number, &rows) in numbers.filter(|&(_, &rows)| rows != 0) {
                for word in 0..mask_words {
                    let all = turn(bundle, (number * WORD, rows), |row| plane[row * mask_words + word], &mut tile);
                    for column in bits(&[all]) {
                        let to = bundle.columns[(stripe * mask_words + word) * WORD + column];
                        let (row, place) = (to.turned as usize, to.lane as usize * bundle.other_lane_width + number * WORD);
                        let word = place / WORD;
                        let received = &mut states[word / other_words - first].new_enemy[usize::from(won)];
                        received.words[row * other_words + word % other_words] |= tile[column] << (place % WORD);
                        received.rows.insert(row);
                    }
                }
            }
        }
    }
}

/// The words of sets of rows whose codes a thread writes at a time.
const SET_WORDS: usize = 8;

/// Writes the code of a side to move for the boards that are won, or lost, as the other half has received them in its rows.
fn write_all<G: Game>(
    threads: &Threads,
    bundle: &Bundle<'_, G>,
    rows: usize,
    states: &[RoundState],
    won: bool,
    (RoundCodes { codes, starts, code, far }, side): (&mut RoundCodes<'_>, usize),
) {
    let places = far.take().map(Mutex::new);
    let len = SET_WORDS * WORD * bundle.other_lane_width;
    for (lane, &start) in starts[side].iter().enumerate() {
        let pieces = codes[start..][..rows * bundle.other_lane_width].chunks_mut(len).enumerate();
        threads.each(pieces, |(number, codes)| {
            let rows = SET_WORDS * number..rows.div_ceil(WORD).min(SET_WORDS * (number + 1));
            let found = write(bundle, lane, states, won, rows, (codes, *code, places.is_some()));
            if let Some(places) = &places {
                let found = found.into_iter().map(|place| start + number * len + place);
                places.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
            }
        });
    }
    *far = places.map(|places| places.into_inner().unwrap_or_else(PoisonError::into_inner));
}

wide! {
    /// Writes a code for the boards of a lane that some rows have received, given as words of sets of rows; `codes` are those of
    /// these rows. Returns their places, if they are wanted.
    fn write<G: Game>(
        bundle: &Bundle<'_, G>,
        lane: usize,
        states: &[RoundState],
        won: bool,
        rows: Range<usize>,
        to_write: (&mut [u8], u8, bool)
    ) -> Vec<usize> {
        let ((codes, code, far), mut places) = (to_write, Vec::new());
        let (mask_words, width) = (bundle.other_mask_words, bundle.other_lane_width);
        let (first_word, shift) = (lane * width / WORD, lane * width % WORD);
        let (words, in_lane) = (width.div_ceil(WORD), u64::MAX >> (WORD - width.min(WORD)));
        let states = states.iter().skip(first_word / mask_words).take(words.div_ceil(mask_words));
        for (stripe, state) in states.enumerate() {
            let received = &state.new_enemy[usize::from(won)];
            let set_words = received.rows.words()[rows.clone()].iter().copied();
            for row in (rows.start..).zip(set_words).flat_map(in_word) {
                for word in 0..words.min(mask_words) {
                    let boards = received.words[row * mask_words + first_word % mask_words + word] >> shift & in_lane;
                    let place = (row - rows.start * WORD) * width + (stripe * mask_words + word) * WORD;
                    if boards != 0 {
                        set(&mut codes[place..], code, boards);
                    }
                    if far {
                        places.extend(bits(&[boards]).map(|bit| place + bit));
                    }
                }
            }
        }
        places
    }
}
