//! The game so far, and the move that the engine plays.

use bolshak::board::{Fen, FenError, Game, Position};
use bolshak::probe::{Clock, ClockNote, End, ProbeError, RankedMove};
use bolshak::rules::{DrawRule, HubNumbering, Move};
use bolshak::search::{Limits, Solver};
use bolshak::value::Category;

use crate::hub::protocol::{Awaited, quoted};
use crate::shared::tables::OpenTables;
use crate::shared::text::count;

pub struct GameSoFar<G> {
    pub position: Position<G>,
    /// The plies since the last zeroing move, or since the first position and its draw counter.
    clock: Clock,
    /// How the draw counter of the first position was used, as long as the clock goes on from it.
    note: Option<ClockNote>,
    /// The positions since the last zeroing move, without the present one.
    seen: Vec<Position<G>>,
}

impl<G: Game> GameSoFar<G> {
    pub fn start() -> GameSoFar<G> {
        GameSoFar::from(Fen::new(Position::start()))
    }

    fn from(fen: Fen<G>) -> GameSoFar<G> {
        let (clock, note) = Clock::of_fen(&fen, None);
        GameSoFar { position: fen.position, clock, note, seen: Vec::new() }
    }

    /// Reads a position and the moves made from it. The position is `W` or `B`, then `w b W B e` for each square, b8 first; or a
    /// FEN, perhaps with its draw counter.
    pub fn parse(position: &str, moves: &str, numbering: HubNumbering) -> Result<GameSoFar<G>, String> {
        let (length, expected) = (position.chars().count(), G::SQUARES as usize + 1);
        if length != expected && !position.contains(':') {
            return Err(format!(
                "the position has {}; expected {expected}: W or B, then one of w b W B e for each of the {} \
                 squares, b8 first",
                count(length as u64, "character", "characters"),
                G::SQUARES
            ));
        }
        if !position.starts_with(['W', 'B']) {
            return Err("a position starts with the side to move; expected W or B".into());
        }
        let mut game = GameSoFar::from(position.parse().map_err(|error: FenError| format!("no position: {error}"))?);
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            let mv = parse(numbering, &game.position, text).map_err(|error| format!("move {number}: {error}"))?;
            game.seen.push(game.position);
            if mv.is_zeroing() {
                game.seen.clear();
                game.note = None;
            }
            (game.position, game.clock) = (game.position.after(&mv), game.clock.after(&mv));
        }
        Ok(game)
    }
}

/// The legal move of a text. The error says whether it is legal in the other numbering.
fn parse<G: Game>(numbering: HubNumbering, position: &Position<G>, text: &str) -> Result<Move<G>, String> {
    numbering.parse(position, text).map_err(|error| {
        let other = numbering.other();
        let hint = match other.parse(position, text) {
            Ok(_) => format!("; it would be legal with {other} as square 1: set-param name=numbering value={other}"),
            Err(_) => String::new(),
        };
        format!("{error} (square 1 is {numbering}){hint}")
    })
}

pub struct Answer<G> {
    /// The expected moves; the first one is to be played.
    line: Vec<Move<G>>,
    category: Option<Category>,
    /// The plies to the end of the game, for a win or a loss.
    plies: Option<u16>,
    clock: Clock,
    /// Why the tables do not know the result.
    unknown: Option<String>,
    notes: Vec<String>,
}

