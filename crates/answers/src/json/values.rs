//! Results and distances. A value that is not known is left out; null is the distance of a draw.

use serde::Serialize;

use bolshak::probe::{Distance, Verdict};
use bolshak::value::{Category, Theory};

/// A distance in plies; `None`, null, for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Plies(pub Option<u16>);

/// Results and distances, as far as they are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Values {
    /// The result under the draw rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<&'static str>,
    /// The result without any draw rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theory: Option<&'static str>,
    /// Plies to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtw: Option<Plies>,
    /// Plies to a zeroing move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dtz: Option<Plies>,
}

impl Values {
    /// Results, and the distances of a verdict.
    pub(super) fn new(category: Option<Category>, theory: Option<Theory>, verdict: &Verdict) -> Values {
        let plies = |distance| match distance {
            Distance::Plies(plies) => Some(Plies(Some(plies))),
            Distance::Draw => Some(Plies(None)),
            Distance::Unknown => None,
        };
        Values {
            category: category.map(Category::name),
            theory: theory.map(Theory::name),
            dtw: plies(verdict.dtw),
            dtz: plies(verdict.dtz),
        }
    }
}

impl From<&Verdict> for Values {
    fn from(verdict: &Verdict) -> Values {
        Values::new(verdict.category, verdict.theory, verdict)
    }
}
