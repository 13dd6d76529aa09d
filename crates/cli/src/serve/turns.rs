//! Turns of passes over whole tables: the client that has used least goes first.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bolshak_answers::api::Problem;
use bolshak_answers::lang::Sentence;

use crate::serve::clients::{busy, forget};
use crate::shared::process::locked;

/// The passes of all clients, and those of one client, that run or wait.
const ALL: usize = 64;
const OF_CLIENT: usize = 8;

/// A waiting client takes over the turn of another only if it has used this many seconds less.
const SLICE: f64 = 0.05;

/// After this time half of what a client has used is forgotten, in seconds. What is less than `LITTLE` does not count.
const HALF: f64 = 10.0;
const LITTLE: f64 = 0.001;

/// The most clients that are remembered; beyond that, those that have used little are forgotten.
const REMEMBERED: usize = 1 << 10;

/// The time after which a pass that waits looks again by itself: time alone may have changed who goes first.
const AGAIN: Duration = Duration::from_millis(50);

/// Passes that run or wait, and what their clients have used.
pub struct Turns {
    at_once: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// In the order in which they have come.
    passes: Vec<Entry>,
    /// The seconds that a client had used at some moment.
    used: HashMap<u128, (f64, Instant)>,
    next: u64,
}

struct Entry {
    number: u64,
    client: u128,
    /// From when on its time is not counted yet; `None` while it waits.
    since: Option<Instant>,
}

/// A pass among those that run or wait, until it is dropped.
pub struct Pass {
    turns: Arc<Turns>,
    number: u64,
}

impl Turns {
    pub fn new(at_once: usize) -> Arc<Turns> {
        Arc::new(Turns { at_once, state: Mutex::default(), changed: Condvar::new() })
    }

    pub fn place(self: &Arc<Self>, client: u128) -> Result<Pass, Problem> {
        let mut state = locked(&self.state);
        if state.passes.iter().filter(|other| other.client == client).count() >= OF_CLIENT {
            let english =
                "this client asks for too many lists and histograms at once; try again when one of them is there";
            let russian = "этот клиент запросил слишком много списков и гистограмм сразу; повторите, когда придёт один из ответов";
            return Err(Problem::new(429, "too-often", Sentence::new(english, russian)));
        }
        if state.passes.len() >= ALL {
            return Err(busy());
        }
        let number = state.next;
        state.next += 1;
        state.passes.push(Entry { number, client, since: None });
        Ok(Pass { turns: self.clone(), number })
    }
}

