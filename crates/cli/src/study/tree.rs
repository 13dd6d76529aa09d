//! A judged study as a game in PDN: the solution, with what was found as comments and variations.

use bolshak::board::{Color, Game, GameName};
use bolshak::study::{Aim, Finding, Noted, Task};

use crate::review::tag;
use crate::shared::text::wrapped;
use crate::study::words::{self, Answered};

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
        tags += match G::NAME {
            GameName::Russian => "[GameType \"25,W,8,8,A0,0\"]\n",
            GameName::Draughts80 => "[GameType \"41,W,10,8,A0,0\"]\n",
            // PDN has no number for it.
            GameName::Poddavki => "",
        };
    }
    tags += &format!("[SetUp \"1\"]\n[FEN \"{}\"]\n[Result \"{result}\"]\n", checked.study.start.position);
    let mut tree = Tree { answered, words: Vec::new() };
    tree.comment(&words::goal(checked.task));
    tree.line(0);
    let mut all = tree.words;
    all.push(result.into());
    format!("{tags}\n{}\n", wrapped(&all.join(" "), ""))
}

struct Tree<'a, 'g, G> {
    answered: &'a Answered<'g, G>,
    words: Vec<String>,
}

impl<G: Game> Tree<'_, '_, G> {
    /// Writes what follows a step: its main line with all variations.
    fn line(&mut self, mut at: usize) {
        let checked = &self.answered.checked;
        let mut is_first = true;
        loop {
            let step = &checked.study.steps[at];
            let main = step.children.first().copied();
            if let Some(main) = main {
                self.mv(at, &checked.study.steps[main].text, is_first);
                if checked.only.contains(&main) {
                    self.words.push("$7".into());
                }
                is_first = false;
            }
            for &other in step.children.iter().skip(1) {
                self.words.push("(".into());
                self.mv(at, &checked.study.steps[other].text, true);
                self.line(other);
                self.words.push(")".into());
                is_first = true;
            }
            for noted in checked.findings.iter().filter(|noted| noted.at == at) {
                self.finding(at, noted);
                is_first = true;
            }
            for misprint in checked.study.misprints.iter().filter(|misprint| misprint.at == at) {
                self.comment(&words::in_words(misprint, String::new()));
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
            _ => return self.comment(&words::finding(&noted.finding)),
        };
        let position = self.answered.checked.study.steps[at].position;
        let turn = position.turn();
        for mv in moves {
            self.words.push("(".into());
            self.mv(at, mv, true);
            if let Some(reply) = replies.first() {
                let number = self.answered.checked.study.steps[at].number + u32::from(turn == Color::Black);
                if turn == Color::Black {
                    self.words.push(format!("{number}."));
                }
                self.words.push(reply.clone());
            }
            self.comment(&words::finding(&noted.finding));
            self.words.push(")".into());
        }
    }

    fn mv(&mut self, at: usize, text: &str, is_first: bool) {
        let step = &self.answered.checked.study.steps[at];
        if is_first || step.position.turn() == Color::White {
            self.words.push(format!("{}{}", step.number, step.position.turn().dots()));
        }
        self.words.push(text.into());
    }

    fn comment(&mut self, text: &str) {
        self.words.push(format!("{{{}}}", text.replace(['{', '}'], "'")));
    }
}
