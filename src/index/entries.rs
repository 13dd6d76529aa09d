//! The index of a material: by men, then the enemy's kings, then the mover's.

use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Game, Russian};

use super::{Material, MenIndex, PIECES, binomial, next_subset, rank_kings, unrank_kings};

/// The numbering of all boards of one material, without gaps.
///
/// ```
/// use bolshak::{board::Position, index::{Index, Material}};
/// let position: Position = "B:Wa1,Kc3:Bd4,Kh8".parse()?;
/// let index = Index::new(Material::of(&position.board()));
/// assert_eq!(index.unrank(index.rank(&position.board())), position.board());
/// # Ok::<(), bolshak::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index<G = Russian> {
    material: Material,
    men: MenIndex<G>,
    /// The placements of the mover's kings for fixed men and enemy kings.
    own_kings: u64,
    /// The placements of all kings for fixed men.
    kings: u64,
}

impl<G: Game> Index<G> {
    /// The index of a material of at most [`PIECES`] pieces.
    ///
    /// # Panics
    /// With more pieces.
    #[inline(never)]
    pub fn new(material: Material) -> Index<G> {
        assert!(material.pieces() <= PIECES, "an index has at most {PIECES} pieces");
        let free = G::SQUARES - u32::from(material.men());
        let enemy = u32::from(material.other.kings);
        let own_kings = material.row_size::<G>();
        Index {
            material,
            men: MenIndex::new(material.mover.men, material.other.men),
            own_kings,
            kings: binomial(free, enemy) * own_kings,
        }
    }

    /// The material.
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The numbering of the men alone. The entries of one placement of the men are consecutive.
    pub(crate) const fn men(&self) -> &MenIndex<G> {
        &self.men
    }

    /// The number of entries.
    pub fn size(&self) -> u64 {
        self.men.size() * self.kings
    }

    /// The number of entries of each placement of the men.
    #[cfg(feature = "generate")]
    pub(crate) const fn kings_size(&self) -> u64 {
        self.kings
    }

    /// The number of entries of each row, that is, for fixed men and enemy kings.
    pub const fn row_size(&self) -> u64 {
        self.own_kings
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.men.size() * self.rows_of_men()
    }

    const fn rows_of_men(&self) -> u64 {
        self.kings / self.own_kings
    }

    /// The row of a board of this material: [`Index::rank`] divided by [`Index::row_size`].
    #[inline(always)]
    pub fn row(&self, board: &Board<G>) -> u64 {
        let free = board.without_men();
        self.men.rank(board.men, board.enemy_men) * self.rows_of_men() + rank_kings(board.enemy_kings, free)
    }

    /// The boards of the rows from `row` on, in order, without the mover's kings. Costs about 15 ns each.
    pub fn rows_from(&self, row: u64) -> impl Iterator<Item = Board<G>> {
        let count = u32::from(self.material.other.kings);
        let mut skip = row % self.rows_of_men();
        self.men.placements(row / self.rows_of_men()).flat_map(move |(men, enemy_men)| {
            let free = G::BOARD & !(men | enemy_men);
            let first = std::mem::take(&mut skip);
            let mut enemy_kings = unrank_kings(first, count, free);
            (first..self.rows_of_men()).map(move |_| {
                let board = Board { men, kings: 0, enemy_men, enemy_kings, game: PhantomData };
                enemy_kings = next_subset(enemy_kings, free);
                board
            })
        })
    }

    /// The number of a board of this material; meaningless for another board. Costs about 20 ns.
    pub fn rank(&self, board: &Board<G>) -> u64 {
        self.men.rank(board.men, board.enemy_men) * self.kings + self.rank_kings(board)
    }

    /// The number of a board among those with the same men.
    #[inline]
    pub(crate) fn rank_kings(&self, board: &Board<G>) -> u64 {
        let free = board.without_men();
        rank_kings(board.enemy_kings, free) * self.own_kings + rank_kings(board.kings, free & !board.enemy_kings)
    }

    /// The board of a number below [`Index::size`]; the inverse of [`Index::rank`].
    pub fn unrank(&self, rank: u64) -> Board<G> {
        let (men, enemy_men) = self.men.unrank(rank / self.kings);
        self.unrank_kings(men, enemy_men, rank % self.kings)
    }

    /// The board with these men and a number below [`Index::kings_size`]; the inverse of [`Index::rank_kings`].
    #[inline]
    pub(crate) fn unrank_kings(&self, men: Bitboard, enemy_men: Bitboard, rank: u64) -> Board<G> {
        let free = G::BOARD & !(men | enemy_men);
        let enemy_kings = unrank_kings(rank / self.own_kings, u32::from(self.material.other.kings), free);
        let own = u32::from(self.material.mover.kings);
        let kings = unrank_kings(rank % self.own_kings, own, free & !enemy_kings);
        Board { men, kings, enemy_men, enemy_kings, game: PhantomData }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Draughts80;
    use crate::index::indices;

    #[test]
    fn sizes() {
        let sizes = [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676, 34_243_113_624, 403_190_250_561];
        for (pieces, size) in (2..).zip(sizes) {
            assert!(indices::<Russian>(pieces..=pieces).all(|i| i.size() == i.material().entries::<Russian>()));
            assert_eq!(indices::<Russian>(pieces..=pieces).map(|i| i.size()).sum::<u64>(), size, "{pieces} pieces");
        }
    }

    /// Checks all rows of few pieces; and up to eight, every number of small materials and about 3,000 of each large one.
    fn check<G: Game>(few: u8) {
        for index in indices::<G>(2..=few) {
            assert_eq!(index.rows_from(0).count() as u64, index.rows());
            for (row, board) in (0..).zip(index.rows_from(0)) {
                assert_eq!(index.row(&board), row);
            }
        }
        for index in indices::<G>(2..=PIECES) {
            let step = if index.material().pieces() <= 3 { 1 } else { index.size() / 3000 + 1 };
            for rank in (0..index.size()).step_by(step as usize).chain([index.size() - 1]) {
                let board = index.unrank(rank);
                assert_eq!(Material::of(&board), index.material());
                assert_eq!(index.rank(&board), rank);
                assert_eq!(index.row(&board), rank / index.row_size());
                assert_eq!(index.rows_from(index.row(&board)).next(), Some(Board { kings: 0, ..board }));
            }
        }
    }

    #[test]
    fn boards_and_rows_are_numbered_in_order() {
        check::<Russian>(4);
        check::<Draughts80>(3);
    }
}
