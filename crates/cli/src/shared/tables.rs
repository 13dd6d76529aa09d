//! The options for directories of tables, and file names in commands that a shell runs.

use std::error::Error;
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bolshak::board::{Game, GameName};
use bolshak::probe::{OpenError, Options, Tablebase, game_of};
use bolshak::table::TableName;
use bolshak::{disturbs, harmless, shown};
use bolshak_answers::lang::Sentence;
use bolshak_system as system;
use clap::builder::{OsStringValueParser, TypedValueParser};

use crate::lang::{Lang, chosen, say_in};
use crate::shared::options::one_of;

/// The directory of tables to be asked; built-in tables stand in for those that the default directory lacks.
#[derive(clap::Args, Clone)]
pub struct Tables {
    /// Directory of the tables [default: ./tables, and the built-in tables for endings of 2 and 3 pieces that it lacks; of
    /// another game ./tables-GAME]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,

    /// The game: russian, poddavki (losing draughts), or draughts-80 (on ten files) [default: that of the tables, else russian]
    #[arg(long, value_name = "GAME", value_parser = one_of(GameName::ALL), hide_possible_values = true)]
    pub game: Option<GameName>,
}

/// The directory that tables are written to.
#[derive(clap::Args)]
pub struct Target {
    /// The game: russian, poddavki (losing draughts), or draughts-80 (on ten files)
    #[arg(long, value_name = "GAME", default_value_t = GameName::Russian)]
    #[arg(value_parser = one_of(GameName::ALL), hide_possible_values = true)]
    pub game: GameName,

    /// Directory to put the tables in, made if it is not there [default: ./tables, of another game ./tables-GAME]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

/// The directory of tables to be read, without built-in ones.
#[derive(clap::Args)]
#[command(mut_arg("directory", |arg| arg.help("Directory of the tables [default: ./tables, of another game ./tables-GAME]")))]
// An argument that is changed comes last, so the other one is taken after it.
#[command(mut_arg("game", |arg| arg))]
pub struct Source {
    #[command(flatten)]
    tables: Tables,
}

fn default_directory(game: GameName) -> &'static Path {
    Path::new(match game {
        GameName::Russian => "tables",
        GameName::Poddavki => "tables-poddavki",
        GameName::Draughts80 => "tables-draughts-80",
    })
}

/// The directory, if one is named: an empty environment variable is none.
fn named(directory: &Option<PathBuf>) -> Option<&PathBuf> {
    directory.as_ref().filter(|directory| !directory.as_os_str().is_empty())
}

/// The options for a game and a directory in a command that a message names, after a space; nothing for the defaults.
pub fn options(game: GameName, directory: &Path) -> String {
    let mut options = if game == GameName::default() { String::new() } else { format!(" --game {game}") };
    if directory != default_directory(game) {
        options += &format!(" --tables {}", typed(&no_option(directory.to_string_lossy().into_owned())));
    }
    options
}

/// The message that a table is missing, with the command that makes it.
pub fn missing(game: GameName, directory: &Path, name: TableName) -> String {
    let (path, ending, options) = (name.path(directory), name.ending, options(game, directory));
    format!("{} is missing; \"bolshak generate --material {ending}{options}\" makes it", shown(&path))
}

pub fn is_absent(error: &OpenError) -> bool {
    match error {
        OpenError::Directory { source, .. } => source.kind() == ErrorKind::NotFound,
        OpenError::Empty { .. } => true,
        _ => false,
    }
}

#[derive(Debug)]
pub struct NotOpened {
    pub game: GameName,
    pub error: OpenError,
}

impl fmt::Display for NotOpened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for NotOpened {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

impl Target {
    pub fn directory(&self) -> &Path {
        named(&self.directory).map_or(default_directory(self.game), PathBuf::as_path)
    }
}

impl Source {
    /// The game, and the directory. Of tables that do not say it the game is the default: each of them is an error later.
    pub fn place(&self) -> (GameName, &Path) {
        (self.tables.game().unwrap_or_default(), self.tables.place())
    }

