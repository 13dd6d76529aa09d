//! Files of tables that change while in use: replaced, moved, damaged, or too many open.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::forge::{forge, with_header};
use crate::common::{empty_directory, files, four_pieces, position};
use bolshak::generate::{Request, Settings, generate};
use bolshak::probe::{Options, ProbeError, Tablebase};
use bolshak::table::TableError;
use bolshak_system as system;

/// A copy of the tables to a number of pieces, at most four.
fn copy(name: &str, pieces: usize) -> PathBuf {
    let directory = empty_directory(name);
    for (file, bytes) in files(four_pieces()) {
        // A name such as "KKvMM.wdl" has five more characters than pieces.
        if file.len() <= pieces + 5 {
            fs::write(directory.join(file), bytes).unwrap();
        }
    }
    directory
}

fn replace(path: &Path, bytes: &[u8]) {
    let new = path.with_extension("new");
    fs::write(&new, bytes).unwrap();
    system::replace(&new, path).unwrap();
}

const FEN: &str = "W:WKa1,Kc1:BKh8";

#[test]
fn a_table_that_comes_back_answers_again() {
    let directory = copy("moved", 3);
    let (path, away) = (directory.join("KKvK.wdl"), directory.join("away"));
    let tablebase = Tablebase::open(&directory).unwrap();
    fs::rename(&path, &away).unwrap();
    let error = tablebase.probe(&position(FEN), 0).unwrap_err();
    assert!(matches!(error, ProbeError::Table(TableError::Read { .. })), "{error}");
    fs::rename(&away, &path).unwrap();
    assert!(tablebase.probe(&position(FEN), 0).is_ok());
}

#[test]
fn a_table_that_could_not_be_read_at_first_is_tried_again() {
    let directory = copy("unreadable", 3);
    let (path, away) = (directory.join("KKvK.wdl"), directory.join("away"));
    fs::rename(&path, &away).unwrap();
    fs::create_dir(&path).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let error = tablebase.probe(&position(FEN), 0).unwrap_err();
    assert!(matches!(error, ProbeError::Table(TableError::Read { .. })), "{error}");
    fs::remove_dir(&path).unwrap();
    fs::rename(&away, &path).unwrap();
    assert!(tablebase.probe(&position(FEN), 0).is_ok());
}

#[test]
fn a_table_of_another_level_takes_the_place_of_one_in_use() {
    let directory = copy("recompressed", 4);
    let other = empty_directory("level-19");
    generate(&Request::pieces(4).settings(Settings::default().level(19)), &other, &()).unwrap();
    let before = Tablebase::open(four_pieces()).unwrap();
    let tablebase = Tablebase::open(&directory).unwrap();
    let position = position("W:WKc3,Kd6,Ke3:BKd8");
    let asked = crate::common::position("W:WKa1,c3:BKh8");
    assert!(tablebase.probe(&asked, 0).is_ok());
    for (file, bytes) in files(&other) {
        replace(&directory.join(file), &bytes);
    }
    assert_ne!(files(&directory), files(four_pieces()), "the level changes the bytes");
    // A table not read before, and one that was: its file is read to the end, or reopened.
    for position in [position, asked] {
        assert_eq!(tablebase.rank_moves(&position, 0).unwrap(), before.rank_moves(&position, 0).unwrap());
    }
}

#[test]
fn a_table_of_other_values_is_not_taken_for_the_one_in_use() {
    let directory = copy("other-values", 3);
    let path = directory.join("KKvK.wdl");
    let tablebase = Tablebase::open(&directory).unwrap();
    let forged = with_header(&forge(&fs::read(&path).unwrap(), 0, |values| values[0] ^= 1), |header| header[40] ^= 1);
    replace(&path, &forged);
    let error = tablebase.probe(&position(FEN), 0).unwrap_err();
    assert!(matches!(error, ProbeError::Table(TableError::Replaced { .. })), "{error}");
}

#[test]
fn a_damaged_table_in_use_answers_once_it_is_replaced() {
    let directory = copy("mended", 3);
    let path = directory.join("KKvK.wdl");
    let whole = fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[400] ^= 1;
    // The file ends with its last block, which becomes longer than any block.
    let length = whole.len() + (1 << 20);
    let mut long = with_header(&whole, |header| header[224..232].copy_from_slice(&(length as u64).to_le_bytes()));
    long.resize(length, 0);
    let positions = [position(FEN), position("B:WKa3,Kc1:BKh8")];
    for damaged in [flipped, long] {
        replace(&path, &damaged);
        let tablebase = Tablebase::open(&directory).unwrap();
        let errors: Vec<_> = positions.iter().filter_map(|asked| tablebase.probe(asked, 0).err()).collect();
        assert!(!errors.is_empty());
        assert!(
            errors.iter().all(|error| matches!(error, ProbeError::Table(TableError::Damaged { .. }))),
            "{errors:?}"
        );
        replace(&path, &whole);
        assert!(positions.iter().all(|asked| tablebase.probe(asked, 0).is_ok()));
    }
}

