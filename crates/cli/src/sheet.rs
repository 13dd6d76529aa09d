//! `bolshak sheet`: a page of positions to print, with solutions at its end.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Color, Game, Position, short};
use bolshak::probe::{Clock, End};
use bolshak::value::Category;
use bolshak_answers::json::{self, Asked};

use crate::lang::{Said, say};
use crate::shared::diagram::{escaped, side, svg_board, svg_size};
use crate::shared::files::{plain_lines, read_line, text_of};
use crate::shared::question::explain;
use crate::shared::tables::{OpenTables, Tables};
use crate::shared::text::{Moves, keeping_draw};

/// Make a page of positions to print, with their solutions at its end (HTML)
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// The title of the page [default: Endings, in the language chosen]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// A file of positions, one a line: FENs, lines of find, or JSON as for probe -; - is standard input
    #[arg(value_name = "FILE")]
    file: String,
}

const MOST: usize = 1000;

const STYLE: &str = "body{font-family:sans-serif;margin:1em auto;max-width:60em}\
.boards{display:flex;flex-wrap:wrap;gap:1em}.boards svg{width:17em;height:auto;break-inside:avoid}\
.solutions{break-before:page}li{margin:.4em 0}@media print{body{margin:0}.boards svg{width:5.6cm}}";

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    let exercises = match args.file.as_str() {
        "-" => read(io::stdin().lock(), &found)?,
        path => {
            let unreadable = |error| Said::new("cannot-read", &[("path", &path)]).because(error);
            read(BufReader::new(File::open(path).map_err(unreadable)?), &found)?
        }
    };
    if exercises.is_empty() {
        return Err(Said::new("sheet-empty", &[]).into());
    }
    let title = escaped(&args.title.clone().unwrap_or_else(|| say("sheet-title", &[])));
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<div class=\"boards\">",
        say("language", &[])
    )?;
    let (width, height) = svg_size::<G>();
    for (number, (position, _)) in (1..).zip(&exercises) {
        let board = svg_board(position, Some(number));
        writeln!(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n{board}</svg>")?;
    }
    writeln!(out, "</div>\n<div class=\"solutions\">\n<h2>{}</h2>\n<ol>", say("sheet-solutions", &[]))?;
    for (_, solution) in &exercises {
        writeln!(out, "<li>{}</li>", escaped(solution))?;
    }
    writeln!(out, "</ol>\n</div>\n</body>\n</html>")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Reads positions, one a line, and solves them: nothing is written of a page that has a wrong one.
fn read<G: Game>(input: impl io::BufRead + 'static, found: &OpenTables<G>) -> Result<Vec<(Position<G>, String)>> {
    let unreadable = |error| Said::new("sheet-unreadable", &[]).because(error);
    let mut input = plain_lines(input).map_err(unreadable)?;
    let (mut exercises, mut line, mut number) = (Vec::new(), Vec::new(), 0);
    while read_line(&mut input, &mut line).map_err(unreadable)?.is_some() {
        number += 1;
        let text = text_of(&line);
        if text.trim().is_empty() {
            continue;
        }
        if exercises.len() == MOST {
            return Err(Said::new("sheet-full", &[("most", &MOST)]).into());
        }
        let exercise = || -> Result<_> {
            let Asked { position, clock, .. } = json::Question::of_line::<G>(&text)?.ask::<G>()?;
            Ok((position, solution(&position, clock, found)?))
        };
        let about = || Said::new("sheet-line", &[("number", &number), ("text", &short(&text))]);
        // The type of the error is still seen, and with it the words for it.
        let cause = anyhow::Error::reallocate_into_boxed_dyn_error_without_backtrace;
        exercises.push(exercise().map_err(|error| about().because(cause(error)))?);
    }
    Ok(exercises)
}

fn solution<G: Game>(position: &Position<G>, clock: Clock, found: &OpenTables<G>) -> Result<String> {
    let line = found.tablebase.line(position, clock).map_err(|error| explain(error, found))?;
    let wins = |color| say("wins", &[("color", side(color)), ("tense", "now".into())]);
    let mover = position.turn();
    let result = match line.verdict.category {
        None => say("sheet-unknown", &[]),
        Some(Category::Win) => wins(mover),
        Some(Category::Loss) => wins(mover.other()),
        Some(Category::Draw) => say("sheet-draw", &[]),
        Some(_) => say("sheet-draw-by-rule", &[]),
    };
    let mut text = match clock.plies {
        0 => format!("{result}."),
        plies => {
            let plies = say("plies", &[("number", plies.into())]);
            say("sheet-clock", &[("plies", plies.into()), ("result", result.into())])
        }
    };
    let (mut number, mut moves) = (1, Moves::default());
    for played in &line.moves {
        moves.push(number, played.turn, played.ranked.text.clone());
        number += u32::from(played.turn == Color::Black);
    }
    text += &moves.words.iter().map(|word| format!(" {word}")).collect::<String>();
    if line.end == End::Draw && line.moves.is_empty() {
        let moves = found.tablebase.rank_moves(position, clock).map_err(|error| explain(error, found))?;
        for words in keeping_draw("sheet-keep", &moves) {
            text += &format!(" {words}");
        }
    }
    Ok(text)
}
