//! Searches of positions with more pieces than the tables have: threads of their own, so that they never hold the probes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use bolshak::Progress;
use bolshak::search::Event;
use bolshak_answers::api::{Api, Problem, Reply, Request};
use bolshak_system as system;
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::work::{WAIT, busy, failed};

/// The searches that wait for each one that runs.
const WAITING: usize = 3;

/// The lane of searches.
pub struct Searches {
    /// Of those that run or wait; beyond, requests are refused.
    places: Arc<Semaphore>,
    threads: Arc<Semaphore>,
}

/// Stops a search when its client has left.
struct Left(Arc<AtomicBool>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
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

    /// Answers a request; when its client leaves and drops this, the search ends soon.
    pub async fn answer(&self, api: &Arc<Api>, request: &Request<'_>) -> Result<Reply, Problem> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| busy())?;
        let thread = timeout(WAIT, self.threads.clone().acquire_owned()).await;
        let permit = thread.map_err(|_| busy())?.map_err(|_| busy())?;
        let has_left = Arc::new(AtomicBool::new(false));
        let (stop, _left) = (Stop(has_left.clone()), Left(has_left));
        let (api, path, query) = (api.clone(), request.path.to_string(), request.query.to_string());
        let (sender, receiver) = oneshot::channel();
        let search = move || {
            let _held = (place, permit);
            system::lower_priority();
            // Nobody may wait any more.
            let _ = sender.send(api.solve(&Request::get(&path, &query), &stop));
        };
        thread::Builder::new().name("search".into()).spawn(search).map_err(|_| busy())?;
        receiver.await.map_err(|_| failed())
    }
}
