//! Rows as CSV or Parquet.

use std::io::{BufWriter, IntoInnerError, Write};
use std::sync::Arc;

use anyhow::{Context, Result};
use bolshak::board::Game;
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use crate::export::args::{Cell, Field, Kind, Row};
use crate::shared::files::Sink;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    Csv,
    Parquet,
}

pub enum Part {
    Csv(String),
    Parquet(Vec<Column>),
}

impl Part {
    pub fn new(format: Rows, fields: &[Field]) -> Part {
        match format {
            Rows::Csv => Part::Csv(String::new()),
            Rows::Parquet => Part::Parquet(empty(fields)),
        }
    }

    pub fn push<G: Game>(&mut self, fields: &[Field], row: &Row<'_, G>) -> Result<()> {
        match self {
            Part::Csv(text) => {
                for (number, field) in fields.iter().enumerate() {
                    text.push_str(if number == 0 { "" } else { "," });
                    push_cell(text, &field.cell(row)?);
                }
                text.push('\n');
            }
            Part::Parquet(columns) => {
                for (field, column) in fields.iter().zip(columns) {
                    column.push(field.cell(row)?);
                }
            }
        }
        Ok(())
    }
}

/// Appends a value to a line of CSV, in quotes if it has a comma.
fn push_cell(text: &mut String, cell: &Cell) {
    match cell {
        Cell::Text(value) if value.contains(',') => {
            text.push('"');
            text.push_str(value);
            text.push('"');
        }
        Cell::Text(value) => text.push_str(value),
        Cell::Name(value) => text.push_str(value),
        Cell::Flag(value) => text.push_str(if *value { "true" } else { "false" }),
        Cell::Number(value) => text.push_str(&value.to_string()),
        Cell::Nothing => {}
    }
}

pub enum Writer {
    Csv(BufWriter<Sink>),
    Parquet(Box<ParquetWriter>),
}

impl Writer {
    /// Begins a data set; Parquet keeps the notes too, as names and texts.
    pub fn new(format: Rows, sink: Sink, fields: &[Field], notes: &[(&str, String)]) -> Result<Writer> {
        let mut out = BufWriter::with_capacity(1 << 16, sink);
        match format {
            Rows::Csv => {
                let names: Vec<String> = fields.iter().map(|field| field.name()).collect();
                writeln!(out, "{}", names.join(","))?;
                Ok(Writer::Csv(out))
            }
            Rows::Parquet => Ok(Writer::Parquet(Box::new(ParquetWriter::new(out, fields, notes)?))),
        }
    }

    pub fn append(&mut self, part: Part) -> Result<()> {
        match (self, part) {
            (Writer::Csv(out), Part::Csv(text)) => Ok(out.write_all(text.as_bytes())?),
            (Writer::Parquet(out), Part::Parquet(columns)) => out.append(columns),
            _ => Ok(()),
        }
    }

    /// Writes what is left, and returns the place that it was written to.
    pub fn finish(self) -> Result<Sink> {
        let out = match self {
            Writer::Csv(out) => out,
            Writer::Parquet(out) => out.finish()?,
        };
        out.into_inner().map_err(IntoInnerError::into_error).context("cannot write the data set")
    }
}

/// The rows of a group. A whole group is in memory before it is written: some 100 bytes a row with all fields.
const GROUP: usize = 1 << 18;

/// The values of one field in some rows.
pub struct Column {
    values: ColumnValues,
    /// For each row 1 if it has a value, else 0; `None` if the field always has one.
    there: Option<Vec<i16>>,
}

enum ColumnValues {
    /// All texts in one, and where each ends.
    Texts(String, Vec<usize>),
    Names(Vec<&'static str>),
    Flags(Vec<bool>),
    /// Parquet stores an unsigned number as the signed one with the same bits.
    Numbers32(Vec<i32>),
    Numbers64(Vec<i64>),
}

impl Column {
    pub fn new(kind: Kind) -> Column {
        let values = match kind {
            Kind::Text | Kind::OptionalText => ColumnValues::Texts(String::new(), Vec::new()),
            Kind::Name => ColumnValues::Names(Vec::new()),
            Kind::Flag => ColumnValues::Flags(Vec::new()),
            Kind::Number16 | Kind::OptionalNumber16 => ColumnValues::Numbers32(Vec::new()),
            Kind::Number64 => ColumnValues::Numbers64(Vec::new()),
        };
        Column { values, there: kind.is_optional().then(Vec::new) }
    }

    pub fn push(&mut self, cell: Cell) {
        self.there.iter_mut().for_each(|there| there.push(i16::from(cell != Cell::Nothing)));
        match (&mut self.values, cell) {
            (ColumnValues::Texts(all, ends), Cell::Text(text)) => {
                all.push_str(&text);
                ends.push(all.len());
            }
            (ColumnValues::Names(names), Cell::Name(name)) => names.push(name),
            (ColumnValues::Flags(flags), Cell::Flag(flag)) => flags.push(flag),
            (ColumnValues::Numbers32(numbers), Cell::Number(number)) => numbers.push(number as u32 as i32),
            (ColumnValues::Numbers64(numbers), Cell::Number(number)) => numbers.push(number as i64),
            (_, cell) => debug_assert!(cell == Cell::Nothing, "{cell:?} is not of the kind of its field"),
        }
    }

