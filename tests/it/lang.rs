//! The program in Russian.

use std::fs;
use std::path::Path;

use crate::common::{ROOT, empty_directory};
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
  по правилу 15 ходов это тоже выигрыш: взятие, ход простой шашкой или конец
  наступит не позже чем через 7 полуходов, остаётся 30.

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
        (&["probe", "x"][..], "x: «x» не указывает очередь хода; нужно W или B, как в W:WKa1:BKh8"),
        (&["line", POSITION, "a5-b1"], "W:WKa5,Ka7:BKg1: в позиции W:WKa5,Ka7:BKg1: «a5-b1» — не ход"),
        (&["probe", "W:WKa1,Kc1:BKh8,Kf8"], "; недостающие строит «bolshak generate --pieces 4»"),
        (&["diagram", "x"], "bolshak: x: «x» не указывает очередь хода; нужно W или B, как в W:WKa1:BKh8"),
        (&["probe", "--tables", "/no", POSITION], "не удаётся открыть таблицы в /no: нет такого файла или каталога; "),
        (&["find", "--tables", "/no"], "не удаётся открыть таблицы в /no: нет такого файла или каталога; "),
        (&["probe", "W:Wa1,c1,e1,g1,b2,d2:Bb8,d8,f8"], "; таблицы строятся не больше чем на 8 шашек"),
        (&["probe", "W:WK33:BK1"], "; такое поле есть в игре draughts-80"),
        (&["probe", "Б: Дa5, Иванов; Ч: Дg1"], "«Иванов» — не поле доски; нужны поля, как в «Б: Дa5, a7; Ч: Дg1»"),
        (&["probe", "Б: 2 дамки a5, a7; Ч: Дg1"], "«2» — то ли поле, то ли число шашек"),
        (&["probe", "Б: Дa5; Ч: Дg1. Ход белых. Ход чёрных"], "«Ход» отдаёт ход другой стороне"),
        (&["probe", "W:WKa5:BKg1, W:WKa7:BKg1"], "больше одной позиции"),
        (&["probe", "W:WKa5:BKg1 a5-b6"], "рядом с позицией стоит «a5-b6»"),
    ] {
        let (_, told) = told(&[&["--lang", "ru"], arguments].concat(), "C");
        assert!(told.contains(error), "{told}");
    }
}

#[test]
fn wrong_usage_in_russian() {
    const HELP: &str = "Справка на английском языке — с ключом --help.\n";
    for (arguments, error) in [
        (&["prob"][..], "нет команды prob; похоже на probe"),
        (&["probe"], "не указано <FEN>..."),
        (&["probe", "--jsn", POSITION], "здесь нет ключа --jsn; похоже на --json"),
        (&["stats", "a", "b"], "лишний аргумент: a"),
        (&["probe", "--tables"], "после --tables <DIR> нет значения"),
        (&["probe", "--json=1"], "значение «1» лишнее: у --json его не бывает"),
        (&["probe", "--rule", "x"], "значение «x» не подходит для --rule <RULE>; возможны 15-moves, three-kings, none"),
        (&["probe", "--clock", "x"], "значение «x» не подходит для --clock <PLIES>: нужно число полуходов от 0 до "),
        (&["generate", "--pieces", "9"], "значение «9» не подходит для --pieces <N>: нужно целое число от 2 до 8"),
        (&["generate", "--pieces", "x"], "значение «x» не подходит для --pieces <N>: нужно целое число от 2 до 8"),
        (&["find", "--limit", "0"], "значение «0» не подходит для --limit <N>: нужно целое число не меньше 1"),
        (&["generate", "--memory", "x"], ": нужно число байтов, например 4GiB, 900MB или 1000000000"),
        (&["generate", "--material", "x"], ": «x» — не окончание; нужны дамки (K) и простые (M) обеих сторон"),
        (&["find", "--dtw", "5..2"], "значение «5..2» не подходит для --dtw <MIN..MAX>: первое число больше второго"),
        (&["find", "--dtz", "x"], ": нужно число полуходов не больше 65535 или промежуток, например 20..30"),
        (&[], "не указана команда"),
        (&["plan", "--split", "x"], ": нужно число часов, например 6 или 0.5"),
        (&["probe", "--json", "--json", POSITION], "--json указано несколько раз"),
        (&["probe", "--clock", "1", "--three-kings-moves", "1"], "нельзя указать вместе "),
    ] {
        for lang in [&["--lang", "ru"][..], &["--lang=ru"]] {
            let (out, told) = told(&[arguments, lang].concat(), "C");
            assert_eq!(out, "");
            assert!(told.starts_with("ошибка: ") && told.contains(error), "{told}");
            assert!(told.ends_with(HELP), "{told}");
            let words = told.split(HELP).next().unwrap().replace("bolshak", "");
            assert!(!words.contains("OPTIONS") && !words.contains("Usage"), "{told}");
        }
    }
    // Help is in English, and not an error.
    assert!(told(&["probe", "--help", "--lang", "ru"], "C").0.contains("Usage: bolshak"));
    let (_, told) = told(&["probe", "--twice", POSITION, "--lang", "ru"], "C");
    assert_eq!(told, "ошибка: для --twice нужны две позиции, на тёмных и на светлых полях; указано: 1\n");
}

