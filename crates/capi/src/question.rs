//! The arguments that all questions to tables begin with.

use tables::probe::{AnyTablebase, Clock};
use tables::rules::DrawRule;

use crate::failure::Failure;
use crate::pointer::given;
use crate::position::Position;
use crate::tablebase::Handle;

/// The tables that are asked, the position, to be read in their game, and the clock under a draw rule.
pub struct Question<'a> {
    pub tables: &'a AnyTablebase,
    pub position: Position,
    pub clock: Clock,
}

impl<'a> Question<'a> {
    /// Checks the arguments but the position.
    ///
    /// # Safety
    /// `tablebase` is null or stays open for `'a`. `position` is null or leads to a `Position`.
    pub unsafe fn new(
        tablebase: *const Handle,
        position: *const Position,
        plies: u32,
        rule: i32,
    ) -> Result<Question<'a>, Failure> {
        // SAFETY: the caller's promise.
        let (handle, position) = unsafe { (given(tablebase, "tablebase")?, *given(position, "position")?) };
        let clock = Clock::new(plies.into()).under(draw_rule(rule)?);
        Ok(Question { tables: &handle.0, position, clock })
    }
}

/// The rule of a number.
fn draw_rule(rule: i32) -> Result<DrawRule, Failure> {
    match rule {
        0 => Ok(DrawRule::FifteenMoves),
        1 => Ok(DrawRule::ThreeKings),
        2 => Ok(DrawRule::None),
        value => Err(Failure::Argument { what: "rule; expected a bolshak_rule", value }),
    }
}
