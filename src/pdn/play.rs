//! A game with its moves checked.

use crate::board::{Color, Fen, Game as Rules, GameName, GameType, Numbering, Position, Russian};
use crate::rules::Move;

use super::error::{Fault, PdnError, Place, Unread};
use super::game::{Game, Word};

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
        let first_unread = self.first_unread();
        let is_in_doubt = |word: &Word| first_unread.is_some_and(|place| place < word.place);
        for word in &self.words {
            if let Some(found) = word.number.filter(|&found| found != number && !is_in_doubt(word)) {
                played.unread.push(Unread::Number { found, due: number, place: word.place });
                number = found;
            }
            match self.step(word, is_in_doubt(word), &position, number, numbering) {
                Ok(mv) => {
                    let text = position.move_text(&mv);
                    played.moves.push(PlayedMove { number, before: position, mv, text, place: word.place });
                    number = number.saturating_add(u32::from(position.turn() == Color::Black));
                    position = position.after(&mv);
                }
                Err(fault) => {
                    played.stop = Some(self.error(fault));
                    return Ok(played);
                }
            }
        }
        played.stop = self.fault.clone().map(|fault| self.error(fault));
        Ok(played)
    }

    /// The move that a word names; it is in doubt if something before it is not read.
    fn step<G: Rules>(
        &self,
        word: &Word,
        is_in_doubt: bool,
        position: &Position<G>,
        number: u32,
        numbering: Numbering,
    ) -> Result<Move<G>, Fault> {
        let (color, place) = (position.turn(), word.place);
        if word.is_null {
            return Err(Fault::Pass { number, color, place, text: word.text.clone() });
        }
        // Behind words that are not read, the numbers show whether a move was among them.
        if let Some(found) = word.number.filter(|&found| found != number && is_in_doubt) {
            return Err(Fault::Number { found, place, number, color });
        }
        position.read_move(&word.text, numbering).map_err(|error| Fault::Move { number, color, place, error })
    }

    /// Where the first text stands that is not read.
    fn first_unread(&self) -> Option<Place> {
        let place = |unread: &Unread| match unread {
            Unread::Text { place, .. } => Some(*place),
            _ => None,
        };
        self.unread.iter().filter_map(place).min()
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
