//! Setups in words: those that people write, and random spellings, which are read back; no square of any text is dropped.

use super::tests::{are_errors, are_spellings, canonical};
use crate::board::{Bitboard, Color, Draughts80, Game, Poddavki, Position, Russian, squares};

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

#[test]
fn setups_in_words() {
    are_spellings::<Russian>(
        "W:WKa1,b4,e7:Bc5",
        "Белые: пр. b4, e7, д. a1. Чёрные: пр. c5|Б: пр. b4, е7, д. а1; Ч: пр. с5\
         |БЕЛЫЕ: ПРОСТЫЕ B4 И E7, ДАМКА A1; ЧЕРНЫЕ: С5|Белые простые: В4 Е7, дамка: А1 / Чёрные простые: С5\
         |Белые - шашки b4, e7, дамки a1; чёрные — шашка c5|У белых простые b4, e7 и дамка a1, у чёрных простая c5\
         |б. Да1, b4, e7 ч. c5|White king on a1, men on b4 and e7; Black man on c5\
         |Белые дамки: a1. Белые простые: b4, e7. Чёрные простые: c5.\
         |Дамка белых: a1, простые белых: b4, e7; простая чёрных: c5|Диаграмма 3: Белые: b4 e7 дамка a1\nЧёрные: c5\
         |1) «Белые: дa1, прb4, e7. Чёрные: c5»|Чёрные: c5; белые: дамка a1, b4, e7. Белые начинают и выигрывают\
         |White: men b4, e7, kings a1; Black: man c5|white men: b4 e7, white king: a1, black men: c5\
         |W: b4, e7, K a1 / B: c5|White to move and win: Black: c5 White: king a1, men b4, e7\
         |Kings of White: a1; men of White: b4, e7; men of Black: c5 (White's turn)\
         |<b>White:</b> king a1, b4, e7<br><b>Black:</b> c5",
    );
    assert_eq!(canonical::<Russian>("Б: Дa1,b4,e7 | Ч: c5"), "W:WKa1,b4,e7:Bc5");
    are_spellings::<Russian>(
        "B:WKa1,b4,e7:Bc5",
        "Б: Да1, b4, e7. Ч: c5. Ход чёрных|ход черных. Б: Да1, b4, e7. Ч: c5\
         |(Черные начинают) Белые: дамка a1, b4, e7. Чёрные: c5|Белые: дамка a1, b4, e7. Чёрные (ход): c5\
         |очередь хода: черные; Белые: дамка a1, b4, e7. Чёрные: c5\
         |Белые: дамка a1, b4, e7, черные: c5, ход за черными|W: Ka1, b4 and e7; B: c5; Black to move\
         |Black to play. W: Ka1, b4, e7; B: c5|Side to move: Black. White b4 e7 king a1 Black c5",
    );
    for (turn, captions) in [
        // Sides in captions, and the side that has moved.
        (
            "W",
            "Ошибка чёрных|Ловушка для чёрных|Выигрыш чёрных|Black wins|Последний ход чёрных|Black's last move\
             |Позиция после хода чёрных|После 20-го хода чёрных|After Black's move|After the last move of Black",
        ),
        (
            "B",
            "Position after White's move|После ошибки белых, ход чёрных|После размена ход чёрных|Ход у чёрных|Чёрные\
             |Ход чёрных|Чёрные начинают и выигрывают|Black to move|При ходе чёрных|Играют чёрные|A move for Black",
        ),
    ] {
        let fen = format!("{turn}:WKg1:Be5,b8");
        for pieces in ["Белые: Дg1; Чёрные: b8, e5", "White: Kg1; Black: b8, e5", &fen] {
            let texts = captions.split('|').map(|caption| format!("{caption}: {pieces}|{caption}. {pieces}"));
            are_spellings::<Russian>(&fen, &texts.collect::<Vec<_>>().join("|"));
        }
    }
    are_spellings::<Russian>("B:WKg1:Bb8", "Б: Дg1; Ч: b8 (после хода белых)|Чёрные: b8. Белые: Дg1. Выигрыш белых");
    for (text, fen) in [
        ("Б: с3, д4; Ч: h8", "W:Wc3,d4:Bh8"),
        ("Ч: д6; Б: а3, Дд4", "B:Wa3,Kd4:Bd6"),
        ("Диаграмма 3. Б: Д4; Ч: 12", "W:WKh8:Bh6"),
        ("Б: д4; Ч: п12", "W:WKh8:Bh6"),
        ("Б: д. 29, пр. 17, Д7; Ч: 14", "W:WKa1,b4,Ke7:Bc5"),
        ("Белые пр. 21 22 д. 5 Чёрные 14", "W:Wa3,c3,Ka7:Bc5"),
        ("Б: дамки a5 и a7; Ч: Дg1", "W:WKa5,Ka7:BKg1"),
        ("Б: д. a5, a7; Ч: дамки g1, e1", "W:WKa5,a7:BKe1,Kg1"),
        ("Чёрные: дамка a1; ход белых; белые: нет", "W:W:BKa1"),
        ("Не публиковался. Белые: Дg1; Чёрные: b8", "W:WKg1:Bb8"),
        ("Losing chances. White: Kg1; Black: b8", "W:WKg1:Bb8"),
    ] {
        assert_eq!(canonical::<Russian>(text), fen, "{text}");
    }
}

