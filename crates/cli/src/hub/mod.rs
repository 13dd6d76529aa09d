//! `bolshak hub`: an engine for programs that speak the Hub protocol.

mod game;
mod protocol;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use bolshak::board::{Game, short};
use bolshak::search::Limits;

use crate::hub::game::{Answer, GameSoFar};
use crate::hub::protocol::{Awaited, Input, Message, Settings, Until, after, quoted};
use crate::shared::files::LONGEST_LINE;
use crate::shared::options::time;
use crate::shared::remedy::of_opening;
use crate::shared::tables::OpenTables;

/// Play as an engine: the Hub protocol (version 2, as of Scan) on standard input and output
///
/// For programs that play or analyse with draughts engines. Positions in the tables are answered at once. Other
/// positions are searched within the time control; what is then undecided is reported as undecided.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub settings: Settings,

    /// Time of a search if the client sets none, as in 5s or 500ms; with 0, only the tables are probed
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = time)]
    time: Duration,
}

pub fn run<G: Game>(args: Args) -> Result<ExitCode> {
    let Args { settings, time } = args;
    let game = Some(GameSoFar::start());
    let mut session = Session::<G> { settings, time, found: None, game, level: Level::default() };
    let input = Input::read()?;
    // Not locked: a ping is answered while a search is under way.
    let mut out = io::stdout();
    while let Some(line) = input.next().context("cannot read standard input")? {
        let mut reply = Reply::default();
        if line.is_whole {
            session.answer(&line.text, &input, &mut reply);
        } else {
            let error = format!("the line is too long; expected at most {LONGEST_LINE} bytes");
            session.refuse(&line.text, &error, &mut reply);
        }
        out.write_all(reply.text.as_bytes())?;
        out.flush()?;
        if reply.last {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Default)]
struct Reply {
    text: String,
    /// Whether the engine ends after it.
    last: bool,
}

impl Reply {
    fn error(&mut self, message: &str) {
        self.text += &format!("error message={}\n", quoted(message));
    }
}

struct Session<G> {
    settings: Settings,
    found: Option<OpenTables<G>>,
    /// `None` after a position that could not be read.
    game: Option<GameSoFar<G>>,
    level: Level,
    /// The time of a search without a time control.
    time: Duration,
}

#[derive(Clone, Copy, Default)]
struct Level {
    /// The time of a move; `None` if the client has named none.
    time: Option<Duration>,
    positions: Option<u64>,
    is_endless: bool,
}

impl Level {
    fn parse(message: &Message) -> Result<Level, String> {
        let number = |name: &str| match message.value(name) {
            None => Ok(None),
            Some(text) => match text.parse::<f64>() {
                Ok(number) if (0.0..=1e9).contains(&number) => Ok(Some(number)),
                _ => Err(format!("level {name}=\"{}\" is not a number; expected for example {name}=10", short(text))),
            },
        };
        let (time, increment, moves) = (number("time")?, number("inc")?.unwrap_or(0.0), number("moves")?);
        // A part of the time that is left, so that some is left for each move, and a margin for sending it.
        let of_game = time.map(|time| (time / moves.unwrap_or(25.0).max(1.0) + increment * 0.8).min(time * 0.5));
        let seconds = number("move-time")?.map(|time| time * 0.95).or(of_game);
        number("depth")?;
        Ok(Level {
            time: seconds.map(Duration::from_secs_f64),
            positions: number("nodes")?.map(|nodes| nodes as u64),
            is_endless: message.value("infinite").is_some(),
        })
    }

    /// The limits of a search but for its time, and its time, which is the other one where none is named.
    fn limits(self, otherwise: Duration) -> (Limits, Option<Duration>) {
        let mut limits = Limits::NONE;
        limits.positions = self.positions;
        // A limit of positions ends by itself, also where nobody is left to stop it.
        let otherwise = if self.positions.is_some() { Duration::from_secs(u32::MAX.into()) } else { otherwise };
        (limits, self.time.or((!self.is_endless).then_some(otherwise)))
    }
}

/// The move where there is no legal one: a client that waits for a move must get an answer.
const NO_MOVE: &str = "done move=0-0\n";

impl<G: Game> Session<G> {
    fn answer(&mut self, line: &str, input: &Input, reply: &mut Reply) {
        let message = match Message::parse(line) {
            Ok(message) => message,
            Err(error) => return self.refuse(line, &error, reply),
        };
        match message.command {
            // A search that they could end is over.
            "" | "stop" | "ponder-hit" => {}
            "level" => match Level::parse(&message) {
                Ok(level) => self.level = level,
                Err(error) => reply.error(&error),
            },
            "hub" => {
                let version = env!("CARGO_PKG_VERSION");
                reply.text += &format!("id name=bolshak version={version} author=\"the bolshak authors\"\n");
                reply.text += &self.settings.declaration(G::NAME);
                reply.text += "wait\n";
            }
            "init" => {
                tables(&mut self.found, &self.settings, reply);
                reply.text += "ready\n";
            }
            "set-param" => self.set(&message, reply),
            "new-game" => self.game = Some(GameSoFar::start()),
            "pos" => self.position(&message, reply),
            "go" => {
                let (limits, time) = self.level.limits(self.time);
                let is_awaited = ["ponder", "analyze"].map(|how| message.value(how).is_some());
                let until = match is_awaited {
                    [_, true] => Until::Stop,
                    [true, _] => Until::PonderHit,
                    _ => after(time),
                };
                self.go(limits, &Awaited::new(input, time, until), reply);
            }
            "ping" => reply.text += "pong\n",
            "quit" => reply.last = true,
            other => reply.error(&format!(
                "there is no command \"{}\"; there are hub, init, set-param, new-game, pos, level, go, stop, ponder-hit, \
                 ping and quit",
                short(other)
            )),
        }
    }

    /// Answers a line that cannot be read. If it was a new position, the engine has no position now: the last one is no longer
    /// valid. After `go` the client gets a move, since it waits for one.
    fn refuse(&mut self, line: &str, error: &str, reply: &mut Reply) {
        if line.trim_start().starts_with("pos") {
            self.game = None;
        }
        reply.error(error);
        if line.split_whitespace().next() == Some("go") {
            reply.text += NO_MOVE;
        }
    }

    fn set(&mut self, message: &Message, reply: &mut Reply) {
        let (Some(name), Some(value)) = (message.value("name"), message.value("value")) else {
            return reply.error("set-param lacks name or value; expected set-param name=numbering value=a1");
        };
        match self.settings.set(G::NAME, name, value) {
            Ok(true) => self.found = None,
            Ok(false) => {}
            Err(error) => reply.error(&error),
        }
    }

    fn position(&mut self, message: &Message, reply: &mut Reply) {
        let game = match message.value("pos") {
            _ if message.names().any(|name| name.starts_with(|c: char| c.is_ascii_digit())) => {
                Err("several moves need quotation marks around them; expected moves=\"22-18 11-15\"".into())
            }
            Some(position) => {
                let moves = message.value("moves").unwrap_or_default();
                GameSoFar::parse(position, moves, self.settings.numbering)
            }
            None => Err("pos lacks its position; expected pos pos=W... and moves=\"...\" where some were made".into()),
        };
        self.game = game.map_err(|error| reply.error(&error)).ok();
    }

    fn go(&mut self, limits: Limits, awaited: &Awaited<'_>, reply: &mut Reply) {
        let (rule, numbering) = (self.settings.rule, self.settings.numbering);
        let Some(game) = &self.game else {
            reply.error("there is no position, the last one could not be read");
            reply.text += NO_MOVE;
            return;
        };
        let found = tables(&mut self.found, &self.settings, reply);
        match Answer::new(found, game, rule, limits, awaited) {
            Ok(Some(answer)) => reply.text += &answer.lines(numbering),
            Ok(None) => {
                reply.error("the game is over, there is no legal move");
                reply.text += NO_MOVE;
            }
            Err(error) => {
                reply.error(&format!("{error}; the move is any legal one"));
                let mv = game.position.legal_moves().first().map(|mv| numbering.text(mv));
                reply.text += &mv.map_or(NO_MOVE.into(), |mv| format!("done move={mv}\n"));
            }
        }
    }
}

/// The tables, opened at the first use; the built-in ones if that fails, since a game may be in progress.
fn tables<'a, G: Game>(
    found: &'a mut Option<OpenTables<G>>,
    settings: &Settings,
    reply: &mut Reply,
) -> &'a OpenTables<G> {
    found.get_or_insert_with(|| {
        settings.tables.open().unwrap_or_else(|error| {
            let remedy =
                error.downcast_ref().and_then(of_opening).map(|remedy| format!(" ({remedy})")).unwrap_or_default();
            let found = OpenTables::built_in_or_none();
            reply.error(&format!(
                "{error:#}{remedy}; until set-param name=tables names others, {} are asked",
                found.names
            ));
            found
        })
    })
}
