//! Setups in words, Russian and English: `Белые: пр. b4, e7, д. a1. Чёрные: пр. c5`.
//!
//! A setup is a caption, then lists and phrases in any order. A list is a side and its pieces; a phrase names the side to move:
//!
//! ```text
//! list    side [piece] [":"] {[piece] square}, or piece ["of"] side [":"] ...; one of two letters needs the colon
//! phrase  side moves, or moves [":"] ["of"] side; "after" before it; perhaps with a goal, "and win", which may also stand alone
//! ```
//!
//! A list may be empty: `нет`. Spaces, "and", brackets and signs such as `,` `;` `.` `/` `|` separate the parts. Before the lists, a
//! side alone is to move, and one in a remark, "Ошибка чёрных", has no meaning.

use crate::board::{Color, Game, MOST_PIECES, Position, Square, short};

use super::copied::otherwise;
use super::error::FenError;
use super::parse::{Names, Pieces};
use super::words::{DASHES, Kind, SEPARATORS, Token, is_alone, is_dash, is_remark, may_be_file, side, sign, tokens};

/// Reads a setup. `None` if the text has none: it names no side, or only by a Latin letter that FENs also have.
pub fn read<G: Game>(text: &str, names: Names) -> Option<Result<Position<G>, FenError>> {
    let tokens = tokens::<G>(text);
    let begins_list = |token: &&Token<'_>| matches!(token.kind, Kind::List(_) | Kind::Turn { in_brackets: true, .. });
    let mut lists = tokens.iter().filter(begins_list).filter_map(|token| Some((side(Some(token))?, token.text)));
    let (first, name) = lists.next()?;
    if name.len() == 1 && lists.all(|(color, name)| name.len() == 1 && color == first) {
        return None;
    }
    let reader = Reader::<G> { tokens: &tokens, names, ..Reader::default() };
    Some(reader.read(text))
}

#[derive(Default)]
struct Reader<'r, 't, G> {
    tokens: &'r [Token<'t>],
    names: Names,
    pieces: Pieces<G>,
    /// Where the caption ends.
    begin: usize,
    turn: Option<Color>,
    /// The side that is listed first.
    first: Option<Color>,
    /// The side whose pieces are listed, and its name there.
    list: Option<(Color, &'t str)>,
    /// The lists so far: the side, and whether of its kings or of its men, if the list says so.
    listed: Vec<(Color, Option<bool>)>,
    /// Whether the current list is among them.
    is_begun: bool,
    /// Whether the squares that follow have kings, if the text says so; and whether the next one alone has.
    kings: Option<bool>,
    next_alone: Option<bool>,
    /// A name of pieces that no square has followed yet.
    open: Option<&'t str>,
    /// Whether squares have letters: then a number is not a square.
    has_letters: bool,
    /// The first number taken for a square.
    number: Option<&'t str>,
    last: Option<(Color, Square<G>)>,
    /// The pieces of sides by their counts in brackets, and these.
    counted: Vec<(Color, u32)>,
    /// The squares of the current list that no name of pieces applies to yet.
    unnamed: Vec<Square<G>>,
}

