//! Questions as Python asks them.

use bolshak::board::{FenError, Position};
use bolshak::probe::Clock;
use bolshak::rules::DrawRule;
use pyo3::prelude::*;

use crate::error::class;

/// A position, and the clock it is asked at.
pub fn question(fen: &str, clock: i64, rule: &str) -> PyResult<(Position, Clock)> {
    let position = fen.parse().map_err(|error: FenError| class::FenError::new_err(error.to_string()))?;
    Ok((position, self::clock(clock, self::rule(rule)?)?))
}

/// A clock of so many plies.
pub fn clock(plies: i64, rule: DrawRule) -> PyResult<Clock> {
    let plies = u64::try_from(plies).map_err(|_| {
        class::ArgumentError::new_err(format!("the clock is {plies}; expected a number of plies from 0 on"))
    })?;
    Ok(Clock::new(plies).under(rule))
}

/// Reads a rule.
pub fn rule(text: &str) -> PyResult<DrawRule> {
    text.parse().map_err(class::ArgumentError::new_err::<String>)
}
