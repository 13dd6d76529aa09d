//! File names in commands that a shell runs.

use bolshak::{disturbs, harmless};

use bolshak_system as system;

/// A file name that no command takes for an option.
pub fn no_option(name: String) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name }
}

/// A file name as a word of a shell of Unix.
pub fn quoted(name: &str) -> String {
    if is_plain(name, "") { name.into() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

/// A file name as a word of the shell that people of this system type into.
pub fn typed(name: &str) -> String {
    match system::UNIX_SHELL {
        true if name.contains(disturbs) => in_ansi_quotes(name),
        true => quoted(name),
        false => in_double_quotes(&harmless(name)),
    }
}

/// A file name as a word of a shell of Unix, such as bash and zsh, with escapes for what disturbs a terminal.
fn in_ansi_quotes(name: &str) -> String {
    let mut word = String::from("$'");
    for c in name.chars() {
        match c {
            '\'' | '\\' => word.extend(['\\', c]),
            c if c.is_ascii_control() => word += &format!("\\x{:02x}", u32::from(c)),
            c if disturbs(c) => word += &format!("\\u{:04x}", u32::from(c)),
            c => word.push(c),
        }
    }
    word + "'"
}

/// A file name as a word of cmd.exe and of PowerShell. No name there has a double quote in it, but after a backslash one would not
/// end the word.
fn in_double_quotes(name: &str) -> String {
    let backslashes = &name[name.trim_end_matches('\\').len()..];
    if is_plain(name, "\\:") { name.into() } else { format!("\"{name}{backslashes}\"") }
}

/// Whether a name has only characters that mean nothing to a shell.
fn is_plain(name: &str, more: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c) || more.contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_for_each_shell() {
        for (name, unix, windows) in [
            ("tables/6-new", "tables/6-new", "tables/6-new"),
            ("таблицы", "таблицы", "таблицы"),
            (r"C:\tables", r"'C:\tables'", r"C:\tables"),
            ("a b", "'a b'", "\"a b\""),
            ("it's", r"'it'\''s'", "\"it's\""),
            (r"C:\a b\", r"'C:\a b\'", r#""C:\a b\\""#),
        ] {
            assert_eq!((&*quoted(name), &*in_double_quotes(name)), (unix, windows));
        }
        assert_eq!(in_ansi_quotes("a\u{1b}[1m'\\\n\u{202e}я1"), r"$'a\x1b[1m\'\\\x0a\u202eя1'");
    }
}
