//! Setups in words, spelled at random, are read back; and no square of any text is dropped.

use crate::board::{Bitboard, Color, Draughts80, Game, Position, Russian, squares};

/// Numbers at random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len() as u64) as usize]
    }

    /// The same text in small letters, in capitals, or with one first.
    fn cased(&mut self, text: &str) -> String {
        match self.below(3) {
            0 => text.to_uppercase(),
            1 => text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect(),
            _ => text.into(),
        }
    }

    fn position<G: Game>(&mut self) -> Position<G> {
        loop {
            let mut sets = [0; 4];
            for _ in 0..2 + self.below(9) {
                sets[self.below(4) as usize] |= 1 << self.below(G::SQUARES.into());
            }
            let turn = if self.below(2) == 0 { Color::White } else { Color::Black };
            let position = Position::<G>::new(turn, sets[0], sets[1], sets[2], sets[3]);
            match position {
                Ok(position) if sets[0] | sets[1] != 0 && sets[2] | sets[3] != 0 => return position,
                _ => {}
            }
        }
    }

    /// The words of a position, Russian or English.
    fn spelled<G: Game>(&mut self, position: &Position<G>) -> String {
        let is_russian = self.below(2) == 0;
        let view = position.white_view();
        let sides = [(Color::White, view.men, view.kings), (Color::Black, view.enemy_men, view.enemy_kings)];
        let order = if self.below(2) == 0 { [0, 1] } else { [1, 0] };
        let phrase = self.phrase(position.turn(), is_russian);
        let is_said = sides[order[0]].0 != position.turn() || self.below(2) == 0;
        let is_first = self.below(2) == 0;
        let mut parts: Vec<String> = order.map(|at| self.side::<G>(sides[at], is_russian)).into();
        if is_said {
            parts.insert(if is_first { 0 } else { 2 }, phrase);
        }
        let between = self.one(&["; ", ". ", " / ", "\n", " | ", " ", ", "]);
        let caption = self.one(&["", "", "Диаграмма 3: ", "Diagram 12. ", "1) ", "- ", "«"]);
        format!("{caption}{}{}", parts.join(between), self.one(&["", ".", "\n", ";"]))
    }

    fn phrase(&mut self, turn: Color, is_russian: bool) -> String {
        let phrases: &[&str] = match (turn, is_russian) {
            (Color::White, true) => {
                &["ход белых", "белые начинают", "(ход белых)", "очередь хода: белые", "белые начинают и выигрывают"]
            }
            (Color::Black, true) => {
                &["ход чёрных", "черные начинают", "(ход за черными)", "очередь хода - чёрные", "ходят чёрные"]
            }
            (Color::White, false) => {
                &["White to move", "white to play and win", "(white's turn)", "turn: white", "W to move"]
            }
            (Color::Black, false) => {
                &["Black to move", "black to play", "(Black moves)", "side to move: Black", "B to move"]
            }
        };
        let phrase = self.one(phrases);
        self.cased(phrase)
    }

    fn side<G: Game>(&mut self, (color, men, kings): (Color, Bitboard, Bitboard), is_russian: bool) -> String {
        let (letter, names): (_, &[&str]) = match (color, is_russian) {
            (Color::White, true) => ("б", &["белые", "бел.", "у белых"]),
            (Color::Black, true) => ("ч", &["чёрные", "черные", "чер.", "у чёрных"]),
            (Color::White, false) => ("W", &["White", "Wh."]),
            (Color::Black, false) => ("B", &["Black"]),
        };
        let name = if self.below(3) == 0 {
            letter.to_string() + ":"
        } else {
            self.one(names).to_string() + self.one(&[":", " -", " —", ""])
        };
        let name = self.cased(&name);
        let and = if is_russian { " и " } else { " and " };
        let between = self.one(&[", ", ",", " ", and, "; ", "/", " | "]);
        // All kings may be named one by one. Men without a name come before "kings".
        let (all_men, man, all_kings, king): (&[&str], &[&str], &[&str], &[&str]) = match is_russian {
            true => (
                &["простые ", "пр. ", "пр", "шашки: "],
                &["простая ", ""],
                &["дамки ", "дамки: "],
                &["д. ", "Д", "дамка ", "д"],
            ),
            false => (&["men ", "men: "], &["man ", "m", ""], &["kings ", "kings: "], &["king ", "K", "K "]),
        };
        let one_by_one = self.below(2) == 0;
        let (man_first, men_named) = (self.below(2) == 0, self.below(2) == 0);
        let list = |random: &mut Random, set: Bitboard, all: &[&str], one: &[&str], is_named: bool| {
            let texts: Vec<String> = squares::<G>(set)
                .map(|square| {
                    let mut square = square.to_string();
                    if G::PER_RANK == 5 && random.below(2) == 0 {
                        square = square.replace('j', "k");
                    }
                    if random.below(3) == 0 {
                        square = square.chars().map(russian).collect();
                    }
                    let square = random.cased(&square);
                    if one_by_one { random.one(one).to_string() + &square } else { square }
                })
                .collect();
            match texts.is_empty() {
                true => None,
                false if one_by_one || !is_named => Some(texts.join(between)),
                false => Some({
                    let name = random.one(all);
                    random.cased(name) + &texts.join(between)
                }),
            }
        };
        let men = list(self, men, all_men, man, !man_first || men_named);
        let kings = list(self, kings, all_kings, king, true);
        let lists: Vec<String> = if man_first { [men, kings] } else { [kings, men] }.into_iter().flatten().collect();
        format!("{name} {}", lists.join(self.one(&[", ", " ", "; "])))
    }
}

