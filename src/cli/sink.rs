//! Where output goes: standard output, or a file that appears when it is whole.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// Standard output, or a file under a temporary name beside the final one. Dropped before [`Sink::finish`], the file is
/// removed.
pub enum Sink {
    Stdout(io::Stdout),
    File { file: NamedTempFile, path: PathBuf },
}

/// How the names of unfinished files start.
const TEMPORARY: &str = ".bolshak-";

impl Sink {
    /// Opens it; standard output, if no file is named.
    pub fn open(path: Option<&Path>) -> Result<Sink> {
        let Some(path) = path else { return Ok(Sink::Stdout(io::stdout())) };
        if path.metadata().is_ok_and(|there| !there.is_file()) {
            bail!("{} is there and no file; choose another name, or redirect standard output", path.display());
        }
        // A link stays one, and its file is replaced.
        let path = &path.canonicalize().unwrap_or_else(|_| path.into());
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let file = builder.prefix(TEMPORARY).tempfile_in(directory);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Sink::File { file, path: path.into() })
    }

    /// Flushes, and gives a file its name; one that had it is replaced.
    pub fn finish(self) -> Result<()> {
        match self {
            Sink::Stdout(mut out) => Ok(out.flush()?),
            Sink::File { file, path } => {
                let failed = || format!("cannot write {}", path.display());
                file.as_file().sync_all().with_context(failed)?;
                file.persist(&path).with_context(failed)?;
                Ok(())
            }
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::File { file, .. } => file.flush(),
        }
    }
}
