//! A judged study in words, and as a game in PDN with what was found as comments and variations.

use bolshak::board::{Color, Game, Position};
use bolshak::pdn;
use bolshak::study::{Aim, Checked, Code, Finding, Grade, Misprint, Noted, Task};

use crate::lang::say;
use crate::review::tag;
use crate::shared::diagram::side;
use crate::shared::text::{Moves, game_type, wrapped};

pub struct Answered<'a, G> {
    pub number: usize,
    pub title: Option<String>,
    pub game: &'a pdn::Game,
    pub checked: Checked<G>,
    pub unread: Vec<String>,
}

/// "Study 3, M. Author".
pub fn heading(number: usize, title: Option<&str>) -> String {
    let heading = say("study-number", &[("number", number.to_string().into())]);
    title.map_or(heading.clone(), |title| format!("{heading}, {title}"))
}

pub fn study<G: Game>(answered: &Answered<'_, G>, code: Code) -> String {
    let Answered { number, title, checked, unread, .. } = answered;
    let mut text = format!("{}: {}\n", heading(*number, title.as_deref()), goal(checked.task));
    text += &format!("  {}\n", checked.study.start.position);
    if checked.main_line().next().is_some() {
        let id = if checked.is_own_line { "study-own-line" } else { "study-line" };
        text += &wrapped(&format!("{} {}", say(id, &[]), line(checked)), "  ");
        text.push('\n');
    }
    text += &format!("  {}\n", say(verdict(checked), &[]));
    let mut notes = Vec::new();
    let mut note = |at: usize, words: &str| {
        notes.push((branches(checked, at), wrapped(&format!("{} {words}", place(checked, at)), "  ") + "\n"));
    };
    let mut has_final = false;
    for noted in &checked.findings {
        has_final |= matches!(noted.finding, Finding::Also { grade: Grade::Final, .. });
        note(noted.at, &finding(&noted.finding));
    }
    for misprint in &checked.study.misprints {
        let due = due(&checked.study.steps[misprint.at].position);
        note(misprint.at, &in_words(misprint, due));
    }
    // Those in the main line first; within a line they are in its order.
    notes.sort_by_key(|(branches, _)| !branches.is_empty());
    let mut variation = String::new();
    for (branches, note) in notes {
        if branches != variation {
            text += &(wrapped(&say("study-variation", &[("moves", branches.clone().into())]), "  ") + "\n");
            variation = branches;
        }
        text += &note;
    }
    if has_final && code == Code::Composition {
        text += &format!("  {}\n", say("study-code", &[]));
    }
    unread.iter().for_each(|line| text += &format!("  {line}\n"));
    text
}

/// The sentence about a word that is not a move, and about the captures that are due there.
pub fn in_words(misprint: &Misprint, due: String) -> String {
    let near = misprint.near.join(" ");
    let id = match (near.is_empty(), due.is_empty()) {
        (false, _) => "study-misprint-near",
        (true, false) => "study-misprint-due",
        (true, true) => "study-misprint",
    };
    let values = [
        ("written", misprint.written.clone().into()),
        ("near", near.into()),
        ("due", due.into()),
        ("unread", misprint.unread.into()),
    ];
    say(id, &values)
}

/// "White wins".
pub fn goal(task: Option<Task>) -> String {
    let Some(Task { side: color, aim }) = task else { return say("study-no-goal", &[]) };
    let id = match aim {
        Aim::Win => "study-win",
        Aim::Draw => "study-draw",
        Aim::Lock => "study-lock",
    };
    say(id, &[("color", side(color))])
}

fn verdict<G: Game>(checked: &Checked<G>) -> &'static str {
    match (checked.reached, checked.is_sound()) {
        (Some(false), _) => "study-not-reached",
        (None, _) => "study-open",
        _ if checked.is_own_line => "study-reached",
        (_, None) => "study-part-open",
        (_, Some(true)) if checked.study.misprints.is_empty() => "study-sound",
        (_, Some(true)) => "study-sound-to-there",
        (_, Some(false)) => "study-unsound",
    }
}

/// The number of the move that is due at a step: "3." or "3...".
fn place<G: Game>(checked: &Checked<G>, at: usize) -> String {
    let step = &checked.study.steps[at];
    format!("{}{}", step.number, step.position.turn().dots())
}

/// "1... g1-a7, 3. c3-d4": the moves by which the way to a step leaves the main line and its variations; empty in the main line.
fn branches<G: Game>(checked: &Checked<G>, at: usize) -> String {
    let steps = &checked.study.steps;
    let way = std::iter::successors(Some(at), |&at| steps[at].parent);
    let branch = |at: usize| {
        let parent = steps[at].parent?;
        (steps[parent].children.first() != Some(&at)).then(|| format!("{} {}", place(checked, parent), steps[at].text))
    };
    let mut branches: Vec<String> = way.filter_map(branch).collect();
    branches.reverse();
    branches.join(", ")
}

/// The captures that a position demands; empty if it demands none.
fn due<G: Game>(position: &Position<G>) -> String {
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.is_capture());
    moves.iter().map(|mv| position.move_text(mv)).collect::<Vec<_>>().join(" ")
}

