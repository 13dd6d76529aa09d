//! Legal moves, what they lead to, and their notation. No tables are asked.

use std::ffi::c_char;

use tables::board::{self, Game};
use tables::{in_game, rules};

use crate::failure::{Code, Failure, guard};
use crate::position::{Position, put_text};
use crate::tablebase::{Buffer, Out, copied, text};

/// The move is a capture.
pub const BOLSHAK_CAPTURE: u32 = 1;

/// The move sets the clock to 0: it is a capture or a move of a man.
pub const BOLSHAK_ZEROING: u32 = 2;

/// The move makes a king of a man.
pub const BOLSHAK_CROWNING: u32 = 4;

/// In ranked moves: the game was over before the move, drawn by the rule; this is a move that it would have had.
pub const BOLSHAK_AFTER_END: u32 = 8;

/// A legal move. Two captures are the same move if they agree in `from`, `to` and `captured`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The square where the piece starts, 0 to 31; in draughts-80 to 39.
    pub from: u32,
    /// The square where it ends; for a capture this may be `from`.
    pub to: u32,
    /// The pieces that it takes, bit 0 is a1.
    pub captured: u64,
    /// BOLSHAK_CAPTURE, BOLSHAK_ZEROING, BOLSHAK_CROWNING and BOLSHAK_AFTER_END, added up.
    pub flags: u32,
}

impl<G: Game> From<&rules::Move<G>> for Move {
    fn from(mv: &rules::Move<G>) -> Move {
        let flag = |is: bool, flag| if is { flag } else { 0 };
        Move {
            from: mv.from().index() as u32,
            to: mv.to().index() as u32,
            captured: mv.captured(),
            flags: flag(mv.is_capture(), BOLSHAK_CAPTURE)
                | flag(mv.is_zeroing(), BOLSHAK_ZEROING)
                | flag(mv.is_crowning(), BOLSHAK_CROWNING),
        }
    }
}

impl Move {
    /// The legal move of a position that this one names.
    fn legal<G: Game>(&self, position: &board::Position<G>) -> Result<rules::Move<G>, Failure> {
        let &Move { from, to, captured, .. } = self;
        let is_wanted = |mv: &rules::Move<G>| {
            mv.from().index() == from as usize && mv.to().index() == to as usize && mv.captured() == captured
        };
        position.legal_moves().into_iter().find(is_wanted).ok_or(Failure::Move { from, to, captured })
    }
}

/// The legal moves of a position, in no particular order; a side without one has lost, or, in poddavki, won. Needs no
/// tables.
///
/// Writes the number of moves to `count`, also with BOLSHAK_BUFFER_TOO_SMALL; then nothing is written to `moves`. `moves`
/// may be null if `capacity` is 0.
///
/// Errors: BOLSHAK_BUFFER_TOO_SMALL; BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `position` leads to a bolshak_position, `moves` to room for `capacity` of bolshak_move, `count` to a size_t; each may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_legal_moves(
    position: *const Position,
    moves: *mut Move,
    capacity: usize,
    count: *mut usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, count, buffer) = unsafe {
            (copied(position, "position")?, Out::new(count, "count")?, Buffer::new(moves, capacity, "moves")?)
        };
        let found: Vec<Move> = in_game!(position.game()?, G => {
            position.read::<G>()?.legal_moves().iter().map(Move::from).collect()
        });
        count.put(found.len());
        buffer.put(&found)
    })
}

/// The position after a legal move; its clock is 0 if the move has BOLSHAK_ZEROING, else one more than before. Of the move
/// only `from`, `to` and `captured` are read. `after` may be `position`.
///
/// Errors: BOLSHAK_BAD_MOVE, BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `position` and `after` lead to a bolshak_position, `mv` to a bolshak_move; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_play(position: *const Position, mv: *const Move, after: *mut Position) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, wanted, out) =
            unsafe { (copied(position, "position")?, copied(mv, "mv")?, Out::new(after, "after")?) };
        out.put(in_game!(position.game()?, G => {
            let position = position.read::<G>()?;
            position.after(&wanted.legal(&position)?).into()
        }));
        Ok(())
    })
}

/// Reads a legal move of a position, as c3-d4 or c5:e3:g5. Captures may be written with : or x, along any of their paths,
/// or in the short form c5:g5 where only one move fits.
///
/// Errors: BOLSHAK_BAD_MOVE; bolshak_last_error names the legal moves. BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `position` leads to a bolshak_position, `move_text` to a text with a 0 at its end, `mv` to a bolshak_move; each may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_parse_move(
    position: *const Position,
    move_text: *const c_char,
    mv: *mut Move,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, read, out) =
            unsafe { (copied(position, "position")?, text(move_text, "move_text")?, Out::new(mv, "mv")?) };
        let read = read.to_str().map_err(|_| Failure::MoveUtf8)?;
        out.put(in_game!(position.game()?, G => (&position.read::<G>()?.parse_move(read)?).into()));
        Ok(())
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
    mv: *const Move,
    buffer: *mut c_char,
    capacity: usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, wanted, buffer) =
            unsafe { (copied(position, "position")?, copied(mv, "mv")?, Buffer::new(buffer, capacity, "buffer")?) };
        in_game!(position.game()?, G => {
            let position = position.read::<G>()?;
            put_text(&buffer, &position.move_text(&wanted.legal(&position)?))
        })
    })
}
