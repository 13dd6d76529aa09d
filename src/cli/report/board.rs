//! A board as a picture.

use std::fmt::Write;

use bolshak::board::{Position, Square};

/// The side of a square.
const SIDE: u32 = 36;
/// The margin for the coordinates.
const MARGIN: u32 = 18;

/// The position as SVG, White below; kings wear a ring.
pub fn board(position: &Position) -> String {
    let view = position.white_view();
    let size = 8 * SIDE + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{size}\" height=\"{size}\" viewBox=\"0 0 {size} {size}\" \
         role=\"img\" aria-label=\"{position}\"><title>{position}</title>\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{0}\" height=\"{0}\" fill=\"#f0d9b5\"/>",
        8 * SIDE
    );
    for square in (0..32).filter_map(Square::new) {
        let (rank, column) = (square.index() as u32 / 4, square.index() as u32 % 4);
        let (x, y) = (MARGIN + (2 * column + rank % 2) * SIDE, MARGIN + (7 - rank) * SIDE);
        // Writing to a string does not fail.
        let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#a97a50\"/>");
        let sets = [
            (view.men, "#fff", false),
            (view.kings, "#fff", true),
            (view.enemy_men, "#222", false),
            (view.enemy_kings, "#222", true),
        ];
        let Some((_, fill, king)) = sets.into_iter().find(|(set, ..)| set & square.bit() != 0) else { continue };
        let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
        let line = if fill == "#fff" { "#222" } else { "#fff" };
        let _ = write!(svg, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"14\" fill=\"{fill}\" stroke=\"{line}\"/>");
        if king {
            let _ = write!(
                svg,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"none\" stroke=\"#d33\" stroke-width=\"3\"/>"
            );
        }
    }
    for (number, file) in (0..).zip("abcdefgh".chars()) {
        let middle = MARGIN + number * SIDE + SIDE / 2;
        let label = |x: u32, y: u32, text: String| {
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" font-family=\"sans-serif\" fill=\"#555\" text-anchor=\"middle\">{text}</text>"
            )
        };
        svg += &label(middle, size - 4, file.to_string());
        svg += &label(MARGIN / 2, middle + 4, (8 - number).to_string());
    }
    svg + "</svg>"
}
