//! The engine, in scripted sessions of the Hub protocol.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{Random, empty_directory, files, four_pieces, tablebase};
use assert_cmd::Command;
use bolshak::board::{Position, Square};
use bolshak::rules::Move;
use bolshak::value::Category;

/// Petrov's triangle, White to move.
const TRIANGLE: &str = "WeBeeeeeeeWeeeeeeeeeeeWWeeeeeeeee";

/// The answer of the engine to some lines. At the end of the input it must exit with success.
fn session_with(options: &[&str], lines: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let time: &[&str] = if options.contains(&"--time") { &[] } else { &["--time", "0"] };
    command.env_remove("BOLSHAK_TABLES").current_dir("/").arg("hub").args(time).args(options);
    let output = command.write_stdin(lines.join("\n")).timeout(std::time::Duration::from_secs(60)).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn session(lines: &[&str]) -> Vec<String> {
    session_with(&["--tables", four_pieces().to_str().unwrap()], lines)
}

/// The value of an argument of a line, unquoted.
fn value<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
}

fn hub_string(position: &Position) -> String {
    let view = position.white_view();
    let letter = |square: Square| {
        let sets = [(view.men, 'w'), (view.kings, 'W'), (view.enemy_men, 'b'), (view.enemy_kings, 'B')];
        sets.into_iter().find(|(set, _)| set & square.bit() != 0).map_or('e', |(_, letter)| letter)
    };
    let squares = (1..=32).filter_map(Square::from_number).map(letter);
    format!("{:?}", position.turn()).chars().take(1).chain(squares).collect()
}

#[test]
fn the_beginning() {
    let tables = four_pieces().to_str().unwrap();
    let lines = session(&["hub", "init", "ping"]);
    assert_eq!(
        lines[0],
        concat!("id name=bolshak version=", env!("CARGO_PKG_VERSION"), " author=\"the bolshak authors\"")
    );
    assert_eq!(lines[1], "param name=variant value=russian type=enum values=\"russian\"");
    assert_eq!(lines[2], format!("param name=tables value=\"{tables}\" type=string"));
    assert_eq!(lines[3], "param name=numbering value=b8 type=enum values=\"b8 a1\"");
    assert_eq!(lines[4], "param name=rule value=15-moves type=enum values=\"15-moves three-kings none\"");
    assert_eq!(lines[5..], ["wait", "ready", "pong"]);
}

#[test]
fn a_won_position_in_both_numberings() {
    let position = format!("pos pos={TRIANGLE}");
    let lines =
        session(&[&position, "level move-time=1", "go think", "set-param name=numbering value=a1", "go ponder"]);
    assert_eq!(lines.len(), 4);
    let line = "22-31 2-20 10-1 20-2 23-16 2x20x16 1-24 20x27x24 31x24x27";
    assert_eq!(lines[0], format!("info depth=9 score=99.91 result=win clock=0 pv=\"{line}\""));
    assert_eq!(lines[1], "done move=22-31 ponder=2-20");
    let line = "10-3 30-16 22-29 16-30 11-20 30x16x20 29-12 16x7x12 3x12x7";
    assert_eq!(lines[2], format!("info depth=9 score=99.91 result=win clock=0 pv=\"{line}\""));
    assert_eq!(lines[3], "done move=10-3 ponder=30-16");
    let tables = four_pieces().to_str().unwrap();
    assert_eq!(session_with(&["--tables", tables, "--numbering", "a1"], &[&position, "go"])[1], lines[3]);
}

/// Score, result and clock after some moves from the triangle.
fn after(moves: &str, rule: &str) -> String {
    let position = format!("pos pos={TRIANGLE} moves=\"{moves}\"");
    let lines = session(&[&format!("set-param name=rule value={rule}"), &position, "go"]);
    ["score", "result", "clock"].map(|name| value(&lines[0], name).unwrap()).join(" ")
}

