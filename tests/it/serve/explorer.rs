//! Answers in the shape of lila-tablebase: those of `probe --json` with the moves seen by the other side, and read as clients of
//! lila and Lidraughts read them.

use std::io::{BufReader, Write};
use std::path::Path;

use bolshak::board::{Draughts80, Game, GameName, Poddavki, Position, Russian};
use serde_json::{Value, json};

use super::Server;
use super::answers::program;
use super::client::{body_of, connect, encoded, head_of};
use super::contract::misfits;
use crate::common::{Random, four_pieces, four_pieces_of};

/// Results from worst to best.
const RESULTS: [&str; 5] = ["loss", "blessed-loss", "draw", "cursed-win", "win"];

/// The categories of moves, which are the opponent's, in the order of lila's groups.
const GROUPS: [&str; 6] = ["loss", "unknown", "blessed-loss", "draw", "cursed-win", "win"];

/// What the description of lila-tablebase and of the older client says of an answer.
fn schema() -> Value {
    let number = json!({ "type": ["integer", "null"] });
    let boolean = json!({ "type": "boolean" });
    let mut values = json!({
        "category": { "enum": GROUPS }, "wdl": { "enum": [2, 1, 0, -1, -2, null] }, "dtc": { "type": "null" },
        "dtz": number, "precise_dtz": number, "dtm": number, "dtw": number,
    });
    for flag in ["checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"] {
        values[flag] = boolean.clone();
    }
    let object = |more: Value| {
        let mut properties = values.as_object().unwrap().clone();
        properties.extend(more.as_object().unwrap().clone());
        let required: Vec<&String> = properties.keys().collect();
        json!({ "type": "object", "required": required, "properties": properties })
    };
    let text = json!({ "type": "string" });
    let mv = object(json!({ "uci": text, "san": text, "zeroing": boolean, "conversion": boolean }));
    object(json!({ "rule": text, "clock": { "type": "integer" }, "moves": { "type": "array", "items": mv } }))
}

/// The fields of a side to move, from those of `probe --json` of that side; `turned`, from those of the other one.
fn values<G: Game>(said: &Value, turned: bool, is_over: bool) -> Value {
    let sign = if turned { -1 } else { 1 };
    let place = |name: &Value| RESULTS.iter().position(|other| name == other).map(|place| sign * (place as i64 - 2));
    let (wdl, theory) = (place(&said["category"]), place(&said["theory"]).map(i64::signum));
    let signed = |distance: &Value| match theory {
        Some(0) => Some(0),
        _ => distance.as_i64().map(|plies| theory.unwrap() * plies),
    };
    let dtw = if is_over { None } else { signed(&said["dtw"]) };
    let precise = match wdl {
        _ if is_over => theory,
        Some(-2 | 0 | 2) => signed(&said["dtz"]),
        _ => None,
    };
    json!({
        "checkmate": is_over && G::NAME != GameName::Poddavki, "variant_win": is_over && G::NAME == GameName::Poddavki,
        "stalemate": false, "variant_loss": false, "insufficient_material": false,
        "category": wdl.map_or("unknown", |wdl| RESULTS[(wdl + 2) as usize]), "wdl": wdl,
        "dtz": precise.or(dtw), "precise_dtz": precise, "dtm": dtw, "dtw": dtw, "dtc": null,
    })
}

/// The number of a square, b8 being 1.
fn number<G: Game>(square: &str) -> u32 {
    let [file, rank] = *square.as_bytes() else { panic!("{square}") };
    G::PER_RANK * u32::from(b'8' - rank) + u32::from(file - b'a') / 2 + 1
}

