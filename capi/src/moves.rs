//! Moves from best to worst, and their notation.

use std::ffi::c_char;

use tables::board;
use tables::rules::Move;

use crate::code::Code;
use crate::failure::{Failure, guard};
use crate::pointer::{Buffer, Out, given};
use crate::position::{Position, put_text};
use crate::probe::{self, Verdict};
use crate::tablebase::Handle;

/// The move takes something.
pub const BOLSHAK_CAPTURE: u32 = 1;

/// The move sets the clock to 0: it is a capture or a move of a man.
pub const BOLSHAK_ZEROING: u32 = 2;

/// The move makes a king of a man.
pub const BOLSHAK_CROWNING: u32 = 4;

/// A legal move and what it is worth. Two captures are the same move if they agree in `from`, `to` and `captured`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The square where the piece starts, 0 to 31.
    pub from: u32,
    /// The square where it ends; for a capture this may be `from`.
    pub to: u32,
    /// The pieces that it takes, bit 0 is a1.
    pub captured: u32,
    /// BOLSHAK_CAPTURE, BOLSHAK_ZEROING and BOLSHAK_CROWNING, added up.
    pub flags: u32,
    /// The results are those of the side that moves here, at the clock after the move; the distances are counted from the
    /// position after the move.
    pub verdict: Verdict,
}

fn root_move(mv: &Move, verdict: Verdict) -> RootMove {
    let flag = |is: bool, flag| if is { flag } else { 0 };
    RootMove {
        from: mv.from.index() as u32,
        to: mv.to.index() as u32,
        captured: mv.captured,
        flags: flag(mv.is_capture(), BOLSHAK_CAPTURE)
            | flag(mv.is_zeroing(), BOLSHAK_ZEROING)
            | flag(mv.crowned, BOLSHAK_CROWNING),
        verdict,
    }
}

/// The legal moves, best first: by result; wins, cursed ones too, by the least `dtw`, then the least `dtz`; losses by the
/// largest; then by text. A move of which the theory alone is known, as a table is missing, comes where it would at worst:
/// behind the cursed wins, or the losses. Moves of which nothing is known are last. None if the side to move has lost.
///
/// Writes the number of moves to `count`, also with BOLSHAK_BUFFER_TOO_SMALL; then nothing is written to `moves`. `moves`
/// may be null if `capacity` is 0. Costs a bolshak_probe for each move.
///
/// `clock` is the number of plies since the last capture or move of a man, `rule` a bolshak_rule.
///
/// Errors: BOLSHAK_BUFFER_TOO_SMALL, BOLSHAK_TABLE_DAMAGED; BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `moves` to room for `capacity` of bolshak_move,
/// `count` to a size_t; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_root_moves(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    moves: *mut RootMove,
    capacity: usize,
    count: *mut usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (handle, position) = unsafe { (given(tablebase, "tablebase")?, given(position, "position")?) };
        // SAFETY: the caller's promise.
        let (count, buffer) = unsafe { (Out::new(count, "count")?, Buffer::new(moves, capacity, "moves")?) };
        let ranked = handle.0.rank_moves(&position.checked()?, probe::clock(clock, rule)?)?;
        let found: Vec<RootMove> = ranked.iter().map(|mv| root_move(&mv.mv, (&mv.verdict).into())).collect();
        count.put(found.len());
        buffer.put(&found)
    })
}

/// Writes the notation of a move of a position with a 0 at its end, as c3-d4 or c5:e3:g5. BOLSHAK_TEXT_BYTES are always
/// enough. Of the move only `from`, `to` and `captured` are read.
///
/// Errors: BOLSHAK_BAD_MOVE, BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT; BOLSHAK_BUFFER_TOO_SMALL, then nothing is written.
///
/// # Safety
/// `position` leads to a bolshak_position, `mv` to a bolshak_move, `buffer` to room for `capacity` bytes; each may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_move_text(
    position: *const Position,
    mv: *const RootMove,
    buffer: *mut c_char,
    capacity: usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, wanted) = unsafe { (given(position, "position")?, given(mv, "mv")?) };
        // SAFETY: the caller's promise.
        let buffer = unsafe { Buffer::new(buffer, capacity, "buffer")? };
        let position = position.checked()?;
        let mv = legal_move(&position, wanted)?;
        put_text(&buffer, &position.move_text(&mv))
    })
}

fn legal_move(position: &board::Position, wanted: &RootMove) -> Result<Move, Failure> {
    let &RootMove { from, to, captured, .. } = wanted;
    let is_wanted =
        |mv: &Move| mv.from.index() == from as usize && mv.to.index() == to as usize && mv.captured == captured;
    position.legal_moves().into_iter().find(is_wanted).ok_or(Failure::Move { from, to, captured })
}
