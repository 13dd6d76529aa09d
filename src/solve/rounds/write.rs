//! Writing the codes of what was published.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::masks::{bits, set};
use crate::solve::bundle::row_set::in_word;
use crate::wide::wide;

use super::halves::Halves;
use super::state::RoundState;

/// The words of sets of rows whose codes a thread writes at a time, where threads share that.
const PIECE: usize = 8;

/// Where the codes of a half are written.
pub(super) struct CodeSink<'o> {
    pub codes: &'o mut [u8],
    /// The place in `codes` of each lane's first code.
    pub starts: &'o [usize],
    /// Whether the places of the codes are wanted, since no code holds the distance.
    pub far: bool,
}

/// What a thread writes at a time: some rows, given as words of sets of rows, and their codes.
struct Piece<'o> {
    rows: Range<usize>,
    codes: &'o mut [u8],
    /// The place in `codes` of each lane's first code in the first of the rows.
    starts: &'o [usize],
    /// The number of codes in a value row, those of one lane.
    row_len: usize,
    /// The words of a mask.
    mask_words: usize,
}

impl CodeSink<'_> {
    /// Writes a code for the boards of a half that is won, or lost, as the other half has received them. Returns the places, if
    /// these are wanted.
    pub fn write_all<G: Game>(
        self,
        halves: &Halves<'_, '_, G>,
        side: usize,
        states: &[RoundState],
        won: bool,
        code: u8,
    ) -> Vec<usize> {
        let (bundle, rows) = (&halves.bundles[side], halves.bundles[halves.other(side)].rows());
        let (row_len, mask_words, words) = (bundle.other_lane_width, bundle.other_mask_words(), rows.div_ceil(WORD));
        let far = Mutex::new(Vec::new());
        let work = |before: usize, mut piece: Piece<'_>| {
            let places = write(&mut piece, states, won, code, self.far);
            if self.far {
                let mut far = far.lock().unwrap_or_else(PoisonError::into_inner);
                far.extend(places.into_iter().map(|place| before + place));
            }
        };
        if halves.share_received() {
            let (start, len) = (self.starts[0], PIECE * WORD * row_len);
            let pieces = self.codes[start..][..rows * row_len].chunks_mut(len).enumerate();
            halves.threads.each(pieces, |(number, codes)| {
                let rows = PIECE * number..words.min(PIECE * (number + 1));
                work(start + number * len, Piece { rows, codes, starts: &[0], row_len, mask_words });
            });
        } else {
            work(0, Piece { rows: 0..words, codes: self.codes, starts: self.starts, row_len, mask_words });
        }
        far.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

wide! {
    /// Writes a code for the boards that some rows have received. Returns the places in the piece, if they are wanted.
    fn write(piece: &mut Piece<'_>, states: &[RoundState], won: bool, code: u8, far: bool) -> Vec<usize> {
        let &mut Piece { ref rows, ref mut codes, starts, row_len, mask_words } = piece;
        // A word has a part of one lane, or one or two narrow lanes.
        let width = row_len.min(WORD);
        let in_word_lanes = WORD / width;
        let mut places = Vec::new();
        for (stripe, state) in states.iter().enumerate() {
            let received = state.new(won);
            let (first_lane, first_column) =
                (stripe * mask_words * WORD / row_len, stripe * mask_words * WORD % row_len);
            let words = received.rows.words()[rows.clone()].iter().copied();
            for row in (rows.start..).zip(words).flat_map(in_word) {
                let row_start = (row - rows.start * WORD) * row_len;
                for word in 0..mask_words {
                    let mut boards = received.words[row * mask_words + word];
                    let (mut lane, column) = if row_len > WORD {
                        (first_lane, first_column + word * WORD)
                    } else {
                        (first_lane + word * in_word_lanes, 0)
                    };
                    while boards != 0 {
                        let part = boards & u64::MAX >> (WORD - width);
                        if part != 0 {
                            let place = starts[lane] + row_start + column;
                            set(&mut codes[place..], code, part);
                            if far {
                                places.extend(bits(&[part]).map(|bit| place + bit));
                            }
                        }
                        lane += 1;
                        boards = boards.checked_shr(width as u32).unwrap_or(0);
                    }
                }
            }
        }
        places
    }
}
