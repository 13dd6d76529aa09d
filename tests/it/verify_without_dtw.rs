//! Proofs of tables without distances to win: right ones pass, and a table with one wrong value fails. So does one whose values
//! all agree with those after their moves, but rest on circles alone.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bolshak::board::{Draughts80, Game, GameName, Poddavki, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::index::{Ending, Index};
use bolshak::insides::Row;
use bolshak::probe::{Options, ProbeError, Tablebase};
use bolshak::table::Metric;
use bolshak::value::{Category, Theory};
use bolshak::verify::{
    Mismatch, Runs, Verified, VerifyError, prove, prove_plainly, sample, sample_runs, with_dtw as has_dtw,
};
use predicates::str::contains;

use crate::common::forge::{blocks, forge, with_header};
use crate::common::lies::with_exceptions;
use crate::common::{Random, empty_directory, files, four_pieces, four_pieces_of};
use crate::verify::{all, both_agree_in, copy};

const METRICS: [Metric; 2] = [Metric::Wdl, Metric::Dtz];

/// A directory with copies of the tables to a number of pieces, without distances to win.
fn copies(purpose: &str, from: &Path, pieces: u8) -> PathBuf {
    let directory = empty_directory(purpose);
    copy(from, &directory, pieces);
    for name in files(&directory).into_keys().filter(|name| name.ends_with(".dtw")) {
        fs::remove_file(directory.join(name)).unwrap();
    }
    directory
}

/// Tables for a rule so short that there are exceptions, won and lost ones.
fn of_short_rule(purpose: &str, pieces: u8) -> PathBuf {
    let directory = empty_directory(purpose);
    let settings = Settings::default().draw_plies(5).metrics(&METRICS);
    generate(&Request::pieces(pieces).settings(settings), &directory, &()).unwrap();
    directory
}

fn open<G: Game>(directory: &Path) -> Tablebase<G> {
    Tablebase::open_game(directory, Options::default()).unwrap()
}

fn counts(verified: Result<Vec<Verified>, VerifyError>) -> Vec<(Ending, Option<[u64; 5]>)> {
    verified.unwrap().iter().map(|of| (of.ending, of.counts)).collect()
}

fn mismatch<T: std::fmt::Debug>(found: Result<T, VerifyError>) -> Mismatch {
    match found.unwrap_err() {
        VerifyError::Mismatch(mismatch) => *mismatch,
        error => panic!("{error}"),
    }
}

/// The common finding of all checks: proofs fast and plain, samples of all entries, and a proof with distances to win.
fn everything_is_right<G: Game>(from: &Path, purpose: &str, pieces: u8) {
    let directory = copies(purpose, from, pieces);
    let (with, without) = (open::<G>(from), open::<G>(&directory));
    assert!(has_dtw(&with, &all(pieces)) && !has_dtw(&without, &all(pieces)));
    both_agree_in::<G>(&directory, &all(pieces));
    assert_eq!(counts(prove(&without, &all(pieces), None, &())), counts(prove(&with, &all(pieces), None, &())));
    for ending in all(3) {
        sample(&without, ending, 500, 1, &()).unwrap();
        for tablebase in [&with, &without] {
            let runs = Runs { entries: u64::MAX, length: 1000, seed: 1, memory: 0 };
            let (entries, stored) = sample_runs(tablebase, ending, runs, &()).unwrap();
            assert_eq!(entries, ending.entries::<G>());
            assert!(0 < stored && stored < entries, "{ending}");
        }
    }
    for ending in Ending::all(pieces) {
        let runs = Runs { entries: 10_000, length: 500, seed: 3, memory: u64::MAX };
        // The last run of a side is shorter.
        let entries = sample_runs(&without, ending, runs, &()).unwrap().0;
        assert!((9_001..=10_000).contains(&entries), "{ending}: {entries}");
    }
}

#[test]
fn every_entry_to_four_pieces_is_proved() {
    everything_is_right::<Russian>(four_pieces(), "right", 4);
}

#[test]
fn every_entry_of_the_other_games_to_three_pieces_is_proved() {
    everything_is_right::<Poddavki>(four_pieces_of(GameName::Poddavki), "poddavki", 3);
    everything_is_right::<Draughts80>(four_pieces_of(GameName::Draughts80), "draughts-80", 3);
}

#[test]
fn results_that_short_rules_change_are_proved() {
    for plies in [1, 2, 5, 125] {
        let directory = empty_directory(&format!("rule-{plies}"));
        let settings = Settings::default().draw_plies(plies).metrics(&METRICS);
        generate(&Request::pieces(3).settings(settings), &directory, &()).unwrap();
        both_agree_in::<Russian>(&directory, &all(3));
        let verified = counts(prove(&open::<Russian>(&directory), &all(3), None, &()));
        assert_eq!(verified.iter().any(|(_, counts)| counts.unwrap()[1] > 0), plies < 20, "blessed losses");
    }
}

