//! Directories with missing tables: answers are still right, and unknown values are errors.

use std::fs;

use crate::common::{Random, empty_directory, files, four_pieces, position, tablebase};
use bolshak::board::Position;
use bolshak::pdn;
use bolshak::probe::{Clock, Distance, ProbeError, RankedMove, Tablebase};
use bolshak::review::review;
use bolshak::rules::DrawRule;
use bolshak::value::Category;

/// The wanted tables to four pieces.
fn some(name: &str, mut wanted: impl FnMut(&str) -> bool) -> Tablebase {
    let directory = empty_directory(name);
    for file in files(four_pieces()).into_keys().filter(|file| wanted(file)) {
        fs::hard_link(four_pieces().join(&file), directory.join(&file)).unwrap();
    }
    Tablebase::open(directory).unwrap()
}

/// Checks that the best move is as good as any other, and has the best distance if that can be known. Returns whether there was
/// one.
fn best_is_best(partial: &Tablebase, position: &Position, clock: Clock) -> bool {
    let found = match partial.best_move(position, clock) {
        Ok(Some(found)) => found,
        Ok(None) => return false,
        Err(ProbeError::Missing { .. }) => return false,
        Err(error) => panic!("{error}"),
    };
    let ranked = tablebase().rank_moves(position, clock).unwrap();
    let truth = ranked.iter().find(|ranked| ranked.mv == found.mv).unwrap();
    let best = &ranked[0];
    assert_eq!(truth.category(), best.category(), "{position} at {clock:?}: {}", found.text);
    let known = partial.probe(position, clock).unwrap().dtw != Distance::Unknown;
    if known && found.category().is_some_and(|category| category != Category::Draw) {
        assert_eq!(truth.dtw(), best.dtw(), "{position} at {clock:?}: {}", found.text);
    }
    true
}

