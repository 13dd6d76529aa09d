use std::time::{Duration, Instant};

use super::*;
use crate::board::{Color, Fen, Position, Russian};
use crate::index::Ending;
use crate::pdn;
use crate::probe::{Tablebase, random};
use crate::rules::DrawRule;
use crate::search::{Goal, Limits, Solver};
use crate::value::Theory;

fn study(text: &str) -> Study {
    Study::read(&pdn::games(text).next().unwrap(), None).unwrap()
}

fn shown(study: &Study, at: usize) -> String {
    let mut text = String::new();
    for (place, &child) in study.steps[at].children.iter().enumerate() {
        let step = &study.steps[child];
        let implied = if step.is_implied { "*" } else { "" };
        let rest = shown(study, child);
        let line = format!("{}{implied}{}{rest}", step.text, if rest.is_empty() { "" } else { " " });
        text = if place == 0 { line } else { format!("{text} ({line})") };
    }
    text
}

#[test]
fn solutions_as_they_are_written() {
    for (text, expected, misprints) in [
        // Notation of games: variations are alternatives to the move before them, by number or by legality.
        (
            "[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 b8-c7 (1... e5-f4 2. e3:h6) 2. e3-a7 1-0",
            "g1-e3 b8-c7 e3-a7 (e5-f4 e3:h6)",
            0,
        ),
        (
            "[FEN \"W:WKg1:Bb8,e5\"] 1. e3 c7 (f4 h6) 2. a7 (2. c1 (2. d2)) d6 1-0",
            "g1-e3 b8-c7 e3-a7 c7-d6 (e3-c1) (e3-d2) (e5-f4 e3:h6)",
            0,
        ),
        // Composers' notation: replies in brackets, or left out if only one makes the next move legal.
        ("[FEN \"W:WKg1:Bb8,e5\"] e3 (c7), a7 (d6) x", "g1-e3 b8-c7 e3-a7 c7-d6", 0),
        ("[FEN \"W:We3,Kb8:Bc5,h2\"] e3-f4 (h2-g1) f4-g5 (c5-d4) b8-a7 1-0", "e3-f4 h2-g1 f4-g5 c5-d4 b8-a7", 0),
        ("[FEN \"W:Wc3,g3:Bf4,h8\"] g3:e5 (h8-g7) e5-d6 g7-h6 1-0", "g3:e5 h8-g7 e5-d6 g7-h6", 0),
        ("[FEN \"W:Wa1,e1:Bh2\"] f2, b2, f2:h4 1-0", "e1-f2 h2-g1* a1-b2", 1),
        ("[FEN \"W:Wa1,c1:Bh2\"] ab2 d2 1-0", "a1-b2 h2-g1* c1-d2", 0),
        // Two men can reach the square, or several replies make the move legal.
        ("[FEN \"W:Wa1,c1:Bh2\"] ab2 d2 c3 1-0", "a1-b2 h2-g1* c1-d2", 1),
        ("[FEN \"W:WKg1:Bb8,e5\"] e3, d2 x", "g1-e3", 1),
        // A try before the solution.
        ("[FEN \"W:WKg1:Bb8,e5\"]\n1. gd4? e:c3=\n1. ge3! ba7 2. ec5x", "g1-e3 b8-a7 e3-c5 (g1-d4 e5:c3)", 0),
        (
            "[FEN \"W:WKg1:Bb8,e5\"]\n1. gd4?? ec3\n1. gf2? ef4 2. fg1\n1. ge3 ba7",
            "g1-e3 b8-a7 (g1-d4 e5:c3) (g1-f2 e5-f4 f2-g1)",
            0,
        ),
        ("[FEN \"W:WKg1:Bb8,e5\"] (1. gd4? e:c3=) 1. ge3! ba7 2. ec5x", "g1-e3 b8-a7 e3-c5 (g1-d4 e5:c3)", 0),
        ("[FEN \"W:WKg1:Bb8,e5\"] 1. gd4? ec3", "g1-d4 e5:c3", 0),
        ("[FEN \"W:WKg1:Bb8,e5\"] 1. ge3 bc7 1. gd4? ec3", "g1-e3 b8-c7 (g1-d4 e5:c3)", 0),
    ] {
        let study = study(text);
        assert_eq!((&*shown(&study, 0), study.misprints.len()), (expected, misprints), "{text} {:?}", study.misprints);
    }
}

