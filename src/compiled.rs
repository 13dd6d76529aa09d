//! The functions that the library compiles for each game, so that a program does not.
//!
//! A generic function is compiled again in every crate that calls it, unless it is `#[inline(never)]` and a crate below has compiled
//! it for the same types. That holds for the functions named here, and for all with that attribute that they call.

use std::path::Path;

use crate::board::{Draughts80, Game, Numbering, Poddavki, Position, Russian, Shade};
use crate::find::Search;
use crate::index::Index;
use crate::probe::{Clock, Options, Tablebase};
use crate::review::{review, review_beyond};
use crate::rules::{HubNumbering, perft_divide};
use crate::search::{Certificate, Solver};
use crate::study::{Study, check};
use crate::table::UnpackedTable;
use crate::verify::{prove_plainly, prove_within, sample, sample_runs};

/// The addresses of the functions of each game: their code is needed for them.
pub fn compiled() -> [Vec<*const ()>; 3] {
    [of::<Russian>(), of::<Poddavki>(), of::<Draughts80>()]
}

fn of<G: Game>() -> Vec<*const ()> {
    let open: fn(&Path) -> _ = |path| Tablebase::<G>::open_game(path, Options::default()).ok();
    let line: fn(&Tablebase<G>, &_) -> _ = |tables, position| tables.line(position, Clock::default()).ok();
    let best: fn(&Tablebase<G>, &_) -> _ = |tables, position| tables.best_move(position, Clock::default()).ok();
    let solve: fn(&Solver<'_, G>, &_) -> _ = |solver, it| solver.solve(it, Clock::default(), true, &()).ok();
    vec![
        open as *const (),
        line as *const (),
        best as *const (),
        solve as *const (),
        Certificate::<G>::step as *const (),
        HubNumbering::parse::<G> as *const (),
        HubNumbering::texts::<G> as *const (),
        Index::<G>::new as *const (),
        Numbering::fen::<G> as *const (),
        Position::<G>::read_move as *const (),
        Shade::text::<G> as *const (),
        Solver::<G>::longest_line as *const (),
        Study::<G>::read as *const (),
        Tablebase::<G>::fingerprint as *const (),
        Tablebase::<G>::spoilt as *const (),
        Tablebase::<G>::with_built_in as *const (),
        UnpackedTable::open::<G> as *const (),
        check::<G> as *const (),
        perft_divide::<G> as *const (),
        review::<G> as *const (),
        review_beyond::<G> as *const (),
        Search::search::<G> as *const (),
        prove_plainly::<G> as *const (),
        prove_within::<G> as *const (),
        sample::<G> as *const (),
        sample_runs::<G> as *const (),
    ]
}
