//! The target `fen`: positions and moves as texts, and all probes of a position.

use bolshak::board::{Draughts80, Game, GameType, Numbering, Position, Shade, ShadedFen};
use bolshak::generate::{Request, Settings, generate};
use bolshak::probe::{Clock, Distance, Options, Tablebase};
use bolshak::rules::is_three_kings;
use tempfile::TempDir;

/// Reads texts, and probes the positions among them: with the built-in tables for Russian draughts, and with generated tables of the
/// same size for draughts-80.
pub struct Texts {
    russian: Tablebase,
    wide: Tablebase<Draughts80>,
    /// The directory of the generated tables, removed on drop.
    _directory: TempDir,
}

impl Texts {
    /// Opens the built-in tables, and generates the others.
    pub fn new() -> Texts {
        let directory = TempDir::new().expect("a temporary directory");
        let request = Request::pieces(3).settings(Settings::default().game(Draughts80::NAME));
        generate(&request, directory.path(), &()).expect("small tables");
        let wide = Tablebase::open_game(directory.path(), Options::default()).expect("whole tables");
        Texts { russian: Tablebase::built_in(), wide, _directory: directory }
    }

    /// In each game, reads a position from the first line of a text and moves from the others. Positions and legal moves must be read
    /// back as written; other texts must have an error that fits on a line; and the tables must answer for every position that they
    /// have.
    ///
    /// # Panics
    /// If a check fails.
    pub fn check(&self, input: &[u8]) -> &'static str {
        let text = String::from_utf8_lossy(input);
        if let Err(error) = text.parse::<GameType>() {
            check_message(&error.to_string());
        }
        match (check_in(&self.russian, &text), check_in(&self.wide, &text)) {
            (NO_POSITION, NO_POSITION) => NO_POSITION,
            (NO_POSITION, _) => "position of draughts-80 alone",
            (answer, _) => answer,
        }
    }
}

impl Default for Texts {
    fn default() -> Texts {
        Texts::new()
    }
}

/// The outcome for a text that is not a position.
const NO_POSITION: &str = "no position";

/// Checks a text as one of this game.
fn check_in<G: Game>(tables: &Tablebase<G>, text: &str) -> &'static str {
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    check_shade::<G>(first);
    check_numberings::<G>(first);
    let position = match first.parse::<Position<G>>() {
        Ok(position) => position,
        Err(error) => {
            check_message(&error.to_string());
            return NO_POSITION;
        }
    };
    assert_eq!(position.to_string().parse(), Ok(position), "a FEN that is not read back");
    check_moves(&position);
    for line in lines {
        match position.parse_move(line) {
            Ok(mv) => assert!(position.legal_moves().contains(&mv), "{line:?} is not legal"),
            Err(error) => check_message(&error.to_string()),
        }
    }
    check_answers(tables, &position)
}

fn check_moves<G: Game>(position: &Position<G>) {
    let (board, moves) = (position.board(), position.legal_moves());
    assert_eq!(moves.is_empty(), board.is_stuck());
    assert_eq!(moves.first().is_some_and(|mv| mv.is_capture()), board.must_capture());
    for mv in &moves {
        assert_eq!(position.parse_move(&position.move_text(mv)).as_ref(), Ok(mv), "a move that is not read back");
        let after = position.after(mv);
        assert_eq!(after.to_string().parse(), Ok(after), "a move to what is not a position");
    }
}

fn check_answers<G: Game>(tables: &Tablebase<G>, position: &Position<G>) -> &'static str {
    let board = position.board();
    assert_eq!(Clock::three_kings(position, 3).is_ok(), is_three_kings(&board));
    let Ok(verdict) = tables.probe(position, 0) else {
        assert!(position.pieces() > tables.largest(), "no answer");
        let _ = (tables.probe_wdl(position, 0), tables.rank_moves(position, 0), tables.line(position, 0));
        return "position without an answer";
    };
    let of_tables = position.pieces() <= tables.largest();
    for plies in [0, 1, 7, 29, 30, u64::MAX] {
        let category = tables.probe(position, plies).expect("an answer at any clock").category;
        // Without a legal move, `probe` needs no table.
        let answer = tables.probe_wdl(position, plies).ok();
        assert!(answer == category || answer.is_none() && !of_tables, "{answer:?} instead of {category:?}");
        let answer = tables.try_probe_wdl(position, plies);
        assert!(answer.is_none() || answer == category, "{answer:?} instead of {category:?}");
    }
    let best = tables.best_move(position, 0);
    if of_tables {
        let (best, line) = (best.expect("moves of an answer"), tables.line(position, 0).expect("a line"));
        assert_eq!(best.as_ref().map_or(verdict.category, |best| best.category()), verdict.category);
        if let (Some(best), Distance::Plies(plies)) = (best, verdict.dtw) {
            assert_eq!(best.dtw(), Distance::Plies(plies), "the best move is not the quickest");
            assert!(!line.moves.is_empty());
        }
    }
    "position with an answer"
}

/// Positions on squares of either shade are read back on the same squares; on dark squares, they are those of a FEN.
fn check_shade<G: Game>(text: &str) {
    match text.parse::<ShadedFen<G>>() {
        Ok(read) => {
            let again: ShadedFen<G> = read.to_string().parse().expect("a FEN is read back");
            assert_eq!((again.shade, again.fen.position), (read.shade, read.fen.position));
            assert_eq!(read.shade == Shade::Dark, text.parse() == Ok(read.fen.position));
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// In each numbering, a text is a position or an error.
fn check_numberings<G: Game>(text: &str) {
    for numbering in Numbering::ALL {
        match numbering.fen::<G>(text) {
            Ok(fen) => assert_eq!(numbering.fen(&fen.position.to_string()).map(|fen| fen.position), Ok(fen.position)),
            Err(error) => check_message(&error.to_string()),
        }
    }
}

/// Checks that a message fits on one line of a terminal.
pub(super) fn check_message(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?} disturbs a terminal");
}
