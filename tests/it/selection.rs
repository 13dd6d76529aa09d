//! The options that say which endings, sides to move and rows a command works on: the same words, meaning and errors everywhere;
//! and `stats` against what `export` writes of each position.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{bolshak, empty_directory, four_pieces, four_pieces_of, printed};
use bolshak::board::GameName;
use predicates::prelude::*;
use serde_json::Value;

fn json(arguments: &[&str]) -> Vec<Value> {
    printed(&[arguments, &["--json"]].concat()).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Rows of CSV by the names of the columns.
fn csv(arguments: &[&str]) -> Vec<BTreeMap<String, String>> {
    let text = printed(arguments);
    let mut lines = text.lines().map(|line| {
        // Every second part between quotes is one cell.
        let parts = line.split('"').enumerate().map(|(number, part)| match number % 2 {
            0 => part.replace(',', "\t"),
            _ => part.into(),
        });
        parts.collect::<String>().split('\t').map(String::from).collect::<Vec<_>>()
    });
    let names = lines.next().unwrap();
    lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect()
}

const ALL: [&str; 8] = ["generate", "plan", "stats", "find", "export", "report", "verify", "unpack"];

#[test]
fn the_options_have_the_same_words_everywhere() {
    let words = |command: &str, option: &str| {
        let help = printed(&[command, "--help"]);
        let help = help.split("\n  -h, --help").next().unwrap();
        // The lines of the option, to the next one. Words are apart as the width of the longest option wants.
        let own = help.split("\n      --").find(|own| own.split_whitespace().next() == Some(&option[2..]));
        own.map(|own| own.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    for (option, commands) in [
        ("--pieces", &ALL[..]),
        ("--material", &ALL),
        ("--side", &["stats", "find", "export", "report"]),
        ("--limit", &["stats", "find", "export"]),
        ("--csv", &["stats", "find"]),
    ] {
        let words: Vec<Option<String>> = ALL.iter().map(|command| words(command, option)).collect();
        for (command, said) in ALL.iter().zip(&words) {
            assert_eq!(said.is_some(), commands.contains(command), "{command} {option}");
        }
        let said: BTreeSet<&String> = words.iter().flatten().collect();
        assert_eq!(said.len(), 1, "{said:?}");
    }
}

#[test]
fn what_is_not_there_is_the_same_error_everywhere() {
    let directory = empty_directory("errors");
    let out = directory.to_str().unwrap();
    let commands = [
        &["stats"][..],
        &["stats", "--distances"],
        &["find"],
        &["export"],
        &["export", "--format", "ed", "--out", out],
        &["report", "--out", out],
        &["verify"],
        &["verify", "--sample", "9"],
        &["unpack"],
        &["unpack", "--check"],
    ];
    let said = |arguments: &[&[&str]]| {
        let output = bolshak(&arguments.concat()).assert().code(1).stdout("").get_output().stderr.clone();
        String::from_utf8(output).unwrap()
    };
    for selected in [&["--material", "KKKvKK"][..], &["--pieces", "5"], &["--pieces", "2", "--material", "KKKvKK"]] {
        let errors: BTreeSet<String> = commands.iter().map(|command| said(&[command, selected])).collect();
        // The results of these endings are published.
        let [error, with_published] = &errors.iter().collect::<Vec<_>>()[..] else { panic!("{errors:?}") };
        let more = "; \"bolshak stats --published\" shows the published statistics";
        assert_eq!(**with_published, error.replace('\n', &format!("{more}\n")));
        assert_eq!(said(&[&["stats"], selected]), **with_published);
        assert!(error.contains("bolshak generate --pieces 5 --tables ") && error.lines().count() == 1, "{error}");
    }
    for command in &commands[..6] {
        let error = said(&[command, &["--material", "KvK", "--material", "MMvMM", "--side", "second"]]);
        assert!(error.starts_with("bolshak: nothing is selected: ") && error.lines().count() == 1, "{error}");
    }
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 0);
    // An ending that lacks its tables among others that have them.
    for (name, bytes) in crate::common::files(four_pieces()).into_iter().filter(|(name, _)| !name.starts_with("KvM.")) {
        std::fs::write(directory.join(name), bytes).unwrap();
    }
    for command in [&["stats"][..], &["find"], &["export"], &["verify"], &["unpack"]] {
        let error = said(&[command, &["--tables", out, "--pieces", "2"]]);
        assert!(error.contains("KvM.wdl is missing") && error.contains("generate --material KvM --tables"), "{error}");
    }
}

#[test]
fn what_is_needed_is_added_and_said() {
    let directory = empty_directory("added");
    let run = |command: &[&str]| {
        let mut run = bolshak(command);
        run.arg("--tables").arg(&directory);
        run.assert().code(0)
    };
    // MvM: promotions lead to KvM, and that to KvK.
    let added = predicate::str::contains("The moves lead to 2 more endings, which are needed and added.\n");
    run(&["plan", "--format", "json", "--material", "MvM"]).stderr(added.clone());
    run(&["generate", "--material", "MvM"]).stderr(added);
    run(&["generate", "--material", "MvM"]).stderr("");
    assert_eq!(crate::common::files(&directory).keys().filter(|name| name.ends_with(".wdl")).count(), 3);
    run(&["generate", "--pieces", "2", "--material", "KvM"]).stderr("");
}

#[test]
fn totals_are_those_of_all_that_is_selected() {
    for (selected, endings, sides) in [
        (&["--pieces", "3", "--material", "KKvKM"][..], 10, 18),
        (&["--pieces", "3", "--side", "first"], 9, 9),
        (&["--material", "KKvM", "--material", "KKvM"], 1, 2),
    ] {
        let mut rows = json(&[&["stats"], selected].concat());
        let whole = rows.clone();
        let total = rows.pop().unwrap();
        assert_eq!(rows.len(), sides);
        assert_eq!(rows.iter().map(|row| row["ending"].as_str()).collect::<BTreeSet<_>>().len(), endings);
        for count in ["entries", "win", "draw", "loss", "rule_win", "rule_loss"] {
            assert_eq!(total[count], rows.iter().map(|row| row[count].as_u64().unwrap()).sum::<u64>(), "{count}");
        }
        for longest in ["max_win", "max_loss", "max_dtz_win", "max_dtz_loss"] {
            assert_eq!(total[longest], rows.iter().map(|row| row[longest].as_u64().unwrap()).max().unwrap());
        }
        let longest = rows.iter().find(|row| row["max_win"] == total["max_win"]).unwrap();
        assert_eq!((&total["ending"], &total["max_win_fen"]), (&"all".into(), &longest["max_win_fen"]));
        assert_eq!(total["side"], if selected.contains(&"--side") { "first" } else { "both" });
        let first = json(&[&["stats", "--limit", "1"], selected].concat());
        assert_eq!(first, [whole[0].clone(), total]);
        // CSV has the same values.
        let rows = csv(&[&["stats", "--csv"], selected].concat());
        assert_eq!(rows.len(), whole.len());
        for (row, object) in rows.iter().zip(&whole) {
            assert_eq!(row.len(), object.as_object().unwrap().len());
            for (name, cell) in row {
                assert!(is_same(cell, &object[name]), "{name} {row:?}");
            }
        }
    }
    assert_eq!(json(&["stats", "--material", "KvK"]).len(), 1, "one row is its own total");
    let table = printed(&["stats", "--pieces", "2"]);
    assert!(table.lines().any(|line| line.starts_with("all ") && line.contains(" 3,488 ")), "{table}");
}

/// Whether a cell of CSV has a value of JSON, whose fractions may have been read with an error in the last place.
fn is_same(cell: &str, value: &Value) -> bool {
    match value {
        Value::Null => cell.is_empty(),
        Value::String(text) => cell == text,
        Value::Number(number) if number.is_f64() => {
            let (read, value): (f64, f64) = (cell.parse().unwrap(), number.as_f64().unwrap());
            (read - value).abs() <= f64::EPSILON * value
        }
        value => value.to_string().as_str() == cell,
    }
}

/// Mean and median of some distances, by the definitions.
fn middle(mut plies: Vec<f64>) -> (Option<f64>, Option<f64>) {
    plies.sort_by(f64::total_cmp);
    let of = plies.len();
    let mean = (of > 0).then(|| plies.iter().sum::<f64>() / of as f64);
    let median = (of > 0).then(|| if of % 2 == 1 { plies[of / 2] } else { (plies[of / 2 - 1] + plies[of / 2]) / 2.0 });
    (mean, median)
}

#[test]
fn distances_are_those_of_every_exported_position() {
    for game in [GameName::Russian, GameName::Poddavki] {
        let tables = four_pieces_of(game).to_str().unwrap();
        let selected = ["--tables", tables, "--pieces", "3", "--material", "MMvMM"];
        let exported = csv(&[&["export"][..], &selected].concat());
        assert!(exported.len() > 200_000);
        let rows = json(&[&["stats", "--distances"][..], &selected].concat());
        let in_csv = csv(&[&["stats", "--distances", "--csv"][..], &selected].concat());
        for (row, in_csv) in rows.iter().zip(in_csv) {
            let is_all = row["ending"] == "all";
            let turn = if row["side"] == "first" { "white" } else { "black" };
            let of: Vec<_> =
                exported.iter().filter(|at| is_all || row["ending"] == at["ending"] && at["turn"] == turn).collect();
            assert_eq!(row["entries"], of.len());
            for (theory, metric, name, counts) in [
                ("win", "dtw", "win", "wins"),
                ("loss", "dtw", "loss", "losses"),
                ("win", "dtz", "dtz_win", "dtz_wins"),
                ("loss", "dtz", "dtz_loss", "dtz_losses"),
            ] {
                let of = of.iter().filter(|at| at["theory"] == theory && !at[metric].is_empty());
                let plies: Vec<f64> = of.map(|at| at[metric].parse().unwrap()).collect();
                let mut distribution = BTreeMap::new();
                plies.iter().for_each(|&plies| *distribution.entry(plies as u64).or_insert(0_u64) += 1);
                let pairs = Value::from_iter(distribution.into_iter().map(|(plies, count)| vec![plies, count]));
                assert_eq!(row[counts], pairs, "{row}");
                let (mean, median) = middle(plies);
                for (kind, value) in [("mean", mean), ("median", median)] {
                    let name = format!("{kind}_{name}");
                    assert!(is_same(&value.map_or_else(String::new, |value| value.to_string()), &row[&name]), "{row}");
                    assert_eq!(in_csv[&name].parse().ok(), value, "{name} {row}");
                }
            }
        }
        assert_eq!(rows.len(), 4 + 12 + 1 + 1);
    }
    let table = printed(&["stats", "--distances", "--pieces", "2"]);
    let titles = "mean win  median win  mean loss  median loss  mean dtz win";
    assert!(table.contains(titles) && table.lines().filter(|line| line.starts_with("KvM ")).count() == 4, "{table}");
}

#[test]
fn rows_are_the_first_of_all_that_is_selected() {
    let selected = ["--pieces", "2", "--side", "first"];
    let all = printed(&[&["export"][..], &selected].concat());
    let lines: Vec<&str> = all.lines().collect();
    // Inside the first ending, across two, and more than there are.
    for limit in [1, 5, 1500, 9999] {
        let some = printed(&[&["export", "--limit", &limit.to_string()][..], &selected].concat());
        assert_eq!(some.lines().collect::<Vec<_>>(), lines[..lines.len().min(1 + limit)], "{limit}");
    }
    assert_eq!(printed(&["export", "--limit", "5"]).lines().count(), 6, "of all tables, if none are named");
    let found = json(&[&["find", "--only-move"][..], &selected].concat());
    assert!(found.len() > 10 && found.iter().all(|hit| hit["fen"].as_str().unwrap().starts_with("W:")));
    let endings = |rows: &[Value]| rows.iter().map(|row| row["ending"].to_string()).collect::<BTreeSet<_>>();
    assert!(endings(&found).is_subset(&["\"KvK\"", "\"KvM\"", "\"MvM\""].map(String::from).into()));
    let in_csv = csv(&[&["find", "--only-move", "--csv"][..], &selected].concat());
    assert_eq!(in_csv.len(), found.len());
    for (row, hit) in in_csv.iter().zip(&found) {
        assert_eq!(row.len(), hit.as_object().unwrap().len());
        for (name, cell) in row {
            assert!(is_same(cell, &hit[name]), "{name} {row:?}");
        }
    }
    bolshak(&["find", "--csv", "--json"]).assert().code(2).stderr(predicate::str::contains("cannot be used with"));
}
