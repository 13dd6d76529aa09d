//! False headers under right checksums: the proofs check each field, and `--checksums` and samples check what they can know.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use bolshak::board::{Game, GameName, Poddavki, Position, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::index::Ending;
use bolshak::probe::{Options, Tablebase, random};
use bolshak::table::{Damage, Metric, TableError, TableName};
use bolshak::value::{Category, Outcome};
use bolshak::verify::{
    Checksums, Finding, HeaderFault, Published, Runs, Statistics, Value, VerifyError, check, prove, prove_plainly,
    sample, sample_runs,
};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use crate::common::forge::with_header;
use crate::common::lies::{COUNTS, ENTRIES, Known, PLIES, SIDES, add, lies, number, with_exceptions};
use crate::common::{empty_directory, files, four_pieces, four_pieces_of};
use crate::verify::{copy, values};

fn copies(purpose: &str, from: &Path, pieces: u8) -> PathBuf {
    let directory = empty_directory(purpose);
    copy(from, &directory, pieces);
    directory
}

fn open<G: Game>(directory: &Path) -> Tablebase<G> {
    Tablebase::open_game(directory, Options::default()).unwrap()
}

/// The finding of a proof or a sample.
fn fault<T: std::fmt::Debug>(found: Result<T, VerifyError>) -> Option<HeaderFault> {
    match found {
        Ok(_) => None,
        Err(VerifyError::Header(fault)) => Some(*fault),
        Err(error) => panic!("{error}"),
    }
}

/// The statement of a fault; empty if none.
fn says(fault: &Option<HeaderFault>) -> &str {
    fault.as_ref().map_or("", |fault| &fault.says)
}

/// The finding of all proofs, which agree.
fn proved<G: Game>(directory: &Path, ending: Ending) -> Option<HeaderFault> {
    let tablebase = open::<G>(directory);
    let [fast, plain] = [prove, prove_plainly].map(|prove| fault(prove(&tablebase, &[ending], None, &())));
    assert_eq!(fast, plain);
    fast
}

/// The findings of samples: of single positions, and of all entries.
fn sampled<G: Game>(directory: &Path, ending: Ending) -> [Option<HeaderFault>; 2] {
    let (tablebase, runs) = (open::<G>(directory), Runs { entries: u64::MAX, length: 1000, seed: 1, memory: 0 });
    [fault(sample(&tablebase, ending, 300, 1, &())), fault(sample_runs(&tablebase, ending, runs, &()))]
}

/// The finding of `--checksums` in the tables of an ending, compared with these statistics.
fn checked<G: Game>(directory: &Path, ending: Ending, statistics: Statistics) -> Vec<Finding> {
    let published = Published { checksums: Checksums::published_of(G::NAME), statistics };
    let checked = check(G::NAME, directory, &[ending], &published, &()).unwrap();
    let there = checked.into_iter().map(|checked| checked.finding);
    there.filter(|finding| !matches!(finding, Finding::Missing)).collect()
}

fn is_false(findings: &[Finding]) -> bool {
    // The digest of a table of distances covers a part of the header.
    let is_other = |error: &TableError| matches!(error, TableError::Damaged { damage: Damage::Digest, .. });
    findings.iter().any(|finding| match finding {
        Finding::FalseHeader { .. } => true,
        Finding::Faulty(error) => is_other(error),
        _ => false,
    })
}

