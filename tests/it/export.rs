//! `export`: every position, with the values of `probe`, in CSV and in Parquet.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;

use crate::common::{bolshak, empty_directory, four_pieces, position, printed, tablebase};
use assert_cmd::Command;
use bolshak::index::{Ending, Index, Mover};
use bolshak::probe::Distance;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use predicates::prelude::*;

const ALL: [&str; 15] = [
    "fen",
    "ending",
    "entry",
    "turn",
    "white_men",
    "white_kings",
    "black_men",
    "black_kings",
    "category",
    "theory",
    "dtw",
    "dtz",
    "capture",
    "moves",
    "best",
];

fn export(arguments: &[&str]) -> Command {
    bolshak(&[&["export"], arguments].concat())
}

/// The rows of CSV on standard output, the names of the fields first.
fn csv(arguments: &[&str]) -> Vec<Vec<String>> {
    printed(&[&["export"], arguments].concat()).lines().map(cells).collect()
}

/// The cells of a line; a cell with a comma is in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

/// The rows of a Parquet file as texts, the names of the fields first.
fn read(path: &Path) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let columns = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let names = columns.iter().map(|column| column.name().into()).collect();
    let cell = |field: &Field| match field {
        Field::Str(text) => text.clone(),
        Field::Null => String::new(),
        other => other.to_string(),
    };
    let rows = reader.get_row_iter(None).unwrap();
    let rows = rows.map(|row| row.unwrap().get_column_iter().map(|(_, field)| cell(field)).collect());
    std::iter::once(names).chain(rows).collect()
}

#[test]
fn every_entry_has_a_row_with_the_values_of_probe() {
    let ending: Ending = "KMvK".parse().unwrap();
    let rows = csv(&["--material", "KMvK", "--fields", &ALL.join(",")]);
    assert_eq!(rows[0], ALL);
    assert_eq!(rows.len() as u64, 1 + ending.entries::<bolshak::board::Russian>());
    let numbers = ending.movers().iter().flat_map(|&mover| {
        let index = Index::new(ending.material(mover));
        (0..index.size()).map(move |number| (mover, number, index.unrank(number)))
    });
    for (row, (mover, number, board)) in rows[1..].iter().zip(numbers) {
        let cell = |name: &str| row[ALL.iter().position(|field| *field == name).unwrap()].as_str();
        let asked = position(cell("fen"));
        assert_eq!((asked.board(), cell("ending"), cell("entry")), (board, "KMvK", &*number.to_string()));
        assert_eq!(cell("turn"), if mover == Mover::First { "white" } else { "black" });
        let view = asked.white_view();
        let sets: [u64; 4] =
            ["white_men", "white_kings", "black_men", "black_kings"].map(|name| cell(name).parse().unwrap());
        assert_eq!(sets, [view.men, view.kings, view.enemy_men, view.enemy_kings]);
        let verdict = tablebase().probe(&asked, 0).unwrap();
        assert_eq!(cell("category"), verdict.category.unwrap().to_string());
        assert_eq!(cell("theory"), verdict.theory.unwrap().to_string());
        let plies = |distance: Distance| distance.plies().map(|plies| plies.to_string()).unwrap_or_default();
        assert_eq!((cell("dtw"), cell("dtz")), (&*plies(verdict.dtw), &*plies(verdict.dtz)));
        assert_eq!(cell("capture"), asked.board().must_capture().to_string());
        let ranked = tablebase().rank_moves(&asked, 0).unwrap();
        assert_eq!(cell("moves"), ranked.len().to_string());
        assert_eq!(cell("best"), ranked.first().map_or("", |best| &best.text));
    }
}

#[test]
fn parquet_has_the_same_rows() {
    let directory = empty_directory("same");
    for (ending, fields) in [("KMvK", ALL.join(",")), ("KKMvK", "dtw,fen,capture".into())] {
        let file = directory.join(format!("{ending}.parquet"));
        let arguments = ["--material", ending, "--fields", &fields];
        export(&arguments).arg("--out").arg(&file).assert().code(0).stdout("").stderr("");
        assert!(read(&file) == csv(&arguments), "{ending}");
        let reader = SerializedFileReader::new(File::open(&file).unwrap()).unwrap();
        let entries = ending.parse::<Ending>().unwrap().entries::<bolshak::board::Russian>();
        let metadata = reader.metadata();
        assert_eq!(metadata.file_metadata().num_rows() as u64, entries);
        assert_eq!(metadata.num_row_groups() > 1, entries > 1 << 19, "{entries}");
        let notes = metadata.file_metadata().key_value_metadata().unwrap();
        assert!(notes.iter().any(|note| note.value.as_deref() == Some(ending)), "{notes:?}");
    }
    assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 2, "nothing else is left");
}

