//! The threads that probe and those of searches, and the bounds of work and of memory.

use std::future::pending;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use axum::http::request::Parts;
use bolshak_answers::api::{Api, GAMES_BYTES, Problem, Reply, Request};
use bolshak_system as system;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::serve::clients::{busy, failed};

/// The time that a request waits for a thread.
pub const WAIT: Duration = Duration::from_secs(20);

/// The bytes of all bodies that are read whole, and of all large answers that are not sent yet.
const BODIES: usize = 64 << 20;
const ANSWERS: usize = 64 << 20;

/// An answer with more bytes is large.
pub const LARGE: usize = 64 << 10;

/// A permit for answers stands for one KiB.
const UNIT: usize = 1 << 10;

/// Threads, and places for requests that wait for them and for the memory that clients use. Requests beyond are
/// refused; all others are still answered.
pub struct Work {
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
    /// Bodies that are answered line by line.
    streams: Arc<Semaphore>,
    bodies: Arc<Semaphore>,
    answers: Arc<Semaphore>,
}

impl Work {
    /// That many threads, and that many places for requests and for bodies that are answered line by line.
    pub fn new(threads: usize, at_once: usize) -> Work {
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Work {
            places: semaphore(at_once),
            threads: semaphore(threads),
            streams: semaphore(at_once),
            bodies: semaphore(BODIES / GAMES_BYTES),
            answers: semaphore(ANSWERS / UNIT),
        }
    }

    /// Does work in a place, on a thread that may wait for files.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        let _place = place(&self.places, 1)?;
        let waiting = self.threads.clone().acquire_owned();
        let permit = timeout(WAIT, waiting).await.map_err(|_| busy())?.map_err(|_| busy())?;
        let done = spawn_blocking(move || {
            // Also where nobody waits for it any more, work that has begun counts until it ends.
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| failed())
    }

    pub fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        place(&self.streams, 1)
    }

    pub fn body(&self) -> Result<OwnedSemaphorePermit, Problem> {
        place(&self.bodies, 1)
    }

    pub fn answer(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Problem> {
        place(&self.answers, bytes.div_ceil(UNIT))
    }
}

fn place(places: &Arc<Semaphore>, count: usize) -> Result<OwnedSemaphorePermit, Problem> {
    let count = u32::try_from(count).map_err(|_| busy())?;
    places.clone().try_acquire_many_owned(count).map_err(|_| busy())
}

/// The searches that wait for each one that runs.
const WAITING: usize = 3;

/// The connection of a request.
#[derive(Clone)]
pub struct Stream(pub Arc<TcpStream>);

pub struct Searches {
    /// Of those that run or wait; beyond, requests are refused.
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
}

impl Searches {
    pub fn new(threads: usize) -> Searches {
        let threads = (threads / 2).max(1);
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Searches { places: semaphore(threads * (1 + WAITING)), threads: semaphore(threads) }
    }

    /// Answers a request with its body. When its client leaves, the search ends with what is known.
    pub async fn answer(&self, api: &Arc<Api>, parts: &Parts, body: Vec<u8>) -> Result<Reply, Problem> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| busy())?;
        let mut leaves = pin!(leaves(parts.extensions.get::<Stream>()));
        let has_left = Arc::new(AtomicBool::new(false));
        let permit = tokio::select! {
            permit = timeout(WAIT, self.threads.clone().acquire_owned()) => permit.map_err(|_| busy())?.map_err(|_| busy())?,
            () = &mut leaves => return Err(busy()),
        };
        let (api, method, uri, left) = (api.clone(), parts.method.clone(), parts.uri.clone(), has_left.clone());
        let (sender, mut receiver) = oneshot::channel();
        let search = move || {
            let _held = (place, permit);
            system::lower_priority();
            let (path, query) = (uri.path(), uri.query().unwrap_or_default());
            let request = Request { method: method.as_str(), path, query, body: &body };
            let pause = || if left.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            // Nobody may wait any more.
            let _ = sender.send(api.answer_pausing(&request, &pause));
        };
        thread::Builder::new().name("search".into()).spawn(search).map_err(|_| busy())?;
        tokio::select! {
            reply = &mut receiver => return reply.map_err(|_| failed()),
            () = leaves => has_left.store(true, Relaxed),
        }
        receiver.await.map_err(|_| failed())
    }
}

/// Waits until the other end of a connection sends nothing more. One that has closed its half alone still gets an answer.
pub async fn leaves(stream: Option<&Stream>) {
    let Some(Stream(stream)) = stream else { return pending().await };
    if matches!(stream.peek(&mut [0]).await, Ok(1..)) {
        pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_sent_yet_is_bounded() {
        let work = Work::new(1, 2);
        let large = 5 << 20;
        let places: Vec<_> = (0..100).map_while(|_| work.answer(large).ok()).collect();
        assert_eq!(places.len(), ANSWERS / large);
        drop(places);
        assert!(work.answer(ANSWERS).is_ok() && work.answer(ANSWERS + 1).is_err());
        assert_eq!((0..1000).map_while(|_| work.body().ok()).collect::<Vec<_>>().len() * GAMES_BYTES, BODIES);
        let streams = [work.stream(), work.stream()];
        assert!(streams.iter().all(Result::is_ok) && work.stream().is_err());
    }
}
