//! Proofs: right tables pass, and a table with one wrong value fails, even with right checksums.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::common::forge::{blocks, forge, with_header};
use crate::common::{Random, empty_directory, files, four_pieces, signal};
use assert_cmd::Command;
use bolshak::Progress;
use bolshak::board::{Color, Game, GameName, Position, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::index::{Ending, Index};
use bolshak::probe::{Options, ProbeError, Tablebase};
use bolshak::table::{Damage, Metric, TableError};
use bolshak::verify::{
    CheckError, Event, Published, Record, RecordError, Resources, Runs, Value, VerifyError, check, prove,
    prove_plainly, prove_within, sample, sample_runs,
};
use bolshak_system as system;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

fn bolshak(arguments: &[&str], directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").arg("verify").args(arguments).arg("--tables").arg(directory);
    command
}

/// A directory with copies of all tables to a number of pieces, at most four.
fn copies(purpose: &str, pieces: u8) -> PathBuf {
    let directory = empty_directory(purpose);
    copy(four_pieces(), &directory, pieces);
    directory
}

/// Copies all tables to a number of pieces.
pub fn copy(from: &Path, to: &Path, pieces: u8) {
    let wanted: BTreeSet<String> = all(pieces).iter().map(Ending::to_string).collect();
    for (name, bytes) in files(from) {
        if wanted.contains(name.split_once('.').unwrap().0) {
            fs::write(to.join(name), bytes).unwrap();
        }
    }
}

pub fn all(pieces: u8) -> Vec<Ending> {
    (2..=pieces).flat_map(Ending::all).collect()
}

fn proved(directory: &Path, endings: &[Ending]) -> Result<u64, VerifyError> {
    proved_in::<Russian>(directory, endings)
}

pub fn proved_in<G: Game>(directory: &Path, endings: &[Ending]) -> Result<u64, VerifyError> {
    let verified = prove(&Tablebase::<G>::open_game(directory, Options::default()).unwrap(), endings, None, &())?;
    Ok(verified.iter().map(|verified| verified.entries).sum())
}

/// The common finding of both checks, also with almost no memory: the entries of each category, or the first wrong entry.
pub fn both_agree_in<G: Game>(directory: &Path, endings: &[Ending]) {
    let tablebase = Tablebase::<G>::open_game(directory, Options::default()).unwrap();
    let none = Resources { memory: 0, ..Resources::default() };
    let little = prove_within(&tablebase, endings, None, &none, &());
    let [fast, plain] = [prove, prove_plainly].map(|prove| prove(&tablebase, endings, None, &()));
    let [fast, little, plain] = [fast, little, plain].map(|found| match found {
        Ok(verified) => format!("{:?}", verified.iter().map(|of| (of.ending, of.counts)).collect::<Vec<_>>()),
        Err(error) => error.to_string(),
    });
    assert_eq!((&fast, &little), (&plain, &plain));
}

#[test]
fn every_entry_to_four_pieces_is_right() {
    assert_eq!(proved(four_pieces(), &all(4)).unwrap(), 992 + 1_736 + 760 + 196_032 + 6_209_316);
    both_agree_in::<Russian>(four_pieces(), &all(4));
    for plies in [1, 2, 5] {
        let directory = empty_directory(&format!("rule-{plies}"));
        generate(&Request::pieces(3).settings(Settings::default().draw_plies(plies)), &directory, &()).unwrap();
        assert_eq!(proved(&directory, &all(3)).unwrap(), 3_488 + 196_032, "a rule of {plies} plies");
    }
}

#[test]
fn the_longest_rule_is_proved_plainly_alone() {
    let directory = empty_directory("rule-126");
    generate(&Request::pieces(2).settings(Settings::default().draw_plies(126)), &directory, &()).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let error = prove(&tablebase, &all(2), None, &()).unwrap_err();
    assert!(error.to_string().ends_with("prove them with --plain"), "{error}");
    assert_eq!(prove_plainly(&tablebase, &all(2), None, &()).unwrap().len(), all(2).len());
}

#[test]
fn random_positions_are_right_and_wrong_ones_are_found() {
    let directory = copies("sample", 3);
    let tablebase = Tablebase::open(&directory).unwrap();
    for ending in all(3) {
        sample(&tablebase, ending, 3000, 1, &()).unwrap();
    }
    // Half of the distances of a table are wrong, so a few positions are enough.
    let path = directory.join("KMvK.dtw");
    let forged =
        forge(&fs::read(&path).unwrap(), 0, |values| values.iter_mut().step_by(2).for_each(|value| *value += 1));
    fs::write(path, forged).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let error = sample(&tablebase, "KMvK".parse().unwrap(), 1000, 1, &()).unwrap_err();
    let VerifyError::Mismatch(mismatch) = error else { panic!("{error}") };
    assert_ne!(mismatch.stored, mismatch.expected);
}

/// One wrong value at random in a block: a distance one longer, or a win for a loss.
fn one_wrong_value(bytes: &[u8], metric: Metric, random: &mut Random) -> Vec<u8> {
    loop {
        let block = random.below(blocks(bytes) as u64) as usize;
        let mut changed = false;
        let forged = forge(bytes, block, |values| {
            let at = random.below(values.len() as u64) as usize;
            match metric {
                Metric::Wdl => {
                    let shift = 2 * random.below(4);
                    // 0 is a loss and 2 a win: both have distances.
                    changed = values[at] >> shift & 1 == 0;
                    values[at] ^= if changed { 2 << shift } else { 0 };
                }
                _ => {
                    changed = true;
                    values[at] += 1;
                }
            }
        });
        if changed {
            return forged;
        }
    }
}

/// The values that the tables of a directory have for every entry of an ending.
pub fn values<G: Game>(directory: &Path, ending: Ending) -> Vec<(Position<G>, Value)> {
    let tablebase = Tablebase::<G>::open_game(directory, Options::default()).unwrap();
    let mut values = Vec::new();
    for (&mover, turn) in ending.movers().iter().zip([Color::White, Color::Black]) {
        let index: Index<G> = Index::new(ending.material(mover));
        let position = |entry| {
            let board = index.unrank(entry);
            let white = if turn == Color::White { board } else { board.flip() };
            Position::new(turn, white.men, white.kings, white.enemy_men, white.enemy_kings).unwrap()
        };
        values.extend((0..index.size()).map(position).map(|at| (at, Value::stored(&tablebase, &at, true).unwrap())));
    }
    values
}

#[test]
fn one_wrong_value_is_found_wherever_it_is() {
    finds_one_wrong_value::<Russian>(&copies("one-value", 3));
}

/// Forges single values in tables of 2 and 3 pieces, one after another, and proves them.
pub fn finds_one_wrong_value<G: Game>(directory: &Path) {
    let mut random = Random(5);
    let mut found = 0;
    for ending in Ending::all(3) {
        let right = values::<G>(directory, ending);
        for metric in [Metric::Wdl, Metric::Dtw, Metric::Dtz, Metric::Dtw, Metric::Wdl] {
            let path = directory.join(format!("{ending}.{metric}"));
            let bytes = fs::read(&path).unwrap();
            let forged = one_wrong_value(&bytes, metric, &mut random);
            fs::write(&path, forged).unwrap();
            let wrong = values::<G>(directory, ending);
            let result = proved_in::<G>(directory, &[ending]);
            match right.iter().zip(&wrong).find(|(right, wrong)| right != wrong) {
                // The edited place belongs to no entry; the content has another digest.
                None => assert!(matches!(result, Err(VerifyError::Header(_))), "{path:?} {result:?}"),
                Some(((changed, _), _)) => {
                    both_agree_in::<G>(directory, &[ending]);
                    let VerifyError::Mismatch(mismatch) = result.unwrap_err() else { panic!("{changed} in {path:?}") };
                    assert_ne!(mismatch.stored, mismatch.expected, "{changed}");
                    assert!(wrong.contains(&(mismatch.position.parse().unwrap(), mismatch.stored)), "{changed}");
                    found += 1;
                }
            }
            fs::write(&path, bytes).unwrap();
        }
    }
    assert!(found >= 20, "only {found} forgeries changed a value");
    assert!(proved_in::<G>(directory, &all(3)).is_ok());
}

/// The place in a block of a changed value.
#[derive(Clone, Copy)]
enum Place {
    First,
    Last,
    Anywhere,
}

#[test]
fn both_checks_find_the_same_first_wrong_entry() {
    let directory = copies("both-checks", 4);
    // A rule so short that there are exceptions, won and lost ones.
    let short = empty_directory("both-checks-short");
    generate(&Request::pieces(3).settings(Settings::default().draw_plies(5)), &short, &()).unwrap();
    let mut random = Random(23);
    let changes = [(Place::First, 1), (Place::Last, 2), (Place::Anywhere, 1), (Place::Anywhere, 3)];
    for (directory, endings, changes) in [
        (&short, &["KKvK", "KMvK", "KMvM", "MMvM", "KKvM", "MMvK"][..], &changes[..]),
        (&directory, &["KKvKK", "KMvKM", "KKvMM", "MMvMM"], &changes[2..3]),
    ] {
        for name in endings {
            for metric in Metric::ALL {
                for &(place, change) in changes {
                    let path = directory.join(format!("{name}.{metric}"));
                    let bytes = fs::read(&path).unwrap();
                    let block = random.below(blocks(&bytes) as u64) as usize;
                    let forged = forge(&bytes, block, |values| {
                        let at = match place {
                            Place::First => 0,
                            Place::Last => values.len() - 1,
                            Place::Anywhere => random.below(values.len() as u64) as usize,
                        };
                        // A result among four, or a distance.
                        values[at] ^= if metric == Metric::Wdl { change << (2 * random.below(4)) } else { change };
                    });
                    fs::write(&path, forged).unwrap();
                    both_agree_in::<Russian>(directory, &[name.parse().unwrap()]);
                    fs::write(&path, bytes).unwrap();
                }
            }
        }
    }
}

#[test]
fn tables_of_another_rule_do_not_pass_for_this_one() {
    let directory = empty_directory("other-rule");
    generate(&Request::pieces(3).settings(Settings::default().draw_plies(4)), &directory, &()).unwrap();
    for (name, bytes) in files(&directory) {
        fs::write(directory.join(name), with_header(&bytes, |header| header[16] = 30)).unwrap();
    }
    let VerifyError::Mismatch(mismatch) = proved(&directory, &all(3)).unwrap_err() else { panic!("a mismatch") };
    assert_eq!(mismatch.stored.dtw, mismatch.expected.dtw, "only what the rule decides is wrong");
    assert_ne!(mismatch.stored.category, mismatch.expected.category);
}

#[test]
fn damaged_and_absent_tables_are_errors() {
    let directory = copies("damaged", 3);
    let path = directory.join("KKvM.dtz");
    let bytes = fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(&path, flipped).unwrap();
    let damaged = |error: &VerifyError| {
        matches!(error, VerifyError::Probe(ProbeError::Table(TableError::Damaged { damage: Damage::Block { .. }, .. })))
    };
    let error = proved(&directory, &all(3)).unwrap_err();
    assert!(damaged(&error), "{error}");
    fs::remove_file(&path).unwrap();
    let error = proved(&directory, &all(3)).unwrap_err();
    assert!(error.to_string().contains("KKvM.dtz is missing"), "{error}");
    // KMvM promotes to it.
    let error = proved(&directory, &["KMvM".parse().unwrap()]).unwrap_err();
    assert!(error.to_string().contains("KKvM.dtz is missing"), "{error}");
    bolshak(&["--material", "KMvM"], &directory).assert().code(1).stderr(contains("KKvM.dtz is missing"));
}

#[test]
fn recorded_endings_are_skipped_while_their_tables_are_the_same() {
    let directory = copies("record", 3);
    let record = directory.join("done");
    let run = |pieces: &str| bolshak(&["--resume", record.to_str().unwrap(), "--pieces", pieces], &directory).assert();
    run("2").success().stdout(contains("3,488 entries of 3 endings are right ("));
    // A run was killed while it wrote a line.
    fs::write(&record, fs::read_to_string(&record).unwrap() + "0123456789abcdef").unwrap();
    run("3").success().stdout(contains("of 9 endings are right, 3 endings verified before"));
    let text = fs::read_to_string(&record).unwrap();
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 9);
    run("3").success().stdout(contains("9 endings verified before."));
    // Another table of MvM, at another level of compression: three endings rest on it, and KvK, KvM, KKvK and KKvM do not.
    let less = empty_directory("record-level-1");
    generate(&Request::pieces(2).settings(Settings::default().level(1)), &less, &()).unwrap();
    let other = fs::read(less.join("MvM.dtw")).unwrap();
    assert_ne!(other, fs::read(directory.join("MvM.dtw")).unwrap());
    fs::write(directory.join("MvM.dtw"), other).unwrap();
    run("3").success().stdout(
        contains("MvM                 760 right      ").and(contains("KKvM             26,040 right  verified before")),
    );
    // The machine lost power while a line was written.
    fs::write(&record, format!("{text}{}\0\0\0", &text.lines().next_back().unwrap()[..9])).unwrap();
    run("3").success().stdout(contains("verified before ("));
    // A run was killed while it wrote the title.
    fs::write(&record, &text[..40]).unwrap();
    run("2").success().stdout(contains("3 endings are right ("));
    run("2").success().stdout(contains("3 endings verified before."));
}

