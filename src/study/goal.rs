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
            return Task::of_words(value).map(Some).ok_or_else(|| UnknownGoal(value.into()));
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
                by_words = Task::of_words(&text).map(|task| (task, text));
            }
        }
        let Some((task, text)) = by_words else { return Ok(Task::of_result(game.stated())) };
        // A draw has no side, and a result does not say whether the other side is locked.
        let agrees = |result: Task| result.aim == task.aim && (task.aim == Aim::Draw || result.side == task.side);
        match Task::of_result(game.stated()) {
            Some(result) if task.aim != Aim::Lock && !agrees(result) => {
                // "Победа, 1980"
                let is_name = sides(&text).is_empty() && !is_result(&text);
                if is_name { Ok(Some(result)) } else { Err(UnknownGoal(format!("{text}, {}", game.stated().text()))) }
            }
            _ => Ok(Some(task)),
        }
    }

    /// The task that words state: "White to play and win", "Выигрыш белых", "Black +", "запереть". The side is the one named right
    /// behind a noun, or the last one before it, else White. `None` if they state none, deny it, or are helpmates and the like.
    pub fn of_words(text: &str) -> Option<Task> {
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
            let side = (0..loses).rev().find_map(|at| side_at(&words, at))?;
            return Some(Task { side: side.other(), aim: Aim::Win });
        };
        // Two different aims are not a task: "win or draw".
        let before = if at > 0 { &words[at - 1] } else { "" };
        let is_missed = words[at.saturating_sub(3)..at].iter().rev().take_while(|word| named(word, &SIDES).is_none());
        let is_denied = denies(&words) || is_missed.into_iter().any(|word| named(word, &FAILS).is_some());
        if aims.any(|(_, other)| other != aim) || is_denied || NO.contains(&before) {
            return None;
        }
        let place = (at + 1..words.len()).find(|&at| !is_one(BETWEEN, &words[at])).unwrap_or(at);
        let moves = |at: usize| words.get(at).is_some_and(|word| is_one(MOVES, word));
        let behind = side_at(&words, place).filter(|_| place > at && !moves(place + 1));
        let clause = words[..at].iter().rposition(|word| word == ",").unwrap_or(0);
        let last_before = |from: usize| (from..at).rev().find_map(|at| side_at(&words, at));
        let (same, earlier) = (last_before(clause), last_before(0));
        let is_beaten = words.get(at + 1).is_some_and(|word| word == "у");
        // "White to play and win a Black man"
        let is_verb = (named(&words[at], &VERBS).is_some() || words[at].is_ascii() && same.is_some())
            && (place == at + 1 || is_beaten || place == at);
        // "запереть чёрных", "выиграть у чёрных"
        let is_object = aim == Aim::Lock && !words[place].ends_with("ые") || is_verb && is_beaten;
        let behind = behind.map(|side| if is_object { side.other() } else { side });
        let last = if words.len() == at + 2 { &*words[at + 1] } else { "" };
        let initial = if before == "," && at == 2 { &words[0] } else { before };
        let side = match (initial, last) {
            // Letters elsewhere are initials.
            ("w" | "б", _) | (_, "w" | "б") => Color::White,
            ("b" | "ч", _) | (_, "b" | "ч") => Color::Black,
            _ if is_verb => same.or(behind).or(earlier).unwrap_or(Color::White),
            _ => behind.or(earlier).unwrap_or(Color::White),
        };
        Some(Task { side, aim })
    }
}

/// A comment with more words is prose.
const FEW: usize = 12;

/// Whether a text states a goal instead of just mentioning a result: it is short, and names a side or only the goal.
pub fn states_goal(text: &str) -> bool {
    let words = text.split_whitespace().count();
    words <= FEW && Task::of_words(text).is_some() && (words <= 3 || !sides(text).is_empty())
}

/// Whether a text has nothing but a result and its side: "wins", "and Black wins", "с ничьей".
pub fn is_result(text: &str) -> bool {
    let is_known = |word: &String| {
        aim(word).is_some() || named(word, &LOSES).is_some() || named(word, &SIDES).is_some() || is_one(FILLERS, word)
    };
    text.split_whitespace().count() <= FEW && words(text).iter().all(is_known)
}

