//! The threads that read tables, and the bounds of what they have to do.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use bolshak::api::{Cost, Problem};
use bolshak::lang::Sentence;
use rayon::ThreadPool;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::cli::shared::threads;

/// The time that a request waits for a thread.
const WAIT: Duration = Duration::from_secs(20);

/// The passes over whole tables that wait for the one that runs.
const PASSES: usize = 32;

/// Threads, and places for those who wait for them.
pub struct Work {
    probes: Lane,
    passes: Lane,
    /// The threads of a pass.
    pool: Arc<ThreadPool>,
}

/// Work of one kind.
struct Lane {
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
}

/// A place among what is in work at once.
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

impl Lane {
    fn new(threads: usize, places: usize) -> Lane {
        Lane { places: Arc::new(Semaphore::new(places)), threads: Arc::new(Semaphore::new(threads)) }
    }
}

impl Work {
    /// That many threads for probes, and one pass at a time on half of as many.
    pub fn new(threads: usize, at_once: usize) -> Result<Work> {
        let pool = Arc::new(threads::pool((threads / 2).max(1))?);
        Ok(Work { probes: Lane::new(threads, at_once), passes: Lane::new(1, PASSES), pool })
    }

    fn lane(&self, cost: Cost) -> &Lane {
        if cost == Cost::Pass { &self.passes } else { &self.probes }
    }

    /// A place for work of that cost, if one is left.
    pub fn place(&self, cost: Cost) -> Result<Place, Problem> {
        let permit = self.lane(cost).places.clone().try_acquire_owned();
        permit.map(|permit| Place { _permit: permit }).map_err(|_| busy())
    }

    /// Does work in a place, on a thread that may wait for files.
    pub async fn run<T: Send + 'static>(
        &self,
        _place: &Place,
        cost: Cost,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = self.lane(cost).threads.clone().acquire_owned();
        let permit = timeout(WAIT, waiting).await.map_err(|_| busy())?.map_err(|_| busy())?;
        let pool = (cost == Cost::Pass).then(|| self.pool.clone());
        let done = spawn_blocking(move || {
            // Also where nobody waits for it any more, work that has begun counts until it ends.
            let _permit = permit;
            match pool {
                Some(pool) => pool.install(work),
                None => work(),
            }
        });
        done.await.map_err(|_| failed())
    }
}

/// The problem of a request that there is no place for.
pub fn busy() -> Problem {
    let russian = "слишком много запросов сразу; повторите через секунду";
    Problem::new(503, "busy", Sentence::new("too much is asked at once; try again in a second", russian))
}

/// The problem of a request that the program has failed at.
pub fn failed() -> Problem {
    let russian = "сбой программы; сообщите о нём, пожалуйста, указав адрес запроса";
    Problem::new(500, "internal", Sentence::new("the program has failed; please report the address", russian))
}
