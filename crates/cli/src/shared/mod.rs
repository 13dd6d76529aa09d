//! What several commands share.

pub mod amount;
pub mod asking;
pub mod bar;
pub mod diagram;
pub mod expected;
pub mod hit;
pub mod lines;
pub mod notice;
pub mod one_of;
pub mod question;
pub mod remedy;
pub mod said;
pub mod shell;
pub mod sides;
pub mod signal;
pub mod sink;
pub mod svg;
pub mod tables;
pub mod text;
pub mod threads;
pub mod wanted;
