//! `bolshak plan`: the work as commands that depend on each other, for engines that run them.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bolshak::generate::{Step, StepName, finished_tables, plan};
use bolshak::index::Ending;
use bolshak::table::{Metric, TableName};
use serde::Serialize;

use crate::cli::shared::notice::notice;
use crate::cli::shared::tables::{Target, no_option, quoted};
use crate::cli::shared::threads;
use crate::cli::shared::wanted::Wanted;

/// Print the work of a generation as a graph of commands, for a program that runs them on one machine or many
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    wanted: Wanted,

    /// What to print
    #[arg(long, value_enum)]
    format: Format,

    #[command(flatten)]
    target: Target,

    /// Directory for values in work, which all machines share, like that of the tables [default: .raw beside them]
    #[arg(long, value_name = "DIR")]
    disk: Option<PathBuf>,

    /// Threads of each command, at most 256
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,

    /// Split endings that take longer into several commands, by the advancement of their men
    #[arg(long, value_name = "HOURS", allow_negative_numbers = true, value_parser = hours)]
    split: Option<Duration>,
}

/// What to print.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// An array with a row for each command
    Json,
    /// A file for make
    Make,
    /// A file for Snakemake
    Snakemake,
}

const EXAMPLES: &str = "\
Examples:
  bolshak plan --pieces 5 --format make > Makefile         then: make -j 8
  bolshak plan --pieces 6 --format snakemake > Snakefile   then: snakemake --cores 8
  bolshak plan --pieces 8 --format snakemake --tables /shared/t --disk /shared/raw --threads 16 > Snakefile
                                       then, on Slurm: snakemake --executor slurm --jobs 40
  bolshak plan --pieces 7 --format json | jq -r .[].command

The commands call bolshak, which must be in the PATH. Finished steps are noted in files beside the values in work, with
what they took; a run that was stopped or killed goes on. See docs/many-machines.md.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let request = args.wanted.request(args.disk.as_deref());
    let tables = args.target.directory();
    let disk = args.disk.clone().unwrap_or_else(|| tables.join(".raw"));
    let text_of = |path: &Path| {
        let text = path.to_str().with_context(|| format!("{path:?} is not a text in UTF-8"))?;
        anyhow::Ok(no_option(text.into()))
    };
    let [tables_text, disk_text] = [text_of(tables)?, text_of(&disk)?];
    // Neither make nor the shell that it calls sees anything in other characters.
    let special = |c: char| !c.is_alphanumeric() && !"/._-+,@".contains(c);
    let odd = [&tables_text, &disk_text].into_iter().find(|path| path.contains(special));
    if let (Format::Make, Some(path)) = (args.format, odd) {
        bail!("make cannot handle the name {path:?} of a directory; choose another, or --format snakemake");
    }
    let pool = threads::pool(args.threads.into())?;
    let steps = pool.install(|| plan(&request, tables, args.split.unwrap_or(Duration::MAX)))?;
    if steps.is_empty() {
        notice(&format!("All that was asked is finished in {tables_text}: the plan is empty."));
    }
    let plan = Plan { args, metrics: &request.settings.metrics, tables: &tables_text, disk: &disk_text, steps: &steps };
    if let Some((ending, needed)) = plan.lost() {
        bail!(
            "{disk_text} has notes of another plan: {needed} is noted as done, but the values that {ending} needs are gone; \
             remove {disk_text}/*.done, or give another --disk"
        );
    }
    if let Some(ending) = plan.unmade() {
        bail!(
            "{disk_text} has notes of another plan: {ending} is noted as done, but {tables_text} lacks tables of it; \
             remove {disk_text}/*.done, or give another --disk"
        );
    }
    let text = match args.format {
        Format::Json => serde_json::to_string_pretty(&plan.rows())? + "\n",
        Format::Make => plan.makefile(),
        Format::Snakemake => plan.snakefile()?,
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The steps, and where they work.
struct Plan<'a> {
    args: &'a Args,
    metrics: &'a [Metric],
    tables: &'a str,
    disk: &'a str,
    steps: &'a [Step],
}

/// A step in JSON.
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
    tables: u64,
}

