//! The search beyond the tables.

use std::ffi::c_void;
use std::time::Duration;

use tables::board::Game;
use tables::probe::Tablebase;
use tables::search::{self, Bounds, Event, Solver};
use tables::{Progress, with_tables};

use crate::failure::{Code, Failure, guard};
use crate::moves::Move;
use crate::position::Position;
use crate::probe::{BOLSHAK_UNKNOWN_DISTANCE, Verdict, theory};
use crate::rank::RankedMove;
use crate::tablebase::{Buffer, Handle, Out, Question, sized};

/// The limits of a search. Every field but `size` is 0 by default. Later versions of the library may have more fields
/// at the end; fields that a program does not know have their defaults.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Limits {
    /// sizeof(bolshak_limits).
    pub size: usize,
    /// The time for the position and its moves, in seconds, to 1e9. 0 stands for 10 seconds, or for no limit if `positions` is
    /// not 0.
    pub seconds: f64,
    /// The most positions that the search visits, in all threads together; 0 stands for any number. With one thread and no limit
    /// of time, the answer is the same on every machine.
    pub positions: u64,
    /// The bytes that the search may take, besides the cache of the tables; it takes them as it needs them. 0 stands for 256 MiB.
    pub memory: u64,
    /// Threads, which end with the search; 0 stands for 1. If the system cannot start threads, the caller's thread
    /// searches alone.
    pub threads: u32,
    /// 0.
    pub reserved: u32,
    /// If it is not null, the search calls it often, some thousand times a second. If it returns anything but 0, the
    /// search ends, and the answer is what is known so far. It must return quickly. With several threads, they call it
    /// at once.
    pub stop: Option<unsafe extern "C" fn(user: *mut c_void) -> i32>,
    /// The argument of `stop`.
    pub user: *mut c_void,
}

/// What a search knows of a position. All of it is proved, or known from the tables.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The answer as bolshak_probe gives it. `category` and `theory` are BOLSHAK_UNKNOWN if they are undecided;
    /// distances come from the tables alone.
    pub verdict: Verdict,
    /// The worst possible result without any draw rule: BOLSHAK_LOSS (if nothing is known), BOLSHAK_DRAW or
    /// BOLSHAK_WIN.
    pub at_least: i32,
    /// The best possible one: BOLSHAK_WIN (if nothing is known), BOLSHAK_DRAW or BOLSHAK_LOSS.
    pub at_most: i32,
    /// If the search proved a win or a loss: the most plies until a side has no legal move, without any draw rule. An
    /// upper bound from the proof, not a distance; BOLSHAK_UNKNOWN_DISTANCE if it is not known.
    pub within: i32,
    /// The number of positions that the search visited; 0 if only the tables were probed.
    pub positions: u64,
    /// The number of moves; 0 if they were not asked for.
    pub move_count: usize,
    /// The number of moves of a longest line of the proof, up to where the tables take over.
    pub line_count: usize,
}

/// A legal move, and what a search knows of it, for the side that makes it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolvedMove {
    /// The move and the position that it reaches. `category` and `theory` include what the search found, and are
    /// BOLSHAK_UNKNOWN if they are undecided. Distances come from the tables alone.
    pub ranked: RankedMove,
    /// The worst possible result of the move without any draw rule, as in bolshak_solved.
    pub at_least: i32,
    /// The best possible one.
    pub at_most: i32,
    /// If the search proved that the move wins or loses: the most plies after it until a side has no legal move,
    /// without any draw rule. An upper bound; BOLSHAK_UNKNOWN_DISTANCE if it is not known.
    pub within: i32,
}

impl<G: Game> From<&search::Solved<G>> for Solved {
    fn from(solved: &search::Solved<G>) -> Solved {
        let (at_least, at_most) = numbers(solved.bounds);
        Solved {
            verdict: (&solved.verdict).into(),
            at_least,
            at_most,
            within: within(solved.within),
            positions: solved.visited,
            move_count: solved.moves.len(),
            line_count: solved.line.len(),
        }
    }
}

impl<G: Game> From<&search::SolvedMove<G>> for SolvedMove {
    fn from(solved: &search::SolvedMove<G>) -> SolvedMove {
        let (at_least, at_most) = numbers(solved.bounds);
        SolvedMove { ranked: (&solved.ranked).into(), at_least, at_most, within: within(solved.within) }
    }
}

fn numbers(bounds: Bounds) -> (i32, i32) {
    (theory(Some(bounds.at_least)), theory(Some(bounds.at_most)))
}

fn within(plies: Option<u32>) -> i32 {
    plies.map_or(BOLSHAK_UNKNOWN_DISTANCE, |plies| i32::try_from(plies).unwrap_or(i32::MAX))
}

/// The seconds of an answer if neither they nor positions are limited, and the most that are one: some 30 years.
const SECONDS: f64 = 10.0;
const MOST_SECONDS: f64 = 1e9;

