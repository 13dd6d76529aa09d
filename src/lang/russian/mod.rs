//! What the library says of errors, in Russian.
//!
//! The sentences stand apart from the errors, so that all of them can be read, and mended, in one place.

mod board;
mod games;
mod tables;

use std::error::Error;
use std::io;
use std::sync::Arc;

use crate::rules::NotThreeKings;
use crate::system::Refused;
use crate::table::Damage;

use board::{of_fen, of_move, of_position, of_shade};
use games::of_fault;
pub(super) use tables::of_clock;
use tables::{of_damage, of_opening, of_probe, of_table};

/// An error of a question, of tables or of a game, without its causes, in Russian; `None` if there is no sentence for it. What the
/// system says stays as it is.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref() {
        return Some(of_fen(error));
    } else if let Some(error) = error.downcast_ref() {
        return Some(of_shade(error));
    } else if let Some(error) = error.downcast_ref() {
        return Some(of_position(error));
    } else if let Some(error) = error.downcast_ref() {
        return Some(of_move(error));
    } else if let Some(error) = error.downcast_ref() {
        return Some(of_opening(error));
    } else if let Some(error) = error.downcast_ref() {
        return Some(of_probe(error));
    } else if let Some(error) = error.downcast_ref() {
        return Some(of_table(error));
    } else if let Some(&damage) = error.downcast_ref::<Damage>() {
        return Some(of_damage(damage));
    } else if let Some(error) = error.downcast_ref() {
        return of_fault(error);
    } else if error.is::<NotThreeKings>() {
        return Some(
            "здесь не три дамки (или больше) против одной, и ходы сильнейшей стороны не считаются; задайте счётчик в полуходах"
                .into(),
        );
    }
    let shared = error.downcast_ref().map(|error: &Arc<io::Error>| &**error);
    error.downcast_ref().or(shared).map(of_io)
}

/// An error of a file: in Russian what the library says of it itself, else what the system says.
fn of_io(error: &io::Error) -> String {
    match Refused::of(error) {
        Some(Refused::NotRegular) => "это не обычный файл".into(),
        Some(Refused::Locked) => "в него пишет другой запуск".into(),
        None => error.to_string(),
    }
}
