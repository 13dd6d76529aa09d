//! A judged game in words.

use bolshak::board::{Color, Game, Position, short};
use bolshak::pdn::{self, Played};
use bolshak::probe::Verdict;
use bolshak::review::{Agreement, JudgedMove};
use bolshak::value::{Category, Theory};

use super::judged::Judged;
use crate::cli::lang::{Lang, chosen, say, say_in};
use crate::cli::shared::diagram::side;
use crate::cli::shared::question::clock_note;
use crate::cli::shared::remedy::told;

/// "Game 3, Orlova - Tikhonov".
pub fn title(game: &pdn::Game) -> String {
    let [white, black] = game.players();
    say("game", &[("number", game.number.to_string().into()), ("white", white.into()), ("black", black.into())])
}

/// The lines of a game.
pub fn game<G: Game>(judged: &Judged<'_, G>) -> String {
    let Judged { game, played, reviewed, unknown } = judged;
    let mut lines = vec![format!("{}, {}", title(game), short(game.result()))];
    match &reviewed.first {
        None => {
            let why = unknown.as_ref().map_or_else(|| say("none-known", &[]), told);
            lines.push(say("not-judged", &[("why", why.into())]));
        }
        Some((count, position, _, verdict)) => {
            let stated = match reviewed.agreement(game.result()) {
                Agreement::Agrees => "agrees",
                Agreement::Differs => "differs",
                Agreement::Open => "open",
            };
            lines.push(say(
                "first-known",
                &[
                    ("place", place(played, *count).into()),
                    ("position", position.to_string().into()),
                    ("result", result(chosen(), position, verdict).into()),
                    ("stated", stated.into()),
                ],
            ));
        }
    }
    lines.extend(reviewed.note.map(clock_note));
    lines.extend(reviewed.moves.iter().filter_map(mistake));
    if let Some(count) = reviewed.drawn_after {
        lines.push(say("drawn-by-clock-there", &[("place", place(played, count).into())]));
    }
    lines.join("\n  ") + "\n"
}

/// "after 3. e3-d4": the place in a game after some number of moves.
fn place<G: Game>(played: &Played<G>, count: usize) -> String {
    match count.checked_sub(1).and_then(|last| played.moves.get(last)) {
        Some(of_game) => say("after-move", &[("move", of_game.name().into())]),
        None => say("at-start", &[]),
    }
}

/// "3. e3-d4? throws the draw away: a loss (before it a draw, after it Black wins in 5 moves); better: e3-f4"; `None` of a move
/// that kept the result.
fn mistake<G: Game>(judged: &JudgedMove<G>) -> Option<String> {
    Some(format!("{}? {}", judged.name(), comment(chosen(), judged)?))
}

/// What is to be said of a mistake.
pub fn comment<G: Game>(lang: Lang, judged: &JudgedMove<G>) -> Option<String> {
    let mistake = say_in(lang, judged.mistake?.name(), &[]);
    let before = result(lang, &judged.position, &judged.before);
    let after = result(lang, &judged.reached, &judged.after);
    let comment = [("mistake", mistake.into()), ("before", before.into()), ("after", after.into())];
    let comment = say_in(lang, "mistake", &comment);
    let best: Vec<&str> = judged.best.iter().map(|ranked| &*ranked.text).collect();
    Some(match best.is_empty() {
        true => comment,
        false => say_in(lang, "mistake-better", &[("comment", comment.into()), ("moves", best.join(" ").into())]),
    })
}

/// "White wins in 3 moves", "a draw".
pub fn result<G: Game>(lang: Lang, position: &Position<G>, verdict: &Verdict) -> String {
    let Some(category) = verdict.category else { return say_in(lang, "result-not-known", &[]) };
    let winner: Color = match category.theory() {
        Theory::Draw => return say_in(lang, "result-draw", &[]),
        Theory::Win => position.turn(),
        Theory::Loss => position.turn().other(),
    };
    let winner = ("color", side(winner));
    let wins = match verdict.dtw.plies() {
        None => say_in(lang, "result-wins", &[winner]),
        Some(0) => say_in(lang, "result-won", &[winner]),
        Some(plies) => {
            let moves = say_in(lang, "moves", &[("number", plies.div_ceil(2).into())]);
            say_in(lang, "result-wins-in", &[winner, ("moves", moves.into())])
        }
    };
    match category {
        Category::CursedWin | Category::BlessedLoss => say_in(lang, "result-drawn-by-rule", &[("wins", wins.into())]),
        _ => wins,
    }
}
