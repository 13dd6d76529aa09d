//! Times and sizes of forecasts.

use std::time::Duration;

/// A time in the unit that suits it.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..100.0 => format!("{seconds:.1} s"),
        ..6000.0 => format!("{:.1} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86400.0),
    }
}

/// A number of bytes, by thousands.
pub fn bytes(bytes: u64) -> String {
    let bytes = bytes as f64;
    match bytes {
        ..1e6 => format!("{:.1} kB", bytes / 1e3),
        ..1e9 => format!("{:.1} MB", bytes / 1e6),
        _ => format!("{:.1} GB", bytes / 1e9),
    }
}
