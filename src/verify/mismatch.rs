//! A wrong entry, with the values that show it.

use crate::board::{Game, Position};
use crate::probe::ProbeError;

use super::tables::Tables;
use super::value::{Successor, Value};

/// What is wrong with an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// Its value does not follow from those of its successors.
    Value,
    /// It is not the value of the board reflected in the long diagonal, and there are no men.
    Reflection,
    /// Its distances or results exclude each other.
    Invariant,
    /// It is won or lost in theory, and drawn under the draw rule; but all play that its win could come from goes in circles.
    /// Only where there are no distances to win, which would tell.
    Circle,
}

/// An entry that is wrong: its side, by its place in [`Ending::movers`](crate::index::Ending::movers), its number and what
/// is wrong with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Wrong {
    pub side: usize,
    pub entry: u64,
    pub fault: Fault,
}

/// A position whose stored value does not follow from the stored values of the positions after its moves.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The FEN of the position; the first-named side of its ending is White.
    pub position: String,
    /// Its value in the tables.
    pub stored: Value,
    /// The value that follows from those of the positions after its moves.
    pub expected: Value,
    /// The positions after its moves.
    pub successors: Vec<Successor>,
    /// The fault, if it is not that `stored` and `expected` differ.
    pub besides: Option<&'static str>,
}

impl Mismatch {
    /// Probes the tables for the values.
    pub(super) fn new<G: Game>(
        tables: Tables<'_, G>,
        position: Position<G>,
        fault: Fault,
    ) -> Result<Mismatch, ProbeError> {
        let successors = Value::successors(tables.tablebase, &position, tables.with_dtw())?;
        let stored = Value::stored(tables.tablebase, &position, tables.with_dtw())?;
        let expected = Value::expected::<G>(&successors, tables.draw_plies(), tables.with_dtw());
        Ok(Mismatch {
            position: position.to_string(),
            stored,
            expected,
            successors,
            besides: match fault {
                Fault::Value if stored == expected => {
                    Some("the fault is that of the check, not of the tables; report it")
                }
                Fault::Value => None,
                Fault::Reflection => Some("the position reflected in the diagonal a1-h8 has another value"),
                Fault::Invariant => Some("its distances exclude each other"),
                Fault::Circle => Some("its result in theory follows from positions that follow from it alone: a draw"),
            },
        })
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} is wrong in the tables:", self.position)?;
        writeln!(f, "  stored    {}", self.stored)?;
        writeln!(f, "  expected  {}", self.expected)?;
        if let Some(besides) = self.besides {
            writeln!(f, "  {besides}")?;
        }
        write!(f, "after its moves, for the side then to move:")?;
        self.successors.iter().try_for_each(|successor| {
            let zeroing = if successor.zeroing { " (zeroing)" } else { "" };
            write!(f, "\n  {:<12}{}{zeroing}", successor.text, successor.value)
        })
    }
}
