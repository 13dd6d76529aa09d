//! The C interface of bolshak. `bolshak.h`, made from this source, is its reference.
//!
//! Nothing unwinds into C: every function that can fail runs in [`failure::guard`]. Nothing that comes from C is taken for
//! a Rust enum: such numbers arrive as `i32` and are looked up.

#![allow(unsafe_code)] // C has no references.
#![allow(clippy::enum_variant_names)] // C has no namespaces.

mod failure;
mod moves;
mod position;
mod probe;
mod question;
mod rank;
mod tablebase;

use std::ffi::{CStr, c_char};

pub use failure::{BOLSHAK_ABI_VERSION, Code, bolshak_abi_version, bolshak_error_text, bolshak_last_error};
pub use moves::{
    BOLSHAK_AFTER_END, BOLSHAK_CAPTURE, BOLSHAK_CROWNING, BOLSHAK_ZEROING, Move, bolshak_legal_moves,
    bolshak_move_text, bolshak_parse_move, bolshak_play,
};
pub use position::{BOLSHAK_NO_CLOCK, BOLSHAK_TEXT_BYTES, Color, FenClock, Position, bolshak_fen, bolshak_parse_fen};
pub use probe::{BOLSHAK_NO_DISTANCE, BOLSHAK_UNKNOWN_DISTANCE, Category, Over, Rule, Verdict};
pub use probe::{bolshak_probe, bolshak_probe_wdl, bolshak_try_probe_wdl};
pub use rank::{End, RankedMove, bolshak_best_move, bolshak_line, bolshak_rank_moves};
pub use tablebase::{
    GameName, Handle, Options, bolshak_close, bolshak_draw_plies, bolshak_game, bolshak_largest, bolshak_open,
};

const LICENSES: &CStr = match CStr::from_bytes_with_nul(concat!(include_str!("../LICENSES.txt"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => panic!("a text has no 0 but at its end"),
};

/// The licences of the library, and of all that is linked into it: in UTF-8, some 70 KB, as LICENSES.txt beside bolshak.h.
/// They go with the library, and with every program that it is linked into. Never null; the text stays as long as
/// the library.
#[unsafe(no_mangle)]
pub extern "C" fn bolshak_licenses() -> *const c_char {
    LICENSES.as_ptr()
}
