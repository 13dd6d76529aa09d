//! The value of one board by the definitions.

use crate::board::{Board, Game, bits};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, slide, step};
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};

use super::finder::Finder;
use crate::verify::through::{dtw_through, dtz_through, unless_too_late, zeroed};

/// What distances are bounded by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The length of the draw rule.
    pub draw_plies: u8,
    /// The longest distance to win that codes hold.
    pub byte_plies: u16,
}

/// The value of a board without a capture by the definitions, from those of the boards after its moves.
#[inline(always)]
pub(super) fn expected<G: Game>(finder: &mut Finder<'_, G>, board: &Board<G>, limits: Limits) -> EntryCodes {
    // The boards after its moves are those that the other side sees. On them the enemy's pieces move, and its men down.
    let seen = board.flip();
    let occupied = seen.occupied();
    // The best codes are the least. `zeroing` is after moves of men, which zero the clock, `quiet` after moves of kings.
    let (mut dtw, mut zeroing, mut quiet) = (u8::MAX, u8::MAX, u8::MAX);
    let mut stuck = true;
    let kings = finder.kings(&seen);
    for from in bits(seen.enemy_kings) {
        let targets = (0..4).fold(0, |targets, direction| targets | slide::<G>(direction, from, occupied));
        for to in bits(targets) {
            let codes = kings.codes::<G>(seen.kings, seen.enemy_kings ^ 1 << from | 1 << to);
            stuck = false;
            dtw = dtw.min(codes.dtw);
            quiet = quiet.min(unless_too_late(codes.dtz, limits.draw_plies));
        }
    }
    for from in bits(seen.enemy_men) {
        for direction in [SOUTH_EAST, SOUTH_WEST] {
            let to = step::<G>(direction, from).map_or(0, |to| 1 << to);
            if to & !occupied != 0 {
                let crowned = to & G::FIRST_RANK;
                let enemy_men = seen.enemy_men ^ 1 << from | to ^ crowned;
                let codes = finder.codes(&Board { enemy_men, enemy_kings: seen.enemy_kings | crowned, ..seen });
                stuck = false;
                dtw = dtw.min(codes.dtw);
                zeroing = zeroing.min(codes.dtz);
            }
        }
    }
    if stuck {
        return EntryCodes::without_move::<G>();
    }
    // Without a move of a king, `quiet` is 255 and comes out as a loss in 1; likewise without a move of a man. No other code
    // is worse.
    EntryCodes { dtw: dtw_through::<G>(dtw, limits.byte_plies), dtz: zeroed(zeroing).max(dtz_through(quiet)) }
}

/// Whether the two distances can be those of one position.
#[inline(always)]
pub(in crate::verify) fn is_possible<G: Game>(codes: EntryCodes, draw_plies: u8) -> bool {
    match codes.dtz {
        zeroing @ ..Dtz::DRAW => {
            codes.dtw < Dtw::DRAW && zeroing <= draw_plies && u16::from(zeroing) <= Dtw::plies::<G>(codes.dtw)
        }
        Dtz::DRAW => true,
        zeroing => {
            let zeroing = u8::MAX - zeroing;
            codes.dtw > Dtw::DRAW && zeroing <= draw_plies && u16::from(zeroing) <= Dtw::plies::<G>(codes.dtw)
        }
    }
}
