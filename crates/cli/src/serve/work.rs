//! The threads that probe, and the bounds of what they have to do.

use std::sync::Arc;
use std::time::Duration;

use bolshak_answers::api::Problem;
use bolshak_answers::lang::Sentence;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// The time that a request waits for a thread.
pub const WAIT: Duration = Duration::from_secs(20);

/// Threads, and places for those who wait for them.
pub struct Work {
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
}

/// A place among what is in work at once.
pub struct Place {
    _permit: OwnedSemaphorePermit,
}

impl Work {
    /// That many threads, and that many places.
    pub fn new(threads: usize, at_once: usize) -> Work {
        Work { places: Arc::new(Semaphore::new(at_once)), threads: Arc::new(Semaphore::new(threads)) }
    }

    /// A place, if one is left.
    pub fn place(&self) -> Result<Place, Problem> {
        let permit = self.places.clone().try_acquire_owned();
        permit.map(|permit| Place { _permit: permit }).map_err(|_| busy())
    }

    /// Does work in a place, on a thread that may wait for files.
    pub async fn run<T: Send + 'static>(
        &self,
        _place: &Place,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let waiting = self.threads.clone().acquire_owned();
        let permit = timeout(WAIT, waiting).await.map_err(|_| busy())?.map_err(|_| busy())?;
        let done = spawn_blocking(move || {
            // Also where nobody waits for it any more, work that has begun counts until it ends.
            let _permit = permit;
            work()
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
