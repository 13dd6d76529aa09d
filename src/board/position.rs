//! Positions: [`Board`] as the mover sees it, [`Position`] with colours.

use std::marker::PhantomData;

use thiserror::Error;

use super::{Bitboard, Game, Russian, Square, squares, turned};

/// The colour of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// White: its men move up the ranks.
    White,
    /// Black: its men move down the ranks.
    Black,
}

impl Color {
    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Color {
        [Color::Black, Color::White][self as usize]
    }

    /// The name in all interfaces.
    pub const fn name(self) -> &'static str {
        ["white", "black"][self as usize]
    }

    /// The dots after a move number: `3.` for White's move, `3...` for Black's.
    pub const fn dots(self) -> &'static str {
        [".", "..."][self as usize]
    }
}

/// Pieces as the side to move sees them: with Black to move the board is turned by 180 degrees, so the mover's men always move up
/// the ranks. Two positions that differ only in colours have the same `Board`; index, solver and tables work on boards alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board<G = Russian> {
    /// The men of the side to move; never on the last rank.
    pub men: Bitboard,
    /// The kings of the side to move.
    pub kings: Bitboard,
    /// The men of the other side; never on the first rank.
    pub enemy_men: Bitboard,
    /// The kings of the other side.
    pub enemy_kings: Bitboard,
    /// The game, and with it the squares.
    pub game: PhantomData<G>,
}

impl<G: Game> Board<G> {
    /// All pieces of the side to move.
    pub const fn own(&self) -> Bitboard {
        self.men | self.kings
    }

    /// All pieces of the other side.
    pub const fn enemy(&self) -> Bitboard {
        self.enemy_men | self.enemy_kings
    }

    /// All pieces.
    pub const fn occupied(&self) -> Bitboard {
        self.own() | self.enemy()
    }

    /// The empty squares.
    pub const fn empty(&self) -> Bitboard {
        G::BOARD & !self.occupied()
    }

    pub(crate) const fn without_men(&self) -> Bitboard {
        G::BOARD & !(self.men | self.enemy_men)
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub const fn flip(&self) -> Board<G> {
        Board {
            men: turned::<G>(self.enemy_men),
            kings: turned::<G>(self.enemy_kings),
            enemy_men: turned::<G>(self.men),
            enemy_kings: turned::<G>(self.kings),
            game: PhantomData,
        }
    }
}

/// A legal position: the side to move, and the pieces.
///
/// The side to move may have no pieces (it has lost, in poddavki won); the other side always has at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<G = Russian> {
    turn: Color,
    board: Board<G>,
}

impl Position {
    /// The start of a game of Russian draughts: 12 men a side, White to move.
    pub const START: Position = Position::start();
}

impl<G: Game> Position<G> {
    /// The start of a game: three ranks of men a side, White to move.
    pub const fn start() -> Position<G> {
        let men = (1 << G::PIECES_A_SIDE) - 1;
        let board = Board { men, kings: 0, enemy_men: turned::<G>(men), enemy_kings: 0, game: PhantomData };
        Position { turn: Color::White, board }
    }

    /// A position from four bitboards in White's orientation (bit 0 is a1, bit 31 is h8 of Russian draughts).
    ///
    /// # Errors
    /// [`PositionError`], if two pieces share a square, a square is not on the board, a man stands on its crowning rank, a side
    /// has more pieces than [`Game::PIECES_A_SIDE`], or the side not to move has none.
    #[inline(never)]
    pub fn new(
        turn: Color,
        white_men: Bitboard,
        white_kings: Bitboard,
        black_men: Bitboard,
        black_kings: Bitboard,
    ) -> Result<Position<G>, PositionError> {
        let first = |set| squares::<G>(set).next().map(|square: Square<G>| square.to_string());
        let mut seen = 0;
        for set in [white_men, white_kings, black_men, black_kings] {
            if set & !G::BOARD != 0 {
                return Err(PositionError::NoSquare { bit: (set & !G::BOARD).trailing_zeros(), squares: G::SQUARES });
            }
            if let Some(square) = first(seen & set) {
                return Err(PositionError::Shared { square });
            }
            seen |= set;
        }
        if let Some(square) = first(white_men & G::LAST_RANK | black_men & G::FIRST_RANK) {
            return Err(PositionError::UncrownedMan { square });
        }
        let (men, kings, enemy_men, enemy_kings) = (white_men, white_kings, black_men, black_kings);
        let white = Board { men, kings, enemy_men, enemy_kings, game: PhantomData };
        for (color, set) in [(Color::White, white.own()), (Color::Black, white.enemy())] {
            let (count, most) = (set.count_ones(), G::PIECES_A_SIDE);
            if count > most {
                return Err(PositionError::TooMany { color, count, most });
            }
            if set == 0 && color != turn {
                return Err(PositionError::NoOpponent { color });
            }
        }
        Ok(Position { turn, board: if turn == Color::White { white } else { white.flip() } })
    }

    /// A position from a board that comes from legal moves or an index.
    pub(crate) const fn from_board(turn: Color, board: Board<G>) -> Position<G> {
        Position { turn, board }
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces as the side to move sees them.
    pub const fn board(&self) -> Board<G> {
        self.board
    }

    /// The pieces in White's orientation: `men` and `kings` are White's.
    pub const fn white_view(&self) -> Board<G> {
        if matches!(self.turn, Color::White) { self.board } else { self.board.flip() }
    }

    /// The number of pieces of both sides.
    pub const fn pieces(&self) -> u32 {
        self.board.occupied().count_ones()
    }
}

/// Why four bitboards are not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Two pieces are on one square.
    #[error("{square} is used twice; a square holds one piece")]
    Shared {
        /// The square.
        square: String,
    },
    /// A bit beyond the board.
    #[error("bit {bit} is not a square; the board has {squares}, from bit 0")]
    NoSquare {
        /// The bit.
        bit: u32,
        /// The squares of the board.
        squares: u32,
    },
    /// A man is on its crowning rank.
    #[error("the man on {square} stands on its crowning rank; write K{square} for a king")]
    UncrownedMan {
        /// The square.
        square: String,
    },
    /// A side has more pieces than at the start of a game.
    #[error("{color:?} has {count} pieces; a side has at most {most}")]
    TooMany {
        /// The side.
        color: Color,
        /// Its pieces.
        count: u32,
        /// The most that it can have.
        most: u32,
    },
    /// The side that has just moved has no pieces.
    #[error("{color:?} has no pieces and is not to move; only the side to move can have none")]
    NoOpponent {
        /// The side.
        color: Color,
    },
}
