//! Results in theory that the draw rule changes, where no distances to win tell how they come about: board by board, since there
//! are few.

use std::collections::HashSet;
use std::marker::PhantomData;

use crate::board::{Bitboard, Board, Game, turned};
use crate::index::KingSets;
use crate::value::{Dtw, Measure};
use crate::verify::mismatch::Fault;

use super::fibre::{Shared, Stored};
use super::finder::Finder;
use super::planes::Planes;
use super::rule;
use super::side::Side;
use super::tally::Tally;

/// A cell of one of both halves with the same men: the number of the half, and that of the cell.
type Cell = (usize, usize);

/// Both halves with some men, or the one that there is, with complete values that follow from each other.
struct Halves<'h, 's, G> {
    sides: [&'h Side<'s, G>; 2],
    /// The men of the side to move and of the other, as the side to move sees them.
    men: [(Bitboard, Bitboard); 2],
    values: &'h [Planes; 2],
    /// How many halves there are.
    count: usize,
}

impl<G: Game> Shared<'_, G> {
    /// Finds the cells of the halves with some men whose result in theory rests on circles alone, and adds them to the wrong entries.
    /// What zeroing moves lead to is taken as it stands: it was looked at before.
    pub fn check_circles(
        &self,
        (men, enemy_men): (Bitboard, Bitboard),
        stored: &[Stored<'_>],
        values: &[Planes; 2],
        finder: &mut Finder<'_, G>,
        tallies: &mut [Tally],
    ) {
        let sides = [0, stored.len() - 1].map(|half| &self.sides[stored[half].side]);
        let men = [(men, enemy_men), (turned::<G>(enemy_men), turned::<G>(men))];
        let halves = Halves { sides, men, values, count: stored.len() };
        let mut cells: Vec<Cell> = Vec::new();
        for (half, planes) in values.iter().enumerate().take(stored.len()) {
            let exceptions = planes.rule.iter().enumerate().filter(|(_, code)| rule::is_exception(**code));
            let quiet = exceptions.filter(|&(cell, _)| !halves.board((half, cell)).must_capture());
            cells.extend(quiet.map(|(cell, _)| (half, cell)));
        }
        // Those that are not known to lead to the end of the game.
        let mut open: HashSet<Cell> = cells.iter().copied().collect();
        loop {
            let before = cells.len();
            cells.retain(|&cell| {
                let is_open = !halves.is_grounded(cell, &open, finder);
                if !is_open {
                    open.remove(&cell);
                }
                is_open
            });
            if cells.len() == before {
                break;
            }
        }
        for (half, cell) in cells {
            let Stored { side, rank, .. } = stored[half];
            tallies[side].add_wrong(side, self.sides[side].entry(rank, cell), Fault::Circle);
        }
    }
}

impl<G: Game> Halves<'_, '_, G> {
    fn board(&self, (half, cell): Cell) -> Board<G> {
        let (side, (men, enemy_men)) = (self.sides[half], self.men[half]);
        let (enemy_kings, kings) = (side.enemy.sets()[cell / side.shape.row], side.kings.sets()[cell % side.shape.row]);
        Board { men, kings, enemy_men, enemy_kings, game: PhantomData }
    }

    /// Whether a board without a capture has a move to a loss that is not open, or only moves to wins that are not.
    fn is_grounded(&self, cell: Cell, open: &HashSet<Cell>, finder: &mut Finder<'_, G>) -> bool {
        let half = cell.0;
        let board = self.board(cell);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let other = if self.count == 1 { half } else { 1 - half };
        let mut children = moves.iter().map(|mv| {
            let after = board.after(mv);
            let [kings, enemy_kings] = [after.kings, after.enemy_kings].map(KingSets::number_and_count);
            if mv.is_zeroing() {
                let values = finder.half(after.men, after.enemy_men, kings.1, enemy_kings.1);
                return (values.get(values.start(enemy_kings.0) + kings.0).0, false);
            }
            let cell = enemy_kings.0 * self.sides[other].shape.row + kings.0;
            (self.values[other].rule[cell], open.contains(&(other, cell)))
        });
        if self.values[half].rule[cell.1] > Dtw::DRAW {
            children.any(|(code, is_open)| code < Dtw::DRAW && !is_open)
        } else {
            children.all(|(code, is_open)| code > Dtw::DRAW && !is_open)
        }
    }
}
