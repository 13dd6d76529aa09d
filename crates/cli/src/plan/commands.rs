//! The commands of a plan's steps.

use std::path::{MAIN_SEPARATOR, Path};

use bolshak::board::GameName;
use bolshak::generate::{PlanFiles, Settings, StepName};
use bolshak::table::Metric;

use crate::shared::shell::quoted;
use crate::shared::wanted::Wanted;

/// What turns steps into commands.
pub struct Commands {
    pub files: PlanFiles,
    /// The threads of each command.
    pub threads: u16,
    /// What all commands that make tables have in common.
    options: String,
}

impl Commands {
    /// The commands that make tables in a directory.
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
