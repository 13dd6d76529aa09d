//! Which position stands where in a file of Kallisto's base.

use anyhow::Result;
use bolshak::board::{Bitboard, Color, Game, GameName, Position};
use bolshak::index::{Material, binomial, unrank_kings};

/// The squares in the order of the base: bit 31 is b8, its first square, bit 0 is g1, its last. Combinations of as many squares
/// are in lexicographic order if their sets fall as numbers.
const SQUARES: Bitboard = 0xFFFF_FFFF;

/// Those without the first rank of men: a7 to g1 for White, b8 to h2 for Black.
const WHITE_MEN: Bitboard = SQUARES >> 4;
const BLACK_MEN: Bitboard = SQUARES << 4 & SQUARES;

/// How the names of a game's files end; `None` if Kallisto has no base of it.
pub fn extension<G: Game>() -> Option<&'static str> {
    match G::NAME {
        GameName::Russian => Some("ed"),
        GameName::Poddavki => Some("led"),
        GameName::Draughts80 => None,
    }
}

/// The positions of a file. White is to move. They come in rows, whose positions differ in the places of Black's kings alone.
pub struct Layout {
    white_men: u32,
    white_kings: u32,
    black_men: u32,
    black_kings: u32,
}

impl Layout {
    /// The positions with the side to move as White.
    pub fn new(Material { mover, other }: Material) -> Layout {
        let [white_men, white_kings, black_men, black_kings] =
            [mover.men, mover.kings, other.men, other.kings].map(u32::from);
        Layout { white_men, white_kings, black_men, black_kings }
    }

    /// The name of the file without what follows the dot.
    pub fn name(&self) -> String {
        let Layout { white_men, white_kings, black_men, black_kings } = self;
        let pieces = white_men + white_kings + black_men + black_kings;
        format!("{pieces}{white_kings}{black_kings}{white_men}{black_men}")
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.white_men() * self.black_men() * self.white_kings()
    }

    /// The positions of a row.
    pub fn row_size(&self) -> u64 {
        binomial(32 - self.white_men - self.black_men - self.white_kings, self.black_kings)
    }

    /// Calls `visit` with the positions of a row in order; with `None` for each number that stands for none, since men of both
    /// colours share a square.
    pub fn each<G: Game>(&self, row: u64, mut visit: impl FnMut(Option<&Position<G>>) -> Result<()>) -> Result<()> {
        let (of_men, of_kings) = (row / self.white_kings(), row % self.white_kings());
        let white_men = combination(of_men / self.black_men(), self.white_men, WHITE_MEN);
        let black_men = combination(of_men % self.black_men(), self.black_men, BLACK_MEN);
        if white_men & black_men != 0 {
            return (0..self.row_size()).try_for_each(|_| visit(None));
        }
        let free = SQUARES & !(white_men | black_men);
        let white_kings = combination(of_kings, self.white_kings, free);
        let [men, kings, enemy_men] = [white_men, white_kings, black_men].map(board);
        each_combination(free & !white_kings, self.black_kings, 0, &mut |black_kings| {
            visit(Some(&Position::new(Color::White, men, kings, enemy_men, board(black_kings))?))
        })
    }

    fn white_men(&self) -> u64 {
        binomial(28, self.white_men)
    }

    fn black_men(&self) -> u64 {
        binomial(28, self.black_men)
    }

    /// The placements of White's kings over the same men.
    fn white_kings(&self) -> u64 {
        binomial(32 - self.white_men - self.black_men, self.white_kings)
    }
}

/// The combination of so many squares of a set that has a number in lexicographic order.
fn combination(number: u64, count: u32, squares: Bitboard) -> Bitboard {
    unrank_kings(binomial(squares.count_ones(), count) - 1 - number, count, squares)
}

/// Calls `visit` with all combinations of so many squares in lexicographic order, each together with `more`.
fn each_combination(
    squares: Bitboard,
    count: u32,
    more: Bitboard,
    visit: &mut impl FnMut(Bitboard) -> Result<()>,
) -> Result<()> {
    if count == 0 {
        return visit(more);
    }
    let mut left = squares;
    while left.count_ones() >= count {
        let first = 1 << left.ilog2();
        left ^= first;
        each_combination(left, count - 1, more | first, visit)?;
    }
    Ok(())
}

/// The same squares where bit 0 is a1: ranks stand in the same order here, and the squares of a rank in the other.
fn board(set: Bitboard) -> Bitboard {
    const FIRST: Bitboard = 0x1111_1111;
    let file = |from: u32, to: u32| (set >> from & FIRST) << to;
    file(0, 3) | file(1, 2) | file(2, 1) | file(3, 0)
}
