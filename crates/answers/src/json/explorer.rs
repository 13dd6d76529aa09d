//! The answer to a position in the shape of lila-tablebase, which analysis boards of sites read. `docs/service.md` explains the fields.

use serde::Serialize;

use bolshak::board::{FenError, Game, Position, Square};
use bolshak::probe::{Clock, Distance, Over, ProbeError, RankedMove, Tablebase, Verdict};
use bolshak::value::{Category, Theory};

/// A position with its moves. All values are for the side to move: in a move, for the opponent of the side that makes
/// it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExplorerAnswer {
    rule: String,
    clock: u64,
    #[serde(flatten)]
    values: Values,
    moves: Vec<ExplorerMove>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct ExplorerMove {
    uci: String,
    san: String,
    zeroing: bool,
    conversion: bool,
    #[serde(flatten)]
    values: Values,
}

/// Distances are signed: negative where the side to move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Values {
    checkmate: bool,
    stalemate: bool,
    variant_win: bool,
    variant_loss: bool,
    insufficient_material: bool,
    category: &'static str,
    wdl: Option<i8>,
    dtz: Option<i32>,
    precise_dtz: Option<i32>,
    dtm: Option<i32>,
    dtw: Option<i32>,
    dtc: Option<i32>,
}

/// Reads a FEN, in which underscores are spaces; `None` if a capture is under way in it.
///
/// # Errors
/// [`FenError`].
pub(crate) fn explored<G: Game>(fen: &str) -> Result<Option<Position<G>>, FenError> {
    let fen = fen.replace('_', " ");
    let before = with_taken(&fen);
    let position = before.as_ref().unwrap_or(&fen).parse()?;
    Ok(before.is_none().then_some(position))
}

impl ExplorerAnswer {
    /// Asks the tables at a clock. What they do not know is unknown. A capture under way is not a position, so
    /// everything about it is unknown.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged or cannot be read. A missing table is not an error.
    pub fn ask<G: Game>(
        tablebase: &Tablebase<G>,
        position: Option<&Position<G>>,
        clock: Clock,
    ) -> Result<ExplorerAnswer, ProbeError> {
        let Some(position) = position else { return Ok(ExplorerAnswer::new::<G>(clock, &Verdict::UNKNOWN, &[])) };
        let verdict = match tablebase.probe(position, clock) {
            Err(ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. }) => Verdict::UNKNOWN,
            verdict => verdict?,
        };
        Ok(ExplorerAnswer::new(clock, &verdict, &tablebase.rank_moves(position, clock)?))
    }

    fn new<G: Game>(Clock { plies, rule, .. }: Clock, verdict: &Verdict, moves: &[RankedMove<G>]) -> ExplorerAnswer {
        let mut moves: Vec<&RankedMove<G>> = moves.iter().filter(|ranked| !ranked.after_end).collect();
        // By the opponent's result. Within a category they stay as they are ranked: the fastest win and the slowest loss first.
        let place = |category: Category| [0, 2, 3, 4, 5][category as usize];
        moves.sort_by_key(|ranked| ranked.reached.category.map_or(1, place));
        let values = Values::of::<G>(verdict);
        ExplorerAnswer {
            rule: rule.to_string(),
            clock: plies,
            values,
            moves: moves.into_iter().map(Into::into).collect(),
        }
    }

    /// Whether all results are known.
    pub fn is_whole(&self) -> bool {
        self.values.wdl.is_some() && self.moves.iter().all(|mv| mv.values.wdl.is_some())
    }
}

impl<G: Game> From<&RankedMove<G>> for ExplorerMove {
    fn from(ranked: &RankedMove<G>) -> ExplorerMove {
        let (mv, number) = (&ranked.mv, |text| Square::<G>::parse(text).map_or(0, Square::number));
        let sign = if mv.is_capture() { 'x' } else { '-' };
        ExplorerMove {
            uci: ranked.text.split(['-', ':']).map(|square| format!("{:02}", number(square))).collect(),
            san: format!("{}{sign}{}", mv.from().number(), mv.to().number()),
            zeroing: mv.is_zeroing(),
            conversion: mv.is_capture() || mv.is_crowning(),
            values: Values::of::<G>(&ranked.reached),
        }
    }
}

