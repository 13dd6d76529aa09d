//! A board in text, and as SVG for screens and paper.

use std::env;
use std::io::{self, IsTerminal};

use bolshak::board::{Color, Game, Position, RANKS, Shade, Square, squares};
use bolshak::value::Category;
use bolshak_system as system;
use clap::ColorChoice;
use fluent_bundle::FluentValue;

use crate::lang::say;

/// How answers for people look.
#[derive(clap::Args)]
pub struct Look {
    /// Colours and drawn pieces: auto (on a terminal, without colours if NO_COLOR is set), always or never
    #[arg(long, value_name = "WHEN", default_value_t = ColorChoice::Auto, value_enum, hide_possible_values = true)]
    color: ColorChoice,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Drawn,
    Colored,
}

impl Look {
    pub fn style(&self) -> Style {
        let set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let has_colors = system::colors();
        match self.color {
            ColorChoice::Always => Style::Colored,
            ColorChoice::Never => Style::Plain,
            ColorChoice::Auto if !io::stdout().is_terminal() => Style::Plain,
            ColorChoice::Auto if env::var_os("TERM").is_some_and(|term| term == "dumb") => Style::Plain,
            ColorChoice::Auto if set("NO_COLOR") || !has_colors => Style::Drawn,
            ColorChoice::Auto => Style::Colored,
        }
    }
}

impl Style {
    /// A text in the colour of a result: a win is green, a loss red, and a result that the rule changes yellow.
    pub fn result(self, category: Option<Category>, text: &str) -> String {
        let code = match category {
            Some(Category::Win) => 32,
            Some(Category::CursedWin | Category::BlessedLoss) => 33,
            Some(Category::Loss) => 31,
            Some(Category::Draw) | None => return text.into(),
        };
        if self == Style::Colored { format!("\x1b[{code}m{text}\x1b[0m") } else { text.into() }
    }
}

/// The board with its coordinates, White below, and the side to move.
pub fn diagram<G: Game>(position: &Position<G>, style: Style) -> String {
    let turn = position.turn();
    let to_move = say("to-move", &[("color", side(turn)), ("legend", legend(style).into())]);
    board(position, None, style) + &format!("  {to_move}\n")
}

/// The board of two games at once: one on the dark squares, and one, given as its mirror, on the light ones.
pub fn diagram_of_two<G: Game>(dark: &Position<G>, light: &Position<G>, style: Style) -> String {
    board(dark, Some(light), style) + &format!("  {}\n", legend(style))
}