/// The answer that an object of `probe --json` or `solve --json` stands for.
fn expected<G: Game>(said: &Value) -> Value {
    let mut answer = values::<G>(said, false, said["over"] == "no-move");
    (answer["rule"], answer["clock"]) = (said["rule"].clone(), said["clock"].clone());
    let is_king =
        |fen: &Value, square: &Value| fen.as_str().unwrap().contains(&format!("K{}", square.as_str().unwrap()));
    let mut moves: Vec<Value> = said["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| {
            let mut turned = values::<G>(mv, true, mv["dtw"] == 0);
            let squares = mv["move"].as_str().unwrap().split(['-', ':']);
            turned["uci"] = squares.map(|square| format!("{:02}", number::<G>(square))).collect::<String>().into();
            let [from, to] = ["from", "to"].map(|end| number::<G>(mv[end].as_str().unwrap()));
            turned["san"] = format!("{from}{}{to}", if mv["capture"] == true { 'x' } else { '-' }).into();
            turned["zeroing"] = mv["zeroing"].clone();
            let is_crowned = is_king(&mv["fen"], &mv["to"]) && !is_king(&said["fen"], &mv["from"]);
            turned["conversion"] = (mv["capture"] == true || is_crowned).into();
            turned
        })
        .collect();
    moves.sort_by_key(|mv| GROUPS.iter().position(|group| mv["category"] == *group));
    answer["moves"] = moves.into();
    answer
}

/// The sign of the winner's distances as lila's client finds the winner of a position: of its side to move, or the other.
fn winner(answer: &Value) -> Option<i64> {
    let of = |values: &Value| match values["dtz"].as_i64() {
        _ if values["checkmate"] == true || values["variant_loss"] == true => Some(-1),
        _ if values["variant_win"] == true => Some(1),
        dtz => dtz.map(i64::signum),
    };
    match answer["moves"].get(0) {
        Some(first) => of(first).map(|sign| -sign),
        None => (answer["checkmate"] == true).then_some(-1),
    }
}

/// What lila's client writes beside a move.
fn label(mv: &Value) -> String {
    let is = |flag: &str| mv[flag] == true;
    match mv["dtz"].as_i64() {
        _ if is("checkmate") => "mate".into(),
        _ if is("variant_win") => "loses".into(),
        None => "unknown".into(),
        Some(0) => "draw".into(),
        Some(_) if is("zeroing") => {
            if mv["san"].as_str().unwrap().contains('x') { "capture" } else { "pawn move" }.into()
        }
        Some(dtz) => format!("DTZ {}", dtz.abs()),
    }
}

/// Reads an answer as the clients do: rows by groups, their labels, and the winner.
fn read(answer: &Value) {
    let found = misfits(&Value::Null, &schema(), answer, "");
    assert!(found.is_empty(), "{found:#?}");
    let moves = answer["moves"].as_array().unwrap();
    let by_category = GROUPS.iter().flat_map(|group| moves.iter().filter(move |mv| mv["category"] == *group));
    assert!(by_category.eq(moves), "{answer}");
    let by_wdl = [-2, -1, 0, 1, 2].into_iter().flat_map(|wdl| moves.iter().filter(move |mv| mv["wdl"] == wdl));
    assert!(by_wdl.eq(moves.iter().filter(|mv| mv["category"] != "unknown")), "{answer}");
    for pair in moves.windows(2).filter(|pair| pair[0]["wdl"] == pair[1]["wdl"]) {
        // The fastest win and the slowest loss are first; the end of the game has no distance.
        let [one, other] = [0, 1].map(|at| pair[at]["dtw"].as_i64().unwrap_or(0));
        assert!(one >= other, "{answer}");
    }
    for mv in moves {
        let is_known = mv["category"] != "unknown";
        assert_eq!((label(mv) != "unknown", mv["wdl"].is_null()), (is_known, !is_known), "{mv}");
    }
    // Who wins in theory wins by the first move, though the rule take it.
    if answer["wdl"].is_i64()
        && (!moves.is_empty() || answer["checkmate"] == true)
        && moves.iter().all(|mv| mv["wdl"].is_i64())
    {
        assert_eq!(winner(answer), answer["wdl"].as_i64().map(i64::signum), "{answer}");
    }
}

