//! Codes of distances through a move: that before a move, from that after it.

use crate::board::Game;
use crate::value::{Dtw, Dtz, Measure};

/// The code of a distance to win before a move, from that after it; bytes hold at most `byte_plies` plies.
#[inline(always)]
pub(super) fn dtw_through<G: Game>(child: u8, byte_plies: u16) -> u8 {
    // A code holds half of the plies, h, rounded down. In Russian draughts a loss in 2 h is a win in 2 h + 1, and a win in
    // 2 h + 1 a loss in 2 h + 2. Where the side without a move has won, a loss in 2 h + 1 is a win in 2 h + 2, and a win in
    // 2 h a loss in 2 h + 1.
    let is_far = Dtw::plies::<G>(child) + 1 > byte_plies;
    match child {
        ..Dtw::DRAW if is_far => Dtw::FAR_WIN,
        ..Dtw::DRAW => u8::MAX - child - u8::from(G::NO_MOVE_WINS),
        Dtw::DRAW => child,
        _ if is_far => Dtw::FAR_LOSS,
        _ => u8::MAX - child + u8::from(!G::NO_MOVE_WINS),
    }
}

/// The code of a distance to a zeroing move before such a move, from that after it.
#[inline(always)]
pub(super) fn zeroed(child: u8) -> u8 {
    match child {
        ..Dtz::DRAW => u8::MAX - 1,
        Dtz::DRAW => child,
        _ => 1,
    }
}

/// The code of a distance to a zeroing move before a king's move, from that after it.
#[inline(always)]
pub(super) fn dtz_through(child: u8) -> u8 {
    match child {
        ..Dtz::DRAW => u8::MAX - 1 - child,
        Dtz::DRAW => child,
        _ => u8::MAX - child + 1,
    }
}

/// The code of a distance after a king's move, a draw where the distance is as long as the rule: the game is drawn before the
/// winner can zero the clock.
#[inline(always)]
pub(super) fn unless_too_late(code: u8, draw_plies: u8) -> u8 {
    if code == draw_plies || code == u8::MAX - draw_plies { Dtz::DRAW } else { code }
}
