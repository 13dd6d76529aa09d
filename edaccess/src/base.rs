//! The tables that are asked.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use bolshak::board::{Color, Game, Poddavki, Position, Russian};
use bolshak::probe::{Options, Tablebase};
use bolshak::value::Theory;

use crate::board::Board;

/// The tables of each game, once they are open: they stay so.
static RUSSIAN: OnceLock<Tablebase<Russian>> = OnceLock::new();
static PODDAVKI: OnceLock<Tablebase<Poddavki>> = OnceLock::new();

/// The game that is asked.
static GAME: AtomicU8 = AtomicU8::new(NONE);
const NONE: u8 = 0;
const IS_RUSSIAN: u8 = 1;
const IS_PODDAVKI: u8 = 2;

/// Opens the tables of a game by Kallisto's name of it, and asks them from now on. Returns the most pieces of any table; `None`
/// if there are no tables, and then nothing is asked. Tables that are open stay so.
pub fn load(name: &[u8]) -> Option<u32> {
    // Relaxed: tables are seen by the cells that hold them.
    GAME.store(NONE, Ordering::Relaxed);
    let (game, largest) = match name {
        b"russian" => (IS_RUSSIAN, opened(&RUSSIAN, "tables")?.largest()),
        b"russianlosers" => (IS_PODDAVKI, opened(&PODDAVKI, "tables-poddavki")?.largest()),
        _ => return None,
    };
    GAME.store(game, Ordering::Relaxed);
    Some(largest)
}

/// The tables of a game: those in the directory that BOLSHAK_TABLES names, else in one of a name where the program runs, else of
/// that name in `../ED`, where Kallisto has its bases.
fn opened<G: Game>(cell: &'static OnceLock<Tablebase<G>>, name: &str) -> Option<&'static Tablebase<G>> {
    if let Some(tablebase) = cell.get() {
        return Some(tablebase);
    }
    let directories = match env::var_os("BOLSHAK_TABLES").filter(|named| !named.is_empty()) {
        Some(named) => vec![named.into()],
        None => vec![PathBuf::from(name), ["..", "ED", name].iter().collect()],
    };
    // In 32 bits, as most engines are, unpacked tables are not mapped by default: their addresses may not suffice.
    let open = |directory| Tablebase::open_game(directory, Options::default()).ok();
    let tablebase = directories.into_iter().find_map(open)?;
    Some(cell.get_or_init(|| tablebase))
}

/// The result of a board for White, who is to move; `None` if it is not known, or not without reading a file and that is not
/// wanted.
pub fn result(board: &Board, may_read: bool) -> Option<Theory> {
    match GAME.load(Ordering::Relaxed) {
        IS_RUSSIAN => result_in(RUSSIAN.get()?, board, may_read),
        IS_PODDAVKI => result_in(PODDAVKI.get()?, board, may_read),
        _ => None,
    }
}

fn result_in<G: Game>(tablebase: &Tablebase<G>, board: &Board, may_read: bool) -> Option<Theory> {
    let &Board { white_men, white_kings, black_men, black_kings } = board;
    if black_men | black_kings == 0 && white_men | white_kings != 0 {
        // White has taken the last piece, as Kallisto's base has it.
        return Some(if G::NO_MOVE_WINS { Theory::Loss } else { Theory::Win });
    }
    let position = Position::new(Color::White, white_men, white_kings, black_men, black_kings).ok()?;
    let category = match may_read {
        true => tablebase.probe_wdl(&position, 0).ok()?,
        false => tablebase.try_probe_wdl(&position, 0)?,
    };
    Some(category.theory())
}
