//! Options that several commands have, the values that they take, and the endings and sides to move that they name.

use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use bolshak::board::{Game, GameName};
use bolshak::generate::{Request, Settings};
use bolshak::index::{Ending, Mover};
use bolshak::probe::Tablebase;
use bolshak::table::Metric;
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use thiserror::Error;

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

/// A parser for the whole numbers of a range.
pub fn number<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Expected> + Clone + Send + Sync + 'static
where
    T: Copy + Into<i64> + TryFrom<i64> + Send + Sync + 'static,
{
    let (least, most) = ((*range.start()).into(), (*range.end()).into());
    move |text| {
        let value = text.parse().map_err(Expected::Number)?;
        let number = T::try_from(value).ok().filter(|_| (least..=most).contains(&value));
        number.ok_or(Expected::Range { value, least, most })
    }
}

/// Reads a whole number from 1 on.
pub fn positive(text: &str) -> Result<u64, Expected> {
    match text.parse().map_err(Expected::Number)? {
        0 => Err(Expected::Positive),
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
        request.settings(self.settings(game, disk))
    }

    pub fn settings(&self, game: GameName, disk: Option<&Path>) -> Settings {
        let mut settings = Settings::default().game(game).metrics(&Metric::sorted(&self.metrics)).level(self.level);
        settings.memory = self.memory.unwrap_or(settings.memory);
        settings.disk = disk.map(Path::to_path_buf);
        settings
    }
}

/// The side to move. The first-named side of an ending is White.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Turn {
    /// The first-named side of the ending is to move
    White,
    /// The second-named side is to move; none where both sides are alike, since turning the board makes them one
    Black,
}

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

/// The endings in order, each with the sides to move that are wanted.
pub fn sides(endings: &[Ending], turn: Option<Turn>) -> Vec<(Ending, Mover)> {
    let wanted = |mover: Mover| match turn {
        None => true,
        Some(Turn::White) => mover == Mover::First,
        Some(Turn::Black) => mover == Mover::Second,
    };
    let movers = |ending: Ending| ending.movers().iter().map(move |&mover| (ending, mover));
    in_order(endings.to_vec()).into_iter().flat_map(movers).filter(|&(_, mover)| wanted(mover)).collect()
}

/// The endings that were named, or all that have tables.
pub fn endings<G: Game>(tablebase: &Tablebase<G>, named: &[Ending]) -> Vec<Ending> {
    if named.is_empty() { tablebase.endings() } else { named.to_vec() }
}

/// Reads a number of bytes: 4GiB, 900MB, 2g, 1000000.
pub fn bytes(text: &str) -> Result<u64, Expected> {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| Expected::Bytes)?;
    let unit = text[digits..].trim().to_ascii_lowercase();
    let factor = match unit.chars().next() {
        None | Some('b') if unit.len() < 2 => 1.0,
        Some(letter) => {
            let power = 1 + "kmgt".find(letter).ok_or(Expected::Bytes)? as i32;
            match &unit[1..] {
                "" | "ib" => 1024f64.powi(power),
                "b" => 1000f64.powi(power),
                _ => return Err(Expected::Bytes),
            }
        }
        None => return Err(Expected::Bytes),
    };
    let bytes = number * factor;
    if bytes < u64::MAX as f64 { Ok(bytes as u64) } else { Err(Expected::Bytes) }
}

/// Reads a time: 5s, 500ms, 2min, 1h; seconds, if no unit is given.
pub fn time(text: &str) -> Result<Duration, Expected> {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(text.len());
    let number: f64 = text[..digits].parse().map_err(|_| Expected::Time)?;
    let seconds = match text[digits..].trim() {
        "ms" => number / 1000.0,
        "" | "s" | "sec" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(Expected::Time),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| Expected::Time)
}

/// A value is not what its option takes.
#[derive(Clone, Debug, Error)]
pub enum Expected {
    #[error(transparent)]
    Number(ParseIntError),
    #[error("{value} is not in {least}..={most}")]
    Range { value: i64, least: i64, most: i64 },
    #[error("0 is not in 1..{}", u64::MAX)]
    Positive,
    #[error("expected a number of bytes as in 4GiB, 900MB or 1000000000")]
    Bytes,
    #[error("expected a number of plies from 0 to {}", u64::MAX)]
    Plies,
    #[error("expected a time as in 5s, 500ms or 2min")]
    Time,
    #[error("expected a number of hours as in 6 or 0.5")]
    Hours,
    #[error("expected an address such as 127.0.0.1 or ::, and --port for the port")]
    Address,
}

impl Expected {
    /// The same in Russian.
    pub fn in_russian(&self) -> String {
        match self {
            Expected::Number(error) => no_number_in_russian(error),
            Expected::Range { least, most, .. } => format!("нужно число от {least} до {most}"),
            Expected::Positive => "нужно число не меньше 1".into(),
            Expected::Bytes => "нужно число байтов, например 4GiB, 900MB или 1000000000".into(),
            Expected::Plies => format!("нужно число полуходов от 0 до {}", u64::MAX),
            Expected::Time => "нужно время, например 5s, 500ms или 2min".into(),
            Expected::Hours => "нужно число часов, например 6 или 0.5".into(),
            Expected::Address => "нужен адрес, например 127.0.0.1 или ::, а порт задаёт --port".into(),
        }
    }
}

/// Why a text is not a whole number, in Russian.
pub fn no_number_in_russian(error: &ParseIntError) -> String {
    match error.kind() {
        IntErrorKind::PosOverflow => "число слишком велико",
        IntErrorKind::NegOverflow => "число слишком мало",
        _ => "нужно целое число",
    }
    .into()
}
