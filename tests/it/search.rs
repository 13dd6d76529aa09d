//! The proof search against larger tables, its limits, and the command `solve`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use bolshak::Progress;
use bolshak::board::{Game, GameName, Position, Russian};
use bolshak::generate::{Request, Settings, generate};
use bolshak::in_game;
use bolshak::index::Ending;
use bolshak::probe::{Clock, Options, Tablebase, Verdict, random};
use bolshak::rules::DrawRule;
use bolshak::search::{Event, Limits, SolvedMove, Solver};
use bolshak::table::Metric;
use bolshak::value::Category;
use serde_json::Value;

use crate::common::{empty_directory, four_pieces, four_pieces_of, tablebase};

/// The program on the built-in tables.
fn bolshak() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").current_dir("/");
    command
}

/// The tables of a game to three pieces, in a directory of their own.
fn three_pieces(game: GameName, name: &str) -> PathBuf {
    let directory = empty_directory(name);
    for entry in std::fs::read_dir(four_pieces_of(game)).unwrap() {
        let path = entry.unwrap().path();
        let pieces = path.file_stem().unwrap().to_str().unwrap().len() - 1;
        if pieces <= 3 {
            std::fs::copy(&path, directory.join(path.file_name().unwrap())).unwrap();
        }
    }
    directory
}

/// Whether a searched verdict agrees with that of larger tables, and its bound is one.
fn agrees(said: &Verdict, within: Option<u32>, truth: &Verdict) -> bool {
    let is_bound = |within| truth.dtw.plies().is_some_and(|plies| u32::from(plies) <= within);
    said.category.is_none_or(|category| truth.category == Some(category))
        && said.theory.is_none_or(|theory| truth.theory == Some(theory))
        && within.is_none_or(is_bound)
}

/// Positions of four pieces, of all endings, solved on tables of a part of them at several clocks under each rule.
fn compare<G: Game>(smaller: &Path, larger: &Path, least: u32) {
    let [smaller, larger]: [Tablebase<G>; 2] =
        [smaller, larger].map(|tables| Tablebase::open_game(tables, Options::default()).unwrap());
    let draw_plies = usize::from(larger.draw_plies());
    let endings: Vec<Ending> = Ending::all(4).collect();
    let (mut decided, mut moves, mut decided_moves) = (0, 0, 0);
    let positions = random::positions::<G>(&endings, 300, 5);
    for (number, position) in positions.iter().enumerate() {
        let rule = DrawRule::ALL[number % 3];
        // Also where the game ends by the draw rule, or a move before.
        let plies = [0, number % (draw_plies + 1), 0, draw_plies - 2 + number % 5][number % 4];
        let clock = Clock::new(plies as u64).under(rule);
        let solver = Solver::new(&smaller, Limits::NONE.positions(20_000).memory(8 << 20));
        let solved = solver.solve(position, clock, true, &()).unwrap();
        let truth = larger.probe(position, clock).unwrap();
        assert!(agrees(&solved.verdict, solved.within, &truth), "{position} {clock:?}: {truth:?}");
        let theory = truth.theory.unwrap();
        assert!(solved.bounds.at_least <= theory && theory <= solved.bounds.at_most, "{position}");
        decided += u32::from(solved.verdict.category.is_some());
        // The line is that of the bound, and no move of it gives a win away.
        let (mut at, mut clock_there) = (*position, clock);
        let is_decisive = |category: &Category| matches!(category, Category::Win | Category::Loss);
        let mut expected = solved.verdict.category.filter(is_decisive);
        for mv in &solved.line {
            (at, clock_there) = (at.after(mv), clock_there.after(mv));
            expected = expected.map(Category::flip);
            let there = larger.probe(&at, clock_there).unwrap().category;
            assert!(expected.is_none() || there == expected, "{position} {clock:?}: {at}");
        }
        if let Some(within) = solved.within {
            let left = larger.probe(&at, clock_there).unwrap().dtw.plies().unwrap();
            assert_eq!(solved.line.len() + usize::from(left), within as usize, "{position} {clock:?}");
        }
        for mv in &solved.moves {
            let truth = larger.probe(&mv.ranked.position, mv.ranked.clock).unwrap();
            assert!(agrees(&mv.ranked.reached, mv.within, &truth), "{position} {}", mv.ranked.text);
            let theory = truth.theory.unwrap().flip();
            assert!(mv.bounds.at_least <= theory && theory <= mv.bounds.at_most, "{position} {}", mv.ranked.text);
            (moves, decided_moves) = (moves + 1, decided_moves + u32::from(mv.ranked.reached.category.is_some()));
        }
        let all: BTreeSet<String> = solved.moves.iter().map(|mv| mv.ranked.text.clone()).collect();
        assert_eq!(all.len(), position.legal_moves().len());
    }
    assert!(decided >= least && 10 * decided_moves >= 6 * moves, "{decided} of 300, {decided_moves} of {moves} moves");
}

