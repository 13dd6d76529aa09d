//! Errors about tables, and notes on the clock of an answer.

use bolshak::find::PliesRangeError;
use bolshak::index::{EndingError, PIECES};
use bolshak::probe::{ClockNote, OpenError, ProbeError};
use bolshak::shown;
use bolshak::table::{Damage, TableError};

pub(super) fn of_opening(error: &OpenError) -> String {
    match error {
        OpenError::Directory { path, .. } => format!("не удаётся открыть таблицы в {}", shown(path)),
        OpenError::Empty { path } => format!("в {} нет таблиц", shown(path)),
        OpenError::OtherGame { path, found, wanted } => {
            format!("{} — таблица игры {found}, а не {wanted}", shown(path))
        }
        OpenError::MixedGames { path, found, wanted } => format!(
            "{} — таблица игры {found}, остальные там — игры {wanted}; перенесите таблицы одной игры в другой каталог",
            shown(path)
        ),
        OpenError::UnknownGame { path, number } => of_unknown_game(&shown(path), *number),
        OpenError::NoGame { path, .. } => {
            format!("по таблицам в {} не видно, какая это игра; её надо указать", shown(path))
        }
        OpenError::MixedRules { path, found, others } => format!(
            "{} построена для правила ничьей с числом полуходов {found}, остальные там — {others}; держите их отдельно",
            shown(path)
        ),
        _ => error.to_string(),
    }
}

fn of_unknown_game(path: &str, number: u8) -> String {
    format!("{path} — таблица игры номер {number}, которой эта программа не знает; возможно, её знает более новая")
}

pub(super) fn of_probe(error: &ProbeError) -> String {
    match error {
        ProbeError::TooManyPieces { pieces, largest } => {
            format!("нужна таблица на {}, а имеющиеся — не больше чем на {largest}", of_pieces(*pieces))
        }
        ProbeError::Missing { ending, metric } => format!("нет таблицы {ending}.{metric}"),
        ProbeError::NotInMemory => "ответа нет в памяти".into(),
        ProbeError::Table(error) => of_table(error),
        _ => error.to_string(),
    }
}

pub(super) fn of_ending(error: &EndingError) -> String {
    format!(
        "«{}» — не окончание; нужны дамки (K) и простые (M) обеих сторон, всего не больше {PIECES}, как в KKMvK",
        error.text
    )
}

pub(super) fn of_range(error: &PliesRangeError) -> String {
    match error {
        PliesRangeError::Form => {
            "нужно число полуходов не больше 65535 или промежуток, например 20..30, 20.. или ..30".into()
        }
        PliesRangeError::Reversed => "первое число больше второго; нужно сначала меньшее, например 20..30".into(),
        _ => error.to_string(),
    }
}

/// A number of pieces in the accusative.
fn of_pieces(number: u32) -> String {
    let noun = match (number % 10, number % 100) {
        (_, 11..=14) => "шашек",
        (1, _) => "шашку",
        (2..=4, _) => "шашки",
        _ => "шашек",
    };
    format!("{number} {noun}")
}

pub(super) fn of_table(error: &TableError) -> String {
    match error {
        TableError::Read { path, .. } => format!("не удаётся прочитать {}", shown(path)),
        TableError::Write { path, .. } => format!("не удаётся записать {}", shown(path)),
        TableError::Damaged { path, damage } => {
            let remedy = match damage {
                Damage::Companion => "удалите обе и постройте заново",
                _ if damage.is_replaced() => "постройте её заново",
                _ => "удалите её и постройте заново",
            };
            format!("таблица {} повреждена ({}); {remedy}", shown(path), of_damage(*damage))
        }
        TableError::Replaced { path } => {
            format!("{} во время работы заменена другой таблицей; откройте таблицы снова", shown(path))
        }
        TableError::OtherGame { path, found, wanted } => {
            format!("{} — таблица игры {found}, а не {wanted}", shown(path))
        }
        TableError::UnknownGame { path, number } => of_unknown_game(&shown(path), *number),
        TableError::Version { path, version } => format!(
            "{} записана в версии формата {version}, которую эта программа не читает; удалите её и постройте заново",
            shown(path)
        ),
        _ => error.to_string(),
    }
}

pub(super) fn of_damage(damage: Damage) -> String {
    match damage {
        Damage::Magic => "её содержимое — не таблица".into(),
        Damage::Short { actual } => format!("её размер — {actual} Б, меньше заголовка"),
        Damage::Length { actual, expected } => format!("её размер — {actual} Б вместо {expected} Б"),
        Damage::Header => "неверен её заголовок".into(),
        Damage::Name => "окончание или величина в ней не те, что в имени".into(),
        Damage::Directory => "неверен её список блоков".into(),
        Damage::Exceptions => "неверен её список исключений".into(),
        Damage::Block { block } => format!("неверен блок {block}"),
        Damage::Companion => "она и таблица итогов рядом построены не вместе".into(),
        Damage::Digest => "контрольная сумма содержимого не та, что в заголовке".into(),
        _ => damage.to_string(),
    }
}

/// What became of the draw counter of a FEN, as a clause.
pub fn of_clock(note: ClockNote) -> String {
    match note {
        ClockNote::Taken { plies, may_be_long } => {
            let long = "; здесь он может быть завышен: при 4–7 шашках и дамках у обеих сторон Lidraughts не \
                        сбрасывает его, когда ходит простая";
            format!("счётчик {plies} взят из FEN (:H{plies}){}", if may_be_long { long } else { "" })
        }
        ClockNote::Overruled { asked, plies } => {
            format!("ответ дан для счётчика {asked}; счётчик из FEN (:H{plies}) не учтён")
        }
        _ => note.to_string(),
    }
}
