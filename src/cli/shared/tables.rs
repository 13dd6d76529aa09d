//! The options for directories of tables.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use bolshak::probe::{OpenError, Tablebase};
use clap::builder::{OsStringValueParser, TypedValueParser};

/// The directory of tables to be asked; built-in tables stand in for those that the default directory lacks.
#[derive(clap::Args, Clone)]
pub struct Tables {
    /// Directory of the tables [default: ./tables, and the built-in tables for endings of 2 and 3 pieces that it lacks]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

/// The directory that tables are written to.
#[derive(clap::Args)]
pub struct Target {
    /// Directory to put the tables in, made if it is not there [default: ./tables]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

/// The directory of tables to be read, without built-in ones.
#[derive(clap::Args)]
pub struct Source {
    /// Directory of the tables [default: ./tables]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

const DEFAULT: &str = "tables";

/// The directory, if one is named: an empty environment variable is none.
fn named(directory: &Option<PathBuf>) -> Option<&PathBuf> {
    directory.as_ref().filter(|directory| !directory.as_os_str().is_empty())
}

/// The option for a directory in a command that a message names, after a space; nothing for the default directory.
pub fn option(directory: &Path) -> String {
    if directory == Path::new(DEFAULT) {
        return String::new();
    }
    format!(" --tables {}", quoted(&no_option(directory.display().to_string())))
}

/// A file name that no command takes for an option.
pub fn no_option(name: String) -> String {
    if name.starts_with('-') { format!("./{name}") } else { name }
}

/// A file name as a word of a shell.
pub fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+".contains(c);
    if name.chars().all(is_plain) { name.into() } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

/// The command that makes tables, for the errors that say that there are none.
pub fn remedy(error: &OpenError) -> Option<String> {
    let directory = match error {
        OpenError::Directory { path, source } if source.kind() == ErrorKind::NotFound => path,
        OpenError::Empty { path } => path,
        _ => return None,
    };
    Some(format!("\"bolshak generate{}\" makes them", option(directory)))
}

impl Target {
    /// The directory.
    pub fn directory(&self) -> &Path {
        named(&self.directory).map_or(Path::new(DEFAULT), PathBuf::as_path)
    }
}

impl Source {
    /// The directory.
    pub fn directory(&self) -> &Path {
        named(&self.directory).map_or(Path::new(DEFAULT), PathBuf::as_path)
    }
}

/// Open tables, and where they are, for messages.
pub struct Found {
    pub tablebase: Tablebase,
    directory: Option<PathBuf>,
    /// Whether built-in tables are among them.
    built_in: bool,
}

impl Tables {
    /// The tables in a directory; an empty name stands for the default.
    pub fn named(directory: &str) -> Tables {
        Tables { directory: Some(directory.into()) }
    }

    /// The directory, if one was named.
    pub fn directory(&self) -> Option<&Path> {
        named(&self.directory).map(PathBuf::as_path)
    }

    /// Opens the tables.
    pub fn open(&self) -> anyhow::Result<Found> {
        if let Some(directory) = named(&self.directory) {
            let tablebase = Tablebase::open(directory)?;
            return Ok(Found { tablebase, directory: Some(directory.clone()), built_in: false });
        }
        match Tablebase::open(DEFAULT) {
            Ok(tablebase) => {
                let there = tablebase.endings().len();
                let tablebase = tablebase.with_built_in();
                let built_in = tablebase.endings().len() > there;
                Ok(Found { tablebase, directory: Some(DEFAULT.into()), built_in })
            }
            Err(error) if remedy(&error).is_some() => Ok(Found::built_in()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Found {
    /// The tables that are part of the program.
    pub fn built_in() -> Found {
        Found { tablebase: Tablebase::built_in(), directory: None, built_in: true }
    }

    /// The option for their directory; see [`option`].
    pub fn option(&self) -> String {
        self.directory.as_deref().map(option).unwrap_or_default()
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BUILT_IN: &str = "the built-in tables of 2 and 3 pieces";
        match &self.directory {
            Some(directory) if self.built_in => write!(f, "the tables in {} and {BUILT_IN}", directory.display()),
            Some(directory) => write!(f, "the tables in {}", directory.display()),
            None => f.write_str(BUILT_IN),
        }
    }
}
