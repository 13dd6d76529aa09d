//! The encoding of a file.

use std::borrow::Cow;

/// What the code page 1251 has from 0x80 on, up to the letters, which begin at 0xC0.
const BEFORE_LETTERS: &str = "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї";

/// The text of a file: UTF-8, with or without a byte order mark, UTF-16 with one, and otherwise the Cyrillic code page 1251
/// (Windows). Lines that end with a carriage return alone end with a line feed in it.
///
/// ```
/// use bolshak::pdn::decode;
/// assert_eq!(decode("\u{feff}Белов".as_bytes()), "Белов");
/// assert_eq!(decode(b"\xC1\xE5\xEB\xEE\xE2"), "Белов");
/// ```
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let text = characters(bytes);
    if text.contains('\r') && !text.contains('\n') { Cow::Owned(text.replace('\r', "\n")) } else { text }
}

/// Whether bytes are no text at all: a picture, say. UTF-16 with a byte order mark is text.
///
/// ```
/// use bolshak::pdn::is_binary;
/// assert!(is_binary(b"\x89PNG\r\n\x1a\n\0\0") && !is_binary(b"1. c3-d4 *") && !is_binary(b"\xFF\xFE1\0"));
/// ```
pub fn is_binary(bytes: &[u8]) -> bool {
    !bytes.starts_with(&[0xFF, 0xFE]) && !bytes.starts_with(&[0xFE, 0xFF]) && bytes.contains(&0)
}

fn characters(bytes: &[u8]) -> Cow<'_, str> {
    let utf_16 = |unit: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xFF, 0xFE, ..] => return Cow::Owned(utf_16(u16::from_le_bytes)),
        [0xFE, 0xFF, ..] => return Cow::Owned(utf_16(u16::from_be_bytes)),
        _ => {}
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let before: Vec<char> = BEFORE_LETTERS.chars().collect();
            let letter = |byte: u8| match byte {
                0..0x80 => byte as char,
                0x80..0xC0 => before.get(usize::from(byte - 0x80)).copied().unwrap_or(char::REPLACEMENT_CHARACTER),
                0xC0.. => {
                    char::from_u32(u32::from('А') + u32::from(byte - 0xC0)).unwrap_or(char::REPLACEMENT_CHARACTER)
                }
            };
            Cow::Owned(bytes.iter().map(|&byte| letter(byte)).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_encodings_and_ends_of_lines() {
        let games = "[White \"Белов\"]\n1. c3-d4 *";
        let little: Vec<u8> =
            "\u{feff}".encode_utf16().chain(games.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "\u{feff}".encode_utf16().chain(games.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        for bytes in [games.as_bytes(), &little, &big, games.replace('\n', "\r").as_bytes()] {
            assert_eq!(decode(bytes), games);
        }
        assert_eq!(decode(&little[..little.len() - 1]).chars().count(), games.chars().count() - 1);
        assert_eq!(decode(b"a\r\nb"), "a\r\nb");
        assert_eq!(decode(&[0xFF, 0xFE]), "");
    }

    #[test]
    fn every_byte_of_the_code_page_is_a_character() {
        assert_eq!(BEFORE_LETTERS.chars().count(), 64);
        let all: Vec<u8> = (0..=255).collect();
        let text = decode(&all);
        assert_eq!(text.chars().count(), 256);
        for (byte, letter) in
            [(0x41, 'A'), (0xA8, 'Ё'), (0xB8, 'ё'), (0xB9, '№'), (0xC0, 'А'), (0xFF, 'я'), (0x97, '—')]
        {
            assert_eq!(text.chars().nth(byte), Some(letter), "{byte:x}");
        }
    }
}
