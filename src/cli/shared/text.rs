//! Answers in words.

use bolshak::board::{Color, Game, GameName, Position};
use bolshak::probe::{Clock, Distance, Over, RankedMove, Verdict};
use bolshak::rules::DrawRule;
use bolshak::value::{Category, Theory};

use super::diagram::Style;

/// "White wins in 13 moves (25 plies); under the 15-move rule ...", indented, in one or two lines.
pub fn sentence<G: Game>(position: &Position<G>, clock: Clock, verdict: &Verdict, limit: u64) -> String {
    let mover = position.turn();
    if verdict.dtw == Distance::Plies(0) || verdict.dtz == Distance::Plies(0) {
        let winner = if verdict.theory == Some(Theory::Win) { mover } else { mover.other() };
        return format!("  {mover:?} has no legal move: {winner:?} has won.");
    }
    let Some(theory) = verdict.theory else {
        return "  The tables do not know the result.".into();
    };
    let winner = match theory {
        Theory::Win => mover,
        Theory::Loss => mover.other(),
        Theory::Draw if verdict.over == Some(Over::DrawRule) => {
            return format!("  Draw, and the game is over: the clock stands at {} of {limit} plies.", clock.plies);
        }
        Theory::Draw => return "  Draw.".into(),
    };
    let wins = match verdict.dtw.plies() {
        Some(dtw) => format!("{winner:?} wins in {} ({})", count(dtw.div_ceil(2), "move", "moves"), plies(dtw)),
        None => format!("{winner:?} wins"),
    };
    format!("  {wins}{}.", under_rule(position, clock, verdict, limit))
}

/// The clause about the draw rule.
fn under_rule<G: Game>(position: &Position<G>, clock: Clock, verdict: &Verdict, limit: u64) -> String {
    let rule = match clock.rule {
        DrawRule::None => return String::new(),
        DrawRule::FifteenMoves => "the 15-move rule",
        DrawRule::ThreeKings => "the three-kings rule",
        _ => "the draw rule",
    };
    if !clock.rule.counts_in(&position.board()) {
        return format!("; {rule} does not count here");
    }
    let left = limit.saturating_sub(clock.plies);
    let are_left = if left == 1 { "1 is left".into() } else { format!("{left} are left") };
    let dtz = verdict.dtz.plies();
    let outcome = match (verdict.category, dtz) {
        (None, _) => "the result is not known without the table of dtz".into(),
        (Some(Category::Win | Category::Loss), None) => "it is won too".into(),
        (Some(Category::Win | Category::Loss), Some(dtz)) => {
            format!("it is won too: a capture, a man's move or the end comes within {}, {are_left}", plies(dtz))
        }
        (Some(_), _) if verdict.over.is_some() => {
            format!("the game is drawn: the clock stands at {} of {limit} plies", clock.plies)
        }
        (Some(_), Some(dtz)) => {
            format!("it is a draw: a capture, a man's move or the end takes {}, {are_left}", plies(dtz))
        }
        (Some(_), None) => "it is a draw, even with a fresh clock".into(),
    };
    format!(";\n  under {rule} {outcome}")
}

/// What a reader of an answer must know of the game; nothing of Russian draughts.
pub fn game_note(game: GameName) -> &'static str {
    match game {
        GameName::Russian => "",
        GameName::Draughts80 => "  The game is draughts-80, on ten files.\n",
        GameName::Poddavki => "  The game is poddavki: a side without a legal move has won.\n",
    }
}

/// "1 ply", "2 plies".
pub fn plies(number: u16) -> String {
    count(number, "ply", "plies")
}

/// A number with its noun, in the singular or plural.
pub fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A table of moves, with an empty line between different results.
pub fn move_table<G: Game>(moves: &[RankedMove<G>], style: Style) -> String {
    let width = moves.iter().map(|ranked| ranked.text.len()).max().unwrap_or(0).max(4);
    let cell = |distance| match distance {
        Distance::Plies(plies) => plies.to_string(),
        Distance::Draw => "-".into(),
        Distance::Unknown => "?".into(),
    };
    let mut table = format!("  {:width$}  {:12}  {:>4}  {:>4}\n", "move", "result", "dtw", "dtz");
    for group in moves.chunk_by(|one, other| one.category() == other.category()) {
        if !std::ptr::eq(group, &moves[..group.len()]) {
            table.push('\n');
        }
        for ranked in group {
            let RankedMove { text, reached, .. } = ranked;
            let result = ranked.category().map_or("?".into(), |category| category.to_string());
            let result = style.result(ranked.category(), &format!("{result:12}"));
            let (dtw, dtz) = (cell(reached.dtw), cell(reached.dtz));
            table += &format!("  {text:width$}  {result}  {dtw:>4}  {dtz:>4}\n");
        }
    }
    table
}

/// The explanation of the columns of [`move_table`].
pub fn move_table_note(mover: Color) -> String {
    format!(
        "  result: {mover:?}'s after the move; dtw, dtz: plies from there to the end, and to a capture, a man's move or \
         the end\n  under the 15-move rule"
    )
}

/// "1 ending", "2 endings".
pub fn endings(number: usize) -> String {
    count(number as u64, "ending", "endings")
}

/// A number with commas between the thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or_default()).collect();
    groups.join(",")
}
