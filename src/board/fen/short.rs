//! Texts of users in messages.

/// A text as messages show it: on one line, at most some 60 characters, nothing that disturbs a terminal.
pub fn short(text: &str) -> String {
    const LENGTH: usize = 60;
    let start: String = text.chars().take(LENGTH).flat_map(char::escape_debug).collect();
    // In messages the text stands between quotes already.
    let start = start.replace("\\\"", "\"").replace("\\'", "'");
    if text.chars().nth(LENGTH).is_some() { start + "…" } else { start }
}
