//! Lines of the input, of bounded length.

use std::io::{self, BufRead, Read};

pub use bolshak_answers::api::LONGEST_LINE;

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
