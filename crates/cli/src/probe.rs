//! `bolshak probe`: everything that the tables know of a position.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Color, Fen, Game, Shade, ShadedFen};
use bolshak::probe::{RankedMove, Verdict};
use bolshak::value::Score;
use bolshak_answers::json::{Answer, Asked, Either, Failure, Question};
use serde::Serialize;

use crate::lang::{Said, errors, say};
use crate::shared::diagram::{Style, diagram, diagram_of_two, side};
use crate::shared::files::write_json;
use crate::shared::process;
use crate::shared::question::{Asking, after, answer_lines, explain, failure, is_move, note_in_words, refuse, tell};
use crate::shared::tables::OpenTables;
use crate::shared::text::{game_note, move_table, move_table_note, sentence};

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

    /// Positions such as W:WKa1,c3:BKh8; - reads one per line from standard input (also the lines of find, and JSON
    /// such as {"fen":"W:WKa1,c3:BKh8","clock":4,"rule":"none"}) and answers each with a line of JSON. With moves after
    /// a position, as in FEN a5-c7 g1-h2, the position that they reach is answered
    #[arg(required = true, value_name = "FEN")]
    positions: Vec<String>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.asking.tables.open::<G>()?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (limit, style) = (found.tablebase.draw_plies().into(), args.asking.look.style());
    if args.twice {
        let ask = |fen: &Fen<G>| Answered::of(args.asking.question.ask_fen(fen), !args.no_moves, &found);
        let all = answer_two(&args.positions, ask, (!args.json).then_some((limit, style)), &mut out)?;
        out.flush()?;
        return Ok(process::status(all));
    }
    let (mut failed, mut note) = (false, Some(move_table_note()));
    for (number, (text, moves)) in with_moves(&args.positions).into_iter().enumerate() {
        if text == "-" && !moves.is_empty() {
            return Err(Said::new("moves-after-stdin", &[]).into());
        } else if text == "-" {
            failed |= !answer_lines(&mut out, |line, out| answer_line(args, &found, line, out))?;
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

fn write_answer<G: Game>(text: &str, answered: &Result<Answered<G>>, out: &mut impl Write) -> Result<bool> {
    match answered {
        Ok(answered) => write_json(out, &answered.in_json())?,
        Err(error) => write_json(out, &failure(text, error))?,
    }
    Ok(answered.is_ok())
}

pub struct Answered<G> {
    pub asked: Asked<G>,
    pub verdict: Verdict,
    moves: Option<Vec<RankedMove<G>>>,
}

impl<G: Game> Answered<G> {
    /// Asks the tables, perhaps for the moves too.
    pub fn of(asked: Asked<G>, with_moves: bool, found: &OpenTables<G>) -> Result<Answered<G>> {
        let explain = |error| explain(error, found);
        let verdict = found.tablebase.probe(&asked.position, asked.clock).map_err(explain)?;
        let moves = match with_moves {
            true => Some(found.tablebase.rank_moves(&asked.position, asked.clock).map_err(explain)?),
            false => None,
        };
        Ok(Answered { asked, verdict, moves })
    }

    pub fn in_json(&self) -> Answer {
        Answer::new(&self.asked, &self.verdict, self.moves.as_deref())
    }

    /// The answer for people; the draw rule takes effect after `limit` plies. The note stands under the first table of moves.
    pub fn in_words(&self, limit: u64, style: Style, note: &mut Option<String>) -> String {
        let position = &self.asked.position;
        format!("{position}\n\n{}\n{}", diagram(position, style), self.verdict_in_words(limit, style, note))
    }

    /// The answer for people who see the board already.
    pub fn verdict_in_words(&self, limit: u64, style: Style, note: &mut Option<String>) -> String {
        let Answered { asked, verdict, moves } = self;
        let position = &asked.position;
        let mut text = style.result(verdict.category, &sentence(position, asked.clock, verdict, limit));
        text.push('\n');
        text += &game_note(G::NAME);
        text += &note_in_words(asked.note);
        if let Some(moves) = moves.as_deref().filter(|moves| !moves.is_empty()) {
            if verdict.over.is_some() {
                text += &format!("\n  {}\n", say("moves-after-end", &[]));
            }
            text += &format!("\n{}{}", move_table(moves, style), note.take().unwrap_or_default());
        }
        text
    }
}

/// A game and its answer, which is that of the game on the dark squares.
struct OneGame<'t, G> {
    text: &'t str,
    read: ShadedFen<G>,
    answered: Result<Answered<G>>,
}

/// Two answers, that of the dark squares first, and the sum of their points.
#[derive(Serialize)]
struct TwoAnswers<'g> {
    games: Vec<Either<Answer, Failure<'g>>>,
    sum: Option<Points>,
}

