//! Table files: the bytes are the same every time, and damage is always found.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::common::{ROOT, empty_directory, files, four_pieces, position};
use bolshak::board::Russian;
use bolshak::generate::{GenerateError, Inventory, Request, Settings, generate};
use bolshak::index::{Ending, Index, Material, Mover};
use bolshak::insides::{Coding, EndingFile, FileError};
use bolshak::probe::{OpenError, ProbeError, Tablebase, random};
use bolshak::table::{Metric, TableError};
use bolshak::verify::{Entries, EntryBlock, VerifyError, prove, sample};

fn generate_with(threads: usize, request: &Request, directory: &Path) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| generate(request, directory, &())).unwrap();
}

#[test]
fn the_tables_in_the_repository_are_what_is_generated() {
    let directory = empty_directory("repository");
    generate_with(2, &Request::pieces(3), &directory);
    let mut committed = files(&Path::new(ROOT).join("tables"));
    // The directory may have more tables by now.
    committed.retain(|name, _| name.parse_ending().pieces() <= 3);
    assert_eq!(committed.len(), 27);
    assert!(files(&directory) == committed);
}

trait NameOfTable {
    fn parse_ending(&self) -> Ending;
}

impl NameOfTable for String {
    fn parse_ending(&self) -> Ending {
        self.split_once('.').unwrap().0.parse().unwrap()
    }
}

#[test]
fn the_same_bytes_at_any_thread_count_and_in_any_steps() {
    let whole = files(four_pieces());
    assert_eq!(whole.len(), 3 * 23);
    for threads in [1, 3] {
        let directory = empty_directory(&format!("threads-{threads}"));
        // First one ending and those that it needs, which the second run reads back; then a finished table is lost.
        generate_with(threads, &Request::endings(vec!["KMvKM".parse().unwrap()]), &directory);
        generate_with(threads, &Request::pieces(4), &directory);
        for lost in ["KKvM.wdl", "KMvKM.dtz"] {
            fs::remove_file(directory.join(lost)).unwrap();
        }
        generate_with(threads, &Request::pieces(4), &directory);
        assert!(files(&directory) == whole, "{threads} threads");
    }
}

#[test]
fn metrics_that_are_not_asked_for_are_left_out_and_the_others_the_same() {
    let whole = files(four_pieces());
    for metrics in [vec![Metric::Wdl, Metric::Dtz], vec![Metric::Wdl], vec![Metric::Wdl, Metric::Dtw]] {
        let directory = empty_directory("metrics");
        generate(&Request::pieces(4).settings(Settings::default().metrics(&metrics)), &directory, &()).unwrap();
        let mut wanted = whole.clone();
        wanted.retain(|name, _| metrics.contains(&name.split_once('.').unwrap().1.parse().unwrap()));
        assert_eq!(wanted.len(), 23 * metrics.len());
        assert!(files(&directory) == wanted, "{metrics:?}");
        let summary =
            generate(&Request::pieces(4).settings(Settings::default().metrics(&metrics)), &directory, &()).unwrap();
        assert_eq!((summary.before, summary.finished.len()), (23, 0));
        // The metrics that were left out can be added.
        generate(&Request::pieces(4), &directory, &()).unwrap();
        assert!(files(&directory) == whole);
    }
    let none = Request::pieces(2).settings(Settings::default().metrics(&[Metric::Dtz]));
    let error = generate(&none, &empty_directory("no-categories"), &()).unwrap_err();
    assert!(matches!(error, GenerateError::NoCategories), "{error}");
}

#[test]
fn finished_tables_are_skipped_and_leftovers_removed() {
    let directory = empty_directory("skipped");
    generate(&Request::pieces(2), &directory, &()).unwrap();
    let leftover = directory.join(".unfinished-KKvK");
    fs::write(&leftover, "half a table").unwrap();
    let summary = generate(&Request::pieces(2), &directory, &()).unwrap();
    assert_eq!((summary.before, summary.finished.len()), (3, 0));
    let summary = generate(&Request::endings(vec!["KKvK".parse().unwrap()]), &directory, &()).unwrap();
    let made = summary.finished.iter().filter(|finished| finished.bytes.is_some()).count();
    assert_eq!((summary.before, made), (1, 1));
    assert!(!leftover.exists());
    assert_eq!(files(&directory).len(), 12);
}

#[test]
fn one_run_at_a_time() {
    let directory = empty_directory("locked");
    let lock = fs::File::create(directory.join(".lock")).unwrap();
    lock.lock().unwrap();
    let error = generate(&Request::pieces(2), &directory, &()).unwrap_err();
    assert!(matches!(error, GenerateError::Locked { .. }), "{error}");
    drop(lock);
    generate(&Request::pieces(2), &directory, &()).unwrap();
}

/// An ending that no table can be made for.
fn nine_pieces() -> Ending {
    Material::of(&position::<Russian>("W:WKa1,Kc1,Ke1,Kg1,Kb2:BKd8,Kf8,Kh8,Kg7").board()).ending().0
}

