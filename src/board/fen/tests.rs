//! Spellings of positions, and errors.

use super::*;
use crate::board::Draughts80;

fn canonical(text: &str) -> String {
    text.parse::<Position>().unwrap().to_string()
}

#[test]
fn spellings_of_one_position() {
    let fen = "B:Wa1,Kc3:Bd4,Kh8";
    for text in [
        fen,
        "B:BKh8,d4:WKc3,a1",
        " B : W a1 , Kc3 : B d4 , Kh8 . ",
        "B:W29,K22:B18,K4:H0:F12",
        "B:Wa1,Kc3:Bd4,Kh8.",
        "\u{feff}B:Wa1,Kc3:Bd4,Kh8 .\t",
        "B:W29-29,K22:B18-18,K04-4:H 0 : F12",
        "BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee",
        "[FEN \"B:W29,K22:B18,K4\"]\n",
    ] {
        assert_eq!(canonical(text), fen, "{text}");
    }
    assert_eq!(canonical("B:WKa1:B"), "B:WKa1:B");
    assert_eq!(canonical("B:WKa1:B "), "B:WKa1:B");
    assert_eq!(canonical("W:W21-23,K30-32:BK1"), "W:WKc1,Ke1,Kg1,a3,c3,e3:BKb8");
    assert_eq!(canonical("W:W21-32:B1-12"), Position::START.to_string());
    let start = Position::START.to_string();
    assert_eq!(start, "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8");
    assert_eq!(start.parse(), Ok(Position::START));
}

