//! Publishing: the decisions of a round in one half are turned and entered in the other half.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::board::Game;
use crate::bulk::masks::{bits, set};
use crate::index::WORD;
use crate::retrograde::bundle::Bundle;
use crate::retrograde::bundle::rows::{in_word, turn};
use crate::retrograde::threads::Threads;
use crate::wide::wide;

use super::state::{Decided, Halves, RoundState, Stripes};

pub(super) struct RoundCodes<'o> {
    pub codes: &'o mut [u8],
    /// By side to move, the place in `codes` of each lane's first code.
    pub starts: &'o [Vec<usize>; 2],
    pub code: u8,
    /// The places where it was written, if no code holds the distance.
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
        let is_shared = halves.share_received();
        if is_shared {
            let states_of = states.iter_mut().take(halves.bundles.len()).enumerate();
            let items = states_of.filter(|&(to, _)| some[halves.other(to)]).flat_map(|(to, states)| {
                states.iter_mut().enumerate().map(move |(number, state)| (to, number, std::slice::from_mut(state)))
            });
            halves.threads.each(items, |(to, number, states)| {
                let from = halves.other(to);
                publish(&halves.bundles[from], &decided[from], won, number, states, None);
            });
        }
        for side in (0..2).filter(|&side| some[side]) {
            let (bundle, to) = (&halves.bundles[side], halves.other(side));
            if is_shared {
                write_all(halves.threads, bundle, halves.bundles[to].rows(), &states[to], won, (&mut *to_write, side));
            } else {
                publish(bundle, &decided[side], won, 0, &mut states[to], Some((&mut *to_write, side)));
            }
        }
    }
}

wide! {
    /// Publishes the wins or the losses of one half to the stripes of the other half from `first` on: all of them, unless the
    /// bundle has one lane. Writes their codes for a side to move, if given.
    fn publish<G: Game>(
        bundle: &Bundle<'_, G>,
        decided: &[Decided],
        won: bool,
        first: usize,
        states: &mut [RoundState],
        to_write: Option<(&mut RoundCodes<'_>, usize)>,
    ) -> () {
        let (mask_words, other_words) = (bundle.mask_words(), bundle.other_mask_words);
        // Turned, 64 rows are a word of columns. If there are several lanes, its stripe depends on the lane.
        let skip = first * other_words;
        let count = if bundle.lanes == 1 { states.len() * other_words } else { usize::MAX };
        let (mut to_write, mut tile) = (to_write, [0; WORD]);
        for (stripe, decided) in decided.iter().enumerate() {
            let plane = &decided.planes[usize::from(won)].words;
            let turned_rows = &decided.turned_rows[usize::from(won)];
            let numbers = turned_rows.words().iter().enumerate().skip(skip).take(count);
            for (number, &rows) in numbers.filter(|&(_, &rows)| rows != 0) {
                for word in 0..mask_words {
                    let all = turn(bundle, (number * WORD, rows), |row| plane[row * mask_words + word], &mut tile);
                    for column in bits(&[all]) {
                        let to = bundle.columns[(stripe * mask_words + word) * WORD + column];
                        let (lane, row, boards) = (to.lane as usize, to.turned as usize, tile[column]);
                        let place = lane * bundle.other_lane_width + number * WORD;
                        let word = place / WORD;
                        let received = &mut states[word / other_words - first].new_enemy[usize::from(won)];
                        received.words[row * other_words + word % other_words] |= boards << (place % WORD);
                        received.rows.insert(row);
                        if let Some((RoundCodes { codes, starts, code, far }, side)) = &mut to_write {
                            let place = starts[*side][lane] + row * bundle.other_lane_width + number * WORD;
                            set(&mut codes[place..], *code, boards);
                            if let Some(far) = far {
                                far.extend(bits(&[boards]).map(|bit| place + bit));
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The words of sets of rows whose codes a thread writes at a time.
const SET_WORDS: usize = 8;

/// Writes the code for the boards that are won, or lost, as the other half has received them. There is one lane.
fn write_all<G: Game>(
    threads: &Threads,
    bundle: &Bundle<'_, G>,
    rows: usize,
    states: &[RoundState],
    won: bool,
    (RoundCodes { codes, starts, code, far }, side): (&mut RoundCodes<'_>, usize),
) {
    let (row_len, mask_words, start) = (bundle.other_lane_width, bundle.other_mask_words, starts[side][0]);
    let places = far.take().map(Mutex::new);
    let len = SET_WORDS * WORD * row_len;
    let pieces = codes[start..][..rows * row_len].chunks_mut(len).enumerate();
    threads.each(pieces, |(number, codes)| {
        let rows = SET_WORDS * number..rows.div_ceil(WORD).min(SET_WORDS * (number + 1));
        let found = write(states, mask_words, won, rows, (codes, row_len), (*code, places.is_some()));
        if let Some(places) = &places {
            let found = found.into_iter().map(|place| start + number * len + place);
            places.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        }
    });
    *far = places.map(|places| places.into_inner().unwrap_or_else(PoisonError::into_inner));
}

wide! {
    /// Writes a code for the boards received by some words of rows, whose codes are given. Returns their places, if wanted.
    fn write(
        states: &[RoundState],
        mask_words: usize,
        won: bool,
        rows: Range<usize>,
        row_codes: (&mut [u8], usize),
        code_far: (u8, bool),
    ) -> Vec<usize> {
        let ((codes, row_len), (code, far)) = (row_codes, code_far);
        let mut places = Vec::new();
        for (stripe, state) in states.iter().enumerate() {
            let received = &state.new_enemy[usize::from(won)];
            let words = received.rows.words()[rows.clone()].iter().copied();
            for row in (rows.start..).zip(words).flat_map(in_word) {
                for word in 0..mask_words {
                    let boards = received.words[row * mask_words + word];
                    let place = (row - rows.start * WORD) * row_len + (stripe * mask_words + word) * WORD;
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
