//! The target `fen`: positions and moves as texts, and whatever can be asked about a position.

use bolshak::board::{Position, Shade, ShadedFen};
use bolshak::probe::{Clock, Distance, Tablebase};
use bolshak::rules::is_three_kings;

/// Texts are read, and the positions among them asked about, with the built-in tables.
pub struct Texts {
    tablebase: Tablebase,
}

impl Texts {
    /// Opens the built-in tables.
    pub fn new() -> Texts {
        Texts { tablebase: Tablebase::built_in() }
    }

    /// Reads a position from the first line of a text and moves of it from the others. Whatever is read must be written
    /// in a way that is read back, every legal move too; what is not must have an error that fits on a line; and the
    /// tables must answer every position of theirs.
    ///
    /// # Panics
    /// If it is not so.
    pub fn check(&self, input: &[u8]) -> &'static str {
        let text = String::from_utf8_lossy(input);
        let mut lines = text.split('\n');
        let first = lines.next().unwrap_or_default();
        check_shade(first);
        let position = match first.parse::<Position>() {
            Ok(position) => position,
            Err(error) => {
                check_message(&error.to_string());
                return "no position";
            }
        };
        assert_eq!(position.to_string().parse(), Ok(position), "a FEN that is not read back");
        self.check_moves(&position);
        for line in lines {
            match position.parse_move(line) {
                Ok(mv) => assert!(position.legal_moves().contains(&mv), "{line:?} is not legal"),
                Err(error) => check_message(&error.to_string()),
            }
        }
        self.check_answers(&position)
    }

    fn check_moves(&self, position: &Position) {
        let (board, moves) = (position.board(), position.legal_moves());
        assert_eq!(moves.is_empty(), board.is_stuck());
        assert_eq!(moves.first().is_some_and(|mv| mv.is_capture()), board.must_capture());
        for mv in &moves {
            assert_eq!(position.parse_move(&position.move_text(mv)).as_ref(), Ok(mv), "a move that is not read back");
            let after = position.after(mv);
            assert_eq!(after.to_string().parse(), Ok(after), "a move to what is no position");
        }
    }

    fn check_answers(&self, position: &Position) -> &'static str {
        let (tables, board) = (&self.tablebase, position.board());
        assert_eq!(Clock::three_kings(position, 3).is_ok(), is_three_kings(&board));
        let Ok(verdict) = tables.probe(position, 0) else {
            assert!(position.pieces() > tables.largest(), "no answer");
            let _ = (tables.probe_wdl(position, 0), tables.rank_moves(position, 0), tables.line(position, 0));
            return "position without an answer";
        };
        let of_tables = position.pieces() <= tables.largest();
        for plies in [0, 1, 7, 29, 30, u64::MAX] {
            let category = tables.probe(position, plies).expect("an answer at any clock").category;
            // Without a legal move `probe` needs no table.
            let told = tables.probe_wdl(position, plies).ok();
            assert!(told == category || told.is_none() && !of_tables, "{told:?} instead of {category:?}");
            let told = tables.try_probe_wdl(position, plies);
            assert!(told.is_none() || told == category, "{told:?} instead of {category:?}");
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
}

impl Default for Texts {
    fn default() -> Texts {
        Texts::new()
    }
}

/// A game on the squares of either shade is read back on the same squares; on the dark ones it is that of any FEN.
fn check_shade(text: &str) {
    match text.parse::<ShadedFen>() {
        Ok(read) => {
            let again: ShadedFen = read.to_string().parse().expect("a FEN that is not read back");
            assert_eq!((again.shade, again.fen.position), (read.shade, read.fen.position));
            assert_eq!(read.shade == Shade::Dark, text.parse() == Ok(read.fen.position));
        }
        Err(error) => check_message(&error.to_string()),
    }
}

/// Messages are for one line of a terminal.
fn check_message(message: &str) {
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?} disturbs a terminal");
}