impl Values {
    fn of<G: Game>(verdict: &Verdict) -> Values {
        let sign = verdict.theory.map_or(0, |theory| theory as i32 - Theory::Draw as i32);
        let signed = |distance: Distance| match verdict.theory {
            Some(Theory::Draw) => Some(0),
            _ => distance.plies().map(|plies| sign * i32::from(plies)),
        };
        let is_over = verdict.over == Some(Over::NoMove);
        let dtw = if is_over { None } else { signed(verdict.dtw) };
        let precise_dtz = match verdict.category {
            _ if is_over => Some(sign),
            Some(Category::CursedWin | Category::BlessedLoss) | None => None,
            Some(_) => signed(verdict.dtz),
        };
        Values {
            checkmate: is_over && !G::NO_MOVE_WINS,
            stalemate: false,
            variant_win: is_over && G::NO_MOVE_WINS,
            variant_loss: false,
            insufficient_material: false,
            category: verdict.category.map_or("unknown", Category::name),
            wdl: verdict.category.map(|category| category as i8 - Category::Draw as i8),
            // Clients read the winner from its sign, so a win that the rule takes away has one too.
            dtz: precise_dtz.or(dtw.filter(|_| verdict.category.is_some())),
            precise_dtz,
            dtm: dtw,
            dtw,
            dtc: None,
        }
    }
}

/// The FEN with the pieces that a capture under way has taken put back; `None` if there are none. Lidraughts writes them as `G18`, a
/// man, and `P18`, a king, among numbers of squares.
fn with_taken(fen: &str) -> Option<String> {
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let (mut has_taken, mut has_numbers) = (false, false);
    let put_back = |field: &str| {
        let (side, list) = field.split_at(usize::from(field.starts_with(['W', 'B'])));
        let pieces = list.split(',').map(|piece| {
            let (man, king) = (piece.strip_prefix('G'), piece.strip_prefix('P'));
            has_numbers |= is_number(piece.strip_prefix('K').unwrap_or(piece));
            let taken = man.or(king).filter(|square| is_number(square));
            has_taken |= taken.is_some();
            taken.map_or(piece.into(), |square| if king.is_some() { format!("K{square}") } else { square.into() })
        });
        side.to_string() + &pieces.collect::<Vec<String>>().join(",")
    };
    let before = fen.split(':').map(put_back).collect::<Vec<_>>().join(":");
    (has_taken && has_numbers).then_some(before)
}

#[cfg(test)]
mod tests {
    use bolshak::board::Russian;
    use bolshak::rules::DrawRule;

    use super::*;

    #[test]
    fn a_capture_under_way_is_distinguished_from_squares() {
        assert_eq!(with_taken("W:W21,K15:BG18,P22,1:H0:F1").as_deref(), Some("W:W21,K15:B18,K22,1:H0:F1"));
        assert_eq!(with_taken("W:WK15:BG3,P8").as_deref(), Some("W:WK15:B3,K8"));
        for other in ["W:WG1,KA3:BKH8", "W:WKg1:Bc3", "W:W21:BK3:H0:F1", "W:WG:B1", "W:WB4,G3:BKH8", ""] {
            assert_eq!(with_taken(other), None, "{other}");
        }
        assert_eq!(explored::<Russian>("W:WK15:BG3,P8"), Ok(None));
        assert!(explored::<Russian>("W:WK15:BG33,P8").is_err() && explored::<Russian>("W:WG3:BP8").is_err());
        assert_eq!(explored::<Russian>("W:W_K32:_BK1_:H3:F1"), Ok(Some("W:WKg1:BKb8".parse().unwrap())));
    }

    #[test]
    fn a_win_that_the_rule_takes_has_a_sign() {
        let position = "W:WKa5,Ka7:BKg1".parse::<Position>().unwrap();
        let ask = |clock| ExplorerAnswer::ask(&Tablebase::built_in(), Some(&position), clock).unwrap();
        let values = |clock| {
            let Values { category, wdl, dtz, precise_dtz, dtw, .. } = ask(clock).values;
            (category, wdl, dtz, precise_dtz, dtw)
        };
        assert_eq!(values(Clock::new(0)), ("win", Some(2), Some(7), Some(7), Some(7)));
        assert_eq!(values(Clock::new(24)), ("cursed-win", Some(1), Some(7), None, Some(7)));
        assert_eq!(values(Clock::new(30).under(DrawRule::None)), values(Clock::new(0)));
        let over = ask(Clock::new(30));
        assert!(over.moves.is_empty() && over.values.category == "cursed-win", "{over:?}");
    }
}
