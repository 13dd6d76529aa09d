//! One game, as text and with checked moves.

use std::collections::BTreeMap;

use crate::board::{Color, Fen, Game as Rules, GameName, GameType, Position, Russian, of_variant, short};
use crate::rules::Move;

use super::error::{Fault, PdnError, Place, Unread};
use super::tag;
use super::words::Stated;

/// The most bytes of a game in a file.
pub const GAME_BYTES: usize = 16 << 20;

/// The start of a comment by the judgement of games, before a colon or a point. Such a comment is dropped, since the next judgement
/// writes it again; before one with a colon, so is the mark written with it, `$2` or `$4`.
pub const JUDGEMENT: &str = "{bolshak";

/// The spellings of results in PDN.
const TEXTS: [&str; 12] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "*", "2:0", "0:2", "1:1", "0-0", "½-½"];

/// A move as written, without its number and marks.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Word {
    /// The text.
    pub text: String,
    /// Its place.
    pub place: Place,
    /// The number before it, if any.
    pub number: Option<u32>,
    /// Whether it passes the turn, such as `--`, which is not a move.
    pub is_null: bool,
}

/// A game as written. Its moves are not checked yet: see [`Game::play`].
#[derive(Clone, Default, Debug)]
pub struct Game {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The moves of the game itself, without variations.
    pub words: Vec<Word>,
    /// Its unread parts that are not comments. The moves around them are read.
    pub unread: Vec<Unread>,
    /// The comments, marks such as `$2`, and variations: after how many words, and their text.
    pub(super) remarks: Vec<(usize, String)>,
    /// Why it was not read to its end, if so.
    pub(super) fault: Option<Fault>,
    /// The text after the place of the fault.
    pub(super) rest: String,
    /// The result after the moves, and its text.
    pub(super) stated: Option<(Stated, String)>,
    pub(super) tags: Vec<(String, String)>,
    /// The place of each tag by its name in lower case: a game may have a hundred thousand.
    places: BTreeMap<String, usize>,
}

impl Game {
    /// The value of a tag; ignores the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.places.get(&name.to_ascii_lowercase()).map(|&at| &*self.tags[at].1)
    }

    /// The value of a tag, unless it is empty or a placeholder such as `?` or `-`.
    pub(super) fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| value.contains(|c: char| !"?-–—.*_ ".contains(c)))
    }

    /// All tags with their values, in order.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (&**name, &**value))
    }

    /// The text after `count` of the [`words`](Game::words): comments in braces, marks such as `$2`, and variations in parentheses.
    pub fn remarks_after(&self, count: usize) -> Option<&str> {
        let at = self.remarks.binary_search_by_key(&count, |(after, _)| *after).ok()?;
        self.remarks.get(at).map(|(_, text)| &**text)
    }

    /// The text after the place where reading stopped; empty if it did not stop.
    pub fn rest(&self) -> &str {
        &self.rest
    }

    /// The stated result: the one after the moves, else that of the tag.
    pub fn stated(&self) -> Stated {
        self.result_and_text().map_or(Stated::Open, |(stated, _)| stated)
    }

    /// The stated result in PDN: as written if it is a spelling of PDN, else `2-0`, `0-2`, `1-1`, `0-0` or `*`.
    pub fn result(&self) -> &str {
        self.result_and_text().map_or("*", |(stated, text)| if TEXTS.contains(&text) { text } else { stated.text() })
    }

    /// Records a result tag as unread if it is unreadable or contradicts the result after the moves.
    pub(super) fn check_result(&mut self, place: Place) {
        let Some(tag) = self.known("Result") else { return };
        let behind = self.stated.as_ref().map_or(Stated::Open, |(stated, _)| *stated);
        if of_tag(tag).is_none_or(|of_tag| ![of_tag, behind].contains(&Stated::Open) && of_tag != behind) {
            let value = tag.into();
            self.unread.push(Unread::Tag { name: "Result".into(), value, place });
        }
    }

    fn result_and_text(&self) -> Option<(Stated, &str)> {
        let behind = self.stated.as_ref().filter(|(stated, _)| *stated != Stated::Open);
        let tag = || self.tag("Result").and_then(|tag| Some((of_tag(tag)?, tag)));
        behind.map(|(stated, text)| (*stated, &**text)).or_else(tag)
    }

    /// A title for messages: "game 3, Orlova - Tikhonov".
    pub fn title(&self) -> String {
        let [white, black] = self.players();
        format!("game {}, {white} - {black}", self.number)
    }

    /// White and Black, shortened for messages; `?` without a name.
    pub fn players(&self) -> [String; 2] {
        ["White", "Black"].map(|tag| self.tag(tag).filter(|name| !name.is_empty()).map_or("?".into(), short))
    }

    /// Keeps a tag. Two contradictory tags about the start may be of two games, and are a fault; any other second value is unread.
    pub(super) fn set_tag(&mut self, name: &str, value: &str, place: Place) {
        let name = tag::canonical(name);
        // Quotes in a value may have a backslash.
        let value = value.replace("\\\"", "\"");
        match self.tag(name) {
            None => {
                self.places.insert(name.to_ascii_lowercase(), self.tags.len());
                self.tags.push((name.into(), value));
            }
            Some(before) if before == value => {}
            Some(_) => {
                if ["GameType", "Variant", "FEN"].contains(&name) {
                    self.fault.get_or_insert(Fault::TwoTags { name: name.into() });
                }
                self.unread.push(Unread::Tag { name: name.into(), value, place });
            }
        }
    }

    /// Keeps a token other than a move of the game.
    pub(super) fn remark(&mut self, token: &str) {
        match self.remarks.last_mut() {
            Some((after, text)) if *after == self.words.len() => {
                text.push(' ');
                text.push_str(token);
            }
            _ => self.remarks.push((self.words.len(), token.into())),
        }
    }

    pub(super) fn too_long(self, place: Place) -> Game {
        let fault = Some(Fault::TooLong { place, mebibytes: GAME_BYTES >> 20 });
        Game { tags: self.tags, places: self.places, fault, ..Game::default() }
    }
}

