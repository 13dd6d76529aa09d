//! The goal that a game or a text states, by tags, words and results, in English and in Russian.

use crate::board::Color;
use crate::pdn::{Game, Item, Stated, plain_dash};

use super::task::{Aim, Task};

/// A stated goal that is not an [`Aim`] (helpmates, selfmates, unknown words), or words and a result that contradict each other.
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
            if by_words.is_none() && states_goal(&text) {
                by_words = in_words(&text).map(|task| (task, text));
            }
        }
        let Some((task, text)) = by_words else { return Ok(Task::of_result(game.stated())) };
        // A draw has no side, and a result does not say whether the other side is locked.
        let agrees = |result: Task| result.aim == task.aim && (task.aim == Aim::Draw || result.side == task.side);
        match Task::of_result(game.stated()) {
            Some(result) if task.aim != Aim::Lock && !agrees(result) => {
                Err(UnknownGoal(format!("{text}, {}", game.stated().text())))
            }
            _ => Ok(Some(task)),
        }
    }

    /// The task that words state: "White to play and win", "Выигрыш белых", "Black +". White has it if they name no side; `None` if they
    /// state none, deny it, or are helpmates and the like.
    pub fn of_words(text: &str) -> Option<Task> {
        in_words(text)
    }
}

/// A comment with more words is prose.
const FEW: usize = 12;

/// Whether a text states a goal instead of just mentioning a result: it is short, and names a side or only the goal.
pub fn states_goal(text: &str) -> bool {
    let words = text.split_whitespace().count();
    in_words(text).is_some() && (words <= 3 || words <= FEW && !sides(text).is_empty())
}

/// Whether a text is too short for prose and says something of a result or of a move: "loses", "White cannot win", "не c3-d4".
pub fn judges(text: &str) -> bool {
    let words = words(text);
    let is_verdict = |word: &String| aim(word).is_some() || named(word, &LOSES).is_some() || "±∓".contains(&**word);
    text.split_whitespace().count() <= FEW && (has_denial(&words) || words.iter().any(is_verdict))
}

fn has_denial(words: &[String]) -> bool {
    let plain = format!(" {} ", words.join(" "));
    NOT.iter().any(|not| plain.contains(&format!(" {not} "))) || words.iter().any(|word| named(word, &FAILS).is_some())
}

fn is_strange(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["самозап", "самообл", "кооператив", "обратн", "helpmate", "selfmate", "help-", "self-", "cooperat", "поддавк"]
        .iter()
        .any(|stem| lower.contains(stem))
}

/// The words of a text in lower case, with a comma between its clauses. A sign is a word, and one for Black has its letter.
fn words(text: &str) -> Vec<String> {
    let mut plain: String = text.to_lowercase().chars().map(plain_dash).collect();
    for (sign, words) in SIGNS {
        plain = plain.replace(sign, words);
    }
    let is_clause = |c: char| ",.:;!?()".contains(c);
    let plain: String = plain.chars().map(|c| if is_clause(c) { " , ".into() } else { c.to_string() }).collect();
    let is_between = |c: char| !c.is_alphanumeric() && !"+=,±∓".contains(c);
    plain.trim_end_matches([' ', ',']).split(is_between).filter(|word| !word.is_empty()).map(String::from).collect()
}

const SIGNS: [(&str, &str); 8] = [
    ("ё", "е"),
    ("+/-", " ± "),
    ("-/+", " ∓ "),
    ("+-", " w + "),
    ("-+", " b + "),
    ("- +", " b + "),
    ("+", " + "),
    ("=", " = "),
];

/// The stems of words for sides and aims.
const SIDES: [(Color, &str); 2] = [(Color::White, "бел white"), (Color::Black, "черн black")];
const AIMS: [(Aim, &str); 3] = [
    (Aim::Win, "выигр победа победу победы победить победил побежд win won"),
    (Aim::Draw, "ничь ничей спасаю спасае спасти draw remis"),
    (Aim::Lock, "запер запир lock block"),
];
const LOSES: [((), &str); 1] = [((), "проигр сдаю сдал lose lost losing loss resign")];

/// Of a verb, the side before it is the one that wins; of a noun, the side behind it.
const VERBS: [((), &str); 1] =
    [((), "выигрыва выиграл выиграть победить победил побежд wins winn won draws drawn запер запир lock block")];

/// Words that say that an aim is not reached, and stems of others. Some do only before the aim: "No. 5", "без жертв".
const NOT: [&str; 10] = ["не", "нет", "нельзя", "not", "cannot", "can t", "won t", "don t", "doesn t", "never"];
const FAILS: [((), &str); 1] = [((), "ошиб упуска упусти теря mistake error blunder miss misses throw")];
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

/// Words between a noun and its side: "a win for Black", "выигрыш у чёрных".
const BETWEEN: &str = "for of за для у";

