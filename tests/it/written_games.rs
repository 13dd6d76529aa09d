//! Games written in random accepted spellings, with noise between them, read back the same; and no text is dropped.

use std::collections::HashSet;

use bolshak::board::{Color, Fen, Numbering, Position, Russian, Square};
use bolshak::pdn::{self, Game, Stated, read_games};
use bolshak::rules::Move;

use crate::common::Random;

/// A game that is to be written.
struct Played {
    start: Position,
    moves: Vec<Move>,
    result: Stated,
    white: String,
}

/// A game of random legal moves, from the start or from a position of another game.
fn play(random: &mut Random) -> Played {
    let mut start = Position::START;
    let step = |position: &mut Position, random: &mut Random| {
        let legal = position.legal_moves();
        let mv = (!legal.is_empty()).then(|| legal[random.below(legal.len() as u64) as usize])?;
        *position = position.after(&mv);
        Some(mv)
    };
    if random.below(2) == 0 {
        for _ in 0..random.below(60) {
            let before = start;
            if step(&mut start, random).is_none() || start.legal_moves().is_empty() {
                start = before;
                break;
            }
        }
    }
    let mut position = start;
    let plies = 1 + random.below(40);
    let moves = (0..plies).map_while(|_| step(&mut position, random)).collect();
    let result = one(random, &[Stated::White, Stated::Black, Stated::Draw, Stated::Open]);
    Played {
        start,
        moves,
        result,
        white: one(random, &["Иванов", "Смирнова А.", "Orlova", "Ёлкин-Палкин", "ПЕТРОВ"]).into(),
    }
}

fn one<T: Copy>(random: &mut Random, from: &[T]) -> T {
    from[random.below(from.len() as u64) as usize]
}

/// How a game is written.
struct Style {
    moves: u64,
    dash: &'static str,
    cross: &'static str,
    numbers: u64,
    comma: bool,
    remarks: bool,
    first: u64,
}

impl Style {
    fn random(random: &mut Random) -> Style {
        Style {
            moves: random.below(8),
            dash: one(random, &["-", "–", "—", " - ", "- ", " –", "-\n", "\u{2011}", "−"]),
            cross: one(random, &[":", "x", "×", "х", "X", " : ", " x ", ": ", "*"]),
            numbers: random.below(6),
            comma: random.below(6) == 0,
            remarks: random.below(2) == 0,
            first: if random.below(4) == 0 { 1 + random.below(60) } else { 1 },
        }
    }
}

/// A move in the style of its game. A short form that fits another move is not written.
fn spelled(position: &Position, mv: &Move, style: &Style) -> String {
    let text = position.move_text(mv);
    let (from, to) = (mv.from(), mv.to());
    let number = |square: Square| square.number();
    let separator = if mv.is_capture() { style.cross } else { style.dash };
    let whole = text.replace(['-', ':'], separator);
    let short = match style.moves {
        1 => text.replace(['-', ':'], ""),
        2 => format!("{}{to}", &from.to_string()[..1]),
        3 => format!("{}{separator}{}", number(from), number(to)).replace('*', ":"),
        4 => format!("{:02}{:02}", number(from), number(to)),
        5 => to.to_string(),
        6 => whole.replace('a', "а").replace('c', "с").replace('e', "е"),
        7 => whole.to_uppercase(),
        _ => whole.clone(),
    };
    let fits = position.read_move(&short, Numbering::default());
    // In a game by numbers, a path by numbers.
    let path = || {
        text.split(['-', ':'])
            .map(|square| Square::parse(square).map(number).unwrap().to_string())
            .collect::<Vec<_>>()
            .join(":")
    };
    match (fits == Ok(*mv), style.moves) {
        (true, _) => short,
        (false, 3 | 4) => path(),
        (false, 5) => text,
        _ => whole,
    }
}

