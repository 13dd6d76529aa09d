//! How a plan goes: the time and the disk that it takes with some number of steps at a time.

use std::collections::BTreeSet;
use std::time::Duration;

use super::plan::Step;
use super::step_name::StepName;

/// The forecast of a whole plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Course {
    /// Wall time, if each step has the processors that its forecast counts on.
    pub time: Duration,
    /// The most bytes of values at one time in the directory that all steps share. The tables come on top.
    pub disk: u64,
}

impl Course {
    /// Goes through a plan as programs that run such plans do: at most `at_once` steps that solve at a time, each begun as soon
    /// as the steps before it are done, those first that come first in the plan. Values are removed at once. Takes time with
    /// the square of the steps: milliseconds.
    pub fn of(steps: &[Step], at_once: usize) -> Course {
        let mut state = State::default();
        let mut waiting: Vec<&Step> = steps.iter().collect();
        let names: BTreeSet<StepName> = steps.iter().map(|step| step.name).collect();
        loop {
            for is_removal in [true, false] {
                waiting.retain(|step| {
                    let ready = step.after.iter().all(|name| state.done.contains(name) || !names.contains(name));
                    let fits = is_removal || state.working.len() < at_once.max(1);
                    let begins = ready && fits && matches!(step.name, StepName::Removed(_)) == is_removal;
                    if begins {
                        state.begin(step);
                    }
                    !begins
                });
            }
            let Some(next) = state.working.iter().map(|&(end, _)| end).min() else { return state.course };
            state.end_all(next);
        }
    }
}

#[derive(Default)]
struct State<'s> {
    course: Course,
    /// The bytes of values now.
    disk: u64,
    /// When each step in work ends.
    working: Vec<(Duration, &'s Step)>,
    done: BTreeSet<StepName>,
}

impl<'s> State<'s> {
    fn begin(&mut self, step: &'s Step) {
        let ending = step.name.ending();
        if let StepName::Removed(_) = step.name {
            self.disk -= step.needs.kept;
            self.done.insert(step.name);
            return;
        }
        // The steps of an ending write the same files.
        if !self.done.iter().any(|name| name.ending() == ending) {
            self.disk += step.needs.disk;
        }
        self.course.disk = self.course.disk.max(self.disk);
        self.working.push((self.course.time + step.needs.time, step));
    }

    fn end_all(&mut self, now: Duration) {
        self.course.time = now;
        for (_, step) in self.working.extract_if(.., |&mut (end, _)| end <= now) {
            self.done.insert(step.name);
            if let StepName::Made(_) = step.name {
                self.disk -= step.needs.disk - step.needs.kept;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Needs;
    use crate::index::Ending;

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
