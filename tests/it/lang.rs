//! The program in Russian.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn told(arguments: &[&str], locale: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").env_remove("BOLSHAK_LANG").env("LC_ALL", locale).current_dir("/");
    let output = command.args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

const POSITION: &str = "W:WKa5,Ka7:BKg1";

#[test]
fn a_line_in_russian() {
    let (out, _) = told(&["line", "--lang", "ru", POSITION], "C");
    let words = "\
\n  Ход белых (w, b — простые; W, B — дамки)

  Белые выигрывают за 4 хода (7 полуходов);
  по правилу 15 ходов это тоже выигрыш: до взятия, хода простой или конца не
  больше 7 полуходов, остаётся 30.

       1. a5-c7  выигрыш, 6 полуходов до конца
     1... g1-h2  проигрыш, 5 полуходов до конца
       2. c7-b8  выигрыш, 4 полухода до конца
     2... h2-g1  проигрыш, 3 полухода до конца
       3. b8-h2  выигрыш, 2 полухода до конца
     3... g1-b6  проигрыш, 1 полуход до конца
       4. a7:c5  выигрыш
  У чёрных нет хода: белые выиграли.
";
    assert!(out.ends_with(words), "{out}");
}

#[test]
#[cfg_attr(windows, ignore = "the locale there is no variable")]
fn the_option_goes_before_the_locale_and_json_is_the_same_in_both() {
    for (locale, option, is_russian) in
        [("C", "", false), ("ru_RU.UTF-8", "", true), ("ru_RU.UTF-8", "--lang=en", false), ("C", "--lang=ru", true)]
    {
        let options: Vec<&str> = [option].into_iter().filter(|option| !option.is_empty()).collect();
        let asked = |more: &[&str]| told(&[&options, more, &[POSITION]].concat(), locale).0;
        assert_eq!(asked(&["probe"]).contains("Белые"), is_russian, "{locale} {option}");
        assert_eq!(asked(&["probe", "--json"]), told(&["probe", "--json", POSITION], "C").0);
    }
}

#[test]
fn errors_in_russian() {
    for (arguments, error) in [
        (&["probe", "x"][..], "x: «x» не называет очередь хода; нужно W или B, как в W:WKa1:BKh8"),
        (&["line", POSITION, "a5-b1"], "W:WKa5,Ka7:BKg1: в позиции W:WKa5,Ka7:BKg1: «a5-b1» — не ход"),
        (&["probe", "W:WKa1,Kc1:BKh8,Kf8"], "; недостающие строит «bolshak generate --pieces 4»"),
        (&["probe", "--tables", "/no", POSITION], "не открываются таблицы в /no: "),
    ] {
        let (_, told) = told(&[&["--lang", "ru"], arguments].concat(), "C");
        assert!(told.contains(error), "{told}");
    }
}

#[test]
fn every_error_of_a_position_has_a_russian_sentence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let russian = fs::read_to_string(root.join("cli/lang/errors.rs")).unwrap();
    for (file, names) in [
        ("board/fen/error.rs", &["FenError"][..]),
        ("board/position.rs", &["PositionError"]),
        ("board/shade.rs", &["ShadeError"]),
        ("rules/notation.rs", &["MoveError"]),
        ("probe/error.rs", &["OpenError", "ProbeError"]),
        ("probe/clock.rs", &["ClockNote"]),
        ("table/error.rs", &["TableError", "Damage"]),
    ] {
        let text = fs::read_to_string(root.join(file)).unwrap();
        for name in names {
            let body = text.split(&format!("pub enum {name} {{\n")).nth(1).unwrap().split("\n}").next().unwrap();
            let is_variant =
                |line: &&str| line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_uppercase());
            let variants: Vec<&str> = body.lines().filter(is_variant).map(str::trim).collect();
            assert!(variants.len() > 1, "{name}");
            for variant in variants {
                let variant = variant.split(|c: char| !c.is_alphanumeric()).next().unwrap();
                assert!(russian.contains(&format!("{name}::{variant}")), "{name}::{variant}");
            }
        }
    }
}