/// A game as a person may write it.
fn written(game: &Played, random: &mut Random, is_first: bool) -> String {
    let style = Style::random(random);
    let is_start = game.start == Position::START;
    let mut text = String::new();
    // Without tags, a game begins at its number 1.
    let tagless = is_start && style.first == 1 && style.numbers != 5 && random.below(4) == 0;
    let fen = game.start.to_string();
    let header = random.below(6);
    let white = &game.white;
    if !tagless {
        text += &match header {
            0 => format!("[ Event  \"Cup \"Open\" [A]\" ]\n[White \"{white}\"]\n[FEN \"{fen}\"]\n"),
            1 => format!("[White \"{white}\"] [Black \"?\"] [Fen \"{fen}\"]\n"),
            2 => format!("[WHITE «{white}»]\n[Round \"-\"]\n[fen \"{fen}\" ]\n\n"),
            3 => format!("[FEN \"{fen}\"]\n\nБелые: {white}\nЧёрные: Ким\n\n"),
            4 => format!("[Date \"????.??.??\"]\n[White: '{white}']\n[GameType \"25,W,8,8,A0,0\"]\n[FEN \"{fen}\"]\n"),
            _ => format!("[Event \"x\"]\n[White \"{white}\"]\n[Black \"Ким\"]\n[GameType \"?\"]\n[FEN \"{fen}\"]\n\n"),
        };
    } else if !is_first {
        text += "\n\n";
    }
    let (mut position, mut number) = (game.start, style.first);
    for (index, mv) in game.moves.iter().enumerate() {
        let is_white = position.turn() == Color::White;
        if index == 0 || is_white || style.numbers == 4 {
            text += &match (style.numbers, is_white) {
                (5, _) => String::new(),
                (0, true) => format!("{number}."),
                (1, true) => format!("{number} ."),
                (2, true) => format!("{number}) "),
                (_, true) => format!("{number}. "),
                (0, false) => format!("{number}..."),
                (1, false) => format!("{number}. ..."),
                (_, false) => format!("{number}... "),
            };
        }
        text += spelled(&position, mv, &style).trim();
        if style.remarks && random.below(6) == 0 {
            text += one(
                random,
                &[
                    "!",
                    "?!",
                    "+",
                    "#",
                    "¹",
                    " $4",
                    " {хорошо; 1-0? (c3-d4)}",
                    " +-",
                    " (1. c3-d4 d6-c5 (1... b6-a5) 2-0 x)",
                    "!? {a\n\nb}",
                    " ; to the end of c3-d4\n",
                    " ±",
                ],
            );
        }
        text += if style.comma { ", " } else { " " };
        if random.below(8) == 0 {
            text += one(random, &["\n", "\r\n", "  ", "\t", "\u{a0}", "\u{200b}"]);
        }
        number += u64::from(!is_white);
        position = position.after(mv);
    }
    text += match game.result {
        Stated::White => one(
            random,
            &[
                "2-0",
                "1-0",
                "1:0",
                "2 - 0",
                "2–0",
                "2-0F",
                "Выигрыш белых",
                "Белые выиграли",
                "Black resigns",
                "2-0 *",
                "1-0\n\n1-0",
            ],
        ),
        Stated::Black => one(
            random,
            &["0-2", "0-1", "0:1", "0 : 2", "0—2", "Победа чёрных", "Белые сдались.", "White resigned", "0-1 *"],
        ),
        Stated::Draw => one(
            random,
            &["1-1", "1/2-1/2", "½–½", "½", "1/2", "1 : 1", "ничья", "Ничья.", "Draw", "0,5-0,5", "1-1\n1-1"],
        ),
        _ => "*",
    };
    text + "\n"
}

/// Text between two games that is not a game.
fn noise(random: &mut Random) -> &'static str {
    one(
        random,
        &[
            "",
            "",
            "\n",
            "\n\n\n",
            "\u{1a}\n",
            "\u{feff}",
            "\nПартия № 17\n",
            "\n=====\n\n",
            "\nстр. 45\n\n",
            "\n45\n\n",
            "% escaped\n",
            "\nThe next round was played on Sunday.\n\n",
            "{a comment}\n",
            "\n---------- Forwarded message ----------\n\n",
            "\u{c}\n",
        ],
    )
}

