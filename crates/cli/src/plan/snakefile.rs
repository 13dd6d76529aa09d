//! A plan for Snakemake.

use bolshak::generate::{Step, StepName};

use super::commands::Commands;
use super::course::comments;

/// The steps as rules: the output of each is its note. The forecast goes into comments.
pub fn snakefile(steps: &[Step], commands: &Commands, forecast: &[String]) -> serde_json::Result<String> {
    let removals = steps.iter().filter(|step| is_removal(step.name)).map(|step| step.name.to_string());
    let mut text = format!(
        "# Made by bolshak plan. snakemake --cores N runs commands with N threads in all.\n{}\n\
         localrules: all, {}\n\nrule all:\n    input:\n        {}",
        comments(forecast),
        removals.collect::<Vec<_>>().join(", "),
        notes(steps.iter().map(|step| step.name), commands)?,
    );
    for step in steps {
        text += &rule(step, commands)?;
    }
    Ok(text + "\n")
}

fn rule(Step { name, after, needs }: &Step, commands: &Commands) -> serde_json::Result<String> {
    let mut text = format!("\n\nrule {name}:");
    if !after.is_empty() {
        text += &format!("\n    input:\n        {}", notes(after.iter().copied(), commands)?);
    }
    text += &format!("\n    output: {}", string(&commands.note(*name))?);
    if !is_removal(*name) {
        // In minutes, and twice the forecast: Snakemake kills a job that takes longer.
        let minutes = 2 * needs.time.as_secs() / 60 + 10;
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        text += &format!(
            "\n    threads: {}\n    resources: mem_mb={}, disk_mb={}, runtime={minutes}",
            commands.threads,
            mebibytes(needs.memory),
            mebibytes(needs.disk + needs.tables),
        );
    }
    Ok(text + &format!("\n    shell: {}", string(&commands.command(*name))?))
}

const fn is_removal(step: StepName) -> bool {
    matches!(step, StepName::Removed(_))
}

fn notes(steps: impl Iterator<Item = StepName>, commands: &Commands) -> serde_json::Result<String> {
    let notes: Vec<String> = steps.map(|name| string(&commands.note(name))).collect::<Result<_, _>>()?;
    Ok(notes.join(",\n        "))
}

/// A string of Python: one of JSON is. In the patterns of Snakemake, braces that stand for themselves are doubled.
fn string(text: &str) -> serde_json::Result<String> {
    serde_json::to_string(&text.replace('{', "{{").replace('}', "}}"))
}
