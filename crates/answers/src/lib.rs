//! What the program, page, service and bindings of bolshak share about answers.
//!
//! - [`lang`]: errors and notes, in English and Russian
//! - [`json`]: answers as JSON
//! - [`api`]: the service without a server
//!
//! Each knows only those before it, and the library `bolshak`.

pub mod api;
pub mod json;
pub mod lang;
