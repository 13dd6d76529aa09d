//! What is to be generated, and how.

use std::path::{Path, PathBuf};

use crate::board::GameName;
use crate::index::{Ending, PIECES};
use crate::retrograde::Coding;
use crate::rules::{DRAW_PLIES, DRAW_PLIES_RANGE};
use crate::table::Metric;
use crate::value::{Dtw, Measure};
use bolshak_system::machine_memory;

use super::error::GenerateError;
use super::store::VALUES;

/// What is to be generated, and how.
///
/// ```
/// use bolshak::generate::{Request, Settings};
/// let request = Request::pieces(4).settings(Settings::default().level(19).memory(1 << 30));
/// assert_eq!((request.endings.len(), request.settings.level), (23, 19));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request {
    /// The endings; those that they need are added.
    pub endings: Vec<Ending>,
    /// How.
    pub settings: Settings,
}

impl Request {
    /// These endings of Russian draughts, with the default settings.
    pub fn endings(endings: Vec<Ending>) -> Request {
        Request { endings, settings: Settings::default() }
    }

    /// Every ending of 2 to `pieces` pieces.
    pub fn pieces(pieces: u8) -> Request {
        Request::endings((2..=pieces).flat_map(Ending::all).collect())
    }

    /// The same endings with other settings.
    pub fn settings(self, settings: Settings) -> Request {
        Request { settings, ..self }
    }
}

/// How tables are generated. All tables of a directory are of one game and one draw rule.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The metrics in any order, including the categories. Without distances to win a run takes less time, memory and disk.
    pub metrics: Vec<Metric>,
    /// The game.
    pub game: GameName,
    /// The length of the draw rule in plies, 1 to 126; [`DRAW_PLIES`] is Russian draughts.
    pub draw_plies: u8,
    /// The level of zstd, 1 to 22.
    pub level: i32,
    /// The directory of values in work; `None` for `.values` beside the tables.
    pub disk: Option<PathBuf>,
    /// The most resident memory of the process in bytes.
    pub memory: u64,
    /// The longest distance to win in one byte of a value in work: [`Dtw::MAX`], or less in unit tests, with the same tables.
    byte_plies: u16,
}

/// All metrics of Russian draughts, with three quarters of the machine's memory.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            metrics: Metric::ALL.into(),
            game: GameName::Russian,
            draw_plies: DRAW_PLIES,
            level: Settings::LEVEL,
            disk: None,
            memory: machine_memory().map_or(u64::MAX, |bytes| bytes / 4 * 3),
            byte_plies: Dtw::MAX,
        }
    }
}

impl Settings {
    /// The default level of zstd.
    pub const LEVEL: i32 = 6;

    /// Sets the [metrics](Settings::metrics).
    pub fn metrics(self, metrics: &[Metric]) -> Settings {
        Settings { metrics: metrics.into(), ..self }
    }

    /// Sets the [game](Settings::game).
    pub fn game(self, game: GameName) -> Settings {
        Settings { game, ..self }
    }

    /// Sets the length of the draw rule in [plies](Settings::draw_plies).
    pub fn draw_plies(self, draw_plies: u8) -> Settings {
        Settings { draw_plies, ..self }
    }

    /// Sets the [level](Settings::level) of zstd.
    pub fn level(self, level: i32) -> Settings {
        Settings { level, ..self }
    }

    /// Sets the [directory of values in work](Settings::disk).
    pub fn disk(self, disk: impl Into<PathBuf>) -> Settings {
        Settings { disk: Some(disk.into()), ..self }
    }

    /// Sets the [memory](Settings::memory) in bytes.
    pub fn memory(self, memory: u64) -> Settings {
        Settings { memory, ..self }
    }

    /// Sets the longest distance in one byte: with few plies, longer distances are common.
    #[cfg(test)]
    pub(super) fn byte_plies(self, byte_plies: u16) -> Settings {
        Settings { byte_plies, ..self }
    }

    /// The directory of values in work of a run that puts tables in a directory.
    pub(super) fn disk_of(&self, directory: &Path) -> PathBuf {
        self.disk.clone().unwrap_or_else(|| directory.join(VALUES))
    }

    /// Whether there can be tables of an ending with these settings.
    pub(super) fn check(&self, ending: Ending) -> Result<(), GenerateError> {
        if !DRAW_PLIES_RANGE.contains(&self.draw_plies) {
            return Err(GenerateError::DrawPlies { plies: self.draw_plies });
        }
        if !self.metrics.contains(&Metric::Wdl) {
            return Err(GenerateError::NoCategories);
        }
        if ending.pieces() > PIECES {
            return Err(GenerateError::Pieces { ending });
        }
        Ok(())
    }

    pub(super) fn coding(&self) -> Coding {
        let with_dtw = self.metrics.contains(&Metric::Dtw);
        let Settings { draw_plies, byte_plies, .. } = *self;
        Coding { draw_plies, byte_plies, with_dtw }
    }
}