#[test]
fn what_is_decided_is_what_larger_tables_say() {
    for game in GameName::ALL {
        let smaller = three_pieces(game, &format!("three-{game}"));
        in_game!(game, G => compare::<G>(&smaller, four_pieces_of(game), 225));
    }
}

#[test]
fn what_is_decided_is_right_also_where_tables_are_missing() {
    let smaller = three_pieces(GameName::Russian, "one-of-four");
    for metric in Metric::ALL {
        let name = format!("KKvKK.{metric}");
        std::fs::copy(four_pieces().join(&name), smaller.join(name)).unwrap();
    }
    compare::<Russian>(&smaller, four_pieces(), 225);
    // All wins begin with a king's move, which ends the game, and go on with the man.
    let smaller: Tablebase = Tablebase::open(smaller).unwrap();
    let solver = Solver::new(&smaller, Limits::NONE.positions(50_000).memory(8 << 20));
    let solved = solver.solve(&"W:WKf2,Kc5,a7:BKg1".parse().unwrap(), 29, false, &()).unwrap();
    assert_eq!(solved.verdict.category, Some(Category::CursedWin));
}

#[test]
fn what_is_decided_is_right_under_the_longest_draw_rule() {
    let [smaller, larger] = [3, 4].map(|pieces| {
        let directory = empty_directory(&format!("longest-rule-{pieces}"));
        generate(&Request::pieces(pieces).settings(Settings::default().draw_plies(126)), &directory, &()).unwrap();
        directory
    });
    compare::<Russian>(&smaller, &larger, 225);
}

/// A king's move that reaches the end of the clock does not win, and the proof of a game that is over is no proof of a win.
#[test]
fn a_move_to_the_end_of_the_clock_is_drawn() {
    let solver = Solver::new(tablebase(), Limits::NONE.positions(50_000).memory(8 << 20));
    let position: Position = "W:WKc5,a7,e7:Bh2,a5".parse().unwrap();
    let solved = solver.solve(&position, 29, true, &()).unwrap();
    assert_eq!(solved.verdict.category, Some(Category::Win));
    let category = |mv: &SolvedMove| (mv.ranked.text.clone(), mv.ranked.category());
    let moves: BTreeMap<String, Option<Category>> = solved.moves.iter().map(category).collect();
    assert_eq!(moves["c5-a3"], Some(Category::CursedWin));
    assert_eq!((moves["e7-d8"], moves["a7-b8"]), (Some(Category::Win), Some(Category::Win)));
    let over: Position = "W:Wg1,g3,f6:BKe3,Kd4".parse().unwrap();
    let solved = solver.solve(&over, 30, false, &()).unwrap();
    let claims: Vec<_> = solved.certificates.iter().map(|proof| (proof.rule(), proof.is_forced())).collect();
    assert_eq!(claims, [(DrawRule::None, true), (DrawRule::FifteenMoves, false)]);
}

/// The proof in theory loses its time here, and the line is that of the other proof.
#[test]
fn a_line_keeps_the_win_under_the_draw_rule() {
    let built_in = Tablebase::built_in();
    let solver = Solver::new(&built_in, Limits::NONE.positions(50_000).memory(8 << 20));
    let position: Position = "W:We3,Kf4,Kg7:Bb6".parse().unwrap();
    for moves in [false, true] {
        let solved = solver.solve(&position, 29, moves, &()).unwrap();
        assert_eq!(solved.verdict.category, Some(Category::Win));
        assert_eq!(solved.line.first().map(|mv| position.move_text(mv)).as_deref(), Some("e3-d4"));
    }
}

