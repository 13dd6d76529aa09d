//! Positions as C has them, and as text.

use std::ffi::c_char;

use tables::board::{self, Game};
use tables::in_game;

use crate::failure::{Code, Failure, guard};
use crate::tablebase::{Buffer, GameName, Out, copied, game, text};

/// A side.
#[repr(i32)]
pub enum Color {
    /// White: its men move up the ranks.
    BolshakWhite = 0,
    /// Black: its men move down the ranks.
    BolshakBlack = 1,
}

/// Four boards, who is to move, and the game. No square is used twice; no white man stands on rank 8, no black man on rank 1;
/// a side has at most 12 pieces, in draughts-80 15, and at least one unless it is to move (then it has no legal move).
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// White's men: bit 0 is a1, bit 31 is h8; in draughts-80 bit 39 is j8.
    pub white_men: u64,
    /// White's kings.
    pub white_kings: u64,
    /// Black's men.
    pub black_men: u64,
    /// Black's kings.
    pub black_kings: u64,
    /// The side to move: a bolshak_color.
    pub turn: i32,
    /// The game: a bolshak_game_name. BOLSHAK_GAME_OF_TABLES, which is 0, is the game of the tables, or Russian
    /// draughts in functions without tables. Positions that the library writes name their game.
    pub game: i32,
}

impl Position {
    /// The game in which it is read where no tables are asked.
    pub(crate) fn game(&self) -> Result<board::GameName, Failure> {
        Ok(game(self.game)?.unwrap_or_default())
    }

    /// The position as the library has it, in a game: that of the tables that are asked, or its own.
    pub(crate) fn read<G: Game>(&self) -> Result<board::Position<G>, Failure> {
        if self.game != GameName::BolshakGameOfTables as i32 && self.game != GameName::from(G::NAME) as i32 {
            return Err(Failure::OtherGame { position: self.game()?, tables: G::NAME });
        }
        let turn = match self.turn {
            0 => board::Color::White,
            1 => board::Color::Black,
            value => return Err(Failure::Argument { what: "colour; expected BOLSHAK_WHITE or BOLSHAK_BLACK", value }),
        };
        Ok(board::Position::new(turn, self.white_men, self.white_kings, self.black_men, self.black_kings)?)
    }
}

impl<G: Game> From<board::Position<G>> for Position {
    fn from(position: board::Position<G>) -> Position {
        let view = position.white_view();
        Position {
            white_men: view.men,
            white_kings: view.kings,
            black_men: view.enemy_men,
            black_kings: view.enemy_kings,
            turn: position.turn() as i32,
            game: GameName::from(G::NAME) as i32,
        }
    }
}

/// Room for every text of a position or of a move of any game, with the 0 at its end.
pub const BOLSHAK_TEXT_BYTES: usize = 128;

/// No draw counter.
pub const BOLSHAK_NO_CLOCK: i64 = -1;

/// The draw counter that Lidraughts appends to a FEN, as in W:WKa5,Ka7:BKg1:H26.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FenClock {
    /// The counter in plies, at most UINT32_MAX; BOLSHAK_NO_CLOCK if the text has none.
    pub plies: i64,
    /// Not 0: the counter may be longer than the clock of the draw rule. Where both sides have kings and 4 to 7 pieces
    /// are left, Lidraughts resets it only at captures and promotions, not at other moves of men.
    pub may_be_long: i32,
}

impl<G: Game> From<&board::Fen<G>> for FenClock {
    fn from(fen: &board::Fen<G>) -> FenClock {
        FenClock {
            plies: fen.clock.map_or(BOLSHAK_NO_CLOCK, |plies| plies.min(u32::MAX.into()) as i64),
            may_be_long: (fen.clock.is_some() && fen.clock_may_be_long()).into(),
        }
    }
}

/// Reads a FEN of PDN 3.0, as W:WKa1,c3:Bd4 (squares may be numbers, b8 = 1), or a Hub string of 33 characters, in
/// draughts-80 41; there k is read as j. Its draw counter is written to `clock`; pass it as the clock of probes. If
/// `clock` is null, the counter is dropped.
///
/// `game` is a bolshak_game_name, or the bolshak_game of tables; BOLSHAK_GAME_OF_TABLES, which is 0, is Russian draughts. The
/// position names that game.
///
/// Errors: BOLSHAK_BAD_FEN, also if it is not a legal position; BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `fen` leads to a text with a 0 at its end, `position` to a bolshak_position, `clock` to a bolshak_fen_clock; each may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_parse_fen(
    fen: *const c_char,
    game: i32,
    position: *mut Position,
    clock: *mut FenClock,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (fen, out) = unsafe { (text(fen, "fen")?, Out::new(position, "position")?) };
        let game = self::game(game)?.unwrap_or_default();
        let fen = fen.to_str().map_err(|_| Failure::Utf8)?;
        let (read, counter) = in_game!(game, G => {
            let read: board::Fen<G> = fen.parse()?;
            (read.position.into(), FenClock::from(&read))
        });
        out.put(read);
        if !clock.is_null() {
            // SAFETY: the caller's promise.
            unsafe { clock.write(counter) };
        }
        Ok(())
    })
}

/// Writes the FEN of a position with a 0 at its end. BOLSHAK_TEXT_BYTES are always enough.
///
/// Errors: BOLSHAK_BAD_ARGUMENT, BOLSHAK_BAD_POSITION; BOLSHAK_BUFFER_TOO_SMALL, then nothing is written to the buffer.
///
/// # Safety
/// `position` leads to a bolshak_position, `buffer` to room for `capacity` bytes; either may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_fen(position: *const Position, buffer: *mut c_char, capacity: usize) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, buffer) = unsafe { (copied(position, "position")?, Buffer::new(buffer, capacity, "buffer")?) };
        put_text(&buffer, &in_game!(position.game()?, G => position.read::<G>()?.to_string()))
    })
}

/// Writes a text of the library with a 0 at its end.
pub(crate) fn put_text(buffer: &Buffer<c_char>, text: &str) -> Result<(), Failure> {
    let bytes: Vec<c_char> = text.bytes().chain([0]).map(|byte| byte as c_char).collect();
    buffer.put(&bytes)
}
