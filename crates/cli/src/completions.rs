//! `bolshak completions`: scripts with which shells complete the program's commands and options.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap_complete::Shell;

use crate::shared::notice::NAME;

/// Write a script with which a shell completes commands and options
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The shell
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  bolshak completions bash > ~/.local/share/bash-completion/completions/bolshak
  bolshak completions zsh > ~/.zfunc/_bolshak    with fpath+=~/.zfunc before compinit in ~/.zshrc
  bolshak completions fish > ~/.config/fish/completions/bolshak.fish";

/// Writes the script of a program.
pub fn run(args: &Args, mut program: clap::Command) -> Result<ExitCode> {
    // In memory first: the generator would panic where standard output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, NAME, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
