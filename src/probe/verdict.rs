//! The public probes and their results: all values of a position (`probe`), only its category (`probe_wdl`), or the values of an
//! entry; and how the clock changes them.

use crate::board::{Board, Game, Position, Russian};
use crate::index::{Ending, Index, Mover, Row};
use crate::table::Metric;
use crate::value::{Category, Outcome, Theory};

use super::follow::{Followed, Fresh, fresh};
use super::lookup::{Reach, longest_dtz, stored};
use super::resolve::{fresh_category, has_capture};
use super::{Clock, ProbeError, Tablebase};

/// A distance, if the tables have it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// A number of plies.
    Plies(u16),
    /// None: the result is a draw.
    Draw,
    /// Unknown: its table is missing.
    Unknown,
}

impl Distance {
    /// The plies; `None` for a draw or if unknown.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Distance::Plies(plies) => Some(plies),
            Distance::Draw | Distance::Unknown => None,
        }
    }
}

/// How a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Over {
    /// The side to move has no legal move: it has lost, in poddavki won.
    NoMove,
    /// The clock has run out: the game is drawn.
    DrawRule,
}

impl Over {
    /// The name in all interfaces.
    pub const fn name(self) -> &'static str {
        ["no-move", "draw-rule"][self as usize]
    }
}

/// The values of a position for its side to move, if the tables have them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The result under the draw rule at the clock of the probe.
    pub category: Option<Category>,
    /// The result without any draw rule.
    pub theory: Option<Theory>,
    /// Plies until a side has no legal move, without any draw rule.
    pub dtw: Distance,
    /// Plies until a capture, a move of a man or the end of the game secures the result under the 15-move rule, from clock 0,
    /// whatever the clock and rule of the probe.
    pub dtz: Distance,
    /// How the game is over at the clock of the probe, if it is. Then `category` is the result of the game, and the other values
    /// are those of the position if the game went on.
    pub over: Option<Over>,
}

impl Verdict {
    /// The verdict of a position about which nothing is known.
    pub const UNKNOWN: Verdict =
        Verdict { category: None, theory: None, dtw: Distance::Unknown, dtz: Distance::Unknown, over: None };
}

/// An entry with its values at clock 0, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Entry<G = Russian> {
    /// Its number in its ending with that side to move: its [`Index::rank`].
    pub number: u64,
    /// Its position, with the first-named side of the ending as White.
    pub position: Position<G>,
    /// Whether a capture is pending.
    pub capture: bool,
    /// The result under the 15-move rule.
    pub category: Category,
    /// Plies until the game ends, without any draw rule; `None` for a draw in theory.
    pub dtw: Option<u16>,
    /// Plies until a zeroing move or the end of the game secures the result; `None` for a draw under the rule.
    pub dtz: Option<u16>,
}

impl<G: Game> Tablebase<G> {
    /// All values of a position at a clock.
    ///
    /// Pending captures are played out. One winning capture is enough for the category, as in [`Tablebase::probe_wdl`], even if
    /// others lead to missing tables; `dtw` is then unknown. Costs two reads of a block, about 30 us if none is in memory; more if
    /// captures are played out.
    ///
    /// # Errors
    /// [`ProbeError`], if a table of categories that the answer needs is missing, or any table that is read is damaged or unreadable,
    /// including tables of distances, and of captures that do not affect the category.
    #[inline(never)]
    pub fn probe(&self, position: &Position<G>, clock: impl Into<Clock>) -> Result<Verdict, ProbeError> {
        let fresh = fresh(self, &position.board())?;
        Ok(self.at_clock(&position.board(), clock.into(), &fresh))
    }

    /// [`Tablebase::probe`], but with a verdict of unknown values if a table is missing.
    #[inline(never)]
    pub(crate) fn verdict(&self, board: &Board<G>, clock: Clock) -> Result<Verdict, ProbeError> {
        match fresh(self, board) {
            Ok(fresh) => Ok(self.at_clock(board, clock, &fresh)),
            Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => {
                Ok(Verdict { over: self.over(board, clock), ..Verdict::UNKNOWN })
            }
            Err(error) => Err(error),
        }
    }

