//! `verify --checksums`: whole tables pass, and the faults of a table are reported only for that table.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::forge::{blocks, with_header};
use crate::common::{ROOT, empty_directory, files, four_pieces};
use assert_cmd::Command;
use bolshak::board::GameName;
use bolshak::generate::{Request, Settings, generate};
use bolshak::index::Ending;
use bolshak::table::{Bytes, Damage, Header, Metric, Table, TableError, TableName};
use bolshak::verify::{Checksums, Finding, Published, check};
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

/// `bolshak verify --checksums` of a directory.
fn verify(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").args(["verify", "--checksums", "--tables"]).arg(directory);
    command
}

/// A directory with copies of the tables of some endings.
fn copies(purpose: &str, endings: &[&str]) -> PathBuf {
    let directory = empty_directory(purpose);
    for (name, bytes) in files(four_pieces()) {
        if endings.contains(&name.split_once('.').unwrap().0) {
            fs::write(directory.join(name), bytes).unwrap();
        }
    }
    directory
}

fn name(text: &str) -> TableName {
    text.parse().unwrap()
}

/// The library's finding in a table.
fn finding(directory: &Path, table: &str) -> Finding {
    let checked = check(GameName::Russian, directory, &[], &Published::of(GameName::Russian), &()).unwrap();
    checked.into_iter().find(|checked| checked.name == name(table)).unwrap().finding
}

/// The header of a table.
fn header(directory: &Path, table: &str) -> Header {
    let TableName { ending, metric } = name(table);
    Table::<bolshak::board::Russian>::open(Bytes::File(directory.join(table)), ending, metric).unwrap().header().clone()
}

/// Wrong counts give wrong distances: the digest covers them, as it does the rows of a block and the number of distances.
#[test]
fn false_counts_are_found() {
    let directory = copies("counts", &["KMvKM"]);
    let path = directory.join("KMvKM.dtw");
    let bytes = fs::read(&path).unwrap();
    // One for each block of results.
    let counts = 256..256 + 5 * blocks(&fs::read(directory.join("KMvKM.wdl")).unwrap());
    let entries_end = counts.end + 9 * blocks(&bytes);
    for (skipped, damage) in [(0, Damage::Directory), (1, Damage::Digest)] {
        let mut forged = bytes.clone();
        forged[counts.clone()].chunks_mut(5).skip(skipped).for_each(|count| count[0] ^= 1);
        let crc = crc32fast::hash(&forged[256..entries_end]);
        fs::write(&path, with_header(&forged, |header| header[216..220].copy_from_slice(&crc.to_le_bytes()))).unwrap();
        let found = finding(&directory, "KMvKM.dtw");
        assert!(
            matches!(&found, Finding::Faulty(TableError::Damaged { damage: it, .. }) if *it == damage),
            "{found:?}"
        );
    }
    for (at, by) in [(20, 1), (32, 1)] {
        fs::write(&path, with_header(&bytes, |header| header[at] += by)).unwrap();
        assert!(!finding(&directory, "KMvKM.dtw").is_good(), "{at}");
    }
}

/// Writes the bytes of a table, with the right checksum in the header.
fn write_with_header_crc(path: &Path, mut bytes: Vec<u8>) {
    let crc = crc32fast::hash(&bytes[..252]);
    bytes[252..256].copy_from_slice(&crc.to_le_bytes());
    fs::write(path, bytes).unwrap();
}

#[test]
fn every_table_to_four_pieces_is_the_published_one() {
    let checked = check(GameName::Russian, four_pieces(), &[], &Published::of(GameName::Russian), &()).unwrap();
    assert_eq!(checked.len(), 3 * 23);
    for table in &checked {
        assert!(matches!(table.finding, Finding::Published), "{} {:?}", table.name, table.finding);
    }
    let mut names: Vec<TableName> = checked.iter().map(|table| table.name).collect();
    names.sort();
    assert!(names.iter().eq(checked.iter().map(|table| &table.name)), "in order");
    let summary = "69 whole, 69 as published, 0 not published here, 0 damaged.\n";
    verify(four_pieces()).arg("--pieces").arg("4").assert().code(0).stdout(contains(summary)).stderr("");
}

