//! File names and other texts of users in messages.

use std::path::Path;

/// The name of a file as messages show it: on one line, without anything that disturbs a terminal. U+FFFD replaces bytes that are
/// not text.
///
/// ```
/// use std::path::Path;
/// assert_eq!(bolshak::shown(Path::new("a\u{1b}[31m/таблицы")), r"a\u{1b}[31m/таблицы");
/// ```
pub fn shown(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// A text with the characters that [disturb](disturbs) a terminal escaped as in Rust.
pub fn harmless(text: &str) -> String {
    let mut harmless = String::with_capacity(text.len());
    for c in text.chars() {
        if disturbs(c) { harmless.extend(c.escape_debug()) } else { harmless.push(c) }
    }
    harmless
}

/// Whether a character acts on a terminal instead of being shown: control characters, line separators, and marks that change the
/// direction of writing.
pub fn disturbs(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_a_terminal_obeys_is_escaped() {
        for c in '\0'..=char::MAX {
            let text = harmless(&format!("a{c}b"));
            // The bytes that 8-bit and UTF-8 terminals obey.
            let is_obeyed = text.chars().any(|c| c < ' ' || ('\u{7f}'..'\u{a0}').contains(&c));
            assert!(!is_obeyed && (text.len() > 3 || text == format!("a{c}b")), "{c:?}");
        }
        let escaped = [("\u{1b}]0;x\u{7}", r"\u{1b}]0;x\u{7}"), ("\n\r\t\0", r"\n\r\t\0"), ("\u{9b}", r"\u{9b}")];
        let turned = [("a\u{202e}b", r"a\u{202e}b"), ("\u{2028}", r"\u{2028}")];
        // Names that people use: Windows paths, with quotes, decomposed as macOS writes them.
        let same = [r"C:\a b\'c'", "\"a\"", "таблицы", "и\u{306}", "\u{306}", "🂡", "a\u{a0}b"].map(|text| (text, text));
        for (text, expected) in escaped.into_iter().chain(turned).chain(same) {
            assert_eq!(harmless(text), expected);
        }
    }
}
