//! Poddavki: its tables against known statistics, the oracle and the definitions, and apart from those of Russian draughts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::common::forge::with_header;
use crate::common::{empty_directory, files, position};
use crate::definitions::{agree_to_three_pieces, agree_with_their_moves};
use crate::oracle::board::PODDAVKI;
use crate::verify::{all, copy, finds_one_wrong_value, proved_in};
use crate::{common, endings, play, resume};
use bolshak::board::GameName::{self, Poddavki as PoddavkiName, Russian as RussianName};
use bolshak::board::{Color, Game, Poddavki, Russian};
use bolshak::generate::FileError;
use bolshak::generate::{GenerateError, Request, Settings, generate, generate_alone};
use bolshak::index::Ending;
use bolshak::probe::{Clock, Distance, End, OpenError, Options, Over, ProbeError, Tablebase};
use bolshak::table::{Damage, Metric, TableError};
use bolshak::value::{Category, Theory};
use bolshak::verify::{VerifyError, sample};

/// All tables of poddavki to some pieces.
fn request(pieces: u8) -> Request {
    Request::pieces(pieces).settings(settings(PoddavkiName))
}

fn settings(game: GameName) -> Settings {
    Settings::default().game(game)
}

fn open<G: Game>(directory: &Path) -> Result<Tablebase<G>, OpenError> {
    Tablebase::open_game(directory, Options::default())
}

/// The tables to four pieces.
fn four_pieces() -> &'static Path {
    common::four_pieces_of(PoddavkiName)
}

fn tablebase() -> &'static Tablebase<Poddavki> {
    static TABLEBASE: OnceLock<Tablebase<Poddavki>> = OnceLock::new();
    TABLEBASE.get_or_init(|| open(four_pieces()).unwrap())
}

/// A directory with copies of all tables to a number of pieces, at most four.
#[track_caller]
fn copies(purpose: &str, pieces: u8) -> PathBuf {
    let directory = empty_directory(purpose);
    copy(four_pieces(), &directory, pieces);
    directory
}

/// The tables of a game to some pieces, at most four, by name.
fn tables_of(game: GameName, pieces: u8) -> BTreeMap<String, Vec<u8>> {
    let from = if game == PoddavkiName { four_pieces() } else { common::four_pieces() };
    let is_small = |name: &String| name.split_once('.').unwrap().0.parse::<Ending>().unwrap().pieces() <= pieces;
    files(from).into_iter().filter(|(name, _)| is_small(name)).collect()
}

#[test]
fn statistics_of_all_endings() {
    assert_eq!(endings::agree(tablebase(), include_str!("data/poddavki-2-3.tsv")), 18);
    endings::are_as_long_as_the_headers_say(tablebase());
}

#[test]
fn every_position_of_two_and_three_pieces_at_every_clock() {
    // An entry stands for a position and for its twin of the other colour. The rule of 30 plies changes nothing here.
    assert_eq!(agree_to_three_pieces(PODDAVKI, tablebase()), [2 * (3_488 + 196_032), 0]);
}

#[test]
fn two_and_three_pieces_under_a_shorter_rule() {
    let [_, two, _] = [1, 2, 5].map(|plies| {
        let directory = empty_directory(&format!("rule-{plies}"));
        let request = Request::pieces(3).settings(settings(PoddavkiName).draw_plies(plies));
        generate(&request, &directory, &()).unwrap();
        assert_eq!(proved_in::<Poddavki>(&directory, &all(3)).unwrap(), 3_488 + 196_032, "a rule of {plies} plies");
        directory
    });
    let tablebase: Tablebase<Poddavki> = open(&two).unwrap();
    let [_, spoilt] = agree_to_three_pieces(PODDAVKI, &tablebase);
    assert!(spoilt > 100, "many are cursed or blessed, not {spoilt}");
}

#[test]
fn four_pieces_agree_with_the_moves_of_the_oracle() {
    agree_with_their_moves(PODDAVKI, tablebase(), 100_000);
}

