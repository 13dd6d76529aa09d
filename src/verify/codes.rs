//! The definitions in codes, one board or one entry at a time, for all kinds of check.

use std::collections::HashSet;
use std::hash::Hash;

use crate::board::{Bitboard, Game, RANKS, Square, squares};
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};

/// The code of a distance to win before a move, from that after it; codes hold at most `byte_plies` plies.
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

/// The code of a distance after a king's move. One as long as the rule is a draw: the winner cannot zero the clock in time.
#[inline(always)]
pub(super) fn unless_too_late(code: u8, draw_plies: u8) -> u8 {
    if code == draw_plies || code == u8::MAX - draw_plies { Dtz::DRAW } else { code }
}

/// Whether the two distances can be those of one position.
#[inline(always)]
pub(super) fn is_possible<G: Game>(codes: EntryCodes, draw_plies: u8) -> bool {
    let is_bounded = |zeroing: u8| zeroing <= draw_plies && u16::from(zeroing) <= Dtw::plies::<G>(codes.dtw);
    match codes.dtz {
        zeroing @ ..Dtz::DRAW => codes.dtw < Dtw::DRAW && is_bounded(zeroing),
        Dtz::DRAW => true,
        zeroing => codes.dtw > Dtw::DRAW && is_bounded(u8::MAX - zeroing),
    }
}

/// Whether an entry is won or lost in theory but not under the draw rule.
#[inline(always)]
pub(super) fn is_changed(codes: EntryCodes) -> bool {
    codes.dtz == Dtz::DRAW && codes.dtw != Dtw::DRAW
}

/// The least codes that some moves of a board lead to: `zeroing` after zeroing moves, `quiet` after others.
#[derive(Clone, Copy)]
pub(super) struct BestMoves {
    dtw: u8,
    zeroing: u8,
    quiet: u8,
    any: bool,
}

impl BestMoves {
    pub const NONE: BestMoves = BestMoves { dtw: u8::MAX, zeroing: u8::MAX, quiet: u8::MAX, any: false };

    #[inline(always)]
    pub fn add_zeroing(&mut self, after: EntryCodes) {
        (self.dtw, self.zeroing, self.any) = (self.dtw.min(after.dtw), self.zeroing.min(after.dtz), true);
    }

    #[inline(always)]
    pub fn add_quiet(&mut self, after: EntryCodes, draw_plies: u8) {
        let quiet = unless_too_late(after.dtz, draw_plies);
        (self.dtw, self.quiet, self.any) = (self.dtw.min(after.dtw), self.quiet.min(quiet), true);
    }

    /// The codes of the board before these moves, where bytes hold at most `byte_plies` plies; `None` without a move.
    #[inline(always)]
    pub fn before<G: Game>(self, byte_plies: u16) -> Option<EntryCodes> {
        // Without a move of a kind, 255 becomes a loss in 1: no other code is worse.
        let dtz = zeroed(self.zeroing).max(dtz_through(self.quiet));
        self.any.then(|| EntryCodes { dtw: dtw_through::<G>(self.dtw, byte_plies), dtz })
    }
}

/// Whether a result in theory rests on entries that are not open: a win has a move to a loss that is not open, and a loss has
/// only moves to wins that are not. `children` has the code after each move, and whether it is open.
pub(super) fn is_grounded(code: u8, mut children: impl Iterator<Item = (u8, bool)>) -> bool {
    if code > Dtw::DRAW {
        children.any(|(code, is_open)| code < Dtw::DRAW && !is_open)
    } else {
        children.all(|(code, is_open)| code > Dtw::DRAW && !is_open)
    }
}

/// Those of some entries whose results in theory rest on circles alone: they follow from each other, but play never reaches the
/// end of the game. `is_grounded` says whether an entry rests on entries that are not open.
pub(super) fn on_circles<E: Copy + Eq + Hash>(
    mut entries: Vec<E>,
    mut is_grounded: impl FnMut(E, &HashSet<E>) -> bool,
) -> Vec<E> {
    let mut open: HashSet<E> = entries.iter().copied().collect();
    loop {
        let before = entries.len();
        entries.retain(|&entry| {
            let is_open = !is_grounded(entry, &open);
            if !is_open {
                open.remove(&entry);
            }
            is_open
        });
        if entries.len() == before {
            return entries;
        }
    }
}

/// Whether a board has the symmetry of the diagonal from a1 to h8: as many files as ranks.
pub(super) const fn has_diagonal<G: Game>() -> bool {
    2 * G::PER_RANK == RANKS
}

/// Squares reflected in the diagonal from a1 to h8: files become ranks.
pub(super) fn reflected<G: Game>(set: Bitboard) -> Bitboard {
    let reflect = |square: Square<G>| Square::<G>::at(square.rank(), square.file()).map_or(0, Square::bit);
    squares::<G>(set).fold(0, |all, square| all | reflect(square))
}