#[test]
fn a_header_that_is_mended_answers_again() {
    let directory = copy("header", 3);
    for (file, wrong) in [("KKvK.wdl", &b"BOLSHAK"[..]), ("KKvK.dtw", &[b'x'; 300]), ("KKvK.dtz", &[])] {
        let path = directory.join(file);
        let whole = fs::read(&path).unwrap();
        replace(&path, wrong);
        let tablebase = Tablebase::open(&directory).unwrap();
        for _ in 0..2 {
            let error = tablebase.probe(&position(FEN), 0).unwrap_err();
            assert!(matches!(error, ProbeError::Table(TableError::Damaged { .. })), "{error}");
        }
        replace(&path, &whole);
        assert!(tablebase.probe(&position(FEN), 0).is_ok());
    }
}

#[test]
fn a_file_that_is_damaged_while_it_is_open_gives_way_to_the_one_of_its_name() {
    let directory = copy("blocks", 4);
    let whole = files(four_pieces());
    let tablebase = Tablebase::open_with(&directory, Options::default().with_cache_bytes(0)).unwrap();
    let asked = position("W:WKc3,Kd6,Ke3:BKd8");
    let before = tablebase.rank_moves(&asked, 0).unwrap();
    for (file, bytes) in &whole {
        // The file is written to in place, so the open file is damaged from its directory on.
        let path = directory.join(file);
        let length = fs::metadata(&path).unwrap().len() as usize;
        File::options().write(true).open(&path).unwrap().write_all(&vec![0; length]).unwrap();
        replace(&path, bytes);
    }
    assert_eq!(tablebase.rank_moves(&asked, 0).unwrap(), before);
}

