//! Judged studies in JSON.

use serde::Serialize;

use crate::lang::Lang;
use bolshak::board::Game;
use bolshak::pdn::{self, Unread};
use bolshak::study::{self, Checked, Finding, Grade};

use super::game_name;
use super::review::unread;

/// A study or a claim that cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotJudged {
    /// Its number among those that were read.
    pub number: usize,
    /// What is wrong.
    pub error: String,
}

/// Who made a study, as its tags say it; `None` if they do not.
pub fn study_title(game: &pdn::Game) -> Option<String> {
    let known = |name| game.tag(name).filter(|value| value.contains(char::is_alphanumeric));
    let author = ["Author", "Composer", "Автор", "White"].into_iter().find_map(known);
    let parts: Vec<&str> = author.into_iter().chain(["Event", "Date"].into_iter().filter_map(known)).collect();
    (!parts.is_empty()).then(|| bolshak::harmless(&parts.join(", ")))
}

/// The text of a study that was not read, without the signs by which composers state the goal or end a solution.
pub fn unread_of_study(game: &pdn::Game) -> impl Iterator<Item = &Unread> {
    game.unread.iter().filter(|unread| match unread {
        Unread::Text { text, .. } => !text.chars().all(|c| "xхXХ×+=.,*#".contains(c)) && !study::states_goal(text),
        _ => true,
    })
}

/// A judged study, as `study --json` prints it. Moves are in notation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StudyAnswer {
    number: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sound: Option<bool>,
    faulty: bool,
    unique: usize,
    line: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    own_line: bool,
    findings: Vec<FindingAnswer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unread: Vec<String>,
}

/// What was found at a place: the moves before it, and the number of the move that is due.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
struct FindingAnswer {
    kind: &'static str,
    place: String,
    after: Vec<String>,
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refutations: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    near: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread: Option<usize>,
}

impl StudyAnswer {
    /// The answer to a study, read from a game, with its sentences in a language.
    pub fn new<G: Game>(game: &pdn::Game, checked: &Checked<G>, lang: Lang) -> StudyAnswer {
        let steps = &checked.study.steps;
        let at = |at: usize| FindingAnswer {
            place: format!("{}{}", steps[at].number, steps[at].position.turn().dots()),
            after: checked.study.moves_to(at).into_iter().map(String::from).collect(),
            ..FindingAnswer::default()
        };
        let of_finding = |noted: &bolshak::study::Noted| {
            let place = at(noted.at);
            match noted.finding.clone() {
                Finding::GivesAway { mv, refutations, instead: answers } => {
                    FindingAnswer { kind: "gives-away", moves: vec![mv], refutations, answers, ..place }
                }
                Finding::Also { moves, grade } => {
                    let kind = match grade {
                        Grade::SecondSolution => "second-solution",
                        Grade::Dual => "dual",
                        Grade::Final => "final",
                    };
                    FindingAnswer { kind, moves, ..place }
                }
                Finding::Try { mv, refutations, .. } => {
                    FindingAnswer { kind: "try", moves: vec![mv], refutations, ..place }
                }
                Finding::LeftOut { mv, answers } => {
                    FindingAnswer { kind: "left-out", moves: vec![mv], answers, ..place }
                }
                Finding::Undecided { moves } => FindingAnswer { kind: "undecided", moves, ..place },
                _ => FindingAnswer { kind: "other", ..place },
            }
        };
        let misprints = checked.study.misprints.iter().map(|misprint| FindingAnswer {
            kind: "not-legal",
            moves: vec![misprint.written.clone()],
            near: misprint.near.clone(),
            unread: Some(misprint.unread),
            ..at(misprint.at)
        });
        StudyAnswer {
            number: game.number,
            title: study_title(game),
            fen: checked.study.start.position.to_string(),
            game: game_name::<G>(),
            goal: checked.task.map(|task| task.aim.name()),
            side: checked.task.map(|task| task.side.name()),
            reached: checked.reached,
            sound: checked.is_sound(),
            faulty: checked.is_faulty(),
            unique: checked.unique_moves(),
            line: checked.main_line().map(|at| steps[at].text.clone()).collect(),
            own_line: checked.is_own_line,
            findings: checked.findings.iter().map(of_finding).chain(misprints).collect(),
            unread: unread(unread_of_study(game), lang),
        }
    }
}