#[test]
fn a_file_that_is_no_record_is_left_unchanged() {
    let directory = copies("no-record", 2);
    let foreign = directory.join("foreign");
    let record = directory.join("done");
    bolshak(&["--resume", record.to_str().unwrap()], &directory).assert().success();
    let text = fs::read_to_string(&record).unwrap();
    // The first version of the record had no title, and digests of headers.
    let first = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect::<String>();
    let earlier = text.replace("version 3", "version 2");
    let later = text.replace("version 3", "version 4");
    for (bytes, message) in [
        (fs::read(directory.join("KvK.wdl")).unwrap(), "is not a record of verified endings"),
        (b"# a list\n".to_vec(), "is not a record of verified endings"),
        (format!("{text}nonsense\n").into_bytes(), "is not a record of verified endings"),
        (format!("{text}nonsense").into_bytes(), "is not a record of verified endings"),
        (first.into_bytes(), "is a record of another version"),
        (earlier.into_bytes(), "is a record of another version"),
        (later.into_bytes(), "is a record of another version"),
    ] {
        fs::write(&foreign, &bytes).unwrap();
        bolshak(&["--resume", foreign.to_str().unwrap()], &directory).assert().code(1).stderr(contains(message));
        assert!(fs::read(&foreign).unwrap() == bytes, "no file but a record is touched");
    }
    // Windows does not report the kind of NUL; it cannot be locked.
    let (devices, message) = if cfg!(unix) {
        (&["/dev/zero", "/dev/null"][..], "is not a record")
    } else {
        (&["NUL"][..], "cannot use the record")
    };
    for device in devices {
        bolshak(&["--resume", device], &directory).assert().code(1).stderr(contains(message));
    }
    assert!(Record::open(Path::new("/nowhere/done")).unwrap_err().to_string().contains("/nowhere/done"));
}

