//! The threads that probe, those of passes over whole tables, which the clients share fairly, and those of searches; and the bounds
//! of work and of memory.

use std::collections::HashMap;
use std::future::pending;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::Uri;
use axum::http::request::Parts;
use bolshak::Progress;
use bolshak::search::Event;
use bolshak_answers::api::{Api, GAMES_BYTES, Problem, Reply, Request};
use bolshak_system as system;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::net::TcpStream;
use tokio::sync::watch::{Receiver, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::serve::clients::{busy, failed};
use crate::serve::turns::{Pass, Turns};
use crate::shared::process::locked;

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

struct Stop(Arc<AtomicBool>);

impl Progress<Event> for Stop {
    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
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

/// The passes that run at once. Others wait, even if they have begun, so no client blocks the rest.
const AT_ONCE: usize = 2;

pub struct Passes {
    turns: Arc<Turns>,
    /// The threads of a pass, and those of passes that have ended.
    width: usize,
    idle: Mutex<Vec<Arc<ThreadPool>>>,
    /// The answers that are awaited, by path and query.
    awaited: Mutex<HashMap<String, Awaited>>,
}

/// An answer for all who ask the same.
#[derive(Clone)]
struct Awaited {
    answer: Receiver<Option<Result<Reply, Problem>>>,
    /// Held by the clients that are still there, and by [`Passes::awaited`] until the pass ends.
    client: Arc<()>,
}

impl Passes {
    /// Passes on half of that many threads, or on two.
    pub fn new(threads: usize) -> Arc<Passes> {
        Arc::new(Passes {
            turns: Turns::new(AT_ONCE),
            width: (threads / 2 / AT_ONCE).max(1),
            idle: Mutex::default(),
            awaited: Mutex::default(),
        })
    }

    /// Answers a client. Clients that ask the same wait for the same answer. When all of them have left and another pass waits,
    /// the pass ends early.
    pub async fn answer(self: &Arc<Self>, api: &Arc<Api>, client: u128, parts: &Parts) -> Result<Reply, Problem> {
        let Awaited { mut answer, client } = self.awaited(api, client, parts.uri.clone())?;
        let mut answer = pin!(async move { answer.wait_for(Option::is_some).await.ok()?.clone() });
        let answer = tokio::select! {
            answer = &mut answer => answer,
            () = leaves(parts.extensions.get::<Stream>()) => {
                drop(client);
                answer.await
            }
        };
        answer.unwrap_or_else(|| Err(failed()))
    }

    fn awaited(self: &Arc<Self>, api: &Arc<Api>, client: u128, uri: Uri) -> Result<Awaited, Problem> {
        let mut all = locked(&self.awaited);
        let key = uri.to_string();
        if let Some(awaited) = all.get(&key) {
            return Ok(awaited.clone());
        }
        let pass = self.turns.place(client)?;
        let threads = self.threads()?;
        let (sender, receiver) = channel(None);
        let awaited = Awaited { answer: receiver, client: Arc::new(()) };
        let (passes, api, clients) = (self.clone(), api.clone(), Arc::downgrade(&awaited.client));
        all.insert(key.clone(), awaited.clone());
        threads.clone().spawn(move || {
            let request = Request::get(uri.path(), uri.query().unwrap_or_default());
            let answer = answer(&api, &request, &|by| passes.goes_on(&key, &pass, &clients, by));
            // Before the answer, so that its receiver can ask again at once.
            drop(pass);
            passes.spare(threads);
            let mut all = locked(&passes.awaited);
            let has_ended_early = clients.strong_count() == 0;
            if !has_ended_early {
                all.remove(&key);
            }
            drop(all);
            sender.send_replace(Some(if has_ended_early { Err(busy()) } else { answer }));
        });
        Ok(awaited)
    }

    /// Waits for the turn of a pass, at most until a moment. `Break` if it has none by then, or is to end early.
    fn goes_on(&self, key: &str, pass: &Pass, clients: &Weak<()>, by: Option<Instant>) -> ControlFlow<()> {
        let is_late = || by.is_some_and(|by| Instant::now() >= by);
        loop {
            let has_turn = pass.turn(|| is_late() || clients.strong_count() < 2);
            if self.ends_early(key, pass, clients) || !has_turn && is_late() {
                return ControlFlow::Break(());
            }
            if has_turn {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Whether nobody awaits the answer of a pass, and it waits for its turn or another does. If so, the next request for the same
    /// answer gets a new pass.
    fn ends_early(&self, key: &str, pass: &Pass, clients: &Weak<()>) -> bool {
        if clients.strong_count() == 1 && pass.is_any_waiting() {
            let mut all = locked(&self.awaited);
            // Unless a client has come meanwhile, or another thread of the pass has been here.
            if clients.strong_count() == 1 {
                all.remove(key);
            }
        }
        clients.strong_count() == 0
    }

    fn threads(&self) -> Result<Arc<ThreadPool>, Problem> {
        if let Some(threads) = locked(&self.idle).pop() {
            return Ok(threads);
        }
        let builder = ThreadPoolBuilder::new().num_threads(self.width);
        let builder = builder.thread_name(|_| "pass".into()).start_handler(|_| system::lower_priority());
        builder.build().map(Arc::new).map_err(|_| busy())
    }

    fn spare(&self, threads: Arc<ThreadPool>) {
        let mut idle = locked(&self.idle);
        if idle.len() < AT_ONCE {
            idle.push(threads);
        }
    }
}

type GoesOn<'a> = &'a (dyn Fn(Option<Instant>) -> ControlFlow<()> + Sync);

fn answer(api: &Api, request: &Request<'_>, goes_on: GoesOn<'_>) -> Result<Reply, Problem> {
    if goes_on(Some(Instant::now() + WAIT)).is_break() {
        return Err(busy());
    }
    catch_unwind(AssertUnwindSafe(|| api.answer_pausing(request, &|| goes_on(None)))).map_err(|_| failed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_that_nobody_awaits_ends_when_another_waits() {
        let passes = Passes::new(1);
        let client = Arc::new(());
        let awaited = Awaited { answer: channel(None).1, client: client.clone() };
        locked(&passes.awaited).insert("a".into(), awaited);
        let (first, clients) = (passes.turns.place(1).unwrap(), Arc::downgrade(&client));
        let goes_on = || passes.goes_on("a", &first, &clients, None).is_continue();
        assert!(goes_on());
        let second = passes.turns.place(1).unwrap();
        assert!(goes_on());
        drop(second);
        drop(client);
        assert!(goes_on());
        let again = locked(&passes.awaited)["a"].clone();
        let second = passes.turns.place(1).unwrap();
        assert!(goes_on());
        drop(again);
        assert!(!goes_on() && !goes_on());
        assert!(locked(&passes.awaited).is_empty());
        drop((first, second));
    }

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
