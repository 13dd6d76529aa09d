//! The threads that probe, and the bounds of work and of memory.

use std::sync::Arc;
use std::time::Duration;

use bolshak_answers::api::{GAMES_BYTES, Problem};
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

impl Work {
    /// That many threads, and that many places.
    pub fn new(threads: usize, at_once: usize) -> Work {
        Work { places: Arc::new(Semaphore::new(at_once)), threads: Arc::new(Semaphore::new(threads)) }
    }

    pub fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.places.clone().try_acquire_owned().map_err(|_| busy())
    }

    /// Does work in a place, on a thread that may wait for files.
    pub async fn run<T: Send + 'static>(
        &self,
        _place: &OwnedSemaphorePermit,
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

/// The bytes of all bodies that are read whole, and of all large answers that are not sent yet.
const BODIES: usize = 64 << 20;
const ANSWERS: usize = 64 << 20;

/// An answer with more bytes is large.
pub const LARGE: usize = 64 << 10;

/// What permits of answers count: a permit for each KiB.
const UNIT: usize = 1 << 10;

/// Places for what clients keep in memory. Requests beyond are refused, and all others are still answered.
pub struct Bounds {
    streams: Arc<Semaphore>,
    bodies: Arc<Semaphore>,
    answers: Arc<Semaphore>,
}

impl Bounds {
    /// Bounds with a number of bodies that are answered line by line at once.
    pub fn new(streams: usize) -> Bounds {
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Bounds {
            streams: semaphore(streams),
            bodies: semaphore(BODIES / GAMES_BYTES),
            answers: semaphore(ANSWERS / UNIT),
        }
    }

    pub fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.streams.clone().try_acquire_owned().map_err(|_| busy())
    }

    pub fn body(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.bodies.clone().try_acquire_owned().map_err(|_| busy())
    }

    pub fn answer(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Problem> {
        let units = u32::try_from(bytes.div_ceil(UNIT)).map_err(|_| busy())?;
        self.answers.clone().try_acquire_many_owned(units).map_err(|_| busy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_sent_yet_is_bounded() {
        let bounds = Bounds::new(2);
        let large = 5 << 20;
        let places: Vec<_> = (0..100).map_while(|_| bounds.answer(large).ok()).collect();
        assert_eq!(places.len(), ANSWERS / large);
        drop(places);
        assert!(bounds.answer(ANSWERS).is_ok() && bounds.answer(ANSWERS + 1).is_err());
        assert_eq!((0..1000).map_while(|_| bounds.body().ok()).collect::<Vec<_>>().len() * GAMES_BYTES, BODIES);
        let streams = [bounds.stream(), bounds.stream()];
        assert!(streams.iter().all(Result::is_ok) && bounds.stream().is_err());
    }
}
