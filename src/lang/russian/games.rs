//! Errors about records of games.

use crate::board::{Color, GameTypeError};
use crate::pdn::{Fault, Place};

use super::board::{of_fen, of_move};

pub(super) fn of_fault(fault: &Fault) -> Option<String> {
    Some(match fault {
        Fault::TwoTags { name } => {
            format!("в ней два тега {name}; нужен один, а после каждой партии — результат, например *")
        }
        Fault::TooLong { mebibytes } => format!("она длиннее {mebibytes} МиБ; такие не читаются"),
        Fault::TooDeep { depth } => format!("глубина вложения вариантов больше {depth}; такие не читаются"),
        Fault::OpenComment { place } => {
            format!("примечание не закончено (начало: {}); нужна закрывающая фигурная скобка", of_place(*place))
        }
        Fault::GameType(error) => format!("тег GameType: {}", of_game_type(error)?),
        Fault::OtherGame { found, expected } => {
            format!("это партия игры {found}, а таблицы — игры {expected}; укажите каталог таблиц игры {found}")
        }
        Fault::Fen(error) => format!("тег FEN: {}", of_fen(error)),
        Fault::Move { number, color, place, error } => {
            let side = if *color == Color::White { "белых" } else { "чёрных" };
            format!("{number}-й ход {side} ({}): {}", of_place(*place), of_move(error))
        }
    })
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
    })
}