#[test]
fn a_record_vouches_for_every_byte_of_a_table() {
    let directory = copies("every-byte", 3);
    let record = directory.join("done");
    let run = || bolshak(&["--resume", record.to_str().unwrap(), "--pieces", "3"], &directory).assert();
    run().success();
    let mut random = Random(11);
    for name in ["KKvM.wdl", "KKvM.dtw", "KvK.dtz"] {
        let path = directory.join(name);
        let bytes = fs::read(&path).unwrap();
        let mut zeroed = bytes.clone();
        zeroed[300.min(bytes.len() - 20)..].fill(0);
        fs::write(&path, zeroed).unwrap();
        run().code(1).stderr(contains(format!("{name} is damaged")));
        for _ in 0..5 {
            let mut flipped = bytes.clone();
            flipped[random.below(bytes.len() as u64) as usize] ^= 1 << random.below(8);
            fs::write(&path, flipped).unwrap();
            run().code(1).stderr(contains("is damaged").or(contains("format version")));
        }
        fs::write(&path, bytes).unwrap();
        run().success().stdout(contains("9 endings verified before."));
    }
    // One other value with right checksums: the header has the digest of the old content.
    let path = directory.join("KvK.dtz");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, forge(&bytes, 0, |values| values[0] += 1)).unwrap();
    run().code(1).stdout(contains(" is wrong in the tables:"));
    fs::write(&path, &bytes).unwrap();
    // The same values at another level of compression: all endings are proved again.
    let less = empty_directory("every-byte-level-1");
    generate(&Request::pieces(3).settings(Settings::default().level(1)), &less, &()).unwrap();
    for (name, bytes) in files(&less) {
        fs::write(directory.join(name), bytes).unwrap();
    }
    run().success().stdout(contains("KKvM             26,040 right  verified before").not());
    run().success().stdout(contains("9 endings verified before."));
}

