//! How the values of a half lie.

use crate::board::Game;
use crate::index::{KingSets, Material, binomial};

/// How the cells of a half lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The cells of a set of kings of the side that has just moved.
    pub row: usize,
    /// All cells, with padding.
    pub cells: usize,
}

impl Shape {
    /// The shape of the halves of a material.
    pub fn new<G: Game>(material: Material) -> Shape {
        let (kings, others) = (u32::from(material.mover.kings), u32::from(material.other.kings));
        if kings == 0 {
            return Shape { row: 1, cells: KingSets::padded::<G>(others) };
        }
        let row = KingSets::padded::<G>(kings);
        Shape { row, cells: row * binomial(G::SQUARES, others) as usize }
    }

    /// The bytes of a half: banked codes of results under the rule, then those of distances to win, if there are some.
    pub fn bytes(self, with_dtw: bool) -> usize {
        self.cells << u32::from(with_dtw)
    }
}
