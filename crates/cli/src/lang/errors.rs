//! The errors of the library in Russian. English is what they say themselves.
//!
//! Only the program shows errors of a generation. Their enums may grow, so the compiler does not see that one lacks a sentence; a
//! test of the sources does. An error without a sentence stays English as a whole.

use std::error::Error;
use std::path::{Path, PathBuf};

use bolshak::generate::{FileDamage, FileError, GenerateError, SolveError};
use bolshak::index::PIECES;
use bolshak::shown;
use bolshak_answers::json::QuestionError;
use bolshak_answers::lang::{self, Lang, Sentence};

use crate::shared::said::Said;
use crate::shared::tables::NotOpened;

/// An error without its causes in Russian, if there is a sentence for it.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    type Words = fn(&(dyn Error + 'static)) -> Option<Option<String>>;
    const OF_PROGRAM: [Words; 6] = [
        |error| error.downcast_ref().map(|said: &Said| Some(said.in_lang(Lang::Ru))),
        |error| error.downcast_ref().map(|NotOpened { error, .. }| lang::in_russian(error)),
        |error| error.downcast_ref().map(|error: &QuestionError| Some(Sentence::from(error.clone()).in_lang(Lang::Ru))),
        |error| error.downcast_ref().map(of_generation),
        |error| error.downcast_ref().map(of_solving),
        |error| error.downcast_ref().map(of_file),
    ];
    OF_PROGRAM.iter().find_map(|of| of(error)).unwrap_or_else(|| lang::in_russian(error))
}

fn of_generation(error: &GenerateError) -> Option<String> {
    Some(match error {
        GenerateError::Pieces { ending } => {
            format!("шашек в окончании {ending}: {}; таблицы строятся на 2–{PIECES} шашек", ending.pieces())
        }
        GenerateError::DrawPlies { plies } => {
            format!("правила ничьей с числом полуходов {plies} быть не может; таблицы строятся для числа от 1 до 126")
        }
        GenerateError::NoCategories => "без итогов расстояния не прочитать; среди величин должна быть wdl".into(),
        GenerateError::Directory { path, .. } => format!("нельзя писать в {}", shown(path)),
        GenerateError::Locked { path } => {
            format!("в {} таблицы строит другой запуск; дождитесь его или выберите другой каталог", shown(path))
        }
        GenerateError::OtherGame { path, found, wanted } => {
            format!("{} — таблица игры {found}, а не {wanted}", shown(path))
        }
        GenerateError::OtherRule { path, found, wanted } => {
            format!("{} построена для правила ничьей с числом полуходов {found}, а не {wanted}", shown(path))
        }
        GenerateError::Needed { ending, needed, path } => {
            format!("для {ending} нужны значения {needed}, которых нет в {}", shown(path))
        }
        GenerateError::LostValues { ending, needed, path } => format!(
            "в {} пометки другого плана: {needed} отмечено как готовое, но значений, нужных для {ending}, нет",
            shown(path)
        ),
        GenerateError::LostTables { ending, path, tables } => format!(
            "в {} пометки другого плана: {ending} отмечено как готовое, но в {} нет его таблиц",
            shown(path),
            shown(tables)
        ),
        GenerateError::Room { ending, path, .. } => format!(
            "в {} нет места для значений {ending}; готовое сохранится, и та же команда продолжит с этого места",
            shown(path)
        ),
        GenerateError::Values { path, .. } => format!("не удаётся открыть {}", shown(path)),
        GenerateError::Unusable { path, source, others } => {
            format!("не удаётся продолжить с {}", what_to_do(path, source, others))
        }
        GenerateError::Memory { ending, budget, needed, threads, .. } => format!(
            "{} памяти мало: для таких окончаний, как {ending}, нужно {} (потоков: {threads})",
            megabytes(*budget),
            megabytes(needed.next_multiple_of(1_000_000))
        ),
        GenerateError::Stopped => "остановлено; та же команда продолжит с последнего законченного этапа".into(),
        GenerateError::Table(error) => lang::in_russian(error)?,
        GenerateError::Solve(error) => of_solving(error)?,
        _ => return None,
    })
}

/// The names of files of values that cannot be used, and the remedy.
fn what_to_do(path: &Path, source: &FileError, others: &[PathBuf]) -> String {
    if let FileError::Other = source {
        return format!(
            "{} (запросите игру и величины, для которых он создан, задайте значениям другое место или удалите этот файл)",
            shown(path)
        );
    }
    let names: Vec<String> = std::iter::once(path).chain(others.iter().map(PathBuf::as_path)).map(shown).collect();
    let (them, solved) = if others.is_empty() {
        ("его", "его окончание будет решено")
    } else {
        ("их", "их окончания будут решены")
    };
    format!("{} (удалите {them} и повторите команду: {solved} заново)", names.join(", "))
}

/// Whole megabytes; bytes, if there is less than one.
fn megabytes(bytes: u64) -> String {
    if bytes < 1_000_000 { format!("{bytes} Б") } else { format!("{} МБ", bytes / 1_000_000) }
}

fn of_solving(error: &SolveError) -> Option<String> {
    Some(match error {
        SolveError::TooLong { ending } => {
            format!("в {ending} есть выигрыш или проигрыш длиннее, чем умещается в таблицах этой версии")
        }
        SolveError::Write { ending, .. } => format!("не удаётся записать файл значений {ending}"),
        SolveError::Read { ending, .. } => format!("не удаётся прочитать значения {ending}"),
        SolveError::Stopped => "остановлено".into(),
        _ => return None,
    })
}

fn of_file(error: &FileError) -> Option<String> {
    Some(match error {
        FileError::Io(error) => lang::in_russian(error)?,
        FileError::Other => "он создан для другой игры, других величин или другого правила ничьей".into(),
        FileError::Damaged { what } => match *what {
            FileDamage::EndsEarly => "он обрывается",
            FileDamage::ShortList => "список в нём короче, чем должен быть",
            FileDamage::PartChecksum => "неверна контрольная сумма законченного этапа",
            FileDamage::PhaseRecord => "запись о законченном этапе не на своём месте",
            FileDamage::ZeroingDamaged => "файл его расстояний до сброса повреждён или от другого запуска",
            FileDamage::ZeroingLacksPhase => "в файле его расстояний до сброса нет законченного этапа",
            FileDamage::ZeroingMissing => "нет файла его расстояний до сброса",
            FileDamage::NoZeroing => "в нём нет расстояний до сброса",
            FileDamage::CutFarList => "список больших расстояний в нём обрывается",
            FileDamage::Foreign => "он от другого окончания или другой версии",
            FileDamage::Packed => "часть его не распаковывается",
            _ => return None,
        }
        .into(),
        _ => return None,
    })
}