impl Pass {
    /// Returns when it is this pass's turn, at once if it is already; false if it is not by the time that it is given up.
    pub fn turn(&self, is_given_up: impl Fn() -> bool) -> bool {
        let mut state = locked(&self.turns.state);
        state.count(self.number, Instant::now());
        let mut has_waited = false;
        loop {
            let now = Instant::now();
            if state.has_turn(self.number, self.turns.at_once, now) {
                state.since(self.number, Some(now));
                return true;
            }
            if is_given_up() {
                return false;
            }
            if !has_waited {
                state.since(self.number, None);
                self.turns.changed.notify_all();
                has_waited = true;
            }
            let waited = self.turns.changed.wait_timeout(state, AGAIN);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether this pass or another waits for its turn.
    pub fn is_any_waiting(&self) -> bool {
        locked(&self.turns.state).passes.iter().any(|pass| pass.since.is_none())
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let (mut state, now) = (locked(&self.turns.state), Instant::now());
        state.count(self.number, now);
        state.passes.retain(|other| other.number != self.number);
        if state.used.len() >= REMEMBERED {
            forget(&mut state.used, REMEMBERED, |used| left_of(used, now) >= LITTLE);
        }
        self.turns.changed.notify_all();
    }
}

impl State {
    /// Counts the time of a pass since its last turn as used.
    fn count(&mut self, number: u64, now: Instant) {
        let Some(entry) = self.passes.iter_mut().find(|entry| entry.number == number) else { return };
        let Some(since) = entry.since else { return };
        entry.since = Some(now);
        let used = self.used.entry(entry.client).or_insert((0.0, now));
        *used = (left_of(*used, now) + now.saturating_duration_since(since).as_secs_f64(), now);
    }

    fn since(&mut self, number: u64, since: Option<Instant>) {
        self.passes.iter_mut().filter(|entry| entry.number == number).for_each(|entry| entry.since = since);
    }

    /// Whether a pass is one of the first: one of each client, in the order of what the clients have used.
    fn has_turn(&self, number: u64, at_once: usize, now: Instant) -> bool {
        let rank = |entry: &Entry| {
            let used = self.used.get(&entry.client).map_or(0.0, |&used| left_of(used, now));
            let used = if used < LITTLE { 0.0 } else { used };
            (used - if entry.since.is_some() { SLICE } else { 0.0 }, entry.number)
        };
        let is_first = |(place, entry): &(usize, &Entry)| {
            !self.passes[..*place].iter().any(|before| before.client == entry.client)
        };
        let mut first: Vec<_> = self.passes.iter().enumerate().filter(is_first).map(|(_, entry)| rank(entry)).collect();
        first.sort_unstable_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        first.iter().take(at_once).any(|&(_, other)| other == number)
    }
}

/// The part of a use at some moment that still counts later.
fn left_of((used, at): (f64, Instant), now: Instant) -> f64 {
    used * (-now.saturating_duration_since(at).as_secs_f64() / HALF).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(pass: &Pass, from: Instant, time: Duration) {
        let mut state = locked(&pass.turns.state);
        state.since(pass.number, Some(from));
        state.count(pass.number, from + time);
        state.since(pass.number, None);
    }

    fn on_turn(passes: &[&Pass], now: Instant) -> Vec<u64> {
        let has = |pass: &&&Pass| locked(&pass.turns.state).has_turn(pass.number, pass.turns.at_once, now);
        passes.iter().filter(has).map(|pass| pass.number).collect()
    }

    #[test]
    fn who_has_used_less_goes_first() {
        let (turns, now) = (Turns::new(1), Instant::now());
        let greedy = turns.place(1).unwrap();
        assert_eq!(on_turn(&[&greedy], now), [0]);
        run(&greedy, now, Duration::from_secs(3));
        let now = now + Duration::from_secs(3);
        let other = turns.place(2).unwrap();
        assert_eq!(on_turn(&[&greedy, &other], now), [1]);
        // Its own passes are one after another, and others are not before it for that.
        let another = turns.place(1).unwrap();
        assert_eq!(on_turn(&[&greedy, &other, &another], now), [1]);
        drop(other);
        assert_eq!(on_turn(&[&greedy, &another], now), [0]);
        drop(greedy);
        assert_eq!(on_turn(&[&another], now), [2]);
        // What was used long ago does not count.
        let late = now + Duration::from_secs(1000);
        let new = turns.place(3).unwrap();
        assert_eq!((on_turn(&[&another, &new], now), on_turn(&[&another, &new], late)), (vec![3], vec![2]));
    }

    #[test]
    fn two_clients_without_end_share_the_time() {
        let (turns, start) = (Turns::new(1), Instant::now());
        let passes = [turns.place(1).unwrap(), turns.place(2).unwrap()];
        let (mut times, mut changes, mut before) = ([0, 0], 0, 0);
        for tick in 0..1000 {
            let now = start + Duration::from_millis(tick);
            let [number] = on_turn(&[&passes[0], &passes[1]], now)[..] else { panic!("one at a time") };
            for pass in &passes {
                let mut state = locked(&turns.state);
                state.since(pass.number, (pass.number == number).then_some(now));
                state.count(pass.number, now + Duration::from_millis(1));
            }
            times[number as usize] += 1;
            changes += u32::from(number != before);
            before = number;
        }
        assert!((400..=600).contains(&times[0]), "{times:?}");
        assert!((4..=20).contains(&changes), "{changes}");
    }

    #[test]
    fn places_are_bounded() {
        let turns = Turns::new(2);
        let of = |client| turns.place(client);
        let mut places: Vec<Pass> = (0..OF_CLIENT).map(|_| of(1).unwrap()).collect();
        assert_eq!(of(1).err().map(|problem| problem.code), Some("too-often"));
        places.extend((OF_CLIENT..ALL).map(|number| of(number as u128).unwrap()));
        assert_eq!(of(1000).err().map(|problem| problem.code), Some("busy"));
        places.pop();
        assert!(of(1000).is_ok());
        drop(places);
        assert!(locked(&turns.state).passes.is_empty());
        for client in 0..10_000 {
            let pass = turns.place(client).unwrap();
            run(&pass, Instant::now(), Duration::from_secs(1));
        }
        assert!(locked(&turns.state).used.len() <= REMEMBERED);
    }

    #[test]
    fn a_pass_waits_until_others_have_ended() {
        let (turns, start) = (Turns::new(1), Instant::now());
        let (first, second) = (turns.place(1).unwrap(), turns.place(2).unwrap());
        assert!(first.turn(|| false) && first.is_any_waiting());
        assert!(!second.turn(|| true));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| second.turn(|| start.elapsed().as_secs() >= 20));
            drop(first);
            assert!(waiting.join().unwrap());
        });
        assert!(!second.is_any_waiting());
    }
}
