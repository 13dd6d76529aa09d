//! The games, as C names them, and tables to be asked.

use std::ffi::c_char;
use std::mem::offset_of;

use bolshak_system::path_of;
use tables::probe::{self, AnyTablebase};
use tables::{board, with_tables};

use crate::failure::{Code, Failure, guard};
use crate::question::{Out, given, sized, text};

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
pub(crate) fn game(number: i32) -> Result<Option<board::GameName>, Failure> {
    if number == GameName::BolshakGameOfTables as i32 {
        return Ok(None);
    }
    let found = board::GameName::ALL.into_iter().find(|&game| GameName::from(game) as i32 == number);
    found.map(Some).ok_or(Failure::Argument { what: "game; expected a bolshak_game_name", value: number })
}

/// Open tables. Any number of threads may ask them at once.
pub struct Handle(pub(crate) AnyTablebase);

/// Which game is asked, and how tables are held in memory. All is 0 by default, but `size`. Later versions of the library
/// may have more fields at the end: those that a program does not know have their defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Options {
    /// sizeof(bolshak_options).
    pub size: usize,
    /// The bytes that unpacked blocks may take, those of `preload` not counted; 0 stands for 64 MiB.
    pub cache_bytes: u64,
    /// Not 0: all tables of categories are unpacked at once; some 400 MB to six pieces. Then bolshak_probe_wdl at clock 0
    /// reads no file. A thread for each processor does it, and ends with it; where the system makes no threads, the
    /// caller's does it alone.
    pub preload: i32,
    /// The game: a bolshak_game_name. By default that of the tables.
    pub game: i32,
    /// Not 0: unpacked tables are not mapped; nor are they in 32 bits, where there may be no room for them.
    pub unmapped: i32,
    /// 0.
    pub reserved: i32,
}

/// The bytes of a bolshak_options without `unmapped` and what follows: programs that know no more have them.
const FIRST_BYTES: usize = offset_of!(Options, unmapped);

/// The options that a pointer leads to, and the game that they name; the defaults if it is null.
///
/// # Safety
/// As for [`sized`].
unsafe fn read(options: *const Options) -> Result<(probe::Options, Option<board::GameName>), Failure> {
    // SAFETY: the caller's promise. Any bytes are options.
    let asked = unsafe { sized(options, "bolshak_options", FIRST_BYTES)? };
    let mut read = probe::Options::default();
    if asked.reserved != 0 {
        return Err(Failure::New { name: "bolshak_options", known: size_of::<Options>() });
    }
    if asked.unmapped != 0 {
        read = read.with_mapped(false);
    }
    if asked.cache_bytes != 0 {
        read = read.with_cache_bytes(asked.cache_bytes);
    }
    Ok((read.with_preload(asked.preload != 0), game(asked.game)?))
}

/// Opens the tables in a directory, and no others, or those of 2 and 3 pieces that are built in if `directory` is null: of
/// Russian draughts alone. To be closed with bolshak_close. `options` may be null: the defaults; those of memory change
/// nothing for the built-in tables. Some 5 ms for all tables to six pieces without `preload`.
///
/// A damaged table is an error only when it is asked. Files stay open; to replace one, rename the new one into its place.
///
/// Unpacked tables, which the command "bolshak unpack" makes beside the others, are mapped. While they are, nobody may cut them or
/// overwrite them in place: Unix ends a process that reads there (SIGBUS), or it gets wrong results. An error of the medium, as of a
/// disk that fails or a network that is gone, ends it too, on Windows as well. With `unmapped` none is mapped.
///
/// Errors: BOLSHAK_OPEN_FAILED, also if the tables are of another game than the options name; BOLSHAK_BAD_ARGUMENT, if the
/// options' `size` is wrong or they have what this library does not know.
///
/// # Safety
/// `directory` leads to a text with a 0 at its end, `options` to a bolshak_options, `tablebase` to a pointer; each may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_open(
    directory: *const c_char,
    options: *const Options,
    tablebase: *mut *mut Handle,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (out, (options, game)) = unsafe { (Out::new(tablebase, "tablebase")?, read(options)?) };
        let opened = if directory.is_null() {
            let game = game.unwrap_or_default();
            AnyTablebase::built_in(game).ok_or(Failure::NotBuiltIn(game))?
        } else {
            // SAFETY: the caller's promise.
            let path = path_of(unsafe { text(directory, "directory")? }.to_bytes()).ok_or(Failure::PathUtf8)?;
            AnyTablebase::open(path, game, options)?
        };
        out.put(Box::into_raw(Box::new(Handle(opened))));
        Ok(())
    })
}

/// Closes tables and frees what they take. Nothing if null.
///
/// # Safety
/// `tablebase` is null, or of bolshak_open and not closed yet; no thread asks it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_close(tablebase: *mut Handle) {
    guard(|| {
        if !tablebase.is_null() {
            // SAFETY: it comes from the `Box` of `bolshak_open`, and nobody uses it any more: the caller's promise.
            drop(unsafe { Box::from_raw(tablebase) });
        }
        Ok(())
    });
}

/// The game of the tables; BOLSHAK_GAME_OF_TABLES, which is 0, if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_game(tablebase: *const Handle) -> GameName {
    // SAFETY: the caller's promise.
    let handle = unsafe { given(tablebase, "tablebase") };
    handle.map_or(GameName::BolshakGameOfTables, |handle| with_tables!(&handle.0, tables => tables.game().into()))
}

/// The most pieces of any table; 0 if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_largest(tablebase: *const Handle) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { given(tablebase, "tablebase") }.map_or(0, |handle| with_tables!(&handle.0, tables => tables.largest()))
}

/// The length of the draw rule, in plies, that the tables were made for: 30 for Russian draughts; 0 if `tablebase` is null.
///
/// # Safety
/// `tablebase` is null or open.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_draw_plies(tablebase: *const Handle) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { given(tablebase, "tablebase") }
        .map_or(0, |handle| with_tables!(&handle.0, tables => tables.draw_plies().into()))
}
