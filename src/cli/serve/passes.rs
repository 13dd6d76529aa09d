//! Passes over whole tables, for lists and histograms: threads of their own, which the clients share fairly.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use bolshak::api::{Api, Problem, Reply, Request};
use bolshak::lang::Sentence;
use bolshak::system;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::watch::{Sender, channel};

use super::turns::{Pass, Refused, Turns};
use super::work::{WAIT, busy, failed};

/// The passes that go on at once. Others wait, also those that have begun: one client alone keeps nobody waiting.
const AT_ONCE: usize = 2;

/// What answers passes. It is cheap to clone.
#[derive(Clone)]
pub struct Passes(Arc<Shared>);

struct Shared {
    turns: Arc<Turns>,
    /// The threads of a pass, and those of passes that have ended.
    width: usize,
    idle: Mutex<Vec<Arc<ThreadPool>>>,
    awaited: Mutex<Awaited>,
}

/// The answers that are awaited, by path and query.
type Awaited = HashMap<String, Arc<Sender<Answer>>>;

/// An answer, when it is there.
type Answer = Option<Result<Reply, Problem>>;

impl Passes {
    /// Passes on half of that many threads, or on two.
    pub fn new(threads: usize) -> Passes {
        Passes(Arc::new(Shared {
            turns: Turns::new(AT_ONCE),
            width: (threads / 2 / AT_ONCE).max(1),
            idle: Mutex::default(),
            awaited: Mutex::default(),
        }))
    }

    /// Answers a client. Who asks what is asked already waits for the same answer.
    pub async fn answer(&self, api: &Arc<Api>, client: u128, path: &str, query: &str) -> Result<Reply, Problem> {
        let mut answer = {
            let mut awaited = locked(&self.0.awaited);
            let key = format!("{path}?{query}");
            match awaited.get(&key) {
                Some(sender) => sender.subscribe(),
                None => {
                    let pass = self.0.turns.place(client).map_err(refused)?;
                    let threads = self.threads()?;
                    let (sender, receiver) = channel(None);
                    let sender = Arc::new(sender);
                    awaited.insert(key.clone(), sender.clone());
                    let asked = Asked { api: api.clone(), path: path.into(), query: query.into(), key, sender };
                    let passes = self.clone();
                    threads.clone().spawn(move || passes.run(asked, pass, threads));
                    receiver
                }
            }
        };
        let answer = answer.wait_for(Option::is_some).await.map_err(|_| failed())?.clone();
        answer.unwrap_or_else(|| Err(failed()))
    }

    /// Does a pass on its threads.
    fn run(&self, asked: Asked, pass: Pass, threads: Arc<ThreadPool>) {
        let answer = if pass.turn(Some(Instant::now() + WAIT)) {
            let goes_on = || pass.turn(None) && self.is_awaited(&asked);
            let request = Request::get(&asked.path, &asked.query);
            catch_unwind(AssertUnwindSafe(|| asked.api.answer_while(&request, &goes_on))).map_err(|_| failed())
        } else {
            Err(busy())
        };
        drop(pass);
        let mut idle = locked(&self.0.idle);
        if idle.len() < AT_ONCE {
            idle.push(threads);
        }
        drop(idle);
        asked.forget(&mut locked(&self.0.awaited));
        asked.sender.send_replace(Some(answer));
    }

    /// Whether somebody waits for an answer. If not, who asks the same later gets another pass.
    fn is_awaited(&self, asked: &Asked) -> bool {
        asked.sender.receiver_count() > 0 || {
            let mut awaited = locked(&self.0.awaited);
            let is_awaited = asked.sender.receiver_count() > 0;
            if !is_awaited {
                asked.forget(&mut awaited);
            }
            is_awaited
        }
    }

    /// Threads for a pass.
    fn threads(&self) -> Result<Arc<ThreadPool>, Problem> {
        if let Some(threads) = locked(&self.0.idle).pop() {
            return Ok(threads);
        }
        let builder = ThreadPoolBuilder::new().num_threads(self.0.width);
        let builder = builder.thread_name(|_| "pass".into()).start_handler(|_| system::lower_priority());
        builder.build().map(Arc::new).map_err(|_| busy())
    }
}

/// What is asked, and where the answer goes.
struct Asked {
    api: Arc<Api>,
    path: String,
    query: String,
    key: String,
    sender: Arc<Sender<Answer>>,
}

impl Asked {
    /// Lets nobody else wait for this answer.
    fn forget(&self, awaited: &mut Awaited) {
        if awaited.get(&self.key).is_some_and(|sender| Arc::ptr_eq(sender, &self.sender)) {
            awaited.remove(&self.key);
        }
    }
}

fn refused(refused: Refused) -> Problem {
    match refused {
        Refused::All => busy(),
        Refused::Client => {
            let english =
                "this client asks for too many lists and histograms at once; try again when one of them is there";
            let russian = "этот клиент запросил слишком много списков и гистограмм сразу; повторите, когда придёт один из ответов";
            Problem::new(429, "too-often", Sentence::new(english, russian))
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
