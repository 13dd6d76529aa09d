//! `bolshak report`: a page of pictures of the tables' content.

mod facts;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use bolshak::board::{Color, Game};
use bolshak::probe::EndingStats;
use bolshak::shown;
use bolshak::value::Category;

use crate::lang::{Said, say};
use crate::report::facts::{Facts, Longest, heat, histogram};
use crate::shared::diagram::{escaped, side, svg_grid};
use crate::shared::files::write_file;
use crate::shared::options::number;
use crate::shared::process;
use crate::shared::question::explain;
use crate::shared::selection::Selection;
use crate::shared::tables::Tables;
use crate::shared::text::{self, in_thousands, plies};

/// Write a web page about what the tables hold, with pictures
///
/// One HTML page that needs nothing else, and its pictures as SVG files beside it: results by ending, distances, the
/// longest wins with diagrams and lines, and what the 15-move rule changes.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    selection: Selection,

    /// Directory to write into, made if it is not there; the page is index.html
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Random positions of each ending for the histograms of distances
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number(1..=10_000_000_u32))]
    sample: u32,

    /// The seed of the random positions
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

pub fn run<G: Game>(args: &Args) -> Result<ExitCode> {
    process::start_threads()?;
    let found = args.tables.open::<G>()?;
    let stats = args.selection.stats(&found)?;
    fs::create_dir_all(&args.out).map_err(|error| about("cannot-make-directory", &args.out, error))?;
    let facts = Facts::gather(&found, stats, args.sample, args.seed).map_err(|error| explain(error, &found))?;
    let pictures = pictures(&facts)?;
    let files = pictures.iter().map(|picture| (format!("{}.svg", picture.name), picture.svg.as_str()));
    let page = page(&facts, &pictures);
    remove_pictures(&args.out).map_err(|error| about("cannot-remove-pictures", &args.out, error))?;
    for (name, text) in files.chain([("index.html".into(), page.as_str())]) {
        write_file(&args.out.join(name), text.as_bytes())?;
    }
    let place = args.out.join("index.html");
    let written = [("page", shown(&place).into()), ("pictures", pictures.len().into())];
    writeln!(io::stdout(), "{}", say("report-written", &written))?;
    Ok(ExitCode::SUCCESS)
}

fn about(id: &'static str, path: &Path, error: io::Error) -> Said {
    Said::new(id, &[("path", &shown(path))]).because(error)
}

/// Removes the pictures of an earlier report, which may have more of them.
fn remove_pictures(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        let ours = |name: &str| {
            let (kind, number) = name.strip_suffix(".svg")?.split_once('-')?;
            (["distances", "longest", "rule"].contains(&kind) && number.parse::<u32>().is_ok()).then_some(())
        };
        if name.to_str().and_then(ours).is_some() {
            fs::remove_file(directory.join(name))?;
        }
    }
    Ok(())
}

pub struct Picture {
    pub name: String,
    pub svg: String,
}

/// All pictures: `results`, `distances-N`, `longest-N` and `rule-N`.
pub fn pictures<G: Game>(facts: &Facts<G>) -> Result<Vec<Picture>> {
    let mut pictures = vec![Picture { name: "results".into(), svg: heat(&facts.stats)? }];
    for (pieces, distances) in &facts.distances {
        let title = say(
            "report-sample",
            &[("pieces", (*pieces).into()), ("positions", in_thousands(distances.positions).into())],
        );
        pictures.push(Picture { name: format!("distances-{pieces}"), svg: histogram(&title, distances)? });
    }
    let longest = facts.longest.iter().map(|longest| (format!("longest-{}", longest.pieces), &longest.position));
    let spoilt =
        facts.spoilt.iter().enumerate().map(|(number, spoilt)| (format!("rule-{}", number + 1), &spoilt.position));
    pictures.extend(longest.chain(spoilt).map(|(name, position)| Picture { name, svg: svg_grid(&[*position], 1) }));
    Ok(pictures)
}

