//! The published statistics of endings, and the text file that lists them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::GameName;
use crate::index::{Ending, EndingError};
use crate::table::{Header, Metric};
use crate::value::Category;

use super::header_fault::{Extreme, HeaderFault, Witness};
use super::headers::{DECIDED, HeaderSide};

/// The first lines of a list of statistics.
const TITLE: &str = "\
# Statistics of endings under the 15-move rule (30 plies), as section 3 of docs/format.md says: what the headers of right tables
# have. \"bolshak verify --checksums\" compares them. Columns: ending, pieces of the side to move; entries of each category: loss,
# blessed loss, draw, cursed win, win; the longest win and loss in dtw, then in dtz: plies:entry, plies alone where the entry is not
# published, - where there is none, ? where nothing is published.
";

/// What a list says of a longest distance: `None` if nothing.
type Listed = Option<Option<Extreme>>;

/// The statistics of a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideStatistics {
    counts: [u64; 5],
    /// For each metric of distances the longest win, then the longest loss.
    longest: [[Listed; 2]; 2],
}

/// The statistics of endings, side by side: what is true of the headers of their tables.
///
/// As a text: lines of the ending, the pieces of the side to move, five counts and four longest distances, with spaces between. Lines
/// that start with `#`, and empty ones, are ignored. Each ending has a line for each side to move.
///
/// ```
/// use bolshak::verify::Statistics;
/// let statistics: Statistics = "\
/// ## a comment
/// KvK K 2 0 796 0 194 3:3 2 ? ?
/// ".parse()?;
/// assert!(statistics.has("KvK".parse()?) && !statistics.has("KvM".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics(BTreeMap<(Ending, usize), SideStatistics>);

impl Statistics {
    /// The published statistics of a game, which are built into the program.
    pub fn published_of(game: GameName) -> Statistics {
        let text = match game {
            GameName::Russian => include_str!("../../tables/STATISTICS"),
            GameName::Poddavki => include_str!("../../tables/STATISTICS-poddavki"),
            GameName::Draughts80 => include_str!("../../tables/STATISTICS-draughts-80"),
        };
        text.parse().expect("the published statistics are well-formed")
    }

    /// Whether the list has an ending.
    pub fn has(&self, ending: Ending) -> bool {
        self.0.contains_key(&(ending, 0))
    }

    /// The endings in the list, in order.
    pub fn endings(&self) -> Vec<Ending> {
        self.0.keys().filter(|&&(_, side)| side == 0).map(|&(ending, _)| ending).collect()
    }

    /// Compares a header with what the list says of its ending, if it says something.
    ///
    /// # Errors
    /// [`HeaderFault`], if the header has other statistics.
    pub fn check(&self, header: &Header) -> Result<(), HeaderFault> {
        for side in HeaderSide::all(header) {
            let Some(listed) = self.0.get(&(header.ending, side.number)) else { continue };
            side.compare_counts(listed.counts, Witness::Published, |says, found| says == found)?;
            let longest = match header.metric {
                Metric::Wdl => [Some(None); 2],
                Metric::Dtw => listed.longest[0],
                Metric::Dtz => listed.longest[1],
            };
            for (theory, listed) in DECIDED.into_iter().zip(longest) {
                let Some(found) = listed else { continue };
                side.compare_longest(theory, found, Witness::Published, is_listed)?;
            }
        }
        Ok(())
    }
}

/// Whether a header says what a list does: the entry too, if the list has it.
fn is_listed(says: Option<Extreme>, listed: Option<Extreme>) -> bool {
    match (says, listed) {
        (Some(says), Some(listed)) => says.plies == listed.plies && (listed.entry.is_none() || says == listed),
        (says, listed) => says == listed,
    }
}

/// The whole file, with comments at the top that explain it.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(TITLE)?;
        for (&(ending, side), of) in &self.0 {
            write!(f, "{ending} {}", ending.material(ending.movers()[side]).mover)?;
            of.counts.iter().try_for_each(|count| write!(f, " {count}"))?;
            for listed in of.longest.as_flattened() {
                match listed {
                    None => write!(f, " ?")?,
                    Some(None) => write!(f, " -")?,
                    Some(Some(Extreme { plies, entry: None })) => write!(f, " {plies}")?,
                    Some(Some(Extreme { plies, entry: Some(entry) })) => write!(f, " {plies}:{entry}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A text that is not a list of statistics.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}")]
pub struct StatisticsError {
    /// The first wrong line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: StatisticsLineError,
}

/// What is wrong with a line of statistics.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StatisticsLineError {
    /// It does not have the form of a line.
    #[error("expected an ending, the pieces of the side to move, five counts and four distances, or a comment after #")]
    Form,
    /// It names no ending.
    #[error(transparent)]
    Ending(#[from] EndingError),
    /// An earlier line has the same ending and side to move.
    #[error("{ending} is listed twice with the same side to move")]
    Twice {
        /// The ending.
        ending: Ending,
    },
}

impl FromStr for Statistics {
    type Err = StatisticsError;

    fn from_str(text: &str) -> Result<Statistics, StatisticsError> {
        let mut statistics = Statistics::default();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
            statistics.add(text).map_err(|error| StatisticsError { line, error })?;
        }
        Ok(statistics)
    }
}

impl Statistics {
    fn add(&mut self, line: &str) -> Result<(), StatisticsLineError> {
        let cells: Vec<&str> = line.split(' ').collect();
        let &[name, mover, ref numbers @ ..] = &cells[..] else { return Err(StatisticsLineError::Form) };
        let of = numbers.try_into().ok().and_then(of_side).ok_or(StatisticsLineError::Form)?;
        let ending: Ending = name.parse()?;
        if ending.to_string() != name {
            return Err(StatisticsLineError::Form);
        }
        let is_mover = |&side: &usize| ending.material(ending.movers()[side]).mover.to_string() == mover;
        let side = (0..ending.movers().len()).find(is_mover).ok_or(StatisticsLineError::Form)?;
        match self.0.insert((ending, side), of) {
            None => Ok(()),
            Some(_) => Err(StatisticsLineError::Twice { ending }),
        }
    }
}

/// The numbers of a line.
fn of_side(cells: &[&str; 9]) -> Option<SideStatistics> {
    let (mut counts, mut longest) = ([0; Category::ALL.len()], [[None; 2]; 2]);
    let (first, last) = cells.split_at(counts.len());
    for (count, cell) in counts.iter_mut().zip(first) {
        *count = cell.parse().ok()?;
    }
    for (listed, cell) in longest.as_flattened_mut().iter_mut().zip(last) {
        *listed = match *cell {
            "?" => None,
            "-" => Some(None),
            cell => Some(Some(extreme(cell)?)),
        };
    }
    Some(SideStatistics { counts, longest })
}

fn extreme(cell: &str) -> Option<Extreme> {
    Some(match cell.split_once(':') {
        None => Extreme { plies: cell.parse().ok()?, entry: None },
        Some((plies, entry)) => Extreme { plies: plies.parse().ok()?, entry: Some(entry.parse().ok()?) },
    })
}
