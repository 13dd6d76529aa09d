//! A study from a file: the position, the task, and the author's solution as a tree.

use crate::board::{Color, Fen, Game, Numbering, Position, Russian};
use crate::pdn::{self, Item, PdnError};
use crate::rules::Move;

use super::goal::UnknownGoal;
use super::task::Task;

/// A position of a solution, and the move to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step<G = Russian> {
    /// The position.
    pub position: Position<G>,
    /// The move to it, in notation; empty at the start.
    pub text: String,
    /// The number of the next move.
    pub number: u32,
    /// The step before it, as an index; `None` at the start.
    pub parent: Option<usize>,
    /// The steps after it, the main line first.
    pub children: Vec<usize>,
    /// Whether the author left the move out as an obvious reply.
    pub is_implied: bool,
}

/// A word of the author that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Misprint {
    /// The step where it should be played.
    pub at: usize,
    /// The word.
    pub written: String,
    /// The most similar legal moves, nearest first.
    pub near: Vec<String>,
    /// The number of unread moves after it in its line.
    pub unread: usize,
}

/// A study with a solution of legal moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Study<G = Russian> {
    /// The position, with the draw counter of its FEN, which is not used: studies are judged in theory.
    pub start: Fen<G>,
    /// The stated task, if any.
    pub task: Option<Task>,
    /// The solution: the start first, each step after its parent. Only the start if there is no solution.
    pub steps: Vec<Step<G>>,
    /// The illegal moves.
    pub misprints: Vec<Misprint>,
}

/// Why a study cannot be judged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// Its position is unknown.
    #[error(transparent)]
    Game(#[from] PdnError),
    /// It states an unknown goal.
    #[error(transparent)]
    Goal(#[from] UnknownGoal),
}

impl<G: Game> Study<G> {
    /// A position without a solution.
    #[inline(never)]
    pub fn of_position(start: Fen<G>, task: Option<Task>) -> Study<G> {
        let root = Step {
            position: start.position,
            text: String::new(),
            number: 1,
            parent: None,
            children: Vec::new(),
            is_implied: false,
        };
        Study { start, task, steps: vec![root], misprints: Vec::new() }
    }

    /// Reads a study from a game: its moves and variations, in the notation of games or of composers, who put replies in brackets and
    /// leave out obvious ones. `task` overrides the stated one.
    ///
    /// # Errors
    /// [`StudyError`], if the position or the goal is unknown.
    #[inline(never)]
    pub fn read(game: &pdn::Game, task: Option<Task>) -> Result<Study<G>, StudyError> {
        let start = game.play::<G>()?.start;
        let task = match task {
            None => Task::of_game(game)?,
            known => known,
        };
        let numbering = game.game_type()?.numbering;
        let items = game.solution(|text| start.position.read_move(text, numbering).is_ok());
        let read = |has_answers: bool| {
            let mut study = Study::of_position(start, task);
            if let Some(Item::Move { number: Some((number, _)), .. }) = items.iter().find(|item| is_move(item)) {
                study.steps[0].number = *number;
            }
            Reader { study: &mut study, numbering, has_answers }.line(0, &items);
            study
        };
        let as_game = read(false);
        if as_game.misprints.is_empty() {
            return Ok(as_game);
        }
        let by_composer = read(true);
        let unread = |study: &Study<G>| study.misprints.iter().map(|misprint| misprint.unread + 1).sum::<usize>();
        Ok(if unread(&by_composer) < unread(&as_game) { by_composer } else { as_game })
    }

    /// The moves to a step, in notation.
    #[inline(never)]
    pub fn moves_to(&self, at: usize) -> Vec<&str> {
        let parents = std::iter::successors(Some(at), |&at| self.steps[at].parent);
        let mut moves: Vec<&str> = parents.map(|at| &*self.steps[at].text).filter(|text| !text.is_empty()).collect();
        moves.reverse();
        moves
    }

    /// Adds a move to a step, unless it is there; returns the step after it.
    pub(super) fn add(&mut self, at: usize, mv: &Move<G>, is_implied: bool) -> usize {
        let Step { position, number, .. } = self.steps[at];
        let reached = position.after(mv);
        let known = self.steps[at].children.iter().find(|&&child| self.steps[child].position == reached);
        if let Some(&known) = known {
            return known;
        }
        self.steps.push(Step {
            position: reached,
            text: position.move_text(mv),
            number: number.saturating_add(u32::from(position.turn() == Color::Black)),
            parent: Some(at),
            children: Vec::new(),
            is_implied,
        });
        let last = self.steps.len() - 1;
        self.steps[at].children.push(last);
        last
    }
}

fn is_move(item: &Item) -> bool {
    matches!(item, Item::Move { .. })
}

struct Reader<'s, G> {
    study: &'s mut Study<G>,
    numbering: Numbering,
    /// Whether only the moves of the side that moves first are written as moves, with replies in brackets or left out.
    has_answers: bool,
}

