//! Tables of a game that is known only when the program runs.

use std::path::Path;

use crate::board::{Draughts80, GameName, Poddavki, Russian};
use crate::in_game;
use crate::table::{InMemory, TableName};

use super::{OpenError, Options, Tablebase, game_of};

/// The tables of any game. [`with_tables!`](crate::with_tables) asks them.
///
/// ```
/// use bolshak::{board::GameName, probe::AnyTablebase, with_tables};
/// let tables = AnyTablebase::built_in(GameName::Russian).unwrap();
/// assert_eq!(with_tables!(&tables, tablebase => tablebase.largest()), 3);
/// ```
pub enum AnyTablebase {
    /// Of [`Russian`].
    Russian(Tablebase<Russian>),
    /// Of [`Poddavki`].
    Poddavki(Tablebase<Poddavki>),
    /// Of [`Draughts80`].
    Draughts80(Tablebase<Draughts80>),
}

/// Runs an expression for the tables of an [`AnyTablebase`], whose type names their game. It is compiled for each game.
#[macro_export]
macro_rules! with_tables {
    ($any:expr, $tablebase:ident => $body:expr) => {
        match $any {
            $crate::probe::AnyTablebase::Russian($tablebase) => $body,
            $crate::probe::AnyTablebase::Poddavki($tablebase) => $body,
            $crate::probe::AnyTablebase::Draughts80($tablebase) => $body,
        }
    };
}

impl AnyTablebase {
    /// Opens the tables of a game in a directory, as [`Tablebase::open_game`] does. If no game is named, it is that of the
    /// tables, see [`game_of`].
    ///
    /// # Errors
    /// As for [`Tablebase::open_with`] and [`game_of`].
    pub fn open(
        directory: impl AsRef<Path>,
        game: Option<GameName>,
        options: Options,
    ) -> Result<AnyTablebase, OpenError> {
        let game = match game {
            Some(game) => game,
            None => game_of(&directory)?.unwrap_or_default(),
        };
        in_game!(game, G => Ok(Tablebase::<G>::open_game(directory, options)?.into()))
    }

    /// Takes tables of a game that are in memory, as [`Tablebase::from_memory`] does.
    ///
    /// # Errors
    /// As for [`Tablebase::from_memory`].
    pub fn from_memory(
        tables: impl IntoIterator<Item = (TableName, Option<InMemory>)>,
        game: GameName,
        options: Options,
    ) -> Result<AnyTablebase, OpenError> {
        in_game!(game, G => Ok(Tablebase::<G>::from_memory(tables, options)?.into()))
    }

    /// The tables of 2 and 3 pieces of a game that are part of the program; `None` if there are none.
    pub fn built_in(game: GameName) -> Option<AnyTablebase> {
        in_game!(game, G => Some(Tablebase::<G>::built_in_of()?.into()))
    }
}

impl From<Tablebase<Russian>> for AnyTablebase {
    fn from(tablebase: Tablebase<Russian>) -> AnyTablebase {
        AnyTablebase::Russian(tablebase)
    }
}

impl From<Tablebase<Poddavki>> for AnyTablebase {
    fn from(tablebase: Tablebase<Poddavki>) -> AnyTablebase {
        AnyTablebase::Poddavki(tablebase)
    }
}

impl From<Tablebase<Draughts80>> for AnyTablebase {
    fn from(tablebase: Tablebase<Draughts80>) -> AnyTablebase {
        AnyTablebase::Draughts80(tablebase)
    }
}
