//! The lists of published statistics.

use std::collections::BTreeMap;

use bolshak::board::{GameName, Position};
use bolshak::in_game;
use bolshak::index::Ending;
use bolshak::table::{Header, Metric, TableName};
use bolshak::verify::{Finding, Published, Statistics, check};
use predicates::prelude::*;
use serde_json::{Value, json};

use crate::common::{bolshak, empty_directory, four_pieces, four_pieces_of, printed};
use crate::verify::{all, copy};

#[test]
fn the_statistics_of_all_published_tables_are_published() {
    for (game, text) in [
        (GameName::Russian, include_str!("../../tables/STATISTICS")),
        (GameName::Poddavki, include_str!("../../tables/STATISTICS-poddavki")),
        (GameName::Draughts80, include_str!("../../tables/STATISTICS-draughts-80")),
    ] {
        let Published { checksums, statistics } = Published::of(game);
        let (mut listed, mut sums) = (Vec::new(), BTreeMap::<Ending, u64>::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = line.split(' ').collect();
            let ending: Ending = cells[0].parse().unwrap();
            let mut movers = ending.movers().iter().map(|&mover| ending.material(mover).mover.to_string());
            listed.push((ending, movers.position(|mover| mover == cells[1]).unwrap()));
            let mut numbers =
                cells[2..].iter().flat_map(|cell| cell.split(':')).filter(|cell| !["-", "?"].contains(cell));
            assert!(numbers.all(|number| number.parse::<u64>().unwrap().to_string() == number), "{line}");
            let counts = cells[2..7].iter().map(|count| count.parse::<u64>().unwrap());
            *sums.entry(ending).or_default() += counts.sum::<u64>();
        }
        assert!(listed.is_sorted_by(|one, other| one < other), "in order");
        let mut endings: Vec<Ending> = checksums.iter().map(|(name, _)| name.ending).collect();
        endings.dedup();
        assert!(sums.keys().eq(&endings));
        assert!(
            sums.iter()
                .all(|(ending, &sum)| statistics.has(*ending) && sum == in_game!(game, G => ending.entries::<G>()))
        );
        for ending in all(4) {
            assert!(statistics.has(ending));
            for metric in Metric::ALL {
                let header = Header::read_in(four_pieces_of(game), TableName { ending, metric }).unwrap();
                statistics.check(&header).unwrap();
            }
        }
    }
}

#[test]
fn published_statistics_are_shown_as_those_of_tables() {
    let rows = |arguments: &[&str]| printed(&[&["stats", "--pieces", "4"], arguments].concat());
    for game in GameName::ALL {
        let tables = ["--tables", four_pieces_of(game).to_str().unwrap()];
        let of_game = ["--published", "--game", game.name()];
        for form in [&["--json"][..], &["--csv"], &["--json", "--side", "second"]] {
            assert_eq!(rows(&[&of_game[..], form].concat()), rows(&[&tables[..], form].concat()), "{game}");
        }
    }
    let all = printed(&["stats", "--published", "--json"]);
    let all: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |side| all.iter().find(|row| row["ending"] == "MMMMMMvKK" && row["side"] == side).unwrap();
    assert_eq!((&of("first")["max_win"], &of("second")["max_loss"]), (&json!(185), &json!(184)));
    let longest: Position = of("first")["max_win_fen"].as_str().unwrap().parse().unwrap();
    assert_eq!(longest.pieces(), 8);
    assert_eq!(all.last().unwrap()["entries"], 440_005_309_505_u64);
    let refused = bolshak(&["stats", "--published", "--game", "poddavki", "--pieces", "8"]).assert().code(1);
    refused.stderr(predicate::str::contains("are published"));
}

#[test]
fn an_ending_without_published_statistics_is_no_fault() {
    let directory = empty_directory("unpublished");
    copy(four_pieces(), &directory, 2);
    let published = Published { statistics: Statistics::default(), ..Published::of(GameName::Russian) };
    for checked in check(GameName::Russian, &directory, &[], &published, &()).unwrap() {
        assert!(matches!(checked.finding, Finding::Published) && !checked.has_published_statistics);
    }
    // Neither these distances nor their entries are published.
    let little: Statistics = "KvM K 0 0 122 0 746 7 - ? ?\nKvM M 539 0 262 0 67 ? ? 1 1\n".parse().unwrap();
    assert!(little.has("KvM".parse().unwrap()));
    for metric in Metric::ALL {
        let name = TableName { ending: "KvM".parse().unwrap(), metric };
        little.check(&Header::read_in(&directory, name).unwrap()).unwrap();
    }
}

#[test]
fn lists_of_statistics_with_a_wrong_line_are_refused() {
    let right = "KvM K 0 0 122 0 746 7:405 - 2:124 -";
    let wrong = |line: &str| {
        let error = format!("# title\n\n{right}\n{line}\n").parse::<Statistics>().unwrap_err();
        assert_eq!(error.line, 4, "{line}");
        assert!(error.to_string().starts_with("line 4: "), "{error}");
        error.error
    };
    for line in [
        " ",
        "KvK",
        "KvK K 0 0 122 0 746 7:405 - 2:124",
        "KvK K 0 0 122 0 746 7:405 - 2:124 - -",
        "KvK M 0 0 122 0 746 7:405 - 2:124 -",
        "KvK K 0 0 122 0 -1 7:405 - 2:124 -",
        "KvK K 0 0 122 0 746 7: - 2:124 -",
        "KvK K 0 0 122 0 746 70000 - 2:124 -",
        "MvK M 0 0 122 0 746 7:405 - 2:124 -",
    ] {
        assert!(wrong(line).starts_with("expected an ending, the pieces of the side to move"), "{line}");
    }
    let error = "KvX".parse::<Ending>().unwrap_err();
    assert_eq!(wrong("KvX K 0 0 122 0 746 7:405 - 2:124 -"), error.to_string());
    assert_eq!(wrong(right), "KvM is listed twice with the same side to move");
}