impl Plan<'_> {
    /// The file that says that a step is done.
    fn done(&self, name: StepName) -> String {
        format!("{}/{name}.{}", self.disk, StepName::NOTE)
    }

    /// The files of an ending's raw values; the second is there if some distances do not fit into a byte.
    fn values(&self, ending: Ending) -> [String; 2] {
        ["raw", "far"].map(|suffix| format!("{}/{ending}.{suffix}", self.disk))
    }

    /// An ending that is noted as done, though its tables are not all there.
    fn unmade(&self) -> Option<Ending> {
        let is_made = |ending| matches!(finished_tables(Path::new(self.tables), ending, self.metrics), Ok(Some(_)));
        self.steps.iter().find_map(|step| match step.name {
            StepName::Made(ending) if Path::new(&self.done(step.name)).exists() && !is_made(ending) => Some(ending),
            _ => None,
        })
    }

    fn table(&self, ending: Ending, metric: Metric) -> String {
        format!("{}/{}", self.tables, TableName { ending, metric })
    }

    /// An ending that is still to be made, and one whose values it needs, which are gone though it is noted as done.
    fn lost(&self) -> Option<(Ending, Ending)> {
        let is_done = |name| Path::new(&self.done(name)).exists();
        let is_lost =
            |&ending: &Ending| is_done(StepName::Made(ending)) && !Path::new(&self.values(ending)[0]).exists();
        let open = self.steps.iter().map(|step| step.name).filter(|&name| !is_done(name));
        let mut made = open.filter_map(|name| if let StepName::Made(ending) = name { Some(ending) } else { None });
        made.find_map(|ending| Some((ending, ending.successors().into_iter().find(is_lost)?)))
    }

    /// What does a step, as a shell takes it. The file that says so comes into being with all it says.
    fn command(&self, name: StepName) -> String {
        let done = self.done(name);
        let mut command = match name {
            StepName::Removed(ending) => {
                let values = self.values(ending).map(|file| quoted(&file)).join(" ");
                return format!("rm -f {values} && touch {}", quoted(&done));
            }
            StepName::Made(ending) => format!("bolshak generate --alone {ending}"),
            StepName::Until(ending, phases) => format!("bolshak generate --alone {ending} --until {phases}"),
        };
        command += &format!(" --tables {} --disk {}", quoted(self.tables), quoted(self.disk));
        command += &format!(" --threads {} --level {}", self.args.threads, self.args.wanted.level);
        if self.metrics.len() < Metric::COUNT {
            let metrics: Vec<String> = self.metrics.iter().map(Metric::to_string).collect();
            command += &format!(" --metrics {}", metrics.join(","));
        }
        if let Some(memory) = self.args.wanted.memory {
            command += &format!(" --memory {memory}");
        }
        let unfinished = quoted(&format!("{done}.new"));
        format!("{command} --json >{unfinished} && mv {unfinished} {}", quoted(&done))
    }

    fn rows(&self) -> Vec<Row> {
        let row = |step: &Step| {
            let (name, ending) = (step.name, step.name.ending());
            let tables: Vec<String> = self.metrics.iter().map(|&metric| self.table(ending, metric)).collect();
            let raw = |ending| self.values(ending)[0].clone();
            let (inputs, outputs) = match name {
                StepName::Made(_) => {
                    (ending.successors().into_iter().map(raw).collect(), [&tables[..], &[raw(ending)]].concat())
                }
                StepName::Until(..) => (ending.successors().into_iter().map(raw).collect(), vec![raw(ending)]),
                StepName::Removed(_) => (vec![raw(ending)], Vec::new()),
            };
            Row {
                name: name.to_string(),
                ending: ending.to_string(),
                command: self.command(name),
                after: step.after.iter().map(StepName::to_string).collect(),
                inputs,
                outputs,
                entries: step.needs.entries,
                cpu_seconds: step.needs.cpu.as_secs_f64(),
                seconds: step.needs.time.as_secs_f64(),
                memory: step.needs.memory,
                disk: step.needs.disk,
                tables: step.needs.tables,
            }
        };
        self.steps.iter().map(row).collect()
    }

    fn makefile(&self) -> String {
        let all: Vec<String> = self.steps.iter().map(|step| self.done(step.name)).collect();
        let mut text =
            format!("# Made by bolshak plan. make -j N runs N commands at a time.\nall: {}\n", all.join(" "));
        text += &format!("\n$(shell mkdir -p -- {})\n", self.disk);
        for step in self.steps {
            let after: Vec<String> = step.after.iter().map(|&name| self.done(name)).collect();
            // Writing to a string does not fail.
            let _ = write!(text, "\n{}: {}\n\t{}\n", self.done(step.name), after.join(" "), self.command(step.name));
        }
        text + "\n.PHONY: all\n"
    }

    fn snakefile(&self) -> Result<String> {
        // A string of JSON is one of Python; in patterns of names and commands braces count.
        let text_of = |text: &str| serde_json::to_string(&text.replace('{', "{{").replace('}', "}}"));
        let list = |names: &mut dyn Iterator<Item = StepName>| -> Result<String> {
            let names: Vec<String> = names.map(|name| text_of(&self.done(name))).collect::<Result<_, _>>()?;
            Ok(names.join(",\n        "))
        };
        let mut text =
            String::from("# Made by bolshak plan. snakemake --cores N runs commands with N threads in all.\n");
        let removals = self.steps.iter().filter(|step| matches!(step.name, StepName::Removed(_)));
        let removals: Vec<String> = removals.map(|step| step.name.to_string()).collect();
        text += &format!("localrules: all, {}\n\nrule all:\n    input:\n        ", removals.join(", "));
        text += &list(&mut self.steps.iter().map(|step| step.name))?;
        for step in self.steps {
            let Step { name, after, needs } = step;
            let _ = write!(text, "\n\nrule {name}:");
            if !after.is_empty() {
                let _ = write!(text, "\n    input:\n        {}", list(&mut after.iter().copied())?);
            }
            let _ = write!(text, "\n    output: {}", text_of(&self.done(*name))?);
            if !matches!(name, StepName::Removed(_)) {
                // Twice the time, in minutes: a job that takes longer is killed.
                let minutes = 2 * needs.time.as_secs() / 60 + 10;
                let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
                let _ = write!(
                    text,
                    "\n    threads: {}\n    resources: mem_mb={}, disk_mb={}, runtime={minutes}",
                    self.args.threads,
                    mebibytes(needs.memory),
                    mebibytes(needs.disk + needs.tables),
                );
            }
            let _ = write!(text, "\n    shell: {}", text_of(&self.command(*name))?);
        }
        Ok(text + "\n")
    }
}

/// Reads a number of hours.
fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().filter(|&hours: &f64| hours > 0.0);
    let time = hours.and_then(|hours| Duration::try_from_secs_f64(hours * 3600.0).ok());
    time.ok_or_else(|| "expected a number of hours as in 6 or 0.5".to_string())
}