/// Writes each lie about the endings, one after another, and compares the findings. Returns their number.
fn each_lie_is_found<G: Game>(directory: &Path, endings: &[Ending], metrics: &[Metric]) -> usize {
    let mut found = 0;
    for &ending in endings {
        let of_sides = values::<G>(four_pieces_of(G::NAME), ending);
        assert_eq!((proved::<G>(directory, ending), sampled::<G>(directory, ending)), (None, [None, None]));
        for &metric in metrics {
            let name = TableName { ending, metric };
            let path = name.path(directory);
            let bytes = fs::read(&path).unwrap();
            let mut first = 0;
            for (side, &start) in SIDES.iter().enumerate().take(bytes[11].into()) {
                let end = first + number(&bytes[start..start + 8]) as usize;
                let of_side: Vec<Value> = of_sides[first..end].iter().map(|&(_, value)| value).collect();
                first = end;
                for (what, known, lie) in lies(&bytes, metric, side, &of_side) {
                    fs::write(&path, with_header(&bytes, lie)).unwrap();
                    let case = format!("{name}, side {side}: {what}");
                    assert!(proved::<G>(directory, ending).is_some(), "{case}");
                    let [positions, runs] = sampled::<G>(directory, ending);
                    assert!(positions.is_some() && runs.is_some(), "{case}: {positions:?} {runs:?}");
                    assert!(is_false(&checked::<G>(directory, ending, Statistics::published_of(G::NAME))), "{case}");
                    let unpublished = checked::<G>(directory, ending, Statistics::default());
                    assert_eq!(is_false(&unpublished), known == Known::Always, "{case}");
                    found += 1;
                }
            }
            fs::write(&path, bytes).unwrap();
        }
    }
    found
}

#[test]
fn each_false_field_is_found() {
    let two: Vec<Ending> = Ending::all(2).collect();
    let found = each_lie_is_found::<Russian>(&copies("fields", four_pieces(), 2), &two, &Metric::ALL);
    assert!(found > 200, "{found}");
    let poddavki = copies("fields-poddavki", four_pieces_of(GameName::Poddavki), 2);
    each_lie_is_found::<Poddavki>(&poddavki, &two[1..2], &Metric::ALL);
    let without = copies("fields-without", four_pieces(), 2);
    for name in files(&without).into_keys().filter(|name| name.ends_with(".dtw")) {
        fs::remove_file(without.join(name)).unwrap();
    }
    each_lie_is_found::<Russian>(&without, &two[1..2], &[Metric::Wdl, Metric::Dtz]);
}

#[test]
fn a_sample_contradicts_lies_that_all_headers_share() {
    let directory = copies("shared", four_pieces(), 2);
    let ending: Ending = "KvM".parse().unwrap();
    // No loss with M to move: they are counted as draws.
    for (name, bytes) in files(&directory).into_iter().filter(|(name, _)| name.starts_with("KvM")) {
        let forged = with_header(&bytes, |header| {
            let losses = number(&header[SIDES[1] + COUNTS..][..8]) as i64;
            add(header, SIDES[1] + COUNTS, -losses);
            add(header, SIDES[1] + COUNTS + 16, losses);
            header[SIDES[1] + ENTRIES[1]..][..8].fill(0);
            header[SIDES[1] + PLIES[1]..][..2].fill(0xFF);
        });
        fs::write(directory.join(name), forged).unwrap();
    }
    let is_of_losses = |fault: &Option<HeaderFault>| says(fault).starts_with("0 losses with M to move, and ");
    let [positions, runs] = sampled::<Russian>(&directory, ending);
    assert!(is_of_losses(&positions) && is_of_losses(&runs) && is_of_losses(&proved::<Russian>(&directory, ending)));
    let (published, none) = (Statistics::published_of(GameName::Russian), Statistics::default());
    assert!(is_false(&checked::<Russian>(&directory, ending, published)));
    assert!(!is_false(&checked::<Russian>(&directory, ending, none)), "nothing to know it by");
}