#[test]
fn every_entry_to_four_pieces_is_right() {
    assert_eq!(proved_in::<Poddavki>(four_pieces(), &all(4)).unwrap(), 3_488 + 196_032 + 6_209_316);
    for ending in all(4) {
        sample(tablebase(), ending, 1000, 1, &()).unwrap();
    }
}

#[test]
fn a_side_without_a_legal_move_has_won() {
    // Without a piece; and blocked, as each colour.
    for fen in ["B:WKa1:B", "W:W:Bd4,Kf6", "W:Wa7:BKb8", "B:WKg1:Bh2", "W:WKa1:Bb2,c3", "B:Wf6,g7:BKh8"] {
        let position = position(fen);
        assert!(position.legal_moves().is_empty(), "{fen}");
        for plies in [0, 1, 29, 30, 31, u64::MAX] {
            let verdict = tablebase().probe(&position, Clock::new(plies)).unwrap();
            assert_eq!((verdict.category, verdict.theory), (Some(Category::Win), Some(Theory::Win)), "{fen}");
            assert_eq!((verdict.dtw, verdict.dtz), (Distance::Plies(0), Distance::Plies(0)), "{fen}");
            assert_eq!(verdict.over, Some(Over::NoMove), "{fen}");
            assert_eq!(tablebase().probe_wdl(&position, Clock::new(plies)).unwrap(), Category::Win, "{fen}");
            let line = tablebase().line(&position, Clock::new(plies)).unwrap();
            assert_eq!((line.moves.len(), line.end), (0, End::NoMove(position.turn())), "{fen}");
        }
        assert_eq!(tablebase().best_move(&position, 0).unwrap(), None, "{fen}");
    }
}

#[test]
fn who_takes_the_last_piece_has_lost() {
    let taker = position("B:Wc3:Bd4");
    let verdict = tablebase().probe(&taker, 0).unwrap();
    assert_eq!((verdict.category, verdict.over), (Some(Category::Loss), None));
    assert_eq!((verdict.dtw, verdict.dtz), (Distance::Plies(1), Distance::Plies(1)));
    assert_eq!(tablebase().probe_wdl(&taker, 29).unwrap(), Category::Loss);
    assert_eq!(tablebase().probe_wdl(&taker, 30).unwrap(), Category::BlessedLoss);
    assert_eq!(tablebase().probe(&taker, 30).unwrap().over, Some(Over::DrawRule));
    let line = tablebase().line(&position("W:Wb2:Bd4"), 0).unwrap();
    let moves: Vec<&str> = line.moves.iter().map(|mv| &*mv.ranked.text).collect();
    assert_eq!((moves, line.end), (vec!["b2-c3", "d4:b2"], End::NoMove(Color::White)));
    assert_eq!((line.verdict.dtw, line.verdict.dtz), (Distance::Plies(2), Distance::Plies(1)));
    assert_eq!(line.moves[0].ranked.category(), Some(Category::Win));
    assert_eq!(line.moves[0].ranked.dtw(), Distance::Plies(2));
}

#[test]
fn games_with_the_moves_of_the_tables() {
    play::take_their_distance(tablebase(), 500);
    play::come_before_the_clock_runs_out(tablebase(), 500);
    play::end_as_they_begin(tablebase(), 1500);
}

#[test]
fn other_settings_give_the_same_bytes() {
    let directory = empty_directory("without-dtw");
    let settings = settings(PoddavkiName).metrics(&[Metric::Wdl, Metric::Dtz]);
    generate(&Request::pieces(3).settings(settings), &directory, &()).unwrap();
    let mut expected = tables_of(PoddavkiName, 3);
    expected.retain(|name, _| !name.ends_with(".dtw"));
    assert!(files(&directory) == expected);
    let stopped = empty_directory("stopped");
    while let Err(error) = resume::stop_after(7, &request(3), &stopped) {
        assert!(matches!(error, GenerateError::Stopped), "{error}");
    }
    assert!(files(&stopped) == tables_of(PoddavkiName, 3));
}

fn is_other_game(error: &OpenError, game: GameName) -> bool {
    matches!(error, &OpenError::OtherGame { found, wanted, .. } if found == game && wanted != game)
}

