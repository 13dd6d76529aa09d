//! Positions in the addresses of web pages.

use super::error::FenError;
use super::short::short;

/// The FEN at the end of an address such as `https://lidraughts.org/analysis/russian/W:WKa1:BKh8:H0:F1`, or in its field `fen`,
/// percent-encoded or not; `None` if the text is no address.
pub fn fen_of(text: &str) -> Option<Result<String, FenError>> {
    let is_address = ["https://", "http://", "lidraughts.org/", "www.lidraughts.org/"];
    if !is_address.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let plain = decoded(text.split('#').next().unwrap_or_default());
    let (path, query) = plain.split_once('?').unwrap_or((&plain, ""));
    let in_query = query.split('&').find_map(|field| field.strip_prefix("fen="));
    let last = in_query.unwrap_or_else(|| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
    let last = last.replace(['_', '+'], " ");
    Some(if last.contains(':') { Ok(last) } else { Err(FenError::Address { token: short(text) }) })
}

/// The text with `%3A` and the like as the characters that they stand for; what is no UTF-8 is replaced.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|&byte| (byte as char).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
