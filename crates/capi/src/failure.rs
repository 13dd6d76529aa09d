//! The version and the licences of the library, what functions return, why a function has no answer, and the border that no panic crosses.

use std::cell::RefCell;
use std::error::Error;
use std::ffi::{CStr, CString, c_char};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tables::board::{FenError, GameName, PositionError};
use tables::probe::{OpenError, ProbeError};
use tables::rules::MoveError;
use tables::search::MemoryError;
use tables::table::TableError;
use thiserror::Error;

/// The version of this interface. A program made for one version works with every library of the same. It is part of the
/// shared library's name: libbolshak.so.4.
pub const BOLSHAK_ABI_VERSION: u32 = 4;

/// The version of the interface of the library at hand. A program that loads the library itself can compare it with
/// BOLSHAK_ABI_VERSION, which is that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_abi_version() -> u32 {
    BOLSHAK_ABI_VERSION
}

const LICENSES: &CStr = match CStr::from_bytes_with_nul(concat!(include_str!("../LICENSES.txt"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => panic!("a text has no 0 but at its end"),
};

/// The licences of the library, and of all that is linked into it: in UTF-8, some 40 KB, as LICENSES.txt beside bolshak.h.
/// They go with the library, and with every program that it is linked into. Never null; the text stays as long as
/// the library.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_licenses() -> *const c_char {
    LICENSES.as_ptr()
}

/// What functions return.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// There is an answer.
    BolshakOk = 0,
    /// A pointer is null but must not be.
    BolshakNullPointer = 1,
    /// A number has no meaning: that of a colour, of a rule, of a game, or in a bolshak_options or bolshak_limits.
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
    /// No table has as many pieces as the answer needs.
    BolshakTooManyPieces = 8,
    /// A table that the answer needs is missing.
    BolshakTableMissing = 9,
    /// The answer is not in memory.
    BolshakNotInMemory = 10,
    /// A table is damaged, of another version of the format, or was replaced by one of other values.
    BolshakTableDamaged = 11,
    /// A fault in the library; the tablebase can still be used.
    BolshakInternal = 12,
    /// A table cannot be read now: a system error that may pass. The next probe tries again.
    BolshakTableUnreadable = 13,
    /// A position is of another game than the tables.
    BolshakOtherGame = 14,
    /// The system does not give the memory of a search.
    BolshakOutOfMemory = 15,
}

const TEXTS: [(Code, &CStr); 16] = [
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
    (Code::BolshakOutOfMemory, c"the system does not give the memory"),
];

/// What a code means, in a few words. Never null; the text stays as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_error_text(code: i32) -> *const c_char {
    let known = TEXTS.iter().find(|(known, _)| *known as i32 == code);
    known.map_or(c"no code of this library", |(_, text)| text).as_ptr()
}

