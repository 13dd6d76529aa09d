//! The category alone, which an engine asks in its search.

use crate::board::{Board, Game, Position};
use crate::index::Row;
use crate::table::Metric;
use crate::value::{Category, Outcome};

use super::lookup::Reach;
use super::resolve::{fresh_category, has_capture};
use super::{Clock, ProbeError, Tablebase};

impl<G: Game> Tablebase<G> {
    /// The category of a position at a clock, for its side to move: that of [`Tablebase::probe`], sooner.
    ///
    /// Pending captures are played out; one that wins is enough, even if others lead to tables that are missing. At clock 0,
    /// or under a rule that does not apply, only tables of categories are asked. At a later clock a position that is won or
    /// lost at clock 0 needs its distance to a zeroing move too, if the longest one of its table could come too late.
    /// Allocates nothing but blocks that are not in memory yet.
    ///
    /// Costs some 0.2 us if the blocks are in memory, and 5 to 10 us more for each one to be read; the distance costs as much
    /// again.
    ///
    /// # Errors
    /// [`ProbeError`], if a table that the answer needs is absent, damaged, or cannot be read.
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

    /// [`Tablebase::probe_wdl`] that never reads a file: `None` if the answer is not in memory, for whatever reason. An unpacked
    /// table that is [mapped](super::Options::mapped) counts as memory, also where the system has yet to read it.
    pub fn try_probe_wdl(&self, position: &Position<G>, clock: impl Into<Clock>) -> Option<Category> {
        self.category_at(&position.board(), clock.into(), Reach::Memory).ok()
    }

    fn category_at(&self, board: &Board<G>, clock: Clock, reach: Reach) -> Result<Category, ProbeError> {
        let fresh = fresh_category(self, board, reach)?;
        let theory = fresh.theory();
        if !clock.rule.counts_in(board) {
            return Ok(Category::new(theory, true));
        }
        if clock.plies == 0 {
            return Ok(fresh);
        }
        let kept = match fresh {
            Category::CursedWin | Category::BlessedLoss | Category::Draw => false,
            Category::Win | Category::Loss => self.is_kept(board, clock.plies, reach)?,
        };
        Ok(Category::new(theory, kept))
    }

    /// Whether a win or loss at clock 0 is still one at a clock of `plies`.
    fn is_kept(&self, board: &Board<G>, plies: u64, reach: Reach) -> Result<bool, ProbeError> {
        let limit = u64::from(self.draw_plies());
        let within = |distance: u16| u64::from(distance).saturating_add(plies) <= limit;
        if board.is_stuck() {
            return Ok(true);
        }
        let row = Row::new(board);
        if plies >= limit || has_capture(board, &row) {
            return Ok(within(1));
        }
        if self.longest_dtz(board).is_some_and(within) {
            return Ok(true);
        }
        if reach == Reach::Memory {
            return Err(ProbeError::NotInMemory);
        }
        let distance = self.found(board, &row)?.distance(Metric::Dtz)?;
        Ok(match distance.map_err(|name| self.absent(name))? {
            Outcome::Win(distance) | Outcome::Loss(distance) => within(distance),
            Outcome::Draw => false,
        })
    }
}
