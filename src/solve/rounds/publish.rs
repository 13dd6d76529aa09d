//! Publishing: what a round has decided in one half is turned, and entered in the other half.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::masks::bits;
use crate::solve::bundle::turn::turn;
use crate::wide::wide;

use super::Stripes;
use super::halves::Halves;
use super::state::{Decided, RoundState};

impl Stripes {
    /// Publishes the wins or the losses of the halves that have `some`.
    pub(super) fn publish<G: Game>(&mut self, halves: &Halves<'_, '_, G>, some: [bool; 2], won: bool) {
        let Stripes { states, decided } = self;
        let shared = halves.share_received();
        let states = states.iter_mut().take(halves.bundles.len()).enumerate();
        let items = states.filter(|&(to, _)| some[halves.other(to)]).flat_map(|(to, states)| {
            let count = if shared { 1 } else { states.len() };
            states.chunks_mut(count).enumerate().map(move |(piece, states)| (to, piece * count, states))
        });
        halves.threads.each(items, |(to, first, states)| {
            let from = halves.other(to);
            publish(&halves.bundles[from], &decided[from], won, first, states);
        });
    }
}

wide! {
    /// Publishes the wins or the losses of one half to some stripes of the other half, from the stripe `first` on: all of
    /// them, unless the bundle has one lane.
    fn publish<G: Game>(bundle: &Bundle<'_, G>, decided: &[Decided], won: bool, first: usize, states: &mut [RoundState]) -> () {
        let (mask_words, other_words) = (bundle.mask_words(), bundle.other_mask_words());
        // Turned, 64 rows are a word of columns: in which of the stripes, depends on the lane if there are several.
        let skip = first * other_words;
        let count = if bundle.lanes == 1 { states.len() * other_words } else { usize::MAX };
        let mut tile = [0; WORD];
        for (stripe, decided) in decided.iter().enumerate() {
            let (plane, turned_rows) = decided.source(won);
            let numbers = turned_rows.words().iter().enumerate().skip(skip).take(count);
            for (number, &rows) in numbers.filter(|&(_, &rows)| rows != 0) {
                for word in 0..mask_words {
                    let all = turn(bundle, (number * WORD, rows), |row| plane[row * mask_words + word], &mut tile);
                    for column in bits(&[all]) {
                        let to = bundle.columns[(stripe * mask_words + word) * WORD + column];
                        let place = to.lane as usize * bundle.other_lane_width + number * WORD;
                        let (word, row) = (place / WORD, to.turned as usize);
                        let received = states[word / other_words - first].new_mut(won);
                        received.words[row * other_words + word % other_words] |= tile[column] << (place % WORD);
                        received.rows.insert(row);
                    }
                }
            }
        }
    }
}
