//! `bolshak generate --estimate`: the forecast of a run.

use std::fmt::Write;
use std::path::Path;

use bolshak::board::GameName;
use bolshak::generate::{Estimate, Needs, Request, Settings, estimate};
use bolshak::shown;

use crate::lang::{chosen, say};
use crate::shared::amount::{bytes, duration, thousands};

/// The forecast of a request as a table.
pub fn run(request: &Request, directory: &Path) -> anyhow::Result<String> {
    let forecast = estimate(request, directory)?;
    if forecast.endings.is_empty() {
        return Ok(say("all-finished", &[("place", shown(directory).into())]) + "\n");
    }
    Ok(in_words(&forecast, request, directory) + &lacking(&forecast.total, request, directory))
}

/// Sentences about memory and disk space that the run would lack here.
fn lacking(total: &Needs, request: &Request, directory: &Path) -> String {
    let mut text = String::new();
    if total.memory > request.settings.memory {
        let lack = [
            ("needed", bytes(chosen(), total.memory).into()),
            ("allowed", bytes(chosen(), request.settings.memory).into()),
        ];
        text += &(say("lacks-memory", &lack) + "\n");
    }
    let (values, needed) = match &request.settings.disk {
        Some(disk) => (&**disk, total.disk),
        None => (directory, total.disk + total.tables),
    };
    // A directory that does not exist yet will be on the disk of its nearest parent that does.
    let free = values.ancestors().find_map(|at| {
        let at = if at.as_os_str().is_empty() { Path::new(".") } else { at };
        fs4::available_space(at).ok()
    });
    if let Some(free) = free.filter(|&free| free < needed) {
        let lack = [("place", shown(values).into()), ("free", bytes(chosen(), free).into())];
        text += &(say("lacks-disk", &lack) + "\n");
    }
    text
}

fn in_words(forecast: &Estimate, request: &Request, directory: &Path) -> String {
    let lang = chosen();
    let titles = TITLES.map(|id| say(id, &[]));
    let rows = forecast.endings.iter().map(|(ending, needs)| (ending.to_string(), needs));
    let rows = rows.chain([(say("estimate-all", &[]), &forecast.total)]).map(|(name, needs)| {
        let Needs { entries, cpu, time, memory, disk, tables, .. } = *needs;
        [
            name,
            thousands(lang, entries),
            duration(lang, cpu),
            duration(lang, time),
            bytes(lang, memory),
            bytes(lang, disk),
            bytes(lang, tables),
        ]
    });
    let mut text = String::new();
    for [name, entries, cpu, time, memory, disk, tables] in std::iter::once(titles).chain(rows) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:9} {entries:>15} {cpu:>10} {time:>10} {memory:>10} {disk:>10} {tables:>9}");
    }
    let mut notes = vec!["estimate-note"];
    notes.extend(match request.settings.game {
        GameName::Russian => None,
        GameName::Poddavki => Some("estimate-poddavki"),
        GameName::Draughts80 => Some("estimate-draughts-80"),
    });
    notes.extend((request.settings.level != Settings::LEVEL).then_some("estimate-level"));
    let place = say("estimate-place", &[("place", shown(directory).into())]);
    let notes: Vec<String> = notes.iter().map(|id| say(id, &[])).chain([place]).collect();
    format!("{text}\n{}\n", notes.join("\n"))
}

/// The titles of the columns in the catalogues.
const TITLES: [&str; 7] = [
    "stats-ending",
    "stats-entries",
    "estimate-cpu",
    "estimate-time",
    "estimate-memory",
    "estimate-disk",
    "estimate-tables",
];
