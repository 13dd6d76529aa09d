//! Positions in the addresses of web pages.

use super::error::FenError;
use super::short::short;

/// The variants of Lidraughts that are neither Russian draughts nor any position of it.
const OTHER_VARIANTS: [&str; 6] = ["standard", "frisian", "frysk", "antidraughts", "breakthrough", "brazilian"];

/// The FEN at the end of an address such as `https://lidraughts.org/analysis/russian/W:WKa1:BKh8:H0:F1`, or in its field `fen`,
/// percent-encoded or not; `None` if the text is not an address. Positions of other variants of Lidraughts are refused.
pub fn fen_of(text: &str) -> Option<Result<String, FenError>> {
    let is_address = ["https://", "http://", "lidraughts.org/", "www.lidraughts.org/"];
    if !is_address.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let (plain, _) = percent_decoded(text.split('#').next().unwrap_or_default());
    let plain = String::from_utf8_lossy(&plain);
    let (path, query) = plain.split_once('?').unwrap_or((&plain, ""));
    let field = |name: &str| query.split('&').find_map(|field| field.strip_prefix(name)?.strip_prefix('='));
    let variants = path.split('/').chain(field("variant"));
    if let Some(variant) = variants.map(str::to_lowercase).find(|part| OTHER_VARIANTS.contains(&&**part)) {
        return Some(Err(FenError::Variant { variant }));
    }
    let in_query = field("fen");
    let last = in_query.unwrap_or_else(|| path.trim_end_matches('/').rsplit('/').next().unwrap_or_default());
    let last = last.replace(['_', '+'], " ");
    Some(if last.contains(':') { Ok(last) } else { Err(FenError::Address { token: short(text) }) })
}

/// The bytes of a text with `%3A` and the like as what they stand for, and whether two digits follow each `%`: one that has none
/// stays as it is.
pub fn percent_decoded(text: &str) -> (Vec<u8>, bool) {
    let (mut bytes, mut is_whole) = (Vec::with_capacity(text.len()), true);
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digit = |at: usize| after.get(at).and_then(|&byte| (byte as char).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            _ => {
                is_whole &= first != b'%';
                bytes.push(first);
                rest = after;
            }
        }
    }
    (bytes, is_whole)
}
