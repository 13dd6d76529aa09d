//! `bolshak check`: whether claims about positions are true.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Color, Fen, Game, Numbering};
use bolshak::pdn;
use bolshak::probe::Clock;
use bolshak::rules::{DrawRule, Move};
use bolshak::search::{Bounds, Solved, Solver};
use bolshak::study::{Aim, Task, is_result, judges, states_goal};
use bolshak::value::Theory;
use bolshak_answers::json::NotJudged;
use serde::Serialize;

use crate::lang::{Said, say};
use crate::shared::bar::{SearchBar, SearchLimits, solver_on};
use crate::shared::diagram::side;
use crate::shared::files::write_json;
use crate::shared::games::each_entry;
use crate::shared::lines::Entry;
use crate::shared::process::{is_stopped, listen, notice, status_of_many};
use crate::shared::question::explain;
use crate::shared::remedy::{for_people, in_words};
use crate::shared::tables::Tables;

/// Check claims about positions
///
/// Each line of a file has a position and a claim: a result (W+, =, B+, 1-0, "white to play and win", "ничья"), a first
/// move, or both. Games in PDN claim their result and their first move. Prints the wrong claims with what is right, the
/// undecided claims, and a count. Claims are judged in theory: draw rules that count moves do not apply. A first move
/// is right if it keeps the result; if other moves keep it too, they are listed.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    limits: SearchLimits,

    /// One line of JSON for each claim, including the right ones
    #[arg(long)]
    json: bool,

    /// Files of claims; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    listen(say("solve-stops", &[]))?;
    let mut limits = args.limits.of_question();
    limits.time = args.limits.time();
    let solver = solver_on(&found.tablebase, limits)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut right, mut wrong, mut open, mut unread) = (0_u64, 0_u64, 0_u64, 0_u64);
    each_entry::<G>(&args.files, |entry| {
        if is_stopped() {
            open += 1;
            return Ok(());
        }
        let number = entry.number;
        let id = if entry.is_line { "check-line" } else { "check-game" };
        let heading = say(id, &[("number", number.to_string().into())]);
        let judged = claim(entry).and_then(|claim| Ok((judge(&solver, &claim)?, claim)));
        match judged.map_err(|error| explain(error, &found)) {
            Ok((solved, claim)) => {
                let is_right = is_right(&claim, &solved);
                *match is_right {
                    Some(true) => &mut right,
                    Some(false) => &mut wrong,
                    None => &mut open,
                } += 1;
                if args.json {
                    write_json(&mut out, &in_json(number, &claim, &solved, is_right))?;
                } else if let Some(words) = words(&claim, &solved, is_right) {
                    writeln!(out, "{heading}: {} {words}", claim.fen.position)?;
                }
            }
            Err(error) => {
                unread += 1;
                match args.json {
                    true => write_json(&mut out, &NotJudged { number, error: in_words(&error) })?,
                    false => notice(&format!("{heading}: {}", for_people(&error))),
                }
            }
        }
        Ok(out.flush()?)
    })?;
    if !args.json {
        let values =
            [("right", right.into()), ("wrong", wrong.into()), ("open", open.into()), ("unread", unread.into())];
        writeln!(out, "{}", say("check-count", &values))?;
    }
    out.flush()?;
    Ok(status_of_many(wrong == 0 && unread == 0))
}

struct Claim<G> {
    fen: Fen<G>,
    /// The result for the side to move.
    theory: Option<Theory>,
    mv: Option<Move<G>>,
}