#[test]
fn the_clock_is_counted_through_the_moves() {
    // A king of each side moves back and forth.
    let shuttle = |times| "22-26 2-20 26-22 20-2 ".repeat(times);
    assert_eq!(after("22-31", "15-moves"), "-99.92 loss 1");
    assert_eq!(after(&shuttle(6), "15-moves"), "99.91 win 24");
    assert_eq!(after(&shuttle(7), "15-moves"), "0.01 cursed-win 28");
    assert_eq!(after(&(shuttle(7) + "22-31"), "15-moves"), "-0.01 blessed-loss 29");
    assert_eq!(after(&shuttle(7), "three-kings"), "0.01 cursed-win 28");
    assert_eq!(after(&shuttle(7), "none"), "99.91 win 28");
    assert_eq!(after(&(shuttle(6) + "22-31 2-20 10-1 20-2 23-16 2x20x16"), "15-moves"), "99.97 win 0");
    let draw = hub_string(&"W:WKa1:BKb8".parse().unwrap());
    let lines = session(&[&format!("pos pos={draw}"), "go"]);
    assert_eq!(["score", "result"].map(|name| value(&lines[0], name)), [Some("0.00"), Some("draw")]);
}

#[test]
fn bad_input_is_answered_and_does_not_end_the_engine() {
    let triangle = format!("pos pos={TRIANGLE}");
    for (line, message) in [
        ("foo", "no command 'foo'"),
        ("HUB", "no command 'HUB'"),
        ("=", "is not an argument"),
        ("pos", "lacks its position"),
        ("pos pos=", "0 characters"),
        ("pos pos=WeBe", "4 characters"),
        ("pos pos=XeBeeeeeeeWeeeeeeeeeeeWWeeeeeeeee", "expected W or B"),
        ("pos pos=WeBeeeeeeeWeeeeeeeeeeeWWeeeeeeexe", "at place 32"),
        ("pos pos=WweBeeeeeeeWeeeeeeeeeeeWWeeeeeeee", "crowning rank"),
        ("pos pos=\"WeBe", "quotation mark is missing"),
        ("set-param name=variant value=killer", "this engine plays russian"),
        ("set-param name=numbering value=c3", "expected b8 or a1"),
        ("set-param name=rule value=50", "expected 15-moves, three-kings or none"),
        ("set-param name=colour value=blue", "no parameter colour"),
        ("set-param name=rule", "lacks name or value"),
    ] {
        let lines = session(&[line, "new-game", "stop", "ponder-hit", "", "level infinite", "ping", "quit", "ping"]);
        assert_eq!(lines.len(), 2, "{line}: {lines:?}");
        assert!(lines[0].starts_with("error message=\"") && lines[0].contains(message), "{line}: {}", lines[0]);
        assert_eq!(lines[0].matches('"').count(), 2, "{line}");
        assert_eq!(lines[1], "pong");
    }
    let moved = |moves: &str| session(&[&format!("{triangle} moves=\"{moves}\""), "go"]);
    for (moves, message) in [
        ("22-25 22-25", "move 2: 22-25 is not a legal move"),
        ("22-26 30x7x26x11", "legal are: "),
        ("11-20", "set-param name=numbering value=a1"),
        ("\u{1F600}", "is not a move"),
        ("300-1", "is not a move"),
    ] {
        let lines = moved(moves);
        assert!(lines[0].contains(message), "{moves}: {}", lines[0]);
        assert!(lines[1].starts_with("error ") && lines[2] == "done move=0-0", "{moves}: {lines:?}");
    }
}

/// After `go` the GUI waits for a move, even if the arguments cannot be read.
#[test]
fn a_go_that_cannot_be_read_is_answered() {
    for line in ["go =x".into(), " go a=\"b".into(), format!("go {}", "x".repeat(1 << 17))] {
        let lines = session(&[&line, "ping"]);
        assert!(lines[0].starts_with("error ") && lines[1..] == ["done move=0-0", "pong"], "{lines:?}");
    }
}

/// After a refused position, `go` must not be answered with a move of the position before.
#[test]
fn a_position_that_cannot_be_read_is_not_answered_with_the_last_one() {
    let long = format!("pos pos={TRIANGLE} moves=\"{}\"", "22-26 2-20 26-22 20-2 ".repeat(4000));
    for (line, message) in [
        (format!("pos pos={TRIANGLE} moves=\"22-31"), "quotation mark is missing"),
        (format!(" pos pos={TRIANGLE} moves=22-31 2-20"), "need quotation marks"),
        (long, "too long"),
        ("pos pos=W".into(), "has 1 character;"),
    ] {
        let lines = session(&["new-game", &line, "go"]);
        assert!(lines[0].starts_with("error ") && lines[0].contains(message), "{lines:?}");
        assert!(lines[1].starts_with("error ") && lines[2..] == ["done move=0-0"], "{lines:?}");
    }
}

