//! File names in commands that a shell runs.

/// A file name that no command takes for an option.
pub fn no_option(name: String) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name }
}

/// A file name as a word of a shell.
pub fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if name.chars().all(is_plain) { name.into() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}
