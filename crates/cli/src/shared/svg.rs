//! A board as SVG, for screens and paper.

use bolshak::board::{Game, Position, RANKS, Square, squares};

use super::diagram::side;
use crate::lang::say;

const CELL: u32 = 40;

/// The room for coordinates at the left and below.
const MARGIN: u32 = 20;

/// The room for the line of text below.
const CAPTION: u32 = 26;

pub const fn size<G: Game>() -> (u32, u32) {
    (MARGIN + 2 * G::PER_RANK * CELL + MARGIN, MARGIN / 2 + RANKS * CELL + MARGIN + CAPTION)
}

/// The elements of a board, with a number before the side to move if there is one. They need no style sheet.
pub fn board<G: Game>(position: &Position<G>, number: Option<usize>) -> String {
    let (files, top) = (2 * G::PER_RANK, MARGIN / 2);
    let mut text = format!(
        "<rect x=\"{MARGIN}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"#fff\" stroke=\"#333\" stroke-width=\"2\"/>\n",
        files * CELL,
        RANKS * CELL
    );
    let corner = |square: Square<G>| {
        (MARGIN + u32::from(square.file()) * CELL, top + (RANKS - 1 - u32::from(square.rank())) * CELL)
    };
    for square in squares::<G>(G::BOARD) {
        let (x, y) = corner(square);
        text += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#bbb\"/>\n");
    }
    let view = position.white_view();
    for (set, king, fill, line) in [
        (view.men, false, "#fff", "#111"),
        (view.kings, true, "#fff", "#111"),
        (view.enemy_men, false, "#111", "#fff"),
        (view.enemy_kings, true, "#111", "#fff"),
    ] {
        for square in squares::<G>(set) {
            let (x, y) = corner(square);
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            text += &format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"2\"/>\n"
            );
            if king {
                let crown = format!("M{} {} l3 12 h14 l3 -12 l-6 6 l-4 -8 l-4 8 z", x - 10, y - 5);
                text += &format!("<path d=\"{crown}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"2\"/>\n");
            }
        }
    }
    let label = |x: u32, y: u32, label: &str| {
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#111\" text-anchor=\"middle\">{label}</text>\n"
        )
    };
    for rank in 0..RANKS {
        text += &label(MARGIN / 2, top + (RANKS - rank) * CELL - CELL / 2 + 5, &(rank + 1).to_string());
    }
    let below = top + RANKS * CELL + 15;
    for file in 0..files {
        let letter = char::from(b'a' + file as u8).to_string();
        text += &label(MARGIN + file * CELL + CELL / 2, below, &letter);
    }
    let turn = say("caption", &[("color", side(position.turn()))]);
    let number = number.map_or_else(String::new, |number| format!("{number}. "));
    text + &label(MARGIN + files * CELL / 2, below + CAPTION - 4, &format!("{number}{turn}"))
}

/// A text as it stands in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A whole picture: boards in rows of some columns.
pub fn grid<G: Game>(positions: &[Position<G>], columns: usize) -> String {
    let (width, height) = size::<G>();
    let columns = columns.clamp(1, positions.len().max(1));
    let rows = positions.len().div_ceil(columns);
    let (all_width, all_height) = (width as usize * columns, height as usize * rows);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{all_width}\" height=\"{all_height}\" viewBox=\"0 0 {all_width} {all_height}\">\n"
    );
    for (place, position) in positions.iter().enumerate() {
        let number = (positions.len() > 1).then_some(place + 1);
        let (x, y) = (place % columns * width as usize, place / columns * height as usize);
        text += &format!(
            "<g transform=\"translate({x} {y})\">\n<title>{position}</title>\n{}</g>\n",
            board(position, number)
        );
    }
    text + "</svg>\n"
}