#[test]
fn a_position_beyond_the_tables_is_reported_and_a_move_is_played() {
    let lines = session(&["go think", "new-game", "go"]);
    assert_eq!(lines.len(), 4);
    assert!(lines[0].contains("message=\"the tables do not know: a table of 24 pieces is needed"), "{}", lines[0]);
    assert!(value(&lines[0], "score").is_none() && !lines[0].ends_with('='));
    assert_eq!(lines[1..3], ["done move=21-17".to_owned(), lines[0].clone()]);
}

/// Beyond the tables the engine plays the best known move that does not lose, or else an unknown one.
#[test]
fn the_move_where_some_results_are_not_known() {
    let mut random = Random(11);
    let mut kinds = [0; 4];
    let positions: Vec<Position> = (0..3000).map(|_| random.position(6)).collect();
    let mixed = |position: &&Position| {
        let ranked = tablebase().rank_moves(position, 0).unwrap();
        let known = ranked.iter().filter(|mv| mv.category().is_some()).count();
        0 < known && known < ranked.len()
    };
    for position in positions.iter().filter(mixed) {
        let ranked = tablebase().rank_moves(position, 0).unwrap();
        let lines = session(&[&format!("pos pos={}", hub_string(position)), "go"]);
        let text = value(&lines[1], "move").unwrap();
        let made = ranked.iter().find(|made| made.mv == legal(position, text)).unwrap();
        let best = ranked.iter().filter_map(|mv| mv.category()).max().unwrap();
        let expected = if best == Category::Loss { None } else { Some(best) };
        assert_eq!(made.category(), expected, "{position}: {lines:?}");
        let said = value(&lines[0], "result");
        assert_eq!(said, (best == Category::Win).then_some("win"), "{position}: {lines:?}");
        assert_eq!(lines[0].contains("the tables do not know"), said.is_none());
        kinds[match best {
            Category::Win => 0,
            Category::Draw => 1,
            Category::Loss => 2,
            _ => 3,
        }] += 1;
    }
    assert!(kinds[0] > 3 && kinds[2] > 0, "{kinds:?}");
}

#[test]
fn games_that_are_over_and_tables_that_are_absent() {
    let lines = session(&["pos pos=BWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee", "go"]);
    assert_eq!(lines, ["error message=\"the game is over, there is no legal move\"", "done move=0-0"]);
    let nowhere = empty_directory("no tables");
    let set = format!("set-param name=tables value=\"{}\"", nowhere.display());
    let lines = session(&[
        &set,
        "init",
        "pos pos=WeBeeeeeeeWeeeeeeeeeeeWeeeeeeeeee",
        "go",
        "set-param name=tables value=\"\"",
        "init",
    ]);
    assert!(lines[0].contains("there are no tables in") && lines[0].contains("built-in"), "{}", lines[0]);
    assert_eq!(lines[1], "ready");
    assert!(value(&lines[2], "score").is_some(), "the built-in tables know it: {}", lines[2]);
    assert_eq!(lines[4..], ["ready"]);
}

#[test]
fn lines_that_are_too_long_or_not_utf_8() {
    let long = "x".repeat(1 << 17);
    let lines = session(&[&long, "\u{fffd}\u{0}\u{7f}", "ping"]);
    assert_eq!(lines.len(), 3);
    assert!(lines[0].contains("at most 65536 bytes") && lines[1].contains("no command"));
    assert!(session(&[]).is_empty() && session(&["quit"]).is_empty());
}

#[test]
fn a_damaged_table_is_reported_and_a_legal_move_is_played() {
    let directory = empty_directory("damaged");
    for (name, mut bytes) in files(four_pieces()) {
        if name.starts_with("KKvK.") {
            let half = bytes.len() / 2;
            bytes[half..].fill(0x55);
        }
        std::fs::write(directory.join(name), bytes).unwrap();
    }
    let position: Position = "W:WKa5,Ka7:BKg1".parse().unwrap();
    let tables = directory.to_str().unwrap();
    let lines = session_with(&["--tables", tables], &[&format!("pos pos={}", hub_string(&position)), "go", "ping"]);
    assert!(lines[0].starts_with("error message=") && lines[0].contains("KKvK."), "{lines:?}");
    legal(&position, value(&lines[1], "move").unwrap());
    assert_eq!(lines[2..], ["pong"]);
}

