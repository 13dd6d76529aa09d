//! The games, as C names them.

use tables::rules;

use crate::failure::Failure;

/// A game.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameName {
    /// None is named: that of the tables, or Russian draughts if there are none.
    BolshakGameOfTables = 0,
    /// Russian draughts.
    BolshakGameRussian = 1,
    /// Poddavki, losing draughts: a side without a legal move has won. All else is as in Russian draughts.
    BolshakGamePoddavki = 2,
}

impl From<rules::GameName> for GameName {
    fn from(game: rules::GameName) -> GameName {
        match game {
            rules::GameName::Russian => GameName::BolshakGameRussian,
            rules::GameName::Poddavki => GameName::BolshakGamePoddavki,
        }
    }
}

/// The game of a number; `None` if it names none.
pub fn game(number: i32) -> Result<Option<rules::GameName>, Failure> {
    if number == GameName::BolshakGameOfTables as i32 {
        return Ok(None);
    }
    let found = rules::GameName::ALL.into_iter().find(|&game| GameName::from(game) as i32 == number);
    found.map(Some).ok_or(Failure::Argument { what: "game; expected a bolshak_game_name", value: number })
}