#[test]
fn poddavki_in_captions() {
    are_spellings::<Poddavki>("W:WKg1:Bb8", "Поддавки. Белые: Дg1; Чёрные: b8|Giveaway: W:WKg1:Bb8");
    are_errors::<Poddavki>(&[("Не поддавки: W:WKg1:Bb8", "\"Не\" stands beside the position")]);
}

#[test]
fn what_is_no_setup_names_the_token() {
    are_errors::<Russian>(&[
        ("Белые: пр. b4, Иванов; Чёрные: c5", "\"Иванов\" is not a square"),
        ("Белы: b4; Чёрные: c5", "\"b4\" is not a square"),
        ("Белые: b4-c5; Чёрные: e7", "\"b4-c5\" is not a square"),
        ("Белые: b4:d6; Чёрные: e7", "\"b4:d6\" is not a square"),
        ("Белые: b4xd6; Чёрные: e7", "\"b4xd6\" is not a square"),
        ("Белые: 2 дамки a1, c1; Чёрные: e7", "\"2\" may be a square or a number"),
        ("White (3): a1, c1; Black: e7", "3 pieces of White are named and 2 listed"),
        ("Белые: a1; 2 чёрные простые: c5, e5", "\"2\" may be a square or a number"),
        ("White 2: a1, c1; Black: e7", "\"2\" may be a square or a number"),
        ("Белые: a1; Чёрные: e7; Белые: c1", "White's pieces a second time"),
        ("Белые: a1, дамки; Чёрные: e7", "\"дамки\" is not a square"),
        ("Белые: a1; Чёрные: e7. Ход белых. Ход чёрных", "\"Ход\" gives the move to the other side"),
        ("Белые: a1; Чёрные: e7. Ход", "\"Ход\" is not a square"),
        ("Ход белых: a1; Чёрные: e7", "\"a1\" is not a square"),
        ("White: b 4; Black: e7", "\"b\" is not a square"),
        ("White: a2; Black: e7", "a2 is a light square"),
        ("White: a1; Black: a1", "a1 is used twice"),
        ("Белые: i1; Чёрные: e7", "\"i1\" is not a square"),
        ("Белые: a1 + c3; Чёрные: e7", "\"+\" is not a square"),
        ("дамки: Белые a1; Чёрные: e7", "\"дамки\" is not a square"),
        ("W: g1, c3; B: h8; Black", "\"Black\" is not a square"),
        ("А. Черных. Белые: g1; Чёрные: h8", "\"Черных\" is not a square"),
        ("Побеждают чёрные. Белые: g1; Чёрные: h8", "\"чёрные\" is not a square"),
        ("После ошибки чёрных. Белые: g1; Чёрные: h8", "\"чёрных\" is not a square"),
        ("Ошибка чёрных. Белые: g1", "Black's pieces is missing"),
        ("Позиция после хода чёрных: B:WKg1:Bb8", "gives the move to the other side"),
        ("Поддавки. Белые: Дg1; Чёрные: b8, e5", "\"Поддавки\" stands beside the position"),
        ("Диаграмма 3. Б: д4; Ч: Д6", "\"д4\" may be a square or a number"),
        ("Б: С3, Д4; Ч: h8", "\"Д4\" may be a square or a number"),
    ]);
}
