//! `bolshak review`: what each move of a game gave away.

mod words;

pub use crate::review::words::{not_read, tag};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::Game;
use bolshak::index::PIECES;
use bolshak::pdn;
use bolshak::probe::ProbeError;
use bolshak::review::{reach, review, review_beyond};
use bolshak::rules::DrawRule;
use bolshak::search::Solver;
use bolshak::table::Metric;
use bolshak_answers::json::{GameAnswer, UnreadGame};

use crate::lang::{Lang, Said, say};
use crate::review::words::Judged;
use crate::shared::bar::{SearchBar, SearchLimits, solver_on};
use crate::shared::files::write_json;
use crate::shared::games::{games_of, of_file};
use crate::shared::options::one_of;
use crate::shared::process::{listen, notice, status};
use crate::shared::question::explain;
use crate::shared::remedy::for_people;
use crate::shared::tables::{OpenTables, Tables};

/// Judge the games of PDN files: what each move gave away, as far as the tables or a search know
///
/// The clock of the draw rule is counted from the moves (from the draw counter of the FEN tag, if it has one). Games
/// are read as people write them: moves as cd4, c3d4, c3-d4, c3:e5, ce5, d4 or by number, 22-17; results as 2-0, 1:0,
/// ½–½ or in words; files in UTF-8, UTF-16 or a Cyrillic code page, of any size. Text that cannot be read is named, and
/// the moves before it are judged.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// The draw rule: 15-moves (three kings against one, and 15 moves by kings alone), three-kings (only the first of
    /// these), or none
    #[arg(long, value_name = "RULE", default_value_t = DrawRule::FifteenMoves)]
    #[arg(value_parser = one_of(DrawRule::ALL), hide_possible_values = true)]
    rule: DrawRule,

    #[command(flatten)]
    limits: SearchLimits,

    /// Search positions of at most N pieces that the tables do not know [default: six more than the tables have, at most 12; 16 on
    /// tables to seven]
    #[arg(long, value_name = "N")]
    from: Option<u32>,

    /// One line of JSON for each game, with all its judged moves
    #[arg(long, conflicts_with = "pdn")]
    json: bool,

    /// Print the games again with their comments and variations, and add the judgement as comments
    #[arg(long)]
    pdn: bool,

    /// Files of games; - is standard input
    #[arg(required = true, value_name = "GAMES.pdn")]
    files: Vec<PathBuf>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut judge = Judge { args, found: &found, solver: None, bar: SearchBar::new() };
    let (mut all, mut number) = (true, 0);
    for file in &args.files {
        let before = number;
        let mut judge_all = || {
            let mut games = games_of(file)?.peekable();
            while let Some(game) = games.next() {
                let mut game = game?;
                number += 1;
                game.number = number;
                // A single game is searched by default, so the first game waits for the second.
                let waits = args.files.len() == 1 && args.limits.is_default() && number == 1;
                let is_single = waits && !games.peek().is_some_and(Result::is_ok);
                all &= judge.answer(&game, is_single, &mut out)?;
            }
            anyhow::Ok(())
        };
        // A wrong file does not stop the others. An output that cannot be written does.
        let wrong = match judge_all() {
            Ok(()) if number == before => of_file("no-game", file).into(),
            Ok(()) => continue,
            Err(error) if error.is::<Said>() => error,
            Err(error) => return Err(error),
        };
        out.flush()?;
        if args.files.len() == 1 {
            return Err(wrong);
        }
        notice(&for_people(&wrong));
        all = false;
    }
    out.flush()?;
    Ok(status(all))
}

struct Judge<'a, G> {
    args: &'a Args,
    found: &'a OpenTables<G>,
    /// Once a game is searched.
    solver: Option<Solver<'a, G>>,
    bar: SearchBar,
}

impl<G: Game> Judge<'_, G> {
    /// Writes the judgement of a game. Returns whether it was read to its end.
    fn answer(&mut self, game: &pdn::Game, is_single: bool, out: &mut impl Write) -> Result<bool> {
        let judged = self.judge(game, is_single);
        self.bar.clear();
        let args = self.args;
        match (&judged, args.json, args.pdn) {
            (Ok(Judged { played, reviewed, .. }), true, _) => {
                write_json(out, &GameAnswer::new(game, played, reviewed, Lang::En))?
            }
            (Err(error), true, _) => write_json(out, &UnreadGame::new(game, format!("{error:#}").into(), Lang::En))?,
            (Ok(judged), _, true) => writeln!(out, "{}", words::annotated(judged))?,
            (Err(error), _, true) => writeln!(out, "{}", words::annotated_unread(game, &for_people(error)))?,
            (Ok(judged), ..) => write!(out, "{}", words::game(judged))?,
            (Err(error), ..) => write!(out, "{}", words::unread(game, &for_people(error)))?,
        }
        // Output in PDN has no place for these.
        if args.pdn {
            let played = judged.as_ref().ok().map(|judged| &judged.played);
            let unread = game.unread.iter().chain(played.iter().flat_map(|played| &played.unread));
            for line in words::not_read(unread, played.and_then(|played| played.stop.as_ref())) {
                notice(&format!("{}: {line}", words::title(game)));
            }
        }
        Ok(judged.is_ok_and(|judged| judged.played.stop.is_none()))
    }

    /// Judges a game; an error if its start cannot be read, or if a table that it needs cannot.
    fn judge<'g>(&mut self, game: &'g pdn::Game, is_single: bool) -> Result<Judged<'g, G>> {
        let Judge { args, found, solver, bar } = self;
        let (found, tablebase) = (*found, &found.tablebase);
        let played = game.play::<G>().map_err(|error| error.fault)?;
        let limits = args.limits.of_game(is_single);
        if let Some(limits) = limits
            && solver.is_none()
        {
            *solver = Some(solver_on(tablebase, limits)?);
            listen(say("review-stops", &[]))?;
        }
        let searched = args.from.unwrap_or_else(|| reach(tablebase.largest()));
        let reviewed = match solver.as_ref().filter(|_| limits.is_some()) {
            Some(solver) => review_beyond(solver, searched, &played, args.rule, bar),
            None => review(tablebase, &played, args.rule),
        };
        let reviewed = reviewed.map_err(|error| explain(error, found))?;
        let is_judged = reviewed.first.is_some();
        let unknown = if is_judged { None } else { tablebase.probe(&played.last(), 0).err() };
        let unknown = match unknown {
            Some(ProbeError::TooManyPieces { pieces, largest }) if pieces > PIECES.into() => {
                let id = if limits.is_some() { "game-above-search" } else { "game-above-tables" };
                let said = Said::new(id, &[("pieces", &pieces), ("most", &largest), ("searched", &searched)]);
                (limits.is_none() || pieces > searched).then(|| said.into())
            }
            error => error.map(|error| explain(error, found)),
        };
        let absent = |&ending| explain(ProbeError::Missing { ending, metric: Metric::Wdl }, found);
        let missing = reviewed.missing.iter().filter(|_| is_judged).map(absent).collect();
        Ok(Judged { game, played, reviewed, unknown, missing })
    }
}