#[test]
fn the_first_of_the_longest_counts_and_a_drawn_one_may_be_longer() {
    let directory = copies("drawn", four_pieces(), 3);
    let (ending, path) = ("KKvK".parse::<Ending>().unwrap(), directory.join("KKvK.dtw"));
    let bytes = fs::read(&path).unwrap();
    let side = number(&bytes[SIDES[0]..][..8]) as usize;
    let values = values::<Russian>(&directory, ending);
    let entries_of = |plies: u16| {
        let of_plies = move |&(_, (_, value)): &(usize, &(_, Value))| value.dtw == Some(Outcome::Win(plies));
        values[..side].iter().enumerate().filter(of_plies).map(|(entry, _)| entry as u64).collect::<Vec<_>>()
    };
    let (longest, shorter) = (entries_of(7), entries_of(5));
    assert_eq!((number(&bytes[SIDES[0] + ENTRIES[0]..][..8]), bytes[SIDES[0] + PLIES[0]]), (longest[0], 7));
    for (plies, entry) in [(7, longest[longest.len() / 2]), (5, shorter[0])] {
        let forged = with_header(&bytes, |header| {
            header[SIDES[0] + PLIES[0]] = plies;
            header[SIDES[0] + ENTRIES[0]..][..8].copy_from_slice(&entry.to_le_bytes());
        });
        fs::write(&path, forged).unwrap();
        let runs = &sampled::<Russian>(&directory, ending)[1];
        let is_longest = |fault: &Option<HeaderFault>, witness: &str| {
            says(fault).starts_with("as the longest win with KK to move ") && says(fault).contains(witness)
        };
        assert!(is_longest(runs, "the entries drawn have 7 plies"), "{plies}: {runs:?}");
        assert!(is_longest(&proved::<Russian>(&directory, ending), "its entries have 7 plies"), "{plies}");
        assert!(is_false(&checked::<Russian>(&directory, ending, Statistics::published_of(GameName::Russian))));
    }
}

#[test]
fn exceptions_are_those_entries_whose_result_the_rule_changes() {
    let directory = empty_directory("exceptions");
    generate(&Request::pieces(3).settings(Settings::default().draw_plies(5)), &directory, &()).unwrap();
    let (ending, path) = ("KKvM".parse::<Ending>().unwrap(), directory.join("KKvM.wdl"));
    let bytes = fs::read(&path).unwrap();
    let found = |forged: Vec<u8>| {
        assert_ne!(forged, bytes);
        fs::write(&path, forged).unwrap();
        says(&proved::<Russian>(&directory, ending)).contains(" exceptions, and not all of them are ")
    };
    assert!(number(&bytes[32..40]) > 1);
    // One more lost or drawn entry; one twice; one beyond the last; one of a place without meaning.
    let tablebase = open::<Russian>(&directory);
    let index = bolshak::index::Index::new(ending.material(ending.movers()[0]));
    let entry = |number| tablebase.entry(&index, ending.movers()[0], number).unwrap();
    let spoilt = |number| matches!(entry(number).category, Category::CursedWin | Category::BlessedLoss);
    let kept = (0..index.size()).find(|&number| !spoilt(number) && !entry(number).capture).unwrap();
    let capture = (0..index.size()).find(|&number| spoilt(number) && entry(number).capture);
    let more = |number: u64| {
        with_exceptions(&bytes, |list| {
            list.push(number);
            list.sort_unstable();
        })
    };
    assert!(found(more(4 * kept)));
    assert!(capture.is_none_or(|capture| found(more(4 * capture))));
    assert!(found(with_exceptions(&bytes, |list| list.insert(1, list[0]))));
    assert!(found(with_exceptions(&bytes, |list| list.push(4 * 1_000_000))));
}

/// A table that claims the distances of the other side to move, with right checksums.
#[test]
fn distances_of_another_side_are_not_taken_for_those_of_this_one() {
    let directory = copies("side", four_pieces(), 3);
    for name in ["KvM.dtw", "KMvK.dtz", "KKvM.dtw", "MMvK.dtz"] {
        let path = directory.join(name);
        let bytes = fs::read(&path).unwrap();
        for sides in [bytes[19] ^ 3, 3] {
            fs::write(&path, with_header(&bytes, |header| header[19] = sides)).unwrap();
            let ending: Ending = name.split('.').next().unwrap().parse().unwrap();
            let tablebase = open::<Russian>(&directory);
            assert!(prove(&tablebase, &[ending], None, &()).is_err(), "{name} {sides}");
            let answers = random::positions(&[ending], 500, 1);
            let is_wrong = |position: &Position| {
                let right = Tablebase::built_in().probe(position, 0).unwrap();
                tablebase.probe(position, 0).is_ok_and(|found| found != right)
            };
            assert!(!answers.iter().any(is_wrong), "{name} {sides}");
        }
        fs::write(&path, bytes).unwrap();
    }
}

