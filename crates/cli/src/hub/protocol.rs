//! The Hub protocol: lines of a command with arguments such as `name=value`, `name="a value"` or `name`; and the parameters.

use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use bolshak::Progress;
use bolshak::board::{GameName, short};
use bolshak::rules::{DrawRule, DrawRuleError, HubNumbering, HubNumberingError};
use bolshak::search::Event;

use crate::shared::files::read_line;
use crate::shared::options::one_of;
use crate::shared::tables::Tables;

#[derive(PartialEq, Eq, Debug)]
pub struct Message<'a> {
    pub command: &'a str,
    arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> Message<'a> {
    pub fn parse(line: &'a str) -> Result<Message<'a>, String> {
        let (command, mut rest) = word(line.trim_start());
        let mut arguments = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(Message { command, arguments });
            }
            let (name, after) = word(rest);
            if name.is_empty() {
                return Err(format!("\"{rest}\" is not an argument; expected name=value"));
            }
            let mut argument = (name, "");
            rest = after.trim_start();
            if let Some(after) = rest.strip_prefix('=') {
                (argument.1, rest) = value(after.trim_start())?;
            }
            arguments.push(argument);
        }
    }

    /// The value of an argument, empty if it has none; `None` if the argument is absent.
    pub fn value(&self, name: &str) -> Option<&'a str> {
        self.arguments.iter().find(|argument| argument.0 == name).map(|argument| argument.1)
    }

    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.arguments.iter().map(|argument| argument.0)
    }
}

fn word(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(text.len()))
}

fn value(text: &str) -> Result<(&str, &str), String> {
    match text.strip_prefix('"') {
        Some(quoted) => {
            quoted.split_once('"').ok_or_else(|| "a quotation mark is missing at the end of a value".into())
        }
        None => Ok(text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))),
    }
}

/// A text as a value: on one line, in quotation marks, without any inside.
pub fn quoted(text: &str) -> String {
    let clean: String = text.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ");
    format!("\"{clean}\"")
}

/// The parameters, on the command line and in the protocol.
#[derive(clap::Args, Clone)]
pub struct Settings {
    #[command(flatten)]
    pub tables: Tables,

    /// The square that has the number 1 in moves: b8 as in PDN, or a1 as pydraughts sends them
    #[arg(long, value_name = "SQUARE", default_value_t = HubNumbering::B8)]
    #[arg(value_parser = one_of(HubNumbering::ALL), hide_possible_values = true)]
    pub numbering: HubNumbering,

    /// The draw rule: 15-moves (three kings against one, and 15 moves by kings alone), three-kings (only the first of
    /// these), or none
    #[arg(long, value_name = "RULE", default_value_t = DrawRule::FifteenMoves)]
    #[arg(value_parser = one_of(DrawRule::ALL), hide_possible_values = true)]
    pub rule: DrawRule,
}

impl Settings {
    /// The lines that declare the parameters. The game is the only variant that the engine plays.
    pub fn declaration(&self, game: GameName) -> String {
        let directory =
            self.tables.directory().map(|directory| directory.to_string_lossy().into_owned()).unwrap_or_default();
        let (numbering, rule) = (self.numbering, self.rule);
        format!(
            "param name=variant value={game} type=enum values=\"{game}\"\n\
             param name=tables value={} type=string\n\
             param name=numbering value={numbering} type=enum values=\"b8 a1\"\n\
             param name=rule value={rule} type=enum values=\"15-moves three-kings none\"\n",
            quoted(&directory)
        )
    }

    /// Sets a parameter. Returns whether other tables must be opened.
    pub fn set(&mut self, game: GameName, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "variant" if value == game.name() => {}
            "variant" => {
                return Err(format!(
                    "this engine plays {game}, not the variant \"{}\"; another game needs another engine, started with --game",
                    short(value)
                ));
            }
            "tables" => {
                self.tables = Tables::in_directory(value, self.tables.game);
                return Ok(true);
            }
            "numbering" => self.numbering = value.parse().map_err(|error: HubNumberingError| error.to_string())?,
            "rule" => self.rule = value.parse().map_err(|error: DrawRuleError| error.to_string())?,
            _ => {
                return Err(format!(
                    "there is no parameter {}; there are variant, tables, numbering and rule",
                    short(name)
                ));
            }
        }
        Ok(false)
    }
}

/// A line, as much of it as fits.
pub struct Line {
    pub text: String,
    pub is_whole: bool,
}

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

pub enum Until {
    PonderHit,
    Stop,
    Time(Instant),
    Now,
}

impl<'i> Awaited<'i> {
    pub fn new(input: &'i Input, time: Option<Duration>, until: Until) -> Awaited<'i> {
        // The client has asked for the next move already, and then left.
        let has_left = input.lock().waiting.iter().any(|line| command(line) == "quit");
        Awaited { input, time, until: Mutex::new(if has_left { Until::Now } else { until }) }
    }
}

fn command(line: &io::Result<Line>) -> &str {
    line.as_ref().ok().and_then(|line| line.text.split_whitespace().next()).unwrap_or_default()
}

/// The end of a time that runs from now on.
pub fn after(time: Option<Duration>) -> Until {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_and_values() {
        let message = Message::parse("  set-param  name=\"a b\" value = x=y flag empty=\"\" \t").unwrap();
        assert_eq!(message.command, "set-param");
        let values = ["name", "value", "flag", "empty", "other"].map(|name| message.value(name));
        assert_eq!(values, [Some("a b"), Some("x=y"), Some(""), Some(""), None]);
        assert_eq!(Message::parse(" \t"), Ok(Message { command: "", arguments: vec![] }));
        assert_eq!(Message::parse("go name=").unwrap().value("name"), Some(""));
        for bad in ["go =x", "go a=\"b", "pos \u{e9}=1 =", "="] {
            assert!(Message::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn quoted_texts_are_read_back() {
        assert_eq!(quoted("a \"b\"\n c=d"), "\"a 'b' c=d\"");
        let line = format!("error message={}", quoted("a \"b\"\n c=d"));
        assert_eq!(Message::parse(&line).unwrap().value("message"), Some("a 'b' c=d"));
    }
}
