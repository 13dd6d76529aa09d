//! The messages of the service in the requested language.

use super::Server;
use crate::common::four_pieces;

/// Words of Latin letters that are names or notation, also in Russian.
const NAMES: &str = "FEN PDN JSON Hub GameType Lidraughts GET HEAD POST W B K M H api line endings openapi json lidraughts org \
    https analysis russian poddavki draughts fen clock three kings moves rule game lang none en ru true false histogram of \
    side limit dtw first second longest mutual zugzwang only move spoilt wdl goal win draw lock code composition strict white \
    black";

/// The English words of a sentence: those of Latin letters alone that are not names. Text in guillemets does not count.
pub fn english(sentence: &str) -> Vec<&str> {
    let said = sentence.split('«').enumerate().map(|(part, text)| match part {
        0 => text,
        _ => text.split_once('»').map_or("", |(_, after)| after),
    });
    let words = said.flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphabetic());
    let is_ending = |word: &str| word.contains('v') && word.chars().all(|c| "KMv".contains(c));
    let is_name = |word: &str| NAMES.split_whitespace().any(|name| name == word);
    words.filter(is_word).filter(|word| !is_name(word) && !is_ending(word)).collect()
}

#[test]
fn english_words_are_found() {
    assert_eq!(english("нужно W, как в W:WKa1:BKh8 или KKvK.dtw: «x is wrong» не FEN"), Vec::<&str>::new());
    assert_eq!(english("\"x\" is no side to move; «y» — the FEN"), ["x", "is", "no", "to", "the"]);
}

const FEN: &str = "fen=W:WKa1:BKh8";