/// Words behind a side that is only to move: "White wins, Black to move".
const MOVES: &str = "to moves plays begins starts ходят начинают";

/// The task in words: "White to play and win", "Выигрыш белых", "запереть". The side is the one named right behind a noun, or the last
/// one before it, else White.
fn in_words(text: &str) -> Option<Task> {
    if is_strange(text) {
        return None;
    }
    if let Some(task) = Stated::read(text).and_then(Task::of_result) {
        return Some(task);
    }
    let words = words(without_lists(text));
    let mut aims = words.iter().enumerate().filter_map(|(at, word)| Some((at, aim(word)?)));
    let Some((at, aim)) = aims.next() else {
        // "White loses"
        let loses = words.iter().position(|word| named(word, &LOSES).is_some()).filter(|_| !has_denial(&words))?;
        let side = words[..loses].iter().rev().find_map(|word| named(word, &SIDES))?;
        return Some(Task { side: side.other(), aim: Aim::Win });
    };
    // Two different aims are not a task: "win or draw".
    let before = if at > 0 { &words[at - 1] } else { "" };
    if aims.any(|(_, other)| other != aim) || has_denial(&words) || NO.contains(&before) {
        return None;
    }
    let side_at = |at: usize| words.get(at).and_then(|word| named(word, &SIDES));
    let is_one = |of: &str, at: usize| words.get(at).is_some_and(|word| of.split(' ').any(|one| one == word));
    let place = (at + 1..words.len()).find(|&at| !is_one(BETWEEN, at)).unwrap_or(at);
    let behind = side_at(place).filter(|_| !is_one(MOVES, place + 1));
    let earlier = words[..at].iter().rev().find_map(|word| named(word, &SIDES));
    // "White to play and win a Black man"
    let is_verb = named(&words[at], &VERBS).is_some() || words[at].is_ascii() && place == at + 1 && earlier.is_some();
    // "запереть чёрных", "выиграть у чёрных"
    let is_object = aim == Aim::Lock && !words[place].ends_with("ые") || is_verb && place > at + 1;
    let behind = behind.map(|side| if is_object { side.other() } else { side });
    let last = if words.len() == at + 2 { &*words[at + 1] } else { "" };
    let initial = if before == "," && at == 2 { &words[0] } else { before };
    let side = match (initial, last) {
        // Letters elsewhere are initials.
        ("w" | "б", _) | (_, "w" | "б") => Color::White,
        ("b" | "ч", _) | (_, "b" | "ч") => Color::Black,
        _ if is_verb => earlier.or(behind).unwrap_or(Color::White),
        _ => behind.or(earlier).unwrap_or(Color::White),
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
            ("–+", Some((Color::Black, Aim::Win))),
            ("B+", Some((Color::Black, Aim::Win))),
            ("W +", Some((Color::White, Aim::Win))),
            ("Ч =", Some((Color::Black, Aim::Draw))),
            ("-/+", None),
            ("White wins, Black loses", Some((Color::White, Aim::Win))),
            ("Белые выигрывают: чёрные без защиты", Some((Color::White, Aim::Win))),
            ("выигрыш, чёрные проигрывают", Some((Color::White, Aim::Win))),
            ("White to play and win Black's man", Some((Color::White, Aim::Win))),
            ("Белые выигрывают черную шашку", Some((Color::White, Aim::Win))),
            ("выиграть у чёрных", Some((Color::White, Aim::Win))),
            ("Чёрные начинают и проигрывают", Some((Color::White, Aim::Win))),
            ("Ч. выигрывают", Some((Color::Black, Aim::Win))),
            ("упускает выигрыш", None),
            ("Чёрные спасаются", Some((Color::Black, Aim::Draw))),
            ("Белые начинают и запирают чёрных", Some((Color::White, Aim::Lock))),
            ("Запереть чёрных", Some((Color::White, Aim::Lock))),
            ("Запирают чёрные", Some((Color::Black, Aim::Lock))),
            ("Черные запирают белых", Some((Color::Black, Aim::Lock))),
            ("White to play and block Black", Some((Color::White, Aim::Lock))),
            ("White locks Black in", Some((Color::White, Aim::Lock))),
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
            (format!("{fen} {{Black to play and draw}} 1. g1-e3 1/2-1/2"), Ok(Some((Color::Black, Aim::Draw)))),
            (format!("{fen} {{White to play and draw}} 1. g1-e3 1-0"), unknown("White to play and draw, 2-0")),
            (format!("{fen} [Задание \"Самозапирание\"] 1. g1-e3 1-0"), unknown("Самозапирание")),
            (format!("{fen} {{Кооперативное запирание}} 1. g1-e3 *"), unknown("Кооперативное запирание")),
        ] {
            assert_eq!(task(&text), expected, "{text}");
        }
    }
}
