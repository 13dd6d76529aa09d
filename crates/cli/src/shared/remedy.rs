//! Remedies for errors, in terms of the program's options and the limits of the shell.

use std::io::{self, ErrorKind};
use std::sync::Arc;

use bolshak::generate::GenerateError;
use bolshak::probe::OpenError;
use bolshak::shown;
use bolshak::table::TableError;
use bolshak::verify::{RecordError, VerifyError};
use bolshak_system as system;

use crate::lang::{self, Lang, Said, errors};
use crate::shared::tables::{self, NotOpened};

/// An error with its causes and its remedies, in English.
pub fn in_words(error: &anyhow::Error) -> String {
    with_remedies(format!("{error:#}"), error, Lang::En)
}

/// An error for people, with its causes and its remedies: in the chosen language if all of it has a translation, else
/// in English.
pub fn for_people(error: &anyhow::Error) -> String {
    let russian = || error.chain().map(errors::in_russian).collect::<Option<Vec<String>>>();
    match (lang::chosen() == Lang::Ru).then(russian).flatten() {
        Some(sentences) => with_remedies(sentences.join(": "), error, Lang::Ru),
        None => in_words(error),
    }
}

fn with_remedies(text: String, error: &anyhow::Error, lang: Lang) -> String {
    let of_limit = io_causes(error).next().and_then(system::remedy_of_limit).map(|id| Said::new(id, &[]));
    let remedies = of_limit.into_iter().chain(of_kind(error));
    remedies.map(|remedy| remedy.in_lang(lang)).fold(text, |text, remedy| text + "; " + &remedy)
}

fn of_kind(error: &anyhow::Error) -> Option<Said> {
    if io_causes(error).any(system::is_of_unusual) {
        return Some(Said::new("no-regular-file", &[]));
    }
    if let Some(error) = error.downcast_ref() {
        return of_generation(error);
    }
    if let Some(Said { remedy: Some(id), .. }) = error.downcast_ref() {
        return Some(Said::new(id, &[]));
    }
    if let Some(VerifyError::Record(RecordError::File { source, .. })) = error.downcast_ref() {
        return Some(of_place(source, "other-record"));
    }
    let is_full = |error: &io::Error| matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(is_full) {
        return Some(Said::new("free-space", &[]));
    }
    error.downcast_ref().and_then(of_opening)
}

/// The remedy for tables that were not opened.
pub fn of_opening(NotOpened { game, error }: &NotOpened) -> Option<Said> {
    Some(match error {
        OpenError::OtherGame { found, .. } => Said::new("other-game", &[("found", found)]),
        OpenError::NoGame { .. } => Said::new("name-game", &[]),
        OpenError::Directory { path, .. } | OpenError::Empty { path } if tables::is_absent(error) => {
            Said::new("makes-tables", &[("command", &format!("bolshak generate{}", tables::options(*game, path)))])
        }
        _ => return None,
    })
}

fn of_generation(error: &GenerateError) -> Option<Said> {
    Some(match error {
        GenerateError::Directory { source, .. } => of_place(source, "other-directory"),
        GenerateError::OtherRule { .. } => Said::new("other-tables", &[]),
        GenerateError::Table(TableError::OtherGame { found, .. }) => {
            Said::new("other-tables-or-game", &[("game", found)])
        }
        GenerateError::Needed { needed, .. } => Said::new("make-needed", &[("needed", needed)]),
        GenerateError::OtherPlan { path, .. } => {
            let notes = tables::no_option(shown(&path.join("*.done")));
            Said::new("remove-notes", &[("notes", &notes)])
        }
        GenerateError::Room { source, .. } => of_place(source, "free-space-or-disk"),
        GenerateError::Values { source, .. } => of_place(source, "allow-values"),
        GenerateError::Memory { budget, alone, .. } if alone > budget => Said::new("more-memory", &[]),
        GenerateError::Memory { .. } => Said::new("more-memory-or-fewer-threads", &[]),
        GenerateError::Table(TableError::Write { source, .. }) => of_place(source, "free-space-or-directory"),
        _ => return None,
    })
}

/// The remedy for an error that is about a place: another place, or a change to this one. Other errors may pass, such as a limit
/// that was reached or a disk that does not answer, and for them no remedy may cost anything.
fn of_place(error: &io::Error, about_place: &'static str) -> Said {
    Said::new(if is_about_place(error) { about_place } else { "run-again" }, &[])
}

fn is_about_place(error: &io::Error) -> bool {
    use ErrorKind::*;
    matches!(
        error.kind(),
        AlreadyExists
            | CrossesDevices
            | InvalidFilename
            | InvalidInput
            | IsADirectory
            | NotADirectory
            | NotFound
            | PermissionDenied
            | QuotaExceeded
            | ReadOnlyFilesystem
            | StorageFull
            | Unsupported
    )
}

/// The errors of files among the causes of an error.
fn io_causes(error: &anyhow::Error) -> impl Iterator<Item = &io::Error> {
    error.chain().filter_map(|cause| {
        cause.downcast_ref::<io::Error>().or_else(|| cause.downcast_ref::<Arc<io::Error>>().map(Arc::as_ref))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_has_a_remedy_wherever_it_is() {
        let full = anyhow::Error::from(io::Error::from(ErrorKind::StorageFull)).context("cannot write x");
        assert!(in_words(&full).ends_with("; free some space, then run the same command again"), "{}", in_words(&full));
    }

    #[test]
    fn errors_that_may_pass_get_no_advice_about_places() {
        use ErrorKind::*;
        for (kinds, is_place) in [
            (&[OutOfMemory, Other, FileTooLarge, StaleNetworkFileHandle, TimedOut][..], false),
            (&[PermissionDenied, ReadOnlyFilesystem, NotADirectory, AlreadyExists, StorageFull, QuotaExceeded], true),
        ] {
            for &kind in kinds {
                assert_eq!(is_about_place(&kind.into()), is_place, "{kind}");
            }
        }
        // EMFILE, ENFILE and EIO have no kind of their own.
        #[cfg(unix)]
        for code in [24, 23, 5] {
            assert!(!is_about_place(&io::Error::from_raw_os_error(code)), "{code}");
        }
    }
}