    /// Opens the tables; unpacked ones are not mapped.
    pub fn open<G: Game>(&self) -> Result<OpenTables<G>, NotOpened> {
        OpenTables::in_directory(self.tables.place())
    }
}

pub fn open<G: Game>(directory: &Path, options: Options) -> Result<Tablebase<G>, NotOpened> {
    Tablebase::<G>::open_game(directory, options).map_err(|error| NotOpened { game: G::NAME, error })
}

pub struct OpenTables<G> {
    pub tablebase: Tablebase<G>,
    /// In English and in the chosen language.
    pub names: Sentence,
    directory: Option<PathBuf>,
}

impl Tables {
    pub fn directory(&self) -> Option<&Path> {
        named(&self.directory).map(PathBuf::as_path)
    }

    /// Tables in a directory, of whatever game if none is named; an empty name stands for the default directory.
    #[must_use]
    pub fn in_directory(directory: &str, game: Option<GameName>) -> Tables {
        Tables { directory: Some(directory.into()), game }
    }

    /// The directory that was named, else the default one of the game that was asked for.
    fn place(&self) -> &Path {
        self.directory().unwrap_or(default_directory(self.game.unwrap_or_default()))
    }

    /// The game: the one asked for, or that of the tables.
    pub fn game(&self) -> Result<GameName, NotOpened> {
        match self.game {
            Some(game) => Ok(game),
            None => game_of(self.place())
                .map(Option::unwrap_or_default)
                .map_err(|error| NotOpened { game: GameName::default(), error }),
        }
    }

    /// Opens the tables, which are asked by the rules of that game. Unpacked tables are not mapped: they are for searches, and the
    /// commands ask for distances.
    pub fn open<G: Game>(&self) -> anyhow::Result<OpenTables<G>> {
        let directory = self.place();
        let found = OpenTables::in_directory(directory);
        if self.directory().is_some() {
            return Ok(found?);
        }
        match found {
            Ok(OpenTables { tablebase, .. }) => {
                let there = tablebase.endings().len();
                let tablebase = tablebase.with_built_in();
                let built_in = tablebase.endings().len() > there;
                Ok(OpenTables::new(tablebase, Some(directory), built_in))
            }
            Err(error) if is_absent(&error.error) => Ok(OpenTables::built_in().ok_or(error)?),
            Err(error) => Err(error.into()),
        }
    }
}

impl<G: Game> OpenTables<G> {
    fn new(tablebase: Tablebase<G>, directory: Option<&Path>, built_in: bool) -> OpenTables<G> {
        let in_lang = |lang| names(G::NAME, directory, built_in, lang);
        let names = Sentence::new(in_lang(Lang::En), in_lang(chosen()));
        OpenTables { tablebase, names, directory: directory.map(Path::to_path_buf) }
    }

    fn in_directory(directory: &Path) -> Result<OpenTables<G>, NotOpened> {
        let tablebase = open(directory, Options::default().with_mapped(false))?;
        Ok(OpenTables::new(tablebase, Some(directory), false))
    }

    fn built_in() -> Option<OpenTables<G>> {
        Some(OpenTables::new(Tablebase::built_in_of()?, None, true))
    }

    pub fn built_in_or_none() -> OpenTables<G> {
        OpenTables::built_in().unwrap_or_else(|| OpenTables::new(Tablebase::none(), None, false))
    }

    pub fn options(&self) -> String {
        options(G::NAME, self.directory.as_deref().unwrap_or(default_directory(G::NAME)))
    }
}

/// What names tables, among which may be the built-in ones, in messages.
fn names(game: GameName, directory: Option<&Path>, built_in: bool, lang: Lang) -> String {
    let of = match game {
        GameName::Russian => String::new(),
        game => say_in(lang, "of-game", &[("game", game.to_string().into())]),
    };
    let directory_id = if built_in { "built-in-and" } else { "tables-in" };
    match directory {
        Some(directory) => say_in(lang, directory_id, &[("of", of.into()), ("directory", shown(directory).into())]),
        None if built_in => say_in(lang, "built-in", &[]),
        None => say_in(lang, "no-tables", &[("of", of.into())]),
    }
}

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
