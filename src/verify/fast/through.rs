//! Codes of distances to win through a move, for rows of codes: without branches or tables.

use crate::board::Game;
use crate::value::{Dtw, Measure};
use crate::verify::through::dtw_through;

/// From the codes that moves lead to, those before the moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Through {
    /// The first code of a loss before which the win is far; the draw's code if there is none.
    far_win: u8,
    /// The last code of a win before which the loss is far; the draw's code if there is none.
    far_loss: u8,
    /// What a win and a loss add to the code.
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

    /// The code of a distance to win before a move, from that after it.
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

    #[test]
    fn codes_are_those_of_the_definitions() {
        check::<Russian>();
        check::<Poddavki>();
    }

    fn check<G: Game>() {
        for byte_plies in (0..=Dtw::MAX).step_by(1) {
            let through = Through::new::<G>(byte_plies);
            for code in 0..=u8::MAX {
                assert_eq!(through.dtw(code), dtw_through::<G>(code, byte_plies), "{code} {byte_plies}");
            }
        }
    }
}