#[test]
fn misprints_have_near_moves() {
    let wrong = study("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-f3 e5-d4 2. f3-e3 1-0");
    let misprint = &wrong.misprints[0];
    assert_eq!((misprint.at, &*misprint.written, misprint.unread), (0, "g1-f3", 2));
    assert!(misprint.near.contains(&"g1-e3".to_string()), "{:?}", misprint.near);
    let deep = study("[FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 e5-f4 2. e3:h7 1-0");
    assert_eq!((&*deep.misprints[0].near[0], deep.misprints[0].at), ("e3:h6", 2));
}

#[test]
fn a_solution_may_go_back_many_times() {
    let deep = study(&format!("[FEN \"W:WKg1:Bb8,e5\"] {} 1-0", "1. g1-e3 b8-c7 ".repeat(100_000)));
    assert_eq!((&*shown(&deep, 0), deep.misprints.len()), ("g1-e3 b8-c7", 0));
}

#[test]
fn a_study_without_a_goal_takes_its_time_once() {
    let open = study("[FEN \"W:WKa1,Kc1,Ke1,a3,c3,e3:BKb8,Kd8,Kf8,b6,d6,f6\"] 1. a3-b4 *");
    let (tablebase, start) = (Tablebase::<Russian>::built_in(), Instant::now());
    let options = Options { time: Some(Duration::from_secs(1)), ..Options::default() };
    let checked = check(open, &Solver::new(&tablebase, Limits::NONE.memory(8 << 20)), &options, &()).unwrap();
    assert!(checked.reached.is_none() && start.elapsed() < Duration::from_millis(2500), "{:?}", start.elapsed());
}

#[test]
fn a_goal_that_is_not_reached_is_refuted_where_the_author_errs() {
    let wrong = study("[FEN \"W:WKa1:BKd8\"] 1. a1-b2 d8-e7 2. b2-c1 e7-g5 3. c1:h6 1-0");
    let tablebase = Tablebase::<Russian>::built_in();
    let checked = check(wrong, &Solver::new(&tablebase, Limits::NONE), &Options::default(), &()).unwrap();
    assert_eq!((checked.reached, checked.findings.len()), (Some(false), 1));
    let Noted { at, finding: Finding::GivesAway { mv, refutations, instead } } = &checked.findings[0] else { panic!() };
    assert_eq!((checked.study.moves_to(*at).len(), &**mv, instead.len()), (2, "b2-c1", 0));
    assert!(refutations.iter().any(|reply| reply == "e7-h4") && !refutations.iter().any(|reply| reply == "e7-g5"));
}

/// On random solutions, `check` finds what the table values of all moves say.
#[test]
fn findings_are_what_the_tables_say() {
    let tablebase = Tablebase::<Russian>::built_in();
    let solver = Solver::new(&tablebase, Limits::NONE.memory(1 << 20));
    let endings: Vec<Ending> =
        ["KvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM", "KvMM"].iter().map(|name| name.parse().unwrap()).collect();
    let theory = |position: &Position, side: Color| {
        let board = position.board();
        if position.legal_moves().is_empty() {
            return if position.turn() == side { Theory::Loss } else { Theory::Win };
        }
        let category = tablebase.board_category(&board, crate::probe::Clock::default().under(DrawRule::None)).unwrap();
        if position.turn() == side { category.theory() } else { category.theory().flip() }
    };
    let (mut sound, mut duals, mut gifts) = (0, 0, 0);
    for (number, start) in random::positions::<Russian>(&endings, 400, 5).into_iter().enumerate() {
        let value = theory(&start, Color::White);
        let aim = if value == Theory::Win { Aim::Win } else { Aim::Draw };
        let least = if aim == Aim::Win { Theory::Win } else { Theory::Draw };
        let task = Task { side: Color::White, aim };
        // A line of moves that depends only on the number.
        let mut line = Study::of_position(Fen::new(start), Some(task));
        let (mut at, mut seed) = (0, number);
        for _ in 0..4 {
            let moves = line.steps[at].position.legal_moves();
            if moves.is_empty() {
                break;
            }
            at = line.add(at, &moves[seed % moves.len()], false);
            seed = seed * 7 + 3;
        }
        if at == 0 {
            continue;
        }
        let options = Options { code: Code::Strict, time: None };
        let checked = check(line, &solver, &options, &()).unwrap();
        assert_eq!(checked.reached, Some(value >= least), "{start}");
        if value < least {
            continue;
        }
        let mut expected = true;
        let mut here = 0;
        for at in checked.main_line() {
            let (before, after) = (&checked.study.steps[here].position, &checked.study.steps[at].position);
            if before.turn() == Color::White {
                let mut reached: Vec<Position> = before.legal_moves().iter().map(|mv| before.after(mv)).collect();
                reached.sort_by_key(|position| position.to_string());
                reached.dedup();
                let good = reached.iter().filter(|position| theory(position, Color::White) >= least).count();
                let keeps = theory(after, Color::White) >= least;
                expected &= keeps && good == 1;
                assert_eq!(checked.only.contains(&at), keeps && good == 1, "{start}");
                gifts += usize::from(!keeps);
                duals += usize::from(keeps && good > 1);
                if !keeps {
                    break;
                }
            }
            here = at;
        }
        assert_eq!(checked.is_sound(), Some(expected), "{start}");
        sound += usize::from(expected);
    }
    assert!(sound > 20 && duals > 50 && gifts > 20, "{sound} {duals} {gifts}");
}

