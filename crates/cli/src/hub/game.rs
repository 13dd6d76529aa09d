//! The game so far: the position, and those before it that the draw rule and repetitions depend on.

use bolshak::board::{Fen, FenError, Game, Position};
use bolshak::probe::{Clock, ClockNote};
use bolshak::rules::{DrawRule, HubNumbering, Move};

use crate::shared::text::count;

/// A position and its history.
pub struct GameSoFar<G> {
    /// The position to be answered.
    pub position: Position<G>,
    clock: Clock,
    /// How the draw counter of the first position was used, as long as the clock goes on from it.
    note: Option<ClockNote>,
    /// The positions since the last zeroing move, without the present one.
    seen: Vec<Position<G>>,
}

impl<G: Game> GameSoFar<G> {
    /// The start of a game.
    pub fn start() -> GameSoFar<G> {
        GameSoFar::from(Fen::new(Position::start()))
    }

    fn from(fen: Fen<G>) -> GameSoFar<G> {
        let (clock, note) = Clock::of_fen(&fen, None);
        GameSoFar { position: fen.position, clock, note, seen: Vec::new() }
    }

    /// Reads a position and the moves made from it. The position is `W` or `B`, then `w b W B e` for each square, b8 first; or a
    /// FEN, perhaps with its draw counter.
    pub fn parse(position: &str, moves: &str, numbering: HubNumbering) -> Result<GameSoFar<G>, String> {
        let (length, expected) = (position.chars().count(), G::SQUARES as usize + 1);
        if length != expected && !position.contains(':') {
            return Err(format!(
                "the position has {}; expected {expected}: W or B, then one of w b W B e for each of the {} \
                 squares, b8 first",
                count(length as u64, "character", "characters"),
                G::SQUARES
            ));
        }
        if !position.starts_with(['W', 'B']) {
            return Err("a position starts with the side to move; expected W or B".into());
        }
        let mut game = GameSoFar::from(position.parse().map_err(|error: FenError| format!("no position: {error}"))?);
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            let mv = parse(numbering, &game.position, text).map_err(|error| format!("move {number}: {error}"))?;
            game.seen.push(game.position);
            if mv.is_zeroing() {
                game.seen.clear();
                game.note = None;
            }
            (game.position, game.clock) = (game.position.after(&mv), game.clock.after(&mv));
        }
        Ok(game)
    }

    /// The plies since the last zeroing move, or since the first position and its draw counter, under a rule.
    pub fn clock(&self, rule: DrawRule) -> Clock {
        self.clock.under(rule)
    }

    /// The remark about the clock.
    pub fn note(&self) -> Option<ClockNote> {
        self.note
    }

    /// Whether a position would be repeated.
    pub fn repeats(&self, position: &Position<G>) -> bool {
        self.seen.contains(position)
    }
}

/// The legal move of a text. The error says whether it is legal in the other numbering.
fn parse<G: Game>(numbering: HubNumbering, position: &Position<G>, text: &str) -> Result<Move<G>, String> {
    numbering.parse(position, text).map_err(|error| {
        let other = numbering.other();
        let hint = match other.parse(position, text) {
            Ok(_) => format!("; it would be legal with {other} as square 1: set-param name=numbering value={other}"),
            Err(_) => String::new(),
        };
        format!("{error} (square 1 is {numbering}){hint}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bolshak::board::Russian;

    #[test]
    fn the_clock_begins_with_the_counter_of_a_fen() {
        let game = |moves| GameSoFar::<Russian>::parse("W:WKa5,Ka7:BKg1:H26:F40", moves, HubNumbering::B8).unwrap();
        assert_eq!(game("").clock(DrawRule::FifteenMoves), Clock::new(26));
        assert!(game("").note().is_some());
        assert_eq!(game("13-9").clock(DrawRule::FifteenMoves), Clock::new(27));
    }

    #[test]
    fn a_move_in_the_other_numbering_is_an_error_with_a_hint() {
        let start = bolshak::board::Position::START.to_string();
        let error = GameSoFar::<Russian>::parse(&start, "10-14", HubNumbering::B8).err().unwrap();
        assert!(error.contains("value=a1"), "{error}");
    }

    #[test]
    fn the_clock_follows_the_moves() {
        let game =
            |moves| GameSoFar::<Russian>::parse("WeBeeeeeeeWeeeeeeeeeeeWWeeeeeeeee", moves, HubNumbering::B8).unwrap();
        assert_eq!(game("").clock(DrawRule::None), Clock::new(0).under(DrawRule::None));
        let shuttled = game("22-26 2-20 26-22 20-2");
        assert_eq!(shuttled.clock(DrawRule::FifteenMoves), Clock::new(4));
        assert!(shuttled.repeats(&game("").position) && !game("").repeats(&game("").position));
    }
}