/// Russian words in one of three encodings.
fn encoded(text: &str, random: &mut Random) -> Vec<u8> {
    // One or two letters do not show their encoding.
    let has_words = text.split(|c: char| !('А'..='я').contains(&c)).any(|word| word.chars().count() > 3);
    let page = random.below(if has_words { 3 } else { 1 });
    let letters = |letter: char| {
        let code = u32::from(letter);
        match (page, letter) {
            (_, '\0'..='\x7f') => Some(code as u8),
            (1, 'А'..='я') => Some((code - 0x410 + 0xC0) as u8),
            (1, 'Ё') => Some(0xA8),
            (1, 'ё') => Some(0xB8),
            (1, '—') => Some(0x97),
            (1, '–') => Some(0x96),
            (1, '«') => Some(0xAB),
            (1, '»') => Some(0xBB),
            (1, '±') => Some(0xB1),
            (2, 'А'..='п') => Some((code - 0x410 + 0x80) as u8),
            (2, 'р'..='я') => Some((code - 0x440 + 0xE0) as u8),
            (2, 'Ё') => Some(0xF0),
            (2, 'ё') => Some(0xF1),
            _ => None,
        }
    };
    let bytes = text.chars().map(letters).collect::<Option<Vec<u8>>>();
    bytes.filter(|_| page > 0).unwrap_or_else(|| text.as_bytes().into())
}

/// Ten thousand games are tried with BOLSHAK_GAMES=10000.
#[test]
fn games_in_any_spelling_read_back_the_same() {
    let count = std::env::var("BOLSHAK_GAMES").map_or(1_000, |count| count.parse().unwrap());
    let mut random = Random(41);
    let (mut games, mut bytes, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..count {
        let game = play(&mut random);
        let text = noise(&mut random).to_string() + &written(&game, &mut random, index == 0);
        bytes.extend(encoded(&text, &mut random));
        bytes.extend(b"\n");
        games.push(game);
        texts.push(text);
    }
    let read: Vec<Game> = read_games(&bytes[..]).map(|game| game.unwrap()).collect();
    for (index, (game, expected)) in read.iter().zip(&games).enumerate() {
        let shown = || {
            format!(
                "{}\nread as {game:#?}",
                texts[index.saturating_sub(1)..(index + 2).min(texts.len())].join("\n=>\n")
            )
        };
        let played = game.play::<Russian>().unwrap_or_else(|error| panic!("{error}\n{}", shown()));
        let texts_of = |moves: &[Move]| {
            let mut position = expected.start;
            let text = |mv: &Move| {
                let text = position.move_text(mv);
                position = position.after(mv);
                text
            };
            moves.iter().map(text).collect::<Vec<_>>()
        };
        let moves: Vec<Move> = played.moves.iter().map(|of_game| of_game.mv).collect();
        assert!(played.stop.is_none(), "{:?}\n{}", played.stop, shown());
        assert_eq!(played.start.position, expected.start, "{}", shown());
        assert_eq!(texts_of(&moves), texts_of(&expected.moves), "{}", shown());
        assert_eq!(game.stated(), expected.result, "{}", shown());
        if let Some(white) = game.tag("White") {
            assert_eq!(white, expected.white, "{}", shown());
        }
    }
    assert_eq!(read.len(), games.len());
    assert!(read.iter().filter(|game| game.tag("White").is_some()).count() > count / 2);
}

/// Each word of a text is part of one of its games, in some role.
#[test]
fn nothing_of_a_text_is_dropped() {
    let mut random = Random(7);
    for _ in 0..3_000 {
        let (mut text, mut names) = (String::from("[White \"A\"] 1. c3-d4 "), Vec::new());
        for number in 0..1 + random.below(30) {
            match random.below(3) {
                0 => {
                    let name = format!("q{number}z{}w", random.below(1000));
                    text += &name;
                    names.push(name);
                }
                _ => {
                    text += one(
                        &mut random,
                        &[
                            "{",
                            "}",
                            "(",
                            ")",
                            "[",
                            "]",
                            "\"",
                            ";",
                            "$",
                            "%",
                            "\n",
                            "\n\n",
                            " ",
                            " ",
                            "1.",
                            "2...",
                            "c3-d4",
                            "*",
                            "2-0",
                            "[White \"",
                            "\"]",
                            "--",
                            "...",
                            ",",
                            "½",
                            "d4",
                            "1116",
                            "45",
                            "!",
                            "[FEN \"W:Wa1:Bh8\"]",
                            "ничья",
                            "\u{feff}",
                            "\\",
                            "{bolshak",
                            "1)",
                        ],
                    );
                }
            }
        }
        let games: Vec<Game> = pdn::games(&text).collect();
        let all = format!("{games:?}");
        for name in names {
            assert!(all.contains(&name), "{name} of {text:?}: {games:#?}");
        }
        let numbers: HashSet<usize> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers.len(), games.len());
        // Reading from a file gives the same.
        let of_file: Vec<Game> = read_games(text.as_bytes()).map(|game| game.unwrap()).collect();
        let decoded: Vec<Game> = pdn::games(&pdn::decode(text.as_bytes())).collect();
        assert_eq!(format!("{of_file:?}"), format!("{decoded:?}"), "{text:?}");
        for game in &games {
            let _ = game.play::<Russian>();
        }
    }
}

