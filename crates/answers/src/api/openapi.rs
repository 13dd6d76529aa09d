//! The contract of the addresses.

/// The OpenAPI document; its version is that of the library where `openapi.json` is answered.
pub const OPENAPI: &str = include_str!("openapi.json");

/// The document with the version of the library.
pub(super) fn openapi() -> String {
    OPENAPI.replacen("\"version\": \"0\"", concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\""), 1)
}
