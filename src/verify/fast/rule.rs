//! Codes: results under the draw rule and in theory in one byte, and distances to win through a move.
//!
//! The code of a position won or lost under the rule is that of the distance to a zeroing move. Two more codes stand for a draw
//! under the rule that is a win or a loss in theory. Codes keep the order of [`Dtz`]: the smaller the code of the position
//! reached, the better the move. So the best move under the rule is a minimum, which also carries the result in theory.

use crate::board::Game;
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::codes::dtw_through;

/// Lost in theory, drawn under the rule.
pub(super) const BLESSED: u8 = Dtz::DRAW - 1;

/// Won in theory, drawn under the rule.
pub(super) const CURSED: u8 = Dtz::UNUSED + 1;

/// A board without a value in a plane.
pub(super) const OPEN: u8 = Dtz::UNUSED;

/// The longest draw rule that leaves room for these codes.
pub(in crate::verify) const MOST_PLIES: u8 = BLESSED - 1;

#[inline(always)]
pub(super) fn code(codes: EntryCodes) -> u8 {
    match (codes.dtz, codes.dtw) {
        (Dtz::DRAW, ..Dtw::DRAW) => BLESSED,
        (Dtz::DRAW, Dtw::DRAW) => Dtz::DRAW,
        (Dtz::DRAW, _) => CURSED,
        (dtz, _) => dtz,
    }
}

/// Whether only theory decides the position of a code.
#[inline(always)]
pub(super) const fn is_exception(code: u8) -> bool {
    code == BLESSED || code == CURSED
}

pub(super) fn entry<G: Game>(code: u8, dtw: Option<u8>) -> EntryCodes {
    let (theory, dtz) = (Dtw::theory(code), if is_exception(code) { Dtz::DRAW } else { code });
    let zeroing = (dtz != Dtz::DRAW).then_some(code.min(!code));
    EntryCodes { dtw: dtw.unwrap_or(EntryCodes::result_alone::<G>(theory, zeroing)), dtz }
}

/// The code after a zeroing move: a loss in 0 or a win in 0 at any distance, since the move banks the result.
#[inline(always)]
pub(super) fn banked(code: u8) -> u8 {
    let decided = if code < Dtz::DRAW { 0 } else { u8::MAX };
    if (BLESSED..=CURSED).contains(&code) { code } else { decided }
}

/// The result of a distance to win, as a code.
#[inline(always)]
pub(super) fn result(code: u8) -> u8 {
    let decided = if code < Dtw::DRAW { 0 } else { u8::MAX };
    if code == Dtw::DRAW { code } else { decided }
}

/// The code before a move, from that after it.
#[inline(always)]
pub(super) fn through(child: u8) -> u8 {
    let decided = if child < Dtz::DRAW { (u8::MAX - 1).wrapping_sub(child) } else { 0u8.wrapping_sub(child) };
    let decided = if child == BLESSED { CURSED } else { decided };
    let decided = if child == CURSED { BLESSED } else { decided };
    if child == Dtz::DRAW { child } else { decided }
}

/// The code after a king's move: if no zeroing move comes in time, only theory decides.
#[inline(always)]
pub(super) fn in_time(code: u8, draw_plies: u8) -> u8 {
    let lost = if code == draw_plies { BLESSED } else { code };
    if code == u8::MAX - draw_plies { CURSED } else { lost }
}

/// Maps codes of distances to win after moves to those before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Through {
    /// The first code of a loss before which the win is far; the draw's code if none.
    far_win: u8,
    /// The last code of a win before which the loss is far; the draw's code if none.
    far_loss: u8,
    /// The codes of a win and of a loss are these less the code after the move.
    win: u8,
    loss: u8,
}

