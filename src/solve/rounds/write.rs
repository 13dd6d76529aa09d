//! Writing the codes of what was published, where threads share it: each writes some rows.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::board::Game;
use crate::bulk::masks::{bits, set};
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::row_set::in_word;
use crate::solve::threads::Threads;
use crate::wide::wide;

use super::state::RoundState;

/// The words of sets of rows whose codes a thread writes at a time.
const PIECE: usize = 8;

/// Writes a code for the boards of a half that is won, or lost, as the other half has received them in so many rows. There is one
/// lane, whose codes begin at `start`. Returns the places of the codes, if they are wanted.
pub(super) fn write_all<G: Game>(
    threads: &Threads,
    bundle: &Bundle<'_, G>,
    rows: usize,
    states: &[RoundState],
    won: bool,
    (codes, start): (&mut [u8], usize),
    (code, far): (u8, bool),
) -> Vec<usize> {
    let (row_len, mask_words) = (bundle.other_lane_width, bundle.other_mask_words());
    let places = Mutex::new(Vec::new());
    let len = PIECE * WORD * row_len;
    let pieces = codes[start..][..rows * row_len].chunks_mut(len).enumerate();
    threads.each(pieces, |(number, codes)| {
        let rows = PIECE * number..rows.div_ceil(WORD).min(PIECE * (number + 1));
        let found = write(states, mask_words, won, rows, (codes, row_len), (code, far));
        if far {
            let found = found.into_iter().map(|place| start + number * len + place);
            places.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        }
    });
    places.into_inner().unwrap_or_else(PoisonError::into_inner)
}

wide! {
    /// Writes a code for the boards that some rows have received, given as words of sets of rows; `codes` are those of these
    /// rows. Returns their places, if they are wanted.
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
            let received = state.received(won);
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