/// A game above the limit is refused with its place, and the next one is read whole. A file has no limit.
#[test]
fn a_game_that_is_too_long_is_refused_and_the_next_one_is_read() {
    let long = |bytes: usize| {
        format!("[White \"A\"]\n[FEN \"W:WKa1:BKh8,b6\"]\n1. a1-b2 {{{}}} *\n\n", "word ".repeat(bytes / 5))
    };
    let next = "[White \"B\"]\n1. c3-d4 *\n\n1. c3-b4 *\n";
    let text =
        long(pdn::GAME_BYTES - 100) + next + &long(pdn::GAME_BYTES + 100) + next + &long(3 * pdn::GAME_BYTES) + next;
    let games: Vec<Game> = read_games(text.as_bytes()).map(|game| game.unwrap()).collect();
    let played = |game: &Game| game.play::<Russian>().map(|played| played.moves.len());
    assert_eq!(games.len(), 9);
    for (index, game) in games.iter().enumerate() {
        match index {
            3 | 6 => {
                let error = played(game).unwrap_err().to_string();
                let lines = text.lines().enumerate().filter(|(_, line)| *line == "[White \"A\"]");
                let line = lines.map(|(line, _)| line + 1).nth(index / 3).unwrap();
                assert!(error.contains(&format!("line {line},")) && error.contains("16 MiB"), "{error}");
                assert_eq!(game.tag("White"), Some("A"));
            }
            _ => assert_eq!(played(game), Ok(1), "{index}"),
        }
    }
}

/// The place that a fault names, and the moves before it.
#[test]
fn what_stops_a_game_is_named_with_its_place() {
    for (text, moves, message) in [
        ("1. c3-d4 d6-c5\n2. b2-e5 *", 2, "move 2. of White (line 2, column 4): b2-e5 is"),
        ("1. c3-d4 {open\n2. b2-c3 *", 1, "the comment at line 1, column 10"),
        ("1. c3-d4 (b6-a5 *\n\n1. c3-b4 *", 1, "the bracket at line 1, column 10"),
        ("1. c3-d4 null 2. b2-c3", 1, "(line 1, column 10): null passes the turn"),
        ("1. c3-d4 ... 2. b2-c3", 1, "... passes the turn"),
        ("1. c3-d4 хм 2. b2-c3 f6-g5", 1, "the number 2 at line 1, column 16"),
        ("1. c3-d4 d6-z5 2. b2-c3", 1, "d6-z5"),
        // Two misprints side by side are not a remark.
        ("1. cЗ-d4 d6-9 2. b2-c3", 0, "cЗ-d4"),
    ] {
        let game = pdn::games(text).next().unwrap();
        let played = game.play::<Russian>().unwrap();
        let stop = played.stop.map_or(String::new(), |stop| stop.to_string());
        assert_eq!(played.moves.len(), moves, "{text}: {stop}");
        assert!(stop.contains(message), "{text}: {stop}");
    }
    // Skipped text.
    for text in [
        "1.- c3-d4 d6-c5 2.- b2-c3",
        "1. c3-d4 0:45 d6-c5",
        "1. c3-d4 (1... b6-a5) ... d6-c5 45 2. b2-c3",
        "1. c3-d4 хорошо d6-c5 2. b2-c3",
    ] {
        let game = pdn::games(text).next().unwrap();
        let played = game.play::<Russian>().unwrap();
        assert!(played.stop.is_none() && played.moves.len() >= 2 && game.unread.len() <= 1, "{text}: {played:?}");
    }
}

