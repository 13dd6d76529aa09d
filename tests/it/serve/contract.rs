//! The OpenAPI document describes the answers: each fits its schema, and each field has one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Server;
use crate::common::four_pieces;

/// The mismatches, in words; supports the parts of JSON Schema in the document, with an error for others.
pub fn misfits(document: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (key, rule) in schema.as_object().unwrap() {
        match key.as_str() {
            "$ref" => {
                let target = document.pointer(rule.as_str().unwrap().trim_start_matches('#')).expect("a schema");
                found.extend(misfits(document, target, value, at));
            }
            "anyOf" => {
                let fits = |schema: &Value| misfits(document, schema, value, at).is_empty();
                if !rule.as_array().unwrap().iter().any(fits) {
                    found.push(format!("{at}: {value} fits nothing of {rule}"));
                }
            }
            "type" => {
                let is = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64() || value.is_i64(),
                    "null" => value.is_null(),
                    other => panic!("{other}"),
                };
                if !rule.as_array().map_or_else(|| is(rule), |names| names.iter().any(is)) {
                    found.push(format!("{at}: {value} is no {rule}"));
                }
            }
            "enum" if !rule.as_array().unwrap().contains(value) => {
                found.push(format!("{at}: {value} is none of {rule}"))
            }
            "minimum" if value.as_i64().is_some_and(|number| number < rule.as_i64().unwrap()) => {
                found.push(format!("{at}: {value} is less than {rule}"));
            }
            "items" => {
                for (number, item) in value.as_array().into_iter().flatten().enumerate() {
                    found.extend(misfits(document, rule, item, &format!("{at}[{number}]")));
                }
            }
            "minItems" if (value.as_array().unwrap().len() as u64) < rule.as_u64().unwrap() => {
                found.push(format!("{at}: too few"))
            }
            "maxItems" if (value.as_array().unwrap().len() as u64) > rule.as_u64().unwrap() => {
                found.push(format!("{at}: too many"))
            }
            "properties" => {
                for (name, of) in value.as_object().into_iter().flatten() {
                    match rule.get(name) {
                        Some(schema) => found.extend(misfits(document, schema, of, &format!("{at}.{name}"))),
                        None => found.push(format!("{at}: {name} is not in the document")),
                    }
                }
            }
            "required" => {
                let lacks = |name: &&Value| value.get(name.as_str().unwrap()).is_none();
                found.extend(rule.as_array().unwrap().iter().filter(lacks).map(|name| format!("{at}: no {name}")));
            }
            "additionalProperties" => assert_eq!(rule, &Value::Bool(false)),
            "enum" | "minimum" | "minItems" | "maxItems" | "description" | "default" | "maximum" => {}
            other => panic!("{at}: {other} is not checked"),
        }
    }
    found
}

