//! A plan for make.

use anyhow::{Result, bail};
use bolshak::generate::Step;

use super::commands::{Commands, text};
use super::course::comments;

/// Refuses the name of a directory with characters that mean something to make, or to the shell that it calls.
pub fn check(directory: &str) -> Result<()> {
    let is_special = |c: char| !c.is_alphanumeric() && !"/._-+,@".contains(c);
    if directory.contains(is_special) {
        bail!("make cannot handle the name {directory:?} of a directory; choose another, or --format snakemake");
    }
    Ok(())
}

/// The steps as rules: the file of each is its note. The forecast goes into comments.
pub fn makefile(steps: &[Step], commands: &Commands, forecast: &[String]) -> String {
    let all: Vec<String> = steps.iter().map(|step| commands.note(step.name)).collect();
    let mut text = format!(
        "# Made by bolshak plan. make -j N runs N commands at a time.\n{}\nall: {}\n\n$(shell mkdir -p -- {})\n",
        comments(forecast),
        all.join(" "),
        text(commands.files.disk()),
    );
    for step in steps {
        let after: Vec<String> = step.after.iter().map(|&name| commands.note(name)).collect();
        text += &format!("\n{}: {}\n\t{}\n", commands.note(step.name), after.join(" "), commands.command(step.name));
    }
    text + "\n.PHONY: all\n"
}
