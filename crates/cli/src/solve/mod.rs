//! `bolshak solve`: positions with more pieces than the tables have, by a search whose lines end in the tables (`bolshak::search`).

mod tree;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use bolshak::board::{Color, Game, Position, short};
use bolshak::rules::DrawRule;
use bolshak::search::{Bounds, Limits, Solved, SolvedMove};
use bolshak::value::{Category, Theory};
use bolshak_answers::json::{Asked, Question, SolvedAnswer};

use crate::lang::{Said, say};
use crate::probe::Answered;
use crate::shared::bar::{SearchBar, solver_on, threads};
use crate::shared::diagram::{Style, diagram, side};
use crate::shared::files::{write_file, write_json};
use crate::shared::options::{bytes, number, time};
use crate::shared::process::{listen, notice, status_of_many};
use crate::shared::question::{Asking, after, answer_lines, note_in_words, refuse};
use crate::shared::tables::OpenTables;
use crate::shared::text::{Moves, game_note, move_table_note, plies, result, sentence, table_of_moves, wrapped};

/// Solve positions with more pieces than the tables have
///
/// A search whose lines end in the tables answers who wins. Every answer is proved: it is checked position by position
/// before it is printed. What is not decided within the limits is reported as undecided.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub asking: Asking,

    /// Time for a position with its moves, as in 5s, 500ms or 2min; with 0, only the tables are probed [default: 10s,
    /// or none if --positions is given]
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    /// The most positions that the search visits for an answer: a limit that is the same on every machine
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Memory of the search, as in 256MiB or 2GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = bytes)]
    memory: u64,

    /// Threads, at most 256 [default: one for each core, or one if --positions is given]
    #[arg(long, value_name = "N", value_parser = number(1..=256_u16))]
    threads: Option<u16>,

    /// Write the proof of the answer to a file, which scripts/check-certificate checks
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// One line of JSON for each position
    #[arg(long)]
    json: bool,

    /// A game in PDN: the proof of a win with all defences as variations, at most 2,000 moves of it
    #[arg(long, conflicts_with_all = ["json", "no_moves"])]
    pdn: bool,

    /// Leave out the moves
    #[arg(long)]
    no_moves: bool,

    /// A position such as W:Wc3,d4,e3:Ba7,b8; - reads positions from standard input, one a line, as probe does, and answers each
    /// with a line of JSON
    #[arg(value_name = "FEN")]
    position: String,

    /// Moves from there, such as c3-b4: the position that they reach is solved
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
}

