//! What is known of a game only when all of it is read: which words are its moves.

use crate::rules::Written;

use super::error::Unread;
use super::game::{Game, Word, in_braces};

/// A variation that holds one move alone, which may be the answer to the move before it.
pub struct Answer {
    /// After how many words it stands.
    pub count: usize,
    /// The move, and its marks.
    pub word: Word,
    pub marks: Option<String>,
    /// Its bytes in the remark there.
    pub range: (usize, usize),
}

/// Takes the answers in parentheses for moves, if there is one behind each move, as composers write: `c3 (d6), d4 (e5), f6`.
pub fn take_answers(game: &mut Game, answers: Vec<Answer>) {
    let is_destination =
        |answer: &Answer| Written::read(&answer.word.text).is_some_and(|written| written.is_destination());
    let moves = game.words.len();
    let are_answers = [moves, moves.wrapping_sub(1)].contains(&answers.len())
        && !answers.is_empty()
        && (1..).zip(&answers).all(|(count, answer)| answer.count == count)
        && (moves > 1 || answers.iter().all(is_destination));
    if !are_answers {
        return;
    }
    let words = std::mem::take(&mut game.words);
    let mut remarks = std::mem::take(&mut game.remarks).into_iter().peekable();
    let mut answers = answers.into_iter();
    for count in 0..=words.len() {
        let text = remarks.next_if(|(after, _)| *after == count).map_or(String::new(), |(_, text)| text);
        let answer = if count > 0 { answers.next() } else { None };
        let (before, after) =
            answer.as_ref().map_or((&*text, ""), |answer| (&text[..answer.range.0], &text[answer.range.1..]));
        keep(game, before.trim());
        if let Some(Answer { word, marks, .. }) = answer {
            game.words.push(word);
            keep(game, marks.as_deref().unwrap_or_default());
        }
        keep(game, after.trim());
        game.words.extend(words.get(count).cloned());
    }
}

fn keep(game: &mut Game, remark: &str) {
    if !remark.is_empty() {
        game.remark(remark);
    }
}

/// Numbers among moves by letters are a time or a page, and not moves.
pub fn drop_numbers(game: &mut Game) {
    let is_number = |word: &Word| Written::read(&word.text).is_some_and(|written| written.is_numeric());
    let numbers = game.words.iter().filter(|word| is_number(word)).count();
    if numbers == 0 || 4 * numbers > game.words.len() {
        return;
    }
    let words = std::mem::take(&mut game.words);
    let mut remarks = std::mem::take(&mut game.remarks).into_iter().peekable();
    for (count, word) in (1..).zip(words) {
        while let Some((_, text)) = remarks.next_if(|(after, _)| *after < count) {
            game.remark(&text);
        }
        if is_number(&word) {
            game.remark(&in_braces(&word.text));
            game.unread.push(Unread::Text { text: word.text, place: word.place });
        } else {
            game.words.push(word);
        }
    }
    remarks.for_each(|(_, text)| game.remark(&text));
}
