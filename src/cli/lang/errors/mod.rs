//! The errors of the library in Russian. English is what they say themselves.
//!
//! The enums of the library may grow, so the compiler does not see that one lacks a sentence; a test of the sources does. An error
//! without a sentence is told in English as a whole.

mod board;
mod games;
mod generation;
mod tables;

use std::error::Error;
use std::io;
use std::sync::Arc;

use bolshak::probe::ClockNote;
use bolshak::rules::NotThreeKings;

use board::{of_fen, of_move, of_position, of_shade};
use games::of_fault;
use generation::{of_file, of_generation, of_solving};
pub use tables::{of_damage, of_probe};
use tables::{of_opening, of_table};

/// An error without its causes in Russian, if there is a sentence for it. What the system says stays as it is.
pub fn in_russian(error: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = error.downcast_ref() {
        return of_fen(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_shade(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_position(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_move(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_opening(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_probe(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_table(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_fault(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_generation(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_solving(error);
    } else if let Some(error) = error.downcast_ref() {
        return of_file(error);
    } else if error.is::<NotThreeKings>() {
        return Some(
            "здесь не три дамки (или больше) против одной, и ходы сильнейшей стороны не считаются; задайте счётчик в полуходах"
                .into(),
        );
    }
    (error.is::<io::Error>() || error.is::<Arc<io::Error>>()).then(|| of_io(error))
}

/// An error of a file: in Russian what the library says of it itself, else what the system says.
fn of_io(error: &(dyn Error + 'static)) -> String {
    let text = error.to_string();
    match text.as_str() {
        "it is not a regular file" => "это не обычный файл".into(),
        "another run writes to it" => "в него пишет другой запуск".into(),
        _ => text,
    }
}

/// What became of the draw counter of a FEN, as a clause.
pub fn of_clock(note: ClockNote) -> Option<String> {
    Some(match note {
        ClockNote::Taken { plies, may_be_long } => {
            let long = "; здесь он может быть завышен: при 4–7 шашках и дамках у обеих сторон Lidraughts не \
                        сбрасывает его, когда ходит простая";
            format!("счётчик {plies} взят из FEN (:H{plies}){}", if may_be_long { long } else { "" })
        }
        ClockNote::Overruled { asked, plies } => {
            format!("ответ дан для счётчика {asked}; счётчик из FEN (:H{plies}) не учтён")
        }
        _ => return None,
    })
}