/// Without `--time`.
const TIME: Duration = Duration::from_secs(10);

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.asking.tables.open::<G>()?;
    listen(say("solve-stops", &[]))?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.position == "-" {
        return lines(args, &found, &mut out);
    }
    let asked = args.asking.question.ask::<G>(&args.position).and_then(|asked| after(asked, &args.moves));
    let (solved, asked) =
        match asked.and_then(|asked| Ok((solve(args, &found, &asked, !args.no_moves && !args.pdn)?, asked))) {
            Ok(answered) => answered,
            Err(error) => {
                refuse(&args.position, &error, args.json, &mut out)?;
                out.flush()?;
                return Ok(ExitCode::FAILURE);
            }
        };
    if args.json {
        write_json(&mut out, &SolvedAnswer::new(&asked, &solved, !args.no_moves))?;
    } else if args.pdn {
        out.write_all(tree::pdn(&asked, &solved).as_bytes())?;
    } else {
        let limit = found.tablebase.draw_plies().into();
        let style = args.asking.look.style();
        let is_known =
            solved.verdict.category.is_some() && solved.moves.iter().all(|mv| mv.ranked.category().is_some());
        let text = match is_known && solved.visited == 0 {
            true => Answered::of(asked, !args.no_moves, &found)?.in_words(limit, style, &mut Some(move_table_note())),
            false => in_words(&asked, &solved, limit, style),
        };
        out.write_all(text.as_bytes())?;
    }
    out.flush()?;
    if let Some(path) = &args.certificate {
        let mut text = Vec::new();
        solved.certificates.iter().try_for_each(|certificate| certificate.write(&mut text))?;
        // A proof that is there already is worth more than an empty file.
        match text.is_empty() {
            true => notice(&say("no-certificate", &[])),
            false => write_file(path, &text)?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn solve<G: Game>(args: &Args, found: &OpenTables<G>, asked: &Asked<G>, with_moves: bool) -> Result<Solved<G>> {
    let mut limits = Limits::NONE.memory(usize::try_from(args.memory).unwrap_or(usize::MAX));
    limits.positions = args.positions;
    limits.time = args.time.or(args.positions.is_none().then_some(TIME));
    limits.threads = args.threads.map_or_else(|| threads(args.positions), usize::from);
    let bar = SearchBar::new();
    let solved = solver_on(&found.tablebase, limits)?.solve(&asked.position, asked.clock, with_moves, &bar)?;
    bar.clear();
    Ok(solved)
}

/// Answers standard input line by line.
fn lines<G: Game>(args: &Args, found: &OpenTables<G>, out: &mut impl Write) -> Result<ExitCode> {
    if args.certificate.is_some() || args.pdn || !args.moves.is_empty() {
        return Err(Said::new("solve-one", &[]).into());
    }
    let all = answer_lines(out, |text, out| {
        let answer = answer_line(args, found, text);
        match &answer {
            Ok(answer) => write_json(out, answer)?,
            Err(error) => refuse(&short(text), error, true, out)?,
        }
        out.flush()?;
        Ok(answer.is_ok())
    })?;
    Ok(status_of_many(all))
}

fn answer_line<G: Game>(args: &Args, found: &OpenTables<G>, text: &str) -> Result<SolvedAnswer> {
    let question = Question::of_line::<G>(text)?.or(&args.asking.question.defaults());
    let with_moves = question.moves.unwrap_or(!args.no_moves);
    let asked = question.ask()?;
    Ok(SolvedAnswer::new(&asked, &solve(args, found, &asked, with_moves)?, with_moves))
}

/// The answer for people; where the tables know all of it, that of a probe.
fn in_words<G: Game>(asked: &Asked<G>, solved: &Solved<G>, limit: u64, style: Style) -> String {
    let position = &asked.position;
    let mut text = format!("{position}\n\n{}\n", diagram(position, style));
    let verdict = &solved.verdict;
    text += &match verdict.theory {
        _ if verdict.over.is_some() || verdict.theory.is_some() => {
            style.result(verdict.category, &sentence(position, asked.clock, verdict, limit))
        }
        _ => format!("  {}", bounds_in_words(position.turn(), solved.bounds)),
    };
    text.push('\n');
    if let Some(within) = solved.within {
        let within = plies(u16::try_from(within).unwrap_or(u16::MAX));
        text += &format!("  {}\n", say("solve-within", &[("plies", within.into())]));
    }
    if verdict.theory.is_some() && verdict.category.is_none() && asked.clock.rule != DrawRule::None {
        text += &format!("  {}\n", say("solve-rule-open", &[]));
    }
    text += &game_note(G::NAME);
    text += &note_in_words(asked.note);
    if !solved.line.is_empty() {
        text +=
            &format!("\n{}\n", wrapped(&format!("{} {}", say("solve-line", &[]), numbered(position, solved)), "  "));
    }
    if !solved.moves.is_empty() {
        text += &format!("\n{}", move_table(&solved.moves, style));
        text += &format!("\n{}\n", wrapped(&say("solve-moves-note", &[]), "  "));
    }
    text
}

/// What is known of a result that is not decided.
fn bounds_in_words(turn: Color, bounds: Bounds) -> String {
    let (id, color) = match (bounds.at_least, bounds.at_most) {
        (Theory::Draw, _) => ("solve-at-least-draw", turn),
        (_, Theory::Draw) => ("solve-at-least-draw", turn.other()),
        _ => ("solve-open", turn),
    };
    say(id, &[("color", side(color))])
}

/// The line of the proof, numbered as in a game.
fn numbered<G: Game>(start: &Position<G>, solved: &Solved<G>) -> String {
    let (mut position, mut number, mut moves) = (*start, 1, Moves::default());
    for mv in &solved.line {
        moves.push(number, position.turn(), position.move_text(mv));
        number += u32::from(position.turn() == Color::Black);
        position = position.after(mv);
    }
    moves.words.join(" ")
}

/// The moves with their results; the plies to the end are exact where the tables know them, and bounds elsewhere.
fn move_table<G: Game>(moves: &[SolvedMove<G>], style: Style) -> String {
    let word = |mv: &SolvedMove<G>| match (mv.ranked.category(), mv.bounds.theory()) {
        (Some(category), _) => result(category),
        (None, Some(theory)) => result(Category::new(theory, true)) + "?",
        (None, None) => match (mv.bounds.at_least, mv.bounds.at_most) {
            (Theory::Draw, _) => say("solve-draw-or-win", &[]),
            (_, Theory::Draw) => say("solve-draw-or-loss", &[]),
            _ => say("solve-undecided", &[]),
        },
    };
    let row = |mv: &SolvedMove<G>| {
        let far = match (mv.ranked.reached.dtw.plies(), mv.within) {
            (Some(plies), _) => plies.to_string(),
            (None, Some(plies)) => format!("≤{plies}"),
            (None, None) if mv.bounds.theory() == Some(Theory::Draw) => "-".into(),
            (None, None) => "?".into(),
        };
        (mv.ranked.text.clone(), mv.ranked.category(), word(mv), [format!("{far:>5}")])
    };
    let longest = moves.iter().map(|mv| word(mv).chars().count()).max().unwrap_or(0).max(6);
    table_of_moves(&moves.iter().map(row).collect::<Vec<_>>(), longest, ["  dtw"], style)
}
