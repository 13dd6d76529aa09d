//! The target `pdn`: games as people write them.

use bolshak::board::{Draughts80, Game as Rules, Russian};
use bolshak::pdn::{self, Game, decode, is_binary, read_games};

use super::text::check_message;

/// Reads the games of any bytes. A file and its text must give the same games; every game must be playable or have an error that
/// fits on a line; and words that can only be words must not be dropped.
///
/// # Panics
/// If a check fails.
pub fn check_games(input: &[u8]) -> &'static str {
    let of_file: Result<Vec<Game>, _> = read_games(input).collect();
    if is_binary(input) {
        return "binary";
    }
    let text = decode(input);
    let games: Vec<Game> = pdn::games(&text).collect();
    let all = format!("{games:?}");
    assert_eq!(
        format!("{:?}", of_file.expect("bytes in memory are read")),
        all,
        "a file is read otherwise than its text"
    );
    let words = text.split(|c: char| !matches!(c, 'q' | 'z')).filter(|word| word.len() > 3);
    for word in words.filter(|_| !games.is_empty()) {
        assert!(all.contains(word), "{word} was dropped");
    }
    let stops = games.iter().filter(|game| check_game::<Russian>(game) | check_game::<Draughts80>(game)).count();
    match (games.len(), stops) {
        (0, _) => "no game",
        (_, 0) => "games",
        _ => "games that are read in part",
    }
}

/// Plays a game; returns whether it was not read to its end.
fn check_game<G: Rules>(game: &Game) -> bool {
    game.unread.iter().for_each(|unread| check_message(&unread.to_string()));
    let mut position = None;
    match game.play::<G>() {
        Ok(played) => {
            for of_game in &played.moves {
                assert_eq!(position.unwrap_or(played.start.position), of_game.before, "a move from another position");
                assert!(of_game.before.legal_moves().contains(&of_game.mv), "{} is not legal", of_game.text);
                position = Some(of_game.before.after(&of_game.mv));
            }
            assert!(played.moves.len() <= game.words.len());
            assert!(played.stop.is_some() || played.moves.len() == game.words.len(), "words without moves");
            played.stop.iter().for_each(|stop| check_message(&stop.to_string()));
            played.stop.is_some()
        }
        Err(error) => {
            check_message(&error.to_string());
            true
        }
    }
}
