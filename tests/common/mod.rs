//! What several test programs share.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use bolshak::board::Position;
use bolshak::generate::{Request, generate};
use bolshak::probe::Tablebase;

/// A directory of its own for this test program, empty.
pub fn empty_directory(name: &str) -> PathBuf {
    let program = std::env::current_exe().unwrap().file_stem().unwrap().to_owned();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(program).join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).unwrap();
    }
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// The tables to four pieces, made once for each test program.
pub fn four_pieces() -> &'static Path {
    static DIRECTORY: OnceLock<PathBuf> = OnceLock::new();
    DIRECTORY.get_or_init(|| {
        let directory = empty_directory("four-pieces");
        generate(&Request::pieces(4), &directory, &()).unwrap();
        directory
    })
}

/// [`four_pieces`], open.
pub fn tablebase() -> &'static Tablebase {
    static TABLEBASE: OnceLock<Tablebase> = OnceLock::new();
    TABLEBASE.get_or_init(|| Tablebase::open(four_pieces()).unwrap())
}

pub fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The rows of a file of facts, split at tabs, without its title if it has one.
pub fn facts(text: &str, titled: bool) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(usize::from(titled)).map(|line| line.split('\t').collect())
}
