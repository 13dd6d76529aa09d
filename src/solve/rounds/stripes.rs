//! The stripes of a bundle while rounds go on.

use crate::board::Game;
use crate::solve::exits::Exits;

use super::halves::Halves;
use super::state::{Decided, RoundState};

/// The stripes of both halves of a bundle while rounds go on; or of one half, where both are alike.
#[derive(Default)]
pub(in crate::solve) struct Stripes {
    pub states: [Vec<RoundState>; 2],
    pub(super) decided: [Vec<Decided>; 2],
}

impl Stripes {
    /// The stripes with their sides to move and numbers.
    pub(super) fn each(&mut self) -> impl Iterator<Item = (usize, usize, &mut RoundState, &mut Decided)> {
        let sides = self.states.iter_mut().zip(&mut self.decided).enumerate();
        sides.flat_map(|(side, (states, decided))| {
            let both = states.iter_mut().zip(decided).enumerate();
            both.map(move |(number, (state, decided))| (side, number, state, decided))
        })
    }

    /// Begins a run of rounds: for the distance to win, or for the distance to a zeroing move under the draw rule.
    pub fn start<G: Game>(&mut self, halves: &Halves<'_, '_, G>, exits: &[Vec<Exits>; 2], under_rule: bool) {
        for ((states, decided), exits) in self.states.iter_mut().zip(&mut self.decided).zip(exits) {
            states.resize_with(exits.len(), RoundState::default);
            decided.resize_with(exits.len(), Decided::default);
        }
        halves.threads.each(self.each(), |(side, number, state, decided)| {
            state.start(&exits[side][number], under_rule, halves.bundles[side].rows(), decided);
        });
    }
}