const FILLERS: &str =
    ", и с к ведет лишь только and with to a an the is only just for у за для сразу легко easily at once";

/// Whether a text is too short for prose and says something of a result or of a move: "loses", "White cannot win", "не c3-d4".
pub fn judges(text: &str) -> bool {
    let words = words(text);
    let is_verdict = |word: &String| {
        aim(word).is_some_and(|aim| aim != Aim::Lock) || named(word, &LOSES).is_some() || "±∓".contains(&**word)
    };
    text.split_whitespace().count() <= FEW && (has_denial(&words) || words.iter().any(is_verdict))
}

fn has_denial(words: &[String]) -> bool {
    denies(words) || words.iter().any(|word| named(word, &FAILS).is_some())
}

/// Whether a word denies: also "can't", of which "can" and "t" are left, but not an initial.
fn denies(words: &[String]) -> bool {
    let is_not = |(at, word): (usize, &String)| {
        is_one(NOT, word)
            || word == "t" && at > 0 && words[at - 1].ends_with('n') && words.get(at + 1).is_none_or(|next| next != ",")
    };
    words.iter().enumerate().any(is_not)
}

fn is_one(of: &str, word: &str) -> bool {
    of.split(' ').any(|one| one == word)
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
    (Aim::Draw, "ничь ничей спасаю спасае спасти draw drawn remis"),
    (Aim::Lock, "запер запир lock block"),
];
const LOSES: [((), &str); 1] = [((), "проигр сдаю сдал lose lost losing loss resign")];

/// Of a verb, the side before it is the one that wins; of a noun, the side behind it.
const VERBS: [((), &str); 1] =
    [((), "выигрыва выиграл выиграть победить победил побежд wins winning won draws drawn запер запир lock block")];

/// Words that say that an aim is not reached, and stems of others. Some do only before the aim: "No. 5",
/// "без жертв".
const NOT: &str = "не нет нельзя not cannot never";
const FAILS: [((), &str); 1] =
    [((), "ошиб неверн неправильн упуска упусти теряет теряют потер mistake error blunder fail misses missed throw")];
const NO: [&str; 3] = ["без", "no", "without"];

/// An English stem has few endings: "Winter" is no win.
fn named<T: Copy>(word: &str, stems: &[(T, &str)]) -> Option<T> {
    let is_one = |stem: &str| match word.strip_prefix(stem) {
        Some(end) if stem.is_ascii() => ["", "s", "ed", "ing", "ning"].contains(&end),
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

/// The side that a word names, unless it is a surname behind an initial: "А. Черных".
fn side_at(words: &[String], at: usize) -> Option<Color> {
    let is_surname = at > 1 && words[at - 1] == "," && words[at - 2].chars().count() == 1 && words[at - 2] != ",";
    named(words.get(at)?, &SIDES).filter(|_| !is_surname)
}

fn sides(text: &str) -> Vec<Color> {
    let words = words(text);
    (0..words.len()).filter_map(|at| side_at(&words, at)).collect()
}

/// A text without the lists of a setup, "Белые: Дg1; Чёрные: b8, e5. Выигрыш": their sides are not those of a goal.
fn without_lists(text: &str) -> &str {
    let is_side = |at: &usize| {
        sides(text[..*at].trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()).len() == 1
    };
    let Some(list) = text.match_indices(':').map(|(at, _)| at).find(is_side) else { return text };
    let is_square = |&(at, _): &(usize, &str)| at > list && text[list..at].ends_with(char::is_alphabetic);
    let last = text.match_indices(|c: char| c.is_ascii_digit()).rfind(is_square);
    last.map_or(text, |(at, _)| &text[at + 1..])
}

/// Words between a noun and its side: "a win for Black", "выигрыш у чёрных".
const BETWEEN: &str = "for of за для у";

/// Words behind a side that is only to move: "White wins, Black to move".
const MOVES: &str = "to moves plays begins starts ходят начинают";
