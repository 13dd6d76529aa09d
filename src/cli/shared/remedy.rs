//! What helps against an error, in terms of the program: its options, and the limits of the shell.

use std::io::{self, ErrorKind};
use std::sync::Arc;

use bolshak::generate::GenerateError;
use bolshak::solve::SolveError;
use bolshak::table::TableError;
use bolshak::verify::{RecordError, VerifyError};
use rustix::io::Errno;

use super::tables;

/// An error with its causes, and what helps.
pub fn in_words(error: &anyhow::Error) -> String {
    let remedies = [of_limit(error), of_kind(error)].into_iter().flatten();
    remedies.fold(format!("{error:#}"), |text, remedy| text + "; " + &remedy)
}

/// What helps against errors of one kind.
fn of_kind(error: &anyhow::Error) -> Option<String> {
    if let Some(error) = error.downcast_ref() {
        return of_generation(error);
    }
    if let Some(VerifyError::Record(RecordError::File { source, .. })) = error.downcast_ref() {
        return Some(of_place(source, "choose a file that can be written, or leave --resume out").into());
    }
    error.downcast_ref().and_then(tables::remedy)
}

fn of_generation(error: &GenerateError) -> Option<String> {
    Some(match error {
        GenerateError::Directory { source, .. } => {
            of_place(source, "choose another directory with --tables or --disk").into()
        }
        GenerateError::OtherRule { .. } => "choose another directory with --tables".into(),
        GenerateError::Needed { needed, .. } => {
            format!("make them first: bolshak generate --alone {needed}, with the same --tables, --disk and --metrics")
        }
        GenerateError::Room { source, .. } => {
            of_place(source, "free some space or choose another directory with --disk, then run the same command again")
                .into()
        }
        GenerateError::Values { source, .. } => {
            of_place(source, "let this user read and write it, or give another --disk").into()
        }
        GenerateError::Memory { threads: 1, .. } => "allow more with --memory".into(),
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

/// What is said of all errors but those about a place: a limit that was met, a disk that does not answer.
const PASSING: &str = "nothing is lost; run the same command again when that is mended";

/// The advice that another place, or a change to this one, helps, if an error is about the place. All other errors may
/// pass, and no advice may cost anything then.
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

/// What raises the limit that an error comes from.
fn of_limit(error: &anyhow::Error) -> Option<String> {
    let cause = error.chain().find_map(|cause| {
        cause.downcast_ref::<io::Error>().or_else(|| cause.downcast_ref::<Arc<io::Error>>().map(Arc::as_ref))
    })?;
    let remedy = match (cause.kind(), Errno::from_io_error(cause)) {
        (ErrorKind::OutOfMemory, _) => "allow more memory (ulimit -v), or give the program less to do at a time",
        (ErrorKind::FileTooLarge, _) => "allow larger files (ulimit -f), or choose a directory on another file system",
        (_, Some(Errno::MFILE)) => "allow more open files (ulimit -n)",
        (_, Some(Errno::NFILE)) => "the whole system has no more open files; close other programs",
        _ => return None,
    };
    Some(remedy.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_pass_is_no_matter_of_places() {
        let of = |errno: Errno| of_place(&errno.into(), "elsewhere");
        for errno in [Errno::MFILE, Errno::NFILE, Errno::NOMEM, Errno::IO, Errno::FBIG, Errno::STALE, Errno::TIMEDOUT] {
            assert_eq!(of(errno), PASSING, "{errno}");
        }
        for errno in [Errno::ACCESS, Errno::ROFS, Errno::NOTDIR, Errno::EXIST, Errno::NOSPC, Errno::DQUOT] {
            assert_eq!(of(errno), "elsewhere", "{errno}");
        }
    }
}