/// What the table of distances to a zeroing move would say, a search proves, and the moves of a lost position lose.
#[test]
fn results_alone_are_enough_under_the_draw_rule() {
    let tables = empty_directory("three-wdl");
    for entry in fs::read_dir(three_pieces(GameName::Russian, "three-for-wdl")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|metric| metric == "wdl") {
            fs::copy(&path, tables.join(path.file_name().unwrap())).unwrap();
        }
    }
    let results = Tablebase::<Russian>::open(&tables).unwrap();
    let solver = Solver::new(&results, Limits::NONE.positions(20_000).memory(8 << 20));
    let endings: Vec<Ending> = Ending::all(3).collect();
    let (mut decided, mut all) = (0, 0);
    for (number, position) in random::positions::<Russian>(&endings, 300, 9).iter().enumerate() {
        let clock = [1, 5, 24, 29][number % 4];
        let solved = solver.solve(position, clock, true, &()).unwrap();
        let truth = tablebase().probe(position, clock).unwrap();
        assert!(solved.verdict.category.is_none_or(|category| truth.category == Some(category)), "{position} {clock}");
        (decided, all) = (decided + u32::from(solved.verdict.category.is_some()), all + 1);
        for mv in &solved.moves {
            let truth = tablebase().probe(&mv.ranked.position, mv.ranked.clock).unwrap().category;
            assert!(mv.ranked.reached.category.is_none_or(|category| truth == Some(category)), "{position}");
            assert!(mv.ranked.category().is_some() || solved.verdict.category != Some(Category::Loss), "{position}");
        }
    }
    assert!(100 * decided > 90 * all, "{decided} of {all}");
    let solved = solver.solve(&"B:Wf2,g3:Bc3".parse().unwrap(), 24, true, &()).unwrap();
    assert_eq!(solved.verdict.category, Some(Category::Win));
}

/// A position of many kings, which no search decides soon.
const HARD: &str = "W:WKa1,Kc1,Ke1,a3,c3,e3:BKb8,Kd8,Kf8,b6,d6,f6";

#[test]
fn a_limit_of_positions_gives_the_same_answer_in_each_run() {
    let position: Position = "W:Wc3,d4,e3,g3:Ba7,b8,h6".parse().unwrap();
    let ask = |positions| {
        let solver = Solver::new(tablebase(), Limits::NONE.positions(positions).memory(1 << 20));
        let solved = solver.solve(&position, 0, true, &()).unwrap();
        assert!(solved.visited < positions + 100, "{}", solved.visited);
        (solved.verdict, solved.bounds, solved.within, solved.line, solved.moves, solved.visited)
    };
    for positions in [0, 64, 1_000, 30_000] {
        let answer = ask(positions);
        assert_eq!(answer, ask(positions));
        if positions == 0 {
            assert_eq!((answer.0.category, answer.5), (None, 0));
        }
    }
}

#[test]
fn memory_that_the_system_does_not_give_is_an_error() {
    let tried = Solver::try_new(tablebase(), Limits::NONE.memory(usize::MAX));
    assert_eq!(tried.err().map(|error| error.bytes), Some(usize::MAX));
}

/// Stops after some positions.
struct StopAfter(AtomicU64);

impl Progress<Event> for StopAfter {
    fn report(&self, event: &Event) {
        if let Event::Visited { positions } = event {
            let _ =
                self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left.saturating_sub(*positions)));
        }
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn an_answer_comes_in_time_or_when_it_is_stopped() {
    // Opened before the clock runs: the tables may have to be made.
    let tables = tablebase();
    let position: Position = HARD.parse().unwrap();
    for threads in [1, 3] {
        let begin = Instant::now();
        let solver = Solver::new(tables, Limits::NONE.time(Duration::from_millis(300)).threads(threads));
        let solved = solver.solve(&position, 0, true, &()).unwrap();
        // A tenth of a second is promised, but other tests run at the same time.
        assert!(begin.elapsed() < Duration::from_millis(1300), "{:?}", begin.elapsed());
        assert!(solved.visited > 1000 && solved.moves.len() > 10);
        let stop = StopAfter(AtomicU64::new(5_000));
        let solved = Solver::new(tables, Limits::NONE.threads(threads)).solve(&position, 0, true, &stop).unwrap();
        assert!((5_000..6_000).contains(&solved.visited), "{}", solved.visited);
    }
}

