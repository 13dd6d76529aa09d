//! The task of a study, a side and its aim, read from tags, words and results.

use crate::board::Color;
use crate::pdn::{Game, Item, Stated};

/// The aim of the solving side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A win.
    Win,
    /// At least a draw.
    Draw,
    /// An end in which the other side has pieces but none can move.
    Lock,
}

impl Aim {
    /// All aims.
    pub const ALL: [Aim; 3] = [Aim::Win, Aim::Draw, Aim::Lock];

    /// `win`, `draw` or `lock`.
    pub const fn name(self) -> &'static str {
        ["win", "draw", "lock"][self as usize]
    }
}

impl std::fmt::Display for Aim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The task of a study: the solving side and its aim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Task {
    /// The solving side: White by custom.
    pub side: Color,
    /// Its aim.
    pub aim: Aim,
}

/// A stated goal that is not an [`Aim`]: helpmates, selfmates, unknown words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the goal \"{0}\" is not known; expected win, draw or lock")]
pub struct UnknownGoal(pub String);

/// Tags that state a goal, in lower case.
const TAGS: [&str; 8] = ["goal", "task", "aim", "stipulation", "задание", "цель", "условие", "задача"];

impl Task {
    /// The task of a game by a tag such as `Goal`, its result, or words before its first move; `None` if it states none.
    ///
    /// # Errors
    /// [`UnknownGoal`], if it states an unknown one.
    pub fn of_game(game: &Game) -> Result<Option<Task>, UnknownGoal> {
        let tag = game.tags().find(|(name, _)| TAGS.contains(&&*name.to_lowercase()));
        if let Some((_, value)) = tag {
            return in_words(value).map(Some).ok_or_else(|| UnknownGoal(value.into()));
        }
        let before_moves = game.items().into_iter().map_while(|item| match item {
            Item::Comment(text) => Some(text),
            _ => None,
        });
        let mut by_words = None;
        for text in before_moves {
            if is_strange(&text) && text.split_whitespace().count() <= FEW {
                return Err(UnknownGoal(text));
            }
            by_words = by_words.or_else(|| in_words(&text).filter(|_| states_goal(&text)));
        }
        let by_result = Task::of_result(game.stated());
        // A result does not say whether the other side is locked.
        Ok(by_words.filter(|task| task.aim == Aim::Lock || by_result.is_none()).or(by_result))
    }

    /// The task by a result.
    pub fn of_result(stated: Stated) -> Option<Task> {
        let (side, aim) = match stated {
            Stated::White => (Color::White, Aim::Win),
            Stated::Black => (Color::Black, Aim::Win),
            Stated::Draw => (Color::White, Aim::Draw),
            Stated::Neither | Stated::Open => return None,
        };
        Some(Task { side, aim })
    }
}

/// A comment with more words is prose.
const FEW: usize = 12;

/// Whether a text states a goal instead of just mentioning a result: it is short, and names a side or only the goal.
pub fn states_goal(text: &str) -> bool {
    let words = text.split_whitespace().count();
    in_words(text).is_some() && (words <= 3 || words <= FEW && !sides(text).is_empty())
}

fn is_strange(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["самозап", "самообл", "кооператив", "обратн", "helpmate", "selfmate", "help-", "self-", "cooperat", "поддавк"]
        .iter()
        .any(|stem| lower.contains(stem))
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace('ё', "е");
    let is_between = |c: char| !c.is_alphanumeric() && !"+=".contains(c);
    lower.split(is_between).filter(|word| !word.is_empty()).map(String::from).collect()
}

/// The stems of words for sides and aims.
const SIDES: [(Color, &str); 2] = [(Color::White, "бел white"), (Color::Black, "черн black")];
const AIMS: [(Aim, &str); 3] = [
    (Aim::Win, "выигр победа победу победы победить победил побежд win won"),
    (Aim::Draw, "ничь ничей draw remis"),
    (Aim::Lock, "запер запир lock block"),
];

