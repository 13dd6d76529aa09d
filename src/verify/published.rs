//! The published data of tables: their digests, the statistics of their endings, and the text files that list them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Game, GameName, Position, Russian};
use crate::index::{Ending, EndingError, Index, Mover};
use crate::table::{Header, Metric, TableName, TableNameError};
use crate::value::Category;

use super::error::HeaderFault;
use super::headers::{DECIDED, Extreme, HeaderSide};

/// The published texts of a game, built into the program: its checksums and its statistics.
fn published_texts(game: GameName) -> [&'static str; 2] {
    match game {
        GameName::Russian => [include_str!("../../tables/CHECKSUMS"), include_str!("../../tables/STATISTICS")],
        GameName::Poddavki => {
            [include_str!("../../tables/CHECKSUMS-poddavki"), include_str!("../../tables/STATISTICS-poddavki")]
        }
        GameName::Draughts80 => {
            [include_str!("../../tables/CHECKSUMS-draughts-80"), include_str!("../../tables/STATISTICS-draughts-80")]
        }
    }
}

/// A text is not a list of checksums or statistics: the fault of its first wrong line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}")]
pub struct ListError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The fault, in words.
    pub error: String,
}

/// Reads the lines of a list except comments and empty ones.
fn each_line(text: &str, mut read: impl FnMut(&str) -> Result<(), String>) -> Result<(), ListError> {
    let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    lines.try_for_each(|(line, text)| read(text).map_err(|error| ListError { line, error }))
}

const CHECKSUMS_TITLE: &str = "\
# Digests of tables under the 15-move rule (30 plies): BLAKE3 of what a table holds before compression, as section 6 of
# docs/format.md says. They do not depend on the level of compression, and are not those of the files' bytes.
# \"bolshak verify --checksums\" computes them anew and compares.
";

/// The digests of tables, by name.
///
/// As a text: lines of 64 hexadecimal digits, two spaces and a table's name. Lines that start with `#`, and empty ones,
/// are ignored. It is written in the order of the endings and metrics, and read in any order.
///
/// ```
/// use bolshak::verify::Checksums;
/// let checksums: Checksums = "\
/// ## a comment
/// d4ddb43169dc2b8c1e316158c933b2feb3fcbc1b7a098b5db01ebe55162251bd  KvK.wdl
/// ".parse()?;
/// assert_eq!(checksums.get("KvK.wdl".parse()?), Checksums::published().get("KvK.wdl".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checksums(BTreeMap<TableName, [u8; 32]>);

impl Checksums {
    /// The checksums of the published tables of Russian draughts, which are built into the program.
    pub fn published() -> Checksums {
        Checksums::published_of(GameName::Russian)
    }

    /// The checksums of the published tables of a game.
    pub fn published_of(game: GameName) -> Checksums {
        published_texts(game)[0].parse().expect("the published checksums are well-formed")
    }

    /// The digest of a table, if it is in the list.
    pub fn get(&self, name: TableName) -> Option<[u8; 32]> {
        self.0.get(&name).copied()
    }

    /// The tables in the list and their digests, in order.
    pub fn iter(&self) -> impl Iterator<Item = (TableName, [u8; 32])> {
        self.0.iter().map(|(&name, &digest)| (name, digest))
    }
}

impl FromIterator<(TableName, [u8; 32])> for Checksums {
    fn from_iter<I: IntoIterator<Item = (TableName, [u8; 32])>>(digests: I) -> Checksums {
        Checksums(digests.into_iter().collect())
    }
}

/// The whole file, with comments at the top that explain it.
impl fmt::Display for Checksums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CHECKSUMS_TITLE)?;
        self.iter().try_for_each(|(name, digest)| writeln!(f, "{}  {name}", blake3::Hash::from_bytes(digest)))
    }
}

