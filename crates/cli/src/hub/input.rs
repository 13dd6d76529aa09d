//! The lines of the client, which come also while a search is under way.

use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use bolshak::Progress;
use bolshak::search::Event;

use crate::shared::files::read_line;

/// A line, as much of it as fits.
pub struct Line {
    pub text: String,
    pub is_whole: bool,
}

/// The lines that have come and wait, and those that come.
pub struct Input(Mutex<Lines>);

struct Lines {
    waiting: VecDeque<io::Result<Line>>,
    receiver: Receiver<io::Result<Line>>,
}

/// The lines that are read ahead.
const AHEAD: usize = 64;

impl Input {
    /// Reads standard input from now on, on a thread of its own.
    pub fn read() -> io::Result<Input> {
        let (sender, receiver) = sync_channel(AHEAD);
        thread::Builder::new().name("input".into()).spawn(move || {
            let (mut input, mut bytes) = (BufReader::new(io::stdin().lock()), Vec::new());
            while let Some(read) = read_line(&mut input, &mut bytes).transpose() {
                let is_last = read.is_err();
                let line = read.map(|is_whole| Line { text: String::from_utf8_lossy(&bytes).into(), is_whole });
                if sender.send(line).is_err() || is_last {
                    break;
                }
            }
        })?;
        Ok(Input(Mutex::new(Lines { waiting: VecDeque::new(), receiver })))
    }

    /// The next line; `None` at the end.
    pub fn next(&self) -> io::Result<Option<Line>> {
        let mut lines = self.lock();
        match lines.waiting.pop_front() {
            Some(line) => line.map(Some),
            None => lines.receiver.recv().ok().transpose(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().expect("reading does not panic")
    }
}

/// What ends a search before everything is decided.
pub struct Awaited<'i> {
    input: &'i Input,
    /// The time from `ponder-hit` on, while that is awaited.
    time: Option<Duration>,
    until: Mutex<Until>,
}

enum Until {
    PonderHit,
    Stop,
    Time(Instant),
    Now,
}

impl<'i> Awaited<'i> {
    fn new(input: &'i Input, time: Option<Duration>, until: Until) -> Awaited<'i> {
        // The client has asked for the next move already, and then left.
        let has_left = input.lock().waiting.iter().any(|line| command(line) == "quit");
        Awaited { input, time, until: Mutex::new(if has_left { Until::Now } else { until }) }
    }

    /// Only `stop` ends it.
    pub fn stop(input: &'i Input) -> Awaited<'i> {
        Awaited::new(input, None, Until::Stop)
    }

    /// The time runs from `ponder-hit` on.
    pub fn ponder_hit(input: &'i Input, time: Option<Duration>) -> Awaited<'i> {
        Awaited::new(input, time, Until::PonderHit)
    }

    /// The time runs from now on.
    pub fn time(input: &'i Input, time: Option<Duration>) -> Awaited<'i> {
        Awaited::new(input, None, after(time))
    }
}

fn command(line: &io::Result<Line>) -> &str {
    line.as_ref().ok().and_then(|line| line.text.split_whitespace().next()).unwrap_or_default()
}

fn after(time: Option<Duration>) -> Until {
    time.and_then(|time| Instant::now().checked_add(time)).map_or(Until::Stop, Until::Time)
}

impl Progress<Event> for Awaited<'_> {
    /// Reads what the client has sent meanwhile. Lines that are not for the search wait for its end.
    fn is_stopped(&self) -> bool {
        let mut until = self.until.lock().expect("waiting does not panic");
        let mut lines = self.input.lock();
        while !matches!(*until, Until::Now) {
            let line = match lines.receiver.try_recv() {
                Ok(line) => line,
                Err(TryRecvError::Empty) => break,
                // Nobody is there any more who could stop it.
                Err(TryRecvError::Disconnected) => {
                    if !matches!(*until, Until::Time(_)) {
                        *until = Until::Now;
                    }
                    break;
                }
            };
            match (command(&line), &*until) {
                ("stop", _) => *until = Until::Now,
                ("ponder-hit", Until::PonderHit) => *until = after(self.time),
                // Standard output is written line by line; if that fails, so does the answer of the search, which is reported.
                ("ping", _) => drop(writeln!(io::stdout(), "pong")),
                ("quit", _) => {
                    *until = Until::Now;
                    lines.waiting.push_back(line);
                }
                _ => lines.waiting.push_back(line),
            }
        }
        match *until {
            Until::Now => true,
            Until::Time(until) => Instant::now() >= until,
            Until::PonderHit | Until::Stop => false,
        }
    }
}