/// Changes the tables after the first entries are checked.
struct Meanwhile<F>(Once, F);

impl<F: Fn() + Sync> Progress<Event> for Meanwhile<F> {
    fn report(&self, event: &Event) {
        if let Event::Checked { .. } = event {
            self.0.call_once(&self.1);
        }
    }
}

#[test]
fn a_record_vouches_for_the_bytes_that_were_read_and_no_others() {
    let directory = copies("meanwhile", 2);
    let path = directory.join("KvK.dtz");
    let bytes = fs::read(&path).unwrap();
    let wrong = forge(&bytes, 0, |values| values[0] += 1);
    let kings: [Ending; 1] = ["KvK".parse().unwrap()];
    let prove_while = |record: &Path, meanwhile: &(dyn Fn() + Sync)| {
        let record = Record::open(record).unwrap();
        prove(&Tablebase::open(&directory).unwrap(), &kings, Some(record), &Meanwhile(Once::new(), meanwhile))
    };
    // Another file replaces one that was read. The record notes the one that was read.
    let record = directory.join("replaced");
    let replace = || {
        fs::write(directory.join("new"), &wrong).unwrap();
        system::replace(&directory.join("new"), &path).unwrap();
    };
    assert!(prove_while(&record, &replace).is_ok());
    let error = prove_while(&record, &|| ()).unwrap_err();
    assert!(matches!(error, VerifyError::Mismatch(_)), "{error}");
    // A file is written to after it was read: nothing is noted.
    fs::write(&path, &bytes).unwrap();
    let record = directory.join("written");
    let error = prove_while(&record, &|| fs::write(&path, &wrong).unwrap()).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    assert!(!fs::read_to_string(&record).unwrap().contains("  KvK"));
    // The proof reads a different file than was opened: an error, and nothing is noted.
    fs::write(&path, &bytes).unwrap();
    let (tablebase, less) = (Tablebase::open(&directory).unwrap(), empty_directory("meanwhile-level-1"));
    generate(&Request::pieces(2).settings(Settings::default().level(1)), &less, &()).unwrap();
    for (name, bytes) in files(&less) {
        fs::write(directory.join("new"), &bytes).unwrap();
        system::replace(&directory.join("new"), &directory.join(name)).unwrap();
    }
    let record = Record::open(&directory.join("other-level")).unwrap();
    let error = prove(&tablebase, &all(2), Some(record), &()).unwrap_err();
    assert!(matches!(error, VerifyError::Probe(ProbeError::Table(TableError::Replaced { .. }))), "{error}");
}

