//! A judged game in words, and as PDN with comments, in the chosen language.

use bolshak::board::{Color, Game, Position, short};
use bolshak::pdn::{self, Fault, JUDGEMENT, PdnError, Played, Unread};
use bolshak::probe::Verdict;
use bolshak::review::{Agreement, Claim, JudgedMove, Mistake, Reviewed};
use bolshak::value::{Category, Theory};
use bolshak_answers::lang::Sentence;

use crate::lang::{chosen, say};
use crate::shared::diagram::side;
use crate::shared::question::clock_note;
use crate::shared::remedy::for_people;
use crate::shared::text::in_lines;

/// "Game 3, Orlova - Tikhonov".
pub fn title(game: &pdn::Game) -> String {
    let [white, black] = game.players();
    say("game", &[("number", game.number.to_string().into()), ("white", white.into()), ("black", black.into())])
}

pub fn game<G: Game>(judged: &Judged<'_, G>) -> String {
    let Judged { game, played, reviewed, unknown, missing } = judged;
    let mut lines = vec![format!("{}, {}", title(game), short(game.result()))];
    match &reviewed.first {
        None => {
            let why = unknown.as_ref().map_or_else(|| say("none-known", &[]), for_people);
            lines.push(say("not-judged", &[("why", why.into())]));
        }
        Some((count, position, _, verdict)) => {
            let stated = match reviewed.agreement(game.stated()) {
                Agreement::Agrees => "agrees",
                Agreement::Differs => "differs",
                Agreement::Open => "open",
            };
            let values = [
                ("place", place(played, *count).into()),
                ("position", position.to_string().into()),
                ("result", result(position, verdict).into()),
                ("stated", stated.into()),
            ];
            lines.push(say("first-known", &values));
        }
    }
    lines.extend(reviewed.note.map(clock_note));
    let mistake = |judged| Some(format!("{}? {}", JudgedMove::name(judged), comment(judged)?));
    lines.extend(reviewed.moves.iter().filter_map(mistake));
    for (id, counts) in [("searched-proved", &reviewed.proved), ("searched-undecided", &reviewed.undecided)] {
        if !counts.is_empty() {
            lines.push(say(id, &[("places", places(played, counts).into()), ("number", counts.len().into())]));
        }
    }
    lines.extend(missing.iter().map(for_people));
    let at = |id, count| say(id, &[("place", place(played, count).into())]);
    lines.extend(reviewed.drawn_after.map(|count| at("drawn-by-clock-there", count)));
    let claims = reviewed.claims.iter().map(|&(count, claim)| match claim {
        Claim::ThirtyMoves => at("claim-30-moves", count),
        Claim::SixtyMoves => at("claim-60-moves", count),
        Claim::FiveMoves => at("claim-5-moves", count),
        _ => at("claim-main-road", count),
    });
    let third = reviewed.repetition.map(|count| at("third-time", count));
    let known: Vec<String> = third.into_iter().chain(claims).collect();
    if !known.is_empty() {
        lines.push(say("information", &[]));
        lines.extend(known.into_iter().map(|line| format!("  {line}")));
    }
    lines.extend(not_read(game.unread.iter().chain(&played.unread), played.stop.as_ref()));
    lines.join("\n  ") + "\n"
}

pub fn unread(game: &pdn::Game, why: &str) -> String {
    let mut lines = vec![format!("{}: {why}", title(game))];
    lines.extend(not_read(game.unread.iter(), None));
    lines.join("\n  ") + "\n"
}

pub fn not_read<'u>(unread: impl Iterator<Item = &'u Unread>, stop: Option<&PdnError>) -> Vec<String> {
    let unread = unread.map(|unread| say("not-read", &[("what", in_chosen(unread).into())]));
    let stop = stop.map(|stop| say("read-to-here", &[("why", in_chosen(&stop.fault).into())]));
    unread.chain(stop).collect()
}

fn in_chosen(error: &(dyn std::error::Error + 'static)) -> String {
    Sentence::of(error).in_lang(chosen())
}

/// "after 3. e3-d4": the place in a game after some number of moves.
fn place<G: Game>(played: &Played<G>, count: usize) -> String {
    match count.checked_sub(1).and_then(|last| played.moves.get(last)) {
        Some(of_game) => say("after-move", &[("move", of_game.name().into())]),
        None => say("at-start", &[]),
    }
}

/// "at the start to after 2... b6-c5, after 3. e3-d4": runs of positions.
fn places<G: Game>(played: &Played<G>, counts: &[usize]) -> String {
    let runs = counts.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] => {
            say("from-to", &[("first", place(played, *first).into()), ("last", place(played, *last).into())])
        }
        run => run.iter().map(|&only| place(played, only)).collect(),
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// "throws away the draw: Black wins in 5 moves; better: e3-f4 (a draw)"; `None` of a move that kept the result.
pub fn comment<G: Game>(judged: &JudgedMove<G>) -> Option<String> {
    let mistake = say(judged.mistake?.name(), &[]);
    let [before, after] =
        [(&judged.position, &judged.before), (&judged.reached, &judged.after)].map(|(at, known)| result(at, known));
    let best: Vec<&str> = judged.best.iter().map(|ranked| &*ranked.text).collect();
    let values = [
        ("mistake", mistake.into()),
        ("before", before.into()),
        ("after", after.into()),
        ("moves", best.join(" ").into()),
    ];
    Some(say(if best.is_empty() { "mistake" } else { "mistake-better" }, &values))
}

/// "White wins in 3 moves", "a draw".
pub fn result<G: Game>(position: &Position<G>, verdict: &Verdict) -> String {
    let Some(category) = verdict.category else { return say("result-not-known", &[]) };
    let winner: Color = match category.theory() {
        Theory::Draw => return say("result-draw", &[]),
        Theory::Win => position.turn(),
        Theory::Loss => position.turn().other(),
    };
    let winner = ("color", side(winner));
    let wins = match verdict.dtw.plies() {
        None => say("result-wins", &[winner]),
        Some(0) => say("result-won", &[winner]),
        Some(plies) => {
            let moves = say("moves", &[("number", plies.div_ceil(2).into())]);
            say("result-wins-in", &[winner, ("moves", moves.into())])
        }
    };
    match category {
        Category::CursedWin | Category::BlessedLoss => say("result-drawn-by-rule", &[("wins", wins.into())]),
        _ => wins,
    }
}

pub struct Judged<'a, G> {
    pub game: &'a pdn::Game,
    pub played: Played<G>,
    pub reviewed: Reviewed<G>,
    /// Why no move is judged, if none is.
    pub unknown: Option<anyhow::Error>,
    /// The tables that are missing for positions of the game, if some of its moves are judged.
    pub missing: Vec<anyhow::Error>,
}

/// The most characters of a line of moves.
const WIDTH: usize = 100;

/// The game, its tags first. Judging the result again gives the same text.
pub fn annotated<G: Game>(judged: &Judged<'_, G>) -> String {
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

pub fn annotated_unread(game: &pdn::Game, error: &str) -> String {
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

fn remarks(game: &pdn::Game, count: usize) -> impl Iterator<Item = String> {
    game.remarks_after(count).into_iter().flat_map(in_words)
}

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
