//! `bolshak study`: whether the solutions of compositions are right, and the only ones.

mod words;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Color, Fen, Game};
use bolshak::pdn;
use bolshak::search::Solver;
use bolshak::study::{self, Aim, Checked, Code, Study, StudyError, Task, UnknownGoal};
use bolshak::value::Theory;
use bolshak_answers::json::{NotJudged, StudyAnswer, study_title, unread_of_study};
use bolshak_answers::lang::Lang;

use crate::lang::{Said, say};
use crate::review::not_read;
use crate::shared::bar::{SearchBar, SearchLimits, solver_on};
use crate::shared::files::write_json;
use crate::shared::games::each_entry;
use crate::shared::lines::Entry;
use crate::shared::options::one_of;
use crate::shared::process::{is_stopped, listen, notice, status_of_many};
use crate::shared::question::explain;
use crate::shared::remedy::{for_people, in_words};
use crate::shared::tables::{OpenTables, Tables};
use crate::study::words::Answered;

/// Check studies: whether the goal is reached, and whether the solution is the only one
///
/// A file has positions with the composer's solution: games in PDN with variations, or the composers' own way, the
/// moves of the solving side with the replies in brackets, as in "c7, c5(a1) b8(f6) x"; or a position on each line,
/// with or without a solution. A position without a solution gets the program's main line. Every statement is proved,
/// in theory: draw rules that count moves do not apply.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    /// The goal: win, draw or lock (the other side has pieces left, and none can move) [default: what the file states, by a tag
    /// Goal, in words or by the result; else what the position is worth]
    #[arg(long, value_name = "GOAL", value_parser = one_of(Aim::ALL), hide_possible_values = true)]
    goal: Option<Aim>,

    /// The side that solves, white or black, with --goal
    #[arg(long, value_name = "COLOR", default_value = "white", requires = "goal")]
    #[arg(value_parser = ["white", "black"], hide_possible_values = true)]
    side: String,

    /// Which other moves that reach the goal count as faults: composition (while the solving side has more than one
    /// piece), or strict (all)
    #[arg(long, value_name = "CODE", default_value_t = Code::Composition)]
    #[arg(value_parser = one_of(Code::ALL), hide_possible_values = true)]
    code: Code,

    /// Only studies in which the first N moves of the solving side are only moves
    #[arg(long, value_name = "N")]
    unique: Option<usize>,

    #[command(flatten)]
    limits: SearchLimits,

    /// One line of JSON for each study
    #[arg(long, conflicts_with = "pdn")]
    json: bool,

    /// Print the studies as PDN, with the findings as comments and variations
    #[arg(long)]
    pdn: bool,

    /// Files of studies; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    let found = args.tables.open::<G>()?;
    listen(say("solve-stops", &[]))?;
    let solver = solver_on(&found.tablebase, args.limits.of_question())?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut all = true;
    each_entry::<G>(&args.files, |entry| {
        all &= answer(args, &found, &solver, entry, &mut out)?;
        Ok(out.flush()?)
    })?;
    out.flush()?;
    Ok(status_of_many(all))
}

/// Writes the judgement of a study. Returns whether nothing is wrong with it.
fn answer<G: Game>(
    args: &Args,
    found: &OpenTables<G>,
    solver: &Solver<'_, G>,
    entry: Entry<G>,
    out: &mut impl Write,
) -> Result<bool> {
    if is_stopped() {
        return Ok(false);
    }
    let Entry { number, is_line, game, found: of_find } = entry;
    let title = game.as_ref().ok().and_then(study_title);
    let checked = game.map_err(anyhow::Error::new).and_then(|mut game| {
        // The other columns are not part of the study.
        if of_find.is_some() {
            game.unread.clear();
        }
        Ok((judge(args, solver, &game, of_find)?, game))
    });
    let (checked, game) = match checked.map_err(|error| explain(error, found)) {
        Ok(checked) => checked,
        Err(error) => {
            match args.json {
                true => write_json(out, &NotJudged { number, error: in_words(&error) })?,
                false => notice(&format!("{}: {}", words::heading(number, title.as_deref()), for_people(&error))),
            }
            return Ok(false);
        }
    };
    let answered = Answered { number, title, game: &game, checked, unread: not_read(unread_of_study(&game), None) };
    let is_right = !answered.checked.is_faulty();
    if args.unique.is_some_and(|least| answered.checked.unique_moves() < least) {
        return Ok(is_right || is_line);
    }
    if args.json {
        write_json(out, &StudyAnswer::new(&game, &answered.checked, Lang::En))?;
    } else if args.pdn {
        answered.unread.iter().for_each(|line| notice(line));
        writeln!(out, "{}", words::pdn(&answered))?;
    } else {
        writeln!(out, "{}", words::study(&answered, args.code))?;
    }
    Ok(is_right)
}

/// Judges a study; an error if its position or its goal is not known, or a table is damaged.
fn judge<G: Game>(
    args: &Args,
    solver: &Solver<'_, G>,
    game: &pdn::Game,
    of_find: Option<(Fen<G>, Option<Theory>)>,
) -> Result<Checked<G>> {
    let side = if args.side == "black" { Color::Black } else { Color::White };
    let asked = args.goal.map(|aim| Task { side, aim });
    let study = match of_find {
        Some((fen, theory)) => {
            let turn = fen.position.turn();
            let of_result = theory.map(|theory| match theory {
                Theory::Win => Task { side: turn, aim: Aim::Win },
                Theory::Loss => Task { side: turn.other(), aim: Aim::Win },
                Theory::Draw => Task { side: turn, aim: Aim::Draw },
            });
            Study::of_position(fen, asked.or(of_result))
        }
        None => Study::read(game, asked).map_err(|error| match error {
            StudyError::Game(error) => anyhow::Error::new(error.fault),
            StudyError::Goal(UnknownGoal(goal)) => Said::new("study-goal", &[("goal", &goal)]).into(),
            error => error.into(),
        })?,
    };
    let bar = SearchBar::new();
    let options = study::Options { code: args.code, time: args.limits.time() };
    let checked = study::check(study, solver, &options, &bar)?;
    bar.clear();
    Ok(checked)
}