impl<G: Game> Reader<'_, G> {
    fn legal(&self, at: usize, text: &str) -> Option<Move<G>> {
        self.study.steps[at].position.read_move(text, self.numbering).ok()
    }

    fn line(&mut self, mut start: usize, items: &[Item]) {
        let mut here = start;
        for (place, item) in items.iter().enumerate() {
            match item {
                Item::Comment(_) => {}
                Item::Move { text, number } => {
                    // A number that goes back begins a variation, "3. ab8 ×, 2... cd6 ×", or is wrong.
                    let is_less = number.is_some_and(|(number, _)| number < self.study.steps[here].number);
                    let is_end =
                        |item: &Item| matches!(item, Item::Comment(sign) if ["×", "x", "х"].contains(&&**sign));
                    let goes_back = || place > 0 && is_end(&items[place - 1]) || self.legal(here, text).is_none();
                    if is_less
                        && goes_back()
                        && let Some(at) = self.fitting(here, start, text, *number)
                    {
                        (start, here) = (at, at);
                    }
                    let Some(next) = self.play(here, text) else {
                        let unread = items[place + 1..].iter().filter(|item| is_move(item)).count();
                        let near = near(&self.study.steps[here].position, text);
                        self.study.misprints.push(Misprint { at: here, written: text.clone(), near, unread });
                        return;
                    };
                    here = next;
                }
                Item::Variation(inner) => {
                    let next = items[place + 1..].iter().find(|item| is_move(item));
                    if let Some(reply) = self.reply(here, inner, next) {
                        here = reply;
                    } else if let Some(at) = self.begin(here, start, inner) {
                        self.line(at, inner);
                    }
                }
            }
        }
    }

    /// The step after a word. In composers' notation, inserts a left-out reply if only one makes the word legal; otherwise the word
    /// may be a reply without brackets.
    fn play(&mut self, here: usize, text: &str) -> Option<usize> {
        let position = self.study.steps[here].position;
        let is_reply = position.turn() != self.study.start.position.turn();
        let mut replies = if self.has_answers && is_reply { position.legal_moves() } else { Vec::new() };
        replies.retain(|reply| position.after(reply).read_move(text, self.numbering).is_ok());
        let Some(&first) = replies.first() else {
            let mv = self.legal(here, text)?;
            return Some(self.study.add(here, &mv, false));
        };
        // Captures with the same result are one reply.
        if replies.iter().any(|reply| position.after(reply) != position.after(&first)) {
            return None;
        }
        let implied = self.study.add(here, &first, true);
        let mv = self.legal(implied, text)?;
        Some(self.study.add(implied, &mv, false))
    }

    /// The step after a reply in brackets, if the variation is one.
    fn reply(&mut self, here: usize, inner: &[Item], next: Option<&Item>) -> Option<usize> {
        let is_first = self.study.steps[here].position.turn() == self.study.start.position.turn();
        let mut moves = inner.iter().filter(|item| is_move(item));
        let (Some(Item::Move { text, .. }), None, false, true) =
            (moves.next(), moves.next(), is_first, self.has_answers)
        else {
            return None;
        };
        let mv = self.legal(here, text)?;
        let reached = self.study.steps[here].position.after(&mv);
        let goes_on = match next {
            Some(Item::Move { text, .. }) => reached.read_move(text, self.numbering).is_ok(),
            _ => true,
        };
        goes_on.then(|| self.study.add(here, &mv, false))
    }

    /// The step at which a variation begins: by its number, else where its first move is legal, preferably as an alternative to the
    /// move before it. `None` if it has no move.
    fn begin(&self, here: usize, start: usize, inner: &[Item]) -> Option<usize> {
        let Item::Move { text, number } = inner.iter().find(|item| is_move(item))? else { return None };
        let before = self.study.steps[here].parent.filter(|_| here != start);
        self.fitting(here, start, text, *number).or(before).or(Some(here))
    }

    /// The step on the way to another one, preferably near it, where a move with a number is legal.
    fn fitting(&self, here: usize, start: usize, text: &str, number: Option<(u32, bool)>) -> Option<usize> {
        let before = self.study.steps[here].parent.filter(|_| here != start);
        let way = std::iter::successors(Some(here), |&at| self.study.steps[at].parent);
        let fits = |&at: &usize| {
            let step = &self.study.steps[at];
            let is_black = step.position.turn() == Color::Black;
            number.is_none_or(|(number, dots)| number == step.number && (is_black || !dots))
                && self.legal(at, text).is_some()
        };
        before.into_iter().chain(way).find(fits)
    }
}

/// The most similar moves that are listed.
const NEAR: usize = 3;

fn near<G: Game>(position: &Position<G>, written: &str) -> Vec<String> {
    let plain = |text: &str| -> Vec<char> {
        let letter = |c: char| match c {
            'а' => 'a',
            'с' | 'ц' => 'c',
            'е' => 'e',
            'д' => 'd',
            other => other,
        };
        text.to_lowercase().chars().filter(|c| c.is_alphanumeric() && !"xх".contains(*c)).map(letter).collect()
    };
    let word = plain(written);
    let mut near: Vec<(usize, String)> = position
        .legal_moves()
        .iter()
        .map(|mv| {
            let text = position.move_text(mv);
            let (from, to) = (mv.from(), mv.to());
            let from_file: String = from.to_string().chars().take(1).collect();
            let forms = [
                text.clone(),
                format!("{from}{to}"),
                format!("{from_file}{to}"),
                to.to_string(),
                format!("{}{}", from.number(), to.number()),
            ];
            (forms.iter().map(|form| distance(&word, &plain(form))).min().unwrap_or(usize::MAX), text)
        })
        .filter(|(distance, _)| *distance <= 2 && *distance < word.len())
        .collect();
    near.sort();
    near.dedup();
    near.into_iter().map(|(_, text)| text).take(NEAR).collect()
}

/// The edit distance of two words (V. Levenshtein, 1965).
fn distance(one: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, second) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != second);
            diagonal = std::mem::replace(&mut row[column + 1], 0);
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}