/// A text as a comment, without braces, which would end it.
pub fn in_braces(text: &str) -> String {
    format!("{{{}}}", plain(text).replace(['{', '}'], "'"))
}

/// A text on one line, with single spaces.
pub fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The result of a tag; a text in brackets after it is the reason.
fn of_tag(value: &str) -> Option<Stated> {
    Stated::read(value.split('(').next().unwrap_or_default().trim())
}

/// The legal moves of a game, up to the first that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Played<G = Russian> {
    /// The start, with the draw counter of its FEN.
    pub start: Fen<G>,
    /// The moves: the first of the [`words`](Game::words), as many as could be read.
    pub moves: Vec<PlayedMove<G>>,
    /// The numbers that contradict the moves. The moves are read anyway.
    pub unread: Vec<Unread>,
    /// Why they end before the game, if so.
    pub stop: Option<PdnError>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PlayedMove<G = Russian> {
    /// Its move number, which both sides' moves share.
    pub number: u32,
    /// The position before it.
    pub before: Position<G>,
    /// The move.
    pub mv: Move<G>,
    /// Its notation, as of [`Position::move_text`].
    pub text: String,
    /// Its place in the file.
    pub place: Place,
}

impl Game {
    /// The game and numbering of its tags `GameType` and `Variant`; Russian draughts without them.
    ///
    /// # Errors
    /// [`PdnError`], if a tag cannot be read, or they contradict each other.
    pub fn game_type(&self) -> Result<GameType, PdnError> {
        let tag = self.known("GameType").map(str::parse::<GameType>).transpose();
        let variant = self.known("Variant").map_or(Ok(None), of_variant);
        let both = tag.and_then(|tag| Ok((tag, variant?))).map_err(|error| self.error(Fault::GameType(error)))?;
        // PDN has no number for poddavki.
        let is_one = |game, of_tag| game == of_tag || (game, of_tag) == (GameName::Poddavki, GameName::Russian);
        let two = Fault::TwoTags { name: "GameType, Variant".into() };
        match both {
            (tag, None) => Ok(tag.unwrap_or_default()),
            (Some(tag), Some(game)) if !is_one(game, tag.game) => Err(self.error(two)),
            (tag, Some(game)) => Ok(GameType { game, ..tag.unwrap_or_default() }),
        }
    }

    /// The moves, checked by the rules of a game, up to the first that cannot be read. A game without the tags `GameType` and
    /// `Variant` is Russian draughts, or poddavki if `G` is.
    ///
    /// # Errors
    /// [`PdnError`], which names the game, if its start is unknown.
    #[inline(never)]
    pub fn play<G: Rules>(&self) -> Result<Played<G>, PdnError> {
        if let Some(fault @ (Fault::TwoTags { .. } | Fault::TooLong { .. })) = &self.fault {
            return Err(self.error(fault.clone()));
        }
        let GameType { game: found, numbering, .. } = self.game_type()?;
        let is_open = (G::NAME, found) == (GameName::Poddavki, GameName::Russian) && self.known("GameType").is_none();
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
            // After unread words, the numbers show whether a move was among them.
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
    /// Its number and notation: "3. c3-d4" or "3... d6-c5".
    pub fn name(&self) -> String {
        format!("{}{} {}", self.number, self.before.turn().dots(), self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_of_both_tags() {
        for (tags, expected) in [
            ("[Variant \"Russian\"]", "russian"),
            ("[GameType \"25\"] [Variant \"Poddavki\"]", "poddavki"),
            ("[Variant \"Английские\"]", "\"Английские\" is not a known game type"),
            ("[GameType \"25\"] [Variant \"Draughts-80\"]", "two tags GameType, Variant with different values"),
        ] {
            let game = crate::pdn::games(&format!("{tags} *")).next().unwrap();
            let found = game.game_type().map_or_else(|error| error.to_string(), |kind| kind.game.to_string());
            assert!(found.contains(expected) && game.play::<Russian>().is_ok() == (found == "russian"), "{found}");
        }
    }
}
