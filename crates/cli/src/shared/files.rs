//! Lines that are read, of bounded length, and files that appear when they are complete.

pub use bolshak_answers::api::LONGEST_LINE;
use std::borrow::Cow;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use bolshak::{pdn, shown};
use bolshak_system as system;
use serde::Serialize;
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::lang::Said;

/// Reads a line without its end, and returns whether it is complete: of a line longer than [`LONGEST_LINE`] the rest is
/// skipped. `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    // The longest line may end with "\r\n".
    let read = input.by_ref().take(LONGEST_LINE as u64 + 2).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(None);
    }
    let ended = line.pop_if(|&mut last| last == b'\n').is_some();
    if ended {
        line.pop_if(|&mut last| last == b'\r');
    }
    if line.len() <= LONGEST_LINE {
        return Ok(Some(true));
    }
    line.truncate(LONGEST_LINE);
    if !ended {
        input.skip_until(b'\n')?;
    }
    Ok(Some(false))
}

/// An input of lines as it is, or decoded whole if it begins with the mark of UTF-16, as some programs of Windows write it.
pub fn plain_lines(mut input: impl BufRead + 'static) -> io::Result<BufReader<Box<dyn Read>>> {
    let is_utf_16 = matches!(input.fill_buf()?, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    let plain: Box<dyn Read> = if is_utf_16 {
        let mut all = Vec::new();
        input.read_to_end(&mut all)?;
        Box::new(Cursor::new(pdn::decode(&all).into_owned()))
    } else {
        Box::new(input)
    };
    Ok(BufReader::with_capacity(1 << 16, plain))
}

/// The text of a line in UTF-8, or in a Cyrillic code page.
pub fn text_of(line: &[u8]) -> Cow<'_, str> {
    std::str::from_utf8(line).map_or_else(|_| pdn::decode(line), Cow::Borrowed)
}

pub fn write_json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(value)?)
}

/// Writes some fields of a row as a line of CSV, with nothing for those that are absent or null.
pub fn write_csv(out: &mut impl Write, columns: &[&str], row: &impl Serialize) -> io::Result<()> {
    let row = serde_json::to_value(row)?;
    let cell = |name: &&str| match &row[*name] {
        Value::Null => String::new(),
        Value::String(text) => csv_text(text).into_owned(),
        other => other.to_string(),
    };
    let cells: Vec<String> = columns.iter().map(cell).collect();
    writeln!(out, "{}", cells.join(","))
}

/// A text without quotes in it as a cell of CSV.
pub fn csv_text(text: &str) -> Cow<'_, str> {
    if text.contains(',') { format!("\"{text}\"").into() } else { text.into() }
}

/// Writes a file, which appears when it is complete, in place of any other.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = Sink::open(Some(path))?;
    file.write_all(bytes).map_err(|error| not_written(path).because(error))?;
    file.finish()
}

/// Standard output, or a file under a temporary name beside the final one. If it is dropped before [`Sink::finish`], the file
/// is removed. The file of a killed process is removed when the next one is made in the same directory.
pub enum Sink {
    Stdout(io::Stdout),
    File { file: NamedTempFile, path: PathBuf },
}

fn not_written(path: &Path) -> Said {
    Said::new("cannot-write", &[("path", &shown(path))])
}

/// How the names of unfinished files start; letters and digits follow.
const TEMPORARY: &str = ".bolshak-";

impl Sink {
    pub fn open(path: Option<&Path>) -> Result<Sink> {
        let Some(path) = path else { return Ok(Sink::Stdout(io::stdout())) };
        if system::is_unusual(path) {
            return Err(Said::new("no-file-there", &[("path", &shown(path))]).into());
        }
        // A symbolic link is kept, and the file that it points to is replaced.
        let path = &path.canonicalize().unwrap_or_else(|_| path.into());
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = unfinished(directory).map_err(|error| not_written(path).because(error))?;
        Ok(Sink::File { file, path: path.into() })
    }

    /// As [`Sink::finish`], with a file that may only be read, so that nobody writes into it by mistake.
    pub fn finish_read_only(self) -> Result<()> {
        if let Sink::File { file, path } = &self {
            system::protect(file.as_file()).map_err(|error| not_written(path).because(error))?;
        }
        self.finish()
    }

    /// Flushes, and renames the file to its final name, in place of any other.
    pub fn finish(self) -> Result<()> {
        match self {
            Sink::Stdout(mut out) => Ok(out.flush()?),
            Sink::File { file, path } => {
                file.as_file().sync_all().map_err(|error| not_written(&path).because(error))?;
                system::replace(file.path(), &path).map_err(|error| {
                    let remedy = system::remedy_of_replacing(&error);
                    not_written(&path).because(error).with_remedy(remedy)
                })?;
                Ok(())
            }
        }
    }
}

/// Makes an unfinished file, which is locked as long as its process lives, and removes those of dead processes.
fn unfinished(directory: &Path) -> io::Result<NamedTempFile> {
    remove_leftovers(directory);
    loop {
        // If tempfile makes the file itself, the error lacks its number.
        let create = |path: &Path| File::options().create_new(true).read(true).write(true).open(path);
        let file = tempfile::Builder::new().prefix(TEMPORARY).make_in(directory, create)?;
        match system::try_lock(file.as_file()) {
            Ok(()) if file.path().try_exists()? => return Ok(file),
            // Before it was locked, another process took it for a leftover.
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // Where files cannot be locked, none is taken for a leftover.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// Removes the unfinished files of processes that were killed, as far as that is possible.
fn remove_leftovers(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY));
        let is_unfinished = random.is_some_and(|random| random.len() == 6 && random.chars().all(char::is_alphanumeric));
        if is_unfinished
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::options().write(true).open(entry.path())
            && system::try_lock(&file).is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            // Errors of the named file would show its temporary name.
            Sink::File { file, .. } => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        // A file keeps nothing back.
        if let Sink::Stdout(out) = self { out.flush() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        let long = |length: usize, end: &str| "a".repeat(length) + end;
        let text = [
            long(3, "\r\n"),
            long(LONGEST_LINE, "\r\n"),
            long(LONGEST_LINE + 1, "\n"),
            long(3 * LONGEST_LINE, "\n"),
            long(0, "\n"),
            long(LONGEST_LINE + 2, ""),
        ];
        let mut input = io::Cursor::new(text.concat());
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(whole) = read_line(&mut input, &mut line).unwrap() {
            lines.push((line.len(), whole));
        }
        let (most, cut) = ((LONGEST_LINE, true), (LONGEST_LINE, false));
        assert_eq!(lines, [(3, true), most, cut, cut, (0, true), cut]);
    }
}
