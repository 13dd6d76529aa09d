//! `bolshak probe`: what the tables know of a position.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use bolshak::board::{Position, short};
use bolshak::probe::{Clock, RankedMove, Verdict};

use super::diagram::diagram;
use super::json::{Answer, Failure};
use super::notice;
use super::question::{Question, explain};
use super::tables::{Found, Tables};
use super::text::{move_table, move_table_note, sentence};

/// Answer positions: result, distances, ranked moves
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    tables: Tables,

    #[command(flatten)]
    question: Question,

    /// One line of JSON for each position
    #[arg(long)]
    json: bool,

    /// Leave out the moves
    #[arg(long)]
    no_moves: bool,

    /// Positions such as W:WKa1,c3:BKh8; - reads one a line from standard input (also those that find lists)
    /// and answers each with a line of JSON
    #[arg(required = true, value_name = "FEN")]
    positions: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  bolshak probe \"W:WKc3,Kd6,Ke3:BKd8\"
  bolshak probe --three-kings-moves 12 \"W:WKc1,Kd2,Ka3:BKe1\"   after 12 of the 15 moves
  bolshak probe --json --no-moves \"B:Wb4,c3,Kh2:BKg1\" | jq .category
  bolshak probe - < positions.txt > answers.jsonl

Exit status: 1 if any position got no answer.";

pub fn run(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut failed = false;
    for (number, text) in args.positions.iter().enumerate() {
        if text == "-" {
            failed |= !answer_lines(args, &found, &mut out)?;
        } else if args.json {
            failed |= !answer_json(args, &found, text, &mut out)?;
        } else {
            match answer(args, &found, text) {
                Ok(answer) => write!(
                    out,
                    "{}{}",
                    if number > 0 { "\n" } else { "" },
                    in_words(&answer, found.tablebase.draw_plies().into())
                )?,
                Err(error) => {
                    out.flush()?;
                    notice(&format!("bolshak: {}: {error:#}", short(text)));
                    failed = true;
                }
            }
        }
    }
    out.flush()?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

struct Answered {
    position: Position,
    clock: Clock,
    verdict: Verdict,
    moves: Option<Vec<RankedMove>>,
}

fn answer(args: &Args, found: &Found, text: &str) -> Result<Answered> {
    let (position, clock) = args.question.ask(text)?;
    let explain = |error| explain(error, found);
    let verdict = found.tablebase.probe(&position, clock).map_err(explain)?;
    let moves = match args.no_moves {
        true => None,
        false => Some(found.tablebase.rank_moves(&position, clock).map_err(explain)?),
    };
    Ok(Answered { position, clock, verdict, moves })
}

/// Writes a line of JSON; whether it is an answer.
fn answer_json(args: &Args, found: &Found, text: &str, out: &mut impl Write) -> Result<bool> {
    let answered = answer(args, found, text);
    let line = match &answered {
        Ok(a) => serde_json::to_string(&Answer::new(&a.position, a.clock, &a.verdict, a.moves.as_deref()))?,
        Err(error) => serde_json::to_string(&Failure { fen: text, error: format!("{error:#}") })?,
    };
    writeln!(out, "{line}")?;
    Ok(answered.is_ok())
}

/// Answers standard input line by line; whether all lines got an answer.
fn answer_lines(args: &Args, found: &Found, out: &mut impl Write) -> Result<bool> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut line = Vec::new();
    let mut all = true;
    loop {
        // Who waits for an answer before asking on must get it; who pipes a file is served in large pieces.
        if input.buffer().is_empty() {
            out.flush()?;
        }
        let whole = match read_line(&mut input, &mut line).context("cannot read standard input")? {
            None => return Ok(all),
            Some(whole) => whole,
        };
        let text = String::from_utf8_lossy(&line);
        if whole {
            // After a tab may stand what `find` says of the position.
            let position = text.split_once('\t').map(|(position, _)| position);
            let position = position.filter(|position| position.parse::<Position>().is_ok()).unwrap_or(&text);
            all &= answer_json(args, found, position, out)?;
        } else {
            let error = format!("the line is too long; expected a position in at most {LONGEST_LINE} bytes");
            writeln!(out, "{}", serde_json::to_string(&Failure { fen: &short(&text), error })?)?;
            all = false;
        }
    }
}

/// The most bytes of a line that is read as a position; any position takes far less.
const LONGEST_LINE: usize = 1 << 16;

/// Reads a line without its end, and whether that is all of it: of a longer one than [`LONGEST_LINE`] the rest is skipped.
/// `None` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    // The longest line may end with "\r\n".
    let read = input.by_ref().take(LONGEST_LINE as u64 + 2).read_until(b'\n', line)?;
    if read == 0 {
        return Ok(None);
    }
    let ended = line.pop_if(|&mut last| last == b'\n').is_some();
    if ended {
        line.pop_if(|&mut last| last == b'\r');
    }
    if line.len() <= LONGEST_LINE {
        return Ok(Some(true));
    }
    line.truncate(LONGEST_LINE);
    if !ended {
        input.skip_until(b'\n')?;
    }
    Ok(Some(false))
}

fn in_words(answer: &Answered, limit: u64) -> String {
    let Answered { position, clock, verdict, moves } = answer;
    let mut text = format!("{position}\n\n{}\n", diagram(position));
    text += &sentence(position, *clock, verdict, limit);
    text.push('\n');
    if let Some(moves) = moves.as_deref().filter(|moves| !moves.is_empty()) {
        text += &format!("\n{}\n{}\n", move_table(moves), move_table_note(position.turn()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        let long = |length: usize, end: &str| "a".repeat(length) + end;
        let text = [
            long(3, "\r\n"),
            long(LONGEST_LINE, "\r\n"),
            long(LONGEST_LINE + 1, "\n"),
            long(3 * LONGEST_LINE, "\n"),
            long(0, "\n"),
            long(LONGEST_LINE + 2, ""),
        ];
        let mut input = io::Cursor::new(text.concat());
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(whole) = read_line(&mut input, &mut line).unwrap() {
            lines.push((line.len(), whole));
        }
        let (most, cut) = ((LONGEST_LINE, true), (LONGEST_LINE, false));
        assert_eq!(lines, [(3, true), most, cut, cut, (0, true), cut]);
    }
}