fn claim<G: Game>(entry: Entry<G>) -> Result<Claim<G>> {
    let game = entry.game?;
    let played = game.play::<G>().map_err(|error| error.fault)?;
    let fen = played.start;
    if let Some((_, theory @ Some(_))) = entry.found {
        return Ok(Claim { fen, theory, mv: None });
    }
    let task = Task::of_game(&game).map_err(|goal| Said::new("check-goal", &[("goal", &goal.0)]))?;
    let of_task = |task| theory_of(task, fen.position.turn()).ok_or_else(|| Said::new("check-lock", &[]));
    let theory = task.map(of_task).transpose()?;
    // A first move that is not legal is not read; what stands behind it does not matter.
    let mv = match (played.moves.first(), played.stop) {
        (None, Some(stop)) => return Err(stop.fault.into()),
        (first, _) => first.map(|first| first.mv),
    };
    let mut said = Vec::new();
    if entry.is_line {
        let texts = [0, 1].map(|count| beside(&game, count));
        if let Some(text) = texts.iter().find(|text| counts_moves(text)) {
            return Err(Said::new("check-count-claimed", &[("text", text)]).into());
        }
        if let ([_, word, ..], [one]) = (&game.words[..], &played.moves[..])
            && fen.position.read_move(&word.text, Numbering::default()).is_ok()
        {
            return Err(Said::new("check-two-moves", &[("one", &one.text), ("other", &word.text)]).into());
        }
        if mv.is_some() {
            said = said_of_move(&game.words[0].text, &texts, fen.position.turn())?;
        }
    }
    let claimed: Vec<Theory> = theory.into_iter().chain(said).collect();
    if let Some(other) = claimed.iter().find(|other| **other != claimed[0]) {
        let results = [claimed[0], *other].map(|theory| result(theory, fen.position.turn()));
        return Err(Said::new("two-results", &[("one", &results[0]), ("other", &results[1])]).into());
    }
    let theory = claimed.first().copied();
    if theory.is_none() && mv.is_none() {
        return Err(Said::new("check-nothing", &[]).into());
    }
    Ok(Claim { fen, theory, mv })
}

