//! Spellings of positions, and errors.

use super::*;
use crate::board::{Draughts80, Russian};

/// The canonical FEN of a text, or the message of its error.
pub fn canonical<G: Game>(text: &str) -> String {
    text.parse::<Position<G>>().map_or_else(|error| error.to_string(), |position| position.to_string())
}

/// Checks that texts, with `|` between them, are positions of a FEN.
#[track_caller]
pub fn are_spellings<G: Game>(fen: &str, texts: &str) {
    for text in texts.split('|') {
        assert_eq!(canonical::<G>(text), fen, "{text}");
    }
}

/// Checks that texts are errors whose messages have these parts.
#[track_caller]
pub fn are_errors<G: Game>(cases: &[(&str, &str)]) {
    for (text, part) in cases {
        let error = text.parse::<Position<G>>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn spellings_of_one_position() {
    are_spellings::<Russian>(
        "B:Wa1,Kc3:Bd4,Kh8",
        "B:Wa1,Kc3:Bd4,Kh8|B:BKh8,d4:WKc3,a1| B : W a1 , Kc3 : B d4 , Kh8 . |B:W29,K22:B18,K4:H0:F12|B:Wa1,Kc3:Bd4,Kh8.\
         |\u{feff}B:Wa1,Kc3:Bd4,Kh8 .\t|B:W29-29,K22:B18-18,K04-4:H 0 : F12|BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee\
         |[FEN \"B:W29,K22:B18,K4\"]\n|position = \"BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee\",",
    );
    are_spellings::<Russian>("B:WKa1:B", "B:WKa1:B|B:WKa1:B ");
    are_spellings::<Russian>("W:WKc1,Ke1,Kg1,a3,c3,e3:BKb8", "W:W21-23,K30-32:BK1|numbers: 'W:W21–23,K30-32:BK1';");
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    are_spellings::<Russian>(start, "W:W21-32:B1-12");
    assert_eq!((Position::START.to_string(), start.parse()), (start.into(), Ok(Position::START)));
}

#[test]
fn capitals_addresses_and_russian() {
    are_spellings::<Russian>("W:Wa1:Bh8", "W:WA1:BH8|w:wa1:bh8|w:wA1:bH8|Б: a1; Ч: h8|белые: пр. A1; чёрные: h8.");
    are_spellings::<Russian>(
        "W:WKa5,a7:BKg1",
        "w:wka5,a7:bkg1:h26:f4|Б: Дa5, a7; Ч: Дg1|Б: дамка a5, a7; Ч: д. g1|Б: пр. a7, дамки a5; Ч: дамки g1\
         |https://lidraughts.org/analysis/russian/W:WKa5,a7:BKg1:H26:F4|Б: Дa5, a7, Ч: Дg1|Б: Дa5, a7 чёрные: Дg1\
         |https://lidraughts.org/editor/russian/W%3AWKa5%2Ca7%3ABKg1#4\
         |lidraughts.org/editor?variant=russian&fen=W:WK13,5:BK32",
    );
    are_spellings::<Russian>("B:WKa5:BKg1", "Ч: Дg1; Б: Дa5");
    are_errors::<Russian>(&[
        ("W:Wс3:BKh8", "the letter с in \"с3\" is Cyrillic; expected the Latin c"),
        ("W:WКa1:BKh8", "the letter К in \"Кa1\" is Cyrillic"),
        ("W:WKa1:ВKh8", "the letter В in"),
        ("Б: Kа5; Ч: Дg1", "\"Kа5\" is not a square; expected squares as in Б: Дa5"),
        ("Б: a1", "Black's pieces is missing"),
        ("https://lidraughts.org/editor", "has no FEN at its end"),
        ("https://lidraughts.org/analysis/frisian/W:WKa5:BKg1", "the variant frisian"),
        ("см. https://lidraughts.org/editor?variant=brazilian&fen=W:WKa5:BKg1", "the variant brazilian"),
        ("Поддавки: W:WKa5:BKg1", "\"Поддавки\" stands beside the position"),
        ("White: c3. Black: e7. 15", "\"15\" may be a square or a number of pieces"),
    ]);
}

#[test]
fn names_of_pieces_behind_squares() {
    are_spellings::<Russian>(
        "W:WKa1,c3:Bb6",
        "Белые: a1 (д.), c3; Черные: b6|Белые: a1 дам., c3; Черные: b6|Белые: a1-д., c3; Черные: b6|White: a1=K, c3; Black: b6\
         |White: a1 (K.), c3; Black: b6|Белые: а1 дамка с3 простая; Черные: b6|White: a1 king c3 man; Black: b6\
         |White: 29 (K), 22; Black: 9|White: 29 дамка, 22; Black: 9|White: c3, a1 K. Black: b6|Белые (2): a1 (д), c3. Чёрные (1): b6",
    );
    are_spellings::<Russian>(
        "W:WKa1,g1,Kc3:Bh8",
        "Белые: a1, c3 (дамки), g1; Черные: h8|Белые: a1, c3 — дамки, g1 — простая; Черные: h8|Белые: g1 (простая), a1 и c3 (дамки); \
         Чёрные: h8|White: g1 man, a1, c3 kings; Black: h8|White: K: a1, c3; M: g1; Black: h8|Белые: Д: a1, c3; П: g1. Чёрные: П: h8",
    );
    are_spellings::<Russian>(
        "W:Wa1,Kc3:Bh8",
        "White: a1 king c3; Black: h8|Белые: a1 дамка c3. Ч: h8|Белые: a1 д. c3; простые чёрных h8",
    );
    are_spellings::<Russian>(
        "W:WKa1,Kg1,c3:Bb8",
        "Белые: д. g1, a1, пр. c3. Чёрные: b8|White: king g1, a1, men c3; Black: b8\
         |Белые: дд. g1, a1, c3 (простая). Чёрные: пп. b8|White: K g1, a1, M: c3; Black: M b8",
    );
    are_spellings::<Russian>(
        "W:Wa1,Kg1,c3:Bb8",
        "Белые: д. g1, a1, c3. Чёрные: пр. b8|Белые: Дg1, a1, простая c3. Чёрные: b8|Белые: Дg1, a1, c3; простые чёрных: b8\
         |Белые: пп. a1, дд. g1, пр. c3. Ч: b8",
    );
    are_errors::<Russian>(&[
        ("White: men a1, c3, kings; Black: h8", "\"kings\" is not a square"),
        ("Белые (3): a1, c3. Чёрные: h8", "3 pieces of White are named and 2 listed"),
        ("Белые: a1, c3 (3). Чёрные: h8", "3 pieces of White are named and 2 listed"),
        ("White: 5 king, 22; Black: 9", "\"5\" may be a square or a number of pieces"),
    ]);
}

#[test]
fn positions_on_ten_files() {
    are_spellings::<Draughts80>(
        "B:Wa1,Kj2:Bd4,Kj8",
        "B:Wa1,Kj2:Bd4,Kj8|B:Wa1,Kk2:Bd4,Kk8|B:W36,K35:B22,K5|BeeeeBeeeeeeeeeeeeeeeebeeeeeeeeeeeeWweeee",
    );
    let start = Position::<Draughts80>::start().to_string();
    are_spellings::<Draughts80>(&start, "W:W26-40:B1-15");
    assert_eq!(start.split(['W', 'B']).map(|side| side.matches(',').count()).collect::<Vec<_>>(), [0, 0, 14, 14]);
    are_spellings::<Draughts80>("W:Wi1,Kj2:Bj6,j8", "Белые: д. к2, i1. Чёрные: пр. j6, К8");
    are_spellings::<Draughts80>("W:WKj2:BKj8", "White: kings k2; Black: Kj8");
    are_errors::<Draughts80>(&[
        ("W:WKl1:BKj8", "\"Kl1\" is not a square of draughts-80; expected a1 to j8 or 1 to 40"),
        ("W:WK41:BKj8", "\"K41\" is not a square"),
        ("W:WKk1:BKj8", "k1 is a light square"),
        ("W:Wj8:BKa1", "the man on j8 stands on its crowning rank"),
        ("WeeeBeeeeeeeeeeeeebeeeWeeeeeeweee", "the Hub string has 33 characters; expected 41"),
        ("W:W25-40:B1-15", "White has 16 pieces; a side has at most 15"),
    ]);
}

#[test]
fn the_draw_counter_is_read() {
    for (text, clock) in [
        ("W:WKa5,Ka7:BKg1", None),
        ("W:WKa5,Ka7:BKg1:F40", None),
        ("BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee", None),
        ("W:WKa5,Ka7:BKg1:H26:F40", Some(26)),
        ("W:H 026:WKa5,Ka7:BKg1.", Some(26)),
        ("[FEN \"W:WKa5:BKg1:F1:H26\"]", Some(26)),
        ("Diagram: \"W:WKa5,Ka7:BKg1:H26:F40\",", Some(26)),
        ("https://lidraughts.org/analysis/russian/W:WKa5:BKg1:H26:F4", Some(26)),
        ("W:WKa5:BKg1:H99999999999999999999", Some(u64::MAX)),
    ] {
        assert_eq!(text.parse::<Fen>().unwrap().clock, clock, "{text}");
    }
    let is_long = |text: &str| text.parse::<Fen>().unwrap().clock_may_be_long();
    assert!(is_long("W:WKa1,c3:BKh8,d6") && is_long("W:WKa1,c3,e3,g3:BKh8,d6,f6"));
    assert!(!is_long("W:WKa1:BKh8,d6") && !is_long("W:Wc3,e3:BKh8,d6") && !is_long("W:WKa1,c3,e3,g3,h2:BKh8,d6,f6"));
}

#[test]
fn errors_name_the_token() {
    are_errors::<Russian>(&[
        ("", "empty"),
        ("[FEN \"\"]", "empty"),
        ("[FEN \"W:WKa1:BKh8\"", "is not a side to move"),
        (" \t ", "empty"),
        ("X:Wa1:Bh8", "\"X\""),
        ("W:Wa2:BKh8", "a2 is a light square"),
        ("W:Wa1,a1:BKh8", "a1 is used twice"),
        ("W:Wa1:BKa1", "a1 is used twice"),
        ("W:Wh8:BKa1", "the man on h8"),
        ("W:WKa1:Bc1", "the man on c1"),
        ("W:WKa1", "Black's pieces is missing"),
        ("W:BKa1", "White's pieces is missing"),
        ("W:WKa1:WKc1:BKh8", "White's pieces a second time"),
        ("W:WKa1:B", "Black has no pieces"),
        ("W:WKa1,:BKh8", "\"\" is not a square"),
        ("W:WKa1,Kz9:BKh8", "\"Kz9\""),
        ("W:WK33:BKh8", "\"K33\""),
        ("W:WKa1:BKh8:Xy", "\"Xy\""),
        ("W:WKa1:BKh8:é", "\"é\""),
        ("W:W1,2,3,4,5,6,7:B30,é", "\"é\""),
        ("W", "White's pieces is missing"),
        ("W:W1 2:BK5", "\"1 2\" is not a square"),
        ("W:WK a1:BKh8", "\"K a1\" is not a square"),
        ("W:Wa 1:BKh8", "\"a 1\" is not a square"),
        ("W:WKa1:BKh8:H0g:F1", "\"H0g\""),
        ("W:WKa1:H1:BKh8:H 2", "\"H 2\" gives the draw counter a second time"),
        ("W:WKa1:BKh8:H0:F1'", "\"F1'\""),
        ("W:WKa1:BKh8:H", "\"H\""),
        ("W:WK23-21:BK5", "\"K23-21\" runs backwards"),
        ("W:W21 - 23:BK5", "\"21 - 23\" is not a square"),
        ("W:W21-:BK5", "\"21-\" is not a square"),
        ("W:W21-33:BK5", "\"21-33\" is not a square"),
        ("W:W+21-23:BK5", "\"+21-23\" is not a square"),
        ("W:W21-22-23:BK5", "\"21-22-23\" is not a square"),
        ("W:WKa1-c1:BK5", "\"Ka1-c1\" is not a square"),
        ("W:W21-23,22:BK5", "c3 is used twice"),
        ("WeeeBeeeeeeeeeeeeebeeeWeeeeeexeee", "'x' at place 30"),
        ("WeeeBeeeeeeeeeeeeebeeeWeeeeeeweeeeeeeeeee", "the Hub string has 41 characters; expected 33"),
        ("W:WKa1,Kc1,Ke1,Kg1,Kb2,Kd2,Kf2,Kh2,Ka3,Kc3,Ke3,Kg3,Kb4:BKh8", "White has 13 pieces"),
    ]);
}

#[test]
fn lines_copied_from_code_chats_and_captions() {
    let fen = "B:Wb6,Kh8:BKc1,f4";
    let around = "\"@\"|'@',|`@`|«@».|“@”|„@“|@,|@;|Diagram 3: @|Диаграмма 3: @|Diagram 3 @|Pos. 12) @|1. @|#3 @|FEN: @|FEN:@\
                  |fen=\"@\"|fen=&quot;@&quot;|<code>@</code><br/>|- @|* @|• @|> @|**@**|let fen = \"@\";|[ FEN \"@\" ]\
                  |position = Position.parse(\"@\");|\"fen\": \"@\\n\",|[Fen  \"@\"]|[FEN “@”]|[SetUp \"1\"] [FEN \"@\"]|(@)\
                  |@ (ход чёрных)|Black to move and win: @|3) Б — «@»|см. https://lidraughts.org/analysis/russian/@:H0:F1.\
                  |[диаграмма](https://lidraughts.org/analysis/russian/@)";
    are_spellings::<Russian>(fen, &around.replace('@', fen));
    are_spellings::<Russian>(
        fen,
        "\u{a0}B:\u{a0}Wb6,\u{a0}Kh8:\u{a0}BKc1,\u{a0}f4\u{a0}|B:W\u{200b}b6,K\u{feff}h8:BKc1\u{ad},f4\u{200e}\
         |Position: B : W b6 , K\u{2060}h8 : B Kc1 , f4 .|b:wb6,kh8:bkc1,f4 - Black to play",
    );
}

#[test]
fn what_stands_beside_a_position_is_not_dropped_if_it_could_mean_something() {
    are_errors::<Russian>(&[
        ("W:WKa1:BKh8 a1-b2", "\"a1-b2\" stands beside the position"),
        ("\"W:WKa1:BKh8\", 26", "\"26\" stands beside the position"),
        ("[FEN \"W:WKa1:BKh8\"] 1. a1-b2 *", "\"1. a1-b2\" stands beside"),
        ("1. c3-d4 W:WKa1:BKh8", "\"c3-d4\" stands beside the position"),
        ("1. c3d4 W:WKa1:BKh8", "\"c3d4\" stands beside the position"),
        ("W:WKa1:BKh8; W:WKa3:BKh8", "more than one position"),
        ("\"W:WKa1:BKh8\", \"W:WKa3:BKh8\"", "more than one position"),
        ("Белые: a1. Чёрные: c3. W:WKa1:BKh8", "more than one position"),
        ("Ход чёрных: W:WKa1:BKh8", "gives the move to the other side"),
        ("W:WKa1:BKh8 (Black to move)", "gives the move to the other side"),
        ("\"W:WKz9:BKh8\"", "\"Kz9\" is not a square"),
        ("Diagram 3: W:WKa1,a1:BKh8", "a1 is used twice"),
        ("«W:WКa1:BKh8»", "the letter К in \"Кa1\" is Cyrillic"),
        ("Diagram 3", "is not a side to move"),
    ]);
}