/// Stops after a number of events of checked or read entries.
struct StopAfter(AtomicU64);

impl Progress<Event> for StopAfter {
    fn report(&self, event: &Event) {
        if let Event::Checked { .. } | Event::Read { .. } = event {
            let _ = self.0.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        }
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

#[test]
fn a_stopped_proof_keeps_what_it_has_noted() {
    let (directory, tablebase) = (copies("stopped", 3), Tablebase::open(copies("stopped-tables", 3)).unwrap());
    let path = directory.join("done");
    let noted = || fs::read_to_string(&path).unwrap().lines().filter(|line| !line.starts_with('#')).count();
    let (mut runs, mut before) = (0, 0);
    loop {
        let record = Record::open(&path).unwrap();
        // A run first rereads the data of earlier runs, so each run gets a little further.
        match prove(&tablebase, &all(3), Some(record), &StopAfter(AtomicU64::new(7 + 3 * runs))) {
            Ok(verified) => {
                assert_eq!(verified.len(), 9);
                assert_eq!(verified.iter().filter(|verified| verified.time.is_none()).count(), before);
                break;
            }
            Err(error) => assert!(matches!(error, VerifyError::Stopped), "{error}"),
        }
        assert!(noted() >= before);
        (runs, before) = (runs + 1, noted());
    }
    assert!(runs >= 3 && before > 0, "{runs} {before}");
    assert_eq!(noted(), 9);
    // Each stops before it compares, proves, draws or reads anything.
    let stop = StopAfter(AtomicU64::new(0));
    let record = Record::open(&path).unwrap();
    assert!(matches!(prove(&tablebase, &all(3), Some(record), &stop), Err(VerifyError::Stopped)));
    assert!(matches!(prove(&tablebase, &all(3), None, &stop), Err(VerifyError::Stopped)));
    assert!(matches!(sample(&tablebase, all(2)[0], 10, 1, &stop), Err(VerifyError::Stopped)));
    let runs = Runs { entries: 10, length: 5, seed: 1, memory: 0 };
    assert!(matches!(sample_runs(&tablebase, all(2)[0], runs, &stop), Err(VerifyError::Stopped)));
    assert!(matches!(
        check(GameName::Russian, &directory, &[], &Published::of(GameName::Russian), &stop),
        Err(CheckError::Stopped)
    ));
    assert_eq!(noted(), 9);
}

#[test]
#[cfg_attr(not(unix), ignore = "needs signals")]
fn signals_stop_a_check_in_good_order() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let directory = empty_directory("verify-signals");
    let tables = four_pieces().to_str().unwrap();
    let verify = ["verify", "--threads", "1", "--tables", tables];
    for (arguments, sentence) in [
        (&["--resume", "done"][..], "the endings done are noted in done; the same command goes on after them"),
        (
            &[],
            "bolshak: stopped: no ending is noted; with --resume FILE the same command would go on after the finished ones\n",
        ),
        (&["--sample", "100000"], "bolshak: stopped\n"),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.args(verify).args(arguments).current_dir(&directory).stderr(Stdio::piped()).stdout(Stdio::piped());
        let mut run = command.spawn().unwrap();
        // It listens for signals before it writes its first line.
        let mut line = String::new();
        BufReader::new(run.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        signal(&run, "INT");
        let output = run.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(130) && text.contains(sentence), "{:?} {text}", output.status);
    }
    let goes_on = bolshak(&["--resume", "done", "--pieces", "3"], four_pieces()).current_dir(&directory).assert();
    goes_on.success().stdout(contains("right  verified before"));
}

#[test]
fn each_file_is_compared_once() {
    #[derive(Default)]
    struct Bytes([AtomicU64; 2]);
    impl Progress<Event> for Bytes {
        fn report(&self, event: &Event) {
            match event {
                Event::Comparing { bytes } => self.0[0].fetch_add(*bytes, Relaxed),
                Event::Compared { bytes } => self.0[1].fetch_add(*bytes, Relaxed),
                _ => 0,
            };
        }
    }
    let directory = copies("once", 3);
    let size: usize = files(&directory).values().map(Vec::len).sum();
    let tablebase = Tablebase::open(&directory).unwrap();
    for bytes in [0, size as u64] {
        let watcher = Bytes::default();
        let record = Record::open(&directory.join("done")).unwrap();
        prove(&tablebase, &all(3), Some(record), &watcher).unwrap();
        assert_eq!(watcher.0.map(AtomicU64::into_inner), [bytes, bytes]);
    }
}

#[test]
fn a_record_is_for_one_run_at_a_time() {
    let directory = copies("locked", 2);
    let path = directory.join("done");
    let run = || bolshak(&["--resume", path.to_str().unwrap()], &directory).assert();
    let held = Record::open(&path).unwrap();
    // The other run is in the middle of a line.
    let text = fs::read_to_string(&path).unwrap() + "0123";
    fs::write(&path, &text).unwrap();
    run().code(1).stderr(contains("another run is using the record"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert!(matches!(Record::open(&path), Err(RecordError::Locked { .. })));
    drop(held);
    run().success();
}

#[test]
fn the_first_wrong_entry_is_shown_with_all_that_makes_it_wrong() {
    let directory = copies("shown", 3);
    let path = directory.join("KKvK.dtw");
    let forged = forge(&fs::read(&path).unwrap(), 0, |values| values[100] += 1);
    fs::write(path, forged).unwrap();
    let shown = bolshak(&["--material", "KKvK"], &directory).assert().code(1);
    let text = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("B:WK") && lines[0].ends_with(" is wrong in the tables:"), "{text}");
    assert!(lines[1].starts_with("  stored    loss, dtw ") && lines[2].starts_with("  expected  loss, dtw "), "{text}");
    assert_eq!(lines[3], "after its moves, for the side then to move:");
    assert!(lines.len() > 6, "{text}");
    let shown = bolshak(&["--material", "KKvK", "--json", "--threads", "1"], &directory).assert().code(1);
    let json: serde_json::Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!((json["status"].as_str(), json["stored"] == json["expected"]), (Some("wrong"), false), "{json}");
    assert_eq!(json["moves"].as_array().unwrap().len(), lines.len() - 4);
    assert_eq!(format!("{} is wrong in the tables:", json["fen"].as_str().unwrap()), lines[0], "always the first");
}

#[test]
fn the_output_says_what_was_checked() {
    let three = copies("output", 3);
    bolshak(&["--material", "KMvM"], &three).assert().success().stdout(contains("They rest on endings that were read"));
    bolshak(&["--sample", "100", "--seed", "2", "--pieces", "3"], &three)
        .assert()
        .success()
        .stdout(contains("900 random positions of 9 endings are right (").and(contains("They rest").not()));
    for wrong in [&["--sample", "0"][..], &["--sample", "5", "--checksums"], &["--seed", "5"], &["--write", "x"]] {
        bolshak(wrong, &three).assert().code(2);
    }
    bolshak(&["--sample", "5", "--memory", "1GiB"], &three).assert().code(2).stderr(contains("needs --run with it"));
    let runs = ["--sample", "500", "--run", "50", "--memory", "100MB", "--material", "KMvM"];
    bolshak(&runs, &three).assert().success().stdout(contains("entries in random runs of 1 ending are right"));
    let json = bolshak(&["--json", "--pieces", "2"], &three).assert().success();
    let text = String::from_utf8(json.get_output().stdout.clone()).unwrap();
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&first["ending"], &first["counts"]["win"]), (&"KvK".into(), &194.into()));
}
