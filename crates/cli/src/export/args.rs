//! What is to be exported, and how.

use std::path::PathBuf;

use bolshak::index::{Ending, PIECES};
use clap::ValueEnum;

use super::field::Field;
use crate::shared::sides::{Turn, named};
use crate::shared::tables::Tables;

/// Write positions with their values as a data set, CSV or Parquet, or as the files of Kallisto's base
///
/// Writes a row for each position of the endings, or for some at random, in the order of their numbers. Values are those
/// at clock 0 under the 15-move rule, for the side to move. A position and the same position with colours swapped have one
/// row: the first-named side of the ending is White.
///
/// With --format ed it writes a file for each ending and side to move into a directory, as engines read them that know
/// Kallisto's endgame base: the result of each position without a draw rule, uncompressed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// The ending; may be repeated
    #[arg(long, visible_alias = "ending", value_name = "ENDING", required_unless_present = "pieces")]
    pub material: Vec<Ending>,

    /// Every ending of up to N pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(PIECES)))]
    #[arg(allow_negative_numbers = true)]
    pub pieces: Option<u8>,

    /// The side to move: white (the first-named side) or black [default: either]
    #[arg(long, value_name = "COLOR")]
    pub turn: Option<Turn>,

    /// csv, parquet or ed (Kallisto's base) [default: as the name of FILE ends, else csv]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// The fields, with commas between [default: fen,turn,category,theory,dtw,dtz,capture]
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub fields: Vec<Field>,

    /// N different positions at random instead of all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub sample: Option<u32>,

    /// Seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    pub seed: u64,

    /// The file, which appears when it is complete [default: standard output, for csv]; with ed a directory, made if it is not
    /// there
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, ValueEnum)]
pub enum Format {
    /// Text, a line for each position, the names of the fields in the first
    Csv,
    /// Apache Parquet, compressed with zstd
    Parquet,
    /// Kallisto's endgame base: files of two bits a position
    Ed,
}

const EXAMPLES: &str = "\
Examples:
  bolshak export --material KMvK > kmk.csv
  bolshak export --material KKvK --turn white --fields fen,dtw | head
  bolshak export --material KKMvK --out kkmk.parquet
  bolshak export --material KKMvKM --material KKMvMM --sample 1000000 --seed 7 --out train.parquet \\
      --fields turn,white_men,white_kings,black_men,black_kings,category,dtw,best
  bolshak export --format ed --pieces 5 --out ED/Kallisto";

impl Args {
    /// The endings that are asked for; some may be there twice.
    pub fn endings(&self) -> Vec<Ending> {
        named(self.pieces, &self.material)
    }
}

/// Ends the program as clap does after wrong usage.
pub fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).exit()
}
