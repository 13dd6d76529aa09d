//! A judged game as PDN with comments, in the chosen language.

use bolshak::board::{Color, Game};
use bolshak::pdn::{self, Fault, JUDGEMENT, Unread};
use bolshak::review::Mistake;
use bolshak_answers::lang::Sentence;

use crate::lang::{chosen, say};
use crate::review::words::{Judged, comment, result};
use crate::shared::text::in_lines;

/// The most characters of a line of moves.
const WIDTH: usize = 100;

/// The game, its tags first. Judging the result again gives the same text.
pub fn game<G: Game>(judged: &Judged<'_, G>) -> String {
    let Judged { game, played, reviewed, .. } = judged;
    let mut words = Vec::new();
    let first = |words: &mut Vec<String>, index: usize| {
        if let Some((count, position, _, verdict)) = &reviewed.first
            && *count == index
        {
            let result = result(position, verdict);
            judgement(words, '.', &say("comment-first", &[("result", result.into())]));
        }
    };
    first(&mut words, 0);
    words.extend(remarks(game, 0));
    for (index, of_game) in played.moves.iter().enumerate() {
        let turn = of_game.before.turn();
        if turn == Color::White || index == 0 {
            words.push(format!("{}{}", of_game.number, turn.dots()));
        }
        words.push(of_game.text.clone());
        let judged = reviewed.moves.iter().find(|judged| judged.index == index);
        if let Some(judged) = judged
            && let Some(mistake) = judged.mistake
            && let Some(comment) = comment(judged)
        {
            let mark = if mistake == Mistake::WinToLoss { "$4" } else { "$2" };
            if !remarks(game, index + 1).any(|remark| remark == mark) {
                words.push(mark.into());
            }
            judgement(&mut words, ':', &comment);
        }
        if reviewed.drawn_after == Some(index + 1) {
            judgement(&mut words, '.', &say("comment-drawn", &[]));
        }
        first(&mut words, index + 1);
        words.extend(remarks(game, index + 1));
    }
    let stop = played.stop.as_ref().map(|stop| &stop.fault);
    if let Some(Fault::Move { error, .. }) = stop {
        judgement(&mut words, '.', &say("comment-to-here", &[("why", Sentence::of(error).in_lang(chosen()).into())]));
    }
    let behind = rest(game, played.moves.len());
    // Which moves these are is not known: the next reading must not take them for those of this position.
    match stop {
        Some(Fault::Number { .. }) => in_comment(&mut words, &behind.join(" ")),
        _ => words.extend(behind),
    }
    words.push(game.result().into());
    format!("{}\n{}\n", tags(game), wrapped(&words))
}

/// A game that is not judged, as far as it can be read, with the reason.
pub fn unread(game: &pdn::Game, error: &str) -> String {
    let mut words = Vec::new();
    judgement(&mut words, '.', &say("comment-not-judged", &[("why", error.into())]));
    words.extend(remarks(game, 0));
    words.extend(rest(game, 0));
    words.push(game.result().into());
    format!("{}\n{}\n", tags(game), wrapped(&words))
}

/// The words behind some number of moves, as they stand, and what is not read.
fn rest(game: &pdn::Game, from: usize) -> Vec<String> {
    let mut words = Vec::new();
    for (count, word) in (from + 1..).zip(&game.words[from..]) {
        words.extend(word.number.map(|number| format!("{number}.")));
        words.extend(in_words(&word.text));
        words.extend(remarks(game, count));
    }
    if !game.rest().is_empty() {
        in_comment(&mut words, game.rest());
    }
    words
}

/// What the author wrote after some number of moves.
fn remarks(game: &pdn::Game, count: usize) -> impl Iterator<Item = String> {
    game.remarks_after(count).into_iter().flat_map(in_words)
}

/// Puts a comment of this program among the words.
fn judgement(words: &mut Vec<String>, sign: char, text: &str) {
    in_comment(words, &format!("{}{sign} {text}", JUDGEMENT.trim_start_matches('{')));
}

/// Puts a comment among the words, which may be broken at its spaces.
fn in_comment(words: &mut Vec<String>, text: &str) {
    words.extend(in_words(&format!("{{{}}}", text.replace(['{', '}'], "'"))));
}

/// The words of a text of the file, without characters that disturb a terminal.
fn in_words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(plain)
}

fn plain(text: &str) -> String {
    text.replace(char::is_control, "")
}

/// A tag, without characters that disturb a terminal.
pub fn tag(name: &str, value: &str) -> String {
    format!("[{} \"{}\"]", plain(name), plain(value).replace('"', "\\\""))
}

/// The tags; a second value of one stands beside the first, where it does not begin another game.
fn tags(game: &pdn::Game) -> String {
    let line = |(name, value): (&str, &str)| {
        let others = game.unread.iter().filter_map(|unread| match unread {
            Unread::Tag { name: other, value: second, .. } if other == name && second != value => {
                Some(tag(name, second))
            }
            _ => None,
        });
        std::iter::once(tag(name, value)).chain(others).collect::<Vec<_>>().join(" ") + "\n"
    };
    game.tags().map(line).collect()
}

fn wrapped(words: &[String]) -> String {
    // At the beginning of a line these would be read otherwise: a line that is passed over, a tag.
    in_lines(words.iter().map(String::as_str), WIDTH, "", |word| !word.starts_with(['%', '[']))
}
