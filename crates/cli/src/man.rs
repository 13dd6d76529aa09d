//! `bolshak man`: the manual pages.

use bolshak::shown;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// Write the manual pages, one for the program and one for each command
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Directory to put them in, made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  bolshak man --out ~/.local/share/man/man1    then: man bolshak, man bolshak-probe, ...
  bolshak man --out pages && man -l pages/bolshak-probe.1";

/// Writes the pages of a program.
pub fn run(args: &Args, program: Command) -> Result<ExitCode> {
    let to = || format!("cannot write manual pages to {}", shown(&args.out));
    fs::create_dir_all(&args.out).with_context(to)?;
    // The command help needs no page.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let man = Man::new(command.clone()).source(concat!("bolshak ", env!("CARGO_PKG_VERSION")));
        let page = page(command, &man).with_context(to)?;
        fs::write(args.out.join(man.get_filename()), page).with_context(to)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A page in the usual form, except that the examples have a section of their own and keep their lines.
fn page(command: &Command, man: &Man) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(examples) = command.get_after_help() {
        let mut section = Roff::new();
        section.control("SH", ["EXAMPLES"]);
        for line in examples.to_string().lines().filter(|line| !line.starts_with("Example")) {
            section.control(if line.starts_with(' ') { "nf" } else { "fi" }, []).text([roman(line)]);
        }
        section.to_writer(&mut page)?;
    }
    Ok(page)
}