fn has_other_game_too(error: &OpenError, game: GameName) -> bool {
    matches!(error, &OpenError::MixedGames { found, wanted, .. } if found == game && wanted != game)
}

#[test]
fn tables_of_the_other_game_are_not_opened() {
    assert!(is_other_game(&open::<Poddavki>(common::four_pieces()).err().unwrap(), RussianName));
    assert!(is_other_game(&Tablebase::open(four_pieces()).err().unwrap(), PoddavkiName));
    // One of them among others.
    let directory = copies("mixed", 2);
    let path = directory.join("KvM.dtz");
    fs::copy(common::four_pieces().join("KvM.dtz"), &path).unwrap();
    let error = open::<Poddavki>(&directory).err().unwrap();
    assert!(has_other_game_too(&error, RussianName));
    assert!(error.to_string().contains("KvM.dtz is a table of russian, but others there are of poddavki"), "{error}");
    // One that appears while the others are open, in place of a whole or a damaged table.
    for placed in ["KvM.dtz", "KvM.wdl"] {
        for before in [fs::read(four_pieces().join(placed)).unwrap(), b"damaged".to_vec()] {
            let directory = copies("placed", 2);
            fs::write(directory.join(placed), before).unwrap();
            let tablebase = open::<Poddavki>(&directory).unwrap();
            fs::copy(common::four_pieces().join(placed), directory.join("new")).unwrap();
            fs::rename(directory.join("new"), directory.join(placed)).unwrap();
            let error = tablebase.probe(&position("W:WKa1:Bc5"), 0).unwrap_err();
            // Distances do not go with the categories beside them.
            let is_refused = |error: &TableError| {
                let replaced = matches!(error, TableError::Replaced { .. } | TableError::OtherGame { .. });
                replaced || matches!(error, TableError::Damaged { damage: Damage::Companion, .. })
            };
            assert!(matches!(&error, ProbeError::Table(error) if is_refused(error)), "{error}");
        }
    }
}

/// Runs a request that must fail because of another game's table, and leave the directory as it is.
fn is_refused(request: &Request, directory: &Path) {
    let all = || {
        let entries = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        entries.map(|path| (fs::read(&path).ok(), path)).collect::<Vec<_>>()
    };
    let before = all();
    let error = generate(request, directory, &()).unwrap_err();
    let wanted = request.settings.game;
    assert!(matches!(error, GenerateError::Table(TableError::OtherGame { wanted: is, .. }) if is == wanted), "{error}");
    assert!(all() == before);
}

#[test]
fn tables_of_the_other_game_are_not_replaced() {
    for (own, other) in [(RussianName, PoddavkiName), (PoddavkiName, RussianName)] {
        let directory = empty_directory("kept");
        generate(&Request::pieces(2).settings(settings(own)), &directory, &()).unwrap();
        for pieces in [2, 3] {
            is_refused(&Request::pieces(pieces).settings(settings(other)), &directory);
        }
        is_refused(&Request::endings(vec!["KKvK".parse().unwrap()]).settings(settings(other)), &directory);
        let error = generate_alone("KvK".parse().unwrap(), None, &settings(other), &directory, &()).unwrap_err();
        assert!(matches!(error, GenerateError::Table(TableError::OtherGame { .. })), "{error}");
        assert!(files(&directory) == tables_of(own, 2));
        // A single table of its ending, of one metric or another.
        for missing in ["dtw", "dtz", "wdl"] {
            fs::remove_file(directory.join(format!("KvK.{missing}"))).unwrap();
            is_refused(&Request::pieces(2).settings(settings(other)), &directory);
            is_refused(&Request::pieces(2).settings(settings(other).metrics(&[Metric::Wdl, Metric::Dtz])), &directory);
            generate(&Request::pieces(2).settings(settings(own)), &directory, &()).unwrap();
        }
    }
}

