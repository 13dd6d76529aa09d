//! `bolshak probe`: everything that the tables know of a position.

mod answer;

pub use crate::probe::answer::Answered;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Fen, Game, short};
use bolshak_answers::json::{Failure, Question};

use crate::lang::Said;
use crate::shared::files::{LONGEST_LINE, read_line, write_json};
use crate::shared::process;
use crate::shared::question::{Asking, after, failure, is_move, tell};
use crate::shared::tables::OpenTables;
use crate::shared::text::move_table_note;

/// Answer positions: result, distances, ranked moves
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub asking: Asking,

    /// One line of JSON for each position
    #[arg(long)]
    json: bool,

    /// Leave out the moves
    #[arg(long)]
    no_moves: bool,

    /// Two games at once, one FEN on dark squares and one on light ones (W:WKa1:BKh8 is W:WKh1:BKa8 there), in either
    /// order. Each game is answered for its own side to move, which may differ, at its own clock; then the sum of points
    #[arg(long, conflicts_with = "three_kings_moves")]
    twice: bool,

    /// Positions such as W:WKa1,c3:BKh8; - reads one per line from standard input (also the lines of find, and JSON such as
    /// {"fen":"W:WKa1,c3:BKh8","clock":4,"rule":"none"}) and answers each with a line of JSON. Moves after a position, as in
    /// FEN a5-c7 g1-h2, ask the position that they reach
    #[arg(required = true, value_name = "FEN")]
    positions: Vec<String>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.asking.tables.open::<G>()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (limit, style) = (found.tablebase.draw_plies().into(), args.asking.look.style());
    if args.twice {
        let ask = |fen: &Fen<G>| Answered::of(args.asking.question.ask_fen(fen), !args.no_moves, &found);
        let all = answer::answer_two(&args.positions, ask, (!args.json).then_some((limit, style)), &mut out)?;
        out.flush()?;
        return Ok(process::status(all));
    }
    let (mut failed, mut note) = (false, Some(move_table_note()));
    for (number, (text, moves)) in with_moves(&args.positions).into_iter().enumerate() {
        if text == "-" && !moves.is_empty() {
            return Err(Said::new("moves-after-stdin", &[]).into());
        } else if text == "-" {
            failed |= !answer_lines(args, &found, &mut out)?;
        } else if args.json {
            failed |= !write_answer(text, &answer(args, &found, text, moves), &mut out)?;
        } else {
            match answer(args, &found, text, moves) {
                Ok(answer) => {
                    let apart = if number > 0 { "\n" } else { "" };
                    write!(out, "{apart}{}", answer.in_words(limit, style, &mut note))?;
                }
                Err(error) => {
                    out.flush()?;
                    tell(text, &error);
                    failed = true;
                }
            }
        }
    }
    out.flush()?;
    Ok(process::status(!failed))
}

fn with_moves(arguments: &[String]) -> Vec<(&str, &[String])> {
    let mut groups = Vec::new();
    let mut rest = arguments;
    while let Some((position, after)) = rest.split_first() {
        let count = after.iter().take_while(|text| is_move(text)).count();
        groups.push((position.as_str(), &after[..count]));
        rest = &after[count..];
    }
    groups
}

fn answer<G: Game>(args: &Args, found: &OpenTables<G>, text: &str, moves: &[String]) -> Result<Answered<G>> {
    Answered::of(after(args.asking.question.ask(text)?, moves)?, !args.no_moves, found)
}

/// Answers a line of standard input with a line of JSON. Returns whether it is an answer.
fn answer_line<G: Game>(args: &Args, found: &OpenTables<G>, text: &str, out: &mut impl Write) -> Result<bool> {
    let question = match Question::of_line::<G>(text) {
        Ok(question) => question.or(&args.asking.question.defaults()),
        Err(error) => return write_answer::<G>(text, &Err(error.into()), out),
    };
    let with_moves = question.moves.unwrap_or(!args.no_moves);
    let ask = || Answered::of(question.ask()?, with_moves, found);
    write_answer(&question.fen, &ask(), out)
}

/// Writes a line of JSON. Returns whether it is an answer.
fn write_answer<G: Game>(text: &str, answered: &Result<Answered<G>>, out: &mut impl Write) -> Result<bool> {
    match answered {
        Ok(answered) => write_json(out, &answered.in_json())?,
        Err(error) => write_json(out, &failure(text, error))?,
    }
    Ok(answered.is_ok())
}

/// Answers standard input line by line. Returns whether all lines got an answer.
fn answer_lines<G: Game>(args: &Args, found: &OpenTables<G>, out: &mut impl Write) -> Result<bool> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut line = Vec::new();
    let mut all = true;
    loop {
        // A caller that waits for an answer must get it, even if the next line has begun. The answers to a file that is piped
        // are written in large pieces.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        let whole = match read_line(&mut input, &mut line).map_err(|error| Said::new("no-stdin", &[]).because(error))? {
            None => return Ok(all),
            Some(whole) => whole,
        };
        let text = String::from_utf8_lossy(&line);
        if whole {
            all &= answer_line(args, found, &text, out)?;
        } else {
            let error = format!("the line is too long; expected a position in at most {LONGEST_LINE} bytes");
            write_json(out, &Failure { fen: &short(&text), error })?;
            all = false;
        }
    }
}