#[test]
fn each_problem_is_told_in_russian() {
    let server = Server::of(four_pieces(), &[]);
    let games = |count: usize| "1. c3-d4 * ".repeat(count);
    let requests: [(&str, &str, &str, &str, &str); 36] = [
        ("GET", "probe", "fen=x", "", "«x» не указывает очередь хода; нужно W или B"),
        ("GET", "probe", "fen=W:WKa1:BKh9", "", "«Kh9» — не поле доски; нужно поле от a1 до h8"),
        ("GET", "line", "fen=W:WKa1:BKa1", "", "a1 названо дважды"),
        ("GET", "probe", &format!("{FEN}&three_kings_moves=1"), "", "здесь не три дамки"),
        ("GET", "probe", "", "", "нет параметра fen"),
        ("GET", "probe", "fen=%FF", "", "«%FF» закодировано не по правилам"),
        ("GET", "probe", &format!("{FEN}&clok=1"), "", "параметра «clok» здесь нет; есть fen, clock, "),
        ("GET", "openapi.json", "x=1", "", "параметра «x» здесь нет, как и других"),
        ("GET", "probe", &format!("{FEN}&clock=1&clock=1"), "", "параметр clock задан дважды"),
        ("GET", "probe", &format!("{FEN}&clock=-1"), "", "clock: «-1» не годится; нужно целое число от 0"),
        ("GET", "probe", &format!("{FEN}&rule=x"), "", "rule: «x» не годится; нужно 15-moves, three-kings или none"),
        ("GET", "probe", &format!("{FEN}&game=x"), "", "game: «x» не годится; нужно russian, poddavki или draughts-80"),
        ("GET", "probe", &format!("{FEN}&moves=x"), "", "moves: «x» не годится; нужно true или false"),
        ("GET", "line", &format!("{FEN}&moves=true"), "", "«moves» — не параметр лучшей игры"),
        ("GET", "probe", &format!("{FEN}&clock=1&three_kings_moves=1"), "", "заданы и clock, и three_kings_moves"),
        ("GET", "probe", "fen=W:Wa1,c1,e1:BKh8,Kf8", "", "нужна таблица на 5 шашек, а имеющиеся — не больше чем на 4"),
        ("GET", "probe", &format!("{FEN}&game=poddavki"), "", "таблиц игры poddavki здесь нет"),
        ("GET", "endings/KKKvKK/positions", "of=longest", "", "таблиц окончания KKKvKK здесь нет"),
        ("GET", "endings/QvK", "", "", "«QvK» — не окончание"),
        ("GET", "endings/KvK/moves", "", "", "по адресу /api/v1/endings/KvK/moves ничего нет"),
        ("GET", "endings/KvK/positions", "", "", "нет параметра of; нужно longest, "),
        ("GET", "endings/KvK/positions", "of=x", "", "of: «x» не годится; нужно longest, "),
        ("GET", "endings/KvK/positions", "of=longest&side=x", "", "side: «x» не годится; нужно first или second"),
        (
            "GET",
            "endings/KvK/positions",
            "of=longest&limit=101",
            "",
            "limit: «101» не годится; нужно число от 1 до 100",
        ),
        ("GET", "endings/KvK/positions", "of=longest&dtw=x", "", "dtw: «x» не годится; нужно число полуходов"),
        ("POST", "line", "", "", "/api/v1/line принимает GET и HEAD"),
        ("POST", "review", "", "\0", "тело — не текст"),
        ("POST", "review", "", "{nothing}", "в теле нет партии"),
        ("POST", "review", "", &games(101), "в теле больше 100 партий"),
        ("POST", "review", "", &" ".repeat((1 << 20) + 1), "тело длиннее 1048576 байт"),
        ("POST", "study", "", "{nothing}", "в теле нет партии"),
        ("POST", "study", "goal=x", "", "goal: «x» не годится; нужно win, draw или lock"),
        ("POST", "study", "code=x", "", "code: «x» не годится; нужно composition или strict"),
        ("POST", "study", "side=black", "", "параметру side нужен параметр goal"),
        ("POST", "study", "side=x", "", "side: «x» не годится; нужно white или black"),
        ("POST", "probe", "fen=x", "", "параметра «fen» здесь нет"),
    ];
    for (method, path, query, body, start) in requests {
        let separator = if query.is_empty() { "" } else { "&" };
        let asked = |lang: &str| {
            server.ask(method, &format!("/api/v1/{path}?{query}{separator}lang={lang}"), &[], body.as_bytes())
        };
        let russian = asked("ru").json();
        let detail = russian["detail"].as_str().unwrap();
        assert!(detail.starts_with(start), "{path}?{query}: {detail}");
        assert!(english(detail).is_empty(), "{detail}: {:?}", english(detail));
        let (with_lang, without) =
            (asked("en").json(), server.ask(method, &format!("/api/v1/{path}?{query}"), &[], body.as_bytes()));
        assert_eq!(with_lang, without.json(), "English is the default");
        assert_eq!((&with_lang["code"], &with_lang["status"]), (&russian["code"], &russian["status"]));
        assert!(!with_lang["detail"].as_str().unwrap().contains(|c: char| ('а'..='я').contains(&c)), "{with_lang}");
    }
    let refused = server.ask("PUT", "/?lang=ru", &[], b"").json();
    assert_eq!(refused["detail"], "/ принимает GET и HEAD");
}

#[test]
fn an_unknown_language_is_a_wrong_parameter() {
    let server = Server::of(four_pieces(), &[]);
    for (method, path) in [
        ("GET", format!("probe?{FEN}&lang=xx")),
        ("GET", format!("line?{FEN}&lang=")),
        ("GET", "endings?lang=RU".into()),
        ("GET", "endings/KvK?lang=de".into()),
        ("GET", "endings/KvK/positions?of=longest&lang=xx".into()),
        ("POST", "probe?lang=xx".into()),
        ("POST", "review?lang=xx".into()),
        ("POST", "study?lang=xx".into()),
    ] {
        let refused = server.ask(method, &format!("/api/v1/{path}"), &[], b"1. c3-d4 *");
        assert_eq!((refused.status, refused.code()), (400, "bad-parameter".into()), "{path}");
        let detail = refused.json()["detail"].as_str().unwrap().to_string();
        assert!(
            detail.starts_with("lang: \"") && detail.ends_with("\" is not a language; expected en or ru"),
            "{detail}"
        );
    }
}

