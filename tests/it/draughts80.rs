//! Draughts-80: its rules, its notation and its tables against known statistics, the oracle and the definitions.

use std::path::Path;
use std::sync::OnceLock;

use crate::common::{empty_directory, files, position};
use crate::definitions::{agree_to_three_pieces, agree_with_their_moves, have_the_same_moves};
use crate::oracle::board::DRAUGHTS_80;
use crate::verify::{all, copy, finds_one_wrong_value, proved_in};
use crate::{common, endings, play, resume};
use bolshak::board::{Draughts80, Fen, GameName, Poddavki, Position, Russian, Shade, ShadedFen};
use bolshak::generate::{GenerateError, Request, Settings, generate};
use bolshak::probe::{OpenError, Options, Tablebase};
use bolshak::rules::perft;
use bolshak::table::{Metric, TableError};
use bolshak::verify::sample;

/// Positions of two and three pieces, with one side to move each.
const TO_THREE: u64 = 5_485 + 390_540;

/// The same of four pieces.
const FOUR: u64 = 15_787_360;

/// All tables of draughts-80 to some pieces.
fn request(pieces: u8) -> Request {
    Request::pieces(pieces).settings(Settings::default().game(GameName::Draughts80))
}

/// The tables to four pieces.
pub fn four_pieces() -> &'static Path {
    common::four_pieces_of(GameName::Draughts80)
}

fn open(directory: &Path) -> Result<Tablebase<Draughts80>, OpenError> {
    Tablebase::open_game(directory, Options::default())
}

fn tablebase() -> &'static Tablebase<Draughts80> {
    static TABLEBASE: OnceLock<Tablebase<Draughts80>> = OnceLock::new();
    TABLEBASE.get_or_init(|| open(four_pieces()).unwrap())
}

#[test]
fn moves_from_the_start() {
    let start = Position::<Draughts80>::start();
    for (depth, count) in (1..).zip([9, 81, 658, 4_265, 27_132, 168_316, 1_040_706]) {
        assert_eq!(perft(&start, depth), count, "to depth {depth}");
    }
}

#[test]
fn the_same_moves_as_the_oracle() {
    have_the_same_moves::<Draughts80>(DRAUGHTS_80, 30_000);
}

#[test]
fn statistics_of_all_endings() {
    assert_eq!(endings::agree(tablebase(), include_str!("data/draughts80-2-3.tsv")), 18);
    endings::are_as_long_as_the_headers_say(tablebase());
}

#[test]
fn every_position_of_two_and_three_pieces_at_every_clock() {
    // An entry stands for a position and for its twin of the other colour. The rule of 30 plies changes nothing here.
    assert_eq!(agree_to_three_pieces(DRAUGHTS_80, tablebase()), [2 * TO_THREE, 0]);
}

#[test]
fn two_and_three_pieces_under_a_shorter_rule() {
    let directory = empty_directory("rule-2");
    let settings = Settings::default().game(GameName::Draughts80).draw_plies(2);
    generate(&Request::pieces(3).settings(settings), &directory, &()).unwrap();
    let tablebase = open(&directory).unwrap();
    let [_, spoilt] = agree_to_three_pieces(DRAUGHTS_80, &tablebase);
    assert!(spoilt > 100, "many are cursed or blessed, not {spoilt}");
}

#[test]
fn four_pieces_agree_with_the_moves_of_the_oracle() {
    agree_with_their_moves(DRAUGHTS_80, tablebase(), 50_000);
}

#[test]
fn every_entry_to_four_pieces_is_right() {
    assert_eq!(proved_in::<Draughts80>(four_pieces(), &all(4)).unwrap(), TO_THREE + FOUR);
    for ending in all(4) {
        sample(tablebase(), ending, 500, 1, &()).unwrap();
    }
}

#[test]
fn one_wrong_value_is_found_wherever_it_is() {
    let directory = empty_directory("one-value");
    copy(four_pieces(), &directory, 3);
    finds_one_wrong_value::<Draughts80>(&directory);
}

