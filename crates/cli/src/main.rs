//! The program `bolshak`: endgame tablebases for Russian draughts on the command line. A file or folder for each command, and
//! `shared` for what several of them use.

mod check;
mod diagram;
mod export;
mod find;
mod generate;
mod hub;
mod lang;
mod line;
mod manual;
mod map;
mod perft;
mod plan;
mod probe;
mod report;
mod review;
mod serve;
mod shared;
mod sheet;
mod site;
mod solve;
mod stats;
mod study;
mod unpack;
mod verify;

use std::env;
use std::io;
use std::process::ExitCode;

use anyhow::Result;
use bolshak::{disturbs, harmless, in_game};
use bolshak_system as system;
use clap::{CommandFactory, Parser, Subcommand};

use crate::lang::examples;
use crate::shared::options::one_of;
use crate::shared::process::{NAME, notice, status};
use crate::shared::remedy;

/// Endgame tablebases for Russian draughts (shashki) and two related games.
///
/// Exact results and distances of every position with few pieces, with the draw rules (three kings against one, 15 moves
/// by kings alone) at any state of the clock.
#[derive(Parser)]
#[command(name = NAME, version, long_version = long_version(), max_term_width = 110, after_help = examples("bolshak"))]
#[command(mut_subcommands(with_examples))]
struct Cli {
    /// Language of answers and errors, en or ru, where they are translated
    /// [default: $BOLSHAK_LANG, else that of the locale, else en]
    #[arg(long, value_name = "LANG", global = true, hide_possible_values = true, value_parser = one_of(lang::Lang::ALL))]
    lang: Option<lang::Lang>,

    #[command(subcommand)]
    command: Command,
}

fn long_version() -> String {
    format!("{}\ninstructions: {}", env!("CARGO_PKG_VERSION"), bolshak::instructions())
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Args),
    Plan(plan::Args),
    Probe(probe::Args),
    Line(line::Args),
    Map(map::Args),
    Solve(solve::Args),
    Study(study::Args),
    Check(check::Args),
    Stats(stats::Args),
    Report(report::Args),
    Review(review::Args),
    Diagram(diagram::Args),
    Sheet(sheet::Args),
    Find(find::Args),
    Export(export::Args),
    Verify(verify::Args),
    Unpack(unpack::Args),
    Hub(hub::Args),
    Serve(serve::Args),
    Site(site::Args),
    Perft(perft::Args),
    Completions(manual::CompletionsArgs),
    Man(manual::ManArgs),
    /// Print the licences of the program and of all that is linked into it
    Licenses,
}

fn main() -> ExitCode {
    system::ignore_file_limit();
    let cli = Cli::try_parse().map_err(in_harmless_words);
    let named = cli.as_ref().map_or_else(|_| lang::errors::named_in(env::args_os()), |cli| cli.lang);
    // Help and the version are shown in any case.
    if let Err(error) = lang::choose(named)
        && cli.is_ok()
    {
        lang::errors::wrong(&format!("{}: {error}", lang::VARIABLE));
    }
    let command = cli.unwrap_or_else(|error| lang::errors::exit(&error)).command;
    let is_check = matches!(&command, Command::Verify(_) | Command::Unpack(unpack::Args { check: true, .. }));
    match run(command) {
        Ok(status) => status,
        Err(error) => {
            let kind = error.downcast_ref().map(io::Error::kind);
            // The reader of the output has closed the pipe. A check that could not say what it found has not passed.
            if kind == Some(io::ErrorKind::BrokenPipe) {
                return status(!is_check);
            }
            notice(&format!("bolshak: {}", remedy::for_people(&error)));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    match command {
        Command::Generate(args) => generate::run(&args),
        Command::Plan(args) => plan::run(&args),
        Command::Probe(args) => in_game!(args.asking.tables.game()?, G => probe::run::<G>(&args)),
        Command::Line(args) => in_game!(args.one.asking.tables.game()?, G => line::run::<G>(&args)),
        Command::Map(args) => in_game!(args.one.asking.tables.game()?, G => map::run::<G>(&args)),
        Command::Solve(args) => in_game!(args.asking.tables.game()?, G => solve::run::<G>(&args)),
        Command::Check(args) => in_game!(args.tables.game()?, G => check::run::<G>(&args)),
        Command::Study(args) => in_game!(args.tables.game()?, G => study::run::<G>(&args)),
        Command::Stats(args) => in_game!(args.tables.game()?, G => stats::run::<G>(&args)),
        Command::Report(args) => in_game!(args.tables.game()?, G => report::run::<G>(&args)),
        Command::Review(args) => in_game!(args.tables.game()?, G => review::run::<G>(&args)),
        Command::Diagram(args) => in_game!(args.game, G => diagram::run::<G>(&args)),
        Command::Sheet(args) => in_game!(args.tables.game()?, G => sheet::run::<G>(&args)),
        Command::Find(args) => in_game!(args.tables.game()?, G => find::run::<G>(&args)),
        Command::Export(args) => in_game!(args.tables.game()?, G => export::run::<G>(&args)),
        Command::Verify(args) => verify::run(&args),
        Command::Unpack(args) => in_game!(args.source.place().0, G => unpack::run::<G>(&args)),
        // An engine that does not start could not even say why: faults of the tables are reported when they are opened.
        Command::Hub(args) => in_game!(args.settings.tables.game().unwrap_or_default(), G => hub::run::<G>(args)),
        Command::Serve(args) => serve::run(&args),
        Command::Site(args) => site::run(&args),
        Command::Perft(args) => in_game!(args.game, G => perft::run::<G>(&args)),
        Command::Completions(args) => manual::completions(&args, Cli::command()),
        Command::Man(args) => manual::man(&args, Cli::command()),
        Command::Licenses => manual::licenses(),
    }
}

fn with_examples(command: clap::Command) -> clap::Command {
    let examples = examples(command.get_name());
    command.after_help(examples)
}

/// An error of clap, which repeats arguments: without what in them disturbs a terminal.
fn in_harmless_words(error: clap::Error) -> clap::Error {
    let arguments: Vec<String> = env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    if !arguments.iter().any(|argument| argument.contains(disturbs)) {
        return error;
    }
    Cli::try_parse_from(arguments.iter().map(|argument| harmless(argument))).err().unwrap_or(error)
}