#[test]
fn the_tables_in_the_repository_pass_at_any_level_of_compression() {
    let repository = Path::new(ROOT).join("tables");
    verify(&repository).args(["--pieces", "3"]).assert().code(0).stdout(contains("27 whole, 27 as published"));
    // The side to move of a table of distances does not depend on the level either.
    for level in [1, 9, 19] {
        let directory = empty_directory("level");
        generate(&Request::pieces(3).settings(Settings::default().level(level)), &directory, &()).unwrap();
        assert!(files(&directory) != files(&repository));
        verify(&directory).assert().code(0).stdout(contains("27 whole, 27 as published"));
    }
}

/// Whether a flipped bit is found, as damage of this table, in the header, the directory, the blocks and the list of
/// exceptions.
fn flip(directory: &Path, table: &str) {
    let path = directory.join(table);
    let (header, whole) = (header(directory, table), fs::read(&path).unwrap());
    let (data, exceptions) = (256 + 9 * header.blocks() as usize, whole.len() - 8 * header.exceptions as usize);
    assert!(data < exceptions);
    for at in [0, 8, 20, 45, 100, 255, 256, data - 4, data, (data + exceptions) / 2, exceptions - 1, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let found = finding(directory, table);
        let version = matches!(found, Finding::Faulty(TableError::Version { .. }));
        assert!(matches!(found, Finding::Faulty(TableError::Damaged { .. })) || at == 8 && version, "{at}: {found:?}");
        let message = contains(format!("{table} is damaged")).or(contains("format version"));
        verify(directory).assert().code(1).stdout(message).stderr("");
    }
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    verify(directory).assert().code(1).stdout(contains("1 damaged"));
}

#[test]
fn a_flipped_byte_anywhere_is_damage() {
    let directory = copies("flipped", &["KvK", "KKKvK", "KMvKM"]);
    flip(&directory, "KMvKM.wdl");
    let summary = "8 whole, 8 as published, 0 not published here, 1 damaged.\n";
    verify(&directory).assert().code(1).stdout(contains(summary));
    // With few pieces only a shorter draw rule has cursed wins.
    let directory = empty_directory("flipped-exceptions");
    generate(&Request::pieces(3).settings(Settings::default().draw_plies(4)), &directory, &()).unwrap();
    let exceptional = files(&directory).into_keys().find(|table| header(&directory, table).exceptions > 0);
    flip(&directory, &exceptional.expect("some table has exceptions"));
}

#[test]
fn a_digest_that_is_not_the_contents_is_damage() {
    let directory = copies("digest", &["KvK", "KKvK"]);
    let path = directory.join("KKvK.dtw");
    let mut bytes = fs::read(&path).unwrap();
    bytes[40] ^= 1;
    write_with_header_crc(&path, bytes);
    let found = finding(&directory, "KKvK.dtw");
    assert!(matches!(found, Finding::Faulty(TableError::Damaged { damage: Damage::Digest, .. })), "{found:?}");
}

#[test]
fn tables_for_another_draw_rule_are_different() {
    let directory = empty_directory("other-rule");
    generate(&Request::pieces(3).settings(Settings::default().draw_plies(4)), &directory, &()).unwrap();
    assert!(matches!(finding(&directory, "KKvK.dtz"), Finding::Different { .. }));
    assert!(matches!(finding(&directory, "MvM.wdl"), Finding::OtherRule { draw_plies: 4, .. }), "the same values");
    let summary = "27 whole, 0 as published, 0 not published here, 0 damaged, 27 different.\n";
    let message = contains("KKvK.dtz holds other values").and(contains("MvM.wdl was made for a draw rule of 4 plies"));
    verify(&directory).assert().code(1).stdout(contains(summary).and(message));
    let list = directory.join("list");
    verify(&directory).arg("--write").arg(&list).assert().code(1).stdout(contains("list is not written"));
    assert!(!list.exists());
}

