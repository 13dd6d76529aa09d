//! The game so far: a position, and the moves from it that count for the draw rule.

use bolshak::board::Position;
use bolshak::probe::Clock;
use bolshak::rules::DrawRule;

use super::numbering::Numbering;
use crate::cli::text::count;

/// A position and how it came about.
pub struct Game {
    /// The position to be answered.
    pub position: Position,
    clock: Clock,
    /// The positions since the last zeroing move, the present one not among them.
    seen: Vec<Position>,
}

/// The characters of a position in text.
const LENGTH: usize = 33;

impl Game {
    /// The start of a game.
    pub fn start() -> Game {
        Game::from(Position::START)
    }

    fn from(position: Position) -> Game {
        Game { position, clock: Clock::new(0), seen: Vec::new() }
    }

    /// Reads a position (`W` or `B`, then `w b W B e` for each square, b8 first) and the moves made from it.
    pub fn parse(position: &str, moves: &str, numbering: Numbering) -> Result<Game, String> {
        let length = position.chars().count();
        if length != LENGTH {
            return Err(format!(
                "the position has {}; expected {LENGTH}: W or B, then one of w b W B e for each of the 32 \
                 squares, b8 first",
                count(length as u64, "character", "characters")
            ));
        }
        if !position.starts_with(['W', 'B']) {
            return Err("the position starts with who is to move; expected W or B".into());
        }
        let mut game = Game::from(position.parse::<Position>().map_err(|error| format!("no position: {error}"))?);
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            let mv = numbering.parse(&game.position, text).map_err(|error| format!("move {number}: {error}"))?;
            game.seen.push(game.position);
            if mv.is_zeroing() {
                game.seen.clear();
            }
            (game.position, game.clock) = (game.position.after(&mv), game.clock.after(&mv));
        }
        Ok(game)
    }

    /// The plies since the last zeroing move, or since the first position, under a rule.
    pub fn clock(&self, rule: DrawRule) -> Clock {
        self.clock.under(rule)
    }

    /// Whether a position would be repeated.
    pub fn repeats(&self, position: &Position) -> bool {
        self.seen.contains(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_follows_the_moves() {
        let game = |moves| Game::parse("WeBeeeeeeeWeeeeeeeeeeeWWeeeeeeeee", moves, Numbering::B8).unwrap();
        assert_eq!(game("").clock(DrawRule::None), Clock::new(0).under(DrawRule::None));
        let shuttled = game("22-26 2-20 26-22 20-2");
        assert_eq!(shuttled.clock(DrawRule::FifteenMoves), Clock::new(4));
        assert!(shuttled.repeats(&game("").position) && !game("").repeats(&game("").position));
    }
}
