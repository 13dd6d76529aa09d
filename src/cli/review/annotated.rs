//! A judged game as PDN with comments, in the chosen language.

use bolshak::board::{Color, Game};
use bolshak::pdn;
use bolshak::review::Mistake;

use super::judged::Judged;
use super::words::{comment, result};
use crate::cli::lang::{chosen, say};

/// The most characters of a line of moves.
const WIDTH: usize = 100;

/// The game, its tags first.
pub fn game<G: Game>(judged: &Judged<'_, G>) -> String {
    let Judged { game, played, reviewed, .. } = judged;
    let mut words = Vec::new();
    words.extend(remarks(game, 0));
    let first = |words: &mut Vec<String>, index: usize| {
        if let Some((count, position, _, verdict)) = &reviewed.first
            && *count == index
        {
            let result = result(chosen(), position, verdict);
            in_comment(words, &say("comment-first", &[("result", result.into())]));
        }
    };
    first(&mut words, 0);
    for (index, of_game) in played.moves.iter().enumerate() {
        let turn = of_game.before.turn();
        if turn == Color::White || index == 0 {
            words.push(format!("{}{}", of_game.number, turn.dots()));
        }
        words.push(of_game.text.clone());
        let judged = reviewed.moves.iter().find(|judged| judged.index == index);
        if let Some(judged) = judged
            && let Some(mistake) = judged.mistake
            && let Some(comment) = comment(chosen(), judged)
        {
            words.push(if mistake == Mistake::WinToLoss { "$4" } else { "$2" }.into());
            in_comment(&mut words, &comment);
        }
        if reviewed.drawn_after == Some(index + 1) {
            in_comment(&mut words, &say("comment-drawn", &[]));
        }
        first(&mut words, index + 1);
        words.extend(remarks(game, index + 1));
    }
    words.push(result_of(game));
    format!("{}\n{}\n", tags(game), wrapped(&words))
}

/// A game that is not judged, as far as it can be read, with the reason.
pub fn unread(game: &pdn::Game, error: &str) -> String {
    let mut words = Vec::new();
    in_comment(&mut words, &say("comment-not-judged", &[("why", error.into())]));
    words.extend(remarks(game, 0));
    for (count, word) in (1..).zip(&game.words) {
        words.extend(in_words(&word.text).chain(remarks(game, count)));
    }
    words.push(result_of(game));
    format!("{}\n{}\n", tags(game), wrapped(&words))
}

/// What the author wrote after some number of moves.
fn remarks(game: &pdn::Game, count: usize) -> impl Iterator<Item = String> {
    game.remarks_after(count).into_iter().flat_map(in_words)
}

/// Puts a comment among the words, which may be broken at its spaces.
fn in_comment(words: &mut Vec<String>, text: &str) {
    let text = format!("{{{}}}", text.replace(['{', '}'], "'"));
    words.extend(in_words(&text));
}

/// The words of a text of the file, without characters that disturb a terminal.
fn in_words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(plain)
}

fn plain(text: &str) -> String {
    text.replace(char::is_control, "")
}

/// What stands at the end of the moves: a result that is read again as one.
fn result_of(game: &pdn::Game) -> String {
    let result = game.result();
    if pdn::is_result(result) { result } else { "*" }.into()
}

fn tags(game: &pdn::Game) -> String {
    let lines = game.tags().map(|(name, value)| format!("[{} \"{}\"]\n", plain(name), plain(value)));
    lines.collect()
}

fn wrapped(words: &[String]) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in words {
        let size = word.chars().count();
        if length > 0 && length + 1 + size > WIDTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += size;
    }
    text
}
