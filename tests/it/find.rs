//! `find` against naive twins, on every position of small endings.

use std::collections::BTreeSet;

use crate::common::{bolshak, empty_directory, files, four_pieces, position, printed, signal, tablebase};
use bolshak::board::{Color, Position};
use bolshak::find::{Filter, Zugzwang, mutual_zugzwang, only_move};
use bolshak::index::{Ending, Index, Mover};
use bolshak::probe::Clock;
use bolshak::value::Category;
use predicates::prelude::*;
use serde_json::Value;

fn find(arguments: &[&str]) -> Vec<Value> {
    let lines = printed(&[&["find", "--json"], arguments].concat());
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn count(arguments: &[&str]) -> u64 {
    printed(&[&["find", "--count"], arguments].concat()).trim().parse().unwrap()
}

/// The FENs of positions, each once.
fn fens(found: &[Value]) -> BTreeSet<String> {
    let fens: BTreeSet<String> = found.iter().map(|hit| hit["fen"].as_str().unwrap().to_owned()).collect();
    assert_eq!(fens.len(), found.len(), "none comes twice");
    fens
}

/// All positions of an ending, the first-named side White, in the order of their entries.
fn all(ending: &str) -> impl Iterator<Item = Position> {
    let ending: Ending = ending.parse().unwrap();
    ending.movers().iter().flat_map(move |&mover| {
        let index: Index = Index::new(ending.material(mover));
        (0..index.size()).map(move |number| {
            let board = index.unrank(number);
            let (turn, view) = match mover {
                Mover::First => (Color::White, board),
                Mover::Second => (Color::Black, board.flip()),
            };
            Position::new(turn, view.men, view.kings, view.enemy_men, view.enemy_kings).unwrap()
        })
    })
}

fn those(ending: &str, wanted: impl Fn(&Position) -> bool) -> BTreeSet<String> {
    all(ending).filter(wanted).map(|position| position.to_string()).collect()
}

/// 2 for a win, 1 for a draw, including one by the rule, 0 for a loss.
fn points(category: Category) -> i32 {
    match category {
        Category::Win => 2,
        Category::Loss => 0,
        _ => 1,
    }
}

fn value(position: &Position) -> i32 {
    points(tablebase().probe(position, 0).unwrap().category.unwrap())
}

/// The moves after which the mover still has at least `kept` points, by the ranking of all moves; and the number of moves.
fn keeping(position: &Position, kept: i32) -> (Vec<String>, usize) {
    let ranked = tablebase().rank_moves(position, Clock::new(0)).unwrap();
    let all = ranked.len();
    let keep = ranked.into_iter().filter(|mv| points(mv.category().unwrap()) >= kept);
    (keep.map(|mv| mv.text).collect(), all)
}

#[test]
fn only_moves_are_those_of_the_ranking() {
    for ending in ["KMvK", "MMvM"] {
        for (option, kept) in [("--only-move", 2), ("--only-move=draw", 1)] {
            let found = find(&["--material", ending, option]);
            let naive = those(ending, |position| {
                let (moves, all) = keeping(position, kept);
                value(position) == kept && moves.len() == 1 && all > 1
            });
            assert!(!naive.is_empty(), "{ending} {option}");
            assert_eq!(fens(&found), naive, "{ending} {option}");
            for hit in &found {
                let asked = position(hit["fen"].as_str().unwrap());
                assert_eq!(keeping(&asked, kept).0, [hit["move"].as_str().unwrap()], "{hit}");
            }
        }
    }
    assert_eq!(only_move(tablebase(), &position("W:W:BKa1")).unwrap(), None);
}

/// The same pieces with the other side to move.
fn passed(position: &Position) -> Position {
    let view = position.white_view();
    Position::new(position.turn().other(), view.men, view.kings, view.enemy_men, view.enemy_kings).unwrap()
}

#[test]
fn zugzwangs_are_those_of_both_probes() {
    for ending in ["KMvK", "MMvM"] {
        // If the side to move made no difference, the points with either side to move would add up to two.
        let lacks = |position: &Position| 2 - value(position) - value(&passed(position));
        let quiet = |position: &Position| !position.board().must_capture() && !passed(position).board().must_capture();
        let mut any = 0;
        for (kind, lack) in [("full", 2), ("half", 1)] {
            let option = format!("--mutual-zugzwang={kind}");
            let found = find(&["--material", ending, &option]);
            assert_eq!(fens(&found), those(ending, |position| lacks(position) == lack), "{ending} {kind}");
            assert!(found.iter().all(|hit| hit["zugzwang"] == kind));
            let found_quiet = find(&["--material", ending, &option, "--quiet"]);
            assert_eq!(fens(&found_quiet), those(ending, |position| lacks(position) == lack && quiet(position)));
            any += found.len() as u64;
        }
        assert!(any > 0);
        assert_eq!(count(&["--material", ending, "--mutual-zugzwang"]), any);
    }
    let opposed = position("W:Wa3:Ba5");
    assert_eq!(mutual_zugzwang(tablebase(), &opposed).unwrap(), Some(Zugzwang::Full));
    assert_eq!(mutual_zugzwang(tablebase(), &position("W:W:BKa1")).unwrap(), None);
}

#[test]
fn counts_need_no_distances_but_those_of_the_filter() {
    let directory = empty_directory("find_results_alone");
    for (name, bytes) in files(four_pieces()).into_iter().filter(|(name, _)| name.ends_with(".wdl")) {
        std::fs::write(directory.join(name), bytes).unwrap();
    }
    let tables = ["--tables", directory.to_str().unwrap()];
    let all = ["--tables", four_pieces().to_str().unwrap()];
    for conditions in [
        &["--mutual-zugzwang", "--quiet"][..],
        &["--mutual-zugzwang", "--pieces", "3"],
        &["--result", "loss"],
        &["--result", "win", "--quiet", "--material", "KMvM"],
    ] {
        assert_eq!(count(&[conditions, &tables].concat()), count(&[conditions, &all].concat()), "{conditions:?}");
    }
    for conditions in [&["--count", "--dtw", "3"][..], &["--count", "--only-move"], &["--mutual-zugzwang"]] {
        let refused = bolshak(&[&["find"], conditions, &tables].concat()).assert().code(1);
        refused.stderr(predicate::str::contains("missing"));
    }
}

#[test]
fn filters_add_up() {
    let ending = "KKvM";
    let probe = |position: &Position| tablebase().probe(position, 0).unwrap();
    let naive = |wanted: &dyn Fn(&Position) -> bool| those(ending, wanted);
    let found = |arguments: &[&str]| fens(&find(&[&["--material", ending], arguments].concat()));
    assert_eq!(found(&[]), naive(&|_| true));
    let black = |position: &Position| position.turn() == Color::Black;
    assert_eq!(found(&["--side", "second"]), naive(&black));
    assert_eq!(found(&["--quiet", "--side", "first"]), naive(&|p| !black(p) && !p.board().must_capture()));
    let within = |plies: Option<u16>, least, most| plies.is_some_and(|plies| (least..=most).contains(&plies));
    assert_eq!(found(&["--dtw", "3..8"]), naive(&|p| within(probe(p).dtw.plies(), 3, 8)));
    assert_eq!(found(&["--dtz", "2"]), naive(&|p| within(probe(p).dtz.plies(), 2, 2)));
    assert_eq!(found(&["--dtw", "..0"]), naive(&|p| p.legal_moves().is_empty()));
    let results = ["--result", "draw", "--result", "loss"];
    assert_eq!(found(&results), naive(&|p| [Category::Draw, Category::Loss].contains(&probe(p).category.unwrap())));
    assert_eq!(found(&["--result", "loss", "--dtw", "6..", "--quiet"]), {
        naive(&|p| {
            probe(p).category == Some(Category::Loss)
                && within(probe(p).dtw.plies(), 6, u16::MAX)
                && !p.board().must_capture()
        })
    });
    // The results that the draw rule changes, in all endings: the headers have their number.
    let spoilt = |category| tablebase().stats().unwrap().iter().map(|of| of.count(category)).sum::<u64>();
    let (cursed, blessed) = (spoilt(Category::CursedWin), spoilt(Category::BlessedLoss));
    assert_eq!(count(&["--cursed"]), cursed + blessed);
    assert_eq!(count(&["--result", "cursed-win"]), cursed);
    assert_eq!(count(&["--result", "win", "--cursed"]), 0);
    assert!(tablebase().stats().unwrap().iter().all(|stats| Filter::default().can_be_in(stats)));
}

#[test]
fn the_longest_are_those_of_the_headers() {
    for (metric, wanted) in [("dtw", &[Category::Win, Category::CursedWin][..]), ("dtz", &[Category::Win])] {
        let found = find(&["--longest", "--metric", metric]);
        let mut listed = found.iter().peekable();
        for stats in tablebase().stats().unwrap() {
            let longest = if metric == "dtw" { stats.dtw } else { stats.dtz };
            let Some((plies, first)) = longest.unwrap().win else { continue };
            assert_eq!(listed.peek().unwrap()["fen"], first.to_string());
            let turn = first.turn();
            let of_side = |hit: &&Value| {
                let listed: Position = position(hit["fen"].as_str().unwrap());
                hit["ending"] == stats.ending.to_string() && listed.turn() == turn
            };
            while let Some(hit) = listed.next_if(|hit| of_side(hit)) {
                assert_eq!(hit[metric], plies, "{hit}");
                assert!(wanted.iter().any(|category| hit["category"] == category.to_string()));
            }
        }
        assert!(listed.next().is_none());
    }
    let naive: Vec<u16> = all("KMvK")
        .filter(|p| p.turn() == Color::White && keeping(p, 2).0.len() == 1 && p.legal_moves().len() > 1)
        .filter_map(|p| tablebase().probe(&p, 0).unwrap().dtw.plies())
        .collect();
    let longest = *naive.iter().max().unwrap();
    let found = find(&["--material", "KMvK", "--side", "first", "--longest", "--only-move"]);
    assert_eq!(found.len(), naive.iter().filter(|&&plies| plies == longest).count(), "with other filters");
    assert!(found.iter().all(|hit| hit["dtw"] == longest));
    let first = find(&["--material", "KMvK", "--side", "first", "--longest", "--only-move", "--limit", "1"]);
    assert_eq!(first, found[..1]);
    let losses = find(&["--material", "KKvM", "--longest", "--result", "loss"]);
    assert!(losses.iter().all(|hit| hit["category"] == "loss" && hit["dtw"].as_u64() > Some(2)));
}

#[test]
fn a_long_list_of_the_longest_says_how_long_it_is() {
    let longest = ["find", "--material", "KKvK", "--longest"];
    let listed = bolshak(&longest).assert().code(0).get_output().clone();
    let (text, message) = (String::from_utf8(listed.stdout).unwrap(), String::from_utf8(listed.stderr).unwrap());
    assert!(text.lines().count() > 25);
    assert_eq!(
        message,
        format!(
            "{} positions, the longest of each ending and side to move; --limit N lists the first N.\n",
            text.lines().count()
        )
    );
    let first = bolshak(&[&longest[..], &["--limit", "10"]].concat()).assert().code(0).stderr("").get_output().clone();
    let first = String::from_utf8(first.stdout).unwrap();
    assert_eq!(first.lines().collect::<Vec<_>>(), text.lines().take(10).collect::<Vec<_>>());
    bolshak(&[&longest[..], &["--json"]].concat()).assert().code(0).stderr("");
}

#[test]
fn samples_are_of_all_and_the_same_for_a_seed() {
    let only = ["--material", "KMvK", "--only-move"];
    let sample = |more: &[&str]| find(&[&only[..], more].concat());
    let all = sample(&[]);
    let some = sample(&["--sample", "50"]);
    assert_eq!((some.len(), &some), (50, &sample(&["--sample", "50", "--seed", "1"])));
    assert!(fens(&some).is_subset(&fens(&all)));
    assert_eq!(some, sample(&["--sample", "90"])[..50], "more of the same");
    assert_ne!(some, sample(&["--sample", "50", "--seed", "2"]));
    let numbers: Vec<u64> = some.iter().map(|hit| hit["entry"].as_u64().unwrap()).collect();
    assert!(!numbers.is_sorted(), "in random order");
    assert_eq!(fens(&sample(&["--sample", "4000000000"])), fens(&all));
    assert_eq!(sample(&["--limit", "3"]), all[..3]);
}

#[test]
fn lines_can_be_piped_into_probe() {
    let lines = printed(&["find", "--material", "MvM", "--mutual-zugzwang", "--only-move=draw"]);
    let hits = printed(&["find", "--material", "MMvM", "--limit", "500", "--side", "second"]);
    let lines: Vec<&str> = lines.lines().chain(hits.lines()).collect();
    let output =
        bolshak(&["probe", "--no-moves", "-"]).write_stdin(lines.join("\n")).assert().code(0).get_output().clone();
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.lines().count(), lines.len());
    for (line, answer) in lines.iter().zip(answers.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let cell = |name: &str| answer[name].as_u64().map_or("-".into(), |plies| plies.to_string());
        let category = answer["category"].as_str().unwrap();
        let start = [answer["fen"].as_str().unwrap(), category, &cell("dtw"), &cell("dtz")].join("\t");
        assert!(line.starts_with(&start), "{line} {start}");
    }
}

