//! The options of the commands that answer a position, and the question that they make.

use std::io::{self, Write};

use anyhow::Result;
use bolshak::board::{Fen, Game, Numbering, short};
use bolshak::index::PIECES;
use bolshak::probe::{Clock, ClockNote, ProbeError};
use bolshak::rules::DrawRule;
use bolshak::verify::VerifyError;
use bolshak_answers::json::{self, Asked, Failure, QuestionError};
use bolshak_answers::lang::Sentence;

use crate::lang::{self, Said};
use crate::shared::diagram::Look;
use crate::shared::files::{LONGEST_LINE, plain_lines, read_line, text_of, write_json};
use crate::shared::options::{number, one_of};
use crate::shared::process::{NAME, is_stopped, notice};
use crate::shared::remedy;
use crate::shared::tables::{OpenTables, Tables};
use crate::shared::text::wrapped;

/// The clock and the draw rule.
#[derive(clap::Args, Clone, Copy)]
pub struct ClockOptions {
    /// Plies (half-moves of both sides) since the last capture or move of a man
    /// [default: the FEN's draw counter (:H26), else 0]
    #[arg(long, value_name = "PLIES", value_parser = clock, allow_negative_numbers = true)]
    clock: Option<u64>,

    /// Moves the stronger side has made since three or more kings met one, instead of a clock
    #[arg(long, value_name = "N", conflicts_with = "clock", allow_negative_numbers = true)]
    #[arg(value_parser = number(0..=u32::MAX))]
    three_kings_moves: Option<u32>,

    /// The draw rule: 15-moves (three kings against one, and 15 moves by kings alone), three-kings (only the first of
    /// these), or none
    #[arg(long, value_name = "RULE", default_value_t = DrawRule::FifteenMoves)]
    #[arg(value_parser = one_of(DrawRule::ALL), hide_possible_values = true)]
    rule: DrawRule,
}

fn clock(text: &str) -> Result<u64, Said> {
    text.parse().map_err(|_| Said::new("expected-plies", &[("most", &u64::MAX)]))
}

impl ClockOptions {
    pub fn ask<G: Game>(&self, text: &str) -> Result<Asked<G>> {
        let question = json::Question { fen: text.into(), ..self.defaults() };
        question.ask().map_err(|error| match error {
            QuestionError::Fen(_) if is_file_name(text) => Said::new("file-name", &[]).into(),
            error => error.into(),
        })
    }

    /// The defaults that these options give to questions.
    pub fn defaults(&self) -> json::Question {
        json::Question {
            clock: self.clock,
            three_kings_moves: self.three_kings_moves,
            rule: Some(self.rule),
            ..json::Question::default()
        }
    }

    /// The question about one of two positions, which have no moves of three kings.
    pub fn ask_fen<G: Game>(&self, fen: &Fen<G>) -> Asked<G> {
        Asked::new(fen, self.clock.map(Clock::new), self.rule)
    }
}

/// Whether a text that is not a position looks like the name of a file.
fn is_file_name(text: &str) -> bool {
    const ENDS: [&str; 8] = [".txt", ".fen", ".pdn", ".csv", ".tsv", ".json", ".jsonl", ".parquet"];
    let text = text.trim();
    let has_end = ENDS.iter().any(|end| text.to_ascii_lowercase().ends_with(end));
    let is_path = |c: char| !c.is_whitespace() && c != ':';
    !text.contains("://") && (has_end || text.contains(['/', '\\']) && text.chars().all(is_path))
}

/// Whether a text looks like a move, even a wrong one, and not like a position: a position names White, perhaps in
/// Russian.
pub fn is_move(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || ":-–.,;!? ".contains(c);
    let names_white = text.contains(['w', 'W', 'б', 'Б']);
    !names_white && !is_file_name(text) && text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(is_part)
}

/// The question after some moves, which count the clock on: each a text of its own, or several with their numbers, "1. a5-c7! g1-h2".
pub fn after<G: Game>(mut asked: Asked<G>, moves: &[String]) -> Result<Asked<G>> {
    for text in moves {
        match asked.position.read_move(text, Numbering::default()) {
            Ok(mv) => {
                asked.clock = asked.clock.after(&mv);
                asked.position = asked.position.after(&mv);
            }
            Err(error) => match &moves_in(text)[..] {
                // The number of a move: "1."
                [] if text.ends_with('.') && text.starts_with(|c: char| c.is_ascii_digit()) => {}
                words if !words.is_empty() && *words != [text.as_str()] => asked = after(asked, words)?,
                _ => return Err(Said::new("in-position", &[("position", &asked.position)]).because(error).into()),
            },
        }
    }
    Ok(asked)
}