impl<G: Game> Answer<G> {
    /// Asks the tables, and searches what they do not know; `None` if there is no legal move.
    ///
    /// Of winning moves, it is the first that repeats no position of the game. Where the result stays undecided, it is the first that
    /// is known to keep the result, not to lose, or else the first unknown one.
    pub fn new(
        found: &OpenTables<G>,
        game: &GameSoFar<G>,
        rule: DrawRule,
        limits: Limits,
        awaited: &Awaited<'_>,
    ) -> Result<Option<Answer<G>>, ProbeError> {
        let (tablebase, position, clock) = (&found.tablebase, &game.position, game.clock.under(rule));
        let mut ranked = tablebase.rank_moves(position, clock)?;
        let Some(best) = ranked.first() else { return Ok(None) };
        // With moves unknown, the result of the best known move is certain only if it wins.
        let unknown = tablebase.best_move(position, clock).err().filter(|_| best.category() != Some(Category::Win));
        let mut solved = None;
        if unknown.is_some()
            && let Ok(solver) = Solver::try_new(tablebase, limits)
        {
            let searched = solver.solve(position, clock, true, awaited)?;
            ranked = searched.moves.iter().map(|mv| mv.ranked.clone()).collect();
            solved = Some(searched);
        }
        let Some(chosen) = choose(&ranked, game) else { return Ok(None) };
        let category = match &solved {
            Some(solved) => solved.verdict.category,
            None => tablebase.probe(position, clock).map_or(chosen.category(), |verdict| verdict.category),
        };
        let over = chosen.after_end.then(|| "the game is over: the clock has run out".to_string());
        let notes = game.note.map(|note| note.to_string()).into_iter().chain(over).collect();
        let mut answer =
            Answer { line: vec![chosen.mv], category, plies: chosen.dtw().plies(), clock, unknown: None, notes };
        if category.is_none() {
            let how = if chosen.category().is_some() { "the best that is known" } else { "not proved to lose" };
            let why = unknown.map(|error| format!("{error}; ")).unwrap_or_default();
            answer.unknown = Some(format!("the tables do not know: {why}the search did not decide; the move is {how}"));
            return Ok(Some(answer));
        }
        if let Some(solved) = &solved {
            let within = solved.moves.iter().find(|mv| mv.ranked.mv == chosen.mv).and_then(|mv| mv.within);
            answer.plies = answer.plies.or(within.and_then(|plies| u16::try_from(plies + 1).ok()));
            if solved.line.first() == Some(&chosen.mv) {
                answer.line.clone_from(&solved.line);
            }
        } else if let Ok(line) = tablebase.line(&chosen.position, chosen.clock) {
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

fn choose<'a, G: Game>(ranked: &'a [RankedMove<G>], game: &GameSoFar<G>) -> Option<&'a RankedMove<G>> {
    let best = ranked.first()?;
    let found = match best.category() {
        Some(Category::Win | Category::CursedWin) => {
            ranked.iter().take_while(|mv| mv.category() == best.category()).find(|mv| !game.seen.contains(&mv.position))
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

#[cfg(test)]
mod tests {
    use super::*;
    use bolshak::board::Russian;

    #[test]
    fn the_clock_begins_with_the_counter_of_a_fen() {
        let game = |moves| GameSoFar::<Russian>::parse("W:WKa5,Ka7:BKg1:H26:F40", moves, HubNumbering::B8).unwrap();
        assert_eq!(game("").clock.under(DrawRule::FifteenMoves), Clock::new(26));
        assert!(game("").note.is_some());
        assert_eq!(game("13-9").clock.under(DrawRule::FifteenMoves), Clock::new(27));
    }

    #[test]
    fn a_move_in_the_other_numbering_is_an_error_with_a_hint() {
        let start = bolshak::board::Position::START.to_string();
        let error = GameSoFar::<Russian>::parse(&start, "10-14", HubNumbering::B8).err().unwrap();
        assert!(error.contains("value=a1"), "{error}");
    }

    #[test]
    fn the_clock_follows_the_moves() {
        let game =
            |moves| GameSoFar::<Russian>::parse("WeBeeeeeeeWeeeeeeeeeeeWWeeeeeeeee", moves, HubNumbering::B8).unwrap();
        let shuttled = game("22-26 2-20 26-22 20-2");
        assert_eq!(shuttled.clock.under(DrawRule::FifteenMoves), Clock::new(4));
        assert!(shuttled.seen.contains(&game("").position) && game("").seen.is_empty());
    }
}
