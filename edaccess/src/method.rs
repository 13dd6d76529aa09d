//! The methods of the class.
//!
//! Engines ask `Load`, `GetBaseType` and `GetResult` of a board. What goes by numbers of tables, and boards as lists of squares,
//! Kallisto's own base leaves open: here no table has a number, and no such board is known.

use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bolshak::value::Theory;

use crate::base;
use crate::board::{Lists, Squares};
use crate::class::EdAccess;

/// `EdAccess::draw`, `win`, `lose`: the result for White, who is to move.
const DRAW: i32 = 0;
const WIN: i32 = 10_000;
const LOSS: i32 = -10_000;
/// `EdAccess::not_found`: the base does not know.
const NOT_FOUND: i32 = 32_000;

/// `EdAccess::in_mem`, a flag: the answer may not read a file.
const IN_MEMORY: u32 = 1;

/// Runs what a method does; `otherwise` is the answer of a panic.
pub fn guard<T>(otherwise: T, body: impl FnOnce() -> T) -> T {
    // Nothing is left half changed: a tablebase changes only its cache, which is whole after every step.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(otherwise)
}

/// `Load`: opens the tables of a game, and asks them from now on. Returns the most pieces of any table; 0 if there are no tables
/// of that game.
///
/// # Safety
/// `game` is null or leads to a text with a 0 at its end.
pub unsafe extern "system" fn load(_: *const EdAccess, game: *const c_char) -> u32 {
    guard(0, || {
        if game.is_null() {
            return 0;
        }
        // SAFETY: the caller's promise.
        base::load(unsafe { CStr::from_ptr(game) }.to_bytes()).unwrap_or(0)
    })
}

/// `GetBaseType`: the name of the base. A name with "nocaptures" in it would say that positions with a capture pending have no
/// value.
pub extern "system" fn base_type(_: *const EdAccess) -> *const c_char {
    c"bolshak".as_ptr()
}

/// `GetResult` of a board with White to move: in theory, without a draw rule.
///
/// # Safety
/// `squares` is null or leads to 32 bytes.
pub unsafe extern "system" fn result_of_squares(_: *const EdAccess, squares: *const Squares, flags: u32) -> i32 {
    guard(NOT_FOUND, || {
        // SAFETY: the caller's promise.
        let board = unsafe { squares.as_ref() }.and_then(Squares::board);
        match board.and_then(|board| base::result(&board, flags & IN_MEMORY == 0)) {
            Some(Theory::Draw) => DRAW,
            Some(Theory::Win) => WIN,
            Some(Theory::Loss) => LOSS,
            None => NOT_FOUND,
        }
    })
}

pub extern "system" fn result_of_lists(_: *const EdAccess, _: *const Lists, _: u32) -> i32 {
    NOT_FOUND
}

pub extern "system" fn table(_: *const EdAccess, _: u32, _: u32, _: u32, _: u32) -> u32 {
    0
}

pub extern "system" fn table_of_rank(_: *const EdAccess, _: u32, _: u32, _: u32, _: u32, _: u32) -> u32 {
    0
}

pub extern "system" fn is_table_in_memory(_: *const EdAccess, _: u32) -> u32 {
    0
}

pub extern "system" fn index_of_squares(_: *const EdAccess, _: *const Squares) -> u64 {
    0
}

pub extern "system" fn index_of_lists(_: *const EdAccess, _: *const Lists) -> u64 {
    0
}

pub extern "system" fn result_of_index(_: *const EdAccess, _: u32, _: u64, _: u32) -> i32 {
    NOT_FOUND
}
