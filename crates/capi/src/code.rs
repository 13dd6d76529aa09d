//! What functions return.

use std::ffi::{CStr, c_char};

/// What functions return.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// There is an answer.
    BolshakOk = 0,
    /// A pointer is null that must not be.
    BolshakNullPointer = 1,
    /// A number has no meaning: of a colour, of a rule, of a game, or in a bolshak_options.
    BolshakBadArgument = 2,
    /// A text is not a position.
    BolshakBadFen = 3,
    /// Boards are not a legal position.
    BolshakBadPosition = 4,
    /// A move, or the text of one, is not legal in its position.
    BolshakBadMove = 5,
    /// A buffer is too small. bolshak_last_error says how much is needed, and so does `count` where there is one.
    BolshakBufferTooSmall = 6,
    /// A directory of tables cannot be opened, or holds none, or those of another game than the one named.
    BolshakOpenFailed = 7,
    /// The answer needs a table of more pieces than any has.
    BolshakTooManyPieces = 8,
    /// A table that the answer needs is not there.
    BolshakTableMissing = 9,
    /// The answer is not in memory.
    BolshakNotInMemory = 10,
    /// A table is damaged, of another version of the format, or was replaced by one of other values.
    BolshakTableDamaged = 11,
    /// A mistake in the library; the tablebase can still be asked.
    BolshakInternal = 12,
    /// A table cannot be read now: an error of the system, which may pass. The next question tries again.
    BolshakTableUnreadable = 13,
    /// A position is of another game than the tables that are asked.
    BolshakOtherGame = 14,
}

const TEXTS: [(Code, &CStr); 15] = [
    (Code::BolshakOk, c"no error"),
    (Code::BolshakNullPointer, c"a pointer is null"),
    (Code::BolshakBadArgument, c"a number has no meaning"),
    (Code::BolshakBadFen, c"the text is not a position"),
    (Code::BolshakBadPosition, c"the boards are not a legal position"),
    (Code::BolshakBadMove, c"the move is not legal"),
    (Code::BolshakBufferTooSmall, c"the buffer is too small"),
    (Code::BolshakOpenFailed, c"the tables cannot be opened"),
    (Code::BolshakTooManyPieces, c"the tables have fewer pieces"),
    (Code::BolshakTableMissing, c"a table is missing"),
    (Code::BolshakNotInMemory, c"the answer is not in memory"),
    (Code::BolshakTableDamaged, c"a table is damaged"),
    (Code::BolshakInternal, c"a mistake in the library"),
    (Code::BolshakTableUnreadable, c"a table cannot be read now"),
    (Code::BolshakOtherGame, c"the position is of another game than the tables"),
];

/// What a code means, in a few words. Never null; the text stays as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_error_text(code: i32) -> *const c_char {
    let known = TEXTS.iter().find(|(known, _)| *known as i32 == code);
    known.map_or(c"no code of this library", |(_, text)| text).as_ptr()
}
