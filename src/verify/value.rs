//! The value of one position in the tables and by the definitions, as outcomes.

use std::fmt;

use crate::board::{Board, Color, Game, Position};
use crate::probe::{ProbeError, Tablebase, fresh};
use crate::table::Metric;
use crate::value::{Category, Outcome};

use super::context::Tables;

/// The values of a position at clock 0, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The category under the draw rule.
    pub category: Category,
    /// The distance to win without it, in plies; `None` if not requested.
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
    /// The values of a position in the tables of all metrics, or all but distances to win.
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
    #[inline(never)]
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

    /// The value of a position with these successors, under a draw rule of `draw_plies`, by the definitions word for word; the
    /// fast check of whole endings is compared with it. There is a distance to win if each successor has one, and `with_dtw`.
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

/// The values after the moves of a position, its value in the tables, and that by the definitions.
pub(super) fn probed<G: Game>(
    tables: Tables<'_, G>,
    position: &Position<G>,
) -> Result<(Vec<Successor>, Value, Value), ProbeError> {
    let Tables { tablebase, with_dtw, draw_plies, .. } = tables;
    let successors = Value::successors(tablebase, position, with_dtw)?;
    let expected = Value::expected::<G>(&successors, draw_plies, with_dtw);
    Ok((successors, Value::stored(tablebase, position, with_dtw)?, expected))
}

/// The distance to win of a board in the tables, if it is checked and follows from its successors: by the probe.
#[cold]
pub(super) fn far_outcome<G: Game>(tables: Tables<'_, G>, board: &Board<G>) -> Option<Outcome> {
    // An unreadable value counts as wrong here. To show it, it is read again, which gives the error.
    let (_, stored, expected) = probed(tables, &Position::from_board(Color::White, *board)).ok()?;
    if stored == expected { stored.dtw } else { None }
}
