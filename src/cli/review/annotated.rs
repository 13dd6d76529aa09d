//! A judged game as PDN with comments.

use bolshak::board::{Color, Game};
use bolshak::pdn::{self, PdnError};
use bolshak::review::Mistake;

use super::judged::Judged;
use super::words::{comment, result};

/// The most characters of a line of moves.
const WIDTH: usize = 100;

/// The game, its tags first.
pub fn game<G: Game>(judged: &Judged<'_, G>) -> String {
    let Judged { game, played, reviewed } = judged;
    let mut words = Vec::new();
    let first = |words: &mut Vec<String>, index: usize| {
        if let Some((count, position, _, verdict)) = &reviewed.first
            && *count == index
        {
            in_comment(words, &format!("Best play from here: {}.", result(position, verdict)));
        }
    };
    first(&mut words, 0);
    for (index, of_game) in played.moves.iter().enumerate() {
        let white = of_game.before.turn() == Color::White;
        match (white, index) {
            (true, _) => words.push(format!("{}.", of_game.number)),
            (false, 0) => words.push(format!("{}...", of_game.number)),
            (false, _) => {}
        }
        words.push(of_game.text.clone());
        let judged = reviewed.moves.iter().find(|judged| judged.index == index);
        if let Some(judged) = judged
            && let Some(mistake) = judged.mistake
            && let Some(comment) = comment(judged)
        {
            words.push(if mistake == Mistake::WinToLoss { "$4" } else { "$2" }.into());
            in_comment(&mut words, &comment);
        }
        if reviewed.drawn_after == Some(index + 1) {
            in_comment(&mut words, "Drawn: the clock of the draw rule has run out.");
        }
        first(&mut words, index + 1);
    }
    words.push(game.result().into());
    format!("{}\n{}\n", tags(game), wrapped(&words))
}

/// A game that cannot be read, as far as it goes, with the reason.
pub fn unread(game: &pdn::Game, error: &PdnError) -> String {
    let mut words = Vec::new();
    in_comment(&mut words, &format!("Not judged: {error}."));
    words.extend(game.words.iter().map(|word| word.text.clone()));
    words.push(game.result().into());
    format!("{}\n{}\n", tags(game), wrapped(&words))
}

/// Puts a comment among the words, which may be broken at its spaces.
fn in_comment(words: &mut Vec<String>, text: &str) {
    let text = format!("{{{}}}", text.replace(['{', '}'], "'"));
    words.extend(text.split_whitespace().map(String::from));
}

fn tags(game: &pdn::Game) -> String {
    let lines = game.tags().map(|(name, value)| format!("[{name} \"{value}\"]\n"));
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