fn json(arguments: &[&str], status: i32) -> Vec<Value> {
    let run = bolshak().arg("solve").args(arguments).assert().code(status);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_program_solves_above_the_tables() {
    let fen = "W:Wc3,d4,e3:Ba7,b8";
    let answer = &json(&["--json", "--positions", "100000", fen], 0)[0];
    assert_eq!((&answer["category"], &answer["theory"]), (&"win".into(), &"win".into()));
    assert!(
        answer["within"].as_u64().unwrap() >= 11 && answer.get("dtw").is_none() && answer.get("at_least").is_none()
    );
    assert!(answer["line"].as_array().unwrap().len() > 5);
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.len() == 4 && moves.iter().all(|mv| mv["category"] == "win" && mv["within"].is_u64()));
    // The tables alone know nothing of it.
    let answer = &json(&["--json", "--time", "0", fen], 0)[0];
    assert!(
        ["category", "theory", "at_least", "at_most", "within", "positions"]
            .iter()
            .all(|&name| answer.get(name).is_none())
    );
    // Where the tables know the position, the answer is that of a probe.
    let fen = "W:WKa5,Ka7:BKg1";
    let probed = bolshak().args(["probe", "--json", fen]).assert().code(0);
    let probed: Value = serde_json::from_slice(&probed.get_output().stdout).unwrap();
    assert_eq!(json(&["--json", fen], 0)[0], probed);
}

#[test]
fn the_program_answers_lines_in_their_order() {
    let lines = "W:Wc3,d4,e3:Ba7,b8\nnonsense\n{\"fen\":\"W:WKa5,Ka7:BKg1\",\"moves\":false}\n";
    let run = bolshak().args(["solve", "--positions", "20000", "-"]).write_stdin(lines).assert().code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let answers: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 3);
    assert!(answers[0]["category"] == "win" && answers[1]["error"].is_string() && answers[2].get("moves").is_none());
}

/// Known positions are answered as by a probe, even after the clock has expired and no move counts.
#[test]
fn the_program_answers_as_a_probe_where_the_tables_know() {
    for fen in ["W:WKa1,c3:Ba5:H31", "W:WKa1,c3:Ba5", "W:Wc3:BKh8"] {
        let text = |command: &str| bolshak().args([command, fen]).assert().success().get_output().stdout.clone();
        assert_eq!(text("solve"), text("probe"), "{fen}");
        let answer = |command: &str| {
            let run = bolshak().args([command, "--json", fen]).assert().success();
            let answer: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
            let moves = |name: &str| answer[name].as_array().map(Vec::len);
            [
                answer["over"].clone(),
                answer["category"].clone(),
                moves("moves").into(),
                moves("moves_if_not_over").into(),
            ]
        };
        assert_eq!(answer("solve"), answer("probe"), "{fen}");
    }
    let first = |command: &str| {
        let run = bolshak().args([command, "--json", "--clock", "3", "W:WKa1,Kf2:BKh8"]).assert().success();
        serde_json::from_slice::<Value>(&run.get_output().stdout).unwrap()["moves"][0]["move"].clone()
    };
    assert_eq!((first("solve"), first("probe")), ("f2-d4".into(), "f2-d4".into()));
}

#[test]
fn the_result_of_a_game_is_that_of_the_position() {
    for (arguments, tags) in [
        (&["W:WKa5,Ka7:BKg1"][..], "[FEN \"W:WKa5,Ka7:BKg1\"]\n[Result \"1-0\"]"),
        (&["B:WKc3,Kd6:B"], "[Result \"1-0\"]"),
        (&["W:WKc3:BKd8"], "[Result \"1/2-1/2\"]"),
        (&["W:WKa5,Ka7:BKg1:H31"], "[FEN \"W:WKa5,Ka7:BKg1:H31\"]\n[Result \"1/2-1/2\"]"),
        (&["--clock", "30", "--positions", "300", "B:WKg3,Kf4,Kh4,Kf6,Kc7:BKe5,Ka7"], "[Result \"1/2-1/2\"]"),
    ] {
        let run = bolshak().args(["solve", "--pdn"]).args(arguments).assert().success();
        let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
        assert!(text.contains(tags), "{arguments:?}: {text}");
    }
    let over = ["solve", "--clock", "30", "--positions", "300", "B:WKg3,Kf4,Kh4,Kf6,Kc7:BKe5,Ka7"];
    let run = bolshak().args(over).assert().success();
    assert!(String::from_utf8_lossy(&run.get_output().stdout).contains("Draw, and the game is over"));
}

#[test]
fn the_program_says_what_is_not_decided() {
    let run = bolshak().args(["solve", "--positions", "500", HARD]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("Not decided") && text.contains("not decided"), "{text}");
    bolshak().args(["solve", "--time", "soon", HARD]).assert().code(2);
    bolshak().args(["solve", "--time", "1s", "W:W:B"]).assert().code(1);
}

