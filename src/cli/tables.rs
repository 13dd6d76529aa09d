//! Where the tables are.

use std::fmt;
use std::path::{Path, PathBuf};

use bolshak::probe::Tablebase;
use clap::builder::{OsStringValueParser, TypedValueParser};

/// Where the tables are.
#[derive(clap::Args)]
pub struct Tables {
    /// Directory of the tables [default: ./tables if it holds any, else the built-in tables of 2 and 3 pieces]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

/// Where tables are written to.
#[derive(clap::Args)]
pub struct Target {
    /// Directory to put the tables in, made if it is not there [default: ./tables]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

/// Where tables are read from, and nothing is built in instead.
#[derive(clap::Args)]
pub struct Source {
    /// Directory of the tables [default: ./tables]
    #[arg(long = "tables", value_name = "DIR", env = "BOLSHAK_TABLES", hide_env_values = true)]
    #[arg(value_parser = OsStringValueParser::new().map(PathBuf::from))]
    directory: Option<PathBuf>,
}

const DEFAULT: &str = "tables";

/// An empty variable counts as unset.
fn named(directory: &Option<PathBuf>) -> Option<&PathBuf> {
    directory.as_ref().filter(|directory| !directory.as_os_str().is_empty())
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

/// Open tables, and where they were found, for messages.
pub struct Found {
    pub tablebase: Tablebase,
    directory: Option<PathBuf>,
}

impl Tables {
    /// Opens the tables to be asked.
    pub fn open(&self) -> anyhow::Result<Found> {
        if let Some(directory) = named(&self.directory) {
            let tablebase = Tablebase::open(directory)?;
            return Ok(Found { tablebase, directory: Some(directory.clone()) });
        }
        use bolshak::probe::OpenError::{Directory, Empty};
        match Tablebase::open(DEFAULT) {
            Ok(tablebase) => Ok(Found { tablebase, directory: Some(DEFAULT.into()) }),
            Err(Empty { .. }) => Ok(Found { tablebase: Tablebase::built_in(), directory: None }),
            Err(Directory { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                Ok(Found { tablebase: Tablebase::built_in(), directory: None })
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.directory {
            Some(directory) => write!(f, "the tables in {}", directory.display()),
            None => f.write_str("the built-in tables of 2 and 3 pieces"),
        }
    }
}
