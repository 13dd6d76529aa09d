//! Options that several commands have, the values that they take, and the endings and sides to move that they name.

use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use bolshak::board::GameName;
use bolshak::generate::{Request, Settings};
use bolshak::index::{Ending, Mover};
use bolshak::table::Metric;
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

pub type Wrong = Box<dyn Error + Send + Sync>;

/// A parser for the whole numbers of a range.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Wrong> + Clone + Send + Sync + 'static
where
    T: Copy + Into<i64> + TryFrom<i64> + Send + Sync + 'static,
{
    let (least, most) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let value = text.parse()?;
        let number = T::try_from(value).ok().filter(|_| (least..=most).contains(&value));
        let wrong = || Said::new("expected-range", &[("value", &value), ("least", &least), ("most", &most)]);
        Ok(number.ok_or_else(wrong)?)
    }
}

pub fn positive(text: &str) -> Result<u64, Wrong> {
    match text.parse()? {
        0 => Err(Said::new("expected-positive", &[]).into()),
        number => Ok(number),
    }
}

/// The tables that are wanted, and how they are made.
#[derive(clap::Args)]
pub struct Wanted {
    /// Every ending of up to N pieces [default: 4, unless endings are named]
    #[arg(long, value_name = "N", value_parser = number(2..=8_u8), allow_negative_numbers = true)]
    pieces: Option<u8>,

    /// An ending, with those that it needs; may be repeated
    #[arg(long, value_name = "ENDING")]
    material: Vec<Ending>,

    /// The tables to make: wdl (who wins), dtw (in how many plies), dtz (plies to the next move that zeroes the clock).
    /// Without dtw a run takes less time, memory and disk [default: all]
    #[arg(long, value_name = "METRIC,...", value_delimiter = ',', default_values_t = Metric::ALL)]
    #[arg(value_parser = one_of(Metric::ALL), hide_possible_values = true, hide_default_value = true)]
    metrics: Vec<Metric>,

    /// Resident memory that a run may have, as in 4GiB or 900MB [default: three quarters of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,

    /// Level of compression: higher is slower and smaller
    #[arg(long, value_name = "N", default_value_t = Settings::LEVEL, allow_negative_numbers = true)]
    #[arg(value_parser = number(1..=22_i32))]
    pub level: i32,
}

impl Wanted {
    /// The request; `disk` is the directory of values in work, if one is named.
    pub fn request(&self, game: GameName, disk: Option<&Path>) -> Request {
        let pieces = self.pieces.or(self.material.is_empty().then_some(4));
        let mut request = pieces.map_or(Request::endings(Vec::new()), Request::pieces);
        request.endings.extend(&self.material);
        let mut settings = Settings::default().game(game).metrics(&Metric::sorted(&self.metrics)).level(self.level);
        settings.memory = self.memory.unwrap_or(settings.memory);
        settings.disk = disk.map(Path::to_path_buf);
        request.settings(settings)
    }
}

/// The sides to move. The first-named side of an ending is White.
pub const TURNS: &[(&str, &str, Mover)] = &[
    ("white", "The first-named side of the ending is to move", Mover::First),
    (
        "black",
        "The second-named side is to move; none where both sides are alike, since turning the board makes them one",
        Mover::Second,
    ),
];

/// The endings that --pieces and --material name; some may be there twice.
pub fn named(pieces: Option<u8>, material: &[Ending]) -> Vec<Ending> {
    let all = pieces.into_iter().flat_map(|pieces| (2..=pieces).flat_map(Ending::all));
    all.chain(material.iter().copied()).collect()
}

pub fn in_order(mut endings: Vec<Ending>) -> Vec<Ending> {
    endings.sort();
    endings.dedup();
    endings
}

pub fn sides(endings: &[Ending], turn: Option<Mover>) -> Vec<(Ending, Mover)> {
    let movers = |ending: Ending| ending.movers().iter().map(move |&mover| (ending, mover));
    let is_wanted = |(_, mover): &(Ending, Mover)| turn.is_none_or(|turn| turn == *mover);
    in_order(endings.to_vec()).into_iter().flat_map(movers).filter(is_wanted).collect()
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
