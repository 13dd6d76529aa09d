//! `bolshak review`: games as people write them, judged as `probe` judges their positions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use assert_cmd::Command;
use bolshak::board::{GameName, Position};
use bolshak::generate::{Request, Settings, generate};
use bolshak::pdn;
use bolshak::probe::{Clock, Tablebase};
use bolshak::review::{review as judge, review_beyond};
use bolshak::rules::DrawRule;
use bolshak::search::{Limits, Solver};
use predicates::prelude::*;

use crate::common::{Random, empty_directory, tablebase};

fn review() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.args(["review", "--time", "0"]).env_remove("BOLSHAK_TABLES");
    command
}

/// The program's output for a file, with the tables of a directory or the built-in ones.
fn judged(file: &Path, tables: Option<&Path>) -> String {
    // A place without tables: those of the repository may exceed the built-in ones. Made once: tests run side by side.
    static EMPTY: LazyLock<PathBuf> = LazyLock::new(|| empty_directory("without tables"));
    let mut command = review();
    if let Some(tables) = tables {
        command.arg("--tables").arg(tables);
    }
    let output = command
        .current_dir(&*EMPTY)
        .arg(std::path::absolute(file).unwrap())
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn judged_text(name: &str, games: &str, tables: Option<&Path>) -> String {
    let file = empty_directory(name).join("games.pdn");
    fs::write(&file, games).unwrap();
    judged(&file, tables)
}

/// Each judgement agrees with `probe` at a clock that is counted here from the moves alone.
const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/games.pdn");

#[test]
fn each_judgement_is_that_of_a_probe_at_its_clock() {
    let tables = Tablebase::built_in();
    let text = fs::read_to_string(EXAMPLE).unwrap();
    let mut count = 0;
    for game in pdn::games(&text) {
        let played = game.play().unwrap();
        let (mut position, mut clock): (Position, u64) = (played.start.position, played.start.clock.unwrap_or(0));
        let reviewed = judge(&tables, &played, DrawRule::FifteenMoves).unwrap();
        for (index, of_game) in played.moves.iter().enumerate() {
            assert_eq!(of_game.before, position);
            let is_zeroing = of_game.mv.is_capture()
                || position.white_view().kings & of_game.mv.from().bit() == 0
                    && position.white_view().enemy_kings & of_game.mv.from().bit() == 0;
            let reached = position.play(&of_game.mv).unwrap();
            if let Some(judged) = reviewed.moves.iter().find(|judged| judged.index == index) {
                count += 1;
                assert_eq!((judged.position, judged.clock), (position, Clock::new(clock)));
                assert_eq!(judged.before, tables.probe(&position, clock).unwrap());
                let after = if is_zeroing { 0 } else { clock + 1 };
                assert_eq!(judged.after, tables.probe(&reached, after).unwrap());
                let best = judged.best.first().and_then(|best| best.category());
                assert_eq!(best, judged.before.category);
                assert_eq!(judged.best.iter().any(|best| best.text == judged.text), judged.category() == best);
            }
            (position, clock) = (reached, if is_zeroing { 0 } else { clock + 1 });
        }
    }
    assert!(count > 30, "{count}");
}

#[test]
fn files_of_the_cyrillic_code_page_and_short_moves() {
    let file = empty_directory("cp1251").join("games.pdn");
    let mut bytes = b"[White \"\xC1\xE5\xEB\xEE\xE2\"] [FEN \"W:W22,a3:B18\"] {\xE4\xE0} 1. ce5 2-0".to_vec();
    fs::write(&file, &bytes).unwrap();
    assert!(
        judged(&file, None).starts_with("Game 1, Белов - ?, 2-0\n  at the start, W:Wa3,c3:Bd4: White wins in 1 move")
    );
    bytes.extend(b"\n[FEN \"W:Wc3:Bd4\"] 1. c3-b4 *");
    let wrong = "\n  read to here: move 1. of White (line 1, column 27): ";
    let text = judged_text("wrong", "[FEN \"W:Wc3:Bd4\"] 1.      c3-b4 *", None);
    assert!(text.contains(wrong), "{text}");
}

#[test]
fn annotated_games_are_read_back() {
    let output = review().args(["--pdn", EXAMPLE]).assert().success().get_output().stdout.clone();
    let annotated = String::from_utf8(output).unwrap();
    assert!(annotated.contains("{bolshak: throws away the draw"), "{annotated}");
    let texts = |text: &str| -> Vec<Vec<String>> {
        let moves = |game: pdn::Game| {
            game.play().unwrap().moves.into_iter().map(|played: pdn::PlayedMove| played.text).collect()
        };
        pdn::games(text).map(moves).collect()
    };
    assert_eq!(texts(&annotated), texts(&fs::read_to_string(EXAMPLE).unwrap()));
}

#[test]
fn the_games_of_the_example_are_judged() {
    let text = judged(Path::new(EXAMPLE), None);
    for line in [
        "Game 1, Orlova - Tikhonov, 1-0",
        "  after 1. g1-h2, B:WKh2,e5:Ba3,Kb8: White wins in 2 moves; the stated result agrees",
        "  after 1... g5-h4, W:Wb4,Kd8:Bh4,f6: a draw; the stated result agrees",
        "  at the start, W:We3,c5:BKh2: a draw; the stated result DIFFERS",
        "  1. e3-d4? throws away the draw: Black wins in 5 moves; better: c5-b6 (a draw)",
        "  drawn after 15... g1-h2: the clock of the draw rule has run out",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert_eq!((text.matches("? throws").count(), text.matches("? lets").count()), (1, 1), "{text}");
}

#[test]
fn a_game_begins_at_the_draw_counter_of_its_fen() {
    let file = empty_directory("counter").join("games.pdn");
    fs::write(&file, "[FEN \"W:WKa5,Ka7:BKg1:H26\"] *\n[FEN \"W:WKa5,Ka7:BKg1\"] *\n").unwrap();
    let text = judged(&file, None);
    let drawn: Vec<bool> = text
        .lines()
        .filter(|line| line.contains("at the start"))
        .map(|line| line.contains("a draw by the draw rule"))
        .collect();
    assert_eq!(drawn, [true, false], "{text}");
}

#[test]
fn a_broken_game_does_not_stop_the_others() {
    let file = empty_directory("broken").join("games.pdn");
    let games = r#"
        [White "A [b] c"] [Black "D"] [FEN "W:WKg1:Bb8,e5"]
        1. g1-d4 $2 (1. g1-e3 {wins (at once)} b8-a7) e5xc3 0-2
        1. c3-d4 d6-c5 2. d4-e6 *
        [GameType "20"] 1. 32-28 *
        [FEN "W:WKa2:BKh8"] *
        [White "E"] 1.c3-d4! d6-c5 2.b2-c3 * ; no tables of so many pieces
        [GameType "25,W"] [FEN "B:WKa1:BKa3"] 1...a3-c1 2.a1-h8 1/2-1/2
        [FEN "W:WKg1:Bb8,e5"] 1. g1-e3 (1. g1-f2
        [FEN "W:WKg1:Bb8,e5"] 1. g1-e3 {and so on"#;
    fs::write(&file, games).unwrap();
    let text = judged(&file, None);
    for line in [
        "Game 1, A [b] c - D, 0-2",
        "  at the start, W:WKg1:Be5,b8: White wins in 7 moves; the stated result DIFFERS",
        "  1. g1-d4? throws away the win and loses: Black wins in 1 move; better: g1-e3 (White wins in 7 moves)",
        "  read to here: move 2. of White (line 4, column 27): \"d4-e6\" is not a move; expected c3-d4 for a quiet move, c5:e3:g5 for a capture",
        "Game 3, ? - ?: its GameType: \"20\" is not a known game type; expected 25 for Russian draughts or 41 for draughts-80",
        "Game 4, ? - ?: its FEN: a2 is a light square; pieces stand on dark squares such as a1 and h8",
        "  at the start, B:WKa1:BKa3: a draw; the stated result agrees",
        "Game 7, ? - ?, *",
        "  at the start, W:WKg1:Be5,b8: White wins in 7 moves; the stated result is open",
        "  read to here: the bracket at line 9, column 40 is not closed; close it, so that the moves after it are read",
        "Game 8, ? - ?, *",
        "  read to here: the comment at line 10, column 40 has no closing brace; add it, so that the moves after it are read",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(text.contains("Game 5, E - ?, *\n  not judged: "), "{text}");
}

#[test]
fn the_game_type_chooses_the_game() {
    let tables = empty_directory("draughts-80-tables");
    generate(&Request::pieces(3).settings(Settings::default().game(GameName::Draughts80)), &tables, &()).unwrap();
    let games = r#"
        [White "A"] [GameType "41,W,10,8,A0,0"] [FEN "W:Wi3:Bh4,k8"] 1. i3:g5 k8-i7 2-0
        [White "B"] [GameType "41"] [FEN "B:WKa1,Kk2:BKb8"] 1... b8-a7 2. k2-k1 *
        [White "C"] [GameType "41,W,10,8,N2,0"] [FEN "W:W10:BK36"] 1. 10-4 2-0
        [White "D"] [GameType "41,W,10,8,N0,0"] [FEN "W:W35:BK1"] 1. 35-39 2-0
        [White "E"] [GameType "25"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "F"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "G"] [GameType "41,W,8,8,A0,0"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "H"] [GameType "41"] 1. c3-d4 *
        [White "I"] [GameType "41"] [FEN "W:Wi7:BKa1"]
        [White "J"] [FEN "W:Wc3:Bd4"] 1. c3:e5 2-0
        [White "K"] [GameType "41"] [GameType "25"] *
        "#;
    let text = judged_text("game-type", games, Some(&tables));
    let won = "  at the start, W:Wi7:BKa1: White wins in 2 moves; the stated result agrees";
    for lines in [
        "Game 1, A - ?, 2-0\n  at the start, W:Wi3:Bh4,j8: White wins in ",
        "\n  read to here: move 2. of White (line 3, column 75): \"k2-k1\" is not a move; expected ",
        &format!("Game 3, C - ?, 2-0\n{won}\n"),
        &format!("Game 4, D - ?, 2-0\n{won}\nGame 5"),
        "Game 5, E - ?: its game is russian, but the tables are of draughts-80; name a directory of russian tables\n",
        "Game 6, F - ?: its game is russian, but the tables are of draughts-80; name a directory of russian tables\n",
        "Game 7, G - ?: its GameType: the width \"8\" contradicts the game, draughts-80; expected 10\n",
        "Game 8, H - ?, *\n  not judged: ",
        "Game 9, I - ?, *\n  at the start, W:Wi7:BKa1: White wins in 2 moves; ",
        "Game 10, J - ?: its game is russian, but the tables are of draughts-80; name a directory of russian tables\n",
        "Game 11, K - ?: it has two tags GameType with different values; remove the wrong one\n",
    ] {
        assert!(text.contains(lines), "{lines}\n{text}");
    }
    let text = judged_text("game-type", games, None);
    for lines in [
        "Game 2, B - ?: its game is draughts-80, but the tables are of russian; name a directory of draughts-80 tables\n",
        "Game 5, E - ?, 2-0\n  at the start, W:Wc3:Bd4: White wins in 1 move; the stated result agrees\n",
        "Game 6, F - ?, 2-0\n  at the start, W:Wc3:Bd4: White wins in 1 move; the stated result agrees\n",
    ] {
        assert!(text.contains(lines), "{lines}\n{text}");
    }
}

#[test]
fn numbers_begin_where_the_game_type_says() {
    let game = |notation: &str, fen: &str, mv: &str| {
        format!("[GameType \"25,W,8,8,{notation},0\"] [FEN \"{fen}\"] 1. {mv} 2-0\n")
    };
    let games = [
        game("A0", "W:Wc3,a3:Bd4", "c3xe5"),
        game("A0", "W:W22,21:B18", "22x15"),
        game("N0", "W:W9-10:B14", "10x19"),
        game("N1", "W:W11-12:B15", "11x18"),
        game("N2", "W:W21-22:B18", "22x15"),
        game("N3", "W:W23-24:B19", "23x14"),
    ];
    let text = judged_text("numbers", &games.concat(), None);
    let line = "\n  at the start, W:Wa3,c3:Bd4: White wins in 1 move; the stated result agrees\n";
    assert_eq!(text.matches(line).count(), games.len(), "{text}");
    for (notation, mv) in [("N0", "22x15"), ("A1", "c3xe5"), ("S0", "c3xe5")] {
        let text = judged_text("numbers", &game(notation, "W:W9-10:B14", mv), None);
        assert!(text.starts_with("Game 1, ? - ?: ") || text.contains("\n  read to here: move 1. of White"), "{text}");
    }
}

#[test]
fn large_files_take_a_time_in_proportion_to_their_length() {
    let directory = empty_directory("large");
    let good = "\n\n[White \"A\"]\n[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 *\n";
    let right = "Game 2, A - ?, *\n  at the start, W:WKg1:Be5,b8: White wins in 7 moves; the stated result is open\n";
    let parts = [
        "(",
        "( a",
        ") ",
        "] ",
        "$1 ",
        "a1-b2 ",
        "12. ",
        "[x]",
        "[x \"y]",
        "{}",
        "%\n",
        "{",
        "c3 - ",
        "1.",
        "1. c3-d4 {\n\n",
    ];
    for (number, part) in (0..).zip(parts) {
        let file = directory.join(format!("{number}.pdn"));
        fs::write(&file, String::from("[White \"B\"] 1. c3-d4 ") + &part.repeat((4 << 20) / part.len()) + good)
            .unwrap();
        // It takes a second on an idle machine; hours if each token searched the rest of the file.
        let text = judged(&file, None);
        let is_one = text.starts_with("Game 1, B - ?, *\n") && text.ends_with(right);
        assert!(is_one || part.starts_with("1.") && text.contains(", A - ?, *"), "{part}: {text:.300}");
    }
    let file = directory.join("games.pdn");
    fs::write(&file, good.repeat(20_000)).unwrap();
    let text = judged(&file, None);
    assert_eq!(text.lines().count(), 40_000);
}

/// A file has no limit.
#[test]
fn what_is_large_is_read() {
    let file = empty_directory("too-large").join("games.pdn");
    let nested =
        |depth: usize| format!("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 {}{} *\n", "(".repeat(depth), ")".repeat(depth));
    let long = |bytes: usize| format!("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 {{{}}} *\n", "x".repeat(bytes));
    let text = nested(64) + &nested(65) + &long(1_000_000) + &long(1 << 20) + &nested(1);
    fs::write(&file, text.repeat(36)).unwrap();
    assert!(fs::metadata(&file).unwrap().len() > 64 << 20);
    let text = judged(&file, None);
    assert_eq!(text.lines().filter(|line| line.contains("White wins in 7 moves")).count(), 5 * 36, "{text:.1000}");
    let large = file.with_file_name("large.pdn");
    fs::File::create(&large).unwrap().set_len((64 << 20) + 1).unwrap();
    let refused = review().arg(&large).timeout(Duration::from_secs(120)).assert().code(1);
    refused.stderr(predicate::str::contains("large.pdn is not text"));
}

#[test]
fn a_file_that_cannot_be_read_is_an_error() {
    let empty = empty_directory("empty").join("empty.pdn");
    fs::write(&empty, "").unwrap();
    for (arguments, message) in [
        (&["/no/such/games.pdn"][..], "cannot read /no/such/games.pdn"),
        (&[EXAMPLE, "--tables", "/no/such/tables"], "/no/such/tables"),
        (&[empty.to_str().unwrap()], "empty.pdn has no game"),
    ] {
        review().args(arguments).assert().code(1).stderr(predicate::str::contains(message));
    }
    review().assert().code(2);
}

#[test]
fn judged_games_are_read_again_with_all_that_their_authors_wrote() {
    let game = "[White \"A \\\"B\\\" C\"] [Result \"White wins\"] [FEN \"W:WKg1:Bb8,e5\"]\n\
        {at first} 1. g1-d4 $2 (1. g1-e3 {wins} b8-a7 (1... e5-f4)) e5xc3 ; the end\n [FEN \"W:WKa1:BKh8\"] 1. a1-b2 {oops";
    let file = empty_directory("read-again").join("games.pdn");
    fs::write(&file, game).unwrap();
    let mut again = Vec::new();
    for round in 0..2 {
        let output = review().arg("--pdn").arg(&file).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for kept in [
            "[White \"A \\\"B\\\" C\"]",
            "{at first}",
            "1. g1-d4 $4 {bolshak: ",
            "$2 ( 1. g1-e3 {wins} b8-a7 ( 1... e5-f4 ) )",
            "e5:c3 {the end}",
            "a1-b2 {'oops}",
        ] {
            assert!(words.contains(kept), "{kept}: {words}");
        }
        let games: Vec<pdn::Game> = pdn::games(&text).collect();
        assert_eq!(games.len(), 2, "{text}");
        assert_eq!(games[0].play::<bolshak::board::Russian>().unwrap().moves.len(), 2);
        // Parts without an end in the file get one in the judged game.
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.contains("the comment at line 3, column 31 has no closing brace"), round == 0, "{said}");
        assert_eq!(output.status.success(), round == 1);
        again.push(text);
        fs::write(&file, &again[0]).unwrap();
    }
    assert_eq!(again[0], again[1]);
}

#[test]
fn a_table_that_cannot_be_read_is_the_affair_of_the_games_that_need_it() {
    let tables = empty_directory("one-damaged");
    generate(&Request::pieces(3), &tables, &()).unwrap();
    fs::write(tables.join("KKvK.wdl"), "no table").unwrap();
    let game = |fen: &str, mv: &str| format!("[FEN \"{fen}\"] 1. {mv} *\n");
    let games = game("W:WKa1:BKb8", "a1-b2") + &game("W:WKa1,Kc1:BKf8", "a1-b2") + &game("W:Wa3:BKb8", "a3-b4");
    let file = empty_directory("three-games").join("games.pdn");
    fs::write(&file, games).unwrap();
    for option in [None, Some("--json"), Some("--pdn")] {
        let output = review().args(option).arg("--tables").arg(&tables).arg(&file).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A comment is in the game itself, and need not name it.
        let is_named = option == Some("--pdn") || words.contains("ame 2, ? - ?: ");
        assert!(is_named && words.contains("KKvK.wdl"), "{text}");
        assert!(option != Some("--pdn") || pdn::games(&text).count() == 3, "{text}");
    }
}

#[test]
fn what_is_missing_is_named() {
    let tables = empty_directory("three-missing");
    generate(&Request::pieces(3), &tables, &()).unwrap();
    fs::remove_file(tables.join("KMvK.wdl")).unwrap();
    let text = judged_text("missing-game", "[FEN \"W:Wa1,Kc1:BKh8\"] 1. c1-d2 *", Some(&tables));
    assert!(text.contains("\n  not judged: ") && text.contains("KMvK"), "{text}");
}

#[test]
fn poddavki_has_no_number_in_pdn() {
    let tables = empty_directory("poddavki-games");
    generate(&Request::pieces(2).settings(Settings::default().game(GameName::Poddavki)), &tables, &()).unwrap();
    let text = judged_text("poddavki", "[FEN \"W:Wa1:Bb8\"] 1. a1-b2 *", Some(&tables));
    assert!(text.contains("\n  at the start, W:Wa1:Bb8: "), "{text}");
}

/// A game in which one king of each side moves back and forth.
fn shuttle(fen: &str, white: [&str; 2], black: [&str; 2], plies: usize) -> String {
    let sides = [white, black];
    let step = |ply: usize| {
        let [here, there] = sides[ply % 2];
        if (ply / 2).is_multiple_of(2) { format!("{here}-{there} ") } else { format!("{there}-{here} ") }
    };
    format!("[FEN \"{fen}\"]\n\n{}*\n", (0..plies).map(step).collect::<String>())
}

/// The counts of the official codes besides the 15 moves, and their starts.
#[test]
fn further_counts_run_out_when_their_moves_are_made() {
    let claims = |game: &str, rule| -> Vec<(usize, &'static str)> {
        let played = pdn::games(game).next().unwrap().play().unwrap();
        assert!(played.stop.is_none(), "{game}");
        let reviewed = judge(&Tablebase::built_in(), &played, rule).unwrap();
        reviewed.claims.iter().map(|(plies, claim)| (*plies, claim.name())).collect()
    };
    let (white, black) = (["g1", "h2"], ["h8", "g7"]);
    let none = DrawRule::None;
    let two = shuttle("W:WKc1,Kg1:BKh8", white, black, 12);
    assert_eq!(claims(&two, none), [(10, "5-moves")]);
    assert_eq!(claims(&shuttle("W:WKc1,Kg1:BKh8", white, black, 9), none), []);
    assert_eq!(
        claims(&shuttle("W:WKc1,Kg1:BKh8:H6", white, black, 9), none),
        [(4, "5-moves")],
        "the FEN has a counter"
    );
    let road = shuttle("W:WKc1,Kg1,a3:BKh8", white, black, 70);
    assert_eq!(claims(&road, none), [(10, "main-road"), (60, "30-moves")]);
    assert_eq!(claims(&road, DrawRule::FifteenMoves), [(10, "main-road")], "the game ends after 15 moves by kings");
    let beside = shuttle("W:WKc1,Kg1,a3:BKf8", white, ["f8", "e7"], 70);
    assert_eq!(claims(&beside, none), [(60, "30-moves")]);
    let five = shuttle("W:WKg1,a3,b4:BKh8,h4", white, black, 70);
    assert_eq!(claims(&five, none), [(60, "30-moves")]);
    let six = shuttle("W:WKg1,a3,b4:BKh8,h4,h6", white, black, 125);
    assert_eq!(claims(&six, none), [(120, "60-moves")]);
    let three = shuttle("W:WKc1,Kg1,Ke1:BKh8", white, black, 70);
    assert_eq!(claims(&three, none), [], "three kings have a rule of their own");
    let men = shuttle("W:Wc1,Kg1:Bh8", white, black, 2);
    assert_eq!(claims(&men, none), [], "one side has no king");
    let greatest = "[FEN \"W:WKc1:BKh8:H18446744073709551615\"] 1. c1-d2 h8-g7 2. d2-c1 *";
    let played = pdn::games(greatest).next().unwrap().play().unwrap();
    assert_eq!(judge(tablebase(), &played, none).unwrap().moves.len(), 3, "no count overflows");
}

/// Games of random moves, judged by a search on tables to three pieces: its verdicts agree with tables to four pieces.
#[test]
fn a_search_judges_as_larger_tables_do() {
    let (small, mut random) = (Tablebase::built_in(), Random(5));
    let solver = Solver::new(&small, Limits::NONE.positions(5_000).memory(16 << 20));
    let (mut proved, mut mistakes, mut better) = (0, 0, 0);
    for _ in 0..100 {
        let mut position: Position = random.position(4);
        let mut text = format!("[FEN \"{position}\"]");
        for _ in 0..8 {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(random.below(moves.len().max(1) as u64) as usize) else { break };
            text += &format!(" {}", position.move_text(mv));
            position = position.after(mv);
        }
        let played = pdn::games(&text).next().unwrap().play().unwrap();
        let searched = review_beyond(&solver, 4, &played, DrawRule::FifteenMoves, &()).unwrap();
        let truth = judge(tablebase(), &played, DrawRule::FifteenMoves).unwrap();
        let known = |index: usize| truth.moves.iter().find(|judged| judged.index == index);
        proved += searched.proved.len();
        assert_eq!(searched.drawn_after, truth.drawn_after);
        assert!(searched.undecided.iter().all(|index| !searched.proved.contains(index)));
        for judged in &searched.moves {
            let right = known(judged.index).unwrap();
            assert_eq!(judged.before.category, right.before.category, "{text}");
            if judged.after.category.is_some() {
                assert_eq!((judged.after.category, judged.mistake), (right.after.category, right.mistake), "{text}");
            }
            if judged.mistake.is_some() {
                mistakes += 1;
                better += usize::from(judged.best.len() == right.best.len());
                assert!(judged.best.iter().all(|mv| right.best.iter().any(|other| other.text == mv.text)), "{text}");
            }
        }
    }
    assert!(proved > 100 && mistakes > 20 && better * 10 > mistakes * 8, "{proved} {mistakes} {better}");
}

#[test]
fn a_single_game_is_searched_from_above_the_tables() {
    let directory = empty_directory("beyond");
    let game = "[FEN \"W:Wc3,d4,e3:Ba7,b8\"] 1. d4-c5 b8-c7 2. e3-d4 c7-b6 3. c5-d6 *\n";
    fs::write(directory.join("one.pdn"), game).unwrap();
    fs::write(directory.join("two.pdn"), format!("{game}{game}")).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.current_dir(&directory).env_remove("BOLSHAK_TABLES").arg("review").args(arguments);
        String::from_utf8(command.assert().success().get_output().stdout.clone()).unwrap()
    };
    let text = run(&["one.pdn"]);
    assert!(text.contains("at the start, W:Wc3,e3,d4:Ba7,b8: White wins"), "{text}");
    assert!(text.contains("proved by a search: at the start to "), "{text}");
    // For several games only the tables are used, unless a limit is given.
    assert!(run(&["two.pdn"]).starts_with("Game 1, ? - ?, *\n  not judged: "));
    assert_eq!(run(&["--positions", "100000", "two.pdn"]).matches("at the start, ").count(), 2);
    assert!(run(&["--from", "4", "one.pdn"]).contains("not judged"));
    // A game that ends far above the tables: what would decide more.
    fs::write(directory.join("long.pdn"), "1. c3-d4 d6-c5 *\n1. c3-d4 *\n").unwrap();
    fs::write(directory.join("short.pdn"), "1. c3-d4 d6-c5 *\n").unwrap();
    let above = |more: &str| format!("not judged: it ends with 24 pieces or more, and {more}");
    assert!(run(&["short.pdn"]).contains(&above("positions of at most 9 are searched; --from 24")));
    assert!(run(&["long.pdn"]).contains(&above("the tables have at most 3; with --time 1s")));
    assert!(run(&["--from", "24", "--time", "1ms", "short.pdn"]).contains("not judged: the tables know none of it"));
    let json = run(&["--json", "--positions", "0", "one.pdn"]);
    assert!(!json.contains("proved"), "{json}");
    // Judging again replaces an earlier judgement.
    let with_comments = run(&["--pdn", "one.pdn"]);
    assert!(with_comments.contains("Best play from here: White wins"), "{with_comments}");
    fs::write(directory.join("again.pdn"), &with_comments).unwrap();
    assert_eq!(run(&["--pdn", "again.pdn"]), with_comments);
}