/// The Cyrillic letter that looks like a Latin one.
fn russian(letter: char) -> char {
    "abcehk".chars().zip("авсенк".chars()).find(|(latin, _)| *latin == letter).map_or(letter, |(_, russian)| russian)
}

fn check<G: Game>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..20_000 {
        let position = random.position::<G>();
        let text = random.spelled(&position);
        assert_eq!(text.parse::<Position<G>>(), Ok(position), "{text}");
    }
}

#[test]
fn setups_are_read_back() {
    check::<Russian>(1);
    check::<Draughts80>(2);
}

#[test]
fn no_square_is_dropped() {
    const PARTS: &str = "Белые|Чёрные|б:|Ч:|White|Black|W:|B:|:|-|,|;|.|(|)|дамки|дамка|д.|простые|kings|king|man|K|ход|ход белых|\
                         to move|White to move|и|and|нет|none|of|Диаграмма|2|\"|win|W:WKa1:BKh8|хх";
    let parts: Vec<&str> = PARTS.split('|').collect();
    let mut random = Random(3);
    let mut read = 0;
    for _ in 0..100_000 {
        let (mut text, mut count) = (String::new(), 0);
        for _ in 0..2 + random.below(9) {
            if random.below(3) == 0 {
                let square = random.one(&["c3", "e5", "g3", "d4", "b6", "e3"]);
                text += square;
                count += 1;
            } else {
                let part = random.one(&parts);
                text += part;
                count += if part.starts_with("W:WK") { 2 } else { u32::from(part == "2") };
            }
            text += " ";
        }
        // The caption of a FEN may have squares, but not those of pieces; and any caption may have a number.
        if let Ok(position) = text.parse::<Position>() {
            let beside = text.replacen("W:WKa1:BKh8", "", 1);
            let has_fen = beside != text;
            let before = text.split("W:WKa1").next().unwrap_or_default();
            let numbers = beside.matches('2').count() as u32;
            let squares = beside.matches(|c: char| c.is_ascii_digit()).count() as u32;
            let is_named = parts[..8].iter().chain(&parts[15..23]).any(|part| before.contains(part));
            let squares_before = before.matches(|c: char| c.is_ascii_digit()).count() as u32;
            let fewest = count - if has_fen && !is_named { squares_before } else { numbers };
            let all = fewest..=count;
            assert!(
                squares + 2 * u32::from(has_fen) == count && all.contains(&position.pieces()),
                "{text}: {position}"
            );
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