/// Words that say that an aim is not reached. Others do only before the aim: "No. 5", "без жертв".
const NOT: [&str; 9] = ["не", "нет", "нельзя", "not", "cannot", "can t", "won t", "doesn t", "never"];
const NO: [&str; 3] = ["без", "no", "without"];

/// An English stem has few endings: "Winter" is no win.
fn named<T: Copy>(word: &str, stems: &[(T, &str)]) -> Option<T> {
    let is_one = |stem: &str| match word.strip_prefix(stem) {
        Some(end) if stem.is_ascii() => ["", "s", "n", "ed", "ing", "ning"].contains(&end),
        end => end.is_some(),
    };
    stems.iter().find(|(_, stems)| stems.split(' ').any(is_one)).map(|(named, _)| *named)
}

fn aim(word: &str) -> Option<Aim> {
    match word {
        "+" => Some(Aim::Win),
        "=" => Some(Aim::Draw),
        _ => named(word, &AIMS),
    }
}

/// The sides named in a text, each with the place of its word.
fn sides(text: &str) -> Vec<(usize, Color)> {
    words(text).iter().enumerate().filter_map(|(at, word)| Some((at, named(word, &SIDES)?))).collect()
}

/// A text without the lists of a setup, "Белые: Дg1; Чёрные: b8, e5. Выигрыш": their sides are not those of a goal.
fn without_lists(text: &str) -> &str {
    let is_side = |at: &usize| sides(text[..*at].trim_end().rsplit(' ').next().unwrap_or_default()).len() == 1;
    let Some(list) = text.match_indices(':').map(|(at, _)| at).find(is_side) else { return text };
    let is_square = |&(at, _): &(usize, &str)| at > list && text[list..at].ends_with(char::is_alphabetic);
    let last = text.match_indices(|c: char| c.is_ascii_digit()).rfind(is_square);
    last.map_or(text, |(at, _)| &text[at + 1..])
}

/// Words between an aim and its side: "a win for Black", "выигрыш у чёрных".
const BETWEEN: &str = "for of за для у";

/// Words behind a side that is only to move: "White wins, Black to move".
const MOVES: &str = "to moves plays begins starts ходят начинают";

