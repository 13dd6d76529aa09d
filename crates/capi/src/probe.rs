//! Values of positions.

use tables::probe::{self, Distance, ProbeError};
use tables::{value, with_tables};

use crate::failure::{Code, guard};
use crate::position::Position;
use crate::tablebase::{Handle, Out, Question};

/// A draw rule.
#[repr(i32)]
pub enum Rule {
    /// Three or more kings against one: 15 moves; and 15 moves by kings alone.
    BolshakFifteenMoves = 0,
    /// Three or more kings against one alone.
    BolshakThreeKings = 1,
    /// None: theory.
    BolshakNoRule = 2,
}

/// A result, from worst to best.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Category {
    /// Not known, since a table is missing, or not decided by a search.
    BolshakUnknown = -1,
    /// Lost, under the rule too.
    BolshakLoss = 0,
    /// Lost in theory, drawn by the rule.
    BolshakBlessedLoss = 1,
    /// Drawn.
    BolshakDraw = 2,
    /// Won in theory, drawn by the rule.
    BolshakCursedWin = 3,
    /// Won, under the rule too.
    BolshakWin = 4,
}

/// No distance: the result is a draw.
pub const BOLSHAK_NO_DISTANCE: i32 = -1;

/// A distance that is not known: its table is missing.
pub const BOLSHAK_UNKNOWN_DISTANCE: i32 = -2;

/// Whether a game is over.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It goes on.
    BolshakGoesOn = 0,
    /// The side to move has no legal move: it has lost, or, in poddavki, won.
    BolshakNoMove = 1,
    /// The clock has run out: the game is drawn.
    BolshakDrawRule = 2,
}

/// Everything the tables know of a position.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The result under the draw rule at the given clock: a bolshak_category.
    pub category: i32,
    /// The result without any draw rule: BOLSHAK_LOSS, BOLSHAK_DRAW, BOLSHAK_WIN or BOLSHAK_UNKNOWN.
    pub theory: i32,
    /// Plies until a side has no legal move, without any draw rule; 0 if the side to move has none;
    /// BOLSHAK_NO_DISTANCE if `theory` is a draw, BOLSHAK_UNKNOWN_DISTANCE.
    pub dtw: i32,
    /// Plies until a capture, a move of a man or the end of the game secures the result under the 15-move rule, from
    /// clock 0, whatever the clock and rule of the probe; BOLSHAK_NO_DISTANCE if that result is a draw, including a
    /// draw by the rule; BOLSHAK_UNKNOWN_DISTANCE.
    pub dtz: i32,
    /// Whether the game is over at the given clock: a bolshak_over.
    pub over: i32,
}

impl From<value::Category> for Category {
    fn from(category: value::Category) -> Category {
        match category {
            value::Category::Loss => Category::BolshakLoss,
            value::Category::BlessedLoss => Category::BolshakBlessedLoss,
            value::Category::Draw => Category::BolshakDraw,
            value::Category::CursedWin => Category::BolshakCursedWin,
            value::Category::Win => Category::BolshakWin,
        }
    }
}

/// The number of a category.
pub fn category(category: Option<value::Category>) -> i32 {
    category.map_or(Category::BolshakUnknown, Category::from) as i32
}

/// The number of a result without any draw rule.
pub fn theory(theory: Option<value::Theory>) -> i32 {
    category(theory.map(|theory| value::Category::new(theory, true)))
}

/// The number of a distance.
pub fn distance(distance: Distance) -> i32 {
    match distance {
        Distance::Plies(plies) => plies.into(),
        Distance::Draw => BOLSHAK_NO_DISTANCE,
        Distance::Unknown => BOLSHAK_UNKNOWN_DISTANCE,
    }
}

impl From<&probe::Verdict> for Verdict {
    fn from(verdict: &probe::Verdict) -> Verdict {
        Verdict {
            category: self::category(verdict.category),
            theory: self::theory(verdict.theory),
            dtw: distance(verdict.dtw),
            dtz: distance(verdict.dtz),
            over: match verdict.over {
                None => Over::BolshakGoesOn,
                Some(probe::Over::NoMove) => Over::BolshakNoMove,
                Some(probe::Over::DrawRule) => Over::BolshakDrawRule,
            } as i32,
        }
    }
}

/// The result of a position, for searches: the `category` of bolshak_probe, faster. Pending captures are played out.
/// Allocates memory only for blocks that are not in memory yet. Takes about 0.2 us if they are.
///
/// Errors: BOLSHAK_TOO_MANY_PIECES, BOLSHAK_TABLE_MISSING, BOLSHAK_TABLE_DAMAGED, BOLSHAK_TABLE_UNREADABLE;
/// BOLSHAK_OTHER_GAME, BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `category` to a bolshak_category; either may be
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_probe_wdl(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    category: *mut Category,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (Question { tables, position, clock }, out) =
            unsafe { (Question::new(tablebase, position, clock, rule)?, Out::new(category, "category")?) };
        out.put(with_tables!(tables, tables => tables.probe_wdl(&position.read()?, clock))?.into());
        Ok(())
    })
}

/// As bolshak_probe_wdl, but never reads a file.
///
/// Errors: BOLSHAK_NOT_IN_MEMORY, for whatever reason; BOLSHAK_OTHER_GAME, BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// As for bolshak_probe_wdl.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_try_probe_wdl(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    category: *mut Category,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (Question { tables, position, clock }, out) =
            unsafe { (Question::new(tablebase, position, clock, rule)?, Out::new(category, "category")?) };
        let found = with_tables!(tables, tables => tables.try_probe_wdl(&position.read()?, clock));
        out.put(found.ok_or(ProbeError::NotInMemory)?.into());
        Ok(())
    })
}

/// Everything the tables know of a position. Takes about 30 us if no block is in memory.
///
/// Errors: as for bolshak_probe_wdl. A missing table of distances is not an error: its distances are then unknown. So
/// is `dtw` if one capture wins and another leads to a missing table.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `verdict` to a bolshak_verdict; either may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_probe(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    verdict: *mut Verdict,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (Question { tables, position, clock }, out) =
            unsafe { (Question::new(tablebase, position, clock, rule)?, Out::new(verdict, "verdict")?) };
        let found = with_tables!(tables, tables => tables.probe(&position.read()?, clock))?;
        out.put((&found).into());
        Ok(())
    })
}
