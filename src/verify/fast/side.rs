//! One side to move of an ending.

use crate::board::Game;
use crate::index::{Ending, Index, KingSets, Material};

use super::shape::Shape;

/// A side to move: its numbering, and the sets of kings.
pub(super) struct Side<'k, G> {
    pub ending: Ending,
    /// Its place in [`Ending::movers`].
    pub number: usize,
    pub index: Index<G>,
    pub shape: Shape,
    /// The sets of its kings, and of the enemy's.
    pub kings: &'k KingSets,
    pub enemy: &'k KingSets,
}

impl<'k, G: Game> Side<'k, G> {
    /// The sides of an ending. `kings` has the sets of the kings of each side of it.
    pub fn all(ending: Ending, kings: &'k [KingSets; 2]) -> Vec<Side<'k, G>> {
        let side = |(number, &mover)| {
            let material: Material = ending.material(mover);
            let (kings, enemy) = (&kings[number], &kings[1 - number]);
            Side { ending, number, index: Index::new(material), shape: Shape::new::<G>(material), kings, enemy }
        };
        ending.movers().iter().enumerate().map(side).collect()
    }

    /// The entry of a cell of the half with the men of a rank.
    pub fn entry(&self, rank: u64, cell: usize) -> u64 {
        let (men, enemy_men) = self.index.men().unrank(rank);
        let (enemy_kings, kings) = (self.enemy.sets()[cell / self.shape.row], self.kings.sets()[cell % self.shape.row]);
        let board = crate::board::Board { men, enemy_men, kings, enemy_kings, game: std::marker::PhantomData };
        self.index.rank(&board)
    }
}
