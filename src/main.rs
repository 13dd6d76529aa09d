//! The program `bolshak`: endgame tablebases for Russian draughts on the command line.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
