//! Moves from best to worst, and best play to the end.

use tables::board::Game;
use tables::{probe, with_tables};

use crate::failure::{Code, guard};
use crate::moves::{BOLSHAK_AFTER_END, Move};
use crate::position::Position;
use crate::probe::{Verdict, category, distance, theory};
use crate::tablebase::{Buffer, Handle, Out, Question};

/// A legal move, and what the tables know of the position it reaches. `category`, `theory` and `dtw` are those of the side
/// that moves here.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub position: Position,
    /// The clock there, in plies.
    pub clock: u32,
    /// The mover's result after the move, under the rule at that clock: a bolshak_category.
    pub category: i32,
    /// The mover's result after the move without any draw rule: BOLSHAK_LOSS, BOLSHAK_DRAW, BOLSHAK_WIN or BOLSHAK_UNKNOWN.
    pub theory: i32,
    /// Plies until a side has no legal move, without any draw rule, counting this move; BOLSHAK_NO_DISTANCE,
    /// BOLSHAK_UNKNOWN_DISTANCE.
    pub dtw: i32,
    /// The answer of bolshak_probe for the position after the move, for the side to move there. If it has no answer,
    /// all values are unknown.
    pub reached: Verdict,
}

impl<G: Game> From<&probe::RankedMove<G>> for RankedMove {
    fn from(ranked: &probe::RankedMove<G>) -> RankedMove {
        let mut mv = Move::from(&ranked.mv);
        if ranked.after_end {
            mv.flags |= BOLSHAK_AFTER_END;
        }
        RankedMove {
            mv,
            position: ranked.position.into(),
            clock: u32::try_from(ranked.clock.plies).unwrap_or(u32::MAX),
            category: category(ranked.category()),
            theory: theory(ranked.theory()),
            dtw: distance(ranked.dtw()),
            reached: (&ranked.reached).into(),
        }
    }
}

/// How a line ends.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The side to move has no legal move: it has lost, or, in poddavki, won.
    BolshakEndNoMove = 0,
    /// The clock has run out: the game is drawn.
    BolshakEndDrawRule = 1,
    /// The position is a draw in theory: there is no line to show.
    BolshakEndDraw = 2,
    /// The tables do not know how to go on, or only by repeating a position.
    BolshakEndUnknown = 3,
}

/// The legal moves, best first, ordered by the mover's result. Wins, including cursed wins, are ordered by the least
/// `dtw`, then by the least `dtz` of the position reached; losses by the largest; equal moves by text. There are none
/// if the side to move has no legal move. If the clock has run out, the game is over, and each move has
/// BOLSHAK_AFTER_END.
///
/// If a table is missing, the category of a move can be unknown. An unknown move never ranks behind a move that is
/// known to be worse than the position's value. Apart from that, moves are ranked by the worst result that they can
/// have: moves known not to lose come before an unknown move, and known losses after it. So the first move is certainly
/// the best only if its `category` is that of the position.
///
/// Writes the number of moves to `count`, also with BOLSHAK_BUFFER_TOO_SMALL; then nothing is written to `moves`. `moves`
/// may be null if `capacity` is 0. Costs a bolshak_probe for each move.
///
/// Errors: BOLSHAK_BUFFER_TOO_SMALL, BOLSHAK_TABLE_DAMAGED, BOLSHAK_TABLE_UNREADABLE; BOLSHAK_OTHER_GAME,
/// BOLSHAK_BAD_POSITION, BOLSHAK_BAD_ARGUMENT.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `moves` to room for `capacity` of
/// bolshak_ranked_move, `count` to a size_t; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_rank_moves(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    moves: *mut RankedMove,
    capacity: usize,
    count: *mut usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let Question { tables, position, clock } = unsafe { Question::new(tablebase, position, clock, rule)? };
        // SAFETY: the caller's promise.
        let (count, buffer) = unsafe { (Out::new(count, "count")?, Buffer::new(moves, capacity, "moves")?) };
        let found: Vec<RankedMove> = with_tables!(tables, tables => {
            tables.rank_moves(&position.read()?, clock)?.iter().map(RankedMove::from).collect()
        });
        count.put(found.len());
        buffer.put(&found)
    })
}

/// The best move, the first of bolshak_rank_moves. Writes 1 to `count`, or 0 if the side to move has no legal move: then
/// nothing is written to `best`.
///
/// Errors: as for bolshak_probe; BOLSHAK_TABLE_MISSING and BOLSHAK_TOO_MANY_PIECES also if an unknown move could be
/// better.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `best` to a bolshak_ranked_move, `count` to a
/// size_t; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_best_move(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    best: *mut RankedMove,
    count: *mut usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let Question { tables, position, clock } = unsafe { Question::new(tablebase, position, clock, rule)? };
        // SAFETY: the caller's promise.
        let (best, count) = unsafe { (Out::new(best, "best")?, Out::new(count, "count")?) };
        let found: Option<RankedMove> = with_tables!(tables, tables => {
            tables.best_move(&position.read()?, clock)?.as_ref().map(RankedMove::from)
        });
        count.put(found.iter().len());
        if let Some(found) = found {
            best.put(found);
        }
        Ok(())
    })
}

/// Best play by both sides to the end. Each move is the best of its side, and no move repeats a position. A win takes
/// exactly `dtw` plies, unless the shortest way would run into the draw rule. A draw in theory has no moves here.
///
/// Writes the number of moves to `count`, also with BOLSHAK_BUFFER_TOO_SMALL; then nothing is written to `moves` and
/// `end`. `moves` may be null if `capacity` is 0. `end` receives how the line ends: a bolshak_end.
///
/// Errors: BOLSHAK_BUFFER_TOO_SMALL; as for bolshak_best_move.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `moves` to room for `capacity` of
/// bolshak_ranked_move, `count` to a size_t, `end` to a bolshak_end; each may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_line(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    moves: *mut RankedMove,
    capacity: usize,
    count: *mut usize,
    end: *mut End,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let Question { tables, position, clock } = unsafe { Question::new(tablebase, position, clock, rule)? };
        // SAFETY: the caller's promise.
        let (count, buffer, end) =
            unsafe { (Out::new(count, "count")?, Buffer::new(moves, capacity, "moves")?, Out::new(end, "end")?) };
        let (found, how): (Vec<RankedMove>, probe::End) = with_tables!(tables, tables => {
            let line = tables.line(&position.read()?, clock)?;
            (line.moves.iter().map(|mv| RankedMove::from(&mv.ranked)).collect(), line.end)
        });
        count.put(found.len());
        buffer.put(&found)?;
        end.put(match how {
            probe::End::NoMove(_) => End::BolshakEndNoMove,
            probe::End::DrawRule => End::BolshakEndDrawRule,
            probe::End::Draw => End::BolshakEndDraw,
            probe::End::Unknown => End::BolshakEndUnknown,
        });
        Ok(())
    })
}
