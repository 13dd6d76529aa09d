//! What a study asks for: a side and its aim, read from tags, words and results.

use crate::board::Color;
use crate::pdn::{Game, Item, Stated};

/// What the solving side wants to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// A win.
    Win,
    /// A draw at least.
    Draw,
    /// An end in which the other side still has pieces and none of them can move.
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

/// The task of a study: who solves it, and what that side wants to reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Task {
    /// The solving side: White by custom.
    pub side: Color,
    /// Its aim.
    pub aim: Aim,
}

/// A goal that is stated and is not one of those of [`Aim`]: helpmates, selfmates, words that are not understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the goal \"{0}\" is not known; those that are judged are win, draw and lock")]
pub struct UnknownGoal(pub String);

/// Tags that state a goal, in small letters.
const TAGS: [&str; 8] = ["goal", "task", "aim", "stipulation", "задание", "цель", "условие", "задача"];

impl Task {
    /// The task that a game states: by a tag such as `Goal`, by its result, or by words before its first move. `None` if it states
    /// none.
    ///
    /// # Errors
    /// [`UnknownGoal`], if it states one that is not known.
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
        // A result does not say that the other side is locked.
        Ok(by_words.filter(|task| task.aim == Aim::Lock || by_result.is_none()).or(by_result))
    }

    /// The task that a result states.
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

/// A comment of more words is prose.
const FEW: usize = 12;

/// Whether a text states a goal, and does not only mention a result: it is short, and names a side or nothing but the goal.
pub fn states_goal(text: &str) -> bool {
    let words = text.split_whitespace().count();
    in_words(text).is_some() && (words <= 3 || words <= FEW && !sides(text).is_empty())
}

/// Whether words name a goal of another kind.
fn is_strange(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["самозап", "самообл", "кооператив", "обратн", "helpmate", "selfmate", "help-", "self-", "cooperat", "поддавк"]
        .iter()
        .any(|stem| lower.contains(stem))
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace('ё', "е");
    lower
        .split(|c: char| !c.is_alphanumeric() && !"+=".contains(c))
        .filter(|word| !word.is_empty())
        .map(String::from)
        .collect()
}

/// How words begin that name a side or an aim.
const SIDES: [(Color, &str); 2] = [(Color::White, "бел white"), (Color::Black, "черн black")];
const AIMS: [(Aim, &str); 3] =
    [(Aim::Win, "выигр побед win won"), (Aim::Draw, "ничь ничей draw remis"), (Aim::Lock, "запер запир lock block")];

fn named<T: Copy>(word: &str, stems: &[(T, &str)]) -> Option<T> {
    let is_named = |(_, stems): &&(T, &str)| stems.split(' ').any(|stem| word.starts_with(stem));
    stems.iter().find(is_named).map(|(named, _)| *named)
}

fn aim(word: &str) -> Option<Aim> {
    match word {
        "+" => Some(Aim::Win),
        "=" => Some(Aim::Draw),
        _ => named(word, &AIMS),
    }
}

/// The sides that words name, each with its place among them.
fn sides(text: &str) -> Vec<(usize, Color)> {
    words(text).iter().enumerate().filter_map(|(at, word)| Some((at, named(word, &SIDES)?))).collect()
}

/// The task that words state: "White to play and win", "Выигрыш белых", "запереть". The side is the one that is named right
/// behind the aim, else the last one before it; White if none is.
pub(super) fn in_words(text: &str) -> Option<Task> {
    if is_strange(text) {
        return None;
    }
    if let Some(task) = Stated::read(text).and_then(Task::of_result) {
        return Some(task);
    }
    let words = words(text);
    let mut aims = words.iter().enumerate().filter_map(|(at, word)| Some((at, aim(word)?)));
    let (at, aim) = aims.next()?;
    // Two different aims are none: "win or draw".
    if aims.any(|(_, other)| other != aim) || words.iter().any(|word| ["не", "not"].contains(&&**word)) {
        return None;
    }
    let sides = sides(text);
    let behind = sides.iter().find(|(place, _)| *place == at + 1);
    let before = sides.iter().rev().find(|(place, _)| *place < at);
    let side = behind.or(before).map_or(Color::White, |(_, side)| *side);
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
        for (text, expected) in [
            (format!("{fen} 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Win)))),
            (format!("{fen} [Task \"lock\"] 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Lock)))),
            (format!("{fen} {{Запереть}} 1. g1-e3 1-0"), Ok(Some((Color::White, Aim::Lock)))),
            (
                format!(
                    "{fen} {{the win of White is known since long ago and is not hard to find here at all}} 1. g1-e3 *"
                ),
                Ok(None),
            ),
            (format!("{fen} {{White to play and draw}} 1. g1-e3 *"), Ok(Some((Color::White, Aim::Draw)))),
            (format!("{fen} [Задание \"Самозапирание\"] 1. g1-e3 1-0"), Err(UnknownGoal("Самозапирание".into()))),
            (
                format!("{fen} {{Кооперативное запирание}} 1. g1-e3 *"),
                Err(UnknownGoal("Кооперативное запирание".into())),
            ),
        ] {
            assert_eq!(task(&text), expected, "{text}");
        }
    }
}
