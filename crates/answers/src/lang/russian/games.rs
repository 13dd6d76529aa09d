//! Errors about records of games.

use bolshak::board::{Color, GameTypeError, short};
use bolshak::pdn::{Fault, Place, Unread};

use super::board::{of_fen, of_move};

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
            format!("{number}-й ход {} ({}): {}", of_side(*color), of_place(*place), of_move(error))
        }
        Fault::Pass { number, color, place, text } => {
            format!(
                "{number}-й ход {} ({}): {text} — пропуск хода, а в правилах его нет",
                of_side(*color),
                of_place(*place)
            )
        }
        Fault::Number { found, place, number, color } => format!(
            "здесь номер {found} ({}), а очередь за {number}-м ходом {}; перед ним слово, которое не прочитано",
            of_place(*place),
            of_side(*color)
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

fn of_side(color: Color) -> &'static str {
    if color == Color::White { "белых" } else { "чёрных" }
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
            let attribute = match *attribute {
                "colour that begins" => "начинающая сторона",
                "width" => "ширина доски",
                "height" => "высота доски",
                "flag of an inverted board" => "признак перевёрнутой доски",
                _ => return None,
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
