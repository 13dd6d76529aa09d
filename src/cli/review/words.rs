//! A judged game in words.

use bolshak::board::{Color, Game, Position, short};
use bolshak::probe::Verdict;
use bolshak::review::{Agreement, JudgedMove};
use bolshak::value::{Category, Theory};

use super::judged::Judged;

/// The lines of a game.
pub fn game<G: Game>(judged: &Judged<'_, G>) -> String {
    let Judged { game, played, reviewed, unknown } = judged;
    let title = game.title();
    let mut lines = vec![format!("G{}, {}", &title[1..], short(game.result()))];
    match &reviewed.first {
        None => lines.push(format!("  not judged: {}", unknown.as_deref().unwrap_or("the tables know none of it"))),
        Some((count, position, _, verdict)) => {
            let place = match count.checked_sub(1).and_then(|last| played.moves.get(last)) {
                Some(of_game) => format!("after {}", of_game.name()),
                None => "at the start".into(),
            };
            let stated = match reviewed.agreement(game.result()) {
                Agreement::Agrees => "agrees",
                Agreement::Differs => "DIFFERS",
                Agreement::Open => "is open",
            };
            lines.push(format!("  {place}, {position}: {}; the stated result {stated}", result(position, verdict)));
        }
    }
    if let Some(note) = reviewed.note {
        lines.push(format!("  {note}"));
    }
    lines.extend(reviewed.moves.iter().filter_map(mistake).map(|line| format!("  {line}")));
    if let Some(index) = reviewed.drawn_after {
        let place = match index.checked_sub(1).and_then(|last| played.moves.get(last)) {
            Some(of_game) => format!("after {}", of_game.name()),
            None => "at the start".into(),
        };
        lines.push(format!("  drawn {place}: the clock of the draw rule has run out"));
    }
    lines.join("\n") + "\n"
}

/// "3. e3-d4? throws the draw away: a loss (before it a draw, after it Black wins in 5 moves); better: e3-f4"; `None` of a move
/// that kept the result.
fn mistake<G: Game>(judged: &JudgedMove<G>) -> Option<String> {
    Some(format!("{}? {}", judged.name(), comment(judged)?))
}

/// What is to be said of a mistake.
pub fn comment<G: Game>(judged: &JudgedMove<G>) -> Option<String> {
    let words = judged.mistake?.words();
    let (before, after) = (result(&judged.position, &judged.before), result(&judged.reached, &judged.after));
    let best: Vec<&str> = judged.best.iter().map(|ranked| &*ranked.text).collect();
    let better = if best.is_empty() { String::new() } else { format!("; better: {}", best.join(" ")) };
    Some(format!("{words} (before it {before}, after it {after}){better}"))
}

/// "White wins in 3 moves", "a draw".
pub fn result<G: Game>(position: &Position<G>, verdict: &Verdict) -> String {
    let Some(category) = verdict.category else { return "not known".into() };
    let winner: Color = match category.theory() {
        Theory::Draw => return "a draw".into(),
        Theory::Win => position.turn(),
        Theory::Loss => position.turn().other(),
    };
    let wins = match verdict.dtw.plies() {
        None => format!("{winner:?} wins"),
        Some(0) => format!("{winner:?} has won"),
        Some(1 | 2) => format!("{winner:?} wins in 1 move"),
        Some(plies) => format!("{winner:?} wins in {} moves", plies.div_ceil(2)),
    };
    match category {
        Category::CursedWin | Category::BlessedLoss => format!("a draw by the draw rule ({wins} without it)"),
        _ => wins,
    }
}
