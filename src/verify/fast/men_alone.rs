//! Endings of men alone, board by board.

use std::marker::PhantomData;
use std::ops::Range;

use crate::board::{Board, Game, bits};
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step, steps};
use crate::table::EntryCodes;
use crate::verify::error::Fault;

use super::fibre::Shared;
use super::planes::Planes;
use super::rule::{self, Through};
use super::stored::SideNumbering;
use super::tally::Tally;
use super::values::Finder;

/// The codes of a board: of its result under the rule, and of its distance to win, if any.
pub(super) type Codes = (u8, Option<u8>);

/// Lowers the least codes that moves lead to, by the board after a move, as the other side sees it.
#[inline(always)]
fn lower<G: Game>(least: &mut Option<(u8, u8)>, finder: &mut Finder<'_, G>, after: &Board<G>) {
    let ((rule, dtw), (least_rule, least_dtw)) = (finder.codes(after), least.unwrap_or((u8::MAX, u8::MAX)));
    *least = Some((rule.min(least_rule), dtw.min(least_dtw)));
}

/// The codes of a board, from the least that its moves, all zeroing, lead to.
#[inline(always)]
fn before((rule, dtw): (u8, u8), through: Option<Through>) -> Codes {
    (rule::through(rule), through.map(|through| through.dtw(dtw)))
}

#[inline(always)]
pub(super) fn by_captures<G: Game>(board: &Board<G>, finder: &mut Finder<'_, G>) -> Option<Codes> {
    let mut least = None;
    board.each_after_capture(&mut |after| lower(&mut least, finder, after));
    least.map(|least| before(least, finder.through))
}

#[inline(always)]
fn can_capture<G: Game>(board: &Board<G>) -> bool {
    let jumps = |direction| steps::<G>(direction, steps::<G>(direction, board.men) & board.enemy_men) & board.empty();
    (0..4).fold(0, |all, direction| all | jumps(direction)) != 0
}

#[inline(always)]
fn by_advances<G: Game>(board: &Board<G>, finder: &mut Finder<'_, G>) -> Codes {
    // The other side sees the board after a move: the men that moved went down.
    let seen = board.flip();
    let mut least = None;
    for direction in [SOUTH_EAST, SOUTH_WEST] {
        for to in bits(steps::<G>(direction, seen.enemy_men) & seen.empty()) {
            let from = step::<G>(3 - direction, to).map_or(0, |from| 1 << from);
            let crowned = 1 << to & G::FIRST_RANK;
            let enemy_men = seen.enemy_men ^ from | 1 << to ^ crowned;
            lower(&mut least, finder, &Board { enemy_men, enemy_kings: crowned, ..seen });
        }
    }
    let EntryCodes { dtw, dtz } = EntryCodes::without_move::<G>();
    least.map_or((dtz, finder.through.map(|_| dtw)), |least| before(least, finder.through))
}

/// Completes, compares and returns the values of a side to move with the men of some ranks. `stored` has the stored ones.
pub(super) fn men_alone<G: Game>(
    shared: &Shared<'_, G>,
    side: &SideNumbering<'_, G>,
    ranks: Range<u64>,
    stored: &Planes,
    finder: &mut Finder<'_, G>,
    tally: &mut Tally,
) -> Planes {
    let [has_dtz, has_dtw] = shared.stored[side.number];
    let follows = !has_dtz || shared.through.is_some() && !has_dtw;
    let mut planes = Planes::default();
    let placements = side.index.men().placements(ranks.start);
    for ((rank, (men, enemy_men)), (cell, &rule)) in ranks.clone().zip(placements).zip(stored.rule.iter().enumerate()) {
        let board = Board { men, kings: 0, enemy_men, enemy_kings: 0, game: PhantomData };
        let mut codes = (rule, stored.dtw_of(cell));
        let captures = if can_capture(&board) { by_captures(&board, finder) } else { None };
        if let Some(captures) = captures {
            codes = captures;
        } else if shared.check || follows {
            let advances = by_advances(&board, finder);
            let rule = if has_dtz { advances.0 } else { rule::banked(advances.0) };
            let result = |dtw: Option<u8>| if has_dtw { dtw } else { dtw.map(rule::result) };
            if rule != codes.0 || result(advances.1) != result(codes.1) {
                tally.add_wrong(side.number, rank, Fault::Value);
            }
            codes = (if has_dtz { codes.0 } else { advances.0 }, if has_dtw { codes.1 } else { advances.1 });
        }
        planes.rule.push(codes.0);
        planes.dtw.extend(codes.1);
    }
    if shared.check {
        tally.count(shared.tables, side, ranks.clone(), &planes, |cell| ranks.start + cell as u64);
    }
    planes
}