#[test]
fn endings_of_too_many_pieces_are_errors() {
    let (tablebase, nine) = (Tablebase::built_in(), nine_pieces());
    let is_too_many = |error: &ProbeError| matches!(error, ProbeError::TooManyPieces { .. });
    let mut entries = Entries::new(&tablebase, &());
    let walked =
        entries.walk(nine, Mover::First, |_: &EntryBlock<'_>| Ok::<(), VerifyError>(()), |()| unreachable!()).map(drop);
    assert!(is_too_many(&tablebase.spoilt(nine, 1).unwrap_err()));
    for verified in [walked, sample(&tablebase, nine, 3, 1, &()), prove(&tablebase, &[nine], None, &()).map(drop)] {
        assert!(matches!(&verified, Err(VerifyError::Probe(error)) if is_too_many(error)), "{verified:?}");
    }
    assert!(random::positions::<Russian>(&[nine], 3, 1).is_empty());
    let (path, coding) =
        (empty_directory("nine").join("nine.values"), Coding { draw_plies: 30, byte_plies: 1, with_dtw: true });
    assert!(EndingFile::<Russian>::create(&path, nine, coding).is_err() && !path.exists());
    assert!(matches!(EndingFile::<Russian>::open(&path, nine, coding, false), Err(FileError::Io(_))));
}

#[test]
fn requests_that_cannot_be_met_are_errors() {
    let directory = empty_directory("requests");
    let large = Request::endings(vec![nine_pieces()]);
    assert!(matches!(Inventory::new(&large, &directory), Err(GenerateError::Pieces { .. })));
    generate(&Request::pieces(2).settings(Settings::default().draw_plies(4)), &directory, &()).unwrap();
    assert!(matches!(Inventory::new(&Request::pieces(2), &directory), Err(GenerateError::OtherRule { found: 4, .. })));
    for draw_plies in [0, 127, 255] {
        let request = Request::pieces(2).settings(Settings::default().draw_plies(draw_plies));
        assert!(matches!(Inventory::new(&request, &directory), Err(GenerateError::DrawPlies { .. })));
    }
    let below_a_file = directory.join("KvK.wdl").join("tables");
    assert!(generate(&Request::pieces(2), &below_a_file, &()).is_err());
}

#[test]
fn directories_that_cannot_be_opened() {
    let directory = empty_directory("directories");
    assert!(matches!(Tablebase::open(directory.join("absent")), Err(OpenError::Directory { .. })));
    fs::write(directory.join("notes.txt"), "").unwrap();
    fs::write(directory.join("MvK.wdl"), "not the canonical name").unwrap();
    assert!(matches!(Tablebase::open(&directory), Err(OpenError::Empty { .. })));
    generate(&Request::pieces(2), &directory, &()).unwrap();
    let other = empty_directory("directories-other");
    generate(&Request::pieces(3).settings(Settings::default().draw_plies(4)), &other, &()).unwrap();
    fs::copy(other.join("KKvK.wdl"), directory.join("KKvK.wdl")).unwrap();
    assert!(matches!(Tablebase::open(&directory), Err(OpenError::MixedRules { .. })));
}

#[test]
fn absent_tables_and_too_many_pieces() {
    let directory = empty_directory("absent");
    generate(&Request::pieces(3), &directory, &()).unwrap();
    for metric in ["wdl", "dtw", "dtz"] {
        fs::remove_file(directory.join(format!("KMvK.{metric}"))).unwrap();
    }
    let tablebase = Tablebase::open(&directory).unwrap();
    let ask = |fen| tablebase.probe(&position(fen), 0);
    assert!(matches!(ask("W:WKa1,c3:BKh8"), Err(ProbeError::Missing { .. })));
    assert!(matches!(ask("W:WKa1,Kc1,Ke1:BKf8"), Err(ProbeError::TooManyPieces { pieces: 4, largest: 3 })));
    assert!(ask("W:WKa1,Kc1:BKf8").is_ok());
    // A move whose table is missing may be the best: no line, no best move.
    fs::copy(four_pieces().join("KKMvK.wdl"), directory.join("KKMvK.wdl")).unwrap();
    let partial = Tablebase::open(&directory).unwrap();
    let taking = position("W:WKa1,Kc1,f2:BKh8");
    assert!(partial.probe(&taking, 0).is_ok());
    for error in [partial.best_move(&taking, 0).unwrap_err(), partial.line(&taking, 0).unwrap_err()] {
        assert!(matches!(error, ProbeError::Missing { .. }), "{error}");
    }
    // Captures lead to tables that are there.
    assert!(ask("W:WKa1,c3:Bd4,f6").is_ok());
}

/// Directories with one table each, to be damaged.
fn copies(purpose: &str) -> Vec<(PathBuf, &'static str)> {
    ["KvK.wdl", "KMvM.dtw", "KKvM.dtz"]
        .into_iter()
        .map(|name| {
            let directory = empty_directory(&format!("{purpose}-{name}"));
            for (file, bytes) in files(four_pieces()) {
                if file.parse_ending().pieces() <= 3 {
                    fs::write(directory.join(file), bytes).unwrap();
                }
            }
            (directory, name)
        })
        .collect()
}

/// The digest of all values of a table, or the error, which must name the table.
fn read_all(directory: &Path, name: &str) -> Result<[u8; 32], TableError> {
    use bolshak::table::{Bytes, Table};
    let (ending, metric) = name.split_once('.').unwrap();
    let table =
        Table::<Russian>::open(Bytes::File(directory.join(name)), ending.parse().unwrap(), metric.parse().unwrap())?;
    table.content_digest(|_| true).map(|digest| digest.expect("nothing stops it"))
}

#[test]
fn no_damaged_byte_goes_unnoticed() {
    for (directory, name) in copies("flipped") {
        let path = directory.join(name);
        let whole = fs::read(&path).unwrap();
        assert!(read_all(&directory, name).is_ok());
        let step = whole.len() / 700 + 1;
        for at in (0..whole.len()).step_by(step).chain(0..256) {
            for flip in [1, 0x80] {
                let mut damaged = whole.clone();
                damaged[at] ^= flip;
                fs::write(&path, &damaged).unwrap();
                let error = read_all(&directory, name).expect_err("a flipped bit");
                assert!(error.to_string().contains(name), "{error}");
            }
        }
    }
}

#[test]
fn no_truncated_or_padded_table_is_taken_for_whole() {
    for (directory, name) in copies("cut") {
        let path = directory.join(name);
        let whole = fs::read(&path).unwrap();
        for length in (0..whole.len()).step_by(whole.len() / 300 + 1) {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(read_all(&directory, name).is_err(), "{name} cut to {length}");
            let tablebase = Tablebase::open(&directory).unwrap();
            assert!(tablebase.stats().is_err());
        }
        fs::write(&path, [&whole[..], b"\0"].concat()).unwrap();
        assert!(read_all(&directory, name).is_err());
        // Generation replaces it.
        generate(&Request::pieces(3), &directory, &()).unwrap();
        assert!(fs::read(&path).unwrap() == whole);
    }
}

#[test]
fn foreign_files_are_not_replaced() {
    let directory = empty_directory("foreign");
    generate(&Request::pieces(2), &directory, &()).unwrap();
    let path = directory.join("KvK.wdl");
    let mut newer = fs::read(&path).unwrap();
    newer[8] = 4;
    for foreign in [newer, vec![b'x'; 300]] {
        fs::write(&path, &foreign).unwrap();
        let error = generate(&Request::pieces(2), &directory, &()).unwrap_err().to_string();
        assert!(error.contains("KvK.wdl"), "{error}");
        assert!(fs::read(&path).unwrap() == foreign);
    }
}

#[test]
fn a_table_under_a_wrong_name() {
    let directory = empty_directory("wrong-name");
    generate(&Request::pieces(2), &directory, &()).unwrap();
    fs::copy(directory.join("KvM.dtw"), directory.join("MvM.dtw")).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let error = tablebase.probe(&position("W:Wa1:Bh8"), 0).unwrap_err();
    assert!(error.to_string().contains("MvM.dtw"), "{error}");
    assert!(tablebase.probe(&position("W:WKa1:Bh8"), 0).is_ok(), "others still answer");
}

/// All entries of endings of four pieces, including those whose distances the tables omit, against probes of some of them.
#[test]
fn entries_of_whole_endings_are_those_of_probes() {
    let tablebase = Tablebase::open(four_pieces()).unwrap();
    let mut entries = Entries::new(&tablebase, &());
    for ending in ["KMvKM", "KKvKM", "KKMvM", "MMvMM", "KMMvK", "KKKvK"].map(|name| name.parse::<Ending>().unwrap()) {
        for &mover in ending.movers() {
            let index = Index::new(ending.material(mover));
            let (mut number, mut quiet) = (0, 0);
            let walked = entries.walk(
                ending,
                mover,
                |block: &EntryBlock<'_>| {
                    let (mut all, mut quiet) = (Vec::new(), 0_u64);
                    block.each(false, |entry| {
                        all.push(*entry);
                        Ok::<(), VerifyError>(())
                    })?;
                    block.each(true, |_| {
                        quiet += 1;
                        Ok::<(), VerifyError>(())
                    })?;
                    Ok::<_, VerifyError>((all, quiet))
                },
                |(all, of_block)| {
                    quiet += of_block;
                    for entry in all {
                        assert_eq!(entry.number, number);
                        if number % 61 == 0 {
                            assert_eq!(entry, tablebase.entry(&index, mover, number).map_err(VerifyError::from)?);
                        }
                        quiet -= u64::from(!entry.capture);
                        number += 1;
                    }
                    Ok(ControlFlow::Continue(()))
                },
            );
            assert!(walked.unwrap().is_continue());
            assert_eq!((number, quiet), (index.size(), 0), "{ending}");
        }
    }
}