#[test]
fn values_of_the_other_game_are_not_taken() {
    for (own, other) in [(RussianName, PoddavkiName), (PoddavkiName, RussianName)] {
        // Of a run with all values unfinished, and of one with tables made, on another disk.
        for phases in [1, 20] {
            let (directory, disk) = (empty_directory("own"), empty_directory("disk"));
            let own = Request::pieces(3).settings(settings(own).disk(disk.clone()));
            assert!(resume::stop_after(phases, &own, &directory).is_err());
            let left = || {
                let left = fs::read_dir(&disk).unwrap().map(|entry| entry.unwrap().path());
                let left = left.filter(|path| path.extension().is_some_and(|end| end == "values"));
                left.map(|path| (fs::read(&path).unwrap(), path)).collect::<Vec<_>>()
            };
            let before = left();
            assert!(!before.is_empty());
            let is_other = |error: &GenerateError| {
                let text = error.to_string();
                matches!(error, GenerateError::Unusable { source: FileError::Other, path, .. } if path.starts_with(&disk))
                    && text.contains("ask for the game")
            };
            let others = empty_directory("other");
            let settings = settings(other).disk(disk.clone());
            let error = generate(&Request::pieces(3).settings(settings.clone()), &others, &()).unwrap_err();
            assert!(is_other(&error), "{error}");
            if phases > 1 {
                let error = generate_alone("KKvK".parse().unwrap(), None, &settings, &others, &()).unwrap_err();
                assert!(is_other(&error), "{error}");
            }
            let after = left();
            assert!(before.iter().all(|file| after.contains(file)), "nothing is lost");
            generate(&own, &directory, &()).unwrap();
            assert!(files(&directory) == tables_of(own.settings.game, 3));
        }
    }
}

#[test]
fn one_wrong_value_is_found_wherever_it_is() {
    finds_one_wrong_value::<Poddavki>(&copies("one-value", 3));
}

#[test]
fn tables_of_the_other_game_do_not_pass_for_this_one() {
    fn mismatch<G: Game>(game: GameName) {
        let directory = empty_directory("disguised");
        for (name, bytes) in tables_of(game, 2) {
            fs::write(directory.join(name), with_header(&bytes, |header| header[17] ^= 1)).unwrap();
        }
        for ending in all(2) {
            let error = proved_in::<G>(&directory, &[ending]).unwrap_err();
            assert!(matches!(error, VerifyError::Mismatch(_) | VerifyError::Header { .. }), "{ending}: {error}");
        }
    }
    mismatch::<Poddavki>(RussianName);
    mismatch::<Russian>(PoddavkiName);
}

#[test]
fn a_wrong_game_in_a_header_is_an_error() {
    let asked = position("W:WKa1:BKh8");
    let is_damaged =
        |error: &ProbeError| matches!(error, ProbeError::Table(TableError::Damaged { damage: Damage::Header, .. }));
    let directory = copies("header", 2);
    for metric in Metric::ALL {
        let path = directory.join(format!("KvK.{metric}"));
        let bytes = fs::read(&path).unwrap();
        assert_eq!(bytes[17], 1);
        for game in (0..=255).filter(|&game| game != 1) {
            // Without the checksum of the header.
            let mut wrong = bytes.clone();
            wrong[17] = game;
            fs::write(&path, wrong).unwrap();
            let error = open::<Poddavki>(&directory).unwrap().probe(&asked, 0).unwrap_err();
            assert!(is_damaged(&error), "{game}: {error}");
            // With it.
            fs::write(&path, with_header(&bytes, |header| header[17] = game)).unwrap();
            match (game, open::<Poddavki>(&directory)) {
                (0, Err(error)) => assert!(has_other_game_too(&error, RussianName), "{error}"),
                // A table that claims to be of draughts-80 has too few entries for it.
                (2, Ok(tablebase)) => assert!(is_damaged(&tablebase.probe(&asked, 0).unwrap_err())),
                (3.., Err(OpenError::UnknownGame { number, .. })) => assert_eq!(number, game),
                (_, opened) => panic!("{game}: {:?}", opened.err()),
            }
        }
        fs::write(&path, bytes).unwrap();
    }
    assert!(open::<Poddavki>(&directory).unwrap().probe(&asked, 0).is_ok());
}