#[test]
fn positions_above_the_moves_are_read() {
    for (text, fen) in [
        ("Белые: b4, d4, дамка a1\nЧёрные: c7\n\n1. b4-c5 *", "W:WKa1,b4,d4:Bc7"),
        ("W:Wb2,Kh6:Bc5,f8\n\n1. b2-c3 *", "W:Wb2,Kh6:Bc5,f8"),
        ("Иванов – Петров\n1. c3-d4 *", ""),
        ("W:WKg1:Bb8,e5 Win\n1. g1-e3", "W:WKg1:Bb8,e5"),
        ("Белые: Дg1; Чёрные: b8, e5. +\n1. ge3 bc7 2. ea7 ef4", "W:WKg1:Bb8,e5"),
        ("[Position \"W:WKg1:Bb8,e5\"]\n1. g1-e3", "W:WKg1:Bb8,e5"),
        // Behind a number or a caption, with counts of pieces and their kinds in brackets.
        ("1. Белые: дамка g1. Чёрные: b8, e5. Выигрыш.\n1. g1-e3 b8-c7", "W:WKg1:Bb8,e5"),
        ("№ 12 Белые: дамка g1. Чёрные: b8, e5.\n1. g1-e3 b8-c7", "W:WKg1:Bb8,e5"),
        ("Диаграмма 5. W:WKg1:Bb8,e5\n1. g1-e3 b8-c7", "W:WKg1:Bb8,e5"),
        ("Белые (1): дамка g1. Чёрные (2): b8, e5.\n1. g1-e3! b8-c7", "W:WKg1:Bb8,e5"),
        ("Задача 2. Белые: g1 (дамка). Чёрные: b8, e5 (2)\nОтвет: 1. g1-e3 b8-c7", "W:WKg1:Bb8,e5"),
        ("[White \"A\"]\n[FEN \"W:Wb4,c3:Bh8,f6\"]\n\n1 c3-d4 h8-g7 2 b4-c5", "W:Wb4,c3:Bh8,f6"),
    ] {
        let game = pdn::games(text).next().unwrap();
        let start: Option<Fen> = game.tag("FEN").map(|fen| fen.parse().unwrap());
        let expected: Option<Fen> = (!fen.is_empty()).then(|| fen.parse().unwrap());
        assert_eq!(start, expected, "{text}: {game:?}");
        assert_eq!(game.tag("White").is_some(), fen.is_empty() || text.starts_with("[White"), "{text}");
        assert!(game.play::<Russian>().unwrap().stop.is_none() && !game.words.is_empty(), "{text}: {game:?}");
    }
    // A position that cannot be read is an error: the game does not begin from the initial one.
    for text in [
        "W:Wс3,e3:Bf6\n1. c3-d4 f6-g5",
        "Белые: c3, фишка e3; Чёрные: f6.\n1. c3-d4 f6-g5",
        "Белые: 2 простые c3, e3\nЧёрные: f6\n\n1. c3-d4 f6-g5",
    ] {
        let game = pdn::games(text).next().unwrap();
        assert!(game.play::<Russian>().unwrap_err().to_string().contains("its FEN"), "{text}");
    }
    for text in [
        "[Event \"W:Winter cup\"] 1. c3-d4 *",
        "Белые: Иванов c1\nЧерные: Петров b4 a3\n1. c3-d4 *",
        "Белые: Иванов. Чёрные: Петров. 1. c3-d4 *",
        "Белые: размен c3-d4; чёрные: жертва d6-c5\n1. c3-d4 *",
    ] {
        assert_eq!(
            pdn::games(text).next().unwrap().play::<Russian>().unwrap().start.position,
            Position::START,
            "{text}"
        );
    }
}

