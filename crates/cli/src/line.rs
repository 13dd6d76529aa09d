//! `bolshak line`: best play by both sides.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Color, Game, Position};
use bolshak::probe::{Distance, End, Line, LineMove};
use bolshak_answers::json::LineAnswer;

use crate::lang::say;
use crate::shared::diagram::diagram;
use crate::shared::files::write_json;
use crate::shared::question::{OnePosition, after, explain, note_in_words};
use crate::shared::text::{game_note, keeping_draw, no_move, plies, result as result_of, sentence, wrapped};

/// Show best play by both sides to the end
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub one: OnePosition,

    /// Moves from there, such as a5-b4: the line begins after them
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.one.asking.tables.open::<G>()?;
    let ask = || {
        let asked = after(args.one.asking.question.ask::<G>(&args.one.fen)?, &args.moves)?;
        let line = found.tablebase.line(&asked.position, asked.clock).map_err(|error| explain(error, &found))?;
        Ok((asked, line))
    };
    let mut out = io::stdout().lock();
    let Some((asked, line)) = args.one.answered(ask(), &mut out)? else { return Ok(ExitCode::FAILURE) };
    if args.one.json {
        write_json(&mut out, &LineAnswer::new(&asked, &line))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (position, clock) = (asked.position, asked.clock);
    let words = sentence(&position, clock, &line.verdict, found.tablebase.draw_plies().into());
    let note = game_note(G::NAME) + &note_in_words(asked.note);
    write!(out, "{position}\n\n{}\n{words}\n{note}", diagram(&position, args.one.asking.look.style()))?;
    if matches!(line.end, End::NoMove(_)) && line.moves.is_empty() {
        // The sentence above says that the game is over.
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out)?;
    if line.end == End::Draw {
        let moves = found.tablebase.rank_moves(&position, clock).map_err(|error| explain(error, &found))?;
        for words in keeping_draw("keep-draw", &moves) {
            writeln!(out, "{}", wrapped(&words, "  "))?;
        }
    } else {
        let length = line.moves.len() as u16;
        if matches!(line.end, End::NoMove(_)) && line.verdict.dtw.plies().is_some_and(|dtw| length > dtw) {
            writeln!(out, "{}\n", wrapped(&say("line-longer", &[("plies", plies(length).into())]), "  "))?;
        }
        out.write_all(numbered::<G>(&position, &line).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves in notation, one a line, numbered as in a game, each with the mover's result.
fn numbered<G: Game>(start: &Position<G>, line: &Line<G>) -> String {
    let width = line.moves.iter().map(|mv| mv.ranked.text.len()).max().unwrap_or(0);
    let mut number = 1;
    let mut text = String::new();
    for LineMove { turn, ranked, .. } in &line.moves {
        let result = match (ranked.category(), ranked.reached.dtw) {
            (None, _) => "?".into(),
            (Some(category), Distance::Plies(dtw @ 1..)) => {
                say("to-the-end", &[("result", result_of(category).into()), ("plies", plies(dtw).into())])
            }
            (Some(category), _) => result_of(category),
        };
        text += &format!("  {:>7} {:width$}  {result}\n", format!("{number}{}", turn.dots()), ranked.text);
        number += u32::from(*turn == Color::Black);
    }
    let last = line.moves.last().map_or(start, |mv| &mv.ranked.position);
    text += &match line.end {
        End::NoMove(color) => {
            let winner = if G::NO_MOVE_WINS { color } else { color.other() };
            no_move(color, winner) + "\n"
        }
        End::DrawRule => format!("  {}\n", say("drawn-by-clock", &[])),
        End::Draw => String::new(),
        End::Unknown => format!("  {}\n", say("line-unknown", &[("position", last.to_string().into())])),
    };
    text
}
