//! What is expected of values of options that the program reads itself.

use thiserror::Error;

/// A value is not what its option takes.
#[derive(Clone, Copy, Debug, Error)]
pub enum Expected {
    #[error("expected a number of bytes as in 4GiB, 900MB or 1000000000")]
    Bytes,
    #[error("expected a number of plies from 0 to {}", u64::MAX)]
    Plies,
    #[error("expected a number of hours as in 6 or 0.5")]
    Hours,
    #[error("expected an address such as 127.0.0.1 or ::, and --port for the port")]
    Address,
}

impl Expected {
    /// The same in Russian.
    pub fn in_russian(self) -> String {
        match self {
            Expected::Bytes => "нужно число байтов, например 4GiB, 900MB или 1000000000".into(),
            Expected::Plies => format!("нужно число полуходов от 0 до {}", u64::MAX),
            Expected::Hours => "нужно число часов, например 6 или 0.5".into(),
            Expected::Address => "нужен адрес, например 127.0.0.1 или ::, а порт задаёт --port".into(),
        }
    }
}
