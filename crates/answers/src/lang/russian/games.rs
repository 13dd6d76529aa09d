//! Errors about positions, moves and records of games.

use bolshak::board::{
    Color, FenError, Game, GameName, GameTypeAttribute, GameTypeError, PositionError, Shade, ShadeError, Square, short,
};
use bolshak::in_game;
use bolshak::pdn::{Fault, Place, Unread};
use bolshak::rules::MoveError;

fn side(color: Color) -> &'static str {
    if color == Color::White { "белых" } else { "чёрных" }
}

pub(super) fn of_fen(error: &FenError) -> String {
    match error {
        FenError::Empty => "пустой текст; нужен FEN, например W:WKa1:BKh8".into(),
        FenError::Turn { token } => {
            format!("«{token}» не указывает очередь хода; нужно W или B, как в W:WKa1:BKh8")
        }
        FenError::Field { token } => format!(
            "«{token}» — не список шашек одной стороны; нужно W или B и поля доски, как в WKa1,c3, или счётчик, как H26"
        ),
        FenError::MissingField { color } => {
            format!("нет шашек {}; нужны обе стороны, как в W:WKa1:BKh8", side(*color))
        }
        FenError::TwoFields { color, token } => {
            format!("«{token}» перечисляет шашки {} второй раз; каждую сторону указывают один раз", side(*color))
        }
        FenError::Square { token, game } => format!(
            "«{token}» — не поле доски{}; нужно {}; перед дамкой ставят K{}",
            if *game == GameName::default() { String::new() } else { format!(" игры {game}") },
            squares(*game),
            elsewhere(token, *game)
        ),
        FenError::Range { token } => {
            format!("«{token}» — диапазон в обратном порядке; сначала меньший номер, как в 21-23")
        }
        FenError::LightSquare { token } => {
            format!("{token} — светлое поле; шашки стоят на тёмных, таких как a1 и h8")
        }
        FenError::Hub { token, place } => {
            format!("«{}» на месте {place} строки Hub; нужен один из знаков w b W B e", token.escape_debug())
        }
        FenError::HubLength { count, squares } => format!(
            "знаков в строке Hub: {count}; нужно {}: W или B, затем один из w b W B e на каждое поле",
            squares + 1
        ),
        FenError::Cyrillic { token, letter, latin } => of_cyrillic(token, *letter, *latin),
        FenError::Word { token } => format!(
            "«{token}» — не поле доски; нужны поля, как в «Б: Дa5, a7; Ч: Дg1» или «Белые: дамка a5, простые a7, c3. Чёрные: \
             дамка g1», и, если нужно, «ход чёрных»"
        ),
        FenError::Count { token } => {
            format!("«{token}» — то ли поле, то ли число шашек; нужны одни поля, как в «Белые: дамки a1, c3»")
        }
        FenError::Counted { color, named, listed } => {
            format!("шашек {}: в скобках {named}, а полей {listed}; числа должны совпадать", side(*color))
        }
        FenError::TwoTurns { token } => format!("«{token}» отдаёт ход другой стороне; ход должен быть за одной"),
        FenError::TwoPositions { token } => format!("в тексте «{token}» больше одной позиции; нужна одна"),
        FenError::Beside { token } => {
            format!("рядом с позицией стоит «{token}»; нужна одна позиция, перед ней может быть подпись")
        }
        FenError::Address { token } => format!(
            "в конце адреса «{token}» нет FEN; нужен такой, как в https://lidraughts.org/analysis/russian/W:WKa1:BKh8"
        ),
        FenError::Variant { variant } => format!("это адрес варианта {variant}; нужен вариант russian"),
        FenError::TwoCounters { token } => format!("«{token}» задаёт счётчик второй раз; его задают один раз"),
        FenError::Position(error) => of_position(error),
        _ => error.to_string(),
    }
}

fn of_cyrillic(text: &str, letter: char, latin: char) -> String {
    format!("буква {letter} в «{text}» — кириллическая; нужна латинская {latin}, с виду такая же")
}

/// The other game that has a square.
fn elsewhere(token: &str, game: GameName) -> String {
    let place = token.strip_prefix('K').unwrap_or(token);
    let has = |&other: &GameName| in_game!(other, G => G::NAME != game && Square::<G>::parse(place).is_ok());
    GameName::ALL
        .iter()
        .find(|other| has(other))
        .map_or_else(String::new, |other| format!("; такое поле есть в игре {other}"))
}

fn squares(game: GameName) -> String {
    in_game!(game, G => {
        let last = Square::<G>::new(G::SQUARES as u8 - 1);
        format!("поле от a1 до {} или номер от 1 до {}", last.map_or_else(String::new, |last| last.to_string()), G::SQUARES)
    })
}

pub(super) fn of_shade(error: &ShadeError) -> String {
    match error {
        ShadeError::Mixed { light, dark } => format!(
            "{light} — светлое поле, а {dark} — тёмное; у одной партии поля одного цвета, номера — это тёмные поля"
        ),
        ShadeError::Dark(error) => of_fen(error),
        ShadeError::Light { error: error @ FenError::Position(_), game } => {
            in_game!(*game, G => Shade::Light.text::<G>(&of_fen(error)))
        }
        ShadeError::Light { error, .. } => of_fen(error),
        ShadeError::NoLightSquare { token } => {
            format!("«{token}» — не поле доски; нужно светлое, такое как b1 или a8; перед дамкой ставят K")
        }
        _ => error.to_string(),
    }
}

