//! The threads that solve one fibre.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bolshak_system::thread_time;
use rayon::prelude::*;

/// The threads that solve one fibre: the present one, or all of the current rayon pool, which share each step.
pub(super) struct Threads {
    /// The processor time of all threads so far, in nanoseconds; `None` for one thread.
    time: Option<AtomicU64>,
}

impl Threads {
    pub const ONE: Threads = Threads { time: None };

    pub const fn all() -> Threads {
        Threads { time: Some(AtomicU64::new(0)) }
    }

    pub const fn are_many(&self) -> bool {
        self.time.is_some()
    }

    /// The processor time of all these threads; of the present thread since `begun`.
    pub fn time_since(&self, begun: Duration) -> Duration {
        match &self.time {
            None => thread_time().saturating_sub(begun),
            Some(time) => Duration::from_nanos(time.load(Ordering::Relaxed)),
        }
    }

    pub fn each<T: Send>(&self, items: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
        match &self.time {
            None => items.for_each(work),
            Some(time) => {
                let items: Vec<T> = items.collect();
                items.into_par_iter().with_max_len(1).for_each(|item| timed(time, || work(item)));
            }
        }
    }

    pub fn both<A: Send, B: Send>(&self, one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
        match &self.time {
            None => (one(), other()),
            Some(time) => rayon::join(|| timed(time, one), || timed(time, other)),
        }
    }

    /// Works on each item until one fails. The present thread uses `own`; several make their own.
    pub fn try_each_with<S, T: Send>(
        &self,
        items: impl Iterator<Item = T>,
        own: &mut S,
        make: impl Fn() -> S + Sync + Send,
        work: impl Fn(&mut S, T) -> Result<(), Halt> + Sync + Send,
    ) -> Result<(), Halt> {
        match &self.time {
            None => {
                let mut items = items;
                items.try_for_each(|item| work(own, item))
            }
            Some(time) => {
                let items: Vec<T> = items.collect();
                let items = items.into_par_iter().with_max_len(1);
                items.try_for_each_init(make, |own, item| timed(time, || work(own, item)))
            }
        }
    }
}

/// Adds the processor time of some work that passes nothing to other threads.
fn timed<R>(time: &AtomicU64, work: impl FnOnce() -> R) -> R {
    let begun = thread_time();
    let result = work();
    time.fetch_add(thread_time().saturating_sub(begun).as_nanos() as u64, Ordering::Relaxed);
    result
}

/// Why rounds or a fibre end before all is decided.
pub(super) enum Halt {
    /// A distance is longer than the last round. For the distance to win this is an error: tables hold no longer distance. For
    /// the distance to a zeroing move it is a normal end: boards not decided within the draw rule are draws.
    TooLong,
    Stopped,
}
