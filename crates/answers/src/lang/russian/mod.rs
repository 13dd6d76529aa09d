//! What the library says of errors, in Russian.
//!
//! The sentences stand apart from the errors, so that all of them can be read, and mended, in one place. An error that is new to
//! this file speaks English; a test finds it.

mod games;
mod tables;

use std::error::Error;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use bolshak::rules::{DrawRuleError, NotThreeKings};
use bolshak_system::Refused;

use games::{of_fault, of_fen, of_move, of_position, of_shade, of_unread};
pub(super) use tables::of_clock;
use tables::{of_damage, of_ending, of_opening, of_probe, of_range, of_table};

/// An error of a question, of tables or of a game, without its causes, in Russian; `None` if there is no sentence for it. Errors
/// of the system are described by their kind.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    const KNOWN: [fn(&(dyn Error + 'static)) -> Option<String>; 16] = [
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
        |error| error.downcast_ref().map(of_io),
        |error| error.downcast_ref().map(|error: &Arc<io::Error>| of_io(error)),
    ];
    KNOWN.iter().find_map(|of| of(error))
}

fn of_three_kings(_: &NotThreeKings) -> String {
    "здесь не три дамки (или больше) против одной, и ходы сильнейшей стороны не считаются; задайте счётчик в полуходах"
        .into()
}

/// An error of a file: in Russian what the library says of it itself, else what kind of error it is.
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
