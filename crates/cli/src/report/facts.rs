//! The data of a report, and its charts: results by ending as a heat map, distances to win as a histogram.

use std::collections::BTreeMap;
use std::io;

use anyhow::{Result, anyhow};
use bolshak::board::{Game, GameName, Position};
use bolshak::index::{Ending, Material, Mover};
use bolshak::probe::{EndingStats, Line, Tablebase, random};
use bolshak::rules::DrawRule;
use bolshak::value::{Category, Theory};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::prelude::*;
use rayon::prelude::*;

use crate::lang::{Lang, chosen, say, say_in};
use crate::shared::tables::OpenTables;
use crate::shared::text::{decimal, thousands};

pub struct Facts<G> {
    pub game: String,
    pub place: String,
    pub draw_plies: u8,
    pub stats: Vec<EndingStats<G>>,
    /// By number of pieces: the distances to win of random positions.
    pub distances: BTreeMap<u8, Distances>,
    /// By number of pieces: the longest win, and best play from it without a draw rule.
    pub longest: Vec<Longest<G>>,
    pub spoilt: Vec<Spoilt<G>>,
}

/// The number of random positions with each distance to win, in plies.
#[derive(Default)]
pub struct Distances {
    pub positions: u64,
    pub wins: BTreeMap<u16, u64>,
    pub losses: BTreeMap<u16, u64>,
}

pub struct Longest<G> {
    pub pieces: u8,
    pub ending: Ending,
    pub plies: u16,
    pub position: Position<G>,
    pub line: Line<G>,
}

pub struct Spoilt<G> {
    pub ending: Ending,
    pub position: Position<G>,
    pub category: Category,
    pub dtw: Option<u16>,
}

impl<G: Game> Facts<G> {
    /// What the tables hold of the endings and sides to move of some statistics.
    pub fn gather(found: &OpenTables<G>, stats: Vec<EndingStats<G>>, sample: u32, seed: u64) -> Result<Facts<G>> {
        let tablebase = &found.tablebase;
        let mut distances = BTreeMap::<u8, Distances>::new();
        let mut spoilt = Vec::new();
        for sides in stats.chunk_by(|one, other| one.ending == other.ending) {
            let ending = sides[0].ending;
            let is_wanted = |position: &Position<G>| {
                let (_, mover) = Material::of(&position.board()).ending();
                sides.iter().any(|side| side.mover == mover)
            };
            let positions: Vec<_> =
                random::Positions::new(&[ending], seed).filter(is_wanted).take(sample as usize).collect();
            let verdicts =
                positions.par_iter().map(|position| tablebase.probe(position, 0)).collect::<Result<Vec<_>, _>>()?;
            let of_count = distances.entry(ending.pieces()).or_default();
            of_count.positions += verdicts.len() as u64;
            for verdict in &verdicts {
                let Some(plies) = verdict.dtw.plies() else { continue };
                let counts =
                    if verdict.theory == Some(Theory::Win) { &mut of_count.wins } else { &mut of_count.losses };
                *counts.entry(plies).or_default() += 1;
            }
            for position in tablebase.spoilt(ending, 2)?.into_iter().filter(is_wanted) {
                let verdict = tablebase.probe(&position, 0)?;
                let dtw = verdict.dtw.plies();
                spoilt.extend(verdict.category.map(|category| Spoilt { ending, position, category, dtw }));
            }
        }
        let longest = longest(tablebase, &stats)?;
        let game = match G::NAME {
            GameName::Russian => "report-russian",
            GameName::Poddavki => "report-poddavki",
            GameName::Draughts80 => "report-draughts-80",
        };
        Ok(Facts {
            game: say(game, &[]),
            place: found.names.in_lang(chosen()),
            draw_plies: tablebase.draw_plies(),
            stats,
            distances,
            longest,
            spoilt,
        })
    }
}

fn longest<G: Game>(tablebase: &Tablebase<G>, stats: &[EndingStats<G>]) -> Result<Vec<Longest<G>>> {
    let mut best = BTreeMap::new();
    for side in stats {
        let Some((plies, position)) = side.dtw.and_then(|longest| longest.win) else { continue };
        let pieces = side.ending.pieces();
        if best.get(&pieces).is_none_or(|&(_, longest, _)| longest < plies) {
            best.insert(pieces, (side.ending, plies, position));
        }
    }
    let with_line = |(pieces, (ending, plies, position))| {
        let clock = bolshak::probe::Clock::new(0).under(DrawRule::None);
        Ok(Longest { pieces, ending, plies, position, line: tablebase.line(&position, clock)? })
    };
    best.into_iter().map(with_line).collect()
}

const ROW: i32 = 18;
const CELL: i32 = 96;
const TOP: i32 = 26;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;

type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// The SVG of a picture of a size, on white; `what` names it in an error.
fn drawn(what: &str, size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let drawn = area.fill(&WHITE).and_then(|()| draw(&area)).and_then(|()| area.present());
        drawn.map_err(|error| anyhow!("cannot draw the {what}: {error}"))?;
    }
    Ok(svg)
}