impl FromStr for Checksums {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Checksums, ListError> {
        let mut checksums = BTreeMap::new();
        let add = |line: &str| {
            let parts = line.split_once("  ");
            let parts = parts.and_then(|(digest, name)| Some((blake3::Hash::from_hex(digest).ok()?, name)));
            let form = "expected 64 hexadecimal digits, two spaces and a table's name, or a comment after #";
            let (digest, name) = parts.ok_or(form)?;
            let name: TableName = name.parse().map_err(|error: TableNameError| error.to_string())?;
            let before = checksums.insert(name, *digest.as_bytes());
            before.map_or(Ok(()), |_| Err(format!("{name} is listed twice")))
        };
        each_line(text, add)?;
        Ok(Checksums(checksums))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SideStatistics {
    counts: [u64; 5],
    /// For each metric of distances the longest win, then the longest loss, if any; `None` if the list omits it.
    longest: [[Option<Option<Extreme>>; 2]; 2],
}

/// The listed statistics of an ending with one side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ListedStats<G = Russian> {
    /// The ending.
    pub ending: Ending,
    /// The side to move.
    pub mover: Mover,
    /// The number of entries of each [`Category`] at clock 0, from loss to win.
    pub counts: [u64; 5],
    /// The longest win, then the longest loss, in plies to the end; `None` if not listed.
    pub dtw: [Option<ListedLongest<G>>; 2],
    /// The same of distances to a zeroing move.
    pub dtz: [Option<ListedLongest<G>>; 2],
}

/// Plies, and a position with this distance if the list has one; the first-named side is White. `None` if no entry has such a
/// result.
pub type ListedLongest<G> = Option<(u16, Option<Position<G>>)>;

/// The statistics of endings, side by side, for the headers of their tables.
///
/// As a text: lines of the ending, the pieces of the side to move, the entries of each category from loss to win, and the
/// longest win and loss in dtw, then in dtz: `plies:entry`, or only plies if the entry is not published, `-` if there is none,
/// `?` if nothing is published. Lines that start with `#`, and empty ones, are ignored. Each side to move has a line.
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
        published_texts(game)[1].parse().expect("the published statistics are well-formed")
    }

    /// Whether the list has an ending.
    pub fn has(&self, ending: Ending) -> bool {
        self.0.contains_key(&(ending, 0))
    }

    /// The endings in the list, in order.
    pub fn endings(&self) -> impl Iterator<Item = Ending> {
        self.0.keys().filter(|(_, side)| *side == 0).map(|&(ending, _)| ending)
    }

    /// The listed statistics of an ending, for each side to move; empty if it is not listed.
    ///
    /// ```
    /// use bolshak::{board::GameName, verify::Statistics};
    /// let [stats] = &Statistics::published_of(GameName::Russian).of("MvM".parse()?)[..] else { panic!("the sides are equal") };
    /// let (plies, position): (u16, Option<bolshak::board::Position>) = stats.dtw[0].flatten().unwrap();
    /// assert_eq!((stats.counts, plies), ([149, 0, 327, 0, 284], 13));
    /// assert!(position.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(never)]
    pub fn of<G: Game>(&self, ending: Ending) -> Vec<ListedStats<G>> {
        let sides = (0..).zip(ending.movers()).map_while(|(side, &mover)| {
            let listed = self.0.get(&(ending, side))?;
            let position = |entry| {
                let index = Index::new(ending.material(mover));
                (entry < index.size()).then(|| Position::from_board(mover.color(), index.unrank(entry)))
            };
            let [dtw, dtz] = listed
                .longest
                .map(|metric| metric.map(|of| of.map(|of| of.map(|of| (of.plies, of.entry.and_then(position))))));
            Some(ListedStats { ending, mover, counts: listed.counts, dtw, dtz })
        });
        sides.collect()
    }

    /// Compares a header with the listed statistics of its ending, if any.
    ///
    /// # Errors
    /// [`HeaderFault`], if the header has other statistics.
    pub fn check(&self, header: &Header) -> Result<(), HeaderFault> {
        for side in HeaderSide::all(header) {
            let Some(listed) = self.0.get(&(header.ending, side.number)) else { continue };
            side.compare_counts(listed.counts, "the published statistics have", |says, found| says == found)?;
            let longest = match header.metric {
                Metric::Wdl => [Some(None); 2],
                Metric::Dtw => listed.longest[0],
                Metric::Dtz => listed.longest[1],
            };
            for (theory, listed) in DECIDED.into_iter().zip(longest) {
                let Some(found) = listed else { continue };
                side.compare_longest(theory, found, "the published statistics have", is_listed)?;
            }
        }
        Ok(())
    }
}

/// Whether a header agrees with a list, and with its entry, if listed.
fn is_listed(says: Option<Extreme>, listed: Option<Extreme>) -> bool {
    match (says, listed) {
        (Some(says), Some(listed)) => says.plies == listed.plies && (listed.entry.is_none() || says == listed),
        (says, listed) => says == listed,
    }
}

impl FromStr for Statistics {
    type Err = ListError;

    fn from_str(text: &str) -> Result<Statistics, ListError> {
        let mut statistics = BTreeMap::new();
        let form =
            "expected an ending, the pieces of the side to move, five counts and four distances, or a comment after #";
        let add = |line: &str| {
            let cells: Vec<&str> = line.split(' ').collect();
            let &[name, mover, ref numbers @ ..] = &cells[..] else { return Err(form.into()) };
            let of = numbers.try_into().ok().and_then(of_side).ok_or(form)?;
            let ending: Ending = name.parse().map_err(|error: EndingError| error.to_string())?;
            let mut movers = ending.movers().iter().map(|&side| ending.material(side).mover.to_string());
            let side = movers.position(|pieces| pieces == mover).filter(|_| ending.to_string() == name).ok_or(form)?;
            let before = statistics.insert((ending, side), of);
            before.map_or(Ok(()), |_| Err(format!("{ending} is listed twice with the same side to move")))
        };
        each_line(text, add)?;
        Ok(Statistics(statistics))
    }
}

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
            _ => {
                let (plies, entry) = cell.split_once(':').map_or((*cell, None), |(plies, entry)| (plies, Some(entry)));
                let entry = entry.map(str::parse).transpose().ok()?;
                Some(Some(Extreme { plies: plies.parse().ok()?, entry }))
            }
        };
    }
    Some(SideStatistics { counts, longest })
}