/// Compares answers to random positions, of up to a piece more than the tables have, with what the program prints.
fn compare<G: Game>(tables: &Path, pieces: u64, count: usize) {
    let server = Server::of(tables, &[]);
    let (mut random, mut lines, mut paths) = (Random(count as u64), String::new(), Vec::new());
    for _ in 0..count {
        let pieces = 2 + random.below(pieces);
        let fen = random.position::<G>(pieces).to_string();
        let rule = ["15-moves", "three-kings", "none"][random.below(4).saturating_sub(1) as usize];
        let clock = random.below(64).saturating_sub(31);
        lines += &format!("{{\"fen\":\"{fen}\",\"clock\":{clock},\"rule\":\"{rule}\"}}\n");
        paths.push(format!("?fen={}&clock={clock}&rule={rule}", encoded(&fen)));
    }
    let printed = program(tables, &["probe", "--json", "-"], &lines);
    let mut stream = connect(&server.address);
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut get = |path: &str| {
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).unwrap();
        let head = head_of(&mut reader).unwrap();
        assert_eq!((head.status, head.header("content-type")), (200, Some("application/json")), "{path}");
        serde_json::from_slice::<Value>(&body_of(&mut reader, &head)).unwrap()
    };
    assert_eq!(printed.lines().count(), count);
    let mut unknown = 0;
    for (path, line) in paths.iter().zip(printed.lines()) {
        let mut said: Value = serde_json::from_str(line).unwrap();
        if said.get("error").is_some() {
            // Its moves may be known. What follows from them for the position is not said.
            said = get(&format!("/api/v1/solve{path}&positions=0"));
            let of_position = ["category", "theory", "dtw", "dtz"];
            said.as_object_mut().unwrap().retain(|field, _| !of_position.contains(&field.as_str()));
            unknown += 1;
        }
        let answer = get(&format!("/{}{path}", G::NAME));
        assert_eq!(answer, expected::<G>(&said), "{path}");
        read(&answer);
    }
    assert!((1..count).contains(&unknown), "{unknown}");
}

/// `BOLSHAK_EXPLORED` names a directory of tables of Russian draughts to six pieces, of which 10,000 positions are compared.
#[test]
fn answers_are_those_of_the_program_seen_by_the_other_side() {
    if let Some(tables) = std::env::var_os("BOLSHAK_EXPLORED") {
        return compare::<Russian>(Path::new(&tables), 6, 10_000);
    }
    compare::<Russian>(four_pieces(), 4, 300);
    compare::<Poddavki>(four_pieces_of(GameName::Poddavki), 4, 100);
    compare::<Draughts80>(four_pieces_of(GameName::Draughts80), 4, 100);
}

#[test]
fn a_position_without_a_move_is_over() {
    let server = Server::of(four_pieces(), &["--also", four_pieces_of(GameName::Poddavki).to_str().unwrap()]);
    let over = |path: &str| server.get(&format!("{path}?fen=W:Wa3:Bb4,c5,g7,h8")).json();
    let mut lost = json!({
        "rule": "15-moves", "clock": 0, "checkmate": true, "stalemate": false, "variant_win": false, "variant_loss": false,
        "insufficient_material": false, "category": "loss", "wdl": -2, "dtz": -1, "precise_dtz": -1, "dtm": null, "dtw": null,
        "dtc": null, "moves": [],
    });
    assert_eq!(over("/russian"), lost);
    for (field, value) in
        [("checkmate", json!(false)), ("variant_win", json!(true)), ("category", json!("win")), ("wdl", json!(2))]
    {
        lost[field] = value;
    }
    (lost["dtz"], lost["precise_dtz"]) = (json!(1), json!(1));
    assert_eq!(over("/poddavki"), lost);
}