impl<'t, G: Game> Reader<'_, 't, G> {
    fn read(mut self, text: &str) -> Result<Position<G>, FenError> {
        let mut at = self.caption()?;
        self.begin = at;
        let caption = self.tokens.get(at).map_or(text, |token| &text[..token.start]);
        // "Не публиковался" and "losing chances" are remarks.
        let changes = |token: &str| !["не", "not", "losing"].contains(&&*token.to_lowercase());
        let error = otherwise::<G>(caption);
        error.filter(|error| matches!(error, FenError::Beside { token } if changes(token))).map_or(Ok(()), Err)?;
        while let Some(token) = self.tokens.get(at) {
            at += self.part(at, token)?;
        }
        self.close()?;
        if let Some(&(color, named)) = self.counted.iter().find(|(color, named)| self.pieces.count(*color) != *named) {
            return Err(FenError::Counted { color, named, listed: self.pieces.count(color) });
        }
        self.pieces.into_position(self.turn.or(self.first).unwrap_or(Color::White))
    }

    /// Where the caption ends. A caption has neither squares nor names of pieces.
    fn caption(&self) -> Result<usize, FenError> {
        let begins = |&at: &usize| {
            matches!(self.tokens[at].kind, Kind::List(_) | Kind::Turn { .. }) || self.of_side(at).is_some()
        };
        let end = (0..self.tokens.len()).find(begins).unwrap_or(self.tokens.len());
        let is_content = |token: &&Token<'_>| matches!(token.kind, Kind::Square(_) | Kind::Piece { .. });
        self.tokens[..end].iter().find(is_content).map_or(Ok(end), |token| Err(no_word(token)))
    }

    /// The place of the side that follows the name of its pieces: "дамки белых", "kings of Black".
    fn of_side(&self, at: usize) -> Option<(usize, Color)> {
        let is_of = |token: &Token<'_>| token.kind == Kind::Of;
        let behind = at + 1 + usize::from(self.tokens.get(at + 1).is_some_and(is_of));
        match (&self.tokens[at].kind, &self.tokens.get(behind)?.kind) {
            (Kind::Piece { .. }, Kind::List(color)) => Some((behind, *color)),
            _ => None,
        }
    }

    fn begin(&mut self, color: Color, name: &'t str) -> Result<(), FenError> {
        self.close()?;
        self.pieces.named[color as usize] = true;
        self.first.get_or_insert(color);
        (self.list, self.is_begun, self.kings, self.next_alone) = (Some((color, name)), false, None, None);
        self.unnamed.clear();
        Ok(())
    }

    /// Checks that a square has followed the last name of pieces.
    fn close(&self) -> Result<(), FenError> {
        self.open.map_or(Ok(()), |text| Err(FenError::Word { token: short(text) }))
    }

    /// Reads a part; returns its number of tokens.
    fn part(&mut self, at: usize, token: &Token<'t>) -> Result<usize, FenError> {
        match &token.kind {
            Kind::List(color) if self.is_list(at) => self.begin(*color, token.text)?,
            Kind::List(_) if is_remark(self.tokens, at, self.listed.is_empty()) => {}
            Kind::List(_) if !(self.listed.is_empty() && is_alone(self.tokens, at)) => return Err(no_word(token)),
            Kind::List(color) | Kind::Turn { color, .. } => {
                self.close()?;
                self.list = None;
                if matches!(token.kind, Kind::Turn { in_brackets: true, .. }) && self.is_list(at) {
                    self.begin(*color, token.text)?;
                }
                if self.turn.replace(*color).is_some_and(|before| before != *color) {
                    return Err(FenError::TwoTurns { token: short(token.text) });
                }
            }
            Kind::Piece { kings, all } if self.is_behind_square(at) => self.name_behind(token, *kings, *all)?,
            Kind::Letter { kings } if self.is_behind_square(at) => self.name_behind(token, *kings, false)?,
            Kind::Piece { kings, all } => {
                let of_side = self.of_side(at);
                if let Some((behind, color)) = of_side {
                    self.begin(color, self.tokens[behind].text)?;
                }
                self.name(token, *kings, *all || self.is_label(at))?;
                return Ok(of_side.map_or(1, |(behind, _)| behind + 1 - at));
            }
            Kind::Letter { kings } if self.list.is_some_and(|(_, name)| name.is_ascii()) => {
                self.name(token, *kings, self.is_label(at))?;
            }
            Kind::Square(place) => {
                if let Some(number) = self.number {
                    return Err(FenError::Count { token: short(number) });
                }
                self.put(at, place)?;
                self.has_letters = true;
            }
            Kind::Number(number) if self.is_count(at) => {
                self.counted.extend(self.list.zip(number.parse().ok()).map(|((color, _), number)| (color, number)))
            }
            Kind::Number(place) => {
                if self.has_letters || self.counts(at, place) || may_be_file(token) && !self.has_numbers() {
                    return Err(FenError::Count { token: short(token.text) });
                }
                self.put(at, place)?;
                self.number.get_or_insert(token.text);
            }
            Kind::Nothing if self.list.is_some() => self.open = None,
            Kind::And | Kind::Of | Kind::Goal => {}
            Kind::Sign(sign) if SEPARATORS.contains(*sign) => {}
            Kind::Sign(sign) if DASHES.contains(*sign) => {
                if let (Some(one), Some(other)) =
                    (at.checked_sub(1).map(|at| &self.tokens[at]), self.tokens.get(at + 1))
                    && one.kind.is_place()
                    && other.kind.is_place()
                {
                    return Err(FenError::Word { token: short(&format!("{}{sign}{}", one.text, other.text)) });
                }
            }
            _ => return Err(no_word(token)),
        }
        Ok(1)
    }

    fn is_of_list(&self, at: &usize) -> bool {
        !matches!(self.tokens[*at].kind, Kind::List(_) | Kind::Turn { .. })
    }

    /// Whether pieces follow a side, or the word that it has none.
    fn is_list(&self, at: usize) -> bool {
        (at + 1..self.tokens.len()).take_while(|at| self.is_of_list(at)).any(|at| match &self.tokens[at].kind {
            kind if kind.is_piece() => self.of_side(at).is_none(),
            kind => kind.is_place() || *kind == Kind::Nothing,
        })
    }

    /// Whether numbers are squares: one is neither in the caption, nor a count, nor in "д4".
    fn has_numbers(&self) -> bool {
        let is_square = |at: usize| {
            matches!(self.tokens[at].kind, Kind::Number(_)) && !may_be_file(&self.tokens[at]) && !self.is_count(at)
        };
        (self.begin..self.tokens.len()).any(is_square)
    }

    /// Whether the name of a piece follows its square: "a1 (king), b4", "a1 дам., b4", "a1 king b4 man".
    fn is_behind_square(&self, at: usize) -> bool {
        let is_short = sign(self.tokens.get(at + 1)) == Some('.');
        let after = self.tokens.get(at + 1 + usize::from(is_short));
        let in_brackets = at > 1 && sign(self.tokens.get(at - 1)) == Some('(') && sign(after) == Some(')');
        let has_sign = in_brackets || at > 1 && is_dash(self.tokens.get(at - 1));
        let before = at.checked_sub(if has_sign { 2 } else { 1 });
        let is_behind = before.is_some_and(|at| self.tokens[at].kind.is_place());
        let is_before = after.is_some_and(|token| token.kind.is_place() || token.kind.is_piece());
        let is_apart = !is_before || self.are_names_behind(at);
        is_behind && self.last.is_some() && (in_brackets || is_apart && sign(after) != Some(':'))
    }

    /// Whether a list begins with a square and ends with the name of a piece, so that a name between two squares is that of the first.
    fn are_names_behind(&self, at: usize) -> bool {
        let of_list = |at: &usize| self.is_of_list(at);
        let is_place = |at: &usize| self.tokens[*at].kind.is_place();
        let is_name = |at: &usize| self.tokens[*at].kind.is_piece() && self.of_side(*at).is_none();
        let first = (0..at).rev().take_while(of_list).filter(|at| is_place(at) || is_name(at)).last();
        let last = (at..self.tokens.len()).take_while(of_list).filter(|at| is_place(at) || is_name(at)).last();
        first.as_ref().is_some_and(is_place) && last.as_ref().is_some_and(is_name)
    }

    /// Whether a letter is the label of the squares that follow, not only of the next one: "K: a1, c3".
    fn is_label(&self, at: usize) -> bool {
        self.tokens[at].text.chars().nth(1).is_none() && sign(self.tokens.get(at + 1)) == Some(':')
    }

    /// Whether a square without a name has a king, as it stands between the name of a king and the label of men: "king a1, c3, men e5".
    fn is_before_men(&self, at: usize) -> bool {
        let name = |at: &usize| self.tokens[*at].kind.is_piece() && !self.is_behind_square(*at);
        let before = (0..at).rev().take_while(|at| self.is_of_list(at)).find(name).map(|at| &self.tokens[at].kind);
        let behind = (at + 1..self.tokens.len()).take_while(|at| self.is_of_list(at)).find(name);
        matches!(before, Some(Kind::Piece { kings: true, .. } | Kind::Letter { kings: true }))
            && behind.is_some_and(|at| match self.tokens[at].kind {
                Kind::Piece { kings: false, all } => (all || self.is_label(at)) && self.of_side(at).is_none(),
                Kind::Letter { kings: false } => self.is_label(at),
                _ => false,
            })
    }

    /// Whether a number in brackets is the count of the pieces of a side: "White (2): a1, c3", "White: a1, c3 (2)".
    fn is_count(&self, at: usize) -> bool {
        let in_brackets = sign(at.checked_sub(1).map(|at| &self.tokens[at])) == Some('(')
            && sign(self.tokens.get(at + 1)) == Some(')');
        let before = at.checked_sub(2).map(|at| &self.tokens[at].kind);
        let is_before_list = matches!(before, Some(Kind::List(_))) && is_dash(self.tokens.get(at + 2));
        in_brackets && (is_before_list || self.has_letters && matches!(before, Some(Kind::Square(_))))
    }

    /// Whether a number may be a count of pieces: "2 kings", "; 2 black men", "White (3)", "White 3:".
    fn counts(&self, at: usize, number: &str) -> bool {
        let is_piece = |token: Option<&Token<'_>>| token.is_some_and(|token| token.kind.is_piece());
        let (before, after) = (at.checked_sub(1).map(|at| &self.tokens[at]), self.tokens.get(at + 1));
        if sign(before) == Some('(') || matches!(sign(after), Some(')' | ':')) {
            return true;
        }
        // A number after a name of pieces is a square.
        let is_point = |token: &&Token<'_>| matches!(token.kind, Kind::Sign('.' | ':'));
        if is_piece(self.tokens[..at].iter().rev().find(|token| !is_point(token))) {
            return false;
        }
        let is_number = before.is_some_and(|token| matches!(token.kind, Kind::Number(_)));
        let is_side = before.is_some_and(|token| match token.kind {
            Kind::Turn { is_named_first, .. } => !is_named_first,
            _ => side(before).is_some(),
        });
        let is_listed = is_number || is_side || is_dash(before);
        let may_count = number.parse::<u64>().is_ok_and(|number| number <= MOST_PIECES.into());
        may_count && (is_piece(after) || side(after).is_some() && !is_listed)
    }

    /// Takes a name of pieces, which applies to the squares that follow.
    fn name(&mut self, token: &Token<'t>, kings: bool, all: bool) -> Result<(), FenError> {
        if self.list.is_none() || self.open.is_some() && self.next_alone.or(self.kings) != Some(kings) {
            return Err(no_word(token));
        }
        (self.kings, self.next_alone) = if all { (Some(kings), None) } else { (self.kings, Some(kings)) };
        self.open = Some(token.text);
        Ok(())
    }

    /// Takes a name behind squares: of the last one alone, or of all that have none yet.
    fn name_behind(&mut self, token: &Token<'_>, kings: bool, all: bool) -> Result<(), FenError> {
        let Some((color, last)) = self.last else { return Err(no_word(token)) };
        let unnamed = std::mem::take(&mut self.unnamed);
        // "Дa1, Дc3 (дамки)" says it twice.
        let squares = if all && !unnamed.is_empty() { unnamed } else { vec![last] };
        squares.into_iter().try_for_each(|square| {
            self.pieces.remove(square);
            self.pieces.put(color, kings, square)
        })
    }

    fn put(&mut self, at: usize, place: &str) -> Result<(), FenError> {
        let token = &self.tokens[at];
        let (color, name) = self.list.ok_or_else(|| no_word(token))?;
        if !std::mem::replace(&mut self.is_begun, true) {
            let pieces = self.next_alone.or(self.kings);
            if self.listed.iter().any(|&(of, which)| of == color && (which == pieces || pieces.is_none())) {
                return Err(FenError::TwoFields { color, token: short(name) });
            }
            self.listed.push((color, pieces));
        }
        let kings = self.next_alone.take().or(self.kings).or_else(|| self.is_before_men(at).then_some(true));
        self.open = None;
        let square = self.names.square(place).map_err(|error| match error {
            FenError::Square { .. } => no_word(token),
            other => other,
        })?;
        self.last = Some((color, square));
        self.unnamed.extend(kings.is_none().then_some(square));
        self.pieces.put(color, kings.unwrap_or(false), square)
    }
}

fn no_word(token: &Token<'_>) -> FenError {
    FenError::Word { token: short(token.text) }
}