    /// The verdict at a clock from the values at clock 0. The category is unknown if it depends on an unknown distance.
    #[inline(never)]
    fn at_clock(&self, board: &Board<G>, clock: Clock, fresh: &Fresh) -> Verdict {
        let is_kept = || match fresh.dtz {
            Ok(Outcome::Loss(0) | Outcome::Win(0)) => Ok(true),
            Ok(Outcome::Win(plies) | Outcome::Loss(plies)) => Ok(self.is_in_time(plies, clock)),
            // A distance is at least 1.
            _ if !self.is_in_time(1, clock) => Ok(false),
            _ => Err(()),
        };
        let plies = |outcome: Outcome| outcome.plies().map_or(Distance::Draw, Distance::Plies);
        // A draw needs no table of distances.
        let distance = |is_draw, outcome: Result<Outcome, _>| match outcome {
            _ if is_draw => Distance::Draw,
            Ok(outcome) => plies(outcome),
            Err(_) => Distance::Unknown,
        };
        let theory = fresh.category.theory();
        Verdict {
            category: category(board, clock, fresh.category, is_kept).ok(),
            theory: Some(theory),
            dtw: distance(theory == Theory::Draw, fresh.dtw),
            dtz: distance(!matches!(fresh.category, Category::Win | Category::Loss), fresh.dtz),
            over: self.over(board, clock),
        }
    }

    pub(crate) fn over(&self, board: &Board<G>, clock: Clock) -> Option<Over> {
        if board.is_stuck() {
            return Some(Over::NoMove);
        }
        let has_run_out = clock.plies >= self.draw_plies().into() && clock.rule.counts_in(board);
        has_run_out.then_some(Over::DrawRule)
    }

    /// Whether a zeroing move after `plies` is in time.
    fn is_in_time(&self, plies: u16, clock: Clock) -> bool {
        u64::from(plies).saturating_add(clock.plies) <= self.draw_plies().into()
    }

    /// The category of a position at a clock, for its side to move: that of [`Tablebase::probe`], faster.
    ///
    /// Pending captures are played out; one winning capture is enough, even if others lead to missing tables. At clock 0, or under
    /// a rule that does not apply, needs only tables of categories. At a later clock, a position that is won or lost at clock 0
    /// also needs its distance to a zeroing move, if the longest one of its table could be too late. Allocates only blocks that are
    /// not in memory yet.
    ///
    /// Costs about 0.2 us if the blocks are in memory, and 5 to 10 us more for each block to read; the distance costs the same again.
    ///
    /// # Errors
    /// [`ProbeError`], if a table that the answer needs is missing, damaged or unreadable.
    ///
    /// ```
    /// use bolshak::{board::{Color, Position}, probe::Tablebase, value::Category};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let tablebase = Tablebase::built_in();
    /// let (white_kings, black_kings) = (1 << 3, 1 << 28); // g1, b8
    /// let position = Position::new(Color::White, 0, white_kings, 0, black_kings)?;
    /// assert_eq!(tablebase.probe_wdl(&position, 0)?, Category::Draw);
    /// assert_eq!(tablebase.probe_wdl(&"W:WKa5,Ka7:BKg1".parse()?, 24)?, Category::CursedWin);
    /// # Ok(())
    /// # }
    /// ```
    pub fn probe_wdl(&self, position: &Position<G>, clock: impl Into<Clock>) -> Result<Category, ProbeError> {
        self.category_at(&position.board(), clock.into(), Reach::Files)
    }

    /// [`Tablebase::probe_wdl`] without reading files: `None` if it has an error or the answer is not in memory. A
    /// [mapped](super::Options::mapped) unpacked table counts as memory, even if the system has yet to read it.
    pub fn try_probe_wdl(&self, position: &Position<G>, clock: impl Into<Clock>) -> Option<Category> {
        self.category_at(&position.board(), clock.into(), Reach::Memory).ok()
    }

    pub(crate) fn board_category(&self, board: &Board<G>, clock: Clock) -> Result<Category, ProbeError> {
        self.category_at(board, clock, Reach::Files)
    }

    #[inline(never)]
    fn category_at(&self, board: &Board<G>, clock: Clock, reach: Reach) -> Result<Category, ProbeError> {
        let fresh = fresh_category(self, board, reach)?;
        category(board, clock, fresh, || self.is_kept(board, clock, reach))
    }