#[test]
fn a_table_that_is_asked_for_must_be_there() {
    let directory = copies("missing", &["KvK", "KvM", "MvM", "KKvK"]);
    verify(&directory).assert().code(0).stdout(contains("12 whole, 12 as published"));
    verify(&directory).args(["--pieces", "2"]).assert().code(0).stdout(contains("9 tables"));
    fs::remove_file(directory.join("KvM.dtz")).unwrap();
    let message = contains("KvM.dtz is missing; \"bolshak generate --material KvM --tables ");
    let summary = contains("8 whole, 8 as published, 0 not published here, 0 damaged, 1 missing.\n");
    verify(&directory).args(["--pieces", "2"]).assert().code(1).stdout(message.and(summary));
    verify(&directory).args(["--material", "KvKK", "--material", "KvK"]).assert().code(0).stdout(contains("6 tables"));
    verify(&directory).args(["--material", "KMvK"]).assert().code(1).stdout(contains("3 missing"));
    verify(&directory).assert().code(0);
    verify(&directory.join("absent")).assert().code(1).stderr(contains("absent"));
    verify(&empty_directory("empty")).assert().code(1).stderr(contains("no tables"));
}

#[test]
fn foreign_files_do_not_stop_the_others() {
    let directory = copies("foreign", &["KvK", "KvM", "MvM", "KKvK"]);
    fs::write(directory.join("notes.txt"), "none of ours").unwrap();
    fs::write(directory.join("KvK.wdl"), "no table").unwrap();
    fs::write(directory.join("KvK.dtw"), [b'x'; 300]).unwrap();
    fs::copy(directory.join("KvM.dtw"), directory.join("MvM.dtw")).unwrap();
    let mut newer = fs::read(directory.join("KvM.wdl")).unwrap();
    newer[8] = 4;
    fs::write(directory.join("KvM.wdl"), newer).unwrap();
    fs::create_dir(directory.join("KMvK.wdl")).unwrap();
    let summary = contains("8 whole, 8 as published, 0 not published here, 3 damaged, 2 unreadable.\n");
    let message = contains("KvM.wdl has format version 4").and(contains("KMvK.wdl: it is not a regular file"));
    verify(&directory).assert().code(1).stdout(summary.and(message)).stderr("");
}

