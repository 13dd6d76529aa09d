//! The data of a report.

use std::collections::BTreeMap;

use anyhow::Result;
use bolshak::board::{Game, GameName, Position};
use bolshak::index::Ending;
use bolshak::probe::{EndingStats, Line, Tablebase, random};
use bolshak::rules::DrawRule;
use bolshak::value::{Category, Theory};
use rayon::prelude::*;

use crate::lang::{chosen, say};
use crate::shared::tables::OpenTables;

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
    pub fn gather(found: &OpenTables<G>, sample: u32, seed: u64) -> Result<Facts<G>> {
        let tablebase = &found.tablebase;
        let stats = tablebase.stats()?;
        let mut distances = BTreeMap::<u8, Distances>::new();
        let mut spoilt = Vec::new();
        for ending in tablebase.endings() {
            let positions = random::positions(&[ending], sample as usize, seed);
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
            for position in tablebase.spoilt(ending, 2)? {
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
