//! Searches of positions with more pieces than the tables have: threads of their own, so that they never hold the probes back.

use std::future::pending;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use axum::http::request::Parts;
use bolshak::Progress;
use bolshak::search::Event;
use bolshak_answers::api::{Api, Problem, Reply, Request};
use bolshak_system as system;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::work::{WAIT, busy, failed};

/// The searches that wait for each one that runs.
const WAITING: usize = 3;

/// The connection of a request.
#[derive(Clone)]
pub struct Stream(pub Arc<TcpStream>);

/// The lane of searches.
pub struct Searches {
    /// Of those that run or wait; beyond, requests are refused.
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
}

struct Stop(Arc<AtomicBool>);

impl Progress<Event> for Stop {
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl Searches {
    /// Half of that many threads, at least one.
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
        let (api, method, uri, stop) = (api.clone(), parts.method.clone(), parts.uri.clone(), Stop(has_left.clone()));
        let (sender, mut receiver) = oneshot::channel();
        let search = move || {
            let _held = (place, permit);
            system::lower_priority();
            let (path, query) = (uri.path(), uri.query().unwrap_or_default());
            let request = Request { method: method.as_str(), path, query, body: &body };
            // Nobody may wait any more.
            let _ = sender.send(api.answer_searching(&request, &stop));
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
async fn leaves(stream: Option<&Stream>) {
    let Some(Stream(stream)) = stream else { return pending().await };
    if matches!(stream.peek(&mut [0]).await, Ok(1..)) {
        pending().await
    }
}
