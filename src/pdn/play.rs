//! A game with its moves checked.

use crate::board::{Color, Fen, Game as Rules, GameName, GameType, Position, Russian};
use crate::rules::Move;

use super::error::{Fault, PdnError};
use super::game::Game;
use super::place::Place;

/// A game whose moves are legal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Played<G = Russian> {
    /// The start, with the draw counter of its FEN.
    pub start: Fen<G>,
    /// The moves.
    pub moves: Vec<PlayedMove<G>>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayedMove<G = Russian> {
    /// Its number in the game, which both sides' moves share.
    pub number: u32,
    /// The position before it.
    pub before: Position<G>,
    /// The move.
    pub mv: Move<G>,
    /// Its notation, as [`Position::move_text`] has it.
    pub text: String,
    /// Where it stands in the file.
    pub place: Place,
}

impl Game {
    /// The game that its tag `GameType` names, and the numbering of its squares; Russian draughts without the tag.
    ///
    /// # Errors
    /// [`PdnError`], if the tag cannot be read.
    pub fn game_type(&self) -> Result<GameType, PdnError> {
        let kind = self.tag("GameType").map_or(Ok(GameType::default()), str::parse::<GameType>);
        kind.map_err(|error| self.error(Fault::GameType(error)))
    }

    /// The moves, checked by the rules of a game. A game without the tag `GameType` is Russian draughts, or poddavki if those
    /// rules are asked for.
    ///
    /// # Errors
    /// [`PdnError`], which names the game and, for a wrong move, its number, its side and its place.
    pub fn play<G: Rules>(&self) -> Result<Played<G>, PdnError> {
        if let Some(fault) = &self.fault {
            return Err(self.error(fault.clone()));
        }
        let GameType { game: found, numbering, .. } = self.game_type()?;
        // PDN has no number for poddavki: a game without the tag is of the tables that are asked.
        let is_open = G::NAME == GameName::Poddavki && self.tag("GameType").is_none();
        if found != G::NAME && !is_open {
            return Err(self.error(Fault::OtherGame { found, expected: G::NAME }));
        }
        let start = self.tag("FEN").map_or(Ok(Fen::new(Position::start())), |fen| numbering.fen::<G>(fen));
        let start = start.map_err(|error| self.error(Fault::Fen(error)))?;
        let (mut position, mut number, mut moves) = (start.position, 1, Vec::new());
        for word in &self.words {
            let color = position.turn();
            let mv = position
                .read_move(&word.text, numbering)
                .map_err(|error| self.error(Fault::Move { number, color, place: word.place, error }))?;
            let text = position.move_text(&mv);
            moves.push(PlayedMove { number, before: position, mv, text, place: word.place });
            position = position.after(&mv);
            number += u32::from(color == Color::Black);
        }
        Ok(Played { start, moves })
    }

    fn error(&self, fault: Fault) -> PdnError {
        PdnError { title: self.title(), fault }
    }
}

impl<G: Rules> Played<G> {
    /// The position after the last move.
    pub fn last(&self) -> Position<G> {
        self.moves.last().map_or(self.start.position, |of_game| of_game.before.after(&of_game.mv))
    }
}

impl<G: Rules> PlayedMove<G> {
    /// "3. c3-d4" or "3... d6-c5".
    pub fn name(&self) -> String {
        format!("{}{} {}", self.number, self.before.turn().dots(), self.text)
    }
}