#[test]
fn json_has_a_line_for_each_table() {
    let directory = copies("json", &["KvK"]);
    fs::write(directory.join("KvK.dtz"), "no table").unwrap();
    let output = verify(&directory).args(["--json", "--material", "KvK", "--material", "KvM"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<_> = rows.iter().map(|row| row["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["published", "published", "damaged", "missing", "missing", "missing"]);
    let digest = "d4ddb43169dc2b8c1e316158c933b2feb3fcbc1b7a098b5db01ebe55162251bd";
    assert_eq!(
        rows[0],
        serde_json::json!({
            "table": "KvK.wdl", "status": "published", "digest": digest, "statistics": "published",
        })
    );
    assert!(rows[2]["error"].as_str().unwrap().contains("KvK.dtz is damaged"));
}

#[test]
fn a_list_is_written_and_compared_with() {
    let directory = copies("list", &["KvK", "KKvK", "KKKvK"]);
    let list = directory.join("CHECKSUMS");
    verify(&directory).arg("--write").arg(&list).assert().code(0).stdout(contains("9 whole, 0 damaged."));
    let text = fs::read_to_string(&list).unwrap();
    let written: Checksums = text.parse().unwrap();
    assert_eq!(written.to_string(), text);
    let compare = || {
        let mut command = verify(&directory);
        command.arg("--checksum-file").arg(&list);
        command
    };
    compare().assert().code(0).stdout(contains("9 as published"));
    fs::rename(directory.join("KKvK.dtw"), directory.join("away")).unwrap();
    compare().assert().code(1).stdout(contains("KKvK.dtw is missing").and(contains("1 missing")));
    fs::rename(directory.join("away"), directory.join("KKvK.dtw")).unwrap();
    let empty = directory.join("empty");
    fs::write(&empty, "# nothing\n").unwrap();
    verify(&directory).arg("--checksum-file").arg(&empty).assert().code(1).stderr(contains("lists no checksums"));
    assert_eq!(written.iter().count(), 9);
    assert!(written.iter().all(|(name, digest)| Checksums::published().get(name) == Some(digest)));
    let against = |text: &str| {
        fs::write(&list, text).unwrap();
        verify(&directory).arg("--checksum-file").arg(&list).assert()
    };
    against(&text).code(0).stdout(contains("9 as published"));
    against("").code(1).stderr(contains("lists no checksums"));
    let (zeros, wrong) = ("0".repeat(64), "KvK.dtz holds other values");
    against(&format!("{zeros}  KvK.dtz\n")).code(1).stdout(contains(wrong).and(contains("1 different")));
    against("# fine\nnot fine\n").code(1).stdout("").stderr(contains("CHECKSUMS is not a list of checksums: line 2:"));
    verify(&directory).args(["--checksum-file", "/absent"]).assert().code(1).stderr(contains("cannot read /absent"));
    verify(&directory).args(["--checksum-file", "a", "--write", "b"]).assert().code(2);
}

#[test]
fn lists_with_a_wrong_line_are_refused() {
    let digest = "ab".repeat(32);
    let wrong = |line: &str| {
        let text = format!("# title\n\n{digest}  KvK.wdl\r\n{line}\n");
        let error = text.parse::<Checksums>().unwrap_err();
        assert_eq!(error.line, 4, "{line}");
        assert!(error.to_string().starts_with("line 4: "), "{error}");
        error.error
    };
    for line in [" ", "KvK.dtw", &digest, &format!("{digest} KvK.dtw"), &format!("{}  KvK.dtw", &digest[1..])] {
        assert!(wrong(line).starts_with("expected 64 hexadecimal digits"), "{line}");
    }
    assert!(wrong(&format!("{}  KvK.dtw", digest.replace('a', "g"))).starts_with("expected 64 hexadecimal digits"));
    for file in ["KvKK.wdl", "KvK", "KvK.wdl.old", " KvK.dtw", ""] {
        let error = file.parse::<TableName>().unwrap_err();
        assert_eq!(wrong(&format!("{digest}  {file}")), error.to_string(), "{file}");
    }
    assert_eq!(wrong(&format!("{digest}  KvK.wdl")), "KvK.wdl is listed twice");
}

#[test]
fn the_published_list_is_complete_and_in_order() {
    let published = Checksums::published();
    assert_eq!(published.to_string(), include_str!("../../tables/CHECKSUMS"), "as it would be written");
    let names: Vec<TableName> = published.iter().map(|(name, _)| name).collect();
    let (whole, eight): (Vec<TableName>, Vec<TableName>) = names.into_iter().partition(|name| name.ending.pieces() < 8);
    let tables = |ending| Metric::ALL.map(|metric| TableName { ending, metric });
    assert!(whole.into_iter().eq((2..=7).flat_map(Ending::all).flat_map(tables)));
    // Of eight pieces all results are published, and the distances of the endings that are made with both.
    let metrics = |ending| if eight.contains(&TableName { ending, metric: Metric::Dtw }) { 3 } else { 1 };
    let some = |ending| tables(ending).into_iter().take(metrics(ending));
    assert!(eight.iter().copied().eq(Ending::all(8).flat_map(some)));
}