/// No input ends the engine.
#[test]
fn spoilt_lines_do_not_end_the_engine() {
    let lines = [
        "hub".into(),
        "set-param name=rule value=none".into(),
        "set-param name=tables value=\"\"".into(),
        "init".into(),
        "new-game".into(),
        format!("pos pos={TRIANGLE} moves=\"22-31 2-20 10-1 20-2 23-16 2x20x16\""),
        "level nodes=0 time=0".into(),
        "go think".into(),
        "stop".into(),
    ];
    let mut random = Random(3);
    let spoilt = |_| {
        let mut line: Vec<char> = lines[random.below(lines.len() as u64) as usize].chars().collect();
        for _ in 0..random.below(4) {
            let at = random.below(line.len() as u64) as usize;
            line[at] = ['=', '"', ' ', 'x', '-', '0', 'W', 'e', '\u{e9}', '\u{0}', '\t'][random.below(11) as usize];
        }
        line.into_iter().collect()
    };
    let mut sent: Vec<String> = (0..3000).map(spoilt).collect();
    sent.push("hub".into());
    let answers = session(&sent.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(answers.last().unwrap(), "wait");
    let known = ["id ", "param ", "wait", "ready", "info ", "done move=", "error message=", "pong"];
    for answer in &answers {
        assert!(known.iter().any(|start| answer.starts_with(start)), "{answer}");
    }
    assert!(answers.iter().any(|answer| answer.starts_with("done ")) && answers.len() > 1000);
}

#[test]
fn the_session_in_the_guide() {
    let directory = empty_directory("guide");
    fs::create_dir(directory.join("tables")).unwrap();
    for (name, bytes) in files(four_pieces()) {
        fs::write(directory.join("tables").join(name), bytes).unwrap();
    }
    let guide = include_str!("../../docs/guide-hub.md");
    let (_, block) = guide.split_once("```hub\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let (sent, answers): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with("> "));
    let sent: Vec<&str> = sent.iter().map(|line| &line[2..]).collect();
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").current_dir(&directory).arg("hub");
    let output = command.write_stdin(sent.join("\n")).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().collect::<Vec<_>>(), answers);
}

#[test]
fn one_line_at_a_time() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_bolshak"));
    let command = command.args(["hub", "--time", "100ms", "--tables"]).arg(four_pieces());
    let mut engine = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut to, mut from) = (engine.stdin.take().unwrap(), BufReader::new(engine.stdout.take().unwrap()).lines());
    for (line, last) in [("hub", "wait"), ("init", "ready"), ("ping", "pong"), ("go think", "done")] {
        writeln!(to, "{line}").unwrap();
        assert!(from.by_ref().any(|answer| answer.unwrap().starts_with(last)), "{line}");
    }
    // A ping is answered while a search goes on.
    for (lines, answer) in [("go analyze\nping", "pong"), ("stop", "info")] {
        writeln!(to, "{lines}").unwrap();
        let next = from.next().unwrap().unwrap();
        assert!(next.starts_with(answer), "{next}");
    }
    drop(to);
    assert!(engine.wait().unwrap().success(), "the end of the input ends it");
}

/// The legal move of a text in which b8 has the number 1.
fn legal(position: &Position, text: &str) -> Move {
    let numbers = text.split(['-', 'x']).map(|number| number.parse().unwrap());
    let named: Vec<Square> = numbers.map(|number| Square::from_number(number).unwrap()).collect();
    let captured = named[2..].iter().fold(0, |set, square| set | square.bit());
    let wanted = |mv: &&Move| (mv.from(), mv.to(), mv.captured()) == (named[0], named[1], captured);
    *position.legal_moves().iter().find(wanted).unwrap_or_else(|| panic!("{text} in {position}"))
}