#[test]
fn wrong_searches_are_refused() {
    let says = |arguments: &[&str], code: i32, message: &str| {
        bolshak(&[&["find"], arguments].concat()).assert().code(code).stderr(predicate::str::contains(message));
    };
    says(&["--dtw", "9..3"], 2, "expected the lesser first, as in 20..30");
    says(&["--result", "won"], 2, "blessed-loss");
    says(&["--only-move=loss"], 2, "possible values: win, draw");
    says(&["--sample", "3", "--longest"], 2, "cannot be used with");
    says(&["--seed", "3"], 2, "--sample");
    says(&["--metric", "dtz"], 2, "--longest");
    says(&["--material", "KKKvKKK"], 1, "bolshak generate --pieces 6");
    says(&["--tables", "/absent"], 1, "/absent");
    let directory = empty_directory("without");
    for (name, bytes) in crate::common::files(four_pieces()).into_iter().filter(|(name, _)| name != "KvM.dtz") {
        std::fs::write(directory.join(name), bytes).unwrap();
    }
    says(&["--tables", directory.to_str().unwrap(), "--material", "KvM"], 1, "KvM.dtz is missing");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    for arguments in [&["find"][..], &["export", "--material", "KKKvK"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
            .args(arguments)
            .env("BOLSHAK_TABLES", four_pieces())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut start = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut start).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
#[cfg_attr(not(unix), ignore = "needs signals")]
fn a_signal_stops_a_search_in_good_order() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut search = Command::new(env!("CARGO_BIN_EXE_bolshak"))
        .arg("find")
        .env("BOLSHAK_TABLES", four_pieces())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It waits for its reader before listing many positions.
    let mut start = [0; 100];
    search.stdout.as_mut().unwrap().read_exact(&mut start).unwrap();
    signal(&search, "INT");
    let output = search.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("stopped; not all positions were searched"), "{stderr}");
    assert_eq!(output.stdout.last(), Some(&b'\n'), "the last line is complete");
}