#[test]
fn the_environment_names_the_language() {
    let run = |lang: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
        command.env_remove("BOLSHAK_TABLES").env("LC_ALL", "C").env("BOLSHAK_LANG", lang).args(more).output().unwrap()
    };
    assert!(String::from_utf8(run("ru", &["line", POSITION]).stdout).unwrap().contains("Ход белых"));
    // An empty variable counts as unset.
    assert!(String::from_utf8(run("", &["line", POSITION]).stdout).unwrap().contains("White to move"));
    let wrong = run("de", &["line", POSITION]);
    assert_eq!(wrong.status.code(), Some(2));
    let told = String::from_utf8(wrong.stderr).unwrap();
    assert_eq!(told, "error: BOLSHAK_LANG: \"de\" is not a language; expected en or ru\n");
    assert!(run("de", &["line", "--lang", "en", POSITION]).status.success());
    assert!(run("de", &["--version"]).status.success());
}

/// Runs the program in Russian, in a directory.
fn in_russian(arguments: &[&str], directory: &Path) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bolshak"));
    command.env_remove("BOLSHAK_TABLES").env("BOLSHAK_LANG", "ru").current_dir(directory).args(arguments);
    let output = command.output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn judged_games_in_russian() {
    let directory = empty_directory("review");
    let games = "\
[White \"Орлова\"][Black \"Тихонов\"][FEN \"W:WKa5,Ka7:BKg1\"] 1. a5-e1 g1-h2 *
[FEN \"W:WKa1:BKb8\"] 1. a1-b1 *
[FEN \"W:Wa1,c1,e1:Bb8,d8,f8\"] 1. a1-b2 1-0
";
    fs::write(directory.join("games.pdn"), games).unwrap();
    let (out, error) = in_russian(&["review", "--time", "0", "games.pdn"], &directory);
    let expected = "\
Партия 1, Орлова – Тихонов, *
  в начале, W:WKa5,Ka7:BKg1: белые выигрывают за 4 хода; результат в записи партии не указан
  1. a5-e1? упускает выигрыш: ничья; лучше: a5-c7 a5-b6 (белые выигрывают за 4 хода)
Партия 2, ? – ?, *
  в начале, W:WKa1:BKb8: ничья; результат в записи партии не указан
  прочитано до этого места: 1-й ход белых (строка 2, знак 24): «a1-b1» — не ход; тихий ход пишут c3-d4, взятие — c5:e3:g5
Партия 3, ? – ?, 1-0
  не оценена: нужна таблица на 6 шашек, а имеющиеся — не больше чем на 3 (источник: встроенные таблицы на 2 и 3 шашки); \
недостающие строит «bolshak generate --pieces 6», а за пределами таблиц ищет «bolshak solve»
";
    assert_eq!(out, expected, "{error}");
    let (pdn, _) = in_russian(&["review", "--time", "0", "--pdn", "games.pdn"], &directory);
    let pdn = pdn.split_whitespace().collect::<Vec<_>>().join(" ");
    for comment in [
        "{bolshak. При лучшей игре: белые выигрывают за 4 хода.}",
        "{bolshak: упускает выигрыш: ничья; лучше: a5-c7 a5-b6 (белые выигрывают за 4 хода)}",
        "{bolshak. Прочитано до этого места: «a1-b1» — не ход; тихий ход пишут c3-d4, взятие — c5:e3:g5.}",
    ] {
        assert!(pdn.contains(comment), "{comment}: {pdn}");
    }
    for (file, wrong) in [
        ("none.pdn", "bolshak: не удаётся прочитать none.pdn; нужен файл с партиями в PDN: "),
        ("empty.pdn", "bolshak: в empty.pdn нет партий; нужен PDN, например [White"),
    ] {
        fs::write(directory.join("empty.pdn"), "").unwrap();
        let (_, error) = in_russian(&["review", "--time", "0", file], &directory);
        assert!(error.starts_with(wrong), "{error}");
    }
}

#[test]
fn a_sheet_in_russian() {
    let directory = empty_directory("sheet");
    fs::write(directory.join("positions"), "W:WKa5,Ka7:BKg1\nW:WKa5,Ka7:BKg1:H26\nB:WKa1:BKh2\n").unwrap();
    let (page, error) = in_russian(&["sheet", "positions"], &directory);
    for words in [
        "<html lang=\"ru\">",
        "<h1>Окончания</h1>",
        "Ход белых",
        "<h2>Решения</h2>",
        "<li>Белые выигрывают. 1. a5-c7 ",
        "<li>Счётчик — 26 полуходов. Ничья по правилу 15 ходов.",
        "Ничью сохраняют: ",
    ] {
        assert!(page.contains(words), "{words}: {page}{error}");
    }
    for (line, wrong) in [
        ("", "bolshak: не указано ни одной позиции; нужна одна в каждой строке\n"),
        ("{", "bolshak: строка 1: {: строка — не вопрос в JSON («EOF "),
        ("W:WKa1,Kc1:BKh8,Kf8", "bolshak: строка 1: W:WKa1,Kc1:BKh8,Kf8: нужна таблица на 4 шашки"),
    ] {
        fs::write(directory.join("positions"), line).unwrap();
        let (_, error) = in_russian(&["sheet", "positions"], &directory);
        assert!(error.starts_with(wrong), "{error}");
    }
    let (_, error) = in_russian(&["sheet", "none"], &directory);
    assert_eq!(error, "bolshak: не удаётся прочитать none: нет такого файла или каталога\n");
}

#[test]
fn a_generation_in_russian() {
    let directory = empty_directory("generate");
    let (out, error) = in_russian(&["generate", "--pieces", "2"], &directory);
    assert!(error.starts_with("Надо решить 3 окончания, значений — 3\u{a0}488; готово раньше: 0\n"), "{error}");
    assert!(error.contains(" знач.  ") && error.contains("100 %, осталось 0 с\n"), "{error}");
    for words in [
        " с: 3 окончания, значений — 3\u{a0}488.\n",
        "\nРешение заняло ",
        " бита на значение\n",
        "\nТаблицы — в tables; ответ о позиции даёт «bolshak probe FEN».\n",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let (out, _) = in_russian(&["generate", "--pieces", "2"], &directory);
    assert_eq!(
        out,
        "В tables готовы 3 окончания; делать нечего. Повреждённые таблицы находит «bolshak verify --checksums».\n"
    );
    let (out, _) = in_russian(&["generate", "--pieces", "3", "--estimate"], &directory);
    assert!(out.starts_with("окончание") && out.contains("\nПамять и диск — это наибольший расход.\n"), "{out}");
    assert!(out.ends_with("\nТаблицы попадут в tables.\n"), "{out}");
    fs::write(directory.join("tables/KvK.dtz"), "").unwrap();
    let (_, error) = in_russian(&["generate", "--pieces", "2"], &directory);
    let again = Path::new("tables").join("KvK.dtz").display().to_string();
    assert!(error.starts_with(&format!("Таблица {again} повреждена (её размер — 0 Б, ")), "{error}");
    let (_, error) = in_russian(&["generate", "--game", "poddavki", "--tables", "tables"], &directory);
    assert!(error.contains(" — таблица игры russian, а не poddavki; выберите другой каталог (--tables)"), "{error}");
    fs::write(directory.join("file"), "").unwrap();
    let (_, error) = in_russian(&["generate", "--tables", "file"], &directory);
    assert!(error.starts_with("bolshak: нельзя писать в file: "), "{error}");
    assert!(error.ends_with("; выберите другой каталог (--tables или --disk)\n"), "{error}");
    fs::create_dir_all(directory.join("odd/KvK.wdl")).unwrap();
    let (_, error) = in_russian(&["probe", "W:WKa1:BKh8", "--tables", "odd"], &directory);
    assert!(error.contains("не удаётся прочитать odd") && error.contains(": это не обычный файл"), "{error}");
}

#[test]
fn statistics_and_a_report_in_russian() {
    let directory = empty_directory("report");
    let (out, _) = in_russian(&["stats"], &directory);
    assert!(out.starts_with("окончание  ходят  позиции  "), "{out}");
    let note =
        "Итоги и расстояния (в полуходах) — для стороны, чей ход; источник: встроенные таблицы на 2 и 3 шашки.\n";
    // No result there changes under the rule, so there are no brackets to explain.
    assert!(out.ends_with(note), "{out}");
    // The columns begin and end at the same places in all lines.
    let rows: Vec<Vec<char>> =
        out.lines().take_while(|line| !line.is_empty()).map(|line| line.chars().collect()).collect();
    let width = "окончание  ходят".chars().count();
    assert!(rows.len() > 9 && rows.iter().skip(1).all(|row| row[width..width + 2] == [' ', ' ']), "{out}");
    let (out, _) = in_russian(&["stats", "--pieces", "2", "--distances"], &directory);
    assert!(out.contains("\nвсего ") && out.contains("среднее (выигрыш)  медиана (выигрыш)"), "{out}");
    let (_, error) = in_russian(&["stats", "--material", "KvK", "--side", "second"], &directory);
    assert!(error.starts_with("bolshak: ничего не выбрано: "), "{error}");
    let (out, error) = in_russian(&["report", "--out", "page", "--sample", "50"], &directory);
    let page = Path::new("page").join("index.html").display().to_string();
    assert!(out.starts_with(&format!("Записаны страница {page} и рисунки к ней (")), "{out}{error}");
    let html = fs::read_to_string(directory.join("page/index.html")).unwrap();
    for words in [
        "<html lang=\"ru\">",
        "<h1>Русские шашки: что есть в таблицах окончаний</h1>",
        "<p>Позиции 9 окончаний, всего ",
        ">сорванный выигрыш<",
        ">полуходов до конца<",
        ", и они выигрывают за ",
        "<th>полуходов до сброса</th>",
    ] {
        assert!(html.contains(words) || html.contains(&words.replace(['<', '>'], "\n")), "{words}");
    }
    // The text between the tags is Russian, except names of things.
    let body = html.split("</style>").last().unwrap();
    let text: Vec<&str> = body.split('<').filter_map(|part| Some(part.split_once('>')?.1)).collect();
    let text = text.join("\n");
    let is_english = |word: &&str| word.len() > 3 && word.chars().all(|c| c.is_ascii_lowercase());
    let english: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(is_english).collect();
    assert!(english.is_empty(), "{english:?}");
}

#[test]
fn russian_messages_have_no_english_words() {
    let text = fs::read_to_string(Path::new(ROOT).join("crates/cli/src/lang/ru.ftl")).unwrap();
    // Commands, options, file formats and units that are written so in Russian too.
    const KNOWN: &[&str] = &[
        "bolshak", "probe", "review", "find", "generate", "FEN", "FILE", "PDN", "White", "W", "WKa", "Ka", "BKg",
        "WKg", "Bb", "w", "b", "B", "a", "c", "d", "e", "A", "Ctrl", "C", "FAT", "ulimit", "v", "f", "n", "u", "RAYON",
        "NUM", "THREADS", "solve", "study", "stats", "win", "draw", "lock", "strict", "dtw", "dtz", "Draughts",
        "draughts", "poddavki", "i", "ru", "GiB", "MB", "s", "ms", "min",
    ];
    let mut value = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.ends_with(" =")) {
        // After the name of a message, the key of a variant, or the end of the variants.
        let said = [" = ", "] ", "}"].iter().find_map(|mark| line.split_once(mark)).map_or(line, |(_, said)| said);
        for (number, part) in said.split('{').enumerate() {
            // Between braces are variables.
            value += if number == 0 { part } else { part.split_once('}').map_or("", |(_, after)| after) };
        }
        value.push('\n');
    }
    let value = value.replace('(', " ");
    let options: Vec<&str> = value.split_whitespace().filter(|word| word.starts_with("--")).collect();
    assert!(options.len() > 10);
    let words = value.split_whitespace().filter(|word| !word.starts_with("--"));
    let words = words.flat_map(|word| word.split(|c: char| !c.is_ascii_alphabetic())).filter(|word| !word.is_empty());
    let unknown: Vec<&str> = words.filter(|word| !KNOWN.contains(word)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The files of a directory and those below it.
fn sources(directory: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_message_is_used() {
    let root = Path::new(ROOT);
    let mut code = Vec::new();
    for folder in ["src", "crates"] {
        sources(&root.join(folder), &mut code);
    }
    let english = fs::read_to_string(root.join("crates/cli/src/lang/en.ftl")).unwrap();
    let ids = english.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    for id in ids.map(|line| line.split(' ').next().unwrap()) {
        assert!(code.iter().any(|text| text.contains(&format!("\"{id}\""))), "{id}");
    }
}

#[test]
fn every_message_that_is_asked_exists() {
    let root = Path::new(ROOT).join("crates/cli/src");
    let english = fs::read_to_string(root.join("lang/en.ftl")).unwrap();
    let mut code = Vec::new();
    sources(&root, &mut code);
    let mut asked = 0;
    for text in &code {
        for call in ["say(\"", "say_in(lang, \"", "said(\"", "Said::new(\"", "of_file(\"", "section(\"", "heading(\""] {
            for rest in text.split(call).skip(1) {
                let id = rest.split('"').next().unwrap();
                assert!(english.contains(&format!("\n{id} =")), "{id}");
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

#[test]
fn every_error_has_a_russian_sentence() {
    let root = Path::new(ROOT);
    let mut russian = Vec::new();
    sources(&root.join("crates/answers/src/lang"), &mut russian);
    sources(&root.join("crates/cli/src/lang"), &mut russian);
    let russian = russian.concat();
    for (file, names) in [
        ("src/board/fen/error.rs", &["FenError"][..]),
        ("src/board/position.rs", &["PositionError"]),
        ("src/board/shade.rs", &["ShadeError"]),
        ("src/rules/notation.rs", &["MoveError"]),
        ("src/probe/error.rs", &["OpenError", "ProbeError"]),
        ("src/probe/clock.rs", &["ClockNote"]),
        ("src/table/error.rs", &["TableError", "Damage"]),
        ("src/pdn/error.rs", &["Fault"]),
        ("src/board/game_type.rs", &["GameTypeError", "GameTypeAttribute"]),
        ("src/generate/error.rs", &["GenerateError"]),
        ("src/retrograde/storage/part_file.rs", &["FileError", "FileDamage"]),
        ("crates/system/src/lib.rs", &["Refused"]),
    ] {
        let text = fs::read_to_string(root.join(file)).unwrap();
        for name in names {
            let body = text.split(&format!(" enum {name} {{\n")).nth(1).unwrap().split("\n}").next().unwrap();
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