#[test]
fn players_and_results_in_headings() {
    for (heading, white, black, result) in [
        ("Тур 1. Иванов - Петров 2-0", "Иванов", "Петров", Stated::White),
        ("1-я партия. Иванов - Петров. 1:1", "Иванов", "Петров", Stated::Draw),
        ("Тур 2. Доска 1. Иванов – Петров 0:2", "Иванов", "Петров", Stated::Black),
        ("Иванов 2:0 Петров", "Иванов", "Петров", Stated::White),
        ("1) Иванов И.И. – Петров П.П.", "Иванов И.И.", "Петров П.П.", Stated::Open),
        ("Иванов И. (Москва) – Петров П. (Киев)", "Иванов И.", "Петров П.", Stated::Open),
        ("Ivanov, I. - Petrov, P.", "Ivanov, I.", "Petrov, P.", Stated::Open),
        ("Ivanov, I. - Petrov, P., 1984", "Ivanov, I.", "Petrov, P.", Stated::Open),
        ("Иванов - Петров - 2:0", "Иванов", "Петров", Stated::White),
        ("Счетчиков - Петров 2-0", "Счетчиков", "Петров", Stated::White),
        ("Иванов - Петров, счёт матча 2:0", "Иванов", "Петров", Stated::Open),
        ("А.Иванов-П.Петров", "А.Иванов", "П.Петров", Stated::Open),
        ("ИВАНОВ – ПЕТРОВ.", "ИВАНОВ", "ПЕТРОВ", Stated::Open),
        ("Страница 1/2", "", "", Stated::Open),
        ("Счёт матча 2:0 Иванов ведёт", "", "", Stated::Open),
        ("Иванов – Петров.", "Иванов", "Петров", Stated::Open),
        ("Иванов – Петров\nРезультат 2-0", "Иванов", "Петров", Stated::White),
        ("Иванов - Петров, 2-0", "Иванов", "Петров", Stated::White),
        ("Иванов - Петров (2-0)", "Иванов", "Петров", Stated::White),
        ("Иванов - Петров\n0:2", "Иванов", "Петров", Stated::Black),
        ("Результат: ничья", "", "", Stated::Draw),
        ("Белые: Иванов. Чёрные: Петров. Результат 2-0", "Иванов", "Петров", Stated::White),
        ("Иванов - Петров, Москва 2001, 2-0", "Иванов", "Петров", Stated::White),
        ("Иванов - Петров 2-0, Москва 2001", "Иванов", "Петров", Stated::White),
        ("Белые: Иванов И.И. (Москва), Черные: Петров П.П.", "Иванов И.И.", "Петров П.П.", Stated::Open),
        ("Белые: Иванов И.И. Черные: П.Петров. 1:1", "Иванов И.И.", "П.Петров", Stated::Draw),
        ("Тур 3, Иванов - Петров 1-1", "Иванов", "Петров", Stated::Draw),
        ("Тур 1-1", "", "", Stated::Open),
    ] {
        let game = pdn::games(&format!("{heading}\n1. c3-d4 d6-c5")).next().unwrap();
        let read = (game.tag("White").unwrap_or_default(), game.tag("Black").unwrap_or_default(), game.stated());
        assert_eq!((read, game.words.len()), ((white, black, result), 2), "{heading}");
        assert!(game.unread.is_empty(), "{heading}: {:?}", game.unread);
        // Below another game.
        let games: Vec<Game> = pdn::games(&format!("1. c3-b4 d6-c5 1-1\n\n{heading}\n1. c3-d4 d6-c5")).collect();
        let of_second = games.get(1).map(|game| (game.tag("White").unwrap_or_default(), game.stated()));
        assert_eq!(of_second, Some((white, result)), "{heading}");
    }
    // Results that differ.
    for text in [
        "Иванов - Петров 2-0\n1. c3-d4 d6-c5 0-2",
        "Иванов - Петров, 2-0\n1. c3-d4 d6-c5 0-2",
        "Иванов - Петров 0-2\n2-0\n1. c3-d4 d6-c5",
    ] {
        let game = pdn::games(text).next().unwrap();
        let unread: Vec<String> = game.unread.iter().map(ToString::to_string).collect();
        assert!(unread.len() == 1 && unread[0].contains("the tag Result with \"2-0\""), "{text}: {unread:?}");
        assert_eq!(game.stated(), Stated::Black, "{text}");
    }
    // In brackets behind the moves, with a reason.
    for (text, result, moves) in [
        ("1. c3-d4 d6-c5 (1-1, Петров - Сидоров, 1980) 2-0", Stated::White, 2),
        ("1. c3-d4 d6-c5 (2-0, сдался на 40-м ходу)", Stated::White, 2),
        ("1. c3-d4 (1-1, как у Петрова) d6-c5", Stated::Open, 2),
    ] {
        let games: Vec<Game> = pdn::games(text).collect();
        assert_eq!((games.len(), games[0].stated(), games[0].words.len()), (1, result, moves), "{text}");
        assert!(games[0].unread.is_empty(), "{text}");
    }
}

