//! The digests of tables, and the text file that lists them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::GameName;
use crate::table::{TableName, TableNameError};

/// The first lines of a list of checksums.
const TITLE: &str = "\
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
        let text = match game {
            GameName::Russian => include_str!("../../tables/CHECKSUMS"),
            GameName::Poddavki => include_str!("../../tables/CHECKSUMS-poddavki"),
            GameName::Draughts80 => include_str!("../../tables/CHECKSUMS-draughts-80"),
        };
        text.parse().expect("the published checksums are well-formed")
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
        f.write_str(TITLE)?;
        self.iter().try_for_each(|(name, digest)| writeln!(f, "{}  {name}", blake3::Hash::from_bytes(digest)))
    }
}

/// A text that is not a list of checksums.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}")]
pub struct ChecksumsError {
    /// The first wrong line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: LineError,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LineError {
    /// It does not have the form of a line.
    #[error("expected 64 hexadecimal digits, two spaces and a table's name, or a comment after #")]
    Form,
    /// It names no table.
    #[error(transparent)]
    Name(#[from] TableNameError),
    /// An earlier line names the same table.
    #[error("{name} is listed twice")]
    Twice {
        /// The table.
        name: TableName,
    },
}

impl FromStr for Checksums {
    type Err = ChecksumsError;

    fn from_str(text: &str) -> Result<Checksums, ChecksumsError> {
        let mut checksums = Checksums::default();
        for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
            checksums.add(text).map_err(|error| ChecksumsError { line, error })?;
        }
        Ok(checksums)
    }
}

impl Checksums {
    fn add(&mut self, line: &str) -> Result<(), LineError> {
        let (digest, name) = line.split_once("  ").ok_or(LineError::Form)?;
        let digest = blake3::Hash::from_hex(digest).map_err(|_| LineError::Form)?;
        let name: TableName = name.parse()?;
        match self.0.insert(name, *digest.as_bytes()) {
            None => Ok(()),
            Some(_) => Err(LineError::Twice { name }),
        }
    }
}
