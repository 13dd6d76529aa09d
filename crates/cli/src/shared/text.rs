//! Answers in words; times, sizes and other numbers for people.

use std::fmt::Display;
use std::time::Duration;

use bolshak::board::{Color, Game, GameName, Position};
use bolshak::probe::{Clock, Distance, Over, RankedMove, Verdict};
use bolshak::rules::DrawRule;
use bolshak::value::{Category, Theory};
use fluent_bundle::FluentValue;
use indicatif::HumanCount;

use crate::lang::{self, Lang, say, say_in};
use crate::shared::diagram::{Style, side};

/// "White wins in 13 moves (25 plies); under the 15-move rule ...", indented, in lines that fit a narrow terminal. The result
/// of the game comes first: where the rule makes it a draw, what would be without the rule comes second.
pub fn sentence<G: Game>(position: &Position<G>, clock: Clock, verdict: &Verdict, limit: u64) -> String {
    let mover = position.turn();
    if verdict.dtw == Distance::Plies(0) || verdict.dtz == Distance::Plies(0) {
        let winner = if verdict.theory == Some(Theory::Win) { mover } else { mover.other() };
        return no_move(mover, winner);
    }
    let indented = |text: String| format!("  {text}");
    let run_out = |id| say(id, &[("clock", number(clock.plies)), ("limit", number(limit))]);
    let winner = match verdict.theory {
        None | Some(Theory::Draw) if verdict.over == Some(Over::DrawRule) => return indented(run_out("draw-over")),
        None => return indented(say("result-unknown", &[])),
        Some(Theory::Win) => mover,
        Some(Theory::Loss) => mover.other(),
        Some(Theory::Draw) => return indented(say("draw", &[])),
    };
    let tense = if verdict.over.is_some() { "would" } else { "now" };
    let wins = |without: &str, within: &str| {
        let (color, tense) = (("color", side(winner)), ("tense", tense.into()));
        match verdict.dtw.plies() {
            Some(dtw) => {
                let moves = say("moves", &[("number", dtw.div_ceil(2).into())]);
                say(within, &[color, tense, ("moves", moves.into()), ("plies", plies(dtw).into())])
            }
            None => say(without, &[color, tense]),
        }
    };
    let (would_win, wins) = (wins("would-win", "would-win-in"), wins("wins", "wins-in"));
    let Some(rule) = name(clock.rule) else { return format!("  {wins}.") };
    let rule = ("rule", rule.into());
    if !clock.rule.counts_in(&position.board()) {
        return wrapped(&say("rule-not-counting", &[("wins", wins.into()), rule]), "  ");
    }
    let left = ("left", FluentValue::from(limit.saturating_sub(clock.plies)));
    let dtz = verdict.dtz.plies();
    let is_won = matches!(verdict.category, Some(Category::Win | Category::Loss));
    let within = |dtz| ("dtz", FluentValue::from(plies(dtz)));
    let would_win = ("wins", would_win.into());
    let lines = match (verdict.category, dtz) {
        (None, _) => [format!("{wins};"), say("under-rule-unknown", &[rule])],
        (_, None) if is_won => [format!("{wins};"), say("under-rule-won", &[rule])],
        (_, Some(dtz)) if is_won => [format!("{wins};"), say("under-rule-won-within", &[rule, within(dtz), left])],
        _ if verdict.over.is_some() => [run_out("draw-over-won"), say("without-named-rule", &[rule, would_win])],
        (_, Some(dtz)) => [say("draw-takes", &[rule, within(dtz), left]), say("without-rule", &[would_win])],
        (_, None) => {
            // What a search found at a clock does not hold for a fresh one.
            let is_fresh = clock.plies == 0 || verdict.dtz != Distance::Unknown;
            let at = ("clock", FluentValue::from(if is_fresh { "fresh" } else { "other" }));
            [say("draw-taken", &[rule, at]), say("without-rule", &[would_win])]
        }
    };
    lines.map(|line| wrapped(&line, "  ")).join("\n")
}