/// The task in words: "White to play and win", "Выигрыш белых", "запереть". The side is the one named right after the aim, else the
/// last one before it, else White.
pub(super) fn in_words(text: &str) -> Option<Task> {
    if is_strange(text) {
        return None;
    }
    if let Some(task) = Stated::read(text).and_then(Task::of_result) {
        return Some(task);
    }
    let text = without_lists(text);
    let words = words(text);
    let mut aims = words.iter().enumerate().filter_map(|(at, word)| Some((at, aim(word)?)));
    let (at, aim) = aims.next()?;
    // Two different aims are not a task: "win or draw".
    let (plain, before) = (format!(" {} ", words.join(" ")), if at > 0 { &words[at - 1] } else { "" });
    let is_denied = NOT.iter().any(|not| plain.contains(&format!(" {not} "))) || NO.contains(&before);
    if aims.any(|(_, other)| other != aim) || is_denied {
        return None;
    }
    let sides = sides(text);
    let is_one = |of: &str, at: usize| words.get(at).is_some_and(|word| of.split(' ').any(|one| one == word));
    let place_behind = (at + 1..words.len()).find(|&at| !is_one(BETWEEN, at));
    let earlier = sides.iter().rev().find(|(place, _)| *place < at);
    // "Белые выигрывают у чёрных"
    let is_beaten = earlier.is_some() && is_one("у", at + 1);
    let is_behind = |place: usize| Some(place) == place_behind && !is_one(MOVES, place + 1) && !is_beaten;
    let behind = sides.iter().find(|(place, _)| is_behind(*place));
    let last = if words.len() == at + 2 { &*words[at + 1] } else { "" };
    let side = match (before, last) {
        // Letters elsewhere are initials.
        ("w" | "б", _) | (_, "w" | "б") => Color::White,
        ("b" | "ч", _) | (_, "b" | "ч") => Color::Black,
        _ => behind.or(earlier).map_or(Color::White, |(_, side)| *side),
    };
    Some(Task { side, aim })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::games;

    #[test]
    fn goals_in_words() {
        for (text, expected) in [
            ("White to play and win", Some((Color::White, Aim::Win))),
            ("белые начинают и делают ничью", Some((Color::White, Aim::Draw))),
            ("Ход чёрных. Выигрыш белых", Some((Color::White, Aim::Win))),
            ("Black to move, White wins", Some((Color::White, Aim::Win))),
            ("Black to play and draw", Some((Color::Black, Aim::Draw))),
            ("запереть", Some((Color::White, Aim::Lock))),
            ("Белые начинают и запирают", Some((Color::White, Aim::Lock))),
            ("1-0", Some((Color::White, Aim::Win))),
            ("+", Some((Color::White, Aim::Win))),
            ("=", Some((Color::White, Aim::Draw))),
            ("ничья", Some((Color::White, Aim::Draw))),
            ("lock", Some((Color::White, Aim::Lock))),
            ("сдать шашки", None),
            ("самозапирание", None),
            ("win or draw", None),
            ("White cannot win", None),
            ("White can't win", None),
            ("Выигрыш. Ч. Иванов", Some((Color::White, Aim::Win))),
            ("B. Smith. Win", Some((Color::White, Aim::Win))),
            ("White to play and win, T. Smith", Some((Color::White, Aim::Win))),
            ("no win", None),
            ("No. 5. White to play and win", Some((Color::White, Aim::Win))),
            ("Winter Cup", None),
            ("Победитель конкурса", None),
            ("B wins", Some((Color::Black, Aim::Win))),
            ("Белые: Дg1; Чёрные: b8, e5. Выигрыш", Some((Color::White, Aim::Win))),
            ("Белые: выигрыш", Some((Color::White, Aim::Win))),
            ("a win for Black", Some((Color::Black, Aim::Win))),
            ("выигрыш у чёрных", Some((Color::Black, Aim::Win))),
            ("Белые выигрывают у чёрных", Some((Color::White, Aim::Win))),
            ("White wins a Black king", Some((Color::White, Aim::Win))),
            ("Выигрывают ч.", Some((Color::Black, Aim::Win))),
            ("White wins, Black to move", Some((Color::White, Aim::Win))),
            ("Black wins (White to move)", Some((Color::Black, Aim::Win))),
            ("Black +", Some((Color::Black, Aim::Win))),
            ("+ черных", Some((Color::Black, Aim::Win))),
            ("mate in 3", None),
        ] {
            assert_eq!(in_words(text).map(|task| (task.side, task.aim)), expected, "{text}");
        }
    }

    #[test]
    fn goals_of_games() {
        let task =
            |text: &str| Task::of_game(&games(text).next().unwrap()).map(|task| task.map(|task| (task.side, task.aim)));
        let fen = "[FEN \"W:WKg1:Bb8,e5\"]";
        let unknown = |goal: &str| Err(UnknownGoal(goal.into()));
        for (text, expected) in [
            (format!("{fen} 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Win)))),
            (format!("{fen} [Task \"lock\"] 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Lock)))),
            (format!("{fen} {{Запереть}} 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Lock)))),
            (format!("{fen} {{a win of White is known and not hard to find, as all can see}} 1. g1-e3 *"), Ok(None)),
            (format!("{fen} {{White to play and draw}} 1. g1-e3 *"), Ok(Some((Color::White, Aim::Draw)))),
            (format!("{fen} [Задание \"Самозапирание\"] 1. g1-e3 1-0"), unknown("Самозапирание")),
            (format!("{fen} {{Кооперативное запирание}} 1. g1-e3 *"), unknown("Кооперативное запирание")),
        ] {
            assert_eq!(task(&text), expected, "{text}");
        }
    }
}