impl Through {
    /// For codes that hold at most `byte_plies` plies.
    pub fn new<G: Game>(byte_plies: u16) -> Through {
        let through = |code: u8| dtw_through::<G>(code, byte_plies);
        let far_win = (0..Dtw::DRAW).find(|&code| through(code) == Dtw::FAR_WIN);
        let far_loss = (Dtw::DRAW + 1..=u8::MAX).rfind(|&code| through(code) == Dtw::FAR_LOSS);
        Through {
            far_win: far_win.unwrap_or(Dtw::DRAW),
            far_loss: far_loss.unwrap_or(Dtw::DRAW),
            win: u8::MAX - u8::from(G::NO_MOVE_WINS),
            loss: u8::from(!G::NO_MOVE_WINS).wrapping_sub(1),
        }
    }

    #[inline(always)]
    pub fn dtw(&self, child: u8) -> u8 {
        let win = if child >= self.far_win { Dtw::FAR_WIN } else { self.win.wrapping_sub(child) };
        let loss = if child <= self.far_loss { Dtw::FAR_LOSS } else { self.loss.wrapping_sub(child) };
        let decided = if child < Dtw::DRAW { win } else { loss };
        if child == Dtw::DRAW { child } else { decided }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Poddavki, Russian};
    use crate::verify::codes::{dtw_through, dtz_through, unless_too_late, zeroed};

    /// All pairs of codes that a position may have under a rule, without distances to win.
    fn entries(draw_plies: u8) -> Vec<EntryCodes> {
        let results = [Dtw::FAR_LOSS, Dtw::DRAW, Dtw::FAR_WIN].map(|dtw| EntryCodes { dtw, dtz: Dtz::DRAW });
        let losses = (0..=draw_plies).map(|dtz| EntryCodes { dtw: Dtw::FAR_LOSS, dtz });
        let wins = (0..=draw_plies).map(|dtz| EntryCodes { dtw: Dtw::FAR_WIN, dtz: !dtz });
        results.into_iter().chain(losses).chain(wins).collect()
    }

    #[test]
    fn a_code_and_its_entry_go_together() {
        for draw_plies in [1, 30, MOST_PLIES] {
            for codes in entries(draw_plies) {
                let EntryCodes { dtw, dtz } = entry::<Russian>(code(codes), None);
                assert_eq!((Dtw::theory(dtw), dtz), (Dtw::theory(codes.dtw), codes.dtz));
                assert_eq!(entry::<Russian>(code(codes), Some(codes.dtw)), codes);
            }
        }
    }

    #[test]
    fn the_best_of_two_moves_is_the_one_with_the_least_code() {
        // The value of each kind of move, and the best of two by the definitions; or of two alike.
        for draw_plies in [1, 30, MOST_PLIES] {
            let dtz = |child: EntryCodes, zeroes| {
                if zeroes { zeroed(child.dtz) } else { dtz_through(unless_too_late(child.dtz, draw_plies)) }
            };
            let of = |child, zeroes| if zeroes { banked(code(child)) } else { in_time(code(child), draw_plies) };
            let entries = entries(draw_plies);
            for (&a, &b) in entries.iter().flat_map(|a| entries.iter().map(move |b| (a, b))) {
                for (a_zeroes, b_zeroes) in [(false, false), (true, false), (true, true)] {
                    let dtw = dtw_through::<Russian>(a.dtw.min(b.dtw), 0);
                    let expected = code(EntryCodes { dtw, dtz: dtz(a, a_zeroes).max(dtz(b, b_zeroes)) });
                    assert_eq!(through(of(a, a_zeroes).min(of(b, b_zeroes))), expected, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn codes_are_those_of_the_definitions() {
        check::<Russian>();
        check::<Poddavki>();
    }

    fn check<G: Game>() {
        for byte_plies in 0..=Dtw::MAX {
            let through = Through::new::<G>(byte_plies);
            for code in 0..=u8::MAX {
                assert_eq!(through.dtw(code), dtw_through::<G>(code, byte_plies), "{code} {byte_plies}");
            }
        }
    }
}
