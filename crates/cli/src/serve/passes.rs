//! Passes over whole tables, for lists and histograms: threads of their own, which the clients share fairly.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use bolshak_answers::api::{Api, Problem, Reply, Request};
use bolshak_system as system;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::watch::{Receiver, channel};

use super::turns::{Pass, Turns};
use super::work::{WAIT, busy, failed};
use crate::shared::process::locked;

/// The passes that run at once. Others wait, even if they have begun, so no client blocks the rest.
const AT_ONCE: usize = 2;

pub struct Passes {
    turns: Arc<Turns>,
    /// The threads of a pass, and those of passes that have ended.
    width: usize,
    idle: Mutex<Vec<Arc<ThreadPool>>>,
    /// The answers that are awaited, by path and query.
    awaited: Mutex<HashMap<String, Receiver<Answer>>>,
}

type Answer = Option<Result<Reply, Problem>>;

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

    /// Answers a client. Clients that ask the same wait for the same answer.
    pub async fn answer(
        self: &Arc<Self>,
        api: &Arc<Api>,
        client: u128,
        path: &str,
        query: &str,
    ) -> Result<Reply, Problem> {
        let mut answer = self.awaited(api, client, path, query)?;
        let answer = answer.wait_for(Option::is_some).await.map_err(|_| failed())?.clone();
        answer.unwrap_or_else(|| Err(failed()))
    }

    fn awaited(
        self: &Arc<Self>,
        api: &Arc<Api>,
        client: u128,
        path: &str,
        query: &str,
    ) -> Result<Receiver<Answer>, Problem> {
        let mut awaited = locked(&self.awaited);
        let key = format!("{path}?{query}");
        if let Some(answer) = awaited.get(&key) {
            return Ok(answer.clone());
        }
        let pass = self.turns.place(client)?;
        let threads = self.threads()?;
        let (sender, receiver) = channel(None);
        awaited.insert(key.clone(), receiver.clone());
        let (passes, api, path, query) = (self.clone(), api.clone(), path.to_string(), query.to_string());
        threads.clone().spawn(move || {
            let answer = answer(&api, &Request::get(&path, &query), &pass);
            // Before the answer, so that its receiver can ask again at once.
            drop(pass);
            passes.spare(threads);
            locked(&passes.awaited).remove(&key);
            sender.send_replace(Some(answer));
        });
        Ok(receiver)
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

fn answer(api: &Api, request: &Request<'_>, pass: &Pass) -> Result<Reply, Problem> {
    if !pass.turn(Some(Instant::now() + WAIT)) {
        return Err(busy());
    }
    let pause = || _ = pass.turn(None);
    catch_unwind(AssertUnwindSafe(|| api.answer_pausing(request, &pause))).map_err(|_| failed())
}
