//! `bolshak man`, `bolshak completions` and `bolshak licenses`: what is installed with the program.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::shown;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::shared::process::NAME;

/// Write the manual pages, one for the program and one for each command
#[derive(clap::Args)]
pub struct ManArgs {
    /// Directory to put them in, made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub fn man(args: &ManArgs, program: Command) -> Result<ExitCode> {
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

/// Write a script with which a shell completes commands and options
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub fn completions(args: &CompletionsArgs, mut program: clap::Command) -> Result<ExitCode> {
    // In memory first: the generator would panic where standard output is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, NAME, &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

pub fn licenses() -> Result<ExitCode> {
    io::stdout().lock().write_all(include_bytes!("../LICENSES.txt"))?;
    Ok(ExitCode::SUCCESS)
}
