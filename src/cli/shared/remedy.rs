//! Remedies for errors, in terms of the program's options and the limits of the shell.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use bolshak::generate::GenerateError;
use bolshak::solve::SolveError;
use bolshak::system;
use bolshak::table::TableError;
use bolshak::verify::{RecordError, VerifyError};

use super::said::Said;
use super::sink::NotReplaced;
use super::tables::NotOpened;
use super::{shell, tables};
use crate::cli::lang::{self, Lang, errors};

/// An error with its causes and its remedies.
pub fn in_words(error: &anyhow::Error) -> String {
    let remedies = [of_limit(error), of_kind(error)].into_iter().flatten();
    remedies.fold(format!("{error:#}"), |text, remedy| text + "; " + &remedy)
}

/// An error for people, with its causes and its remedies: in the chosen language if there are words for all of it, else in
/// English.
pub fn told(error: &anyhow::Error) -> String {
    let russian = if lang::chosen() == Lang::Ru { in_russian(error) } else { None };
    russian.unwrap_or_else(|| in_words(error))
}

fn in_russian(error: &anyhow::Error) -> Option<String> {
    let not_opened = error.downcast_ref::<NotOpened>();
    if of_limit(error).is_some() || not_opened.is_none() && of_kind(error).is_some() {
        return None;
    }
    let one = |cause: &(dyn Error + 'static)| match (cause.downcast_ref::<Said>(), cause.downcast_ref::<NotOpened>()) {
        (Some(said), _) => said.in_lang(Lang::Ru),
        (_, Some(not_opened)) => errors::in_russian(&not_opened.error),
        _ => errors::in_russian(cause),
    };
    let causes: Vec<String> = error.chain().map(one).collect::<Option<_>>()?;
    let remedy = not_opened.and_then(|error| tables::remedy(error, Lang::Ru));
    Some([Some(causes.join(": ")), remedy].into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// The remedy for an error of the library.
fn of_kind(error: &anyhow::Error) -> Option<String> {
    if let Some(error) = error.downcast_ref() {
        return of_generation(error);
    }
    if let Some(NotReplaced { source, .. }) = error.downcast_ref() {
        return system::remedy_of_replacing(source).map(Into::into);
    }
    if let Some(VerifyError::Record(RecordError::File { source, .. })) = error.downcast_ref() {
        return Some(of_place(source, "choose a file that can be written, or leave --resume out").into());
    }
    error.downcast_ref().and_then(|error| tables::remedy(error, Lang::En))
}

fn of_generation(error: &GenerateError) -> Option<String> {
    Some(match error {
        GenerateError::Directory { source, .. } => {
            of_place(source, "choose another directory with --tables or --disk").into()
        }
        GenerateError::OtherRule { .. } => "choose another directory with --tables".into(),
        GenerateError::OtherGame { found, .. } => {
            format!("choose another directory with --tables, or go on with --game {found}")
        }
        GenerateError::Needed { needed, .. } => {
            format!(
                "make them first: bolshak generate --alone {needed}, with the same --game, --tables, --disk and --metrics"
            )
        }
        GenerateError::LostValues { path, .. } | GenerateError::LostTables { path, .. } => {
            let notes = shell::no_option(path.join("*.done").display().to_string());
            format!("remove {notes}, or give another --disk")
        }
        GenerateError::Room { source, .. } => {
            of_place(source, "free some space or choose another directory with --disk, then run the same command again")
                .into()
        }
        GenerateError::Values { source, .. } => {
            of_place(source, "let this user read and write it, or give another --disk").into()
        }
        GenerateError::Memory { budget, alone, .. } if alone > budget => "allow more with --memory".into(),
        GenerateError::Memory { .. } => "allow more with --memory, or use fewer --threads".into(),
        GenerateError::Solve(SolveError::Write { source, .. }) => {
            of_place(source, "free some space, then run the same command again").into()
        }
        GenerateError::Table(TableError::Write { source, .. }) => {
            of_place(source, "free some space or choose another directory; finished tables stay").into()
        }
        _ => return None,
    })
}

/// The remedy for all errors that are not about a place: a limit that was reached, a disk that does not answer.
const PASSING: &str = "nothing is lost; run the same command again when that is mended";

/// The remedy for an error that is about a place: another place, or a change to this one. Other errors may pass, and for them
/// no remedy may cost anything.
fn of_place<'a>(error: &io::Error, about_place: &'a str) -> &'a str {
    use ErrorKind::{
        AlreadyExists, CrossesDevices, InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
        PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull, Unsupported,
    };
    match error.kind() {
        AlreadyExists | CrossesDevices | InvalidFilename | InvalidInput | IsADirectory | NotADirectory | NotFound
        | PermissionDenied | QuotaExceeded | ReadOnlyFilesystem | StorageFull | Unsupported => about_place,
        _ => PASSING,
    }
}

/// The remedy for an error that comes from a limit.
fn of_limit(error: &anyhow::Error) -> Option<String> {
    let cause = error.chain().find_map(|cause| {
        cause.downcast_ref::<io::Error>().or_else(|| cause.downcast_ref::<Arc<io::Error>>().map(Arc::as_ref))
    })?;
    system::remedy_of_limit(cause).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_that_may_pass_get_no_advice_about_places() {
        let of = |kind: ErrorKind| of_place(&kind.into(), "elsewhere");
        use ErrorKind::*;
        for kind in [OutOfMemory, Other, FileTooLarge, StaleNetworkFileHandle, TimedOut] {
            assert_eq!(of(kind), PASSING, "{kind}");
        }
        // EMFILE, ENFILE and EIO have no kind of their own.
        #[cfg(unix)]
        for code in [24, 23, 5] {
            assert_eq!(of_place(&io::Error::from_raw_os_error(code), "elsewhere"), PASSING, "{code}");
        }
        for kind in [PermissionDenied, ReadOnlyFilesystem, NotADirectory, AlreadyExists, StorageFull, QuotaExceeded] {
            assert_eq!(of(kind), "elsewhere", "{kind}");
        }
    }
}
