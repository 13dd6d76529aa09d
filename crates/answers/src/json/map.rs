//! A map: one piece of a position on each square where it can stand, and the result there.

use serde::Serialize;

use bolshak::board::{Color, Game, Position, Square, squares};
use bolshak::probe::{Over, ProbeError, Tablebase, Verdict};

use super::answer::{Head, Values};
use super::question::Asked;

/// A piece of a position, and that position with the piece on each square where it can stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map<G> {
    /// The piece's side.
    pub color: Color,
    /// Whether it is a king.
    pub is_king: bool,
    /// The squares, from a1 on, that of the piece among them, each with the verdict of the position; `None` if the tables do not
    /// know it. The same side is to move in all of them, at the same clock.
    pub squares: Vec<(Square<G>, Option<Verdict>)>,
}

impl<G: Game> Map<G> {
    /// Probes the position once for each square. `None` if the square of the piece is empty.
    ///
    /// # Errors
    /// [`ProbeError`], if a table is damaged, or if no position has an answer, the first reason.
    pub fn ask(tablebase: &Tablebase<G>, asked: &Asked<G>, piece: Square<G>) -> Result<Option<Map<G>>, ProbeError> {
        let view = asked.position.white_view();
        let sets = [view.men, view.kings, view.enemy_men, view.enemy_kings];
        let Some(kind) = sets.iter().position(|set| set & piece.bit() != 0) else { return Ok(None) };
        let (mut found, mut absent) = (Vec::new(), None);
        for square in squares::<G>(view.empty() | piece.bit()) {
            let mut moved = sets;
            moved[kind] = sets[kind] & !piece.bit() | square.bit();
            let [men, kings, enemy_men, enemy_kings] = moved;
            // A man cannot stand where it is crowned.
            let Ok(position) = Position::new(asked.position.turn(), men, kings, enemy_men, enemy_kings) else {
                continue;
            };
            found.push((
                square,
                match tablebase.probe(&position, asked.clock) {
                    Ok(verdict) => Some(verdict),
                    Err(error @ (ProbeError::Missing { .. } | ProbeError::TooManyPieces { .. })) => {
                        absent.get_or_insert(error);
                        None
                    }
                    Err(error) => return Err(error),
                },
            ));
        }
        let is_known = found.iter().any(|(_, verdict)| verdict.is_some());
        absent.filter(|_| !is_known).map_or(Ok(()), Err)?;
        let color = if kind < 2 { Color::White } else { Color::Black };
        Ok(Some(Map { color, is_king: kind % 2 == 1, squares: found }))
    }
}

/// What `map --json` prints.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MapAnswer {
    #[serde(flatten)]
    head: Head,
    square: String,
    color: &'static str,
    king: bool,
    squares: Vec<SquareAnswer>,
}

/// The values of the side to move with the piece on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct SquareAnswer {
    square: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'static str>,
    #[serde(flatten)]
    values: Values,
}

impl MapAnswer {
    /// The answer of a map of the piece on a square.
    pub fn new<G: Game>(asked: &Asked<G>, piece: Square<G>, map: &Map<G>) -> MapAnswer {
        let answer = |(square, verdict): &(Square<G>, Option<Verdict>)| SquareAnswer {
            square: square.to_string(),
            over: verdict.and_then(|verdict| verdict.over).map(Over::name),
            values: verdict.as_ref().map_or(Values::default(), Values::from),
        };
        MapAnswer {
            head: Head::new(asked),
            square: piece.to_string(),
            color: map.color.name(),
            king: map.is_king,
            squares: map.squares.iter().map(answer).collect(),
        }
    }
}
