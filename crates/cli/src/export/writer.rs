//! Rows as CSV or Parquet.

use std::io::{BufWriter, IntoInnerError, Write};

use anyhow::{Context, Result};
use bolshak::board::Game;

use crate::shared::sink::Sink;

use super::field::{Cell, Field, Row};
use super::parquet::{Column, ParquetWriter};

/// The format of a data set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    Csv,
    Parquet,
}

/// Some rows in their format.
pub enum Part {
    Csv(String),
    Parquet(Vec<Column>),
}

impl Part {
    /// No rows.
    pub fn new(format: Rows, fields: &[Field]) -> Part {
        match format {
            Rows::Csv => Part::Csv(String::new()),
            Rows::Parquet => Part::Parquet(fields.iter().map(|field| Column::new(field.kind())).collect()),
        }
    }

    /// Appends a row.
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

/// A data set that is being written.
pub enum Writer {
    Csv(BufWriter<Sink>),
    Parquet(Box<ParquetWriter<BufWriter<Sink>>>),
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

    /// Appends rows of the same format.
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
