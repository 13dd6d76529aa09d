//! The games, as C names them.

use tables::board;

use crate::failure::Failure;

/// A game.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameName {
    /// None is named: that of the tables that are asked, or Russian draughts if none are.
    BolshakGameOfTables = 0,
    /// Russian draughts.
    BolshakGameRussian = 1,
    /// Poddavki, losing draughts: a side without a legal move has won. All else is as in Russian draughts.
    BolshakGamePoddavki = 2,
    /// Draughts-80 (Spantsireti): Russian draughts on ten files, a to j, and eight ranks, with 15 men a side.
    #[allow(non_camel_case_types)] // In C 80 is a word of its own.
    BolshakGameDraughts_80 = 3,
}

impl From<board::GameName> for GameName {
    fn from(game: board::GameName) -> GameName {
        match game {
            board::GameName::Russian => GameName::BolshakGameRussian,
            board::GameName::Poddavki => GameName::BolshakGamePoddavki,
            board::GameName::Draughts80 => GameName::BolshakGameDraughts_80,
        }
    }
}

/// The game of a number; `None` if it names none.
pub fn game(number: i32) -> Result<Option<board::GameName>, Failure> {
    if number == GameName::BolshakGameOfTables as i32 {
        return Ok(None);
    }
    let found = board::GameName::ALL.into_iter().find(|&game| GameName::from(game) as i32 == number);
    found.map(Some).ok_or(Failure::Argument { what: "game; expected a bolshak_game_name", value: number })
}