/// The sentence that a side cannot move, and which side has won; indented.
pub fn no_move(mover: Color, winner: Color) -> String {
    format!("  {}", say("no-move", &[("color", side(mover)), ("winner", side(winner))]))
}

/// A number in the arguments of a message that does not inflect by it: exact, however large.
fn number(number: u64) -> FluentValue<'static> {
    match lang::chosen() {
        Lang::En => number.to_string().into(),
        lang => thousands(lang, number).into(),
    }
}

/// The draw rule in the arguments of a message; `None` if there is none.
const fn name(rule: DrawRule) -> Option<&'static str> {
    match rule {
        DrawRule::None => None,
        DrawRule::FifteenMoves => Some("fifteen"),
        DrawRule::ThreeKings => Some("three-kings"),
        _ => Some("other"),
    }
}

/// The most characters of a line: one less than a narrow terminal has.
const WIDTH: usize = 79;

/// A text in lines of at most 79 characters, each after an indentation.
pub fn wrapped(text: &str, indent: &str) -> String {
    in_lines(text.split_whitespace(), WIDTH, indent, |_| true)
}

/// Words in lines of some characters. A word that is longer has a line of its own, and one that may not begin a line stands
/// behind the one before it.
pub fn in_lines<'w>(
    words: impl Iterator<Item = &'w str>,
    width: usize,
    indent: &str,
    may_begin: impl Fn(&str) -> bool,
) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in words {
        let size = word.chars().count();
        if length > 0 && (length + 1 + size <= width || !may_begin(word)) {
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

/// Moves in notation, with the numbers that those of White have, and each that begins a line.
#[derive(Default)]
pub struct Moves {
    pub words: Vec<String>,
    /// Whether the next move goes on from the last one.
    pub goes_on: bool,
}

impl Moves {
    pub fn push(&mut self, number: u32, turn: Color, text: String) {
        if turn == Color::White || !self.goes_on {
            self.words.push(format!("{number}{}", turn.dots()));
        }
        self.words.push(text);
        self.goes_on = true;
    }

    /// Opens or closes a variation.
    pub fn bracket(&mut self, bracket: &str) {
        self.words.push(bracket.into());
        self.goes_on = false;
    }

    pub fn comment(&mut self, text: &str) {
        self.words.push(format!("{{{}}}", text.replace(['{', '}'], "'")));
    }

    /// The game in PDN from a position, with other tags before those of the position and the result.
    pub fn in_pdn(mut self, tags: &str, start: impl Display, result: &str) -> String {
        self.words.push(result.into());
        let words = wrapped(&self.words.join(" "), "");
        format!("{tags}[SetUp \"1\"]\n[FEN \"{start}\"]\n[Result \"{result}\"]\n\n{words}\n")
    }
}

/// The tag of PDN for a game, which has none for poddavki.
pub fn game_type(game: GameName) -> &'static str {
    match game {
        GameName::Russian => "[GameType \"25,W,8,8,A0,0\"]\n",
        GameName::Draughts80 => "[GameType \"41,W,10,8,A0,0\"]\n",
        GameName::Poddavki => "",
    }
}

/// The sentence about the game of an answer; none for Russian draughts.
pub fn game_note(game: GameName) -> String {
    match game {
        GameName::Russian => String::new(),
        GameName::Draughts80 => format!("  {}\n", say("game-draughts-80", &[])),
        GameName::Poddavki => format!("  {}\n", say("game-poddavki", &[])),
    }
}

pub fn plies(number: u16) -> String {
    say("plies", &[("number", number.into())])
}

pub fn result(category: Category) -> String {
    say("result", &[("category", category.name().into())])
}

pub fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    let number = number.into();
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A move, its category if known, the word of its result, and further cells.
pub type MoveRow<const N: usize> = (String, Option<Category>, String, [String; N]);

/// A table of moves with titles of the further cells, and with an empty line between different results, of at most `longest`
/// characters.
pub fn table_of_moves<const N: usize>(rows: &[MoveRow<N>], longest: usize, titles: [&str; N], style: Style) -> String {
    let width = rows.iter().map(|(text, ..)| text.len()).max().unwrap_or(0).max(4);
    let (of_move, of_result) = (say("column-move", &[]), say("column-result", &[]));
    let mut table = format!("  {of_move:width$}  {of_result:longest$}  {}\n", titles.join("  "));
    for (number, group) in rows.chunk_by(|one, other| one.2 == other.2).enumerate() {
        table += if number > 0 { "\n" } else { "" };
        for (text, category, word, cells) in group {
            let result = style.result(*category, &format!("{word:longest$}"));
            table += &format!("  {text:width$}  {result}  {}\n", cells.join("  "));
        }
    }
    table
}

/// The moves with their results and distances.
pub fn move_table<G: Game>(moves: &[RankedMove<G>], style: Style) -> String {
    let cell = |distance| match distance {
        Distance::Plies(plies) => format!("{plies:>4}"),
        Distance::Draw => "   -".into(),
        Distance::Unknown => "   ?".into(),
    };
    let row = |ranked: &RankedMove<G>| {
        let RankedMove { text, reached, .. } = ranked;
        let word = ranked.category().map_or("?".into(), result);
        (text.clone(), ranked.category(), word, [cell(reached.dtw), cell(reached.dtz)])
    };
    let longest = result(Category::BlessedLoss).chars().count();
    table_of_moves(&moves.iter().map(row).collect::<Vec<_>>(), longest, [" dtw", " dtz"], style)
}

/// The messages about the moves that keep a draw, and about those without a known result.
pub fn keeping_draw<G: Game>(id: &str, moves: &[RankedMove<G>]) -> Vec<String> {
    let kept = moves.iter().filter(|ranked| ranked.category() == Some(Category::Draw));
    let kept: Vec<&str> = kept.map(|ranked| ranked.text.as_str()).collect();
    let unknown = moves.iter().filter(|ranked| ranked.category().is_none()).count();
    let values = [("kept", kept.len().into()), ("all", moves.len().into()), ("moves", kept.join(" ").into())];
    let known = (!kept.is_empty() || unknown == 0).then(|| say(id, &values));
    let unknown = (unknown > 0).then(|| say("unknown-moves", &[("number", unknown.into())]));
    known.into_iter().chain(unknown).collect()
}

/// The explanation of the columns of [`move_table`], which one answer of several needs.
pub fn move_table_note() -> String {
    format!("\n{}\n", wrapped(&say("moves-note", &[]), "  "))
}

pub fn endings(number: usize) -> String {
    count(number as u64, "ending", "endings")
}

pub fn duration(lang: Lang, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (id, unit) = match seconds {
        ..100.0 => ("seconds", 1.0),
        ..6000.0 => ("minutes", 60.0),
        ..172_800.0 => ("hours", 3600.0),
        _ => ("days", 86400.0),
    };
    say_in(lang, id, &[("number", decimal(lang, seconds / unit, 1).into())])
}

pub fn bytes(lang: Lang, bytes: u64) -> String {
    let bytes = bytes as f64;
    let (id, unit) = match bytes {
        ..1e6 => ("kilobytes", 1e3),
        ..1e9 => ("megabytes", 1e6),
        _ => ("gigabytes", 1e9),
    };
    say_in(lang, id, &[("number", decimal(lang, bytes / unit, 1).into())])
}

pub fn thousands(lang: Lang, number: u64) -> String {
    match lang {
        Lang::En => grouped(number),
        Lang::Ru => grouped(number).replace(',', "\u{a0}"),
    }
}

/// A number with its thousands apart, in the chosen language.
pub fn in_thousands(number: u64) -> String {
    thousands(lang::chosen(), number)
}

pub fn decimal(lang: Lang, number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match lang {
        Lang::En => text,
        Lang::Ru => text.replace('.', ","),
    }
}

pub fn grouped(number: u64) -> String {
    HumanCount(number).to_string()
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
