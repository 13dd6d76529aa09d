//! Plays a won ending to the end against every defence, and so checks the promise of the tables.
//!
//! The winner plays [`Tablebase::best_move`], the loser every legal move. Then the longest line takes exactly `dtw` plies, the
//! distance to win, and no line runs into the draw rule. The winner's move depends only on the position and the clock, so their
//! continuation is played only once.
//!
//! ```sh
//! cargo run --release --example play_out                                  # a king against two men, built-in tables
//! cargo run --release --example play_out -- "W:WKc3,Kd6,Ke3:BKd8" tables  # Petrov's triangle, tables to four pieces
//! cargo run --release --example play_out -- "W:WKa5,Ka7:BKg1" --clock 23  # won, with the last plies that the rule leaves
//! cargo run --release --example play_out -- "W:WKa5,Ka7:BKg1" --clock 24 --rule none  # won in theory only
//! ```
//!
//! The shortest win may need more moves by kings than the rule leaves. Then the winner takes a longer line, the longest line can be
//! longer than `dtw`, and the summary says so. The exit status is 1 if the promise is not kept.

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use bolshak::board::{Color, Position};
use bolshak::probe::{Clock, ProbeError, RankedMove, Tablebase};
use bolshak::rules::{DrawRule, Move};
use bolshak::value::Category;

const USAGE: &str = "usage: play_out [FEN [TABLES_DIR]] [--clock PLIES] [--rule 15-moves|three-kings|none]";

/// The lines from a position at a clock.
#[derive(Clone, Copy)]
struct Future {
    /// The plies of the longest line.
    plies: u16,
    /// The number of lines.
    lines: u128,
    /// The first move of the longest line; none at the end of the game.
    next: Option<Move>,
}

/// The winner's play against every defence.
struct Play {
    tables: Tablebase,
    winner: Color,
    known: HashMap<(Position, Clock), Future>,
    /// The latest clock of all lines.
    latest: u64,
    /// The positions where the draw rule bars the shortest win, and the winner's move there.
    detours: Vec<(Position, Clock, String)>,
}

impl Play {
    /// All lines from a position; an error if one does not end as promised.
    fn out(&mut self, position: Position, clock: Clock) -> Result<Future, Box<dyn Error>> {
        let (position, clock) = counted(position, clock);
        if let Some(future) = self.known.get(&(position, clock)) {
            return Ok(*future);
        }
        self.latest = self.latest.max(clock.plies);
        let mut moves = position.legal_moves();
        // First: a side without a move has lost, even if the clock runs out at the same time.
        if moves.is_empty() && position.turn() != self.winner {
            return Ok(Future { plies: 0, lines: 1, next: None });
        } else if moves.is_empty() {
            return Err(format!("promise BROKEN: the winner has no move in {position}").into());
        } else if clock.plies >= self.tables.draw_plies().into() {
            return Err(format!("promise BROKEN: the draw rule ends a line in {position}").into());
        }
        if position.turn() == self.winner {
            moves = vec![self.winning_move(&position, clock)?];
        }
        let mut future = Future { plies: 0, lines: 0, next: None };
        for mv in moves {
            let after = self.out(position.after(&mv), clock.after(&mv))?;
            future.lines = future.lines.saturating_add(after.lines);
            if after.plies >= future.plies {
                (future.plies, future.next) = (after.plies + 1, Some(mv));
            }
        }
        self.known.insert((position, clock), future);
        Ok(future)
    }

    /// The winner's best move; notes where the draw rule bars the shortest win.
    fn winning_move(&mut self, position: &Position, clock: Clock) -> Result<Move, Box<dyn Error>> {
        let broken = || format!("promise BROKEN: no move keeps the win of {position} at clock {}", clock.plies);
        let best = self.tables.best_move(position, clock)?;
        let best = best.filter(|best| best.category() == Some(Category::Win)).ok_or_else(broken)?;
        let promised = self.tables.probe(position, clock)?.dtw.plies();
        let keeps = |ranked: &RankedMove| ranked.dtw().plies() == promised;
        if !keeps(&best) {
            let theory = self.tables.best_move(position, clock.under(DrawRule::None))?;
            let barred = theory.filter(keeps).ok_or_else(broken)?;
            self.detours.push((*position, clock, format!("{}, not {}", best.text, barred.text)));
        }
        Ok(best.mv)
    }