/// A row for each ending and side to move, with a cell for each result of that side: the more frequent, the darker.
pub fn heat<G: Game>(stats: &[EndingStats<G>]) -> Result<String> {
    let columns = [
        ("win", Category::Win, RGBColor(20, 110, 50)),
        ("cursed-win", Category::CursedWin, RGBColor(150, 110, 0)),
        ("draw", Category::Draw, RGBColor(60, 80, 120)),
        ("blessed-loss", Category::BlessedLoss, RGBColor(150, 110, 0)),
        ("loss", Category::Loss, RGBColor(160, 40, 40)),
    ];
    let labels: Vec<String> = stats.iter().map(label).collect();
    let left = labels.iter().map(|label| width(label)).max().unwrap_or(0) + 12;
    let size = (left + CELL * columns.len() as i32 + 10, TOP + ROW * stats.len() as i32 + 10);
    drawn("heat map", (size.0 as u32, size.1 as u32), |area| {
        let text = |text: String, at: (i32, i32), color: &RGBColor| {
            area.draw(&Text::new(text, at, ("sans-serif", 12).into_font().color(color)))
        };
        for (column, (name, ..)) in (0..).zip(&columns) {
            text(say("result", &[("category", (*name).into())]), (left + CELL * column + 4, 6), &BLACK)?;
        }
        for ((row, side), label) in (0..).zip(stats).zip(labels) {
            let y = TOP + ROW * row;
            text(label, (4, y + 3), &BLACK)?;
            for (column, (_, category, color)) in (0..).zip(&columns) {
                let count = side.count(*category);
                let share = count as f64 / side.entries.max(1) as f64;
                let corners = [(left + CELL * column, y), (left + CELL * (column + 1) - 2, y + ROW - 2)];
                // A rare result gets a visible shade too.
                let depth = if count == 0 { 0.0 } else { 0.08 + 0.92 * share };
                area.draw(&Rectangle::new(corners, color.mix(depth).filled()))?;
                let ink = if depth > 0.65 { &WHITE } else { &BLACK };
                text(words(chosen(), count, side.entries), (left + CELL * column + 6, y + 3), ink)?;
            }
        }
        Ok(())
    })
}

fn label<G: Game>(side: &EndingStats<G>) -> String {
    let (first, second) = (side.ending.first(), side.ending.second());
    let mover = if side.mover == Mover::First { first } else { second };
    say("report-row", &[("ending", side.ending.to_string().into()), ("mover", mover.to_string().into())])
}

/// The pixels that a label takes, at least: the letters of wide fonts.
fn width(label: &str) -> i32 {
    label.chars().map(|letter| if letter.is_uppercase() { 11 } else { 7 }).sum()
}

/// A share in percent; if it would be rounded to 0 or 100, the number of the few instead.
fn words(lang: Lang, count: u64, of: u64) -> String {
    let share = 100.0 * count as f64 / of.max(1) as f64;
    match count {
        0 => "-".into(),
        _ if count == of => say_in(lang, "report-all", &[]),
        _ if share < 0.05 => thousands(lang, count),
        _ if share > 99.95 => format!(">{} %", decimal(lang, 99.9, 1)),
        _ => format!("{} %", decimal(lang, share, 1)),
    }
}

/// The share of positions by distance to win: wins upwards, losses downwards.
pub fn histogram(title: &str, distances: &Distances) -> Result<String> {
    let share = |count: u64| 100.0 * count as f64 / distances.positions.max(1) as f64;
    let most = |counts: &BTreeMap<u16, u64>| counts.values().max().map_or(0.0, |&count| share(count)).max(1.0) * 1.05;
    let longest = distances.wins.keys().chain(distances.losses.keys()).max().copied().unwrap_or(1);
    drawn("histogram", (760, 300), |area| {
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 15))
            .margin(8)
            .x_label_area_size(34)
            .y_label_area_size(48)
            .build_cartesian_2d(0.0..f64::from(longest) + 1.5, -most(&distances.losses)..most(&distances.wins))?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_desc(say("report-plies", &[]))
            .y_desc(say("report-percent", &[]))
            .x_label_formatter(&|plies| format!("{plies:.0}"))
            .y_label_formatter(&|percent| decimal(chosen(), percent.abs(), 1))
            .draw()?;
        for (counts, sign, color) in
            [(&distances.wins, 1.0, RGBColor(20, 110, 50)), (&distances.losses, -1.0, RGBColor(160, 40, 40))]
        {
            let bars = counts.iter().map(|(&plies, &count)| {
                let (middle, height) = (f64::from(plies), sign * share(count));
                Rectangle::new([(middle - 0.9, 0.0), (middle + 0.9, height)], color.filled())
            });
            chart.draw_series(bars)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::{Lang, words};

    #[test]
    fn few_are_not_none_and_most_not_all() {
        let cases = [
            (0, 9, "-"),
            (9, 9, "all"),
            (1, 9000, "1"),
            (1234, 9_000_000, "1,234"),
            (8999, 9000, ">99.9 %"),
            (1, 3, "33.3 %"),
            (0, 0, "-"),
        ];
        assert!(cases.iter().all(|&(count, of, text)| words(Lang::En, count, of) == text));
        assert_eq!(words(Lang::Ru, 1, 3), "33,3 %");
    }
}
