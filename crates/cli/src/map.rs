//! `bolshak map`: the result with one piece of a position on each square where it can stand.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Game, Position, RANKS, Square};
use bolshak::probe::Verdict;
use bolshak::value::{Category, Theory};
use bolshak_answers::json::{Asked, Map, MapAnswer};

use crate::lang::{Said, say};
use crate::shared::diagram::{Style, piece, side};
use crate::shared::files::write_json;
use crate::shared::question::{OnePosition, explain, note_in_words};
use crate::shared::text::{game_note, wrapped};

/// Show the result with one piece on each square where it can stand
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub one: OnePosition,

    /// The square of the piece that is moved around, such as h8
    #[arg(value_name = "SQUARE")]
    square: String,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.one.asking.tables.open::<G>()?;
    let ask = || -> Result<(Asked<G>, Square<G>, Map<G>)> {
        let asked = args.one.asking.question.ask::<G>(&args.one.fen)?;
        let square = Square::<G>::parse(&args.square.to_lowercase())?;
        let map = Map::ask(&found.tablebase, &asked, square).map_err(|error| explain(error, &found))?;
        let map = map.ok_or_else(|| Said::new("map-empty", &[("square", &square), ("position", &asked.position)]))?;
        Ok((asked, square, map))
    };
    let mut out = io::stdout().lock();
    let Some((asked, square, map)) = args.one.answered(ask(), &mut out)? else { return Ok(ExitCode::FAILURE) };
    if args.one.json {
        write_json(&mut out, &MapAnswer::new(&asked, square, &map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let board = board(&asked.position, square, &map, args.one.asking.look.style());
    let note = game_note(G::NAME) + &note_in_words(asked.note);
    let words = [summary(&asked.position, square, &map), say("map-legend", &[])].map(|words| wrapped(&words, "  "));
    write!(out, "{}\n\n{board}\n{}\n\n{note}", asked.position, words.join("\n\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The board with the other pieces, and on each other square what the side to move has with the piece there.
fn board<G: Game>(position: &Position<G>, square: Square<G>, map: &Map<G>, style: Style) -> String {
    const WIDTH: usize = 6;
    let mut text = String::new();
    for rank in (0..RANKS as u8).rev() {
        text += &format!("  {}", rank + 1);
        for file in 0..2 * G::PER_RANK as u8 {
            let Some(at) = Square::<G>::at(file, rank) else {
                text += &" ".repeat(WIDTH);
                continue;
            };
            let (category, cell) = match map.squares.iter().find(|(other, _)| *other == at) {
                Some((_, Some(verdict))) => (verdict.category, cell(verdict)),
                Some((_, None)) => (None, "?".into()),
                None => (None, piece(position, at.index() as u8).to_string()),
            };
            let cell = if at == square { format!("[{cell}]") } else { format!("{cell} ") };
            let room = " ".repeat(WIDTH.saturating_sub(cell.chars().count()));
            text += &format!("{room}{}", style.result(category, &cell));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let files =
        (0..2 * G::PER_RANK as u8).map(|file| format!("{:>width$}", char::from(b'a' + file), width = WIDTH - 1));
    text + &format!("   {}\n", files.collect::<Vec<_>>().join(" "))
}

/// A result in a few characters: `+9` wins in 9 plies, `-8` loses, `=` is a draw, `=41` a draw by the rule that lasts 41 plies without.
fn cell(verdict: &Verdict) -> String {
    let sign = match (verdict.category, verdict.theory) {
        (Some(Category::Win), _) => "+",
        (Some(Category::Loss), _) => "-",
        (Some(_), _) => "=",
        (None, Some(Theory::Draw) | None) => return "?".into(),
        (None, Some(Theory::Win)) => "+?",
        (None, Some(Theory::Loss)) => "-?",
    };
    let plies = verdict.dtw.plies().filter(|_| verdict.theory != Some(Theory::Draw));
    format!("{sign}{}", plies.map_or(String::new(), |plies| plies.to_string()))
}

/// How many squares give which result.
fn summary<G: Game>(position: &Position<G>, square: Square<G>, map: &Map<G>) -> String {
    let count = |wanted: &[Option<Category>]| {
        let category = |verdict: &Option<Verdict>| verdict.and_then(|verdict| verdict.category);
        map.squares.iter().filter(|(_, verdict)| wanted.contains(&category(verdict))).count()
    };
    let draws = [Category::CursedWin, Category::Draw, Category::BlessedLoss].map(Some);
    say(
        "map",
        &[
            ("turn", side(position.turn())),
            ("color", side(map.color)),
            ("piece", if map.is_king { "king" } else { "man" }.into()),
            ("square", square.to_string().into()),
            ("squares", map.squares.len().into()),
            ("wins", count(&[Some(Category::Win)]).into()),
            ("draws", count(&draws).into()),
            ("losses", count(&[Some(Category::Loss)]).into()),
            ("unknown", count(&[None]).into()),
        ],
    )
}
