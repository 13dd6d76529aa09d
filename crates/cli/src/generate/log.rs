//! The log of a run.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use bolshak_system as system;

/// A log file beside the tables, with a time before each line.
pub struct Log {
    directory: PathBuf,
    /// Nothing if the file could not be made: a run does without its log.
    file: OnceLock<Option<File>>,
}

impl Log {
    /// A log that is not begun yet.
    pub fn new(directory: &Path) -> Log {
        Log { directory: directory.into(), file: OnceLock::new() }
    }

    /// Makes the file.
    pub fn begin(&self) {
        let path = self.directory.join(format!("generate-{}.log", in_words(SystemTime::now()).replace(':', "-")));
        // Opening a pipe would wait for a reader.
        let open = || File::options().create(true).append(true).open(&path).ok();
        self.file.get_or_init(|| if system::is_unusual(&path) { None } else { open() });
    }

    /// Writes lines, if the log has begun.
    pub fn write(&self, lines: &str) {
        if let Some(mut file) = self.file.get().and_then(Option::as_ref) {
            let now = in_words(SystemTime::now());
            for line in lines.lines() {
                // A log that cannot be written is no reason to stop.
                let _ = writeln!(file, "{now} {line}");
            }
        }
    }
}

/// The last second of the year 9999, since 1970.
const LAST_SECOND: Duration = Duration::from_secs(253_402_300_799);

/// A time as `2025-03-01T12:00:00Z`. A time before 1970 or after 9999 has no such text; the nearest that has one stands for
/// it.
fn in_words(time: SystemTime) -> String {
    let time = time.clamp(SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + LAST_SECOND);
    humantime::format_rfc3339_seconds(time).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_has_a_text() {
        let (epoch, year) = (SystemTime::UNIX_EPOCH, Duration::from_secs(365 * 24 * 3600));
        for (time, text) in [
            (epoch + Duration::from_secs(951_782_400), "2000-02-29T00:00:00Z"),
            (epoch, "1970-01-01T00:00:00Z"),
            (epoch - Duration::from_nanos(1), "1970-01-01T00:00:00Z"),
            (epoch - 100 * year, "1970-01-01T00:00:00Z"),
            (epoch + LAST_SECOND, "9999-12-31T23:59:59Z"),
            (epoch + LAST_SECOND + Duration::from_nanos(999_999_999), "9999-12-31T23:59:59Z"),
            (epoch + LAST_SECOND + Duration::from_secs(1), "9999-12-31T23:59:59Z"),
            (epoch + 10_000 * year, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(in_words(time), text);
        }
    }
}
