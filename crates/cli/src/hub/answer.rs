//! The move to play, and what the engine says about it.

use bolshak::board::Game;
use bolshak::probe::{Clock, End, ProbeError, RankedMove};
use bolshak::rules::{HubNumbering, Move};
use bolshak::value::Category;

use super::game::GameSoFar;
use super::message::quoted;
use crate::shared::question::explain;
use crate::shared::tables::Found;

/// The answer to a position with a legal move.
pub struct Answer<G> {
    /// The expected moves; the first one is to be played.
    line: Vec<Move<G>>,
    /// The result for the side to move; `None` if it is not known.
    category: Option<Category>,
    /// The plies to the end of the game, for a win or a loss.
    plies: Option<u16>,
    clock: Clock,
    /// Why the tables do not know the result.
    unknown: Option<String>,
    /// A further remark.
    notes: Vec<String>,
}

impl<G: Game> Answer<G> {
    /// Asks the tables; `None` if there is no legal move.
    ///
    /// The move is the best by the tables. Of winning moves, it is the first that repeats no position of the game. Where the
    /// tables do not know all moves, it is the first that is known to keep the result, not to lose, or else the first unknown one.
    pub fn new(found: &Found<G>, game: &GameSoFar<G>, clock: Clock) -> Result<Option<Answer<G>>, ProbeError> {
        let (tablebase, position) = (&found.tablebase, &game.position);
        let ranked = tablebase.rank_moves(position, clock)?;
        let Some(chosen) = choose(&ranked, game) else { return Ok(None) };
        let category = chosen.category();
        // With moves unknown, the result of the best known move is certain only if it wins.
        let error = tablebase.best_move(position, clock).err().filter(|_| category != Some(Category::Win));
        let unknown = error.map(|error| {
            let how = if category.is_some() { "the best that is known" } else { "one of those not known" };
            format!("the tables do not know: {}; the move is {how}", explain(error, found))
        });
        let over = chosen.after_end.then(|| "the game is over: the clock has run out".to_string());
        let notes = game.note().map(|note| note.to_string()).into_iter().chain(over).collect();
        let mut answer = Answer { line: vec![chosen.mv], category, plies: None, clock, unknown, notes };
        if answer.unknown.is_some() {
            answer.category = None;
            return Ok(Some(answer));
        }
        if let Ok(verdict) = tablebase.probe(position, clock) {
            answer.category = verdict.category;
        }
        answer.plies = chosen.dtw().plies();
        if let Ok(line) = tablebase.line(&chosen.position, chosen.clock) {
            answer.line.extend(line.moves.iter().map(|next| next.ranked.mv));
            // The line is longer than the distance to win where the draw rule would come before. Without the distance, the
            // line may not be the best.
            if let (End::NoMove(_), Some(_)) = (line.end, answer.plies) {
                answer.plies = u16::try_from(answer.line.len()).ok();
            }
        }
        Ok(Some(answer))
    }

    /// The lines `info` (what is known) and `done` (the move).
    pub fn lines(&self, numbering: HubNumbering) -> String {
        let mut info = format!("info depth={}", self.line.len());
        if let Some(category) = self.category {
            info += &format!(" score={:.2} result={category}", score(category, self.plies));
        }
        info += &format!(" clock={} pv={}", self.clock.plies, quoted(&numbering.texts(&self.line)));
        let messages: Vec<&str> = self.notes.iter().chain(&self.unknown).map(String::as_str).collect();
        if !messages.is_empty() {
            // Some clients take every "=" in this line as the one of an argument.
            info += &format!(" message={}", quoted(&messages.join("; ").replace('=', " ")));
        }
        let mut moves = self.line.iter().map(|mv| numbering.text(mv));
        let mv = moves.next().unwrap_or_default();
        let ponder = moves.next().map(|mv| format!(" ponder={mv}")).unwrap_or_default();
        format!("{info}\ndone move={mv}{ponder}\n")
    }
}

/// The move to play, of ranked moves.
fn choose<'a, G: Game>(ranked: &'a [RankedMove<G>], game: &GameSoFar<G>) -> Option<&'a RankedMove<G>> {
    let best = ranked.first()?;
    let found = match best.category() {
        Some(Category::Win | Category::CursedWin) => {
            ranked.iter().take_while(|mv| mv.category() == best.category()).find(|mv| !game.repeats(&mv.position))
        }
        _ => None,
    };
    found.or(Some(best))
}

/// The score in men for the side to move: a win is 100, less a hundredth for each ply that it takes.
fn score(category: Category, plies: Option<u16>) -> f64 {
    /// The score of a win whose distance is not known.
    const WON: f64 = 89.0;
    let win = plies.map_or(WON, |plies| 100.0 - f64::from(plies) / 100.0);
    match category {
        Category::Win => win,
        Category::CursedWin => 0.01,
        Category::Draw => 0.0,
        Category::BlessedLoss => -0.01,
        Category::Loss => -win,
    }
}
