//! `bolshak licenses`: the licences of the program, and of all that is part of it.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

/// Print the licences of the program and of all that is linked into it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {}

const EXAMPLES: &str = "\
Examples:
  bolshak licenses | less
  bolshak licenses > LICENSES.txt    to hand on with the program";

/// Runs the subcommand.
pub fn run(_: &Args) -> Result<ExitCode> {
    io::stdout().lock().write_all(include_bytes!("../LICENSES.txt"))?;
    Ok(ExitCode::SUCCESS)
}
