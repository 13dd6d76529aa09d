//! Phrases that say who is to move, in setups and beside FENs.

use crate::board::{Color, Game};

use super::words::{DASHES, Kind, SEPARATORS, Token, tokens};

/// That a side is to move.
#[derive(Clone, Copy)]
pub struct Phrase {
    pub turn: Color,
    /// Behind its last token.
    pub end: usize,
    /// Whether only "to move" stands in brackets, behind a side whose list goes on.
    pub in_brackets: bool,
}

/// The phrase that begins at a token.
pub fn phrase(tokens: &[Token<'_>], at: usize) -> Option<Phrase> {
    /// The end of the words that somebody moves, and whether one of them can stand alone.
    fn moves(tokens: &[Token<'_>], at: usize) -> (usize, bool) {
        let is = |token: &&Token<'_>| matches!(token.kind, Kind::Moves { .. });
        let count = tokens.get(at..).unwrap_or_default().iter().take_while(is).count();
        let words = &tokens[at.min(tokens.len())..][..count];
        (at + count, words.iter().any(|token| token.kind == Kind::Moves { alone: true }))
    }
    let found = if let Some(turn) = side(tokens.get(at)) {
        let in_brackets = sign(tokens.get(at + 1)) == Some('(');
        let (end, is_whole) = moves(tokens, at + 1 + usize::from(in_brackets));
        if !is_whole || in_brackets && sign(tokens.get(end)) != Some(')') {
            return None;
        }
        Phrase { turn, end: end + usize::from(in_brackets), in_brackets }
    } else {
        let (mut end, true) = moves(tokens, at) else { return None };
        end += usize::from(sign(tokens.get(end)).is_some_and(|sign| DASHES.contains(sign)));
        let (end, _) = moves(tokens, end);
        Phrase { turn: side(tokens.get(end))?, end: end + 1, in_brackets: false }
    };
    let is_goal =
        |token: &&Token<'_>| matches!(token.kind, Kind::And | Kind::Goal | Kind::Moves { .. } | Kind::Sign(','));
    let behind = tokens[found.end..].iter().take_while(is_goal);
    let goal = behind.enumerate().filter(|(_, token)| token.kind == Kind::Goal).last();
    Some(Phrase { end: found.end + goal.map_or(0, |(last, _)| last + 1), ..found })
}

/// The side that a text says is to move, if it says nothing else; `None` otherwise.
pub fn turn<G: Game>(text: &str) -> Option<Color> {
    let tokens = tokens::<G>(text);
    let is_sign = |token: &&Token<'_>| matches!(token.kind, Kind::Sign(sign) if SEPARATORS.contains(sign) || DASHES.contains(sign));
    let start = tokens.iter().take_while(is_sign).count();
    let Phrase { turn, end, .. } = phrase(&tokens, start)?;
    tokens[end..].iter().all(|token| is_sign(&token)).then_some(turn)
}

/// What a caption says of a position: who moves, and whether it has a part of a setup, or a move.
pub struct Caption<'t> {
    pub turn: Option<Color>,
    pub has_setup: bool,
    pub a_move: Option<&'t str>,
}

/// What a text says of a position.
pub fn caption<G: Game>(text: &str) -> Caption<'_> {
    let tokens = tokens::<G>(text);
    let has = |is: fn(&Kind) -> bool| tokens.iter().any(|token| is(&token.kind));
    let is_square = |at: usize| matches!(tokens.get(at), Some(Token { kind: Kind::Square(_), .. }));
    let a_move = (1..tokens.len()).find(|&at| {
        is_square(at - 1) && is_square(at + 1) && matches!(tokens[at].kind, Kind::Sign(sign) if DASHES.contains(sign))
    });
    let in_one = tokens.iter().find(|token| token.kind == Kind::Other && is_move(token.text));
    let between = |at: usize| &text[tokens[at - 1].start..tokens[at + 1].start + tokens[at + 1].text.len()];
    Caption {
        turn: (0..tokens.len()).find_map(|at| phrase(&tokens, at)).map(|phrase| phrase.turn),
        has_setup: has(|kind| matches!(kind, Kind::Square(_)))
            && has(|kind| matches!(kind, Kind::Side(_) | Kind::Piece { .. } | Kind::Letter { .. })),
        a_move: a_move.map(between).or(in_one.map(|token| token.text)),
    }
}

/// Whether a run of letters and digits begins and ends with a square, as c3d4 and c5xe3 do.
fn is_move(run: &str) -> bool {
    let is_square = |text: &[u8]| matches!(text, [b'a'..=b'k' | b'A'..=b'K', b'1'..=b'8']);
    let bytes = run.as_bytes();
    bytes.len() >= 4 && is_square(&bytes[..2]) && is_square(&bytes[bytes.len() - 2..])
}

/// The side that a token names.
pub fn side(token: Option<&Token<'_>>) -> Option<Color> {
    match token?.kind {
        Kind::Side(color) => Some(color),
        _ => None,
    }
}

/// The sign that a token is.
pub fn sign(token: Option<&Token<'_>>) -> Option<char> {
    match token?.kind {
        Kind::Sign(sign) => Some(sign),
        _ => None,
    }
}
