//! Texts and paths, as Python has them.

use std::ops::Deref;
use std::path::PathBuf;

use pyo3::exceptions::PyUnicodeEncodeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::class;

/// A text. A lone surrogate, which texts of Python may hold and those of Rust may not, is replaced by U+FFFD: what reads
/// the text then finds it wrong, like any character that has no place there.
pub struct Text(String);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.into())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl FromPyObject<'_, '_> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Text> {
        Ok(Text(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

/// The path of a directory of tables. None can be opened whose name the system has no bytes for.
pub struct Directory(pub PathBuf);

impl FromPyObject<'_, '_> for Directory {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Directory> {
        let py = object.py();
        object.extract().map(Directory).map_err(|error: PyErr| {
            if !error.is_instance_of::<PyUnicodeEncodeError>(py) {
                return error;
            }
            let text = format!("cannot open the tables: no file can have such a name: {}", error.value(py));
            class::OpenError::new_err(text)
        })
    }
}