#[test]
fn games_with_the_moves_of_the_tables() {
    play::take_their_distance(tablebase(), 500);
    play::come_before_the_clock_runs_out(tablebase(), 500);
    play::end_as_they_begin(tablebase(), 1500);
}

#[test]
fn other_settings_and_stopped_runs_give_the_same_bytes() {
    let mut expected = files(four_pieces());
    expected.retain(|name, _| name.split_once('.').unwrap().0.len() <= 4);
    let stopped = empty_directory("stopped");
    while let Err(error) = resume::stop_after(7, &request(3), &stopped) {
        assert!(matches!(error, GenerateError::Stopped), "{error}");
    }
    assert!(files(&stopped) == expected);
    let directory = empty_directory("without-dtw");
    let settings = Settings::default().game(GameName::Draughts80).metrics(&[Metric::Wdl, Metric::Dtz]);
    generate(&Request::pieces(3).settings(settings), &directory, &()).unwrap();
    expected.retain(|name, _| !name.ends_with(".dtw"));
    assert!(files(&directory) == expected);
}

#[test]
fn tables_of_one_game_are_not_opened_as_those_of_another() {
    let is_other = |error: &OpenError, game| matches!(error, &OpenError::OtherGame { found, .. } if found == game);
    assert!(is_other(&Tablebase::open(four_pieces()).err().unwrap(), GameName::Draughts80));
    let poddavki = Tablebase::<Poddavki>::open_game(four_pieces(), Options::default());
    assert!(is_other(&poddavki.err().unwrap(), GameName::Draughts80));
    assert!(is_other(&open(common::four_pieces()).err().unwrap(), GameName::Russian));
    for game in [GameName::Russian, GameName::Poddavki] {
        let request = Request::pieces(4).settings(Settings::default().game(game));
        let error = generate(&request, four_pieces(), &()).unwrap_err();
        assert!(
            matches!(error, GenerateError::Table(TableError::OtherGame { found: GameName::Draughts80, .. })),
            "{error}"
        );
    }
}

#[test]
fn the_tenth_file_has_two_names() {
    let asked: Position<Draughts80> = position("W:WKk2,a7:BKk8");
    assert_eq!(asked.to_string(), "W:WKj2,a7:BKj8");
    let texts = |fen: &str| {
        let position: Position<Draughts80> = position(fen);
        let mut texts: Vec<String> = position.legal_moves().iter().map(|mv| position.move_text(mv)).collect();
        texts.sort();
        texts.join(" ")
    };
    // h8 is not a corner: a man crowned there goes on as a king.
    assert_eq!(texts("W:Wf6:Bg7,i7,f2"), "f6:h8:j6:e1");
    let crowned: Position<Draughts80> = position("W:Wf6:Bg7,i7,f2");
    assert!(crowned.parse_move("f6:h8:k6:e1").is_ok() && crowned.parse_move("f6xe1").is_ok());
    assert!("W:WKj2:BKj8".parse::<Position<Russian>>().is_err());
    assert!("W:WKk2:BKk8".parse::<Position<Russian>>().is_err());
    let fen: Fen<Draughts80> = "W:WK35:BK5:H7".parse().unwrap();
    assert_eq!((fen.position.to_string(), fen.clock), ("W:WKj2:BKj8".into(), Some(7)));
}

#[test]
fn light_squares_are_the_mirror_of_dark_ones() {
    let light: ShadedFen<Draughts80> = "W:WKj1,h3:BKa8".parse().unwrap();
    assert_eq!((light.shade, light.fen.position), (Shade::Light, position("W:WKa1,c3:BKj8")));
    assert_eq!(light.to_string(), "W:WKj1,h3:BKa8");
    // The same squares are dark on eight files.
    let dark: ShadedFen<Russian> = "W:WKh8:BKa1".parse().unwrap();
    assert_eq!(dark.shade, Shade::Dark);
}
