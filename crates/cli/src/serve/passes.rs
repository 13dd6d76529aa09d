//! The threads of passes over whole tables, which the clients share fairly.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use axum::http::Uri;
use axum::http::request::Parts;
use bolshak_answers::api::{Api, Problem, Reply, Request};
use bolshak_system as system;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::watch::{Receiver, channel};

use crate::serve::clients::{busy, failed};
use crate::serve::turns::{Pass, Turns};
use crate::serve::work::{Stream, WAIT, leaves};
use crate::shared::process::locked;

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
}
