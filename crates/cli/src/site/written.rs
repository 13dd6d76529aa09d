//! The files of a site on the disk.

use bolshak::shown;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use crate::shared::sink::Sink;

/// What was written of a site.
pub struct Written<'a> {
    out: &'a Path,
    names: BTreeSet<String>,
    print: blake3::Hasher,
}

impl<'a> Written<'a> {
    /// Nothing in a directory yet.
    pub fn new(out: &'a Path) -> Written<'a> {
        Written { out, names: BTreeSet::new(), print: blake3::Hasher::new() }
    }

    /// Writes a file, which replaces an earlier one at once: a host may be sending that.
    pub fn file(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.out.join(name);
        let mut sink = Sink::open(Some(&path))?;
        sink.write_all(bytes).with_context(|| format!("cannot write {}", shown(&path)))?;
        sink.finish()?;
        self.print.update(name.as_bytes()).update(&(bytes.len() as u64).to_le_bytes()).update(bytes);
        self.names.insert(name.into());
        Ok(())
    }

    /// A text that is another one if any file is, or the page itself, which comes last.
    pub fn print(&self, index: &str) -> String {
        let print = self.print.clone().update(index.as_bytes()).finalize().to_hex();
        print[..32].into()
    }

    /// Removes all other files of some directories: an earlier site had them.
    pub fn remove_others(&self, directories: &[&str]) -> Result<()> {
        for directory in directories {
            let path = self.out.join(directory);
            for entry in fs::read_dir(&path).with_context(|| format!("cannot read {}", shown(&path)))? {
                let entry = entry?;
                let name = format!("{directory}/{}", entry.file_name().to_string_lossy());
                if !self.names.contains(&name) && entry.file_type()?.is_file() {
                    fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", shown(&entry.path())))?;
                }
            }
        }
        Ok(())
    }
}