/// A semicolon begins a comment behind a space, as in PDN, and separates moves that it is glued to.
#[test]
fn semicolons() {
    for (text, moves) in [
        ("1. c3-d4 d6-c5 2. b2-c3 ; 2... f6-g5 3. c3-b4\n2... h6-g5", "c3-d4 d6-c5 b2-c3 h6-g5"),
        ("1. c3-d4 d6-c5\n; 2. g3-f4 f6-g5 3. f4-e5\n2. b2-c3 2-0", "c3-d4 d6-c5 b2-c3"),
        ("c3-d4 ; d6-c5 ; b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. c3-d4, d6-c5; 2. b2-c3, f6-g5; c3-b4 и белые выигрывают", "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4"),
        ("1. c3-d4 d6-c5 ; 2. b2-c3 f6-g5 ; 3. c3-b4", "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4"),
        ("1. c3-d4 d6-c5; so plays White 2. b2-c3", "c3-d4 d6-c5"),
        ("1. c3-d4 d6-c5 2. b2-c3; 2... h6-g5 wins a man\n2... f6-g5", "c3-d4 d6-c5 b2-c3 f6-g5"),
        ("1. c3-d4 d6-c5 ... 2-0", "c3-d4 d6-c5"),
        // Behind a space it is the sign of a comment.
        ("1. c3-d4 d6-c5 ; Возможно продолжение. 2. b2-c3 f6-g5", "c3-d4 d6-c5"),
        ("1. c3-d4 (1. g3-f4 ; вариант а)\n f6-g5) d6-c5 2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        // In a bracket, up to its end.
        ("1. c3-d4 (сильно; иначе ничья) d6-c5 2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. c3-d4 (хуже 1. g3-f4; лучше (1. c3-b4)) d6-c5 2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. c3-d4 [1. g3-f4 плохо; 1. c3-b4 лучше] d6-c5", "c3-d4 d6-c5"),
        ("1. c3-d4 (1. g3-f4; 1. c3-b4) d6-c5 ; хорошо\n2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. c3-d4 (хуже 1. g3-f4 ; лучше\n1. c3-b4) d6-c5", "c3-d4 d6-c5"),
        // Prose, and then the game goes on.
        ("1. c3-d4 d6-c5; чёрные спешат. 2. b2-c3? f6-g5 2-0", "c3-d4 d6-c5 b2-c3 f6-g5"),
        ("1. c3-d4 d6-c5; так; плохо! 2. b2-c3 f6-g5; хорошо. 3. c3-b4", "c3-d4 d6-c5 b2-c3 f6-g5 c3-b4"),
        ("1. c3-d4; сильно. 1... d6-c5 2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. c3-d4 d6-c5; план прост. 2. b2-c3\n2. b2-c3 f6-g5", "c3-d4 d6-c5 b2-c3 f6-g5"),
        ("1. c3-d4; план прост. 2. b2-c3\nd6-c5 2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. c3-d4; план прост. 2. b2-c3\n1... d6-c5 2. b2-c3", "c3-d4 d6-c5 b2-c3"),
        ("1. **c3-d4** d6-c5 x", "c3-d4 d6-c5"),
    ] {
        let game = pdn::games(text).next().unwrap();
        let read: Vec<&str> = game.words.iter().map(|word| &*word.text).collect();
        assert_eq!(read.join(" "), moves, "{text}: {game:?}");
        assert!(game.play::<Russian>().unwrap().stop.is_none(), "{text}");
    }
    // Whether the game goes on is not clear, and no later line does: the comment is named.
    for text in [
        "1. c3-d4 d6-c5; грозит 2. d4-b6",
        "1. c3-d4 d6-c5; 2. b2-c3 was better",
        "1. c3-d4 d6-c5; белые сдались. 2. b2-c3 f6-g5",
        "1. c3-d4 d6-c5; т.к. 2. b2-c3 f6-g5",
        "1. c3-d4 d6-c5; план прост. 2. b2-c3\nf6-g5",
    ] {
        let game = pdn::games(text).next().unwrap();
        let unread = game.unread.iter().any(|unread| unread.to_string().starts_with("line 1, column 17: \""));
        assert!(unread && game.words[1].text == "d6-c5" && game.words.len() < 4, "{text}: {game:?}");
    }
}

/// The Cyrillic letter of the file h is also a sign of captures.
#[test]
fn the_cyrillic_letter_of_the_file_h() {
    for (text, moves) in [
        ("1. цд4 дц5 2. бц3 хг5", "c3-d4 d6-c5 b2-c3 h6-g5"),
        ("1. гф4 фг5 2. хг3 гх4", "g3-f4 f6-g5 h2-g3 g5-h4"),
        ("1. цд4 бц5 2. д4хб6 а7 х ц5 3. гх4 цб6", "c3-d4 b6-c5 d4:b6 a7:c5 g3-h4 c7-b6"),
        ("1. ц3-д4 ф6-г5 2. д4-е5 д6 хф4 3. г3хе5", "c3-d4 f6-g5 d4-e5 d6:f4 g3:e5"),
        ("1. цд4 фг5 2. де5 дхф4 3. гхе5", "c3-d4 f6-g5 d4-e5 d6:f4 g3:e5"),
        ("1. цд4 фг5 2. де5 д х ф4 3. е5", "c3-d4 f6-g5 d4-e5 d6:f4 g3:e5"),
    ] {
        let game = pdn::games(text).next().unwrap();
        let played = game.play::<Russian>().unwrap();
        let read: Vec<&str> = played.moves.iter().map(|of_game| &*of_game.text).collect();
        assert_eq!(read.join(" "), moves, "{text}: {:?}", played.stop);
    }
}

#[test]
fn headings_before_the_first_number_begin_a_game() {
    let text = "Иванов – Петров 2:0 1. c3-d4 d6-c5\nСидоров – Козлов 1:1 1. c3-b4 d6-c5\n";
    let games: Vec<Game> = pdn::games(text).collect();
    let read: Vec<_> = games.iter().map(|game| (game.tag("White"), game.result(), game.words.len())).collect();
    assert_eq!(read, [(Some("Иванов"), "2:0", 2), (Some("Сидоров"), "1:1", 2)]);
    let text = "№ 1\nБелые: Дg1; Чёрные: b8, e5\nРешение: 1. ge3 bc7 2. ea7\n\n№ 2\nБелые: Дc1; Чёрные: f8, a3\nРешение: 1. ce3";
    let starts = pdn::games(text).map(|game| game.play::<Russian>().unwrap().start.position.to_string());
    assert_eq!(starts.collect::<Vec<_>>(), ["W:WKg1:Be5,b8", "W:WKc1:Ba3,f8"]);
    let text = "1. Белые: Дg1; Чёрные: b8, e5\n1. ge3 bc7 2. ea7\n\n2. Белые: Дc1; Чёрные: f8, a3\n1. ce3";
    let starts = pdn::games(text).map(|game| game.play::<Russian>().unwrap().start.position.to_string());
    assert_eq!(starts.collect::<Vec<_>>(), ["W:WKg1:Be5,b8", "W:WKc1:Ba3,f8"]);
    // A remark within a game begins none.
    let text = "1. cb4 ba5 2. gf4\nБелые начали хорошо, 1. gf4 слабее.\n2... hg5 3. bc3 1-0";
    assert_eq!(pdn::games(text).count(), 1);
    let dashes = pdn::decode("1. c3&mdash;d4 d6&ndash;c5 2.&nbsp;b2&#8211;c3".as_bytes()).into_owned();
    assert_eq!(pdn::games(&dashes).next().unwrap().play::<Russian>().unwrap().moves.len(), 3);
}
