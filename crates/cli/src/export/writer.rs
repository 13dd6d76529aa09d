//! The fields of a data set, and its rows as CSV or Parquet.

use std::borrow::Cow;
use std::io::{BufWriter, IntoInnerError, Write};
use std::mem;
use std::sync::Arc;

use anyhow::{Context, Result};
use bolshak::board::{Bitboard, Board, Game};
use bolshak::index::Ending;
use bolshak::probe::{Entry, ProbeError, Tablebase};
use clap::ValueEnum;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::shared::files::{Sink, csv_text};

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
    /// The best move, the first that probe lists; no value if there is no legal move. Takes about ten times as long as
    /// all other fields
    Best,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    Text(Cow<'static, str>),
    Flag(bool),
    Number(u64),
    Nothing,
}

impl Field {
    pub const DEFAULT: [Field; 8] = {
        use Field::{Capture, Category, Dtw, Dtz, Ending, Fen, Theory, Turn};
        [Fen, Ending, Turn, Category, Theory, Dtw, Dtz, Capture]
    };

    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().into()).unwrap_or_default()
    }

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

    pub fn cell<G: Game>(self, tablebase: &Tablebase<G>, ending: Ending, entry: &Entry<G>) -> Result<Cell, ProbeError> {
        let position = &entry.position;
        let set = |of: fn(&Board<G>) -> Bitboard| Cell::Number(of(&position.white_view()));
        let plies = |plies: Option<u16>| plies.map_or(Cell::Nothing, |plies| Cell::Number(plies.into()));
        Ok(match self {
            Field::Fen => Cell::Text(position.to_string().into()),
            Field::Ending => Cell::Text(ending.to_string().into()),
            Field::Entry => Cell::Number(entry.number),
            Field::Turn => Cell::Text(position.turn().name().into()),
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

/// Rows that are not written yet.
pub enum Part {
    Csv(String),
    Parquet(Vec<Column>),
}

impl Part {
    pub fn new(is_parquet: bool, fields: usize) -> Part {
        if is_parquet { Part::Parquet(empty(fields)) } else { Part::Csv(String::new()) }
    }

    pub fn push(&mut self, cells: impl Iterator<Item = Result<Cell, ProbeError>>) -> Result<(), ProbeError> {
        match self {
            Part::Csv(text) => {
                for (number, cell) in cells.enumerate() {
                    text.push_str(if number == 0 { "" } else { "," });
                    match cell? {
                        Cell::Text(value) => text.push_str(&csv_text(&value)),
                        Cell::Flag(value) => text.push_str(if value { "true" } else { "false" }),
                        Cell::Number(value) => text.push_str(&value.to_string()),
                        Cell::Nothing => {}
                    }
                }
                text.push('\n');
            }
            Part::Parquet(columns) => {
                for (column, cell) in columns.iter_mut().zip(cells) {
                    column.push(cell?);
                }
            }
        }
        Ok(())
    }
}

pub enum Writer {
    Csv(BufWriter<Sink>),
    /// The rows of the group that is not written yet, too.
    Parquet(Box<SerializedFileWriter<BufWriter<Sink>>>, Vec<Column>),
}

/// The rows of a group. A whole group is in memory before it is written: some 200 bytes a row with all fields.
const GROUP: usize = 1 << 18;

impl Writer {
    /// Begins a data set; Parquet keeps the notes too, as names and texts.
    pub fn new(is_parquet: bool, sink: Sink, fields: &[Field], notes: &[(&str, String)]) -> Result<Writer> {
        let mut out = BufWriter::with_capacity(1 << 16, sink);
        if is_parquet {
            return Ok(Writer::Parquet(Box::new(parquet(out, fields, notes)?), empty(fields.len())));
        }
        let names: Vec<String> = fields.iter().map(|field| field.name()).collect();
        writeln!(out, "{}", names.join(","))?;
        Ok(Writer::Csv(out))
    }

    pub fn append(&mut self, part: Part) -> Result<()> {
        match (self, part) {
            (Writer::Csv(out), Part::Csv(text)) => out.write_all(text.as_bytes())?,
            (Writer::Parquet(out, group), Part::Parquet(columns)) => {
                group.iter_mut().zip(columns).for_each(|(column, more)| column.append(more));
                if group[0].there.len() >= GROUP {
                    write_group(out, group)?;
                }
            }
            _ => debug_assert!(false, "a part has the format of its data set"),
        }
        Ok(())
    }

    /// Writes what is left, and returns the place that it was written to.
    pub fn finish(self) -> Result<Sink> {
        let out = match self {
            Writer::Csv(out) => out,
            Writer::Parquet(mut out, mut group) => {
                if !group[0].there.is_empty() {
                    write_group(&mut out, &mut group)?;
                }
                out.into_inner().map_err(cause)?
            }
        };
        out.into_inner().map_err(IntoInnerError::into_error).context("cannot write the data set")
    }
}

/// The values of one field in some rows.
#[derive(Default)]
pub struct Column {
    /// For each row 1 if it has a value, else 0.
    there: Vec<i16>,
    /// The numbers, or where each text ends among all.
    values: Vec<u64>,
    /// All texts, one behind the other.
    texts: String,
}

impl Column {
    fn push(&mut self, cell: Cell) {
        self.there.push(i16::from(cell != Cell::Nothing));
        match cell {
            Cell::Text(text) => {
                self.texts.push_str(&text);
                self.values.push(self.texts.len() as u64);
            }
            Cell::Flag(flag) => self.values.push(flag.into()),
            Cell::Number(number) => self.values.push(number),
            Cell::Nothing => {}
        }
    }

    fn append(&mut self, more: Column) {
        // Where the further texts begin; 0 in a column of numbers.
        let start = self.texts.len() as u64;
        self.there.extend(more.there);
        self.values.extend(more.values.iter().map(|value| start + value));
        self.texts.push_str(&more.texts);
    }

    fn write(self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let Column { there, values, texts } = self;
        // Parquet stores an unsigned number as the signed one with the same bits.
        match writer.untyped() {
            ColumnWriter::BoolColumnWriter(column) => {
                let values: Vec<bool> = values.iter().map(|&value| value == 1).collect();
                column.write_batch(&values, Some(&there), None)
            }
            ColumnWriter::Int32ColumnWriter(column) => {
                let values: Vec<i32> = values.iter().map(|&value| value as i32).collect();
                column.write_batch(&values, Some(&there), None)
            }
            ColumnWriter::Int64ColumnWriter(column) => {
                let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
                column.write_batch(&values, Some(&there), None)
            }
            ColumnWriter::ByteArrayColumnWriter(column) => {
                let (all, mut start) = (ByteArray::from(texts.into_bytes()), 0);
                let text = |&end: &u64| {
                    let begin = mem::replace(&mut start, end as usize);
                    all.slice(begin, end as usize - begin)
                };
                let values: Vec<ByteArray> = values.iter().map(text).collect();
                column.write_batch(&values, Some(&there), None)
            }
            _ => Err(ParquetError::General("no field has such a type".into())),
        }?;
        writer.close()
    }
}

fn empty(fields: usize) -> Vec<Column> {
    (0..fields).map(|_| Column::default()).collect()
}

/// Begins a file with those fields, and with notes, each a name and a text.
fn parquet(
    out: BufWriter<Sink>,
    fields: &[Field],
    notes: &[(&str, String)],
) -> Result<SerializedFileWriter<BufWriter<Sink>>> {
    let columns: String = fields.iter().map(|field| field.declaration()).collect();
    let schema = parse_message_type(&format!("message position {{ {columns} }}"))?;
    let notes = notes.iter().map(|(name, text)| KeyValue::new(name.to_string(), text.clone()));
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_created_by(concat!("bolshak ", env!("CARGO_PKG_VERSION")).into())
        .set_key_value_metadata(Some(notes.collect()));
    // A dictionary helps where values repeat: no two rows have the same position.
    for field in fields.iter().filter(|field| matches!(field, Field::Fen | Field::Entry)) {
        properties = properties.set_column_dictionary_enabled(field.name().into(), false);
    }
    if fields.contains(&Field::Entry) {
        properties = properties.set_column_encoding(Field::Entry.name().into(), Encoding::DELTA_BINARY_PACKED);
    }
    Ok(SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?)
}

/// Writes the rows of a group, and empties it.
fn write_group(out: &mut SerializedFileWriter<BufWriter<Sink>>, group: &mut [Column]) -> Result<()> {
    let mut row_group = out.next_row_group().map_err(cause)?;
    for column in group {
        if let Some(writer) = row_group.next_column().map_err(cause)? {
            mem::take(column).write(writer).map_err(cause)?;
        }
    }
    row_group.close().map_err(cause)?;
    Ok(())
}

/// The error of the file, if that is the cause.
fn cause(error: ParquetError) -> anyhow::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<std::io::Error>() {
            Ok(error) => (*error).into(),
            Err(error) => anyhow::anyhow!(error),
        },
        error => error.into(),
    }
}
