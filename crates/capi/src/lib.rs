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
mod solve;
mod tablebase;

pub use failure::{
    BOLSHAK_ABI_VERSION, Code, bolshak_abi_version, bolshak_error_text, bolshak_last_error, bolshak_licenses,
};
pub use moves::{
    BOLSHAK_AFTER_END, BOLSHAK_CAPTURE, BOLSHAK_CROWNING, BOLSHAK_ZEROING, Move, bolshak_legal_moves,
    bolshak_move_text, bolshak_parse_move, bolshak_play,
};
pub use position::{BOLSHAK_NO_CLOCK, BOLSHAK_TEXT_BYTES, Color, FenClock, Position, bolshak_fen, bolshak_parse_fen};
pub use probe::{BOLSHAK_NO_DISTANCE, BOLSHAK_UNKNOWN_DISTANCE, Category, Over, Rule, Verdict};
pub use probe::{bolshak_probe, bolshak_probe_wdl, bolshak_try_probe_wdl};
pub use rank::{End, RankedMove, bolshak_best_move, bolshak_line, bolshak_rank_moves};
pub use solve::{Limits, Solved, SolvedMove, bolshak_solve};
pub use tablebase::{
    GameName, Handle, Options, bolshak_close, bolshak_draw_plies, bolshak_game, bolshak_largest, bolshak_open,
};