/// Whether White locks Black in within `plies`, by trying all lines.
fn locks(position: &Position, plies: u32) -> bool {
    let moves = position.legal_moves();
    let has_black = position.board().own() != 0 && position.board().enemy() != 0;
    match position.turn() {
        Color::Black if moves.is_empty() => has_black,
        _ if plies == 0 => false,
        Color::White => moves.iter().any(|mv| locks(&position.after(mv), plies - 1)),
        Color::Black => moves.iter().all(|mv| locks(&position.after(mv), plies - 1)),
    }
}

#[test]
fn locks_are_those_of_all_lines() {
    let tablebase = Tablebase::<Russian>::built_in();
    let solver = Solver::new(&tablebase, Limits::NONE.memory(4 << 20).positions(200_000));
    let endings: Vec<Ending> =
        ["KMvM", "MMvM", "KMMvM", "MMvMM", "KMvMM"].iter().map(|name| name.parse().unwrap()).collect();
    let (mut found, mut refuted) = (0, 0);
    for start in random::positions::<Russian>(&endings, 4000, 3) {
        let answer = solver.ask(&start, Color::White, Goal::Lock, &()).unwrap();
        let Some(certificate) = answer else { continue };
        let soon = locks(&start, 5);
        if certificate.is_forced() {
            found += 1;
            let (plies, _) = solver.longest_line(&certificate);
            assert!(soon || plies.is_none_or(|plies| plies > 5), "{start} {plies:?}");
        } else {
            refuted += 1;
            assert!(!soon, "{start}");
        }
    }
    assert!(found > 10 && refuted > 1000, "{found} {refuted}");
}

