//! Publishing: what a round has decided in one half is turned, and entered in the other half.

use crate::board::Game;
use crate::bulk::masks::{bits, set};
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::turn::turn;
use crate::wide::wide;

use super::halves::Halves;
use super::state::{Decided, RoundState};
use super::stripes::Stripes;
use super::write::write_all;

impl Stripes {
    /// Publishes the wins or the losses of the halves that have `some`, and writes their code. Returns the places of the codes,
    /// if they are wanted.
    pub(super) fn publish<G: Game>(
        &mut self,
        halves: &Halves<'_, '_, G>,
        some: [bool; 2],
        won: bool,
        Codes { codes, starts, code, far }: Codes<'_>,
    ) -> Vec<usize> {
        let Stripes { states, decided } = self;
        let mut places = Vec::new();
        if halves.share_received() {
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
            if halves.share_received() {
                let rows = halves.bundles[to].rows();
                places.extend(write_all(
                    halves.threads,
                    bundle,
                    rows,
                    &states[to],
                    won,
                    (codes, starts[side][0]),
                    (code, far),
                ));
            } else {
                let mut sink = Sink { codes, starts: &starts[side], code, far: far.then(Vec::new) };
                publish(bundle, &decided[side], won, 0, &mut states[to], Some(&mut sink));
                places.extend(sink.far.into_iter().flatten());
            }
        }
        places
    }
}

/// Where a code is written.
pub(super) struct Codes<'o> {
    pub codes: &'o mut [u8],
    /// By side to move, the place in `codes` of each lane's first code.
    pub starts: &'o [Vec<usize>; 2],
    pub code: u8,
    /// Whether the places of the codes are wanted, since no code holds the distance.
    pub far: bool,
}

/// Where the codes of one half are written.
struct Sink<'o> {
    codes: &'o mut [u8],
    /// The place in `codes` of each lane's first code.
    starts: &'o [usize],
    code: u8,
    /// The places of the codes, if they are wanted.
    far: Option<Vec<usize>>,
}

wide! {
    /// Publishes the wins or the losses of one half to some stripes of the other half, from the stripe `first` on: all of
    /// them, unless the bundle has one lane. Writes their codes, if there is a sink.
    fn publish<G: Game>(
        bundle: &Bundle<'_, G>,
        decided: &[Decided],
        won: bool,
        first: usize,
        states: &mut [RoundState],
        sink: Option<&mut Sink<'_>>,
    ) -> () {
        let (mask_words, other_words) = (bundle.mask_words(), bundle.other_mask_words());
        // Turned, 64 rows are a word of columns: in which of the stripes, depends on the lane if there are several.
        let skip = first * other_words;
        let count = if bundle.lanes == 1 { states.len() * other_words } else { usize::MAX };
        let (mut sink, mut tile) = (sink, [0; WORD]);
        for (stripe, decided) in decided.iter().enumerate() {
            let (plane, turned_rows) = decided.source(won);
            let numbers = turned_rows.words().iter().enumerate().skip(skip).take(count);
            for (number, &rows) in numbers.filter(|&(_, &rows)| rows != 0) {
                for word in 0..mask_words {
                    let all = turn(bundle, (number * WORD, rows), |row| plane[row * mask_words + word], &mut tile);
                    for column in bits(&[all]) {
                        let to = bundle.columns[(stripe * mask_words + word) * WORD + column];
                        let (lane, row, boards) = (to.lane as usize, to.turned as usize, tile[column]);
                        let place = lane * bundle.other_lane_width + number * WORD;
                        let word = place / WORD;
                        let received = states[word / other_words - first].received_mut(won);
                        received.words[row * other_words + word % other_words] |= boards << (place % WORD);
                        received.rows.insert(row);
                        if let Some(Sink { codes, starts, code, far }) = &mut sink {
                            let place = starts[lane] + row * bundle.other_lane_width + number * WORD;
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