#[derive(Serialize)]
struct Points {
    white: f64,
    black: f64,
}

/// Answers two games, for people in words with a limit of the draw rule and a style, else in JSON; whether both got an answer.
pub fn answer_two<G: Game>(
    texts: &[String],
    ask: impl Fn(&Fen<G>) -> Result<Answered<G>>,
    words: Option<(u64, Style)>,
    out: &mut impl Write,
) -> Result<bool> {
    let [first, second] = texts else { errors::wrong(&say("twice-positions", &[("number", texts.len().into())])) };
    let games = match pair(first, second) {
        Ok(games) => games,
        Err((text, error)) => {
            refuse(text, &error, words.is_none(), out)?;
            return Ok(false);
        }
    };
    let games = games.map(|(text, read)| OneGame { text, read, answered: ask(&read.fen) });
    match words {
        None => write_json(out, &in_json(&games))?,
        Some((limit, style)) => {
            out.write_all(in_words(&games, limit, style).as_bytes())?;
            out.flush()?;
            for game in &games {
                if let Err(error) = &game.answered {
                    tell(game.text, error);
                }
            }
        }
    }
    Ok(games.iter().all(|game| game.answered.is_ok()))
}

/// Reads the games of two texts, that on the dark squares first; the error names the text that is not a game, and why.
#[expect(clippy::type_complexity)]
fn pair<'t, G: Game>(
    first: &'t str,
    second: &'t str,
) -> Result<[(&'t str, ShadedFen<G>); 2], (&'t str, anyhow::Error)> {
    let read = |text: &'t str| match text.parse::<ShadedFen<G>>() {
        Ok(read) => Ok((text, read)),
        Err(error) => Err((text, error.into())),
    };
    let mut games = [read(first)?, read(second)?];
    games.sort_by_key(|(_, read)| read.shade == Shade::Light);
    let [(_, ShadedFen { shade, .. }), (text, second)] = &games;
    if *shade == second.shade {
        let mirrored = shade.other().text::<G>(&second.fen.position.to_string());
        return Err((text, Said::new("same-shade", &[("shade", &named(*shade)), ("mirrored", &mirrored)]).into()));
    }
    Ok(games)
}

fn named(shade: Shade) -> &'static str {
    if shade == Shade::Light { "light" } else { "dark" }
}

fn sum<G: Game>(games: &[OneGame<'_, G>]) -> Option<Score> {
    let score = |game: &OneGame<'_, G>| {
        let answered = game.answered.as_ref().ok()?;
        Some(Score::of(answered.asked.position.turn(), answered.verdict.category?))
    };
    games.iter().map(score).sum()
}

fn in_json<'g, G: Game>(games: &'g [OneGame<'_, G>]) -> TwoAnswers<'g> {
    let answer = |game: &'g OneGame<'_, G>| match &game.answered {
        Ok(answered) => Either::Found(Box::new(answered.in_json().on::<G>(game.read.shade))),
        Err(error) => Either::Failed(failure(game.text, error)),
    };
    let points = |sum: Score| Points { white: sum.points(Color::White), black: sum.points(Color::Black) };
    TwoAnswers { games: games.iter().map(answer).collect(), sum: sum(games).map(points) }
}

fn in_words<G: Game>(games: &[OneGame<'_, G>; 2], limit: u64, style: Style) -> String {
    let [dark, light] = games.each_ref().map(|game| &game.read.fen.position);
    let (mut text, mut note) = (diagram_of_two(dark, light, style), Some(move_table_note()));
    for game in games {
        let ShadedFen { shade, fen, .. } = &game.read;
        let on = say("on-squares", &[("shade", named(*shade).into()), ("position", game.read.to_string().into())]);
        text += &format!("\n{on}\n{}\n\n", say("is-to-move", &[("color", side(fen.position.turn()))]));
        text += &match &game.answered {
            // Only the squares of an answer are mirrored.
            Ok(answered) => shade.text::<G>(&answered.verdict_in_words(limit, style, &mut note)),
            Err(_) => format!("  {}\n", say("result-unknown", &[])),
        };
    }
    text + &match sum(games) {
        Some(sum) => {
            let sides = [("white", sum.text(Color::White).into()), ("black", sum.text(Color::Black).into())];
            format!("\n{}\n", say("sum", &sides))
        }
        None => format!("\n{}\n", say("sum-unknown", &[])),
    }
}