/// Proofs of a position and of some moves are reported in full even if others use up the limit.
#[test]
fn a_bound_is_given_also_when_other_moves_stay_open() {
    let fen = "W:Wa3,c3,e3,f4,h4:Ba5,c5,b6,e7,h8";
    let tables = four_pieces().to_str().unwrap();
    let answer = &json(&["--json", "--positions", "100000", "--tables", tables, fen], 0)[0];
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv.get("category").is_none()), "{answer}");
    // Where a move wins sooner than the proof, the bound is that of the move.
    let sooner = &json(&["--json", "--positions", "100000", "--tables", tables, "W:WKa1,c1,f2,Kb6:BKf4"], 0)[0];
    assert!(sooner["within"].as_u64().unwrap() <= 3, "{sooner}");
    let [within, of_best] = [&answer["within"], &moves[0]["within"]].map(|plies| plies.as_u64().unwrap());
    assert!(within >= 9 && of_best >= 8 && answer["line"].as_array().unwrap().len() > 3, "{answer}");
}

#[test]
fn the_program_names_the_remedy_for_too_much_memory() {
    let run = bolshak().args(["solve", "--memory", "9000000GiB", HARD]).assert().code(1);
    let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(error.contains("--memory sets less"), "{error}");
}

/// Two threads have half of the memory each for a certificate. If that is too little, one continues with all of it.
#[test]
fn two_threads_use_their_time() {
    let position: Position = "W:Wb6,a1,e5,Kh8:Bd6,Kh6,c5,a3".parse().unwrap();
    let small = Tablebase::built_in();
    let limits = Limits::NONE.memory(1 << 20).threads(2).positions(400_000);
    let solved = Solver::new(&small, limits).solve(&position, 0, false, &()).unwrap();
    assert!(solved.verdict.category.is_some() || solved.visited >= 400_000, "{}", solved.visited);
}

/// An existing certificate stays if nothing is proved.
#[test]
fn a_certificate_is_not_replaced_by_nothing() {
    let file = empty_directory("certificate").join("proof.txt");
    fs::write(&file, "a proof").unwrap();
    bolshak().args(["solve", "--positions", "0", "--certificate"]).arg(&file).arg(HARD).assert().success();
    assert_eq!(fs::read_to_string(&file).unwrap(), "a proof");
}

#[test]
fn a_proof_is_a_game_with_all_defences() {
    let fen = "W:Wc3,d4,e3:Ba7,b8";
    let run = bolshak().args(["solve", "--positions", "100000", "--pdn", fen]).assert().code(0);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert!(text.contains("[FEN \"W:Wc3,e3,d4:Ba7,b8\"]") && text.trim_end().ends_with("1-0"), "{text}");
    let start: Position = fen.parse().unwrap();
    // Each move is legal where it stands, and after a variation the game continues before the move that it replaces.
    let (mut position, mut before, mut stack, mut moves) = (start, start, Vec::new(), 0);
    let (_, body) = text.split_once("\n\n").unwrap();
    for word in body.replace(['{', '}'], " ").split_whitespace().filter(|word| !word.contains('.')) {
        match word {
            "(" => {
                stack.push((position, before));
                position = before;
            }
            ")" => (position, before) = stack.pop().unwrap(),
            "as" | "above" | "1-0" => {}
            _ => {
                let mv = position.parse_move(word).unwrap_or_else(|error| panic!("{word} in {position}: {error}"));
                (before, position) = (position, position.after(&mv));
                moves += 1;
            }
        }
    }
    assert!(stack.is_empty() && moves > 10, "{text}");
}

#[test]
fn a_certificate_is_written() {
    let path: PathBuf = empty_directory("certificate").join("proof.txt");
    let fen = "W:Wc3,d4,e3:Ba7,b8";
    let arguments = ["solve", "--positions", "100000", "--no-moves", "--certificate"];
    bolshak().args(arguments).arg(&path).arg(fen).assert().code(0);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    let head: Vec<&str> = lines.by_ref().take(4).collect();
    assert_eq!(head[..3], ["claim white wins", "game russian", "rule 15-moves"]);
    let position =
        |text: &str| text.strip_prefix("position ").unwrap_or(text).parse::<bolshak::board::Fen<Russian>>().unwrap();
    assert_eq!(position(head[3]).position, position(fen).position);
    for line in lines.take_while(|line| !line.is_empty()) {
        let (fen, mv) = line.split_once(' ').unwrap();
        let fen = position(fen);
        assert_eq!(mv == "*", fen.position.turn() == bolshak::board::Color::Black, "{line}");
        assert!(mv == "*" || fen.position.parse_move(mv).is_ok(), "{line}");
    }
    let nowhere = Path::new("/nowhere/proof.txt");
    bolshak().args(arguments).arg(nowhere).arg(fen).assert().code(1);
}