const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:960px;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}\
td:first-child,th:first-child{text-align:left}.game{display:flex;flex-wrap:wrap;gap:1.5em;align-items:flex-start;margin:1em 0}\
.game p{max-width:34em;margin:0}svg{max-width:100%;height:auto}code{background:#f3f3f3;padding:0 .2em;overflow-wrap:anywhere}\
.wide{overflow-x:auto}.wide svg{max-width:none}.move{white-space:nowrap}";

pub fn page<G: Game>(facts: &Facts<G>, pictures: &[Picture]) -> String {
    let picture = |name: &str| pictures.iter().find(|picture| picture.name == name).map_or("", |picture| &picture.svg);
    let entries: u64 = facts.stats.iter().map(|side| side.entries).sum();
    let endings = facts.stats.iter().map(|side| side.ending).collect::<std::collections::BTreeSet<_>>().len();
    let title = say("report-title", &[("game", facts.game.as_str().into())]);
    let about = [
        ("positions", in_thousands(entries).into()),
        ("endings", say("endings-of", &[("number", endings.into())]).into()),
        ("tables", escaped(&facts.place).into()),
    ];
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}\
         </title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{}</p>\n",
        say("language", &[]),
        say("report-about", &about),
    );
    html += &section("report-results", "report-results-note");
    html += &wide(picture("results"));
    html += &section("report-distances", "report-distances-note");
    for pieces in facts.distances.keys() {
        html += &wide(picture(&format!("distances-{pieces}")));
    }
    html += &section("report-longest", "report-longest-note");
    for longest in &facts.longest {
        html += &game(picture(&format!("longest-{}", longest.pieces)), &words(longest));
    }
    html += &heading("report-rule");
    html += &rule(facts);
    for (number, spoilt) in facts.spoilt.iter().enumerate() {
        let spoils = [
            ("color", side(spoilt.position.turn())),
            ("category", spoilt.category.name().into()),
            ("plies", spoilt.dtw.map_or(String::new(), plies).into()),
            ("end", if spoilt.dtw.is_some() { "known" } else { "unknown" }.into()),
        ];
        let text =
            format!("<b>{}</b>: <code>{}</code><br>{}", spoilt.ending, spoilt.position, say("report-spoilt", &spoils));
        html += &game(picture(&format!("rule-{}", number + 1)), &text);
    }
    html + "</body></html>\n"
}

fn heading(id: &str) -> String {
    format!("<h2>{}</h2>\n", say(id, &[]))
}

fn paragraph(id: &str) -> String {
    format!("<p>{}</p>\n", say(id, &[]))
}

fn section(title: &str, note: &str) -> String {
    heading(title) + &paragraph(note)
}

fn table<const N: usize>(titles: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let row = |cells: [String; N], tag: &str| {
        format!("<tr>{}</tr>\n", cells.map(|cell| format!("<{tag}>{cell}</{tag}>")).concat())
    };
    let rows: String = rows.map(|cells| row(cells, "td")).collect();
    wide(&format!("<table>{}{rows}</table>", row(titles.map(|id| say(id, &[])), "th")))
}

/// What may be wider than a narrow screen: it is moved sideways there, and the page is not.
fn wide(content: &str) -> String {
    format!("<div class=\"wide\">{content}</div>\n")
}

fn game(picture: &str, text: &str) -> String {
    format!("<div class=\"game\">{picture}<p>{text}</p></div>\n")
}

fn words<G: Game>(longest: &Longest<G>) -> String {
    // If Black moves first, the first pair of moves lacks White's.
    let before = usize::from(longest.position.turn() == Color::Black);
    let moves: String = (before..)
        .zip(&longest.line.moves)
        .map(|(ply, made)| {
            let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
            // No line ends within a move.
            format!("<span class=\"move\">{number}{}</span> ", made.ranked.text)
        })
        .collect();
    let Longest { pieces, ending, plies, position, .. } = longest;
    let wins = [("color", side(position.turn())), ("plies", text::plies(*plies).into())];
    let title = [("pieces", (*pieces).into()), ("ending", ending.to_string().into())];
    let begin = if before == 0 { "" } else { "1... " };
    format!(
        "<b>{}</b>: <code>{position}</code><br>{}<br>{begin}{}",
        say("report-longest-of", &title),
        say("report-wins", &wins),
        moves.trim_end()
    )
}

/// The endings in which the rule changes results, and the wins that it spoils first as the clock runs.
fn rule<G: Game>(facts: &Facts<G>) -> String {
    let spoilt =
        |side: &EndingStats<G>| [Category::CursedWin, Category::BlessedLoss].map(|category| side.count(category));
    let changed: Vec<_> = facts.stats.iter().filter(|side| spoilt(side) != [0, 0]).collect();
    let fresh = if changed.is_empty() {
        paragraph("report-fresh-none")
    } else {
        let cells = |side: &EndingStats<G>| {
            let ([cursed, blessed], mover) = (spoilt(side).map(in_thousands), side.ending.material(side.mover).mover);
            [side.ending.to_string(), mover.to_string(), cursed, blessed, in_thousands(side.entries)]
        };
        let titles = ["stats-ending", "report-mover", "report-cursed", "report-blessed", "report-of"];
        paragraph("report-fresh") + &table(titles, changed.into_iter().map(cells))
    };
    let mut late: Vec<_> = facts.stats.iter().filter_map(|side| Some((side.ending, side.dtz?.win?))).collect();
    late.sort_by_key(|(_, (plies, _))| std::cmp::Reverse(*plies));
    let late = late.into_iter().take(10).map(|(ending, (plies, position))| {
        let drawn_from = (u16::from(facts.draw_plies) + 1).saturating_sub(plies);
        [ending.to_string(), plies.to_string(), drawn_from.to_string(), format!("<code>{position}</code>")]
    });
    let titles = ["stats-ending", "report-dtz", "report-drawn-from", "report-position"];
    fresh + &paragraph("report-late") + &table(titles, late)
}