#[test]
fn notes_in_russian() {
    let server = Server::of(four_pieces(), &[]);
    let counter = "fen=W:WKa5,Ka7:BKg1:H26";
    for path in ["probe", "line"] {
        let asked = |lang: &str| server.get(&format!("/api/v1/{path}?{counter}{lang}"));
        let (russian, plain) = (asked("&lang=ru"), asked(""));
        assert_eq!(russian.json()["note"], "счётчик 26 взят из FEN (:H26)", "{path}");
        assert_eq!(asked("&lang=en").body, plain.body);
        // All else is the same, and the two are not confused.
        let note = |text: &str| text.split("\"note\":\"").nth(1).unwrap().split('"').next().unwrap().to_string();
        assert_eq!(russian.text().replace(&note(russian.text()), ""), plain.text().replace(&note(plain.text()), ""));
        assert_ne!(russian.header("etag").unwrap(), plain.header("etag").unwrap());
    }
    let game = "[FEN \"W:WKa5,Ka7:BKg1:H26\"] 1. a5-c7 *";
    let judged = server.ask("POST", "/api/v1/review?lang=ru", &[], game.as_bytes()).json();
    assert_eq!(judged["games"][0]["note"], "счётчик 26 взят из FEN (:H26)");
    assert_eq!(judged["games"][0]["moves"][0]["move"], "a5-c7");
}

#[test]
fn errors_of_games_and_lines_in_russian() {
    let server = Server::of(four_pieces(), &[]);
    let games = "[White \"Орлова\"] 1. a1-b1 *\n[FEN \"x\"] *\n[GameType \"20\"] *\n1. c3-d4 {open";
    let judged = server.ask("POST", "/api/v1/review?lang=ru", &[], games.as_bytes()).json();
    let errors: Vec<&str> =
        judged["games"].as_array().unwrap().iter().map(|game| game["error"].as_str().unwrap()).collect();
    assert_eq!(errors.len(), 4, "{errors:?}");
    let starts = ["1, Орлова – ?: 1-й ход белых (строка 1, знак 21): «a1-b1» — не ход", "2, ? – ?: тег FEN: «x»"];
    for (error, start) in errors.iter().zip(starts) {
        assert!(error.starts_with(&format!("партия {start}")), "{error}");
    }
    assert!(errors.iter().all(|error| english(error).is_empty()), "{errors:?}");
    let lines =
        format!("x\n{{\"fen\":\"W:WKa1:BKh8\",\"clock\":1,\"three_kings_moves\":1}}\n{}\n", "x".repeat(1 << 17));
    let answers = server.ask("POST", "/api/v1/probe?lang=ru", &[], lines.as_bytes());
    let parts = ["не указывает очередь хода", "заданы и clock", "строка слишком длинная"];
    assert_eq!(answers.text().lines().count(), parts.len());
    for (line, part) in answers.text().lines().zip(parts) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let error = line["error"].as_str().unwrap();
        assert!(error.contains(part) && english(error).is_empty(), "{error}");
    }
    // The JSON reader's message has no Russian form, and is quoted.
    let wrong = server.ask("POST", "/api/v1/probe?lang=ru", &[], b"{").json()["error"].as_str().unwrap().to_string();
    assert!(wrong.starts_with("строка — не вопрос в JSON («EOF ") && english(&wrong).is_empty(), "{wrong}");
}

#[test]
fn refusals_in_russian() {
    let server = Server::of(four_pieces(), &["--per-client", "1", "--body-limit", "10"]);
    let long = server.ask("POST", "/api/v1/probe?lang=ru", &[], b"W:WKa1:BKh8").json();
    assert_eq!(long["detail"], "тело длиннее 10 байт; отправьте его частями");
    let coded = server.ask("POST", "/api/v1/review?lang=ru", &["content-encoding: gzip"], b"x").json();
    let detail = "тело закодировано (Content-Encoding), например сжато gzip; отправьте его без кодирования";
    assert_eq!(coded["detail"], detail);
    let mut answers = (0..100).map(|_| server.get("/api/v1/probe?fen=x&lang=ru").json());
    let refused = answers.find(|answer| answer["code"] == "too-often").unwrap();
    assert_eq!(refused["detail"], "этот клиент спрашивает слишком часто; повторите через секунду");
}