pub(super) fn of_position(error: &PositionError) -> String {
    match error {
        PositionError::Shared { square } => format!("{square} названо дважды; на поле стоит одна шашка"),
        PositionError::NoSquare { bit, squares } => {
            format!("бит {bit} — не поле; на доске полей: {squares}, счёт с бита 0")
        }
        PositionError::UncrownedMan { square } => {
            format!("простая на {square} стоит там, где становится дамкой; для дамки напишите K{square}")
        }
        PositionError::TooMany { color, count, most } => {
            format!("шашек у {}: {count}; у стороны их не больше {most}", side(*color))
        }
        PositionError::NoOpponent { color } => {
            format!("у {} нет шашек, и ход не их; без шашек может быть только та сторона, чей ход", side(*color))
        }
        _ => error.to_string(),
    }
}

pub(super) fn of_move(error: &MoveError) -> String {
    match error {
        MoveError::Syntax { text } => format!("«{text}» — не ход; тихий ход пишут c3-d4, взятие — c5:e3:g5"),
        MoveError::Cyrillic { text, letter, latin } => of_cyrillic(text, *letter, *latin),
        MoveError::Illegal { text, legal: None } => format!("хода {text} здесь нет; ходить нечем"),
        MoveError::Illegal { text, legal: Some(legal) } => format!("хода {text} здесь нет; возможны: {legal}"),
        MoveError::Ambiguous { text, fits } => {
            format!("{text} подходит к нескольким взятиям: {fits}; укажите каждое поле, на которое становится шашка")
        }
        MoveError::Several { text, fits } => format!("{text} подходит к нескольким ходам: {fits}; укажите все поля"),
        _ => error.to_string(),
    }
}
pub(super) fn of_fault(fault: &Fault) -> Option<String> {
    Some(match fault {
        Fault::TwoTags { name } => format!("в ней два тега {name} с разными значениями; уберите неверный"),
        Fault::TooLong { place, mebibytes } => {
            format!("она начинается здесь: {}, и длиннее {mebibytes} МиБ, а это предел; разделите её", of_place(*place))
        }
        Fault::OpenComment { place } => {
            format!(
                "примечание не закрыто ({}); поставьте фигурную скобку, и ходы после него будут прочитаны",
                of_place(*place)
            )
        }
        Fault::OpenVariation { place } => {
            format!("скобка не закрыта ({}); закройте её, и ходы после неё будут прочитаны", of_place(*place))
        }
        Fault::GameType(error) => format!("тег GameType: {}", of_game_type(error)?),
        Fault::OtherGame { found, expected } => {
            format!("это партия игры {found}, а таблицы — игры {expected}; укажите каталог таблиц игры {found}")
        }
        Fault::Fen(error) => format!("тег FEN: {}", of_fen(error)),
        Fault::Move { number, color, place, error } => {
            format!("{number}-й ход {} ({}): {}", side(*color), of_place(*place), of_move(error))
        }
        Fault::Pass { number, color, place, text } => {
            format!(
                "{number}-й ход {} ({}): {text} — пропуск хода, а в правилах его нет",
                side(*color),
                of_place(*place)
            )
        }
        Fault::Number { found, place, number, color } => format!(
            "здесь номер {found} ({}), а очередь за {number}-м ходом {}; перед ним слово, которое не прочитано",
            of_place(*place),
            side(*color)
        ),
        _ => return None,
    })
}

pub(super) fn of_unread(unread: &Unread) -> String {
    match unread {
        Unread::Text { text, place } => format!("{}: «{}» — не ход, пропущено", of_place(*place), short(text)),
        Unread::Number { found, due, place } => {
            format!("{}: стоит номер {found}, а нужен {due}; перед ним могут быть пропущены ходы", of_place(*place))
        }
        Unread::Tag { name, value, place } => {
            format!("{}: тег {name} со значением «{}» пропущен", of_place(*place), short(value))
        }
        _ => unread.to_string(),
    }
}

fn of_place(Place { line, column }: Place) -> String {
    format!("строка {line}, знак {column}")
}

fn of_game_type(error: &GameTypeError) -> Option<String> {
    Some(match error {
        GameTypeError::Type { token } => {
            format!("игры «{token}» программа не читает; нужно 25 — русские шашки, или 41 — draughts-80")
        }
        GameTypeError::Attribute { attribute, token, game, expected } => {
            let attribute = match attribute {
                GameTypeAttribute::Begins => "начинающая сторона",
                GameTypeAttribute::Width => "ширина доски",
                GameTypeAttribute::Height => "высота доски",
                GameTypeAttribute::Inverted => "признак перевёрнутой доски",
            };
            format!("{attribute} — «{token}», а для игры {game} нужно {expected}")
        }
        GameTypeError::Notation { token } => {
            format!("записи «{token}» программа не читает; нужно A0 — буквы и цифры, или N0, N1, N2, N3 — номера полей")
        }
        GameTypeError::TooMany { token } => format!("«{token}» здесь лишнее; нужно не больше, чем в 25,W,8,8,A0,0"),
        _ => return None,
    })
}
