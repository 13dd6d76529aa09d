//! The value of one position by the definitions, from the values of the positions after its moves: as outcomes, and in codes.

use std::fmt;

use crate::board::{Game, Position};
use crate::probe::{ProbeError, Tablebase, fresh};
use crate::table::{EntryCodes, Metric};
use crate::value::{Category, Dtw, Dtz, Measure, Outcome};

use super::context::Tables;

/// The values of a position at clock 0, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The category under the draw rule.
    pub category: Category,
    /// The distance to win without it, in plies; `None` where distances to win are not asked for.
    pub dtw: Option<Outcome>,
    /// The distance to a zeroing move under it, in plies.
    pub dtz: Outcome,
}

/// A legal move and the value of the position after it, for the side then to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The move.
    pub text: String,
    /// Whether it sets the clock back to 0.
    pub zeroing: bool,
    /// The value after it.
    pub value: Value,
}

impl Value {
    /// The values of a position in the tables of all metrics, or of all but distances to win.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is absent or damaged.
    pub fn stored<G: Game>(
        tablebase: &Tablebase<G>,
        position: &Position<G>,
        with_dtw: bool,
    ) -> Result<Value, ProbeError> {
        let fresh = fresh(tablebase, &position.board())?;
        let [dtw, dtz] = [fresh.dtw, fresh.dtz].map(|outcome| outcome.map_err(|name| tablebase.absent(name)));
        Ok(Value { category: fresh.category, dtw: with_dtw.then_some(dtw).transpose()?, dtz: dtz? })
    }

    /// The legal moves of a position, with the values of the positions after them in the tables.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is absent or damaged.
    pub fn successors<G: Game>(
        tablebase: &Tablebase<G>,
        position: &Position<G>,
        with_dtw: bool,
    ) -> Result<Vec<Successor>, ProbeError> {
        let moves = position.legal_moves().into_iter();
        let successor = |mv| {
            let value = Value::stored(tablebase, &position.after(&mv), with_dtw)?;
            Ok(Successor { text: position.move_text(&mv), zeroing: mv.is_zeroing(), value })
        };
        moves.map(successor).collect()
    }

    /// The value of a position with these successors, under a draw rule of that many plies. It follows the definitions word for
    /// word; the fast check of whole endings is compared with it. There is a distance to win if each of them has one, and
    /// `with_dtw`.
    pub fn expected<G: Game>(successors: &[Successor], draw_plies: u8, with_dtw: bool) -> Value {
        let through = |outcome| match outcome {
            Outcome::Loss(plies) => Outcome::Win(plies + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Loss(plies + 1),
        };
        let in_time = |plies: u16| plies < draw_plies.into();
        let dtz = |successor: &Successor| match (successor.zeroing, successor.value.dtz) {
            (true, Outcome::Loss(_)) => Outcome::Win(1),
            (true, Outcome::Win(_)) => Outcome::Loss(1),
            (false, Outcome::Loss(plies)) if in_time(plies) => Outcome::Win(plies + 1),
            (false, Outcome::Win(plies)) if in_time(plies) => Outcome::Loss(plies + 1),
            _ => Outcome::Draw,
        };
        let without_move = Outcome::without_move::<G>();
        let theories = successors.iter().map(|successor| successor.value.category.theory().flip());
        let theory = theories.max().unwrap_or(without_move.theory());
        let dtw = successors.iter().map(|successor| successor.value.dtw.map(through)).collect::<Option<Vec<_>>>();
        let dtw = dtw.filter(|_| with_dtw).map(|dtw| dtw.into_iter().max().unwrap_or(without_move));
        let dtz = successors.iter().map(dtz).max().unwrap_or(without_move);
        Value { category: Category::new(theory, dtz != Outcome::Draw), dtw, dtz }
    }
}

/// `win, dtw 13, dtz 5`; a draw has no distances.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.category)?;
        for (metric, outcome) in [(Metric::Dtw, self.dtw), (Metric::Dtz, Some(self.dtz))] {
            if let Some(Outcome::Win(plies) | Outcome::Loss(plies)) = outcome {
                write!(f, ", {metric} {plies}")?;
            }
        }
        Ok(())
    }
}

/// The value of a position in the tables, and by the definitions.
pub(super) struct Probed {
    pub successors: Vec<Successor>,
    pub stored: Value,
    pub expected: Value,
}

impl Probed {
    /// Probes the tables for the values.
    pub fn new<G: Game>(tables: Tables<'_, G>, position: &Position<G>) -> Result<Probed, ProbeError> {
        let Tables { tablebase, with_dtw } = tables;
        let successors = Value::successors(tablebase, position, with_dtw)?;
        let stored = Value::stored(tablebase, position, with_dtw)?;
        let expected = Value::expected::<G>(&successors, tables.draw_plies(), with_dtw);
        Ok(Probed { successors, stored, expected })
    }
}

/// The distance to win that the tables have for a position, if its value follows from those of its successors: by the probe,
/// position by position. Only where distances to win are checked.
#[cold]
pub(super) fn far_outcome<G: Game>(tables: Tables<'_, G>, position: &Position<G>) -> Option<Outcome> {
    // A value that cannot be read counts as wrong here. To show it, it is read again, which gives the error.
    let Probed { stored, expected, .. } = Probed::new(tables, position).ok()?;
    if stored == expected { stored.dtw } else { None }
}

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

/// Whether the two distances can be those of one position.
#[inline(always)]
pub(super) fn is_possible<G: Game>(codes: EntryCodes, draw_plies: u8) -> bool {
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

/// Whether an entry is won or lost in theory but not under the draw rule.
#[inline(always)]
pub(super) fn is_changed(codes: EntryCodes) -> bool {
    codes.dtz == Dtz::DRAW && codes.dtw != Dtw::DRAW
}
