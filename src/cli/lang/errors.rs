//! The errors of the library in Russian. English is what they say themselves.
//!
//! The enums of the library may grow, so the compiler does not see that one lacks a sentence; a test of the sources does. An error
//! without a sentence is told in English as a whole.

use std::error::Error;
use std::io;
use std::sync::Arc;

use bolshak::board::{Color, FenError, Game, GameName, PositionError, Shade, ShadeError, Square};
use bolshak::in_game;
use bolshak::probe::{ClockNote, OpenError, ProbeError};
use bolshak::rules::{MoveError, NotThreeKings};
use bolshak::table::{Damage, TableError};

/// An error without its causes in Russian, if there is a sentence for it. What the system says stays as it is.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref() {
        return of_fen(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_shade(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_position(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_move(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_opening(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_probe(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_table(error);
    } else if error.is::<NotThreeKings>() {
        return Some(
            "это не три или больше дамок против одной, и ходы сильнейшей стороны не считаются; задайте счётчик в полуходах"
                .into(),
        );
    }
    (error.is::<io::Error>() || error.is::<Arc<io::Error>>()).then(|| error.to_string())
}

fn side(color: Color) -> &'static str {
    if color == Color::White { "белых" } else { "чёрных" }
}

fn of_fen(error: &FenError) -> Option<String> {
    Some(match error {
        FenError::Empty => "пустой текст; нужен FEN, например W:WKa1:BKh8".into(),
        FenError::Turn { token } => {
            format!("«{token}» не называет очередь хода; нужно W или B, как в W:WKa1:BKh8")
        }
        FenError::Field { token } => format!(
            "поле записи «{token}» не называет шашек стороны; нужно W или B и поля доски, как в WKa1,c3, или счётчик, как H26"
        ),
        FenError::MissingField { color } => {
            format!("нет шашек {}; нужны обе стороны, как в W:WKa1:BKh8", side(*color))
        }
        FenError::TwoFields { color, token } => {
            format!("«{token}» называет шашки {} второй раз; каждую сторону называют один раз", side(*color))
        }
        FenError::Square { token, game } => format!(
            "«{token}» — не поле доски{}; нужно {}, перед полем дамки — K",
            if *game == GameName::default() { String::new() } else { format!(" игры {game}") },
            squares(*game)
        ),
        FenError::Range { token } => format!("«{token}» идёт назад; сначала меньшее число, как в 21-23"),
        FenError::LightSquare { token } => {
            format!("{token} — светлое поле; шашки стоят на тёмных, таких как a1 и h8")
        }
        FenError::Hub { token, place } => {
            format!("{token:?} на месте {place} строки Hub; нужен один из знаков w b W B e")
        }
        FenError::HubLength { count, squares } => format!(
            "знаков в строке Hub: {count}; нужно {}: W или B, затем один из w b W B e на каждое поле",
            squares + 1
        ),
        FenError::Cyrillic { token, letter, latin } => of_cyrillic(token, *letter, *latin),
        FenError::Address { token } => format!(
            "в конце адреса «{token}» нет FEN; нужен такой, как в https://lidraughts.org/analysis/russian/W:WKa1:BKh8"
        ),
        FenError::TwoCounters { token } => format!("«{token}» задаёт счётчик второй раз; его задают один раз"),
        FenError::Position(error) => of_position(error)?,
        _ => return None,
    })
}

fn of_cyrillic(text: &str, letter: char, latin: char) -> String {
    format!("буква {letter} в «{text}» — кириллическая; нужна латинская {latin}, с виду такая же")
}

/// The squares of a game.
fn squares(game: GameName) -> String {
    in_game!(game, G => {
        let last = Square::<G>::new(G::SQUARES as u8 - 1);
        format!("от a1 до {} или от 1 до {}", last.map_or_else(String::new, |last| last.to_string()), G::SQUARES)
    })
}

fn of_shade(error: &ShadeError) -> Option<String> {
    Some(match error {
        ShadeError::Mixed { light, dark } => format!(
            "{light} — светлое поле, а {dark} — тёмное; у одной партии поля одного цвета, числа — это тёмные поля"
        ),
        ShadeError::Dark(error) => of_fen(error)?,
        ShadeError::Light { error, game } => in_game!(*game, G => Shade::Light.text::<G>(&of_fen(error)?)),
        ShadeError::NoLightSquare { token } => {
            format!("«{token}» — не поле доски; нужно светлое, такое как b1 или a8, перед полем дамки — K")
        }
        _ => return None,
    })
}

fn of_position(error: &PositionError) -> Option<String> {
    Some(match error {
        PositionError::Shared { square } => format!("{square} названо дважды; на поле стоит одна шашка"),
        PositionError::NoSquare { bit, squares } => format!("бит {bit} — не поле; полей {squares}, считая с бита 0"),
        PositionError::UncrownedMan { square } => {
            format!("простая на {square} стоит там, где становится дамкой; дамку пишут K{square}")
        }
        PositionError::TooMany { color, count, most } => {
            format!("шашек у {}: {count}; у стороны их не больше {most}", side(*color))
        }
        PositionError::NoOpponent { color } => {
            format!("у {} нет шашек, и ход не их; без шашек может быть только та сторона, чей ход", side(*color))
        }
        _ => return None,
    })
}

fn of_move(error: &MoveError) -> Option<String> {
    Some(match error {
        MoveError::Syntax { text } => format!("«{text}» — не ход; тихий ход пишут c3-d4, взятие — c5:e3:g5"),
        MoveError::Cyrillic { text, letter, latin } => of_cyrillic(text, *letter, *latin),
        MoveError::Illegal { text, legal } => format!("хода {text} здесь нет; возможны: {legal}"),
        MoveError::Ambiguous { text, fits } => {
            format!("{text} подходит к нескольким взятиям: {fits}; назовите каждое поле, на которое шашка становится")
        }
        MoveError::Several { text, fits } => format!("{text} подходит к нескольким ходам: {fits}; назовите все поля"),
        _ => return None,
    })
}

fn of_opening(error: &OpenError) -> Option<String> {
    Some(match error {
        OpenError::Directory { path, .. } => format!("не открываются таблицы в {}", path.display()),
        OpenError::Empty { path } => format!("в {} нет таблиц", path.display()),
        OpenError::OtherGame { path, found, wanted } => {
            format!("{} — таблица игры {found}, а не {wanted}", path.display())
        }
        OpenError::MixedGames { path, found, wanted } => format!(
            "{} — таблица игры {found}, другие там — игры {wanted}; перенесите таблицы одной игры в другой каталог",
            path.display()
        ),
        OpenError::UnknownGame { path, number } => of_unknown_game(&path.display().to_string(), *number),
        OpenError::NoGame { path, .. } => {
            format!("по таблицам в {} не видно, какая это игра; её надо назвать", path.display())
        }
        OpenError::MixedRules { path, found, others } => format!(
            "{} построена для правила о ничьей в {found} полуходов, другие там — в {others}; держите их отдельно",
            path.display()
        ),
        _ => return None,
    })
}

fn of_unknown_game(path: &str, number: u8) -> String {
    format!("{path} — таблица игры номер {number}, которой эта программа не знает; более новая, может быть, знает")
}

/// An error of the tables in Russian.
pub fn of_probe(error: &ProbeError) -> Option<String> {
    Some(match error {
        ProbeError::TooManyPieces { pieces, largest } => {
            format!("нужна таблица на столько шашек: {pieces}; в имеющихся их не больше {largest}")
        }
        ProbeError::Missing { ending, metric } => format!("нет таблицы {ending}.{metric}"),
        ProbeError::NotInMemory => "ответа нет в памяти".into(),
        ProbeError::Table(error) => of_table(error)?,
        _ => return None,
    })
}

fn of_table(error: &TableError) -> Option<String> {
    Some(match error {
        TableError::Read { path, .. } => format!("не читается {}", path.display()),
        TableError::Write { path, .. } => format!("не записывается {}", path.display()),
        TableError::Damaged { path, damage } => {
            let remedy = match damage {
                Damage::Companion => "удалите обе и постройте заново",
                _ if damage.is_replaced() => "постройте её заново",
                _ => "удалите её и постройте заново",
            };
            format!("таблица {} испорчена ({}); {remedy}", path.display(), of_damage(*damage)?)
        }
        TableError::Replaced { path } => {
            format!("{} за время работы заменена другой таблицей; откройте таблицы снова", path.display())
        }
        TableError::OtherGame { path, found, wanted } => {
            format!("{} — таблица игры {found}, а не {wanted}", path.display())
        }
        TableError::UnknownGame { path, number } => of_unknown_game(&path.display().to_string(), *number),
        TableError::Version { path, version } => format!(
            "{} записана в версии формата {version}, которой эта программа не читает; удалите её и постройте заново",
            path.display()
        ),
        _ => return None,
    })
}

fn of_damage(damage: Damage) -> Option<String> {
    Some(match damage {
        Damage::Magic => "это не таблица".into(),
        Damage::Short { actual } => format!("байтов в ней лишь {actual}, меньше, чем в заголовке"),
        Damage::Length { actual, expected } => format!("байтов в ней {actual} вместо {expected}"),
        Damage::Header => "неверен её заголовок".into(),
        Damage::Name => "окончание или величина в ней не те, что в имени".into(),
        Damage::Directory => "неверен её список блоков".into(),
        Damage::Exceptions => "неверен её список исключений".into(),
        Damage::Block { block } => format!("неверен блок {block}"),
        Damage::Companion => "она и таблица итогов рядом построены не вместе".into(),
        Damage::Digest => "контрольная сумма содержимого не та, что в заголовке".into(),
        _ => return None,
    })
}

/// What became of the draw counter of a FEN, as a clause.
pub fn of_clock(note: ClockNote) -> Option<String> {
    Some(match note {
        ClockNote::Taken { plies, may_be_long } => {
            let long = "; здесь он может быть завышен: при 4–7 шашках и дамках у обеих сторон Lidraughts не начинает его \
                        заново, когда ходит простая";
            format!("счётчик {plies} взят из FEN (:H{plies}){}", if may_be_long { long } else { "" })
        }
        ClockNote::Overruled { asked, plies } => {
            format!("спрошено при счётчике {asked}; счётчик из FEN (:H{plies}) не использован")
        }
        _ => return None,
    })
}
