//! The page, and the pictures in it.

use anyhow::Result;
use bolshak::board::{Color, Game};
use bolshak::probe::EndingStats;
use bolshak::value::Category;

use super::facts::{Facts, Longest};
use super::heat::heat;
use super::histogram::histogram;
use crate::cli::shared::svg;
use crate::cli::shared::text::{count, grouped};

/// A picture, and the name of its file.
pub struct Picture {
    pub name: String,
    pub svg: String,
}

/// All pictures: `results`, `distances-N`, `longest-N` and `rule-N`.
pub fn pictures<G: Game>(facts: &Facts<G>) -> Result<Vec<Picture>> {
    let mut pictures = vec![Picture { name: "results".into(), svg: heat(&facts.stats)? }];
    for (pieces, distances) in &facts.distances {
        let title = format!("{pieces} pieces, {} random positions", grouped(distances.positions));
        pictures.push(Picture { name: format!("distances-{pieces}"), svg: histogram(&title, distances)? });
    }
    let longest = facts.longest.iter().map(|longest| (format!("longest-{}", longest.pieces), &longest.position));
    let spoilt =
        facts.spoilt.iter().enumerate().map(|(number, spoilt)| (format!("rule-{}", number + 1), &spoilt.position));
    pictures.extend(longest.chain(spoilt).map(|(name, position)| Picture { name, svg: svg::grid(&[*position], 1) }));
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
    let title = facts.game;
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}: what the endgame tables hold\
         </title><style>{STYLE}</style></head><body>\n<h1>{title}: what the endgame tables hold</h1>\n<p>{} \
         positions of {} endings, from {}. Each position stands for its twin with the colours swapped too. Distances are in plies \
         (half-moves); results are those of the side to move.</p>\n",
        grouped(entries),
        facts.stats.iter().map(|side| side.ending).collect::<std::collections::BTreeSet<_>>().len(),
        escape(&facts.place),
    );
    html += "<h2>Results by ending</h2>\n<p>Every position of an ending, by side to move. A <i>cursed win</i> is won in theory, but \
             only drawn under the rule of 15 moves; a <i>blessed loss</i> is its counterpart.</p>\n";
    html += &wide(picture("results"));
    html += "\n<h2>Distances to the end</h2>\n<p>Of random positions of each ending, the same number of each, without any draw rule.</p>\n";
    for pieces in facts.distances.keys() {
        html += &wide(picture(&format!("distances-{pieces}")));
    }
    html += "\n<h2>The longest wins</h2>\n<p>The longest of each number of pieces, without any draw rule, and best play by both sides.</p>\n";
    for longest in &facts.longest {
        html += &game(picture(&format!("longest-{}", longest.pieces)), &words(longest));
    }
    html += "<h2>What the rule of 15 moves changes</h2>\n";
    html += &rule(facts);
    for (number, spoilt) in facts.spoilt.iter().enumerate() {
        let dtw = spoilt.dtw.map_or(String::new(), |plies| format!(" in {}", count(plies, "ply", "plies")));
        let text = format!(
            "<b>{}</b>: <code>{}</code><br>{:?} to move. A {} for the side to move: the end would come{dtw}, but no way there keeps \
             within 15 moves without a capture or a move of a man.",
            spoilt.ending,
            spoilt.position,
            spoilt.position.turn(),
            spoilt.category
        );
        html += &game(picture(&format!("rule-{}", number + 1)), &text);
    }
    html + "</body></html>\n"
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
    let turn = position.turn();
    let begin = if before == 0 { "" } else { "1... " };
    format!(
        "<b>{pieces} pieces, {ending}</b>: <code>{position}</code><br>{turn:?} moves and wins in {}.<br>{begin}{}",
        count(*plies, "ply", "plies"),
        moves.trim_end()
    )
}

/// The endings in which the rule changes results, and the wins that it spoils first as the clock runs.
fn rule<G: Game>(facts: &Facts<G>) -> String {
    let spoilt = |side: &EndingStats<G>| side.count(Category::CursedWin) + side.count(Category::BlessedLoss);
    let changed: Vec<&EndingStats<G>> = facts.stats.iter().filter(|side| spoilt(side) > 0).collect();
    let mut html = String::new();
    if changed.is_empty() {
        html += "<p>With a fresh clock it changes no result in these endings.</p>\n";
    } else {
        html += "<p>With a fresh clock it makes draws of these positions:</p>\n";
        let mut rows = String::from(
            "<table><tr><th>ending</th><th>mover</th><th>cursed wins</th><th>blessed losses</th><th>of</th></tr>\n",
        );
        for side in changed {
            let mover = side.ending.material(side.mover).mover;
            let cells = [
                side.ending.to_string(),
                mover.to_string(),
                grouped(side.count(Category::CursedWin)),
                grouped(side.count(Category::BlessedLoss)),
                grouped(side.entries),
            ];
            rows += &format!("<tr>{}</tr>\n", cells.map(|cell| format!("<td>{cell}</td>")).concat());
        }
        html += &wide(&(rows + "</table>"));
    }
    html += "<p>With a later clock it changes more: a win stands only if a capture, a man's move or the end comes in time. The wins that take longest to do so, and so are lost first as the clock runs:</p>\n";
    let mut late: Vec<_> = facts.stats.iter().filter_map(|side| Some((side, side.dtz?.win?))).collect();
    late.sort_by_key(|(_, (plies, _))| std::cmp::Reverse(*plies));
    let mut rows = String::from(
        "<table><tr><th>ending</th><th>plies to a zeroing move</th><th>drawn from clock</th><th>position</th></tr>\n",
    );
    for (side, (plies, position)) in late.iter().take(10) {
        rows += &format!(
            "<tr><td>{}</td><td>{plies}</td><td>{}</td><td><code>{position}</code></td></tr>\n",
            side.ending,
            (u16::from(facts.draw_plies) + 1).saturating_sub(*plies)
        );
    }
    html + &wide(&(rows + "</table>"))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
