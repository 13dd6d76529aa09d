//! The games, their differences, and sets of their squares.
//!
//! A game is a type, and code is compiled for each game, so that no loop tests which game it is. Users and files name a game by its
//! [`GameName`].

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::str::FromStr;

use thiserror::Error;

/// A set of dark squares: bit `s` stands for the square of index `s` (see [`Square`](super::Square)).
pub type Bitboard = u64;

#[inline(always)]
pub(crate) fn bits(mut set: Bitboard) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < Bitboard::BITS).then_some(first)
    })
}

/// A game: moves and captures are those of Russian draughts. Other crates cannot add games.
pub trait Game: Sealed + Copy + Debug + Default + Ord + Hash + Send + Sync + 'static {
    /// Its name.
    const NAME: GameName;

    /// Whether a side without a legal move has won; otherwise it has lost.
    const NO_MOVE_WINS: bool;

    /// The dark squares of a rank, half as many as files: 4 or 5. The board has [`RANKS`] ranks.
    const PER_RANK: u32;

    /// The number of dark squares.
    const SQUARES: u32 = RANKS * Self::PER_RANK;

    /// The most pieces of a side: three ranks, as at the start of a game.
    const PIECES_A_SIDE: u32 = 3 * Self::PER_RANK;

    /// The set of all dark squares.
    const BOARD: Bitboard = (1 << Self::SQUARES) - 1;

    /// The first rank, where the enemy's men are crowned; in a [`Position`](super::Position) Black's.
    const FIRST_RANK: Bitboard = (1 << Self::PER_RANK) - 1;

    /// The last rank, where the mover's men are crowned; in a [`Position`](super::Position) White's.
    const LAST_RANK: Bitboard = Self::FIRST_RANK << (Self::SQUARES - Self::PER_RANK);
}

/// The ranks of every board. A ray has at most seven squares, and a man makes at most six steps before the one that crowns it.
pub const RANKS: u32 = 8;

/// The most squares of a board, for tables of all games.
pub(crate) const MOST_SQUARES: u32 = 40;

/// The most pieces of a side on such a board.
pub(crate) const MOST_PIECES: u32 = 15;

/// A power of two that is at least [`MOST_SQUARES`]: an index modulo this length needs no bounds check.
pub(crate) const PLACES: usize = 64;

const _: () = assert!(Draughts80::SQUARES <= MOST_SQUARES && Draughts80::PIECES_A_SIDE <= MOST_PIECES);

mod sealed {
    /// Only this module defines games.
    pub trait Sealed {}
}
use sealed::Sealed;
impl Sealed for Russian {}
impl Sealed for Poddavki {}
impl Sealed for Draughts80 {}

/// Russian draughts (shashki): a side without a legal move has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Russian;

impl Game for Russian {
    const NAME: GameName = GameName::Russian;
    const NO_MOVE_WINS: bool = false;
    const PER_RANK: u32 = 4;
}

/// Poddavki, losing draughts: a side without a legal move has won, also if it has no pieces left. Otherwise as in Russian draughts,
/// with the same draw rules: no code of rules was found that has others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Poddavki;

impl Game for Poddavki {
    const NAME: GameName = GameName::Poddavki;
    const NO_MOVE_WINS: bool = true;
    const PER_RANK: u32 = 4;
}

/// Draughts-80 (Spantsireti): Russian draughts on a board of ten files, a to j, and eight ranks, with 15 men a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Draughts80;

impl Game for Draughts80 {
    const NAME: GameName = GameName::Draughts80;
    const NO_MOVE_WINS: bool = false;
    const PER_RANK: u32 = 5;
}

/// Evaluates an expression with the type of the game of a [`GameName`].
///
/// ```
/// use bolshak::{board::{Game, GameName}, in_game};
/// let wins = |name: GameName| in_game!(name, G => G::NO_MOVE_WINS);
/// assert!(wins(GameName::Poddavki) && !wins(GameName::Russian));
/// ```
#[macro_export]
macro_rules! in_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            $crate::board::GameName::Russian => {
                type $game = $crate::board::Russian;
                $body
            }
            $crate::board::GameName::Poddavki => {
                type $game = $crate::board::Poddavki;
                $body
            }
            $crate::board::GameName::Draughts80 => {
                type $game = $crate::board::Draughts80;
                $body
            }
        }
    };
}

/// The name of a game, as users write it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum GameName {
    /// [`Russian`]
    #[default]
    Russian,
    /// [`Poddavki`]
    Poddavki,
    /// [`Draughts80`]
    Draughts80,
}

impl GameName {
    /// All games, in the order of their numbers in files.
    pub const ALL: [GameName; 3] = [GameName::Russian, GameName::Poddavki, GameName::Draughts80];

    /// The name in texts and files.
    pub const fn name(self) -> &'static str {
        ["russian", "poddavki", "draughts-80"][self as usize]
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that is not the name of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{text}\" is not a game; expected russian, poddavki or draughts-80")]
pub struct GameNameError {
    text: String,
}

impl FromStr for GameName {
    type Err = GameNameError;

    fn from_str(text: &str) -> Result<GameName, GameNameError> {
        let found = GameName::ALL.into_iter().find(|game| game.name() == text);
        found.ok_or_else(|| GameNameError { text: short(text) })
    }
}

/// A text as messages show it: on one line, without anything that disturbs a terminal, and cut after 60 characters.
pub fn short(text: &str) -> String {
    const LENGTH: usize = 60;
    let start: String = text.chars().take(LENGTH).flat_map(char::escape_debug).collect();
    // Messages put the text in quotes.
    let start = start.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().nth(LENGTH).is_some() { start + "…" } else { start }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for (number, game) in GameName::ALL.into_iter().enumerate() {
            assert_eq!(game.to_string().parse(), Ok(game));
            assert_eq!(game as usize, number);
        }
        assert!("Poddavki ".parse::<GameName>().is_err());
    }
}