    /// Whether a win or loss at clock 0 is kept at a clock.
    fn is_kept(&self, board: &Board<G>, clock: Clock, reach: Reach) -> Result<bool, ProbeError> {
        if board.is_stuck() {
            return Ok(true);
        }
        let row = Row::new(board);
        let is_in_time = |plies| self.is_in_time(plies, clock);
        if !is_in_time(1) || has_capture(board, &row) {
            return Ok(is_in_time(1));
        }
        if longest_dtz(self, board).is_some_and(is_in_time) {
            return Ok(true);
        }
        if reach == Reach::Memory {
            return Err(ProbeError::NotInMemory);
        }
        let found = stored(self, board, &row)?;
        let is_decided = matches!(found.category, Category::Win | Category::Loss);
        let plies = match found.distance(Metric::Dtz)? {
            Some(plies) => plies,
            None => Followed::new(self, board).dtz(found.category == Category::Win)?,
        };
        Ok(is_decided && is_in_time(plies.map_err(|name| self.absent(name))?))
    }

    /// The entry with a number below [`Index::size`]; `index` is that of the ending with `mover` to move. Costs as much as
    /// [`Tablebase::probe`].
    ///
    /// # Errors
    /// [`ProbeError`], if a table that the answer needs is missing, damaged or unreadable.
    #[inline(never)]
    pub fn entry(&self, index: &Index<G>, mover: Mover, number: u64) -> Result<Entry<G>, ProbeError> {
        let board = index.unrank(number);
        self.entry_of(number, Position::from_board(mover.color(), board), board.must_capture())
    }

    #[inline(never)]
    pub(crate) fn entry_of(&self, number: u64, position: Position<G>, capture: bool) -> Result<Entry<G>, ProbeError> {
        let Fresh { category, dtw, dtz } = fresh(self, &position.board())?;
        let plies = |outcome: Result<Outcome, _>| outcome.map(Outcome::plies).map_err(|name| self.absent(name));
        Ok(Entry { number, position, capture, category, dtw: plies(dtw)?, dtz: plies(dtz)? })
    }

    /// The first positions of an ending, at most `most` for each side to move, that are won or lost in theory and drawn under the
    /// rule at clock 0. Positions with a pending capture are left out. The first-named side is White.
    ///
    /// # Errors
    /// [`ProbeError`], if the table of categories is missing or damaged.
    #[inline(never)]
    pub fn spoilt(&self, ending: Ending, most: usize) -> Result<Vec<Position<G>>, ProbeError> {
        let table = self.table_of(ending, Metric::Wdl)?;
        let mut positions = Vec::new();
        for (side, &mover) in ending.movers().iter().enumerate() {
            let entries = table.exceptions(side)?.take(most);
            positions
                .extend(entries.map(|entry| Position::from_board(mover.color(), table.numbering(side).unrank(entry))));
        }
        Ok(positions)
    }

    /// Whether [`DrawRule::ThreeKings`] gives exact results with these tables: the draw rule changes the result at clock 0 of no
    /// position with only kings against a single king.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged.
    ///
    /// [`DrawRule::ThreeKings`]: crate::rules::DrawRule::ThreeKings
    pub fn three_kings_exact(&self) -> Result<bool, ProbeError> {
        Ok(self.stats()?.iter().all(|stats| {
            let is_against_one_king = stats.ending.men() == 0 && stats.ending.second().kings == 1;
            !is_against_one_king || stats.count(Category::CursedWin) + stats.count(Category::BlessedLoss) == 0
        }))
    }
}

/// The category at a clock from the one at clock 0 and, for a win or loss, whether it is kept.
#[inline]
fn category<G: Game, E>(
    board: &Board<G>,
    clock: Clock,
    fresh: Category,
    is_kept: impl FnOnce() -> Result<bool, E>,
) -> Result<Category, E> {
    let kept = match fresh {
        _ if !clock.rule.counts_in(board) => true,
        Category::Win | Category::Loss if clock.plies > 0 => is_kept()?,
        _ => return Ok(fresh),
    };
    Ok(Category::new(fresh.theory(), kept))
}
