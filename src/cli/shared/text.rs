//! Answers in words.

use bolshak::board::{Game, GameName, Position};
use bolshak::probe::{Clock, Distance, Over, RankedMove, Verdict};
use bolshak::rules::DrawRule;
use bolshak::value::{Category, Theory};

use super::diagram::Style;

/// "White wins in 13 moves (25 plies); under the 15-move rule ...", indented, in lines that fit a narrow terminal. The result
/// of the game comes first: where the rule makes it a draw, what would be without the rule comes second.
pub fn sentence<G: Game>(position: &Position<G>, clock: Clock, verdict: &Verdict, limit: u64) -> String {
    let mover = position.turn();
    if verdict.dtw == Distance::Plies(0) || verdict.dtz == Distance::Plies(0) {
        let winner = if verdict.theory == Some(Theory::Win) { mover } else { mover.other() };
        return format!("  {mover:?} has no legal move: {winner:?} has won.");
    }
    let run_out = || format!("the clock stands at {} of {limit} plies", clock.plies);
    let winner = match verdict.theory {
        None => return "  The tables do not know the result.".into(),
        Some(Theory::Win) => mover,
        Some(Theory::Loss) => mover.other(),
        Some(Theory::Draw) if verdict.over == Some(Over::DrawRule) => {
            return format!("  Draw, and the game is over: {}.", run_out());
        }
        Some(Theory::Draw) => return "  Draw.".into(),
    };
    let verb = if verdict.over.is_some() { "would win" } else { "wins" };
    let wins = match verdict.dtw.plies() {
        Some(dtw) => format!("{winner:?} {verb} in {} ({})", count(dtw.div_ceil(2), "move", "moves"), plies(dtw)),
        None => format!("{winner:?} {verb}"),
    };
    let Some(rule) = name(clock.rule) else { return format!("  {wins}.") };
    if !clock.rule.counts_in(&position.board()) {
        return wrapped(&format!("{wins}; {rule} does not count here."), "  ");
    }
    let left = limit.saturating_sub(clock.plies);
    let are_left = if left == 1 { "1 is left".into() } else { format!("{left} are left") };
    let dtz = verdict.dtz.plies();
    let is_won = matches!(verdict.category, Some(Category::Win | Category::Loss));
    let lines = match (verdict.category, dtz) {
        (None, _) => [format!("{wins};"), format!("under {rule} the result is not known without the table of dtz.")],
        (_, None) if is_won => [format!("{wins};"), format!("under {rule} it is won too.")],
        (_, Some(dtz)) if is_won => {
            let comes = format!("a capture, a man's move or the end comes within {}, {are_left}", plies(dtz));
            [format!("{wins};"), format!("under {rule} it is won too: {comes}.")]
        }
        _ if verdict.over.is_some() => {
            [format!("Draw, and the game is over: {};", run_out()), format!("without {rule} {wins}.")]
        }
        (_, Some(dtz)) => {
            let takes = format!("a capture, a man's move or the end takes {}, {are_left}", plies(dtz));
            [format!("Draw under {rule}: {takes};"), format!("without the rule {wins}.")]
        }
        (_, None) => [format!("Draw under {rule}, even with a fresh clock;"), format!("without the rule {wins}.")],
    };
    lines.map(|line| wrapped(&line, "  ")).join("\n")
}

/// The draw rule in a sentence; `None` if there is none.
const fn name(rule: DrawRule) -> Option<&'static str> {
    match rule {
        DrawRule::None => None,
        DrawRule::FifteenMoves => Some("the 15-move rule"),
        DrawRule::ThreeKings => Some("the three-kings rule"),
        _ => Some("the draw rule"),
    }
}

/// The most characters of a line: one less than a narrow terminal has.
const WIDTH: usize = 79;

/// A text in lines of at most 79 characters, each after an indentation. A word that is longer has a line of its own.
pub fn wrapped(text: &str, indent: &str) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        let size = word.chars().count();
        if length > 0 && length + 1 + size <= WIDTH {
            lines += " ";
            length += 1;
        } else {
            lines += if length > 0 { "\n" } else { "" };
            lines += indent;
            length = indent.chars().count();
        }
        lines += word;
        length += size;
    }
    lines
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

/// The explanation of the columns of [`move_table`], which one answer of several needs.
pub fn move_table_note() -> String {
    let text = "result: the mover's, after the move; dtw, dtz: plies from there to the end, and to a capture, a man's move or \
                the end under the 15-move rule";
    wrapped(text, "  ")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_they_may_be_and_no_longer() {
        let words: Vec<String> = (0..60).map(|length| "x".repeat(length % 23 + 1)).collect();
        let text = wrapped(&words.join(" "), "  ");
        assert!(text.lines().all(|line| line.len() <= WIDTH && line.starts_with("  x")), "{text}");
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), words);
        for (line, next) in text.lines().zip(text.lines().skip(1)) {
            let word = next.split_whitespace().next().unwrap_or("");
            assert!(line.len() + 1 + word.len() > WIDTH, "{line} {word}");
        }
        let long = "y".repeat(200);
        assert_eq!(wrapped(&format!("a {long} b"), ""), format!("a\n{long}\nb"));
        assert_eq!(wrapped("", "  "), "");
    }
}
