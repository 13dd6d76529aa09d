//! The grammar of a game.
//!
//! ```text
//! game    = { tag | prose | comment } { number | move | mark | comment | variation | prose } [ result ]
//! ```
//!
//! Unclosed comments and variations, and other unread parts, end at the next border (`games.rs`) at the latest. They stay with their
//! game: every byte of a text with games belongs to one of them.

use super::error::{Fault, Place, Unread};
use super::game::{Game, Word, in_braces, plain};
use super::parts::{Parts, Variation};
use super::tokens::{Kind, Token, Tokens};
use super::words::{self, Meaning, Stated};
use super::{names, prose};

#[derive(Default)]
pub struct Parser<'t> {
    text: &'t str,
    pub(super) game: Game,
    /// How far lines and columns were counted, and the place there.
    at: usize,
    place: Place,
    parts: Parts,
    pub(super) variation: Option<Variation>,
    number: Option<u32>,
    pub(super) last_number: Option<u32>,
    /// The number of moves before it.
    before_number: usize,
    /// The result and its place, once found.
    pub(super) ended: Option<(Place, &'t str)>,
    /// Unread tokens after the result or an empty line. The next token decides whether they belong to this game.
    pub(super) pending: Vec<Token<'t>>,
    /// Lines of prose before the first move.
    headings: Vec<(Place, &'t str)>,
}

/// Whether some headings have a setup, or names of the sides.
fn have_setup(headings: &[Token<'_>]) -> bool {
    headings.iter().any(|heading| prose::names_side(heading.text))
}

impl<'t> Parser<'t> {
    pub fn new(text: &'t str, place: Place) -> Parser<'t> {
        Parser { text, place, ..Parser::default() }
    }

    pub fn is_begun(&self) -> bool {
        !self.game.tags.is_empty() || self.has_moves() || self.last_number.is_some()
    }

    pub fn has_moves(&self) -> bool {
        self.parts.words > 0 || self.game.fault.is_some()
    }

    /// Whether there is anything to keep, a game or not.
    pub fn has_text(&self) -> bool {
        self.is_begun() || self.variation.is_some() || !self.parts.is_empty() || !self.pending.is_empty()
    }

    /// Whether a token begins a line behind a heading, or stands on the line of one that is not only a remark: it has a result, or a
    /// setup is before it.
    pub fn is_behind_heading(&self, token: &Token<'_>) -> bool {
        let Some((last, earlier)) = self.pending.split_last() else { return false };
        let is_on_line = !self.text[last.start + last.text.len()..token.start].contains('\n');
        token.is_first || is_on_line && (have_setup(earlier) || words::has_result(last.text))
    }

    pub fn take(&mut self, token: Token<'t>, line: &'t str, tokens: &mut Tokens<'t>) {
        let Token { kind, text, start, .. } = token;
        let may_be_prose = self.variation.is_none() && token.is_first && matches!(kind, Kind::Word | Kind::Number(_));
        if may_be_prose && prose::is_prose(line) {
            let text = prose::prose(line);
            tokens.at = start + text.len();
            return self.prose(&token, text.trim_end());
        }
        if may_be_prose
            && let Some(before) = prose::before_first(line)
            && (!self.has_moves() || have_setup(&self.pending) || words::has_result(before))
        {
            tokens.at = start + before.len();
            return self.prose(&token, before.trim_end());
        }
        if self.variation.is_none() && self.ended.is_some() {
            let is_noise = match kind {
                Kind::Word if token.is_first => {
                    let phrase = words::result_in_words(prose::prose(line).split_whitespace());
                    phrase.is_none() && !matches!(words::meaning(text), Meaning::Result(_))
                }
                Kind::Number(_) => !tokens.lead_to_move(),
                _ => false,
            };
            if is_noise {
                self.flush();
                return self.unread(text, start);
            }
        }
        // A comment apart from a finished game may belong to the next one, as does a result between names and the number 1.
        let is_apart = self.ended.is_some() && (token.after_empty_line || !self.pending.is_empty());
        let leads_on = || tokens.clone().next().is_some_and(|next| next.kind == Kind::Number(1));
        let is_below_names = || leads_on() && self.pending.last().is_some_and(|last| names::names_players(last.text));
        if kind == Kind::Comment && is_apart || token.is_first && words::result(text).is_some() && is_below_names() {
            return self.pending.push(token);
        }
        self.flush();
        match kind {
            Kind::OpenComment => {
                let place = self.place_of(start);
                self.stop(Fault::OpenComment { place }, start + text.len());
            }
            _ if self.variation.is_some() => self.inside(&token, tokens),
            Kind::Tag(name, value) => {
                // A number before tags is not a move number.
                (self.number, self.last_number) = (None, None);
                let place = self.place_of(start);
                self.game.set_tag(name, value, place);
            }
            Kind::Comment => self.parts.comment(text),
            Kind::Line => self.line(&token, tokens),
            Kind::Nag => self.parts.remark(text),
            Kind::Open => {
                let place = self.place_of(start);
                self.variation = Some(Variation::new(&token, place));
            }
            Kind::Number(number) => self.number(number),
            // Between moves they pass the turn; before a move of Black they mean nothing, and at the end that the game went on.
            Kind::Dots => {
                let next = tokens.clone().next();
                if next.is_some_and(|next| next.is_number()) && self.is_begun() && self.ended.is_none() {
                    self.push(text, start, true);
                } else if self.number.is_none() && !next.is_some_and(|next| next.is_move()) {
                    self.parts.remark(&in_braces(text));
                }
            }
            Kind::Close => self.unread(text, start),
            Kind::Word => self.word(&token, tokens),
        }
    }

    fn prose(&mut self, token: &Token<'t>, prose: &'t str) {
        if self.parts.words == 0 && self.ended.is_none() {
            self.flush();
            let place = self.place_of(token.start);
            self.headings.push((place, prose));
            self.parts.remark(&in_braces(prose));
        } else {
            self.pending.push(Token { text: prose, ..*token });
        }
    }

    fn flush(&mut self) {
        for Token { kind, text, start, .. } in std::mem::take(&mut self.pending) {
            match kind {
                Kind::Comment => self.parts.comment(text),
                _ => self.unread(text, start),
            }
        }
    }

    /// A comment from a semicolon to the end of the line, or to the next move of the game.
    fn line(&mut self, token: &Token<'t>, tokens: &mut Tokens<'t>) {
        let comment = token.text.trim_start_matches([';', ' ']);
        let (behind, words) = (&self.text[tokens.at..], self.parts.words - self.before_number);
        let is_glued = !self.text[..token.start].ends_with(char::is_whitespace);
        let last = self.last_number.filter(|_| is_glued && self.ended.is_none());
        let found = last.and_then(|last| prose::next_move(comment, behind, last, words));
        tokens.is_cut |= found.is_some() && behind.len() < 4 * prose::ENOUGH;
        let (length, is_clear) = found.unwrap_or((comment.len(), true));
        if !is_clear {
            return self.unread(comment, tokens.at - comment.len());
        }
        tokens.at -= comment.len() - length;
        self.parts.remark(&in_braces(&comment[..length]));
    }

    fn inside(&mut self, token: &Token<'t>, tokens: &Tokens<'t>) {
        let place = self.place_of(token.start);
        let Some(mut variation) = self.variation.take() else { return };
        if variation.goes_on(token, place) {
            return self.variation = Some(variation);
        }
        let inside = &self.text[variation.start + 1..token.start];
        let may_end = self.ended.is_none() && self.has_moves();
        if let Some(stated) = Stated::read(inside).filter(|_| may_end) {
            return self.result(stated, inside, token.start);
        }
        self.parts.variation(variation);
        // With a reason, at the end: "(2-0, time)".
        let result = inside.split([',', ';']).next().unwrap_or_default().trim();
        let begins = |next: Token<'_>| next.after_empty_line || matches!(next.kind, Kind::Tag(..) | Kind::Number(1));
        let ends = || tokens.clone().next().is_none_or(begins);
        if let Some(stated) = words::result(result).filter(|_| may_end && ends()) {
            self.result(stated, result, token.start);
        }
    }

    /// Stops reading the game: its rest is the text from the outermost open parenthesis, else from the fault on.
    fn stop(&mut self, fault: Fault, end: usize) {
        let start = self.variation.take().map_or(self.at, |variation| variation.start);
        self.game.fault.get_or_insert(fault);
        self.game.rest.push_str(&self.text[start..end]);
    }

    fn number(&mut self, number: u32) {
        // A result before further moves is not that of the game.
        if let Some((place, text)) = self.ended.take() {
            self.game.stated = None;
            self.parts.pass_over(text, place, &mut self.game.unread);
        }
        (self.number, self.last_number, self.before_number) = (Some(number), Some(number), self.parts.words);
    }

    fn word(&mut self, token: &Token<'t>, tokens: &mut Tokens<'t>) {
        let Token { text, start, .. } = *token;
        match words::meaning(text) {
            Meaning::Result(stated) => self.result(stated, text, start),
            Meaning::Move(body, marks) => {
                self.push(body, start + text.find(body).unwrap_or(0), false);
                words::remark(marks).iter().for_each(|marks| self.parts.remark(marks));
            }
            Meaning::Null if self.is_dash(token, tokens) => {}
            Meaning::Null if self.is_begun() => self.push(text, start, true),
            Meaning::Marks if !text.contains(['[', ']', '{', '}', '$']) => {
                words::remark(text).iter().for_each(|marks| self.parts.remark(marks));
            }
            Meaning::Digits => {
                let expected = self.last_number.map_or(1, |last| last.saturating_add(1));
                match text.parse() {
                    Ok(number) if number == expected => self.number(number),
                    _ => self.unread(text, start),
                }
            }
            _ => {
                // Combine consecutive words into a phrase.
                let mut end = start + text.len();
                // Do not skip a word that looks like a move: the moves after it would start from another position.
                let is_like_move = self.is_begun() && words::looks_like_move(text);
                while let Some(next) = tokens.clone().next()
                    && !is_like_move
                    && next.kind == Kind::Word
                    && !next.is_first
                    && matches!(words::meaning(next.text), Meaning::Other | Meaning::Marks)
                {
                    end = next.start + next.text.len();
                    tokens.at = end;
                }
                let phrase = &self.text[start..end];
                match words::result_in_words(phrase.split_whitespace()) {
                    Some(stated) => self.result(stated, phrase, start),
                    None if is_like_move => self.push(text, start, false),
                    None => self.unread(phrase, start),
                }
            }
        }
    }

    /// Whether a word that may pass the turn is a dash without meaning: before a result or another word that is not a move, after
    /// unread words or directly after the dots of a number, or before the first move.
    fn is_dash(&self, token: &Token<'_>, tokens: &Tokens<'_>) -> bool {
        let is_one = token.text.chars().count() == 1;
        let is_glued = self.text[..token.start].ends_with('.');
        let next = tokens.clone().next();
        let line = || self.place.after(&self.text[self.at..token.start]).line;
        let is_behind_unread =
            matches!(self.game.unread.last(), Some(Unread::Text { place, .. }) if place.line == line());
        let leads_on = next.is_some_and(|next| next.is_number() || next.is_move());
        is_one && (!leads_on || is_behind_unread || is_glued || self.parts.words == 0)
    }

    fn result(&mut self, stated: Stated, text: &'t str, start: usize) {
        if !self.is_begun() {
            let place = self.place_of(start);
            self.headings.push((place, text));
            return self.parts.remark(&in_braces(text));
        }
        match self.game.stated {
            Some((before, _)) if before != Stated::Open => match stated {
                Stated::Open => {}
                same if same == before && !text.contains(char::is_alphabetic) => {}
                same if same == before => self.parts.remark(&in_braces(text)),
                _ => self.unread(text, start),
            },
            _ => self.game.stated = Some((stated, text.into())),
        }
        let place = self.place_of(start);
        self.ended.get_or_insert((place, text));
    }

    fn push(&mut self, text: &str, start: usize, is_null: bool) {
        let place = self.place_of(start);
        let number = self.number.take();
        self.parts.word(Word { text: plain(text), place, number, is_null });
    }

    /// Keeps an unread text, also as a comment.
    fn unread(&mut self, text: &str, start: usize) {
        let place = self.place_of(start);
        self.parts.pass_over(text, place, &mut self.game.unread);
    }

    /// The place of a byte. Calls must be in ascending order.
    fn place_of(&mut self, start: usize) -> Place {
        self.place = self.place.after(&self.text[self.at..start]);
        self.at = start;
        self.place
    }

    pub fn finish(mut self, end: usize) -> Game {
        if end == self.text.len() {
            self.flush();
        }
        if let Some(Variation { place, .. }) = self.variation {
            self.stop(Fault::OpenVariation { place }, end);
        }
        self.game.check_result(self.place);
        self.parts.put_in(&mut self.game);
        prose::take(&mut self.game, &self.headings);
        self.game
    }
}