/// The main line with an exclamation mark behind each only move; replies that the author left out are in brackets.
fn line<G: Game>(checked: &Checked<G>) -> String {
    let steps = &checked.study.steps;
    let mut moves = Moves::default();
    for at in checked.main_line() {
        let (before, text) = (&steps[steps[at].parent.unwrap_or(0)], &steps[at].text);
        let mark = if checked.only.contains(&at) { "!" } else { "" };
        let text = if steps[at].is_implied { format!("[{text}]") } else { format!("{text}{mark}") };
        moves.push(before.number, before.position.turn(), text);
    }
    moves.words.join(" ")
}

/// What was found, without its place.
pub fn finding(finding: &Finding) -> String {
    let list = |moves: &[String]| moves.join(" ");
    let (id, moves, replies) = match finding {
        Finding::GivesAway { mv, refutations, instead } => {
            let id = if refutations.is_empty() { "study-gives-away" } else { "study-gives-away-to" };
            let text = say(id, &[("moves", mv.into()), ("replies", list(refutations).into())]);
            return match instead.is_empty() {
                true => text,
                false => format!("{text}; {}", say("study-instead", &[("moves", list(instead).into())])),
            };
        }
        Finding::Also { moves, grade: Grade::SecondSolution } => ("study-second", list(moves), ""),
        Finding::Also { moves, grade: Grade::Dual } => ("study-dual", list(moves), ""),
        Finding::Also { moves, grade: Grade::Final } => ("study-final", list(moves), ""),
        Finding::Try { mv, refutations, .. } => ("study-try", mv.clone(), &*list(refutations)),
        Finding::LeftOut { mv, answers } if answers.is_empty() => ("study-left-out-end", mv.clone(), ""),
        Finding::LeftOut { mv, answers } => ("study-left-out", mv.clone(), &*list(answers)),
        Finding::Undecided { moves } => ("study-undecided", list(moves), ""),
        _ => return String::new(),
    };
    say(id, &[("moves", moves.into()), ("replies", replies.into())])
}

/// The game, its tags first.
pub fn pdn<G: Game>(answered: &Answered<'_, G>) -> String {
    let Answered { game, checked, .. } = answered;
    let result = match (checked.task, checked.reached) {
        (Some(Task { aim: Aim::Draw, .. }), Some(true)) => "1/2-1/2",
        (Some(Task { side: Color::White, .. }), Some(true)) => "1-0",
        (Some(Task { side: Color::Black, .. }), Some(true)) => "0-1",
        _ => "*",
    };
    let mut tags = String::new();
    for (name, value) in game.tags().filter(|(name, _)| !["FEN", "Result", "SetUp"].contains(name)) {
        tags += &(tag(name, value) + "\n");
    }
    if game.tag("GameType").is_none() {
        tags += game_type(G::NAME);
    }
    let mut tree = Tree { answered, moves: Moves::default() };
    tree.moves.comment(&goal(checked.task));
    tree.line(0);
    tree.moves.in_pdn(&tags, checked.study.start.position, result)
}

struct Tree<'a, 'g, G> {
    answered: &'a Answered<'g, G>,
    moves: Moves,
}

impl<G: Game> Tree<'_, '_, G> {
    /// Writes what follows a step: its main line with all variations.
    fn line(&mut self, mut at: usize) {
        let checked = &self.answered.checked;
        loop {
            let step = &checked.study.steps[at];
            let main = step.children.first().copied();
            if let Some(main) = main {
                self.mv(at, &checked.study.steps[main].text);
                if checked.only.contains(&main) {
                    self.moves.words.push("$7".into());
                }
            }
            for &other in step.children.iter().skip(1) {
                self.moves.bracket("(");
                self.mv(at, &checked.study.steps[other].text);
                self.line(other);
                self.moves.bracket(")");
            }
            for noted in checked.findings.iter().filter(|noted| noted.at == at) {
                self.finding(at, noted);
                self.moves.goes_on = false;
            }
            for misprint in checked.study.misprints.iter().filter(|misprint| misprint.at == at) {
                self.moves.comment(&in_words(misprint, String::new()));
            }
            let Some(main) = main else { return };
            at = main;
        }
    }

    /// Writes a finding as variations: the moves that it names, each with the replies to it.
    fn finding(&mut self, at: usize, noted: &Noted) {
        let (moves, replies): (Vec<&String>, &[String]) = match &noted.finding {
            Finding::Also { moves, .. } => (moves.iter().collect(), &[]),
            Finding::GivesAway { mv, refutations, .. } | Finding::Try { mv, refutations, .. } => {
                (vec![mv], refutations)
            }
            Finding::LeftOut { mv, answers } => (vec![mv], answers),
            _ => return self.moves.comment(&finding(&noted.finding)),
        };
        let step = &self.answered.checked.study.steps[at];
        let turn = step.position.turn();
        for mv in moves {
            self.moves.bracket("(");
            self.mv(at, mv);
            if let Some(reply) = replies.first() {
                self.moves.push(step.number + u32::from(turn == Color::Black), turn.other(), reply.clone());
            }
            self.moves.comment(&finding(&noted.finding));
            self.moves.bracket(")");
        }
    }

    fn mv(&mut self, at: usize, text: &str) {
        let step = &self.answered.checked.study.steps[at];
        self.moves.push(step.number, step.position.turn(), text.into());
    }
}
