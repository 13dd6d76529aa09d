//! The games, and what differs between them.
//!
//! A game is a type, so that code for it is compiled for it: nothing asks in a loop which game is played. Where a user or a
//! file names one, a [`GameName`] does.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::str::FromStr;

use thiserror::Error;

/// A game: moves and captures are those of Russian draughts.
///
/// ```
/// use bolshak::rules::{Game, GameName, Poddavki, Russian};
/// assert_eq!(Poddavki::NAME.to_string(), "poddavki");
/// assert!(Poddavki::NO_MOVE_WINS && !Russian::NO_MOVE_WINS);
/// ```
pub trait Game: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Its name.
    const NAME: GameName;

    /// Whether a side that has no legal move has won; else it has lost.
    const NO_MOVE_WINS: bool;
}

/// Russian draughts (shashki): a side that has no legal move has lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian;

impl Game for Russian {
    const NAME: GameName = GameName::Russian;
    const NO_MOVE_WINS: bool = false;
}

/// Poddavki, losing draughts: a side that has no legal move has won, also if it has no pieces left. All else is as in
/// Russian draughts, the draw rules too: no other counts were found in any code of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Poddavki;

impl Game for Poddavki {
    const NAME: GameName = GameName::Poddavki;
    const NO_MOVE_WINS: bool = true;
}

/// Runs an expression for the game of a [`GameName`], as a type: the one place where a name becomes code of its own.
///
/// ```
/// use bolshak::{in_game, rules::{Game, GameName}};
/// let wins = |name: GameName| in_game!(name, G => G::NO_MOVE_WINS);
/// assert!(wins(GameName::Poddavki) && !wins(GameName::Russian));
/// ```
#[macro_export]
macro_rules! in_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            $crate::rules::GameName::Russian => {
                type $game = $crate::rules::Russian;
                $body
            }
            $crate::rules::GameName::Poddavki => {
                type $game = $crate::rules::Poddavki;
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
}

impl GameName {
    /// All games; a game's place is its number in files.
    pub const ALL: [GameName; 2] = [GameName::Russian, GameName::Poddavki];

    /// The name as it is written everywhere.
    pub const fn name(self) -> &'static str {
        match self {
            GameName::Russian => "russian",
            GameName::Poddavki => "poddavki",
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{text}\" is no game; expected russian or poddavki")]
pub struct GameNameError {
    text: String,
}

impl FromStr for GameName {
    type Err = GameNameError;

    fn from_str(text: &str) -> Result<GameName, GameNameError> {
        let found = GameName::ALL.into_iter().find(|game| game.name() == text);
        found.ok_or_else(|| GameNameError { text: crate::board::short(text) })
    }
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
