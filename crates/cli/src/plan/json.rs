//! A plan in JSON.

use std::path::PathBuf;

use bolshak::generate::{Step, StepName};
use serde::Serialize;

use super::commands::{Commands, text};

/// A step.
#[derive(Serialize)]
struct Row {
    name: String,
    ending: String,
    command: String,
    after: Vec<String>,
    inputs: Vec<String>,
    outputs: Vec<String>,
    entries: u64,
    cpu_seconds: f64,
    seconds: f64,
    memory: u64,
    disk: u64,
    kept: u64,
    tables: u64,
}

/// The steps as an array.
pub fn array(steps: &[Step], commands: &Commands) -> serde_json::Result<String> {
    let rows: Vec<Row> = steps.iter().map(|step| row(step, commands)).collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}

fn row(&Step { name, ref after, needs }: &Step, commands: &Commands) -> Row {
    let texts = |files: Vec<PathBuf>| files.iter().map(|file| text(file)).collect();
    Row {
        name: name.to_string(),
        ending: name.ending().to_string(),
        command: commands.command(name),
        after: after.iter().map(StepName::to_string).collect(),
        inputs: texts(commands.files.inputs(name)),
        outputs: texts(commands.files.outputs(name)),
        entries: needs.entries,
        cpu_seconds: needs.cpu.as_secs_f64(),
        seconds: needs.time.as_secs_f64(),
        memory: needs.memory,
        disk: needs.disk,
        kept: needs.kept,
        tables: needs.tables,
    }
}
