//! What a plan takes as a whole.

use bolshak::generate::{Course, Step};

use crate::lang::Lang;
use crate::shared::amount::{bytes, duration};

/// Numbers of commands at a time that the forecast shows.
const AT_ONCE: [usize; 4] = [1, 4, 16, 64];

/// The forecast in lines.
pub fn lines(steps: &[Step], threads: u16) -> Vec<String> {
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

/// Lines as comments, for make or Python.
pub fn comments(lines: &[String]) -> String {
    lines.iter().map(|line| format!("# {line}\n")).collect()
}
