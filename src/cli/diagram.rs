//! A board in text.

use bolshak::board::{Position, Square};

/// The board with its coordinates, White below, and whose move it is.
pub fn diagram(position: &Position) -> String {
    let view = position.white_view();
    let piece = |square: Square| {
        let sets = [(view.men, 'w'), (view.kings, 'W'), (view.enemy_men, 'b'), (view.enemy_kings, 'B')];
        sets.into_iter().find(|(set, _)| set & square.bit() != 0).map_or('.', |(_, letter)| letter)
    };
    let mut text = String::new();
    for rank in (0..8).rev() {
        text += &format!("  {} ", rank + 1);
        for column in 0..4 {
            let letter = Square::new(4 * rank + column).map_or(' ', piece);
            text += &if rank % 2 == 0 { format!(" {letter}  ") } else { format!("   {letter}") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text += "     a b c d e f g h\n\n";
    text += &format!("  {:?} to move (w, b: men; W, B: kings)\n", position.turn());
    text
}