/// Why a function has no answer.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{0} is null")]
    Null(&'static str),
    #[error("{value} is no {what}")]
    Argument { what: &'static str, value: i32 },
    #[error("the size of {name} is {size}; expected sizeof({name}), as the program was compiled with it")]
    Size { name: &'static str, size: usize },
    #[error(
        "{name} has options that this library does not know: `reserved` and all after the first {known} bytes must be 0"
    )]
    New { name: &'static str, known: usize },
    #[error("seconds is {seconds}; expected a number from 0 to {most}")]
    Seconds { seconds: f64, most: f64 },
    #[error("the text is not UTF-8")]
    Utf8,
    #[error("the name of the directory is not UTF-8")]
    PathUtf8,
    #[error("the text of the move is not UTF-8")]
    MoveUtf8,
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("the position is of {position}, the tables are of {tables}")]
    OtherGame { position: GameName, tables: GameName },
    #[error("the move from {from} to {to} that takes {captured:#012x} is not legal here")]
    Move { from: u32, to: u32, captured: u64 },
    #[error(transparent)]
    MoveText(#[from] MoveError),
    #[error("the buffer has room for {capacity}, {needed} are needed")]
    Small { capacity: usize, needed: usize },
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("no tables of {0} are built in; name a directory of them")]
    NotBuiltIn(GameName),
    #[error(transparent)]
    Probe(#[from] ProbeError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("a mistake in the library: it panicked")]
    Panic,
}

impl Failure {
    fn code(&self) -> Code {
        match self {
            Failure::Null(_) => Code::BolshakNullPointer,
            Failure::Argument { .. } | Failure::Size { .. } | Failure::New { .. } | Failure::Seconds { .. } => {
                Code::BolshakBadArgument
            }
            Failure::Utf8 | Failure::Fen(_) => Code::BolshakBadFen,
            Failure::Position(_) => Code::BolshakBadPosition,
            Failure::OtherGame { .. } => Code::BolshakOtherGame,
            Failure::Move { .. } | Failure::MoveText(_) | Failure::MoveUtf8 => Code::BolshakBadMove,
            Failure::Small { .. } => Code::BolshakBufferTooSmall,
            Failure::Open(_) | Failure::PathUtf8 | Failure::NotBuiltIn(_) => Code::BolshakOpenFailed,
            Failure::Probe(ProbeError::TooManyPieces { .. }) => Code::BolshakTooManyPieces,
            Failure::Probe(ProbeError::Missing { .. }) => Code::BolshakTableMissing,
            Failure::Probe(ProbeError::NotInMemory) => Code::BolshakNotInMemory,
            Failure::Probe(ProbeError::Table(TableError::Read { .. })) => Code::BolshakTableUnreadable,
            Failure::Probe(ProbeError::Table(_)) => Code::BolshakTableDamaged,
            Failure::Memory(_) => Code::BolshakOutOfMemory,
            Failure::Probe(_) | Failure::Panic => Code::BolshakInternal,
        }
    }

    fn detail(&self) -> String {
        let chain = std::iter::successors(Some(self as &dyn Error), |&error| error.source());
        chain.map(|error| error.to_string()).collect::<Vec<_>>().join(": ")
    }
}

/// The last failure in a thread. Its text is made when it is asked for: a search that meets errors does not pay for it.
#[derive(Default)]
struct Last {
    failure: Option<Failure>,
    text: CString,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
}

/// Runs what a function does, notes a failure, and turns a panic into one.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> Code {
    // Nothing is left half changed: a tablebase changes only its cache, which is whole after every step.
    let done = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // Dropping it could panic once more, and so could dropping the payload of that panic.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(payload))).map_err(mem::forget);
        Err(Failure::Panic)
    });
    match done {
        Ok(()) => Code::BolshakOk,
        Err(failure) => {
            let code = failure.code();
            // At the end of a thread there may be no place left to note it.
            let _ = LAST.try_with(|last| last.borrow_mut().failure = Some(failure));
            code
        }
    }
}

/// The last error of this thread, in a sentence; "" if there was none. Never null; the text stays until the thread
/// calls this function again or ends. A function that succeeds does not change it.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_last_error() -> *const c_char {
    let text = LAST.try_with(|last| {
        let mut last = last.borrow_mut();
        if let Some(failure) = last.failure.take() {
            let detail = failure.detail().replace('\0', "?");
            last.text = CString::new(detail).unwrap_or_default();
        }
        last.text.as_ptr()
    });
    text.unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use std::panic::resume_unwind;

    use super::*;

    #[test]
    fn a_panic_is_an_error() {
        std::panic::set_hook(Box::new(|_| ()));
        assert_eq!(guard(|| panic!("on purpose")), Code::BolshakInternal);
        // SAFETY: it leads to a text of this thread, which asks for no other meanwhile.
        let text = unsafe { CStr::from_ptr(bolshak_last_error()) };
        assert_eq!(text, c"a mistake in the library: it panicked");
        assert_eq!(guard(|| Ok(())), Code::BolshakOk);
    }

    #[test]
    fn a_panic_may_have_a_payload_that_panics() {
        struct Panics;
        impl Drop for Panics {
            fn drop(&mut self) {
                resume_unwind(Box::new(()));
            }
        }
        assert_eq!(guard(|| resume_unwind(Box::new(Panics))), Code::BolshakInternal);
    }
}