/// The program that reads positions from a pipe.
struct Asked {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Asked {
    fn new(tables: &Path) -> Asked {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bolshak"))
            .args(["probe", "--no-moves", "--tables"])
            .arg(tables)
            .arg("-")
            // Memory for reading a block comes from the system, as the heap is nearly full.
            .env("MALLOC_MMAP_THRESHOLD_", "32768")
            .env("MALLOC_TOP_PAD_", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Asked { child, answers }
    }

    fn ask(&mut self, fen: &str) -> String {
        writeln!(self.child.stdin.as_mut().unwrap(), "{fen}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        answer
    }

    fn limit_files(&self, most: u32) {
        let process = format!("--pid={}", self.child.id());
        let set = Command::new("prlimit").args([process, format!("--nofile={most}:1024")]).status();
        assert!(set.unwrap().success());
    }

    fn open_files(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).unwrap().count()
    }
}

/// Tables are removed, and made again, while a process has them open.
#[test]
fn tables_may_be_replaced_while_they_are_asked() {
    let tables = copy("asked", 4);
    let fens = ["W:WKc3:BKd8", "W:Wa1:Bh8", "B:WKa1,Kc1:BKg5,Kh8", "W:WKa1,Kc1,Ke1:BKf8", "W:Wc3,d2:Bf6,h8"];
    let mut asked = Asked::new(&tables);
    let before = fens.map(|fen| asked.ask(fen));
    assert!(before.iter().all(|answer| answer.contains("\"category\"")), "{before:?}");
    // Renamed over, as a new download does it.
    for (name, bytes) in files(&tables) {
        replace(&tables.join(name), &bytes);
    }
    assert_eq!(fens.map(|fen| asked.ask(fen)), before);
    // Removed, and made again by the program.
    for name in files(&tables).keys() {
        fs::remove_file(tables.join(name)).unwrap();
    }
    generate(&Request::pieces(4), &tables, &()).unwrap();
    assert_eq!(fens.map(|fen| asked.ask(fen)), before);
    assert_eq!(fens.map(|fen| Asked::new(&tables).ask(fen)), before);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs prlimit")]
fn an_error_of_too_many_open_files_passes() {
    let mut asked = Asked::new(four_pieces());
    assert!(asked.ask(FEN).contains("\"category\""));
    asked.limit_files(3);
    let answer = asked.ask("W:WKa1:Bh6,g7");
    assert!(answer.contains("Too many open files") && answer.contains("(ulimit -n)"), "{answer}");
    asked.limit_files(1024);
    let answer = asked.ask("W:WKa1:Bh6,g7");
    assert!(answer.contains("\"category\""), "{answer}");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs prlimit")]
fn too_little_memory_for_a_block_is_an_error_that_passes() {
    let mut asked = Asked::new(four_pieces());
    // It has answered, but unpacked no block yet.
    assert!(asked.ask("no position").contains("\"error\""));
    let status = fs::read_to_string(format!("/proc/{}/status", asked.child.id())).unwrap();
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:")).unwrap().trim();
    let bytes = size.strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10;
    let limit = |bytes: &str| {
        let process = format!("--pid={}", asked.child.id());
        assert!(Command::new("prlimit").args([process, format!("--as={bytes}:unlimited")]).status().unwrap().success());
    };
    limit(&bytes.to_string());
    // Free heap memory may suffice for the first. Men are left out: without memory to number them the program exits.
    const FENS: [&str; 3] = [FEN, "W:WKa1,Kc1:BKg5,Kh8", "W:WKa1,Kc1,Ke1:BKh8"];
    let answers = FENS.map(|fen| asked.ask(fen));
    let failed = answers.iter().filter(|answer| answer.contains("\"error\""));
    assert!(failed.clone().count() > 0 && failed.clone().all(|answer| answer.contains("memory")), "{answers:?}");
    let process = format!("--pid={}", asked.child.id());
    assert!(Command::new("prlimit").args([process, "--as=unlimited".into()]).status().unwrap().success());
    assert!(FENS.iter().all(|fen| asked.ask(fen).contains("\"category\"")));
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs prlimit")]
fn files_stay_open_for_few_tables_only() {
    let mut asked = Asked::new(four_pieces());
    let mut random = crate::common::Random(1);
    assert!(asked.ask(FEN).contains("\"category\""));
    let few = asked.open_files();
    asked.limit_files(few as u32 + 3);
    // Every table of every ending is read, with room for three open files.
    for _ in 0..3000 {
        let pieces = 2 + random.below(3);
        let fen = random.position::<bolshak::board::Russian>(pieces).to_string();
        let answer = asked.ask(&fen);
        assert!(answer.contains("\"category\""), "{answer}");
    }
    assert!(asked.open_files() <= few + 3);
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /proc")]
fn no_more_tables_are_open_than_the_bound() {
    // More tables than the process keeps open.
    let tablebases: Vec<_> = (0..4).map(|_| Tablebase::open(four_pieces()).unwrap()).collect();
    let mut random = crate::common::Random(2);
    for _ in 0..3000 {
        let pieces = 2 + random.below(3);
        let position = random.position::<bolshak::board::Russian>(pieces);
        tablebases.iter().for_each(|tablebase| assert!(tablebase.probe(&position, 0).is_ok()));
    }
    let open = |entry: &fs::DirEntry| fs::read_link(entry.path()).is_ok_and(|path| path.starts_with(four_pieces()));
    let count = fs::read_dir("/proc/self/fd").map(|all| all.flatten().filter(open).count());
    assert!(count.is_ok_and(|count| (64..=136).contains(&count)), "the bound is 128");
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs ulimit -v")]
fn a_block_of_forged_length_takes_no_memory() {
    let directory = copy("forged-length", 3);
    // The file ends with its last block, which becomes as long as the file.
    for name in ["KKvK.wdl", "KKvM.dtw"] {
        const LENGTH: u64 = 3 << 30;
        let path = directory.join(name);
        let whole = fs::read(&path).unwrap();
        assert!(name.ends_with("dtw") || whole[32..40] == [0; 8], "no exceptions follow");
        fs::write(&path, with_header(&whole, |header| header[224..232].copy_from_slice(&LENGTH.to_le_bytes())))
            .unwrap();
        File::options().write(true).open(&path).unwrap().set_len(LENGTH).unwrap();
    }
    for command in ["verify --checksums --threads 1", "probe --no-moves W:WKa1,Kc1:BKh8 W:WKa1,Kc1:Bg7 B:WKa1,Kc1:Bg7"]
    {
        let program = env!("CARGO_BIN_EXE_bolshak");
        let limited = format!("ulimit -v 1000000; exec {program} {command} --tables {}", directory.display());
        let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(error.contains("is damaged (block"), "{error}");
    }
}