/// What stands behind some moves, without variations and brackets.
fn beside(game: &pdn::Game, moves: usize) -> String {
    let remark = game.remarks_after(moves).unwrap_or_default();
    let variation = remark.split_once('(').filter(|(_, rest)| rest.contains(|c: char| c.is_ascii_digit()));
    variation
        .map_or(remark, |(text, _)| text)
        .replace(['{', '}', '(', ')'], " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether a text claims a number of moves, "win in 3". The reader of games may have taken the number.
fn counts_moves(text: &str) -> bool {
    let words: Vec<String> = text.to_lowercase().split_whitespace().map(String::from).collect();
    // A longer one is a year.
    let is_number = |word: &String| (1..4).contains(&word.chars().take_while(char::is_ascii_digit).count());
    let counts =
        |(at, word): (usize, &String)| ["in", "в", "за"].contains(&&**word) && words.get(at + 1).is_none_or(is_number);
    words.iter().enumerate().any(counts)
}

/// The results for the side to move in the text behind the first move of a line, "g1-e3 wins" or "g1-e3=". An error if words or marks
/// before or behind the move say something else of it, such as that it is a mistake.
fn said_of_move(mv: &str, [before, behind]: &[String; 2], turn: Color) -> Result<Vec<Theory>, Said> {
    let unclear = |text: &str| Said::new("check-unclear", &[("text", &text)]);
    let win = |side| theory_of(Task { side, aim: Aim::Win }, turn);
    let (marks, words): (Vec<&str>, Vec<&str>) = behind.split(' ').partition(|word| word.starts_with('$'));
    let behind = words.join(" ");
    if judges(before) && !states_goal(before) {
        return Err(unclear(before));
    }
    let mut said = Vec::new();
    for mark in marks {
        match mark {
            "$1" | "$3" | "$5" | "$6" | "$7" => {}
            "$10" => said.push(Theory::Draw),
            "$18" => said.extend(win(Color::White)),
            "$19" => said.extend(win(Color::Black)),
            "$2" | "$4" => return Err(unclear(&format!("{mv}?"))),
            _ => return Err(unclear(&format!("{mv} {mark}"))),
        }
    }
    if judges(&behind) {
        let task = Task::of_words(&format!("{} {behind}", turn.name())).filter(|_| is_result(&behind));
        said.push(task.and_then(|task| theory_of(task, turn)).ok_or_else(|| unclear(&behind))?);
    }
    Ok(said)
}

/// The result for the side to move if a task is reached; `None` for a lock.
fn theory_of(task: Task, turn: Color) -> Option<Theory> {
    match task.aim {
        Aim::Win => Some(if task.side == turn { Theory::Win } else { Theory::Loss }),
        Aim::Draw => Some(Theory::Draw),
        Aim::Lock => None,
    }
}

fn judge<G: Game>(solver: &Solver<'_, G>, claim: &Claim<G>) -> Result<Solved<G>> {
    let bar = SearchBar::new();
    let clock = Clock::default().under(DrawRule::None);
    let solved = solver.solve(&claim.fen.position, clock, claim.mv.is_some(), &bar)?;
    bar.clear();
    Ok(solved)
}

/// Whether a result is among those that are possible; `None` if it is not the only one.
fn fits(theory: Theory, bounds: Bounds) -> Option<bool> {
    let is_possible = (bounds.at_least..=bounds.at_most).contains(&theory);
    if is_possible { bounds.theory().map(|_| true) } else { Some(false) }
}

/// Whether a claim is right; `None` if that is not decided.
fn is_right<G: Game>(claim: &Claim<G>, solved: &Solved<G>) -> Option<bool> {
    let of_result = claim.theory.map(|theory| fits(theory, solved.bounds));
    let of_move = claim.mv.map(|mv| {
        let made = solved.moves.iter().find(|made| made.ranked.mv == mv)?;
        // It keeps the result if it comes to what the position is worth at most.
        match (made.bounds.at_least >= solved.bounds.at_most, made.bounds.at_most < solved.bounds.at_least) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    });
    let both: Vec<Option<bool>> = [of_result, of_move].into_iter().flatten().collect();
    if both.contains(&Some(false)) {
        return Some(false);
    }
    both.iter().all(Option::is_some).then_some(true)
}

/// The moves that keep the result, if a first move is claimed and they are all known.
fn keys<G: Game>(claim: &Claim<G>, solved: &Solved<G>) -> Option<Vec<String>> {
    let best = solved.bounds.theory().filter(|_| claim.mv.is_some())?;
    let is_decided = solved.moves.iter().all(|mv| mv.bounds.theory().is_some() || mv.bounds.at_most < best);
    let keys = solved.moves.iter().filter(|mv| mv.bounds.theory() == Some(best));
    is_decided.then(|| keys.map(|mv| mv.ranked.text.clone()).collect())
}

/// A checked claim, as `docs/json.md` describes it.
#[derive(Serialize)]
struct Row {
    number: usize,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theory: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<String>>,
}

fn in_json<G: Game>(number: usize, claim: &Claim<G>, solved: &Solved<G>, right: Option<bool>) -> Row {
    let position = &claim.fen.position;
    Row {
        number,
        fen: position.to_string(),
        claim: claim.theory.map(|theory| result(theory, position.turn())),
        r#move: claim.mv.map(|mv| position.move_text(&mv)),
        right,
        theory: solved.bounds.theory().map(Theory::name),
        keys: keys(claim, solved),
    }
}

/// The sentence about a claim; `None` if it is right and its move is the only one.
fn words<G: Game>(claim: &Claim<G>, solved: &Solved<G>, right: Option<bool>) -> Option<String> {
    let (best, keys) = (solved.bounds.theory(), keys(claim, solved));
    let id = match (right, best.is_some(), keys.as_deref()) {
        (Some(true), _, None | Some([] | [_])) => return None,
        (Some(true), ..) => "check-keys",
        (Some(false), true, Some(_)) => "check-wrong-keys",
        (Some(false), true, None) => "check-wrong",
        (Some(false), false, _) => "check-wrong-open",
        (None, ..) => "check-open",
    };
    let position = &claim.fen.position;
    let in_words = |theory| in_words_of(theory, position.turn());
    let mv = claim.mv.map(|mv| position.move_text(&mv));
    let claimed: Vec<String> = claim.theory.map(in_words).into_iter().chain(mv).collect();
    let values = [
        ("claim", claimed.join(", ").into()),
        ("result", best.map_or(String::new(), in_words).into()),
        ("moves", keys.unwrap_or_default().join(" ").into()),
    ];
    Some(say(id, &values))
}

/// The result that PDN has for one of the side to move.
fn result(theory: Theory, turn: Color) -> &'static str {
    match (theory, turn) {
        (Theory::Draw, _) => "1/2",
        (Theory::Win, Color::White) | (Theory::Loss, Color::Black) => "1-0",
        _ => "0-1",
    }
}

fn in_words_of(theory: Theory, turn: Color) -> String {
    match theory {
        Theory::Draw => say("result-draw", &[]),
        Theory::Win => say("result-wins", &[("color", side(turn))]),
        Theory::Loss => say("result-wins", &[("color", side(turn.other()))]),
    }
}