#[test]
fn fens_of_sites_are_read() {
    let server = Server::of(four_pieces(), &[]);
    let get = |fen: &str| server.get(&format!("/russian?fen={fen}"));
    let plain = get("W:WK21,K5:BK32");
    assert_eq!((plain.status, &plain.json()["category"]), (200, &json!("win")));
    for same in ["W:WK21,K5:BK32:H90:F51", "W:WK21,K5:BK32:H26", "W:_WK21,K5_:BK32", "W%3AWKa3,Ka7%3ABKg1&dtc=always"] {
        assert_eq!(get(same).json(), plain.json(), "{same}");
    }
    // A capture under way: the pieces that it has taken stand there still.
    for fen in ["W:W21,K15:B1,G18:H0:F20", "B:WP3,22:BK15,G18", "W:WK15:BG3,P8"] {
        let answer = get(fen);
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{fen}");
        read(&answer.json());
        assert_eq!((answer.json()["category"].as_str(), &answer.json()["moves"]), (Some("unknown"), &json!([])));
    }
    // A man's square with a capital letter.
    assert_eq!(get("W:WKA5,KA7:BG3").json(), get("W:WKa5,Ka7:Bg3").json());
    // Above the tables all moves are there, and of a capture into them the result.
    let start = get(&encoded(&Position::START.to_string())).json();
    assert_eq!(start["moves"].as_array().unwrap().len(), 7);
    assert!(
        start["moves"].as_array().unwrap().iter().all(|mv| mv["category"] == "unknown" && mv["dtz"].is_null()),
        "{start}"
    );
    let taking = get("W:Wc3,Kh8:Bd4,f2,a7").json();
    let known: Vec<bool> = taking["moves"].as_array().unwrap().iter().map(|mv| mv["wdl"].is_i64()).collect();
    assert!(known.contains(&true) && taking["wdl"].is_i64(), "{taking}");
}

#[test]
fn what_is_wrong_is_told_in_plain_text_to_any_site() {
    let server = Server::of(four_pieces(), &[]);
    for (path, status) in [
        ("/russian", 400),
        ("/russian?fen=", 400),
        ("/russian?fen=W:Wa2:Bh8", 400),
        ("/russian?fen=W:WG33,4:BP8", 400),
        ("/russian?fen=W:WKa1:BKh8&rule=x", 400),
        ("/russian?fen=W:WKa1:BKh8&clok=1", 400),
        ("/poddavki?fen=W:WKa1:BKh8", 404),
    ] {
        let response = server.ask("GET", path, &["origin: https://example.org"], b"");
        assert_eq!(
            (response.status, response.header("content-type")),
            (status, Some("text/plain; charset=utf-8")),
            "{path}"
        );
        assert_eq!(response.header("access-control-allow-origin"), Some("*"), "{path}");
        assert!(!response.text().is_empty() && !response.text().contains('{'), "{}", response.text());
    }
    assert!(server.get("/russian?lang=ru").text().starts_with("нет параметра fen"));
    let posted = server.ask("POST", "/russian?fen=W:WKa1:BKh8", &[], b"x");
    assert_eq!((posted.status, posted.header("allow")), (405, Some("GET, HEAD")));
}

#[test]
fn the_service_has_a_rule_of_its_own() {
    // Won in theory, and the clock has run out for kings alone that are not three against one.
    let query = "?fen=W:WKa5,Ka7:BKg1&clock=30";
    for (rule, category) in [("15-moves", "cursed-win"), ("three-kings", "win"), ("none", "win")] {
        let server = Server::of(four_pieces(), &["--rule", rule]);
        for path in ["/russian", "/api/v1/probe", "/api/v1/line", "/api/v1/solve"] {
            let answer = server.get(&format!("{path}{query}")).json();
            assert_eq!((answer["rule"].as_str(), answer["category"].as_str()), (Some(rule), Some(category)), "{path}");
            let named = server.get(&format!("{path}{query}&rule=15-moves")).json();
            assert_eq!(
                (named["rule"].as_str(), named["category"].as_str()),
                (Some("15-moves"), Some("cursed-win")),
                "{path}"
            );
        }
        let line = server.ask("POST", "/api/v1/probe?clock=30", &[], b"W:WKa5,Ka7:BKg1\n");
        assert_eq!((line.json()["rule"].as_str(), line.json()["category"].as_str()), (Some(rule), Some(category)));
    }
}
