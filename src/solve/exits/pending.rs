//! The mark of a pending capture, among the codes of distances to a zeroing move.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::Bundle;
use crate::solve::bundle::masks::{bits, set};
use crate::solve::bundle::turn::turn;
use crate::solve::storage::coding::PENDING;
use crate::wide::wide;

use super::planes::Exits;

wide! {
    /// Marks the boards with a capture pending. `starts` has the place in `dtz` of each lane's first code.
    pub(in crate::solve) fn mark_pending<G: Game>(exits: &Exits, bundle: &Bundle<'_, G>, starts: &[usize], dtz: &mut [u8]) -> () {
        let rows = bundle.kings.sets().len();
        let mut tile = [0; WORD];
        for first in (0..rows).step_by(WORD) {
            let all = u64::MAX >> (WORD - (rows - first).min(WORD));
            for word in 0..bundle.words {
                for column in bits(&[turn(bundle, (first, all), word, |at| exits.captures[at], &mut tile)]) {
                    let to = bundle.columns[word * WORD + column];
                    let place = starts[to.lane as usize] + to.turned as usize * bundle.other_lane_width + first;
                    set(&mut dtz[place..], PENDING, tile[column]);
                }
            }
        }
    }
}
