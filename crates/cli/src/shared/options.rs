//! Values of options, and options that several commands have.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::lang::Said;

/// A parser for the names of some values, which shells can complete.
pub fn one_of<T, const N: usize>(all: [T; N]) -> impl TypedValueParser<Value = T>
where
    T: Display + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.each_ref().map(T::to_string)).map(move |name| {
        let named = all.iter().find(|value| value.to_string() == name);
        named.expect("the names are those of all values").clone()
    })
}

/// A parser for values with a name and a help, which shells can complete.
pub fn described<T>(all: &'static [(&'static str, &'static str, T)]) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = all.iter().map(|(name, help, _)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).map(move |name| {
        let named = all.iter().find(|(known, ..)| *known == name);
        named.expect("the names are those of all values").2.clone()
    })
}

/// A parser for the whole numbers of a range.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Said> + Clone + Send + Sync + 'static
where
    T: Copy + Into<i64> + TryFrom<i64> + Send + Sync + 'static,
{
    let (least, most) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let value = text.parse().ok().filter(|value| (least..=most).contains(value));
        let number = value.and_then(|value| T::try_from(value).ok());
        number.ok_or_else(|| Said::new("expected-range", &[("least", &least), ("most", &most)]))
    }
}

pub fn positive(text: &str) -> Result<u64, Said> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| Said::new("expected-positive", &[]))
}

/// The form of the rows for programs.
#[derive(clap::Args, Clone, Copy)]
pub struct Form {
    /// A line of JSON for each row
    #[arg(long)]
    pub json: bool,

    /// CSV: the names of the columns, then a line for each row
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

/// Reads a number of bytes: 4GiB, 900MB, 2g, 1000000.
pub fn bytes(text: &str) -> Result<u64, Said> {
    let bytes = number_and_unit(text).and_then(|(number, unit)| {
        let factor: u64 = match &*unit.to_ascii_lowercase() {
            "" | "b" => 1,
            "kb" => 1000,
            "mb" => 1000_u64.pow(2),
            "gb" => 1000_u64.pow(3),
            "tb" => 1000_u64.pow(4),
            "k" | "kib" => 1 << 10,
            "m" | "mib" => 1 << 20,
            "g" | "gib" => 1 << 30,
            "t" | "tib" => 1 << 40,
            _ => return None,
        };
        Some(number * factor as f64).filter(|&bytes| bytes < u64::MAX as f64)
    });
    bytes.map(|bytes| bytes as u64).ok_or_else(|| Said::new("expected-bytes", &[]))
}

/// Reads a time: 5s, 500ms, 2min, 1h; seconds, if no unit is given.
pub fn time(text: &str) -> Result<Duration, Said> {
    let seconds = number_and_unit(text).and_then(|(number, unit)| match unit {
        "ms" => Some(number / 1000.0),
        "" | "s" | "sec" => Some(number),
        "m" | "min" => Some(number * 60.0),
        "h" => Some(number * 3600.0),
        _ => None,
    });
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| Said::new("expected-time", &[]))
}

fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..digits].parse().ok()?, text[digits..].trim()))
}
