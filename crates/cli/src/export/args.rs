//! The options of an export, and the fields of a data set.

use std::borrow::Cow;
use std::path::PathBuf;

use bolshak::board::{Bitboard, Board, Color, Game};
use bolshak::index::{Ending, Mover, PIECES};
use bolshak::probe::{Entry, ProbeError, Tablebase};
use clap::ValueEnum;

use crate::shared::options::{TURNS, described, number};
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
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// The ending; may be repeated
    #[arg(long, visible_alias = "ending", value_name = "ENDING", required_unless_present = "pieces")]
    pub material: Vec<Ending>,

    /// Every ending of up to N pieces
    #[arg(long, value_name = "N", value_parser = number(2..=PIECES))]
    #[arg(allow_negative_numbers = true)]
    pub pieces: Option<u8>,

    /// The side to move: white (the first-named side) or black [default: either]
    #[arg(long, value_name = "COLOR", value_parser = described(TURNS))]
    pub turn: Option<Mover>,

    /// csv, parquet or ed (Kallisto's base) [default: as the name of FILE ends, else csv]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// The fields, with commas between [default: fen,turn,category,theory,dtw,dtz,capture]
    #[arg(long, value_name = "FIELDS", value_delimiter = ',')]
    pub fields: Vec<Field>,

    /// N different positions at random instead of all
    #[arg(long, value_name = "N", value_parser = number(1..=u32::MAX))]
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

pub fn usage(message: &str) -> anyhow::Error {
    clap::Error::raw(clap::error::ErrorKind::ValueValidation, format!("{message}\n")).exit()
}

/// A field of an exported position. Values are those at clock 0 under the 15-move rule, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Field {
    /// The position
    Fen,
    /// The ending's name
    Ending,
    /// The number of the position among those of its ending and side to move
    Entry,
    /// The side to move, white or black
    Turn,
    /// The squares of White's men, a set of bits: bit 0 is a1, bit 31 is h8, of draughts-80 bit 39 is j8
    WhiteMen,
    /// The squares of White's kings, a set as above
    WhiteKings,
    /// The squares of Black's men, a set as above
    BlackMen,
    /// The squares of Black's kings, a set as above
    BlackKings,
    /// The result under the 15-move rule: win, cursed-win, draw, blessed-loss or loss
    Category,
    /// The result without a draw rule: win, draw or loss
    Theory,
    /// Plies to the end of the game without a draw rule; no value for a draw
    Dtw,
    /// Plies to a capture, a move of a man or the end under the 15-move rule; no value for a draw
    Dtz,
    /// Whether a capture is pending
    Capture,
    /// The number of legal moves
    Moves,
    /// The best move, the first that probe lists; no value if there is no legal move. Takes some ten times as long as all
    /// other fields
    Best,
}

/// A value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    Text(Cow<'static, str>),
    Flag(bool),
    Number(u64),
    Nothing,
}

impl Field {
    /// The fields where none are named.
    pub const DEFAULT: [Field; 7] =
        [Field::Fen, Field::Turn, Field::Category, Field::Theory, Field::Dtw, Field::Dtz, Field::Capture];

    /// Its name in options and in data sets.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().into()).unwrap_or_default()
    }

    /// Its declaration in a schema of Parquet.
    pub fn declaration(self) -> String {
        let (kind, unit) = match self {
            Field::Fen | Field::Ending | Field::Turn | Field::Category | Field::Theory => {
                ("REQUIRED BYTE_ARRAY", " (STRING)")
            }
            Field::Best => ("OPTIONAL BYTE_ARRAY", " (STRING)"),
            Field::Capture => ("REQUIRED BOOLEAN", ""),
            Field::Dtw | Field::Dtz => ("OPTIONAL INT32", " (INTEGER(16,false))"),
            Field::Moves => ("REQUIRED INT32", " (INTEGER(16,false))"),
            Field::Entry | Field::WhiteMen | Field::WhiteKings | Field::BlackMen | Field::BlackKings => {
                ("REQUIRED INT64", " (INTEGER(64,false))")
            }
        };
        format!("{kind} {}{unit};", self.name())
    }

    /// The value of the field in the row of an entry.
    ///
    /// # Errors
    /// [`ProbeError`], if the best move needs a table that is absent, damaged, or cannot be read.
    pub fn cell<G: Game>(self, tablebase: &Tablebase<G>, ending: Ending, entry: &Entry<G>) -> Result<Cell, ProbeError> {
        let position = &entry.position;
        let set = |of: fn(&Board<G>) -> Bitboard| Cell::Number(of(&position.white_view()));
        let plies = |plies: Option<u16>| plies.map_or(Cell::Nothing, |plies| Cell::Number(plies.into()));
        Ok(match self {
            Field::Fen => Cell::Text(position.to_string().into()),
            Field::Ending => Cell::Text(ending.to_string().into()),
            Field::Entry => Cell::Number(entry.number),
            Field::Turn => Cell::Text(if position.turn() == Color::White { "white" } else { "black" }.into()),
            Field::WhiteMen => set(|view| view.men),
            Field::WhiteKings => set(|view| view.kings),
            Field::BlackMen => set(|view| view.enemy_men),
            Field::BlackKings => set(|view| view.enemy_kings),
            Field::Category => Cell::Text(entry.category.name().into()),
            Field::Theory => Cell::Text(entry.category.theory().name().into()),
            Field::Dtw => plies(entry.dtw),
            Field::Dtz => plies(entry.dtz),
            Field::Capture => Cell::Flag(entry.capture),
            Field::Moves => Cell::Number(position.legal_moves().len() as u64),
            Field::Best => tablebase.best_move(position, 0)?.map_or(Cell::Nothing, |best| Cell::Text(best.text.into())),
        })
    }
}
