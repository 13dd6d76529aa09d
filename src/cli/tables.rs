//! Where the tables are.

use std::fmt;
use std::path::PathBuf;

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

const DEFAULT: &str = "tables";

/// Open tables, and where they were found, for messages.
pub struct Found {
    pub tablebase: Tablebase,
    directory: Option<PathBuf>,
}

impl Tables {
    /// An empty variable counts as unset.
    fn directory(&self) -> Option<&PathBuf> {
        self.directory.as_ref().filter(|directory| !directory.as_os_str().is_empty())
    }

    /// The directory that `generate` writes to.
    pub fn target(&self) -> PathBuf {
        self.directory().cloned().unwrap_or_else(|| DEFAULT.into())
    }

    /// Opens the tables to be asked.
    pub fn open(&self) -> anyhow::Result<Found> {
        if let Some(directory) = self.directory() {
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