/// In random positions the result is that of the tables, and the line has legal moves, up to the end if a side wins.
#[test]
fn random_positions() {
    let mut random = Random(7);
    let positions: Vec<Position> = (0..300).map(|number| random.position(2 + number % 3)).collect();
    let positions: Vec<Position> = positions.into_iter().filter(|p| !p.legal_moves().is_empty()).collect();
    let asked: Vec<String> = positions.iter().map(|p| format!("pos pos={}\ngo", hub_string(p))).collect();
    let lines = session(&asked.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(lines.len(), 2 * positions.len());
    for (position, lines) in positions.iter().zip(lines.chunks(2)) {
        let verdict = tablebase().probe(position, 0).unwrap();
        assert_eq!(value(&lines[0], "result").unwrap(), verdict.category.unwrap().to_string(), "{position}");
        let line = lines[0].split('"').nth(1).unwrap();
        let last = line.split(' ').fold(*position, |at, text| at.after(&legal(&at, text)));
        let is_won = matches!(verdict.category, Some(Category::Win | Category::Loss));
        assert_eq!(last.legal_moves().is_empty(), is_won, "{position}: {line}");
        assert!(lines[1].starts_with(&format!("done move={}", line.split(' ').next().unwrap())), "{}", lines[1]);
    }
}

/// With tables of categories alone, most moves at a later clock are known only in theory. The engine then plays by theory, and
/// reports it.
#[test]
fn a_win_in_theory_is_played_if_no_more_is_known() {
    let tables = empty_directory("theory");
    for (name, bytes) in files(four_pieces()).into_iter().filter(|(name, _)| name.ends_with("wdl")) {
        std::fs::write(tables.join(name), bytes).unwrap();
    }
    let game = "pos pos=BeeeeWeeeeeeeWeeeeeeeeeeeeeeBeeee moves=\"28-32\"";
    let lines = session_with(&["--tables", tables.to_str().unwrap(), "--rule", "none"], &[game, "go"]);
    assert_eq!(value(&lines[0], "score"), Some("89.00"), "nobody knows how soon: {lines:?}");
    let lines = session_with(&["--tables", tables.to_str().unwrap()], &[game, "go"]);
    assert!(value(&lines[0], "score").is_none() && lines[0].contains("message=\"the tables do not know"), "{lines:?}");
    let played = value(&lines[1], "move").unwrap();
    let whole = session(&[game, "go"]);
    assert_eq!((value(&whole[0], "result"), value(&whole[1], "move")), (Some("win"), Some("13-6")), "{whole:?}");
    assert_ne!(played, "13-17", "which draws");
}

/// Above the tables the engine searches until it has a result, its time is over, or it is stopped.
#[test]
fn positions_above_the_tables_are_searched() {
    let above = format!("pos pos={}", hub_string(&"W:Wc3,d4,e3:Ba7,b8".parse().unwrap()));
    let tables = four_pieces().to_str().unwrap();
    let play = |lines: &[&str]| session_with(&["--tables", tables, "--time", "60s"], lines);
    let lines = play(&[&above, "go"]);
    assert_eq!(value(&lines[0], "result"), Some("win"), "{lines:?}");
    assert!(value(&lines[0], "score").unwrap().starts_with("99.") && value(&lines[0], "depth").unwrap() != "1");
    // The other ways to end a long search; meanwhile only pings are answered at once.
    for before in ["level move-time=0.2", "level nodes=5000", "level time=5 moves=25", "level infinite"] {
        let lines = play(&[before, "new-game", "go think", "ping", "stop", "ping"]);
        let (pongs, lines): (Vec<String>, Vec<String>) = lines.into_iter().partition(|line| line == "pong");
        assert!(lines[0].contains("the search did not decide; the move is not proved to lose"), "{lines:?}");
        assert!(!lines[0].contains("bolshak solve") && lines[1].starts_with("done move="), "{lines:?}");
        assert_eq!((pongs.len(), lines.len()), (2, 2), "{lines:?}");
    }
    assert!(play(&["go analyze", "quit"])[1].starts_with("done move="));
    assert!(play(&["level move-time=0.1", "go ponder", "ponder-hit"])[1].starts_with("done move="));
    // A client that leaves, or that asks for two moves and then leaves, stops the engine.
    assert!(play(&["go analyze"])[1].starts_with("done move="));
    assert_eq!(play(&["level infinite", "go", "go", "quit"]).len(), 4);
    assert!(play(&["level time=x", "ping"])[0].starts_with("error message=\"level time='x' is not a number"));
}
