//! Tables of a game that is known only at run time.

use std::path::Path;

use crate::board::{Draughts80, GameName, Poddavki, Russian};
use crate::in_game;
use crate::table::{Header, InMemory, TableName};

use super::{OpenError, Options, Tablebase};

/// The tables of any game. Use them with [`with_tables!`](crate::with_tables).
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

/// Evaluates an expression with the typed tables of an [`AnyTablebase`]. The expression is compiled for each game.
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
    /// Opens the tables in a directory, as [`Tablebase::open_game`] does. Without a game, it is that of the tables: see [`game_of`].
    ///
    /// # Errors
    /// Those of [`Tablebase::open_with`] and [`game_of`].
    pub fn open(
        directory: impl AsRef<Path>,
        game: Option<GameName>,
        options: Options,
    ) -> Result<AnyTablebase, OpenError> {
        let directory = directory.as_ref();
        let game = match game {
            Some(game) => game,
            None => game_of(directory)?.unwrap_or_default(),
        };
        in_game!(game, G => Ok(Tablebase::<G>::open_game(directory, options)?.into()))
    }

    /// Takes the tables of a game in memory, as [`Tablebase::from_memory`] does.
    ///
    /// # Errors
    /// Those of [`Tablebase::from_memory`].
    pub fn from_memory(
        tables: impl IntoIterator<Item = (TableName, Option<InMemory>)>,
        game: GameName,
        options: Options,
    ) -> Result<AnyTablebase, OpenError> {
        in_game!(game, G => Ok(Tablebase::<G>::from_memory(tables, options)?.into()))
    }

    /// The built-in tables of 2 and 3 pieces of a game; `None` if there are none.
    pub fn built_in(game: GameName) -> Option<AnyTablebase> {
        in_game!(game, G => Some(Tablebase::<G>::built_in_of()?.into()))
    }
}

macro_rules! of_each_game {
    ($($game:ident)*) => {
        $(impl From<Tablebase<$game>> for AnyTablebase {
            fn from(tablebase: Tablebase<$game>) -> AnyTablebase {
                AnyTablebase::$game(tablebase)
            }
        })*
    };
}

of_each_game!(Russian Poddavki Draughts80);

/// The game of the tables in a directory: that of the first one that can be opened. `None` if there are no tables.
///
/// ```
/// assert_eq!(bolshak::probe::game_of("no such directory")?, None);
/// # Ok::<(), bolshak::probe::OpenError>(())
/// ```
///
/// # Errors
/// [`OpenError::NoGame`], if there are tables but none can be opened: they may be of any game.
pub fn game_of(directory: impl AsRef<Path>) -> Result<Option<GameName>, OpenError> {
    let directory = directory.as_ref();
    let Ok(names) = TableName::all_in(directory) else { return Ok(None) };
    let mut failed = None;
    for name in names {
        match Header::read_in(directory, name) {
            Ok(header) => return Ok(Some(header.game)),
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    failed.map_or(Ok(None), |source| Err(OpenError::NoGame { path: directory.into(), source }))
}
