//! A game with its moves checked.

use crate::board::{Color, Fen, Game as Rules, GameName, GameType, Position, Russian};
use crate::rules::Move;

use super::error::{Fault, PdnError, Place, Unread};
use super::game::Game;

/// The moves of a game, which are legal, as far as it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Played<G = Russian> {
    /// The start, with the draw counter of its FEN.
    pub start: Fen<G>,
    /// The moves: as many of the [`words`](Game::words) as could be read.
    pub moves: Vec<PlayedMove<G>>,
    /// The numbers that contradict the moves; the moves are read all the same.
    pub unread: Vec<Unread>,
    /// Why they end before the game does, if so.
    pub stop: Option<PdnError>,
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
        let kind = self.known("GameType").map_or(Ok(GameType::default()), str::parse::<GameType>);
        kind.map_err(|error| self.error(Fault::GameType(error)))
    }

    /// The moves, checked by the rules of a game, up to the first that is not read. A game without the tag `GameType` is Russian
    /// draughts, or poddavki if those rules are asked for.
    ///
    /// # Errors
    /// [`PdnError`], which names the game, if its start is not known.
    pub fn play<G: Rules>(&self) -> Result<Played<G>, PdnError> {
        if let Some(fault @ (Fault::TwoTags { .. } | Fault::TooLong { .. })) = &self.fault {
            return Err(self.error(fault.clone()));
        }
        let GameType { game: found, numbering, .. } = self.game_type()?;
        // PDN has no number for poddavki: a game without the tag is of the tables that are asked.
        let is_open = G::NAME == GameName::Poddavki && self.known("GameType").is_none();
        if found != G::NAME && !is_open {
            return Err(self.error(Fault::OtherGame { found, expected: G::NAME }));
        }
        let is_start =
            |fen: &&str| ["start", "startpos", "initial"].iter().any(|start| fen.eq_ignore_ascii_case(start));
        let fen = self.known("FEN").filter(|fen| !is_start(fen));
        let start = fen.map_or(Ok(Fen::new(Position::start())), |fen| numbering.fen::<G>(fen));
        let start = start.map_err(|error| self.error(Fault::Fen(error)))?;
        let mut number = self.words.first().and_then(|word| word.number).unwrap_or(1);
        let mut played = Played { start, moves: Vec::new(), unread: Vec::new(), stop: None };
        let mut position = start.position;
        let texts = self.unread.iter().filter_map(|unread| match unread {
            Unread::Text { place, .. } => Some(*place),
            _ => None,
        });
        let first_unread = texts.min();
        for word in &self.words {
            let (color, place) = (position.turn(), word.place);
            // Behind words that are not read, the numbers show whether a move was among them.
            let is_in_doubt = first_unread.is_some_and(|unread| unread < place);
            let other_number = word.number.filter(|&found| found != number);
            if let Some(found) = other_number.filter(|_| !is_in_doubt) {
                played.unread.push(Unread::Number { found, due: number, place });
                number = found;
            }
            let mv = match other_number {
                _ if word.is_null => Err(Fault::Pass { number, color, place, text: word.text.clone() }),
                Some(found) if is_in_doubt => Err(Fault::Number { found, place, number, color }),
                _ => {
                    let read = position.read_move(&word.text, numbering);
                    read.map_err(|error| Fault::Move { number, color, place, error })
                }
            };
            let mv = match mv {
                Ok(mv) => mv,
                Err(fault) => {
                    played.stop = Some(self.error(fault));
                    return Ok(played);
                }
            };
            let text = position.move_text(&mv);
            played.moves.push(PlayedMove { number, before: position, mv, text, place });
            number = number.saturating_add(u32::from(color == Color::Black));
            position = position.after(&mv);
        }
        played.stop = self.fault.clone().map(|fault| self.error(fault));
        Ok(played)
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