    /// The longest line in notation, with move numbers.
    fn longest_line(&self, mut position: Position, mut clock: Clock) -> String {
        let (mut text, mut number) = (String::new(), 1);
        while let Some(Future { next: Some(mv), .. }) = self.known.get(&counted(position, clock)) {
            match position.turn() {
                Color::White => text += &format!(" {number}."),
                Color::Black if text.is_empty() => text += " 1...",
                Color::Black => {}
            }
            text += &format!(" {}", position.move_text(mv));
            number += u32::from(position.turn() == Color::Black);
            (position, clock) = (position.after(mv), clock.after(mv));
        }
        text
    }
}

/// The clock stays at 0 where the rule does not count.
fn counted(position: Position, clock: Clock) -> (Position, Clock) {
    let counts = clock.rule.counts_in(&position.board());
    (position, if counts { clock } else { Clock::new(0).under(clock.rule) })
}

fn count(plies: u16) -> String {
    if plies == 1 { "1 ply".into() } else { format!("{plies} plies") }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let (mut words, mut clock) = (Vec::new(), Clock::default());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--clock" => clock.plies = arguments.next().and_then(|plies| plies.parse().ok()).ok_or(USAGE)?,
            "--rule" => clock.rule = arguments.next().ok_or(USAGE)?.parse()?,
            other if other.starts_with('-') || words.len() == 2 => return Err(USAGE.into()),
            _ => words.push(argument),
        }
    }
    let position: Position = words.first().map_or("W:WKg1:Bb8,e5", String::as_str).parse()?;
    let tables = match words.get(1) {
        Some(directory) => Tablebase::open(directory)?,
        None => Tablebase::built_in(),
    };
    let verdict = tables.probe(&position, clock).map_err(|error| match error {
        ProbeError::TooManyPieces { .. } => format!("{error}; name a directory of larger ones after the FEN"),
        other => other.to_string(),
    })?;
    let Clock { plies: start, rule, .. } = clock;
    let winner = match verdict.category.ok_or("a table of dtz is missing; \"bolshak generate\" makes it")? {
        Category::Win => position.turn(),
        Category::Loss => position.turn().other(),
        Category::Draw => return Err(format!("{position} is a draw; choose a position that is won or lost").into()),
        _ => return Err(format!("the rule draws {position} at clock {start}; \"--rule none\" plays it out").into()),
    };
    let promised = verdict.dtw.plies().ok_or("a table of dtw is missing; \"bolshak generate\" makes it")?;
    let mut out = io::stdout().lock();
    writeln!(out, "{position}, clock {start}, rule {rule}: {winner:?} is promised a win in {}.", count(promised))?;

    let limit = tables.draw_plies();
    let mut play = Play { tables, winner, known: HashMap::new(), latest: 0, detours: Vec::new() };
    let Future { plies, lines, .. } = play.out(position, clock)?;
    writeln!(out, "Defences tried: {lines} lines through {} positions; {winner:?} won every one.", play.known.len())?;
    writeln!(out, "The longest takes {}:{}.", count(plies), play.longest_line(position, clock))?;
    writeln!(out, "The clock of the draw rule came to {} of {limit} plies.", play.latest)?;
    if let Some((position, Clock { plies, .. }, moves)) = play.detours.first() {
        let places = play.detours.len();
        writeln!(out, "The rule bars the shortest way at {places} points, as in {position}, clock {plies}: {moves}.")?;
    }
    match plies {
        _ if plies == promised => writeln!(out, "Promise kept: no defence lasts longer than {}.", count(promised))?,
        _ if plies > promised && !play.detours.is_empty() => {
            writeln!(
                out,
                "Promise kept under the draw rule, which costs {} more than {promised}.",
                count(plies - promised)
            )?;
        }
        _ => return Err(format!("promise BROKEN: the longest line takes {}, not {promised}", count(plies)).into()),
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("play_out: {error}");
            ExitCode::FAILURE
        }
    }
}