#[test]
fn a_data_set_of_ten_files_has_whole_boards_and_says_its_game() {
    let path = empty_directory("wide").join("KMvK.parquet");
    let tables = crate::draughts80::four_pieces().to_str().unwrap();
    let arguments = ["--tables", tables, "--material", "KMvK", "--fields", &ALL.join(",")];
    export(&arguments).arg("--out").arg(&path).assert().code(0);
    let rows = read(&path);
    assert!(rows == csv(&arguments));
    let kings = rows[0].iter().position(|name| name == "black_kings").unwrap();
    let of_j8 = rows.iter().filter(|row| row[0].ends_with("BKj8"));
    assert!(of_j8.clone().count() > 100 && of_j8.clone().all(|row| row[kings] == (1_u64 << 39).to_string()));
    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let notes = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let game = notes.iter().find(|note| note.key == "bolshak.game").unwrap();
    assert_eq!(game.value.as_deref(), Some("draughts-80"));
}

#[test]
fn samples_are_of_all_and_the_same_for_a_seed() {
    let both = ["--material", "KKvM", "--material", "MvM", "--fields", "ending,fen,dtw,best"];
    let sample = |more: &[&str]| csv(&[&both[..], more].concat());
    let all = sample(&[]);
    let some = sample(&["--sample", "500", "--seed", "7"]);
    assert_eq!((some.len(), &some), (501, &sample(&["--sample", "500", "--seed", "7"])));
    let mut rest = all.iter();
    assert!(some.iter().all(|row| rest.any(|other| other == row)), "in the order of all, none twice");
    assert!(["KKvM", "MvM"].iter().all(|ending| some.iter().any(|row| row[0] == *ending)));
    assert_ne!(some, sample(&["--sample", "500"]));
    assert!(sample(&["--sample", "4000000000"]) == all);
    let turned = csv(&["--material", "KKvM", "--side", "second", "--fields", "turn"]);
    assert!(turned[1..].iter().all(|row| row == &["black"]));
}

#[test]
fn defaults_and_formats() {
    let directory = empty_directory("formats");
    let file = directory.join("a.csv");
    export(&["--ending", "KvM"]).arg("--out").arg(&file).assert().code(0).stdout("").stderr("");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("fen,ending,turn,category,theory,dtw,dtz,capture\n"), "{text}");
    assert_eq!(text.lines().map(cells).collect::<Vec<_>>(), csv(&["--material", "KvM"]));
    export(&["--ending", "KvM", "--format", "parquet"]).arg("--out").arg(&file).assert().code(0);
    assert_eq!(read(&file), csv(&["--material", "KvM"]), "replaced, and the format goes before the name");
}

#[test]
fn a_failed_export_says_why_and_leaves_nothing() {
    let directory = empty_directory("errors");
    let file = directory.join("old.parquet");
    std::fs::write(&file, "old").unwrap();
    let says = |arguments: &[&str], code: i32, message: &str| {
        export(arguments).assert().code(code).stderr(predicate::str::contains(message));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(std::fs::read_dir(&directory).unwrap().count(), 1);
    };
    let (out, inside) = (file.to_str().unwrap(), directory.to_str().unwrap());
    says(&["--material", "KvM", "--fields", "fen,score"], 2, "white_kings");
    says(&["--material", "KvM", "--fields", "fen,dtw,fen"], 2, "the field fen is named twice");
    says(&["--material", "KvM", "--format", "parquet"], 2, "--out FILE");
    says(&["--material", "KvM", "--out", inside], 1, inside);
    says(&["--material", "KvM", "--out", "/absent/a.csv"], 1, "cannot write /absent/a.csv");
    says(&["--material", "KKKvKKK", "--out", out], 1, "bolshak generate --pieces 6");
    says(&["--material", "KvM", "--sample", "0"], 2, "--sample");
    says(&["--material", "KvM", "--sample", "9", "--limit", "9"], 2, "--limit");
    says(
        &["--material", "KvK", "--side", "second", "--out", out],
        1,
        "nothing is selected: where both sides are alike",
    );
}

#[test]
fn leftovers_of_a_killed_export_are_removed_and_files_of_a_running_one_are_not() {
    let directory = empty_directory("killed");
    let unfinished = || {
        let names = std::fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_str().unwrap().starts_with(".bolshak-")).collect::<BTreeSet<_>>()
    };
    let begin = |name: &str| {
        let before = unfinished();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.args(["export", "--tables", four_pieces().to_str().unwrap(), "--material", "KKMvK", "--out"]);
        let child = command.arg(directory.join(name)).spawn().unwrap();
        while unfinished().is_subset(&before) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        child
    };
    let mut live = begin("live.csv");
    let mut killed = begin("killed.csv");
    killed.kill().unwrap();
    killed.wait().unwrap();
    std::fs::write(directory.join(".bolshak-notes.txt"), "of somebody else").unwrap();
    assert_eq!(unfinished().len(), 3);
    export(&["--material", "KvK"]).arg("--out").arg(directory.join("a.csv")).assert().code(0);
    assert!(live.try_wait().unwrap().is_none(), "it was too quick to be a test");
    assert_eq!(unfinished().len(), 2, "{:?}", unfinished());
    assert!(live.wait().unwrap().success() && directory.join("live.csv").exists());
    assert_eq!(unfinished().len(), 1);
}