/// The moves in a text, without their numbers and marks.
fn moves_in(text: &str) -> Vec<String> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = |word: &str| {
        let word = word.trim_end_matches(['!', '?']);
        match word.split_once('.') {
            Some((number, mv)) if is_number(number) => mv.trim_start_matches('.').to_string(),
            _ => word.trim_end_matches(['!', '?', '.']).to_string(),
        }
    };
    text.split([' ', ',', ';']).map(plain).filter(|word| !word.is_empty()).collect()
}

/// How the draw counter of a FEN was used.
pub fn clock_note(note: ClockNote) -> String {
    Sentence::from(note).in_lang(lang::chosen())
}

/// How the draw counter of a FEN was used, as an indented line; empty if there is nothing to say.
pub fn note_in_words(note: Option<ClockNote>) -> String {
    let Some(note) = note else { return String::new() };
    let text = clock_note(note);
    let first = text.chars().next().map_or(0, char::len_utf8);
    let (first, rest) = text.split_at(first);
    wrapped(&format!("{}{rest}.", first.to_uppercase()), "  ") + "\n"
}

/// To the error of a missing table, adds where the tables are and the command that makes it. Other errors stay as they are.
pub fn explain<G: Game>(error: impl Into<anyhow::Error>, found: &OpenTables<G>) -> anyhow::Error {
    let error = match error.into().downcast::<VerifyError>() {
        Ok(VerifyError::Probe(error)) => error,
        Ok(error) => return error.into(),
        Err(error) => match error.downcast::<ProbeError>() {
            Ok(error) => error,
            Err(error) => return error,
        },
    };
    let option = found.options();
    let (id, command) = match &error {
        ProbeError::TooManyPieces { pieces, .. } if *pieces <= PIECES.into() => {
            ("asked-were-more", format!("bolshak generate --pieces {pieces}{option}"))
        }
        ProbeError::TooManyPieces { .. } => ("asked-were-most", String::new()),
        ProbeError::Missing { ending, .. } => {
            ("asked-were-it", format!("bolshak generate --material {ending}{option}"))
        }
        _ => return error.into(),
    };
    let said = Said::new(id, &[("command", &command), ("most", &PIECES)]);
    said.with("error", Sentence::of(&error)).with("tables", found.names.clone()).into()
}

/// Writes why a position got no answer to standard error.
pub fn tell(text: &str, error: &anyhow::Error) {
    notice(&format!("{NAME}: {}: {}", short(text), remedy::for_people(error)));
}

/// The same as an object of JSON.
pub fn failure<'t>(text: &'t str, error: &anyhow::Error) -> Failure<'t> {
    Failure { fen: text, error: remedy::in_words(error) }
}

/// Says why a position got no answer: in JSON on `out`, or on standard error.
pub fn refuse(text: &str, error: &anyhow::Error, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        return write_json(out, &failure(text, error));
    }
    tell(text, error);
    Ok(())
}

/// Answers standard input line by line, by `answer`, which writes a line of JSON and says whether it is an answer. Returns whether
/// all lines got one.
pub fn answer_lines<W: Write>(out: &mut W, mut answer: impl FnMut(&str, &mut W) -> Result<bool>) -> Result<bool> {
    let unreadable = |error| Said::new("no-stdin", &[]).because(error);
    let mut input = plain_lines(io::stdin().lock()).map_err(unreadable)?;
    let (mut line, mut all) = (Vec::new(), true);
    while !is_stopped() {
        // A caller that waits for an answer must get it, even if the next line has begun. The answers to a file that is piped
        // are written in large pieces.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        let read = read_line(&mut input, &mut line).map_err(unreadable)?;
        let Some(whole) = read else { break };
        let text = text_of(&line);
        all &= if whole {
            answer(&text, out)?
        } else {
            let error = Said::new("long-line", &[("most", &LONGEST_LINE)]).into();
            refuse(&short(&text), &error, true, out).map(|()| false)?
        };
    }
    Ok(all)
}

/// The tables, the question about a position, and the look of the answer.
#[derive(clap::Args)]
pub struct Asking {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    pub question: ClockOptions,

    #[command(flatten)]
    pub look: Look,
}

/// One position, and how it is answered.
#[derive(clap::Args)]
pub struct OnePosition {
    #[command(flatten)]
    pub asking: Asking,

    /// One line of JSON
    #[arg(long)]
    pub json: bool,

    /// A position such as W:WKa1,c3:BKh8
    #[arg(value_name = "FEN")]
    pub fen: String,
}

impl OnePosition {
    /// The answer; `None` if there is none, and [`refuse`] has reported why.
    pub fn answered<T>(&self, answer: Result<T>, out: &mut impl Write) -> io::Result<Option<T>> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(error) => refuse(&self.fen, &error, self.json, out).map(|()| None),
        }
    }
}
