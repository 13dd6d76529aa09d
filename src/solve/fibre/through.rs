//! From the codes that moves lead to, the codes of the boards before them.

use crate::board::Game;
use crate::solve::storage::coding::Coding;
use crate::value::{Dtw, Dtz, Measure, Outcome};

/// By the least code that the moves of a board lead to, the code of the board.
pub(in crate::solve) struct Through {
    pub(super) dtw: [u8; 256],
    /// Beyond the draw rule there is no distance: such boards are draws under it.
    pub(super) dtz: [u8; 256],
}

impl Through {
    pub fn new<G: Game>(coding: Coding) -> Through {
        let within = |outcome| match outcome {
            Outcome::Win(plies) | Outcome::Loss(plies) if plies > u16::from(coding.draw_plies) => Outcome::Draw,
            within => within,
        };
        let dtz = |code| Dtz::encode(within(Dtz::through(Dtz::decode::<G>(code), false)));
        Through {
            dtw: std::array::from_fn(|code| coding.code(before::<G>(code as u8))),
            dtz: std::array::from_fn(|code| dtz(code as u8).expect("the draw rule is no longer than codes hold")),
        }
    }
}

/// The outcome of a board by the code of the distance to win that its best move leads to.
pub(super) fn before<G: Game>(code: u8) -> Outcome {
    Dtw::through(Dtw::decode::<G>(code), false)
}