impl Limits {
    /// The limits that a pointer leads to; the defaults if it is null.
    ///
    /// # Safety
    /// As for [`sized`].
    unsafe fn read(limits: *const Limits) -> Result<Limits, Failure> {
        let known = size_of::<Limits>();
        // SAFETY: the caller's promise. Any bytes are limits.
        let limits = unsafe { sized(limits, "bolshak_limits", known)? };
        if limits.reserved == 0 { Ok(limits) } else { Err(Failure::New { name: "bolshak_limits", known }) }
    }

    /// The limits as the library has them.
    fn of_search(&self) -> Result<search::Limits, Failure> {
        let &Limits { seconds, positions, memory, threads, .. } = self;
        if !(0.0..=MOST_SECONDS).contains(&seconds) {
            return Err(Failure::Seconds { seconds, most: MOST_SECONDS });
        }
        let mut limits = search::Limits::NONE.threads(usize::try_from(threads.max(1)).unwrap_or(usize::MAX));
        if memory != 0 {
            limits.memory = usize::try_from(memory).unwrap_or(usize::MAX);
        }
        limits.positions = (positions != 0).then_some(positions);
        let seconds = if seconds == 0.0 { limits.positions.is_none().then_some(SECONDS) } else { Some(seconds) };
        limits.time = seconds.map(Duration::from_secs_f64);
        Ok(limits)
    }
}

// SAFETY: `stop` may be called by several threads at once: the caller's promise. All else is numbers.
unsafe impl Sync for Limits {}

impl Progress<Event> for Limits {
    fn is_stopped(&self) -> bool {
        // SAFETY: the caller's promise.
        self.stop.is_some_and(|stop| unsafe { stop(self.user) } != 0)
    }
}

/// Solves a position, also one of more pieces than the tables have, by a search whose lines end in the tables. What is
/// not decided within the limits is BOLSHAK_UNKNOWN, with the half that is known in `at_least` and `at_most`. A missing
/// table is not an error.
///
/// If `capacity` is not 0, the moves are solved too, with what is left of the limits, and written to `moves`, best
/// first; undecided moves are ranked by the worst result that they can have. There must be room for all of them:
/// bolshak_legal_moves counts them. The first `line_capacity` moves of a longest line of the proof are written to
/// `line`; `line_count` is the length of the whole line. `moves` and `line` may be null if their capacity is 0.
///
/// `limits` may be null: 10 seconds, 256 MiB, one thread.
///
/// Errors: BOLSHAK_BUFFER_TOO_SMALL for `moves`, before the search; BOLSHAK_OUT_OF_MEMORY; BOLSHAK_TABLE_DAMAGED,
/// BOLSHAK_TABLE_UNREADABLE; BOLSHAK_OTHER_GAME, BOLSHAK_BAD_POSITION; BOLSHAK_BAD_ARGUMENT, also if the limits' `size` is wrong,
/// their `seconds` are not from 0 to 1e9, or they have what this library does not know.
///
/// # Safety
/// `tablebase` is null or open; `position` leads to a bolshak_position, `limits` to a bolshak_limits, `solved` to a
/// bolshak_solved, `moves` to room for `capacity` of bolshak_solved_move, `line` to room for `line_capacity` of bolshak_move; each
/// may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn bolshak_solve(
    tablebase: *const Handle,
    position: *const Position,
    clock: u32,
    rule: i32,
    limits: *const Limits,
    solved: *mut Solved,
    moves: *mut SolvedMove,
    capacity: usize,
    line: *mut Move,
    line_capacity: usize,
) -> Code {
    guard(|| {
        // SAFETY: the caller's promise.
        let (question, limits, solved) = unsafe {
            (Question::new(tablebase, position, clock, rule)?, Limits::read(limits)?, Out::new(solved, "solved")?)
        };
        // SAFETY: the caller's promise.
        let (moves, line) =
            unsafe { (Buffer::new(moves, capacity, "moves")?, Buffer::new(line, line_capacity, "line")?) };
        let (found, found_moves, found_line) = with_tables!(question.tables, tables => {
            solve(tables, &question, &limits, &moves)?
        });
        moves.put(&found_moves)?;
        line.put(&found_line[..found_line.len().min(line_capacity)])?;
        solved.put(found);
        Ok(())
    })
}

fn solve<G: Game>(
    tables: &Tablebase<G>,
    question: &Question<'_>,
    limits: &Limits,
    moves: &Buffer<SolvedMove>,
) -> Result<(Solved, Vec<SolvedMove>, Vec<Move>), Failure> {
    let position = question.position.read::<G>()?;
    let with_moves = moves.capacity > 0;
    if with_moves {
        moves.check(position.legal_moves().len())?;
    }
    let solver = Solver::try_new(tables, limits.of_search()?)?;
    let solved = solver.solve(&position, question.clock, with_moves, limits)?;
    let line = solved.line.iter().map(Move::from).collect();
    Ok(((&solved).into(), solved.moves.iter().map(SolvedMove::from).collect(), line))
}