#[test]
fn the_best_move_is_the_best_or_unknown() {
    let mut random = Random(9);
    let mut found = 0;
    for round in 0..12 {
        // About one table in `rarity` is missing.
        let rarity = [2, 5, 20, 60][round % 4];
        let partial = match round {
            0 => some("no-dtz", |name| !name.ends_with("dtz")),
            1 => some("no-dtw", |name| !name.ends_with("dtw")),
            2 => some("wdl", |name| name.ends_with("wdl")),
            _ => some(&format!("some-{round}"), |_| random.below(rarity) != 0),
        };
        for number in 0..1500 {
            let position = random.position(2 + number % 3);
            let rule = [DrawRule::FifteenMoves, DrawRule::ThreeKings, DrawRule::None][random.below(3) as usize];
            let clock = Clock::new(random.below(32)).under(rule);
            for clock in [clock, Clock::new(0).under(rule)] {
                found += usize::from(best_is_best(&partial, &position, clock));
            }
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn a_position_with_a_category_has_a_full_answer() {
    let mut random = Random(11);
    let partial = some("full", |_| random.below(4) != 0);
    let (mut captures, mut without_distance) = (0, 0);
    for number in 0..20_000 {
        let position = random.position(2 + number % 3);
        let full = partial.probe(&position, 0);
        assert_eq!(
            partial.probe_wdl(&position, 0).ok(),
            full.as_ref().ok().and_then(|full| full.category),
            "{position}"
        );
        let Ok(full) = full else { continue };
        let truth = tablebase().probe(&position, 0).unwrap();
        assert_eq!((full.category, full.theory), (truth.category, truth.theory), "{position}");
        for (found, true_one) in [(full.dtw, truth.dtw), (full.dtz, truth.dtz)] {
            assert!(found == Distance::Unknown || found == true_one, "{position}: {found:?}, not {true_one:?}");
        }
        if position.board().must_capture() {
            captures += 1;
            without_distance += usize::from(full.dtw == Distance::Unknown);
            // This holds at any clock, since a capture zeroes it.
            let late = Clock::new(random.below(40));
            assert_eq!(partial.probe_wdl(&position, late).ok(), partial.probe(&position, late).unwrap().category);
            assert_eq!(full.dtz, truth.dtz, "{position}");
        }
    }
    assert!(captures > 1000 && without_distance > 100, "{captures}, {without_distance}");
}

#[test]
fn lines_are_those_of_all_tables_or_unknown() {
    let mut random = Random(10);
    let partial = some("lines", |name| !name.ends_with("dtz"));
    let mut found = 0;
    for number in 0..2000 {
        let position = random.position(2 + number % 3);
        let clock = Clock::new(random.below(31));
        match partial.line(&position, clock) {
            Ok(line) if !line.moves.is_empty() => {
                let whole = tablebase().line(&position, clock).unwrap();
                assert_eq!((line.moves.len(), line.end), (whole.moves.len(), whole.end), "{position} at {clock:?}");
                found += 1;
            }
            Ok(_) | Err(ProbeError::Missing { .. }) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn moves_known_in_theory_alone_are_ranked_at_their_worst() {
    let partial = some("ranked", |name| !name.ends_with("dtz"));
    let question = position("W:WKa5,Ka7:BKg1");
    assert!(matches!(partial.best_move(&question, 1), Err(ProbeError::Missing { .. })));
    let first = partial.rank_moves(&question, 1).unwrap().swap_remove(0);
    let truth = tablebase().rank_moves(&question, 1).unwrap();
    assert_eq!(truth[0].category(), Some(Category::Win));
    assert_eq!((first.category(), &first.text), (None, &truth[0].text));
}

/// The place of a move by the rule, case by case: `value` is that of the position, if known. Only for moves known whole or not
/// at all.
fn place(category: Option<Category>, value: Option<Category>, best_known: Option<Category>) -> u32 {
    match (category, value) {
        (None, _) => 100,
        (Some(category), Some(value)) if category >= value => 0,
        (Some(category), Some(_)) => 200 + worse(category),
        (Some(Category::Loss), None) => 200 + worse(Category::Loss),
        (Some(category), None) if Some(category) == best_known => 0,
        (Some(category), None) => 200 + worse(category),
    }
}

fn worse(category: Category) -> u32 {
    Category::ALL.iter().rev().position(|&other| other == category).unwrap() as u32
}

#[test]
fn moves_that_are_not_known_stand_before_those_known_to_be_worse() {
    let mut random = Random(12);
    let (mut among_known, mut among_unknown) = (0, 0);
    for round in 0..8 {
        // Whole endings are missing, so a move is known whole or not at all.
        let rarity = [2, 4, 8, 16][round % 4];
        let salt = random.below(1 << 20);
        let is_there = |file: &str| {
            let ending = file.split('.').next().unwrap();
            let sum = ending.bytes().fold(salt, |sum, byte| (sum * 31 + u64::from(byte)) % 1_000_003);
            sum % rarity != 0
        };
        let partial = some(&format!("order-{round}"), is_there);
        for number in 0..4000 {
            let position = random.position(3 + number % 2);
            let rule = [DrawRule::FifteenMoves, DrawRule::ThreeKings, DrawRule::None][random.below(3) as usize];
            let clock = Clock::new(random.below(30)).under(rule);
            let ranked = partial.rank_moves(&position, clock).unwrap();
            let verdict = partial.probe(&position, clock).ok();
            // The distance at a late clock may need a further table than the result in theory.
            let results = ranked.iter().map(|ranked| (ranked.category(), ranked.theory()));
            let mut results = results.chain(verdict.map(|verdict| (verdict.category, verdict.theory)));
            if ranked.iter().all(|ranked| ranked.category().is_some())
                || results.any(|(category, theory)| category.is_some() != theory.is_some())
            {
                continue;
            }
            let value = verdict.and_then(|verdict| verdict.category);
            let best_known = ranked.iter().filter_map(RankedMove::category).max();
            let places = ranked.iter().map(|ranked| place(ranked.category(), value, best_known));
            assert!(places.is_sorted(), "{position} at {clock:?}");
            let truth = tablebase().rank_moves(&position, clock).unwrap();
            let true_category = |text: &str| truth.iter().find(|ranked| ranked.text == text).unwrap().category();
            for ranked in ranked.iter().filter(|ranked| ranked.category().is_some()) {
                assert_eq!(ranked.category(), true_category(&ranked.text), "{position} at {clock:?}: {}", ranked.text);
            }
            // In a known position, a move that gives its value away never precedes a better unknown one.
            let category = |ranked: &RankedMove| true_category(&ranked.text);
            let gives_away = |ranked: &&RankedMove| ranked.category().is_some() && ranked.category() < value;
            if let Some(first) = ranked.iter().position(|ranked| gives_away(&ranked)).filter(|_| value.is_some()) {
                assert!(ranked[first..].iter().all(|ranked| category(ranked) < value), "{position} at {clock:?}");
                among_known += 1;
            }
            among_unknown += usize::from(value.is_none() && best_known.is_some());
        }
    }
    assert!(among_known > 100 && among_unknown > 100, "{among_known}, {among_unknown}");
}

#[test]
fn what_is_called_best_is_best_and_what_is_called_a_mistake_is_one() {
    let mut random = Random(13);
    let (mut mistakes, mut without_best) = (0, 0);
    for round in 0..6 {
        let partial = some(&format!("review-{round}"), |_| random.below([3, 6, 12][round % 3]) != 0);
        for number in 0..1500 {
            let position = random.position(3 + number % 2);
            let clock = Clock::new(random.below(30));
            for mv in position.legal_moves() {
                let text = format!("[FEN \"{position}:H{}\"] {} *", clock.plies, position.move_text(&mv));
                let game = pdn::games(&text).next().unwrap().play::<bolshak::board::Russian>().unwrap();
                let reviewed = review(&partial, &game, clock.rule).unwrap();
                let Some(judged) = reviewed.moves.first() else { continue };
                let truth = tablebase().rank_moves(&position, clock).unwrap();
                let category = |text: &str| truth.iter().find(|ranked| ranked.text == text).unwrap().category();
                for best in &judged.best {
                    assert_eq!(category(&best.text), truth[0].category(), "{position} at {clock:?}: {}", best.text);
                }
                if judged.mistake.is_some() {
                    assert!(category(&judged.text) < truth[0].category(), "{position} at {clock:?}: {}", judged.text);
                    assert!(judged.best.iter().all(|best| best.text != judged.text), "{position}: {}", judged.text);
                    mistakes += 1;
                    without_best += usize::from(judged.best.is_empty());
                }
            }
        }
    }
    assert!(mistakes > 1000 && without_best > 10, "{mistakes}, {without_best}");
}

#[test]
fn a_known_loss_in_a_known_draw_is_last_and_not_better() {
    let partial = some("without-kmvkm", |name| !name.starts_with("KMvKM."));
    let question = position("W:Wa1,c7:BKg1,d4");
    assert_eq!(partial.probe_wdl(&question, 0).ok(), Some(Category::Draw));
    let texts: Vec<String> = partial.rank_moves(&question, 0).unwrap().into_iter().map(|ranked| ranked.text).collect();
    assert_eq!(texts, ["c7-b8", "c7-d8", "a1-b2"]);
    assert!(matches!(partial.best_move(&question, 0), Err(ProbeError::Missing { .. })));
    let game = pdn::games("[FEN \"W:Wa1,c7:BKg1,d4\"] 1. a1-b2 d4-c3 *").next().unwrap().play().unwrap();
    let judged = &review(&partial, &game, DrawRule::FifteenMoves).unwrap().moves[0];
    assert_eq!((judged.mistake.map(|mistake| mistake.name()), judged.best.len()), (Some("draw-to-loss"), 0));
}

#[test]
fn above_the_tables_a_known_loss_is_last() {
    let partial = some("three-pieces", |name| name.split('.').next().unwrap().len() <= 4);
    let mut random = Random(14);
    let mut found = 0;
    for _ in 0..20_000 {
        let ranked = partial.rank_moves(&random.position::<bolshak::board::Russian>(4), 0).unwrap();
        let first_unknown = ranked.iter().position(|ranked| ranked.category().is_none());
        let Some(first) = first_unknown else { continue };
        let is_lost = |ranked: &RankedMove| ranked.category() == Some(Category::Loss);
        assert!(ranked[..first].iter().all(|ranked| !is_lost(ranked)), "{}", ranked[0].text);
        found += usize::from(ranked.iter().any(is_lost));
    }
    assert!(found > 10, "{found}");
}