#[test]
fn each_answer_is_as_the_document_says() {
    let server = Server::of(four_pieces(), &[]);
    let response = server.get("/api/v1/openapi.json");
    let document = response.json();
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut asked = BTreeSet::new();
    let mut check = |method: &str, address: &str, body: &str| {
        let (path, _) = address.split_once('?').unwrap_or((address, ""));
        let fits = |template: &str| {
            let (mut parts, mut of) = (template.split('/'), path.split('/'));
            parts.clone().count() == of.clone().count()
                && parts.by_ref().zip(of.by_ref()).all(|(part, of)| part == of || part.starts_with('{'))
        };
        let paths = document["paths"].as_object().unwrap();
        let (template, operations) =
            paths.iter().find(|(template, _)| fits(template)).unwrap_or_else(|| panic!("{path}"));
        let response = server.ask(method, address, &[], body.as_bytes());
        let status = response.status.to_string();
        let mut told = &operations[method.to_lowercase()]["responses"][&status];
        if let Some(target) = told.get("$ref") {
            told = document.pointer(target.as_str().unwrap().trim_start_matches('#')).expect("a response");
        }
        assert!(told.is_object(), "{method} {address}: {status} is not in the document");
        let media_type = response.header("content-type").unwrap().trim_end_matches("; charset=utf-8");
        let schema = &told["content"][media_type]["schema"];
        assert!(schema.is_object(), "{method} {address}: {media_type} is not in the document");
        let values: Vec<Value> = match media_type {
            "application/jsonl" => response.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            "text/plain" => vec![response.text().into()],
            _ => vec![response.json()],
        };
        assert!(!values.is_empty());
        for value in values {
            let found = misfits(&document, schema, &value, address);
            assert!(found.is_empty(), "{found:#?}");
        }
        asked.insert(format!("{method} {template} {status}"));
    };
    for query in [
        "fen=W:WKc3,Kd6,Ke3:BKd8",
        "fen=W:WKc3,Kd6,Ke3:BKd8&clock=25",
        "fen=W:WKc3,Kd6,Ke3:BKd8&clock=30",
        "fen=W:WKa5,Ka7:BKg1:H26&rule=three-kings&moves=false",
        "fen=W:WKa1:BKb2,c3",
        "fen=W:Wa1:BKb2,Kc3",
        "fen=W:WKa1:BKb2,Kd4,f6",
        "fen=W:WKa1,Kc1:BKb2,Kd2",
        "fen=W:WKa1:BKh9",
        "fen=W:WKa1:BKh9&lang=ru",
        "fen=W:WKa1:BKh8&lang=xx",
        "fen=W:WKa1,c1,e1,g1:BKh8",
    ] {
        check("GET", &format!("/api/v1/probe?{query}"), "");
        check("GET", &format!("/russian?{}", query.replace("&moves=false", "")), "");
        check("GET", &format!("/api/v1/line?{}", query.replace("&moves=false", "")), "");
        let to_map = query.replace("&moves=false", "");
        check("GET", &format!("/api/v1/map?{to_map}&square=a1"), "");
        check("GET", &format!("/api/v1/map?{to_map}"), "");
        check("GET", &format!("/api/v1/solve?{query}"), "");
        check("GET", &format!("/api/v1/solve?{query}&seconds=0"), "");
        check("GET", &format!("/api/v1/solve?{query}&positions=100"), "");
    }
    check("POST", "/api/v1/probe", "W:WKa1:BKh8\nnonsense\n{\"fen\":\"W:WKc3,Kd6,Ke3:BKd8\",\"clock\":30}\n");
    check("POST", "/api/v1/probe?rule=x", "W:WKa1:BKh8\n");
    check("POST", "/api/v1/probe?game=poddavki", "W:WKa1:BKh8\n");
    let games =
        "[FEN \"W:WKc3,Kd6,Ke3:BKd8\"] 1. e3-f2 d8-a5 2. c3-b2 *\n[White \"A\"] 1. a1-b2 *\n[FEN \"W:Wa1,c1:Bh8\"] 1-0";
    check("POST", "/api/v1/review", games);
    check("POST", "/api/v1/review?rule=three-kings", games);
    check("POST", "/api/v1/review?lang=ru", games);
    check("POST", "/api/v1/review?game=poddavki", games);
    check("POST", "/api/v1/review?seconds=5", "[FEN \"W:Wc3,d4,e3:Ba7,b8\"] 1. d4-c5 b8-c7 *");
    check("POST", "/api/v1/review?seconds=31", "1. c3-d4 *");
    check("POST", "/api/v1/review", "{nothing}");
    check("POST", "/api/v1/review", &"c3-d4 ".repeat(10_001));
    let studies = "[White \"A\"] [FEN \"W:WKg1:Bb8,e5\"] 1. g1-e3 (1. g1-d4) b8-c7 2. e3-f9 {x} e5-f4 ? y 1-0\n[Goal \"x\"] *\n[FEN \"W:WKg1:Bb8,e5\"] *";
    for query in ["", "?goal=lock&side=black&code=strict&lang=ru", "?game=poddavki", "?goal=x", "?seconds=0"] {
        check("POST", &format!("/api/v1/study{query}"), studies);
    }
    check("POST", "/api/v1/study", "{nothing}");
    check("POST", "/api/v1/study", &"c3-d4 ".repeat(10_001));
    check("GET", "/api/v1/endings", "");
    check("GET", "/api/v1/endings?game=poddavki", "");
    for ending in ["KvK", "KKvK", "MvM", "KMvKM", "KKKKvKKKK", "QvK"] {
        check("GET", &format!("/api/v1/endings/{ending}"), "");
        check("GET", &format!("/api/v1/endings/{ending}?histogram=false"), "");
        for of in ["longest", "mutual-zugzwang", "only-move", "spoilt", "x"] {
            check("GET", &format!("/api/v1/endings/{ending}/positions?of={of}&limit=3"), "");
        }
    }
    check("GET", "/draughts-80?fen=W:WKa1:BKh8", "");
    check("GET", "/api/v1/openapi.json", "");
    for (template, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let name = format!("{} {template} 200", method.to_uppercase());
            assert!(asked.contains(&name), "{name} was not asked");
        }
    }
}
