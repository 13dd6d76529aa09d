//! `bolshak plan`: the work as commands that depend on each other, for the programs that run them.

use std::io::{self, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bolshak::board::GameName;
use bolshak::generate::{Course, PlanFiles, Settings, Step, StepName, plan};
use bolshak::table::Metric;
use serde::Serialize;

use crate::lang::{Lang, Said};
use crate::shared::options::number;
use crate::shared::process::{self, notice};
use crate::shared::selection::{Wanted, added};
use crate::shared::tables::{Target, no_option, quoted};
use crate::shared::text::{bytes, duration};

/// Print the work of a generation as a graph of commands, for a program that runs them on one machine or many
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,

    /// What to print
    #[arg(long, value_enum)]
    format: Format,

    #[command(flatten)]
    target: Target,

    /// Directory for values in work, which all machines share, like that of the tables [default: .values beside them]
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,

    /// Threads of each command, at most 256
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = number(1..=256_u16))]
    threads: u16,

    /// Split endings that take longer into several commands, by the advancement of their men
    #[arg(long, value_name = "HOURS", allow_negative_numbers = true, value_parser = hours)]
    split: Option<Duration>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// An array with a row for each command
    Json,
    /// A file for make
    Make,
    /// A file for Snakemake
    Snakemake,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let tables = name_of(args.target.directory())?;
    let disk = args.disk.as_deref().map(name_of).transpose()?;
    let request = args.wanted.request(args.target.game, disk.as_deref().map(Path::new));
    let files = PlanFiles::new(&request.settings, Path::new(&tables));
    if let Format::Make = args.format {
        check_for_make(&tables)?;
        check_for_make(&text(files.disk()))?;
    }
    let pool = process::pool(args.threads.into())?;
    let steps = pool.install(|| plan(&request, Path::new(&tables), args.split.unwrap_or(Duration::MAX)))?;
    if steps.is_empty() {
        notice(&format!("All that was asked is finished in {tables}: the plan is empty."));
    }
    let forecast = if steps.is_empty() { Vec::new() } else { forecast(&steps, args.threads) };
    let commands = Commands::new(files, &args.wanted, &request.settings, &tables, args.threads);
    let text = match args.format {
        Format::Json => json(&steps, &commands)?,
        Format::Make => makefile(&steps, &commands, &forecast),
        Format::Snakemake => snakefile(&steps, &commands, &forecast)?,
    };
    forecast.iter().chain(added(&request).filter(|_| !steps.is_empty()).as_ref()).for_each(|line| notice(line));
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn name_of(directory: &Path) -> Result<String> {
    let name = directory.to_str().with_context(|| format!("the name {directory:?} is not UTF-8"))?;
    Ok(no_option(name.into()))
}

fn hours(text: &str) -> Result<Duration, Said> {
    let hours = text.parse().ok().filter(|&hours: &f64| hours > 0.0);
    let time = hours.and_then(|hours| Duration::try_from_secs_f64(hours * 3600.0).ok());
    time.ok_or_else(|| Said::new("expected-hours", &[]))
}

pub struct Commands {
    pub files: PlanFiles,
    pub threads: u16,
    /// What all commands that make tables have in common.
    options: String,
}

impl Commands {
    pub fn new(files: PlanFiles, wanted: &Wanted, settings: &Settings, tables: &str, threads: u16) -> Commands {
        let Settings { game, metrics, .. } = settings;
        let mut options = format!("--tables {} --disk {}", quoted(tables), quoted(&text(files.disk())));
        options += &format!(" --threads {threads} --level {}", wanted.level);
        if *game != GameName::default() {
            options += &format!(" --game {game}");
        }
        if metrics.len() < Metric::ALL.len() {
            let metrics: Vec<String> = metrics.iter().map(Metric::to_string).collect();
            options += &format!(" --metrics {}", metrics.join(","));
        }
        if let Some(memory) = wanted.memory {
            options += &format!(" --memory {memory}");
        }
        Commands { files, threads, options }
    }

    /// The name of the file that notes that a step is done.
    pub fn note(&self, step: StepName) -> String {
        text(&self.files.note(step))
    }

    /// The command of a step, for a shell. What it prints becomes the note, under another name until it is complete.
    pub fn command(&self, step: StepName) -> String {
        let note = self.note(step);
        let command = match step {
            StepName::Removed(ending) => {
                let values = self.files.values(ending).map(|file| quoted(&text(&file))).join(" ");
                return format!("rm -f {values} && touch {}", quoted(&note));
            }
            StepName::Made(ending) => format!("bolshak generate --alone {ending}"),
            StepName::Until(ending, phases) => format!("bolshak generate --alone {ending} --until {phases}"),
        };
        let (options, unfinished) = (&self.options, quoted(&format!("{note}.new")));
        format!("{command} {options} --json >{unfinished} && mv {unfinished} {}", quoted(&note))
    }
}

/// The name of a file, with slashes between its parts on any system: make and shells take a backslash for something else. The names
/// of the directories are UTF-8, so nothing is lost.
pub fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned().replace(MAIN_SEPARATOR, "/")
}

const AT_ONCE: [usize; 4] = [1, 4, 16, 64];

pub fn forecast(steps: &[Step], threads: u16) -> Vec<String> {
    let courses = AT_ONCE.map(|at_once| (at_once, Course::of(steps, at_once)));
    let mut lines = vec!["commands at a time   processors   time        values at the peak".into()];
    for (place, &(at_once, course)) in courses.iter().enumerate() {
        // More commands than there is work for.
        if place == 0 || course != courses[place - 1].1 {
            let (time, disk) = (duration(Lang::En, course.time), bytes(Lang::En, course.disk));
            lines.push(format!("{at_once:<20} {:<12} {time:<11} {disk}", at_once * usize::from(threads)));
        }
    }
    let tables = steps.iter().map(|step| step.needs.tables).sum();
    lines.push(format!("Finished tables take {}. Each command has a forecast of its own.", bytes(Lang::En, tables)));
    lines
}

fn comments(lines: &[String]) -> String {
    lines.iter().map(|line| format!("# {line}\n")).collect()
}

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

pub fn json(steps: &[Step], commands: &Commands) -> serde_json::Result<String> {
    let texts = |files: Vec<PathBuf>| files.iter().map(|file| text(file)).collect();
    let row = |&Step { name, ref after, needs }: &Step| Row {
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
    };
    Ok(serde_json::to_string_pretty(&steps.iter().map(row).collect::<Vec<_>>())? + "\n")
}

/// Refuses the name of a directory with characters that mean something to make, or to the shell that it calls.
pub fn check_for_make(directory: &str) -> Result<()> {
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

/// The steps as rules: the output of each is its note. The forecast goes into comments.
pub fn snakefile(steps: &[Step], commands: &Commands, forecast: &[String]) -> serde_json::Result<String> {
    let removals = steps.iter().map(|step| step.name).filter(is_removal).map(|name| name.to_string());
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
    if !is_removal(name) {
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

const fn is_removal(step: &StepName) -> bool {
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
