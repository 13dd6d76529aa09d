//! A plan: a request as interdependent steps, for a program that runs them on many machines.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::board::Game;
use crate::in_game;
use crate::index::Ending;
use crate::retrograde::Layout;

use super::error::GenerateError;
use super::estimate::{Needs, forecast};
use super::plan_files::{PlanFiles, StepName};
use super::request::Request;
use super::schedule::{Least, room, work_order};

/// A step: what one command does.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name among the steps.
    pub name: StepName,
    /// The steps that must be done before.
    pub after: Vec<StepName>,
    /// Its forecast cost; for a step that removes values, only what was [kept](Needs::kept).
    pub needs: Needs,
}

/// Plans what a directory lacks of a request: steps in a possible order. Each ending comes after those that its moves lead to,
/// and the values of an ending are removed as soon as all that need them are done. An ending expected to take longer than
/// `patience` is split by the advancement of its men. Measures this machine for a second, as [`estimate`](super::estimate())
/// does, on the current rayon pool: the threads of a step.
///
/// # Errors
/// As for [`Inventory::new`](super::Inventory::new), [`GenerateError::Memory`] if a step would refuse the memory, and
/// [`GenerateError::OtherPlan`] if there are notes of another plan. The directory need not be writable here.
pub fn plan(request: &Request, directory: &Path, patience: Duration) -> Result<Vec<Step>, GenerateError> {
    in_game!(request.settings.game, G => plan_of::<G>(request, directory, patience))
}

fn plan_of<G: Game>(request: &Request, directory: &Path, patience: Duration) -> Result<Vec<Step>, GenerateError> {
    let mut endings = forecast::<G>(request, directory, false)?.endings;
    let order = work_order(&endings.iter().map(|&(ending, _)| ending).collect::<Vec<_>>());
    endings.sort_by_key(|(ending, _)| order.iter().position(|other| other == ending));
    let threads = rayon::current_num_threads();
    let least_of = |ending| Least::new::<G>(&[ending], request.settings.coding(), threads).map(|least| least.bytes());
    let largest = endings.iter().map(|&(ending, _)| ending).max_by_key(|&ending| least_of(ending));
    room::<G>(request.settings.memory, largest.as_slice(), request.settings.coding())?;
    // The endings that need the values of each ending, itself included.
    let users: Vec<(Ending, u64, Vec<Ending>)> = endings
        .iter()
        .map(|&(ending, needs)| {
            let others = order.iter().copied().filter(|other| other.successors().contains(&ending));
            (ending, needs.kept, std::iter::once(ending).chain(others).collect())
        })
        .collect();
    let mut steps = Vec::new();
    for &(ending, needs) in &endings {
        let made = |after: &Ending| StepName::Made(*after);
        let mut after: Vec<StepName> = ending.successors().iter().map(made).collect();
        let mut done = 0.0;
        for (until, share) in parts::<G>(ending, needs.time, patience) {
            let name = until.map_or(StepName::Made(ending), |phases| StepName::Until(ending, phases));
            steps.push(Step { name, after, needs: needs.share(share - done, until.is_none()) });
            (after, done) = (vec![name], share);
        }
        for (other, kept, users) in users.iter().filter(|(.., users)| users.last() == Some(&ending)) {
            let after = users.iter().copied().map(StepName::Made).collect();
            let needs = Needs { kept: *kept, ..Needs::default() };
            steps.push(Step { name: StepName::Removed(*other), after, needs });
        }
    }
    let names: Vec<StepName> = steps.iter().map(|step| step.name).collect();
    PlanFiles::new(&request.settings, directory).check_notes(&names)?;
    Ok(steps)
}

/// The parts of an ending: the phases until each end, or `None` for the last, and the share of the entries up to there.
fn parts<G: Game>(ending: Ending, time: Duration, patience: Duration) -> Vec<(Option<usize>, f64)> {
    let layout = Layout::<G>::new(ending, true);
    let (size, allowed) = (layout.men.size() as f64, patience.as_secs_f64() / time.as_secs_f64().max(1e-9));
    let ends: Vec<f64> = layout.men.phases().map(|phase| phase.end as f64 / size).collect();
    let mut parts = Vec::new();
    let mut start = 0.0;
    for (phases, ends) in (1..).zip(ends.windows(2)) {
        // The part would take too long with the next phase.
        if ends[1] - start > allowed {
            parts.push((Some(phases), ends[0]));
            start = ends[0];
        }
    }
    parts.push((None, 1.0));
    parts
}