    fn append(&mut self, more: Column) {
        self.there.iter_mut().for_each(|there| there.extend(more.there.iter().flatten()));
        match (&mut self.values, more.values) {
            (ColumnValues::Texts(all, ends), ColumnValues::Texts(more, more_ends)) => {
                ends.extend(more_ends.into_iter().map(|end| all.len() + end));
                all.push_str(&more);
            }
            (ColumnValues::Names(names), ColumnValues::Names(more)) => names.extend(more),
            (ColumnValues::Flags(flags), ColumnValues::Flags(more)) => flags.extend(more),
            (ColumnValues::Numbers32(numbers), ColumnValues::Numbers32(more)) => numbers.extend(more),
            (ColumnValues::Numbers64(numbers), ColumnValues::Numbers64(more)) => numbers.extend(more),
            _ => debug_assert!(false, "columns of one field are of one kind"),
        }
    }

    fn rows(&self) -> usize {
        let values = match &self.values {
            ColumnValues::Texts(_, ends) => ends.len(),
            ColumnValues::Names(names) => names.len(),
            ColumnValues::Flags(flags) => flags.len(),
            ColumnValues::Numbers32(numbers) => numbers.len(),
            ColumnValues::Numbers64(numbers) => numbers.len(),
        };
        self.there.as_ref().map_or(values, Vec::len)
    }

    fn write(self, mut writer: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let there = self.there.as_deref();
        match self.values {
            ColumnValues::Texts(all, ends) => {
                let all = ByteArray::from(all.into_bytes());
                let starts = std::iter::once(0).chain(ends.iter().copied());
                let texts: Vec<ByteArray> =
                    starts.zip(&ends).map(|(start, end)| all.slice(start, end - start)).collect();
                writer.typed::<ByteArrayType>().write_batch(&texts, there, None)
            }
            ColumnValues::Names(names) => {
                let names: Vec<ByteArray> = names.into_iter().map(ByteArray::from).collect();
                writer.typed::<ByteArrayType>().write_batch(&names, there, None)
            }
            ColumnValues::Flags(flags) => writer.typed::<BoolType>().write_batch(&flags, there, None),
            ColumnValues::Numbers32(numbers) => writer.typed::<Int32Type>().write_batch(&numbers, there, None),
            ColumnValues::Numbers64(numbers) => writer.typed::<Int64Type>().write_batch(&numbers, there, None),
        }?;
        writer.close()
    }
}

pub struct ParquetWriter {
    writer: SerializedFileWriter<BufWriter<Sink>>,
    fields: Vec<Field>,
    /// The rows that are not written yet.
    group: Vec<Column>,
}

impl ParquetWriter {
    /// Begins a file with those fields, and with notes, each a name and a text.
    pub fn new(out: BufWriter<Sink>, fields: &[Field], notes: &[(&str, String)]) -> Result<ParquetWriter> {
        let columns: String = fields.iter().map(|field| declaration(*field)).collect();
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
            let field = Field::Entry;
            properties = properties.set_column_encoding(field.name().into(), Encoding::DELTA_BINARY_PACKED);
        }
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?;
        let group = empty(fields);
        Ok(ParquetWriter { writer, fields: fields.to_vec(), group })
    }

    pub fn append(&mut self, columns: Vec<Column>) -> Result<()> {
        for (column, more) in self.group.iter_mut().zip(columns) {
            column.append(more);
        }
        if self.group[0].rows() >= GROUP { self.write_group() } else { Ok(()) }
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group().map_err(cause)?;
        for column in std::mem::replace(&mut self.group, empty(&self.fields)) {
            if let Some(writer) = group.next_column().map_err(cause)? {
                column.write(writer).map_err(cause)?;
            }
        }
        group.close().map_err(cause)?;
        Ok(())
    }

    /// Writes the remaining rows, and the footer, which has the places of all columns.
    pub fn finish(mut self) -> Result<BufWriter<Sink>> {
        if self.group[0].rows() > 0 {
            self.write_group()?;
        }
        self.writer.into_inner().map_err(cause)
    }
}

fn empty(fields: &[Field]) -> Vec<Column> {
    fields.iter().map(|field| Column::new(field.kind())).collect()
}

fn declaration(field: Field) -> String {
    let repetition = if field.kind().is_optional() { "OPTIONAL" } else { "REQUIRED" };
    let (physical, logical) = match field.kind() {
        Kind::Text | Kind::Name | Kind::OptionalText => ("BYTE_ARRAY", " (STRING)"),
        Kind::Flag => ("BOOLEAN", ""),
        Kind::Number16 | Kind::OptionalNumber16 => ("INT32", " (INTEGER(16,false))"),
        Kind::Number64 => ("INT64", " (INTEGER(64,false))"),
    };
    format!("{repetition} {physical} {}{logical};", field.name())
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
