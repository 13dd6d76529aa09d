//! Times, sizes and other numbers for people.

use std::time::Duration;

use crate::lang::{Lang, say_in};

/// A time in the unit that suits it.
pub fn duration(lang: Lang, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (id, number) = match seconds {
        ..100.0 => ("seconds", seconds),
        ..6000.0 => ("minutes", seconds / 60.0),
        ..172_800.0 => ("hours", seconds / 3600.0),
        _ => ("days", seconds / 86400.0),
    };
    say_in(lang, id, &[("number", decimal(lang, number, 1).into())])
}

/// A number of bytes, by thousands.
pub fn bytes(lang: Lang, bytes: u64) -> String {
    let bytes = bytes as f64;
    let (id, number) = match bytes {
        ..1e6 => ("kilobytes", bytes / 1e3),
        ..1e9 => ("megabytes", bytes / 1e6),
        _ => ("gigabytes", bytes / 1e9),
    };
    say_in(lang, id, &[("number", decimal(lang, number, 1).into())])
}

/// A number with its thousands apart.
pub fn thousands(lang: Lang, number: u64) -> String {
    match lang {
        Lang::En => grouped(number),
        Lang::Ru => grouped(number).replace(',', "\u{a0}"),
    }
}

/// A number with some decimals.
pub fn decimal(lang: Lang, number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match lang {
        Lang::En => text,
        Lang::Ru => text.replace('.', ","),
    }
}

/// A number with commas between the thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}
