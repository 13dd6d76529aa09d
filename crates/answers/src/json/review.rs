//! Judged games in JSON.

use serde::Serialize;

use crate::lang::{Lang, Sentence};
use bolshak::board::{Color, Game};
use bolshak::pdn::{self, Played, Unread};
use bolshak::probe::Clock;
use bolshak::review::{Agreement, JudgedMove, Reviewed};
use bolshak::value::Theory;

use super::answer::Values;
use super::game_name;

/// A judged game, as `review --json` prints it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameAnswer {
    number: usize,
    white: Option<String>,
    black: Option<String>,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    fen: String,
    clock: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    best_play: Option<&'static str>,
    agrees: Option<bool>,
    drawn_after: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition: Option<CountAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    claims: Vec<CountAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proved: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    played: Vec<String>,
    moves: Vec<JudgedMoveAnswer>,
}

/// A count of the game that says something after a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct CountAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<&'static str>,
    ply: usize,
    r#move: String,
}

/// A game that is not judged: its start cannot be read, or a table that it needs cannot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnreadGame {
    number: usize,
    white: Option<String>,
    black: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
    error: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct JudgedMoveAnswer {
    ply: usize,
    number: u32,
    side: &'static str,
    r#move: String,
    fen: String,
    clock: u64,
    before: Values,
    after: Values,
    kept: Option<bool>,
    kept_in_theory: Option<bool>,
    mistake: Option<&'static str>,
    best: Vec<String>,
    line: usize,
    column: usize,
}

impl GameAnswer {
    /// The answer of a game and what the tables say of it, with its sentences in a language.
    pub fn new<G: Game>(game: &pdn::Game, played: &Played<G>, reviewed: &Reviewed<G>, lang: Lang) -> GameAnswer {
        let count = |count: Option<&'static str>, ply: usize| {
            let of_game = ply.checked_sub(1).and_then(|last| played.moves.get(last));
            CountAnswer { count, ply, r#move: of_game.map_or(String::new(), |of_game| of_game.text.clone()) }
        };
        GameAnswer {
            number: game.number,
            white: name(game, "White"),
            black: name(game, "Black"),
            result: game.result().into(),
            game: game_name::<G>(),
            fen: played.start.position.to_string(),
            // With three kings against one and the stronger side to move, the count of `review` begins at 1.
            clock: match reviewed.first {
                Some((0, _, clock, _)) => clock.plies,
                _ => Clock::of_fen(&played.start, None).0.plies,
            },
            note: reviewed.note.map(|note| Sentence::from(note).in_lang(lang)),
            best_play: reviewed.winner().map(|winner| match winner {
                Some(Color::White) => "2-0",
                Some(Color::Black) => "0-2",
                None => "1-1",
            }),
            agrees: match reviewed.agreement(game.stated()) {
                Agreement::Agrees => Some(true),
                Agreement::Differs => Some(false),
                Agreement::Open => None,
            },
            drawn_after: reviewed.drawn_after,
            repetition: reviewed.repetition.map(|ply| count(None, ply)),
            claims: reviewed.claims.iter().map(|&(ply, claim)| count(Some(claim.name()), ply)).collect(),
            missing: reviewed.missing.iter().map(ToString::to_string).collect(),
            proved: reviewed.proved.clone(),
            undecided: reviewed.undecided.clone(),
            unread: unread(game.unread.iter().chain(&played.unread), lang),
            error: played
                .stop
                .as_ref()
                .map(|stop| Sentence::of_game(game).because(Sentence::of(&stop.fault)).in_lang(lang)),
            played: played.moves.iter().map(|of_game| of_game.text.clone()).collect(),
            moves: reviewed.moves.iter().map(JudgedMoveAnswer::new).collect(),
        }
    }
}

impl UnreadGame {
    /// The game, and why it is not judged, in a language.
    pub fn new(game: &pdn::Game, why: Sentence, lang: Lang) -> UnreadGame {
        UnreadGame {
            number: game.number,
            white: name(game, "White"),
            black: name(game, "Black"),
            unread: unread(game.unread.iter(), lang),
            error: Sentence::of_game(game).because(why).in_lang(lang),
        }
    }
}

pub(super) fn unread<'u>(unread: impl Iterator<Item = &'u Unread>, lang: Lang) -> Vec<String> {
    unread.map(|unread| Sentence::of(unread).in_lang(lang)).collect()
}

fn name(game: &pdn::Game, tag: &str) -> Option<String> {
    game.tag(tag).map(String::from)
}

impl JudgedMoveAnswer {
    fn new<G: Game>(judged: &JudgedMove<G>) -> JudgedMoveAnswer {
        let JudgedMove { before, after, .. } = judged;
        JudgedMoveAnswer {
            ply: judged.index,
            number: judged.number,
            side: judged.position.turn().name(),
            r#move: judged.text.clone(),
            fen: judged.position.to_string(),
            clock: judged.clock.plies,
            before: Values::from(before),
            after: Values::new(judged.category(), after.theory.map(Theory::flip), after),
            kept: judged.kept(),
            kept_in_theory: judged.kept_in_theory(),
            mistake: judged.mistake.map(|mistake| mistake.name()),
            best: judged.best.iter().map(|ranked| ranked.text.clone()).collect(),
            line: judged.place.line,
            column: judged.place.column,
        }
    }
}
