//! The bounds of what clients keep in memory, be they slow or not.

use std::sync::Arc;

use bolshak_answers::api::{GAMES_BYTES, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::work::busy;

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

    /// A place for a body that is answered line by line.
    pub fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.streams.clone().try_acquire_owned().map_err(|_| busy())
    }

    /// A place for a body that is read whole.
    pub fn body(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.bodies.clone().try_acquire_owned().map_err(|_| busy())
    }

    /// Room for a large answer until it is sent.
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