/// The forecast of a whole plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Course {
    /// Wall time, if each step has the processors of its forecast.
    pub time: Duration,
    /// The peak bytes of values in the shared directory, without the tables.
    pub disk: u64,
}

impl Course {
    /// Simulates a plan: at most `at_once` solving steps at a time, each begun as soon as the steps before it are done, in the
    /// order of the plan. Values are removed at once. Takes time with the square of the steps: milliseconds.
    pub fn of(steps: &[Step], at_once: usize) -> Course {
        let (mut course, mut disk) = (Course::default(), 0);
        // The steps in work and their ends.
        let mut working: Vec<(Duration, &Step)> = Vec::new();
        let mut waiting: Vec<&Step> = steps.iter().collect();
        let mut open: BTreeSet<StepName> = steps.iter().map(|step| step.name).collect();
        let mut begun = BTreeSet::new();
        loop {
            for is_removal in [true, false] {
                waiting.retain(|&step| {
                    let fits = is_removal || working.len() < at_once.max(1);
                    let is_ready = !step.after.iter().any(|name| open.contains(name));
                    if !fits || !is_ready || matches!(step.name, StepName::Removed(_)) != is_removal {
                        return true;
                    }
                    if is_removal {
                        disk -= step.needs.kept;
                        open.remove(&step.name);
                        return false;
                    }
                    // The steps of an ending write the same files.
                    if begun.insert(step.name.ending()) {
                        disk += step.needs.disk;
                    }
                    course.disk = course.disk.max(disk);
                    working.push((course.time + step.needs.time, step));
                    false
                });
            }
            let Some(now) = working.iter().map(|&(end, _)| end).min() else { return course };
            course.time = now;
            for (_, step) in working.extract_if(.., |&mut (end, _)| end <= now) {
                open.remove(&step.name);
                if let StepName::Made(_) = step.name {
                    disk -= step.needs.disk - step.needs.kept;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Russian;

    #[test]
    fn long_endings_are_split() {
        let ending: Ending = "KMMvKM".parse().expect("an ending");
        let hours = |hours: u64| Duration::from_secs(3600 * hours);
        assert_eq!(parts::<Russian>(ending, hours(5), hours(5)), [(None, 1.0)]);
        let split = parts::<Russian>(ending, hours(5), hours(1));
        assert!((5..=9).contains(&split.len()), "{split:?}");
        assert!(split.is_sorted_by(|a, b| a.1 < b.1) && split.is_sorted_by(|a, b| b.0.is_none() || a.0 < b.0));
        // Phases are not split further.
        let phases = Layout::<Russian>::new(ending, true).men.phases().len();
        assert_eq!(parts::<Russian>(ending, hours(5), Duration::ZERO).len(), phases);
    }

    #[test]
    fn steps_wait_for_others_and_values_leave() {
        let [a, b, c]: [Ending; 3] = ["KvK", "KKvK", "KvM"].map(|name| name.parse().expect("an ending"));
        let needs = |seconds, disk, kept| Needs { time: Duration::from_secs(seconds), disk, kept, ..Needs::default() };
        let step = |name, after: &[StepName], needs| Step { name, after: after.to_vec(), needs };
        let made = StepName::Made;
        let steps = [
            step(StepName::Until(a, 1), &[], needs(1, 100, 60)),
            step(made(a), &[StepName::Until(a, 1)], needs(2, 100, 60)),
            step(made(b), &[made(a)], needs(4, 50, 20)),
            step(made(c), &[made(a)], needs(5, 70, 30)),
            step(StepName::Removed(a), &[made(a), made(b), made(c)], needs(0, 0, 60)),
            step(StepName::Removed(b), &[made(b)], needs(0, 0, 20)),
            step(StepName::Removed(c), &[made(c)], needs(0, 0, 30)),
        ];
        // One at a time: a (100); a and b (60 + 50); a and c (60 + 70), as b's values go at once.
        assert_eq!(Course::of(&steps, 1), Course { time: Duration::from_secs(12), disk: 130 });
        // Together: a, b and c (60 + 50 + 70).
        assert_eq!(Course::of(&steps, 2), Course { time: Duration::from_secs(8), disk: 180 });
        assert_eq!(Course::of(&steps, 0), Course::of(&steps, 1));
        assert_eq!(Course::of(&[], 1), Course::default());
    }
}