#[test]
fn goals_of_games() {
    let task = |text: &str| {
        Task::of_game(&pdn::games(text).next().unwrap()).map(|task| task.map(|task| (task.side, task.aim)))
    };
    let fen = "[FEN \"W:WKg1:Bb8,e5\"]";
    let unknown = |goal: &str| Err(UnknownGoal(goal.into()));
    for (text, expected) in [
        (format!("{fen} 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Win)))),
        (format!("{fen} [Task \"lock\"] 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Lock)))),
        (format!("{fen} {{Запереть}} 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Lock)))),
        (format!("{fen} {{a win of White is known and not hard to find, as all can see}} 1. g1-e3 *"), Ok(None)),
        (format!("{fen} {{White to play and draw}} 1. g1-e3 *"), Ok(Some((Color::White, Aim::Draw)))),
        (format!("{fen} {{Black to play and draw}} 1. g1-e3 1/2-1/2"), Ok(Some((Color::Black, Aim::Draw)))),
        (format!("{fen} {{White to play and draw}} 1. g1-e3 1-0"), unknown("White to play and draw, 2-0")),
        (format!("{fen} {{Победа, 1980}} 1. g1-e3 1/2-1/2"), Ok(Some((Color::White, Aim::Draw)))),
        (format!("{fen} [Задание \"Самозапирание\"] 1. g1-e3 1-0"), unknown("Самозапирание")),
        (format!("{fen} {{Кооперативное запирание}} 1. g1-e3 *"), unknown("Кооперативное запирание")),
    ] {
        assert_eq!(task(&text), expected, "{text}");
    }
}

#[test]
fn goals_in_words() {
    for (text, expected) in [
        ("White to play and win", Some((Color::White, Aim::Win))),
        ("белые начинают и делают ничью", Some((Color::White, Aim::Draw))),
        ("Ход чёрных. Выигрыш белых", Some((Color::White, Aim::Win))),
        ("Black to move, White wins", Some((Color::White, Aim::Win))),
        ("Black to play and draw", Some((Color::Black, Aim::Draw))),
        ("запереть", Some((Color::White, Aim::Lock))),
        ("Белые начинают и запирают", Some((Color::White, Aim::Lock))),
        ("1-0", Some((Color::White, Aim::Win))),
        ("+", Some((Color::White, Aim::Win))),
        ("=", Some((Color::White, Aim::Draw))),
        ("ничья", Some((Color::White, Aim::Draw))),
        ("lock", Some((Color::White, Aim::Lock))),
        ("сдать шашки", None),
        ("самозапирание", None),
        ("win or draw", None),
        ("White cannot win", None),
        ("White can't win", None),
        ("Выигрыш. Ч. Иванов", Some((Color::White, Aim::Win))),
        ("B. Smith. Win", Some((Color::White, Aim::Win))),
        ("White to play and win, T. Smith", Some((Color::White, Aim::Win))),
        ("no win", None),
        ("No. 5. White to play and win", Some((Color::White, Aim::Win))),
        ("Winter Cup", None),
        ("Победитель конкурса", None),
        ("B wins", Some((Color::Black, Aim::Win))),
        ("Белые: Дg1; Чёрные: b8, e5. Выигрыш", Some((Color::White, Aim::Win))),
        ("Белые: выигрыш", Some((Color::White, Aim::Win))),
        ("a win for Black", Some((Color::Black, Aim::Win))),
        ("выигрыш у чёрных", Some((Color::Black, Aim::Win))),
        ("Белые выигрывают у чёрных", Some((Color::White, Aim::Win))),
        ("White wins a Black king", Some((Color::White, Aim::Win))),
        ("Выигрывают ч.", Some((Color::Black, Aim::Win))),
        ("White wins, Black to move", Some((Color::White, Aim::Win))),
        ("Black wins (White to move)", Some((Color::Black, Aim::Win))),
        ("Black +", Some((Color::Black, Aim::Win))),
        ("+ черных", Some((Color::Black, Aim::Win))),
        ("mate in 3", None),
        ("–+", Some((Color::Black, Aim::Win))),
        ("B+", Some((Color::Black, Aim::Win))),
        ("W +", Some((Color::White, Aim::Win))),
        ("Ч =", Some((Color::Black, Aim::Draw))),
        ("-/+", None),
        ("White wins, Black loses", Some((Color::White, Aim::Win))),
        ("Белые выигрывают: чёрные без защиты", Some((Color::White, Aim::Win))),
        ("выигрыш, чёрные проигрывают", Some((Color::White, Aim::Win))),
        ("White to play and win Black's man", Some((Color::White, Aim::Win))),
        ("Белые выигрывают черную шашку", Some((Color::White, Aim::Win))),
        ("выиграть у чёрных", Some((Color::White, Aim::Win))),
        ("Чёрные начинают и проигрывают", Some((Color::White, Aim::Win))),
        ("Ч. выигрывают", Some((Color::Black, Aim::Win))),
        ("упускает выигрыш", None),
        ("Чёрные спасаются", Some((Color::Black, Aim::Draw))),
        ("Белые начинают и запирают чёрных", Some((Color::White, Aim::Lock))),
        ("Запереть чёрных", Some((Color::White, Aim::Lock))),
        ("Запирают чёрные", Some((Color::Black, Aim::Lock))),
        ("Черные запирают белых", Some((Color::Black, Aim::Lock))),
        ("White to play and block Black", Some((Color::White, Aim::Lock))),
        ("White locks Black in", Some((Color::White, Aim::Lock))),
        ("Ход белых. Выигрывают чёрные", Some((Color::Black, Aim::Win))),
        ("White to move. Won for Black", Some((Color::Black, Aim::Win))),
        ("winning for White", Some((Color::White, Aim::Win))),
        ("white wins for Black", Some((Color::Black, Aim::Win))),
        ("Чёрные ошиблись. Белые выигрывают", Some((Color::White, Aim::Win))),
        ("После ошибки чёрных белые выигрывают", Some((Color::White, Aim::Win))),
        ("White fails to win", None),
        ("White isn't winning", None),
        ("А. Черных. Выигрыш", Some((Color::White, Aim::Win))),
        ("J. Winn", None),
    ] {
        assert_eq!(Task::of_words(text).map(|task| (task.side, task.aim)), expected, "{text}");
    }
}