#[test]
fn capitals_addresses_and_russian() {
    for text in ["W:WA1:BH8", "w:wa1:bh8", "W:wA1:bH8", "Б: a1; Ч: h8", "белые: пр. A1; чёрные: h8."] {
        assert_eq!(canonical(text), "W:Wa1:Bh8", "{text}");
    }
    let fen = "W:Wa7,Ka5:BKg1";
    for text in [
        "w:wka5,a7:bkg1:h26:f4",
        "Б: Дa5, a7; Ч: Дg1",
        "Б: дамка a5, a7; Ч: д. g1",
        "Б: пр. a7, дамки a5; Ч: дамки g1",
        "https://lidraughts.org/analysis/russian/W:WKa5,a7:BKg1:H26:F4",
        "https://lidraughts.org/editor/russian/W%3AWKa5%2Ca7%3ABKg1#4",
        "lidraughts.org/editor?variant=russian&fen=W:WK13,5:BK32",
    ] {
        assert_eq!(canonical(text), fen.parse::<Position>().unwrap().to_string(), "{text}");
    }
    assert_eq!(canonical("Ч: Дg1; Б: Дa5"), "B:WKa5:BKg1");
    let address: Fen = "https://lidraughts.org/analysis/russian/W:WKa5:BKg1:H26:F4".parse().unwrap();
    assert_eq!(address.clock, Some(26));
    for (text, part) in [
        ("W:Wс3:BKh8", "the letter с in \"с3\" is Cyrillic; expected the Latin c"),
        ("W:WКa1:BKh8", "the letter К in \"Кa1\" is Cyrillic"),
        ("W:WKa1:ВKh8", "the letter В in"),
        ("Б: Kа5; Ч: Дg1", "\"Kа5\" is not a square; expected squares as in Б: Дa5"),
        ("Б: a1", "Black's pieces is missing"),
        ("https://lidraughts.org/editor", "has no FEN at its end"),
        ("https://lidraughts.org/analysis/frisian/W:WKa5:BKg1", "the variant frisian"),
        ("см. https://lidraughts.org/editor?variant=brazilian&fen=W:WKa5:BKg1", "the variant brazilian"),
        ("Поддавки: W:WKa5:BKg1", "\"Поддавки\" stands beside the position"),
        ("White: c3. Black: e7. 15", "\"15\" may be a square or how many pieces"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn positions_on_ten_files() {
    let canonical = |text: &str| text.parse::<Position<Draughts80>>().map(|position| position.to_string());
    let fen = "B:Wa1,Kj2:Bd4,Kj8";
    for text in [fen, "B:Wa1,Kk2:Bd4,Kk8", "B:W36,K35:B22,K5", "BeeeeBeeeeeeeeeeeeeeeebeeeeeeeeeeeeWweeee"] {
        assert_eq!(canonical(text), Ok(fen.into()), "{text}");
    }
    let start = Position::<Draughts80>::start().to_string();
    assert_eq!(canonical("W:W26-40:B1-15"), Ok(start.clone()));
    assert_eq!(start.split(['W', 'B']).map(|side| side.matches(',').count()).collect::<Vec<_>>(), [0, 0, 14, 14]);
    for (text, part) in [
        ("W:WKl1:BKj8", "\"Kl1\" is not a square of draughts-80; expected a1 to j8 or 1 to 40"),
        ("W:WK41:BKj8", "\"K41\" is not a square"),
        ("W:WKk1:BKj8", "k1 is a light square"),
        ("W:Wj8:BKa1", "the man on j8 stands on its crowning rank"),
        ("WeeeBeeeeeeeeeeeeebeeeWeeeeeeweee", "the Hub string has 33 characters; expected 41"),
        ("W:W25-40:B1-15", "White has 16 pieces; a side has at most 15"),
    ] {
        assert!(canonical(text).unwrap_err().to_string().contains(part), "{text}: {:?}", canonical(text));
    }
}

#[test]
fn the_draw_counter_is_read() {
    let clock = |text: &str| text.parse::<Fen>().unwrap().clock;
    for text in ["W:WKa5,Ka7:BKg1", "W:WKa5,Ka7:BKg1:F40", "BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee"] {
        assert_eq!(clock(text), None, "{text}");
    }
    for text in ["W:WKa5,Ka7:BKg1:H26:F40", "W:H 026:WKa5,Ka7:BKg1.", "[FEN \"W:WKa5:BKg1:F1:H26\"]"] {
        assert_eq!(clock(text), Some(26), "{text}");
    }
    assert_eq!(clock("W:WKa5:BKg1:H99999999999999999999"), Some(u64::MAX));
    let is_long = |text: &str| text.parse::<Fen>().unwrap().clock_may_be_long();
    assert!(is_long("W:WKa1,c3:BKh8,d6") && is_long("W:WKa1,c3,e3,g3:BKh8,d6,f6"));
    assert!(!is_long("W:WKa1:BKh8,d6") && !is_long("W:Wc3,e3:BKh8,d6") && !is_long("W:WKa1,c3,e3,g3,h2:BKh8,d6,f6"));
}

#[test]
fn errors_name_the_token() {
    for (text, token) in [
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
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(token), "{text}: {error}");
    }
}

#[test]
fn lines_copied_from_code_chats_and_captions() {
    let fen = "B:Wb6,Kh8:BKc1,f4";
    for text in [
        "\"B:Wb6,Kh8:BKc1,f4\"",
        "'B:Wb6,Kh8:BKc1,f4',",
        "`B:Wb6,Kh8:BKc1,f4`",
        "«B:Wb6,Kh8:BKc1,f4».",
        "“B:Wb6,Kh8:BKc1,f4”",
        "„B:Wb6,Kh8:BKc1,f4“",
        "B:Wb6,Kh8:BKc1,f4,",
        "B:Wb6,Kh8:BKc1,f4;",
        "Diagram 3: B:Wb6,Kh8:BKc1,f4",
        "Диаграмма 3: B:Wb6,Kh8:BKc1,f4",
        "Diagram 3 B:Wb6,Kh8:BKc1,f4",
        "Pos. 12) B:Wb6,Kh8:BKc1,f4",
        "1. B:Wb6,Kh8:BKc1,f4",
        "#3 B:Wb6,Kh8:BKc1,f4",
        "FEN: B:Wb6,Kh8:BKc1,f4",
        "FEN:B:Wb6,Kh8:BKc1,f4",
        "fen=\"B:Wb6,Kh8:BKc1,f4\"",
        "fen=&quot;B:Wb6,Kh8:BKc1,f4&quot;",
        "<code>B:Wb6,Kh8:BKc1,f4</code><br/>",
        "- B:Wb6,Kh8:BKc1,f4",
        "* B:Wb6,Kh8:BKc1,f4",
        "• B:Wb6,Kh8:BKc1,f4",
        "> B:Wb6,Kh8:BKc1,f4",
        "**B:Wb6,Kh8:BKc1,f4**",
        "let fen = \"B:Wb6,Kh8:BKc1,f4\";",
        "position = Position.parse(\"B:Wb6,Kh8:BKc1,f4\");",
        "\"fen\": \"B:Wb6,Kh8:BKc1,f4\\n\",",
        "[ FEN \"B:Wb6,Kh8:BKc1,f4\" ]",
        "[Fen  \"B:Wb6,Kh8:BKc1,f4\"]",
        "[FEN “B:Wb6,Kh8:BKc1,f4”]",
        "[SetUp \"1\"] [FEN \"B:Wb6,Kh8:BKc1,f4\"]",
        "\u{a0}B:\u{a0}Wb6,\u{a0}Kh8:\u{a0}BKc1,\u{a0}f4\u{a0}",
        "B:W\u{200b}b6,K\u{feff}h8:BKc1\u{ad},f4\u{200e}",
        "Position: B : W b6 , K\u{2060}h8 : B Kc1 , f4 .",
        "(B:Wb6,Kh8:BKc1,f4)",
        "B:Wb6,Kh8:BKc1,f4 (ход чёрных)",
        "Black to move and win: B:Wb6,Kh8:BKc1,f4",
        "b:wb6,kh8:bkc1,f4 - Black to play",
        "3) Б — «B:Wb6,Kh8:BKc1,f4»",
        "см. https://lidraughts.org/analysis/russian/B:Wb6,Kh8:BKc1,f4:H0:F1.",
        "[диаграмма](https://lidraughts.org/analysis/russian/B:Wb6,Kh8:BKc1,f4)",
    ] {
        assert_eq!(text.parse::<Position>().map(|position| position.to_string()), Ok(fen.into()), "{text}");
    }
    let hub = "position = \"BeeeBeeeeeeeeeeeeebeeeWeeeeeeweee\",";
    assert_eq!(canonical(hub), "B:Wa1,Kc3:Bd4,Kh8");
    assert_eq!(canonical("numbers: 'W:W21–23,K30-32:BK1';"), "W:WKc1,Ke1,Kg1,a3,c3,e3:BKb8");
    let clock: Fen = "Diagram: \"W:WKa5,Ka7:BKg1:H26:F40\",".parse().unwrap();
    assert_eq!(clock.clock, Some(26));
}

#[test]
fn what_stands_beside_a_position_is_not_dropped_if_it_could_mean_something() {
    for (text, part) in [
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
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

#[test]
fn setups_in_words() {
    let (white, black) = ("W:WKa1,b4,e7:Bc5", "B:WKa1,b4,e7:Bc5");
    for (text, fen) in [
        ("Белые: пр. b4, e7, д. a1. Чёрные: пр. c5", white),
        ("Б: пр. b4, е7, д. а1; Ч: пр. с5", white),
        ("БЕЛЫЕ: ПРОСТЫЕ B4 И E7, ДАМКА A1; ЧЕРНЫЕ: С5", white),
        ("Белые простые: В4 Е7, дамка: А1 / Чёрные простые: С5", white),
        ("Белые - шашки b4, e7, дамки a1; чёрные — шашка c5", white),
        ("У белых простые b4, e7 и дамка a1, у чёрных простая c5", white),
        ("б. Да1, b4, e7 ч. c5", white),
        ("White king on a1, men on b4 and e7; Black man on c5", white),
        ("Белые дамки: a1. Белые простые: b4, e7. Чёрные простые: c5.", white),
        ("Дамка белых: a1, простые белых: b4, e7; простая чёрных: c5", white),
        ("Б: Дa1,b4,e7 | Ч: c5", white),
        ("Диаграмма 3: Белые: b4 e7 дамка a1\nЧёрные: c5", white),
        ("1) «Белые: дa1, прb4, e7. Чёрные: c5»", white),
        ("Б: Да1, b4, e7. Ч: c5. Ход чёрных", black),
        ("ход черных. Б: Да1, b4, e7. Ч: c5", black),
        ("Чёрные: c5; белые: дамка a1, b4, e7. Белые начинают и выигрывают", white),
        ("(Черные начинают) Белые: дамка a1, b4, e7. Чёрные: c5", black),
        ("Белые: дамка a1, b4, e7. Чёрные (ход): c5", black),
        ("очередь хода: черные; Белые: дамка a1, b4, e7. Чёрные: c5", black),
        ("Белые: дамка a1, b4, e7, черные: c5, ход за черными", black),
        ("White: men b4, e7, kings a1; Black: man c5", white),
        ("white men: b4 e7, white king: a1, black men: c5", white),
        ("W: b4, e7, K a1 / B: c5", white),
        ("W: Ka1, b4 and e7; B: c5; Black to move", black),
        ("Black to play. W: Ka1, b4, e7; B: c5", black),
        ("White to move and win: Black: c5 White: king a1, men b4, e7", white),
        ("Side to move: Black. White b4 e7 king a1 Black c5", black),
        ("Kings of White: a1; men of White: b4, e7; men of Black: c5 (White's turn)", white),
        ("<b>White:</b> king a1, b4, e7<br><b>Black:</b> c5", white),
    ] {
        assert_eq!(text.parse::<Position>().map(|position| position.to_string()), Ok(fen.into()), "{text}");
    }
    assert_eq!(canonical("Б: д. 29, пр. 17, Д7; Ч: 14"), canonical("W:WK29,17,K7:B14"));
    assert_eq!(canonical("Белые пр. 21 22 д. 5 Чёрные 14"), canonical("W:W21,22,K5:B14"));
    assert_eq!(canonical("Б: дамки a5 и a7; Ч: Дg1"), "W:WKa5,Ka7:BKg1");
    assert_eq!(canonical("Б: Дa5, a7, Ч: Дg1"), "W:WKa5,a7:BKg1");
    assert_eq!(canonical("Б: Дa5, a7 чёрные: Дg1"), "W:WKa5,a7:BKg1");
    assert_eq!(canonical("Б: д. a5, a7; Ч: дамки g1, e1"), "W:WKa5,a7:BKe1,Kg1");
    assert_eq!(canonical("Чёрные: дамка a1; ход белых; белые: нет"), "W:W:BKa1");
    let ten = |text: &str| text.parse::<Position<Draughts80>>().map(|position| position.to_string());
    assert_eq!(ten("Белые: д. к2, i1. Чёрные: пр. j6, К8"), ten("W:WKj2,i1:Bj6,j8"));
    assert_eq!(ten("White: kings k2; Black: Kj8"), ten("W:WKj2:BKj8"));
}

#[test]
fn what_is_no_setup_names_the_token() {
    for (text, part) in [
        ("Белые: пр. b4, Иванов; Чёрные: c5", "\"Иванов\" is not a square"),
        ("Белы: b4; Чёрные: c5", "\"b4\" is not a square"),
        ("Белые: b4-c5; Чёрные: e7", "\"b4-c5\" is not a square"),
        ("Белые: b4:d6; Чёрные: e7", "\"b4:d6\" is not a square"),
        ("Белые: b4xd6; Чёрные: e7", "\"b4xd6\" is not a square"),
        ("Белые: 2 дамки a1, c1; Чёрные: e7", "\"2\" may be a square or how many"),
        ("White (2): a1, c1; Black: e7", "\"2\" may be a square or how many"),
        ("Белые: a1; 2 чёрные простые: c5, e5", "\"2\" may be a square or how many"),
        ("White 2: a1, c1; Black: e7", "\"2\" may be a square or how many"),
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
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}
