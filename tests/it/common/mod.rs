//! Shared parts of the tests.

pub mod forge;
pub mod lies;

use std::collections::BTreeMap;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::OnceLock;

use bolshak::board::{Color, Game, GameName, Position};
use bolshak::generate::{Request, Settings, generate};
use bolshak::probe::Tablebase;

/// The directory of the project.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// An empty directory, in one for the file of the calling test.
#[track_caller]
pub fn empty_directory(name: &str) -> PathBuf {
    let tests = Path::new(Location::caller().file()).file_stem().unwrap();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(tests).join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).unwrap();
    }
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// The tables to four pieces, made once.
pub fn four_pieces() -> &'static Path {
    four_pieces_of(GameName::Russian)
}

/// The same of a game.
pub fn four_pieces_of(game: GameName) -> &'static Path {
    static DIRECTORIES: [OnceLock<PathBuf>; GameName::ALL.len()] = [const { OnceLock::new() }; GameName::ALL.len()];
    DIRECTORIES[game as usize].get_or_init(|| {
        let directory = empty_directory(&format!("four-pieces-{game}"));
        let request = Request::pieces(4).settings(Settings::default().game(game));
        generate(&request, &directory, &()).unwrap();
        directory
    })
}

/// The tables of a directory by name.
pub fn files(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let names = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let tables =
        names.filter(|path| path.extension().is_some_and(|end| ["wdl", "dtw", "dtz"].iter().any(|e| end == *e)));
    tables.map(|path| (path.file_name().unwrap().to_str().unwrap().into(), std::fs::read(path).unwrap())).collect()
}

/// The program with the tables to four pieces, in a directory where it finds no others.
pub fn bolshak(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env("BOLSHAK_TABLES", four_pieces()).current_dir("/").args(arguments);
    command
}

/// What it prints; nothing else may be written, and it must succeed.
pub fn printed(arguments: &[&str]) -> String {
    let output = bolshak(arguments).assert().code(0).stderr("").get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The open tables of [`four_pieces`].
pub fn tablebase() -> &'static Tablebase {
    static TABLEBASE: OnceLock<Tablebase> = OnceLock::new();
    TABLEBASE.get_or_init(|| Tablebase::open(four_pieces()).unwrap())
}

pub fn position<G: Game>(fen: &str) -> Position<G> {
    fen.parse().unwrap()
}

/// Sends a program a signal such as `INT`, with the Unix command for it.
pub fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([format!("-{name}"), child.id().to_string()]).status().unwrap().success());
}

/// The rows of a file of facts, split at tabs; without the first line if that is a title.
pub fn facts(text: &str, titled: bool) -> impl Iterator<Item = Vec<&str>> {
    text.lines().skip(usize::from(titled)).map(|line| line.split('\t').collect())
}

/// Numbers that look random and are the same on every run (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (bits ^ (bits >> 31)) % bound
    }

    /// A legal position with this number of pieces, at least one a side.
    pub fn position<G: Game>(&mut self, pieces: u64) -> Position<G> {
        loop {
            let mut sets = [0u64; 4];
            while sets.iter().map(|set| set.count_ones()).sum::<u32>() < pieces as u32 {
                let square = 1 << self.below(G::SQUARES.into());
                if sets.iter().all(|set| set & square == 0) {
                    sets[self.below(4) as usize] |= square;
                }
            }
            let turn = if self.below(2) == 0 { Color::White } else { Color::Black };
            let [white_men, white_kings, black_men, black_kings] = sets;
            if white_men | white_kings != 0
                && black_men | black_kings != 0
                && let Ok(position) = Position::new(turn, white_men, white_kings, black_men, black_kings)
            {
                return position;
            }
        }
    }
}
