//! What several commands share.

pub mod bar;
pub mod diagram;
pub mod files;
pub mod games;
pub mod lines;
pub mod options;
pub mod process;
pub mod question;
pub mod remedy;
pub mod selection;
pub mod tables;
pub mod text;