#[test]
fn a_false_digest_is_found() {
    let directory = copies("digest", four_pieces(), 2);
    let ending: Ending = "KvM".parse().unwrap();
    let path = directory.join("KvM.dtw");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, with_header(&bytes, |header| header[40] ^= 1)).unwrap();
    assert_eq!(says(&proved::<Russian>(&directory, ending)), "another digest than the content");
    let findings = checked::<Russian>(&directory, ending, Statistics::default());
    assert!(matches!(&findings[1], Finding::Faulty(TableError::Damaged { damage: Damage::Digest, .. })));
    fs::write(&path, bytes).unwrap();
    // The digest of the categories, and the companion in the others, whose own digests cover it.
    for metric in Metric::ALL {
        let path = TableName { ending, metric }.path(&directory);
        let at = if metric == Metric::Wdl { 40 } else { 232 };
        let forged = with_header(&fs::read(&path).unwrap(), |header| header[at] ^= 1);
        fs::write(path, forged).unwrap();
    }
    assert_eq!(says(&proved::<Russian>(&directory, ending)), "another digest than the content");
}

#[test]
fn counts_that_do_not_add_up_are_damage() {
    let directory = copies("sum", four_pieces(), 2);
    let path = directory.join("KvM.wdl");
    let forged = with_header(&fs::read(&path).unwrap(), |header| add(header, SIDES[0] + COUNTS, 1));
    fs::write(&path, forged).unwrap();
    let findings = checked::<Russian>(&directory, "KvM".parse().unwrap(), Statistics::default());
    assert!(matches!(&findings[0], Finding::Faulty(TableError::Damaged { damage: Damage::Header, .. })));
}

#[test]
fn the_program_says_what_is_false() {
    let directory = copies("program", four_pieces(), 2);
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.env_remove("BOLSHAK_TABLES").arg("verify").args(arguments).arg("--tables").arg(&directory).assert()
    };
    let statistics = "9 whole, 9 as published, 0 not published here, 0 damaged.\n\
                      Statistics in headers: 9 as published, 0 not published here.\n";
    run(&["--checksums"]).code(0).stdout(contains(statistics));
    let path = directory.join("KvM.wdl");
    let forged = with_header(&fs::read(&path).unwrap(), |header| {
        add(header, SIDES[0] + COUNTS + 32, 1);
        add(header, SIDES[0] + COUNTS + 16, -1);
    });
    fs::write(&path, forged).unwrap();
    let draws = "the header of KvM.wdl has 121 draws with K to move, and ";
    let remedy = "; delete all tables of this ending and generate them again\n";
    let published = format!("KvM.wdl is false: {draws}the published statistics have 122{remedy}");
    let summary = "9 whole, 8 as published, 0 not published here, 0 damaged, 1 false header.\n\
                   Statistics in headers: 8 as published, 0 not published here.\n";
    run(&["--checksums"]).code(1).stdout(contains(published).and(contains(summary))).stderr("");
    run(&["--checksums", "--json"]).code(1).stdout(contains(r#""status":"false header""#).and(contains(draws)));
    for arguments in [&[][..], &["--plain"]] {
        run(arguments).code(1).stderr(contains(format!("{draws}its entries have 122{remedy}")));
    }
    // Here the headers contradict each other: the others have a different number than the first.
    let other = "the header of KvM.dtw has 122 draws with K to move, and the header of KvM.wdl has 121";
    for arguments in [&["--sample", "50"][..], &["--sample", "50", "--run", "10"]] {
        run(arguments).code(1).stderr(contains("the header of KvM.").and(contains(" draws with K to move")));
    }
    let list = directory.join("list");
    run(&["--checksums", "--write", list.to_str().unwrap()]).code(1).stdout(contains(other));
    assert!(!list.exists());
}
