//! The halves of a bundle, and the threads that share their stripes.

use crate::board::Game;
use crate::solve::bundle::Bundle;
use crate::solve::threads::Threads;

/// The halves of a bundle, each with one side to move. Where both sides have the same kings and no men, there is one half: it
/// publishes to itself.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Halves<'h, 'a, G> {
    pub bundles: &'h [Bundle<'a, G>],
    pub threads: &'h Threads,
}

impl<G: Game> Halves<'_, '_, G> {
    /// The half that receives what a half publishes, and the other way round.
    pub fn other(&self, side: usize) -> usize {
        self.bundles.len() - 1 - side
    }

    /// Whether threads share what one half receives. Where there are several lanes, its stripes and its codes are not
    /// in the same order.
    pub fn share_received(&self) -> bool {
        self.threads.are_many() && self.bundles[0].lanes == 1
    }
}
