//! A board as a picture.

use std::fmt::Write;

use bolshak::board::{Game, Position, RANKS, squares};

/// The side of a square.
const SIDE: u32 = 36;
/// The margin for the coordinates.
const MARGIN: u32 = 18;

/// The position as SVG, White below; kings wear a ring.
pub fn board<G: Game>(position: &Position<G>) -> String {
    let view = position.white_view();
    let (inner_width, inner_height) = (2 * G::PER_RANK * SIDE, RANKS * SIDE);
    let (width, height) = (inner_width + 2 * MARGIN, inner_height + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" aria-label=\"{position}\"><title>{position}</title>\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner_width}\" height=\"{inner_height}\" fill=\"#f0d9b5\"/>"
    );
    for square in squares::<G>(G::BOARD) {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (x, y) = (MARGIN + file * SIDE, MARGIN + (RANKS - 1 - rank) * SIDE);
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
    let middle = |number: u32| MARGIN + number * SIDE + SIDE / 2;
    let label = |x: u32, y: u32, text: String| {
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"12\" font-family=\"sans-serif\" fill=\"#555\" text-anchor=\"middle\">{text}</text>"
        )
    };
    for (number, file) in (0..2 * G::PER_RANK).zip('a'..) {
        svg += &label(middle(number), height - 4, file.to_string());
    }
    for number in 0..RANKS {
        svg += &label(MARGIN / 2, middle(number) + 4, (RANKS - number).to_string());
    }
    svg + "</svg>"
}