fn board<G: Game>(dark: &Position<G>, light: Option<&Position<G>>, style: Style) -> String {
    let mut text = String::new();
    let per_rank = G::PER_RANK as u8;
    for rank in (0..RANKS as u8).rev() {
        text += &format!("  {} ", rank + 1);
        for column in 0..per_rank {
            let dark = cell(Shade::Dark, piece(dark, per_rank * rank + column), style);
            let mirrored = per_rank * rank + per_rank - 1 - column;
            let light = cell(Shade::Light, light.map_or(' ', |light| piece(light, mirrored)), style);
            text += &if rank % 2 == 0 { dark + &light } else { light + &dark };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let between = if style == Style::Plain { " " } else { "  " };
    let files: Vec<String> = (0..2 * per_rank).map(|file| char::from(b'a' + file).to_string()).collect();
    text + &format!("     {}\n\n", files.join(between))
}

fn legend(style: Style) -> String {
    match style {
        Style::Plain => say("legend-plain", &[]),
        Style::Drawn => say("legend-drawn", &[]),
        Style::Colored => say("legend-colored", &[]),
    }
}

/// A side in the arguments of a message.
pub fn side(color: Color) -> FluentValue<'static> {
    color.name().into()
}

/// The letter of what stands on a square: `w`, `W`, `b`, `B` or a dot.
pub fn piece<G: Game>(position: &Position<G>, index: u8) -> char {
    let view = position.white_view();
    let sets = [(view.men, 'w'), (view.kings, 'W'), (view.enemy_men, 'b'), (view.enemy_kings, 'B')];
    let bit = Square::<G>::new(index).map_or(0, Square::bit);
    sets.into_iter().find(|(set, _)| set & bit != 0).map_or('.', |(_, letter)| letter)
}

fn cell(shade: Shade, letter: char, style: Style) -> String {
    match style {
        // Only the dark squares are marked where they are empty.
        Style::Plain if shade == Shade::Light && letter == '.' => "  ".into(),
        Style::Plain => format!(" {letter}"),
        Style::Drawn => {
            let drawn = match letter {
                'w' => '⛀',
                'W' => '⛁',
                'b' => '⛂',
                'B' => '⛃',
                '.' if shade == Shade::Dark => '·',
                _ => ' ',
            };
            format!(" {drawn} ")
        }
        Style::Colored => {
            let shape = match letter {
                'w' | 'b' => '●',
                'W' | 'B' => '♛',
                _ => ' ',
            };
            // White or black on brown, of the 256 colours. Light squares of a game are tan: white is not seen on cream.
            let ink = if letter.eq_ignore_ascii_case(&'w') { 231 } else { 16 };
            let square = match (shade, letter) {
                (Shade::Dark, _) => 95,
                (Shade::Light, ' ') => 223,
                (Shade::Light, _) => 137,
            };
            format!("\x1b[48;5;{square};38;5;{ink}m {shape} \x1b[0m")
        }
    }
}

const CELL: u32 = 40;

/// The room for coordinates at the left and below.
const MARGIN: u32 = 20;

/// The room for the line of text below.
const CAPTION: u32 = 26;

pub const fn svg_size<G: Game>() -> (u32, u32) {
    (MARGIN + 2 * G::PER_RANK * CELL + MARGIN, MARGIN / 2 + RANKS * CELL + MARGIN + CAPTION)
}

/// The elements of a board, with a number before the side to move if there is one. They need no style sheet.
pub fn svg_board<G: Game>(position: &Position<G>, number: Option<usize>) -> String {
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
pub fn svg_grid<G: Game>(positions: &[Position<G>], columns: usize) -> String {
    let (width, height) = svg_size::<G>();
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
            svg_board(position, number)
        );
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use bolshak::board::Draughts80;

    use super::*;

    #[test]
    fn every_style_shows_the_same_pieces_on_every_board() {
        let read = |fen: &str| fen.parse::<Position>().unwrap();
        let one = |style| diagram(&read("W:Wc3,Kd6:Bg5,Kh8"), style);
        let wide: Position<Draughts80> = "W:Wa1,Kj2:Bi7,Kj8".parse().unwrap();
        let wide = |style| diagram(&wide, style);
        // The mirror of h8 is a8, that of c3 is f3.
        let two = |style| diagram_of_two(&read("W:Wc3:BKh8"), &read("W:WKh8:Bc3"), style);
        for (board, rank, expected) in [
            (one(Style::Plain), 8, "  8    .   .   .   B"),
            (one(Style::Plain), 6, "  6    .   W   .   ."),
            (one(Style::Drawn), 8, "  8     ·     ·     ·     ⛃"),
            (one(Style::Drawn), 6, "  6     ·     ⛁     ·     ·"),
            (one(Style::Drawn), 5, "  5  ·     ·     ·     ⛂"),
            (one(Style::Drawn), 3, "  3  ·     ⛀     ·     ·"),
            (wide(Style::Plain), 8, "  8    .   .   .   .   B"),
            (wide(Style::Plain), 7, "  7  .   .   .   .   b"),
            (wide(Style::Plain), 2, "  2    .   .   .   .   W"),
            (wide(Style::Plain), 1, "  1  w   .   .   .   ."),
            (wide(Style::Plain), 0, "     a b c d e f g h i j"),
            (two(Style::Plain), 8, "  8  W .   .   .   B"),
            (two(Style::Plain), 3, "  3  .   w   . b ."),
            (two(Style::Drawn), 8, "  8  ⛁  ·     ·     ·     ⛃"),
        ] {
            assert_eq!(board.lines().nth(8 - rank), Some(expected), "{board}");
        }
        // Two men on the board, and one in the legend.
        assert_eq!(one(Style::Colored).matches('●').count(), 3);
        for (board, squares) in [(one(Style::Colored), 64), (wide(Style::Colored), 80), (two(Style::Colored), 64)] {
            assert_eq!(board.matches("\x1b[0m").count(), squares, "{board}");
        }
    }

    #[test]
    fn only_results_are_colored_and_only_in_colour() {
        assert_eq!(Style::Colored.result(Some(Category::Win), "win"), "\x1b[32mwin\x1b[0m");
        assert_eq!(Style::Drawn.result(Some(Category::Win), "win"), "win");
        assert_eq!(Style::Colored.result(Some(Category::Draw), "draw"), "draw");
    }
}