/// Whether a sample of all entries finds that one is wrong.
fn sample_finds<G: Game>(directory: &Path, ending: Ending) -> bool {
    let runs = Runs { entries: u64::MAX, length: 4096, seed: 1, memory: 0 };
    match sample_runs(&open::<G>(directory), ending, runs, &()) {
        Ok(_) => false,
        Err(VerifyError::Mismatch(_)) => true,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn one_wrong_value_is_found_wherever_it_is() {
    let (mut random, mut found) = (Random(77), 0);
    let four = copies("one-value", four_pieces(), 4);
    for (directory, endings) in [
        (&of_short_rule("one-value-short", 3), &["KKvK", "KMvK", "KMvM", "MMvM", "KKvM", "MMvK"][..]),
        (&four, &["KKvKK", "KMvKM", "KKvMM", "MMvMM"]),
    ] {
        for name in endings {
            let ending: Ending = name.parse().unwrap();
            for metric in METRICS.repeat(3) {
                let path = directory.join(format!("{name}.{metric}"));
                let bytes = fs::read(&path).unwrap();
                let block = random.below(blocks(&bytes) as u64) as usize;
                let forged = forge(&bytes, block, |values| {
                    let at = random.below(values.len() as u64) as usize;
                    // Another result that leaves the table of distances alone, or a distance.
                    let shift = 2 * random.below(4);
                    values[at] ^= match metric {
                        Metric::Wdl if values[at] >> shift & 1 == 0 => 2 << shift,
                        Metric::Wdl => 0,
                        _ => 1,
                    };
                });
                if forged == bytes {
                    continue;
                }
                fs::write(&path, forged).unwrap();
                both_agree_in::<Russian>(directory, &[ending]);
                let proved = prove(&open::<Russian>(directory), &[ending], None, &());
                let is_wrong = matches!(proved, Err(VerifyError::Mismatch(_)));
                assert!(proved.is_err(), "{path:?}: at least the digest");
                assert_eq!(sample_finds::<Russian>(directory, ending), is_wrong, "{path:?}");
                found += u32::from(is_wrong);
                fs::write(&path, bytes).unwrap();
            }
        }
    }
    assert!(found >= 20, "only {found} forgeries changed a value");
}

#[test]
fn one_wrong_result_in_theory_is_found() {
    let directory = of_short_rule("theory", 3);
    let (mut random, mut found) = (Random(8), 0);
    for name in ["KKvM", "KMvM", "MMvK", "KMvK", "KKvK"] {
        let ending: Ending = name.parse().unwrap();
        let path = directory.join(format!("{name}.wdl"));
        let bytes = fs::read(&path).unwrap();
        for _ in 0..5 {
            let mut changed = false;
            let forged = with_exceptions(&bytes, |list| {
                if !list.is_empty() {
                    // A cursed win for a blessed loss, or the other way round.
                    let at = random.below(list.len() as u64) as usize;
                    list[at] ^= 1;
                    changed = true;
                }
            });
            fs::write(&path, forged).unwrap();
            both_agree_in::<Russian>(&directory, &[ending]);
            let is_wrong = prove(&open::<Russian>(&directory), &[ending], None, &()).is_err();
            assert_eq!((is_wrong, sample_finds::<Russian>(&directory, ending)), (changed, changed), "{name}");
            found += u32::from(is_wrong);
            fs::write(&path, &bytes).unwrap();
        }
    }
    assert!(found >= 10, "{found}");
}

/// The categories of two kings against one, side by side, if the two kings won in theory wherever they can draw for ever; and
/// the entries whose category changes. Each agrees with those after its moves.
fn greatest<G: Game>(tablebase: &Tablebase<G>, ending: Ending) -> Vec<Vec<(u64, Category)>> {
    let indices: Vec<Index<G>> = ending.movers().iter().map(|&mover| Index::new(ending.material(mover))).collect();
    let mut categories: Vec<Vec<Category>> = Vec::new();
    let mut open = Vec::new();
    for (side, (index, &mover)) in indices.iter().zip(ending.movers()).enumerate() {
        let claimed = [Category::CursedWin, Category::BlessedLoss][side];
        let mut of_side = Vec::new();
        for number in 0..index.size() {
            let entry = tablebase.entry(index, mover, number).unwrap();
            let is_open = !entry.capture && entry.category == Category::Draw;
            of_side.push(if is_open { claimed } else { entry.category });
            if is_open {
                open.push((side, number));
            }
        }
        categories.push(of_side);
    }
    loop {
        let before = categories.clone();
        for &(side, number) in &open {
            let board = indices[side].unrank(number);
            let mut moves = Vec::new();
            board.moves(&mut moves);
            let children = moves.iter().map(|mv| {
                let after = board.after(mv);
                categories[1 - side][indices[1 - side].rank(&after) as usize].theory().flip()
            });
            categories[side][number as usize] = Category::new(children.max().unwrap(), false);
        }
        if before == categories {
            break;
        }
    }
    let changed = |side: usize| {
        let of = open.iter().filter(|of| of.0 == side).map(|&(_, number)| (number, categories[side][number as usize]));
        of.filter(|(_, category)| category.theory() != Theory::Draw).collect()
    };
    vec![changed(0), changed(1)]
}

#[test]
fn results_that_come_from_circles_alone_are_found() {
    let directory = copies("circles", four_pieces(), 3);
    let ending: Ending = "KKvK".parse().unwrap();
    let claimed = greatest(&open::<Russian>(four_pieces()), ending);
    assert!(claimed.iter().all(|claimed| claimed.len() > 1000), "two kings can draw for ever nearly everywhere");
    let path = directory.join("KKvK.wdl");
    let mut bytes = fs::read(&path).unwrap();
    for (side, (&mover, claimed)) in ending.movers().iter().zip(&claimed).enumerate() {
        let index: Index = Index::new(ending.material(mover));
        let kings = u32::from(index.material().mover.kings);
        // Each side has one block here; its places by row.
        let starts: Vec<u64> = index
            .rows_from(0)
            .scan(0, |places, board| {
                let start = *places;
                *places += Row::new(&board).size(kings);
                Some(start)
            })
            .collect();
        bytes = forge(&bytes, side, |values| {
            for &(number, _) in claimed {
                let board = index.unrank(number);
                let place = starts[index.row(&board) as usize] + Row::new(&board).rank(board.kings).unwrap();
                values[place as usize / 4] |= 3 << (2 * (place % 4));
            }
        });
        bytes = with_exceptions(&bytes, |list| {
            let number =
                |(number, category)| number << 2 | (side as u64) << 1 | u64::from(category == Category::BlessedLoss);
            list.extend(claimed.iter().copied().map(number));
            list.sort_unstable();
        });
        // Both headers have the sums of the entries.
        let edit = |header: &mut [u8]| {
            let counts = 72 + 72 * side + 8;
            let mut add = |category: Category, more: i64| {
                let at = counts + 8 * category as usize;
                let count = i64::from_le_bytes(header[at..at + 8].try_into().unwrap()) + more;
                header[at..at + 8].copy_from_slice(&count.to_le_bytes());
            };
            for &(_, category) in claimed {
                add(category, 1);
                add(Category::Draw, -1);
            }
        };
        bytes = with_header(&bytes, edit);
        let distances = directory.join("KKvK.dtz");
        fs::write(&distances, with_header(&fs::read(&distances).unwrap(), edit)).unwrap();
    }
    fs::write(&path, bytes).unwrap();
    let tablebase = open::<Russian>(&directory);
    // Each entry agrees with those after its moves, so a sample of all finds nothing.
    assert!(!sample_finds::<Russian>(&directory, ending));
    sample(&tablebase, ending, 2000, 1, &()).unwrap();
    let found = [prove, prove_plainly].map(|prove| mismatch(prove(&tablebase, &[ending], None, &())));
    for mismatch in &found {
        assert_eq!((&mismatch.position, mismatch.stored), (&found[0].position, mismatch.expected));
        assert!(mismatch.to_string().contains("follows from positions that follow from it alone"), "{mismatch}");
    }
    both_agree_in::<Russian>(&directory, &[ending]);
}

#[test]
fn the_program_says_what_is_proved() {
    let directory = copies("program", four_pieces(), 3);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.env_remove("BOLSHAK_TABLES").arg("verify").args(arguments).arg("--tables").arg(&directory).assert()
    };
    let proved = "The results, under the draw rule and in theory, and dtz are proved.";
    let record = directory.join("done");
    for arguments in [&["--pieces", "3"][..], &["--plain"], &["--resume", record.to_str().unwrap()]] {
        run(arguments).success().stdout(contains("199,520 entries of 9 endings are right")).stdout(contains(proved));
    }
    run(&["--resume", record.to_str().unwrap()]).success().stdout(contains("9 endings verified before"));
    run(&["--sample", "100"]).success().stdout(contains("a sample says only that they agree"));
    let runs = ["--sample", "20000", "--run", "4000", "--seed", "5"];
    run(&runs)
        .success()
        .stdout(contains("entries in random runs of 9 endings are right ("))
        .stdout(contains("The seed was 5"));
    // If one of the endings has distances to win, those of all are wanted.
    fs::copy(four_pieces().join("KvK.dtw"), directory.join("KvK.dtw")).unwrap();
    run(&["--pieces", "2"]).code(1).stderr(contains("KvM.dtw is missing"));
    let error = prove(&open::<Russian>(&directory), &all(2), None, &()).unwrap_err();
    assert!(matches!(error, VerifyError::Probe(ProbeError::Missing { metric: Metric::Dtw, .. })), "{error}");
    run(&["--material", "KKvK"]).success().stdout(contains(proved));
}
