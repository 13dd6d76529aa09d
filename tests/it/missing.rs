//! Directories with missing tables: the answers are still right, and what cannot be known is an error.

use std::fs;

use crate::common::{Random, empty_directory, files, four_pieces, position, tablebase};
use bolshak::board::Position;
use bolshak::probe::{Clock, Distance, ProbeError, Tablebase};
use bolshak::rules::DrawRule;
use bolshak::value::Category;

/// Those tables to four pieces whose names are wanted.
fn some(name: &str, mut wanted: impl FnMut(&str) -> bool) -> Tablebase {
    let directory = empty_directory(name);
    for file in files(four_pieces()).into_keys().filter(|file| wanted(file)) {
        fs::hard_link(four_pieces().join(&file), directory.join(&file)).unwrap();
    }
    Tablebase::open(directory).unwrap()
}

/// Checks that the best move is as good as any other, and has the distance of the best where that can be known. Returns
/// whether there was one.
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
