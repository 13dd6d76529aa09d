//! `bolshak review`: what each move of a game gave away.

mod annotated;
mod judged;
mod words;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::Game;
use bolshak::in_game;
use bolshak::json::{GameAnswer, UnreadGame};
use bolshak::pdn;
use bolshak::review::review;
use bolshak::rules::DrawRule;

use crate::cli::lang::Lang;
use crate::cli::shared::one_of::one_of;
use crate::cli::shared::question::explain;
use crate::cli::shared::remedy::told;
use crate::cli::shared::said::Said;
use crate::cli::shared::tables::{Found, Tables};
use judged::Judged;

/// Judge the games of PDN files: what each move gave away, as far as the tables know
///
/// The clock of the draw rule is counted from the moves (from the draw counter of the FEN tag, if it has one). Moves may be
/// written as cd4, c3d4, c3-d4, c3:e5, ce5 or by number, 22-17; files may be UTF-8, UTF-16 or of the Cyrillic code page 1251.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    /// The draw rule: 15-moves (three kings against one, and 15 moves by kings alone), three-kings (the first of them
    /// alone), or none
    #[arg(long, value_name = "RULE", default_value_t = DrawRule::FifteenMoves)]
    #[arg(value_parser = one_of(DrawRule::ALL), hide_possible_values = true)]
    rule: DrawRule,

    /// One line of JSON for each game, with all its judged moves
    #[arg(long, conflicts_with = "pdn")]
    json: bool,

    /// The games again, with their own comments and variations, and the judgement in further comments
    #[arg(long)]
    pdn: bool,

    /// Files of games; - is standard input
    #[arg(required = true, value_name = "GAMES.pdn")]
    files: Vec<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  bolshak review games.pdn                      the mistakes of each game, and what was better
  bolshak review --pdn games.pdn > judged.pdn   the games with comments
  bolshak review --json - < games.pdn | jq 'select(.moves) | .moves[] | select(.mistake)'

Exit status: 1 if a game could not be read, whatever its moves are worth.";

/// The most bytes of a file.
const FILE_BYTES: u64 = 64 << 20;

pub fn run(args: &Args) -> Result<ExitCode> {
    in_game!(args.tables.game()?, G => run_in::<G>(args))
}

fn run_in<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut all, mut number) = (true, 0);
    for file in &args.files {
        let bytes = read(file)?;
        if pdn::is_binary(&bytes) {
            out.flush()?;
            return Err(of_file("no-text", file).into());
        }
        let before = number;
        for mut game in pdn::games(&pdn::decode(&bytes)) {
            number += 1;
            game.number = number;
            all &= answer(args, &found, &game, &mut out)?;
        }
        if number == before {
            out.flush()?;
            return Err(of_file("no-game", file).into());
        }
    }
    out.flush()?;
    Ok(if all { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A message about a file, or standard input.
fn of_file(id: &'static str, file: &Path) -> Said {
    let from = if is_stdin(file) { "stdin" } else { "file" };
    Said::new(id, &[("from", &from), ("file", &file.display()), ("mebibytes", &(FILE_BYTES >> 20))])
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Reads a file, or standard input.
fn read(file: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match is_stdin(file) {
        true => io::stdin().lock().take(FILE_BYTES + 1).read_to_end(&mut bytes),
        false => File::open(file).and_then(|file| file.take(FILE_BYTES + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| of_file("no-games-read", file).because(error))?;
    if bytes.len() as u64 > FILE_BYTES {
        return Err(of_file("games-too-long", file).into());
    }
    Ok(bytes)
}

/// Writes what is to be said of a game. Returns whether it was read.
fn answer<G: Game>(args: &Args, found: &Found<G>, game: &pdn::Game, out: &mut impl Write) -> Result<bool> {
    let judged = judge(found, game, args.rule);
    let in_english = |error: &anyhow::Error| format!("{}: {error:#}", game.title());
    match (&judged, args.json, args.pdn) {
        (Ok(judged), true, _) => {
            writeln!(out, "{}", serde_json::to_string(&GameAnswer::new(judged.game, &judged.reviewed, Lang::En))?)?
        }
        (Err(error), true, _) => {
            writeln!(out, "{}", serde_json::to_string(&UnreadGame::new(game, in_english(error)))?)?
        }
        (Ok(judged), _, true) => writeln!(out, "{}", annotated::game(judged))?,
        (Err(error), _, true) => writeln!(out, "{}", annotated::unread(game, &told(error)))?,
        (Ok(judged), ..) => write!(out, "{}", words::game(judged))?,
        (Err(error), ..) => writeln!(out, "{}: {}", words::title(game), told(error))?,
    }
    Ok(judged.is_ok())
}

/// Judges a game; an error if it cannot be read, or if a table that it needs cannot.
fn judge<'a, G: Game>(found: &Found<G>, game: &'a pdn::Game, rule: DrawRule) -> Result<Judged<'a, G>> {
    let played = game.play::<G>().map_err(|error| error.fault)?;
    let reviewed = review(&found.tablebase, &played, rule).map_err(|error| explain(error, found))?;
    let unknown = match reviewed.first {
        Some(_) => None,
        None => found.tablebase.probe(&played.last(), 0).err().map(|error| explain(error, found)),
    };
    Ok(Judged { game, played, reviewed, unknown })
}
