//! Errors as exceptions of the package.

use bolshak::probe::ProbeError;
use bolshak::table::TableError;
use pyo3::prelude::*;

/// The classes of `bolshak/_errors.py`.
pub mod class {
    use pyo3::import_exception;

    import_exception!(bolshak._errors, ArgumentError);
    import_exception!(bolshak._errors, ClockWarning);
    import_exception!(bolshak._errors, Error);
    import_exception!(bolshak._errors, FenError);
    import_exception!(bolshak._errors, MoveError);
    import_exception!(bolshak._errors, OpenError);
    import_exception!(bolshak._errors, PositionError);
    import_exception!(bolshak._errors, TableDamaged);
    import_exception!(bolshak._errors, TableMissing);
    import_exception!(bolshak._errors, TableUnreadable);
    import_exception!(bolshak._errors, TablebaseClosed);
    import_exception!(bolshak._errors, TooManyPieces);
}

/// What a failed question raises.
pub fn probe_error(error: ProbeError) -> PyErr {
    raised(&error, with_causes(&error))
}

/// What a failed question among many raises; it names the position, from 0.
pub fn probe_error_at(at: usize, error: ProbeError) -> PyErr {
    raised(&error, format!("position {at}: {}", with_causes(&error)))
}

fn raised(error: &ProbeError, text: String) -> PyErr {
    match error {
        ProbeError::TooManyPieces { .. } => class::TooManyPieces::new_err(text),
        ProbeError::Missing { .. } => class::TableMissing::new_err(text),
        ProbeError::Table(TableError::Read { .. }) => class::TableUnreadable::new_err(text),
        ProbeError::Table(_) => class::TableDamaged::new_err(text),
        _ => class::Error::new_err(text),
    }
}

/// The message of an error, with those of its causes.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}
