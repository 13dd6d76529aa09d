//! The library's errors in Russian.
//!
//! The sentences stand apart from the errors, so that all of them can be read, and mended, in one place. An error
//! without a sentence here, in `games.rs` or, for generation, in the program's `lang/errors.rs` stays English.
//! `tests/it/lang.rs` checks the enums that it lists: add new ones there.

mod games;

use std::error::Error;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use bolshak::find::PliesRangeError;
use bolshak::index::{EndingError, PIECES};
use bolshak::probe::{ClockNote, OpenError, ProbeError};
use bolshak::rules::{DrawRuleError, NotThreeKings};
use bolshak::shown;
use bolshak::study::UnknownGoal;
use bolshak::table::{Damage, TableError};
use bolshak_system::Refused;

use games::{of_fault, of_fen, of_move, of_position, of_shade, of_unread};

/// An error of a question, of tables or of a game, without its causes, in Russian; `None` if there is no sentence for it. Errors
/// of the system are described by their kind.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    const KNOWN: [fn(&(dyn Error + 'static)) -> Option<String>; 17] = [
        |error| error.downcast_ref().map(of_fen),
        |error| error.downcast_ref().map(of_shade),
        |error| error.downcast_ref().map(of_position),
        |error| error.downcast_ref().map(of_move),
        |error| error.downcast_ref().map(of_opening),
        |error| error.downcast_ref().map(of_probe),
        |error| error.downcast_ref().map(of_table),
        |error| error.downcast_ref().copied().map(of_damage),
        |error| error.downcast_ref().map(of_ending),
        |error| error.downcast_ref().and_then(of_fault),
        |error| error.downcast_ref().map(of_unread),
        |error| error.downcast_ref().map(of_range),
        |error| {
            let DrawRuleError { text, .. } = error.downcast_ref()?;
            Some(format!("«{text}» — не правило ничьей; нужно 15-moves, three-kings или none"))
        },
        |error| error.downcast_ref().map(of_three_kings),
        |error| {
            let UnknownGoal(goal) = error.downcast_ref()?;
            Some(format!("задание «{goal}» неизвестно; проверяются выигрыш, ничья и запирание"))
        },
        |error| error.downcast_ref().map(of_io),
        |error| error.downcast_ref().map(|error: &Arc<io::Error>| of_io(error)),
    ];
    KNOWN.iter().find_map(|of| of(error))
}

fn of_three_kings(_: &NotThreeKings) -> String {
    "здесь не три дамки (или больше) против одной, и ходы сильнейшей стороны не считаются; задайте счётчик в полуходах"
        .into()
}

fn of_io(error: &io::Error) -> String {
    match Refused::of(error) {
        Some(Refused::NotRegular) => "это не обычный файл".into(),
        Some(Refused::Locked) => "в него пишет другой запуск".into(),
        None => of_kind(error),
    }
}

/// An error of the system by its kind; what it says itself, if the kind does not tell enough.
fn of_kind(error: &io::Error) -> String {
    use ErrorKind::*;
    match error.kind() {
        NotFound => "нет такого файла или каталога",
        IsADirectory => "это каталог",
        NotADirectory => "это не каталог",
        DirectoryNotEmpty => "каталог не пуст",
        AlreadyExists => "уже есть",
        PermissionDenied => "нет прав доступа",
        ReadOnlyFilesystem => "файловая система доступна только для чтения",
        CrossesDevices => "это другая файловая система",
        StorageFull => "на диске нет места",
        QuotaExceeded => "исчерпана квота на диске",
        FileTooLarge => "файл слишком велик",
        InvalidFilename => "такого имени у файла быть не может",
        OutOfMemory => "не хватает памяти",
        TimedOut => "время ожидания истекло",
        UnexpectedEof => "файл обрывается",
        WriteZero => "записано не всё",
        InvalidData => "неверные данные",
        InvalidInput => "неверный запрос к системе",
        Unsupported => "система этого не умеет",
        BrokenPipe => "канал закрыт",
        AddrInUse => "адрес занят",
        AddrNotAvailable => "такого адреса у этой машины нет",
        _ => return format!("ошибка системы: {error}"),
    }
    .into()
}

fn of_opening(error: &OpenError) -> String {
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

fn of_probe(error: &ProbeError) -> String {
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

fn of_ending(error: &EndingError) -> String {
    format!(
        "«{}» — не окончание; нужны дамки (K) и простые (M) обеих сторон, всего не больше {PIECES}, как в KKMvK",
        error.text
    )
}

fn of_range(error: &PliesRangeError) -> String {
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

fn of_table(error: &TableError) -> String {
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
            "{} записана в версии формата {version}, которую эта программа не читает; удалите там все файлы других версий и постройте их заново",
            shown(path)
        ),
        _ => error.to_string(),
    }
}

fn of_damage(damage: Damage) -> String {
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
pub(super) fn of_clock(note: ClockNote) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_the_system_by_their_kind() {
        for (error, words) in [
            (ErrorKind::NotFound.into(), "нет такого файла или каталога"),
            (ErrorKind::StorageFull.into(), "на диске нет места"),
            // As libraries wrap them, with the path.
            (io::Error::new(ErrorKind::PermissionDenied, "denied at path \"x\""), "нет прав доступа"),
            (io::Error::other("odd"), "ошибка системы: odd"),
        ] {
            assert_eq!(in_russian(&error).as_deref(), Some(words), "{error}");
        }
        let rule = "x".parse::<bolshak::rules::DrawRule>().unwrap_err();
        assert_eq!(in_russian(&rule).as_deref(), Some("«x» — не правило ничьей; нужно 15-moves, three-kings или none"));
        #[cfg(unix)]
        assert_eq!(of_io(&io::Error::from_raw_os_error(21)), "это каталог");
    }
}
