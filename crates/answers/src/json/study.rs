//! Judged studies in JSON.

use serde::Serialize;

use bolshak::board::Game;
use bolshak::study::{Checked, Finding, Grade};

use super::{color_name, game_name};

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
    /// The answer to a study; `unread` is what of its text was not read.
    pub fn new<G: Game>(
        number: usize,
        title: Option<String>,
        checked: &Checked<G>,
        unread: Vec<String>,
    ) -> StudyAnswer {
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
            number,
            title,
            fen: checked.study.start.position.to_string(),
            game: game_name::<G>(),
            goal: checked.task.map(|task| task.aim.name()),
            side: checked.task.map(|task| color_name(task.side)),
            reached: checked.reached,
            sound: checked.is_sound(),
            faulty: checked.is_faulty(),
            unique: checked.unique_moves(),
            line: checked.main_line().map(|at| steps[at].text.clone()).collect(),
            own_line: checked.is_own_line,
            findings: checked.findings.iter().map(of_finding).chain(misprints).collect(),
            unread,
        }
    }
}
