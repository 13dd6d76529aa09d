//! `bolshak generate --estimate`: the forecast of a run.

use std::fmt::Write;
use std::path::Path;

use bolshak::board::GameName;
use bolshak::generate::{Estimate, Needs, Request, Settings, estimate};

use crate::cli::shared::amount::{bytes, duration};
use crate::cli::shared::text::grouped;

/// The forecast of a request as a table.
pub fn run(request: &Request, directory: &Path) -> anyhow::Result<String> {
    let forecast = estimate(request, directory)?;
    if forecast.endings.is_empty() {
        return Ok(format!("All tables are finished in {}; nothing to do.\n", directory.display()));
    }
    Ok(in_words(&forecast, request, directory) + &lacking(&forecast.total, request, directory))
}

/// Sentences about memory and disk space that the run would lack here.
fn lacking(total: &Needs, request: &Request, directory: &Path) -> String {
    let mut text = String::new();
    if total.memory > request.settings.memory {
        text += &format!(
            "It needs {} of memory, and may have {}: allow more with --memory, or use fewer --threads.\n",
            bytes(total.memory),
            bytes(request.settings.memory)
        );
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
        text += &format!("{} has only {} free; --disk puts values elsewhere.\n", values.display(), bytes(free));
    }
    text
}

fn in_words(forecast: &Estimate, request: &Request, directory: &Path) -> String {
    let mut text = format!(
        "{:9} {:>15} {:>10} {:>10} {:>10} {:>10} {:>9}\n",
        "ending", "entries", "CPU time", "time", "memory", "disk", "tables"
    );
    let rows = forecast.endings.iter().map(|(ending, needs)| (ending.to_string(), needs));
    for (name, needs) in rows.chain([("all".into(), &forecast.total)]) {
        let Needs { entries, cpu, time, memory, disk, tables, .. } = *needs;
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{name:9} {:>15} {:>10} {:>10} {:>10} {:>10} {:>9}",
            grouped(entries),
            duration(cpu),
            duration(time),
            bytes(memory),
            bytes(disk),
            bytes(tables)
        );
    }
    text += "\nTimes are extrapolated from a second of work on this machine.\nMemory and disk are those at the peak.\n";
    text += match request.settings.game {
        GameName::Russian => "",
        GameName::Poddavki => {
            "The forecast is that of Russian draughts.\nTables of poddavki are about half as large again.\n"
        }
        GameName::Draughts80 => "For each entry the forecast is that of Russian draughts.\n",
    };
    if request.settings.level != Settings::LEVEL {
        text += "That work was at the default level of compression; what --level adds was measured elsewhere.\n";
    }
    text + &format!("The tables would go to {}.\n", directory.display())
}
