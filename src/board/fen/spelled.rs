//! Setups in words with random spelling are read back, and no square of any text is dropped.

use crate::board::{Bitboard, Color, Draughts80, Game, Position, Russian, squares};

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    /// One of the texts that have `#` between them.
    fn one<'t>(&mut self, texts: &'t str) -> &'t str {
        let number = self.below(texts.split('#').count() as u64);
        texts.split('#').nth(number as usize).unwrap()
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
            let turn = if self.flip() { Color::White } else { Color::Black };
            let both = sets[0] | sets[1] != 0 && sets[2] | sets[3] != 0;
            if let Ok(position) = Position::<G>::new(turn, sets[0], sets[1], sets[2], sets[3])
                && both
            {
                return position;
            }
        }
    }

    /// The words of a position, Russian or English.
    fn spelled<G: Game>(&mut self, position: &Position<G>) -> String {
        let is_russian = self.flip();
        let view = position.white_view();
        let mut sides = [(Color::White, view.men, view.kings), (Color::Black, view.enemy_men, view.enemy_kings)];
        if self.flip() {
            sides.reverse();
        }
        let mut parts: Vec<String> = sides.map(|side| self.side::<G>(side, is_russian)).into();
        if sides[0].0 != position.turn() || self.flip() {
            let phrase = self.one(match (position.turn(), is_russian) {
                (Color::White, true) => {
                    "ход белых#белые начинают#(ход белых)#очередь хода: белые#белые начинают и выигрывают"
                }
                (Color::Black, true) => {
                    "ход чёрных#черные начинают#(ход за черными)#очередь хода - чёрные#ходят чёрные"
                }
                (Color::White, false) => "White to move#white to play and win#(white's turn)#turn: white#W to move",
                (Color::Black, false) => "Black to move#black to play#(Black moves)#side to move: Black#B to move",
            });
            parts.insert(if self.flip() { 0 } else { 2 }, self.cased(phrase));
        }
        let caption = self.one("##Диаграмма 3: #Diagram 12. #1) #- #«");
        format!("{caption}{}{}", parts.join(self.one("; #. # / #\n# | # #, ")), self.one("#.#\n#;"))
    }

    fn side<G: Game>(&mut self, (color, men, kings): (Color, Bitboard, Bitboard), is_russian: bool) -> String {
        let (letter, names) = match (color, is_russian) {
            (Color::White, true) => ("б:", "белые#бел.#у белых"),
            (Color::Black, true) => ("ч:", "чёрные#черные#чер.#у чёрных"),
            (Color::White, false) => ("W:", "White#Wh."),
            (Color::Black, false) => ("B:", "Black"),
        };
        let name =
            if self.below(3) == 0 { letter.into() } else { self.one(names).to_string() + self.one(":# -# —#") };
        let name = self.cased(&name);
        // All kings may be named one by one. Men without a name come before "kings".
        let (between, all_men, man, all_kings, king) = if is_russian {
            (", #,# # и #; #/# | ", "простые #пр. #пр#шашки: ", "простая #", "дамки #дамки: ", "д. #Д#дамка #д")
        } else {
            (", #,# # and #; #/# | ", "men #men: ", "man #m#", "kings #kings: ", "king #K#K ")
        };
        let between = self.one(between);
        let (one_by_one, man_first, men_named) = (self.flip(), self.flip(), self.flip());
        let mut list = |set: Bitboard, all: &str, one: &str, is_named: bool| {
            let texts = squares::<G>(set).map(|square| {
                let mut square = square.to_string();
                if G::PER_RANK == 5 && self.flip() {
                    square = square.replace('j', "k");
                }
                if self.below(3) == 0 {
                    square = square.chars().map(russian).collect();
                }
                let square = self.cased(&square);
                if one_by_one { self.one(one).to_string() + &square } else { square }
            });
            let texts = texts.collect::<Vec<_>>().join(between);
            if texts.is_empty() || one_by_one || !is_named {
                return texts;
            }
            let name = self.one(all);
            self.cased(name) + &texts
        };
        let mut lists = [list(men, all_men, man, !man_first || men_named), list(kings, all_kings, king, true)];
        if !man_first {
            lists.reverse();
        }
        let lists: Vec<String> = lists.into_iter().filter(|list| !list.is_empty()).collect();
        format!("{name} {}", lists.join(self.one(", # #; ")))
    }
}

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
    const PARTS: &str = "Белые#Чёрные#б:#Ч:#White#Black#W:#B:#:#-#,#;#.#(#)#дамки#дамка#д.#простые#kings#king#man#K#ход#ход белых\
                         #to move#White to move#и#and#нет#none#of#Диаграмма#2#\"#win#W:WKa1:BKh8#хх";
    let parts: Vec<&str> = PARTS.split('#').collect();
    let mut random = Random(3);
    let mut read = 0;
    for _ in 0..100_000 {
        let (mut text, mut count) = (String::new(), 0);
        for _ in 0..2 + random.below(9) {
            let is_square = random.below(3) == 0;
            let part = random.one(if is_square { "c3#e5#g3#d4#b6#e3" } else { PARTS });
            count += if part.starts_with("W:WK") { 2 } else { u32::from(is_square || part == "2") };
            text = text + part + " ";
        }
        // The caption of a FEN may have squares, but not those of pieces; and any caption may have a number.
        if let Ok(position) = text.parse::<Position>() {
            let beside = text.replacen("W:WKa1:BKh8", "", 1);
            let has_fen = beside != text;
            let before = text.split("W:WKa1").next().unwrap_or_default();
            let digits = |text: &str| text.matches(|c: char| c.is_ascii_digit()).count() as u32;
            let is_named = parts[..8].iter().chain(&parts[15..23]).any(|name| before.contains(name));
            let numbers = beside.matches('2').count() as u32;
            let fewest = count - if has_fen && !is_named { digits(before) } else { numbers };
            assert!(
                digits(&beside) + 2 * u32::from(has_fen) == count && (fewest..=count).contains(&position.pieces()),
                "{text}: {position}"
            );
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
