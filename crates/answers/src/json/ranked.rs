//! A ranked move.

use serde::Serialize;

use bolshak::board::{Game, Shade, squares};
use bolshak::probe::RankedMove;

use super::values::Values;

/// A legal move, and what it is worth to the side that makes it. Distances are those of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveAnswer {
    /// The move in notation.
    pub r#move: String,
    /// The position after it.
    pub fen: String,
    /// Whether it takes anything.
    pub capture: bool,
    /// Whether it sets the clock to 0.
    pub zeroing: bool,
    /// The square where the piece starts.
    pub from: String,
    /// The square where it ends.
    pub to: String,
    /// The squares of the pieces that it takes.
    pub captured: Vec<String>,
    /// Results for the side that moves, and distances.
    #[serde(flatten)]
    pub values: Values,
}

impl MoveAnswer {
    /// The same move, written on the squares of a shade.
    #[must_use]
    pub(super) fn on<G: Game>(self, shade: Shade) -> MoveAnswer {
        let text = |text: &String| shade.text::<G>(text);
        MoveAnswer {
            r#move: text(&self.r#move),
            fen: text(&self.fen),
            from: text(&self.from),
            to: text(&self.to),
            captured: self.captured.iter().map(text).collect(),
            ..self
        }
    }
}

impl<G: Game> From<&RankedMove<G>> for MoveAnswer {
    fn from(ranked: &RankedMove<G>) -> MoveAnswer {
        let mv = &ranked.mv;
        MoveAnswer {
            r#move: ranked.text.clone(),
            fen: ranked.position.to_string(),
            capture: mv.is_capture(),
            zeroing: mv.is_zeroing(),
            from: mv.from().to_string(),
            to: mv.to().to_string(),
            captured: squares::<G>(mv.captured()).map(|square| square.to_string()).collect(),
            values: Values::new(ranked.category(), ranked.theory(), &ranked.reached),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bolshak::board::Position;
    use bolshak::probe::Tablebase;

    #[test]
    fn a_capture_names_its_squares() {
        let position: Position = "W:WKa1:Bb2,d4".parse().unwrap();
        let moves = Tablebase::built_in().rank_moves(&position, 0).unwrap();
        let first = MoveAnswer::from(&moves[0]);
        assert_eq!((&*first.from, &*first.to), ("a1", &first.r#move[first.r#move.len() - 2..]));
        assert_eq!(first.captured, ["b2", "d4"]);
        let light = first.on::<bolshak::board::Russian>(Shade::Light);
        assert_eq!((&*light.from, light.captured), ("h1", vec!["g2".to_string(), "e4".to_string()]));
    }
}
