//! Games with the tables' moves: a win takes no longer than its distance, against any defence.

use crate::common::{Random, tablebase};
use bolshak::board::{Game, Position};
use bolshak::probe::{Clock, End, Tablebase};
use bolshak::rules::DrawRule;
use bolshak::value::{Category, Theory};

/// How the losing side plays.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Defence {
    Best,
    AtRandom,
}

/// Plays out a decided position; the winner plays the tables' moves. Returns the plies of the game, and the latest clock.
fn play<G: Game>(
    tablebase: &Tablebase<G>,
    start: &Position<G>,
    clock: Clock,
    defence: Defence,
    random: &mut Random,
) -> (u64, u64) {
    let category = tablebase.probe(start, clock).unwrap().category.unwrap();
    let winner = match category {
        Category::Win => start.turn(),
        Category::Loss => start.turn().other(),
        _ => panic!("{start} is not decided"),
    };
    let (mut position, mut clock, mut latest) = (*start, clock, clock.plies);
    for plies in 0.. {
        let moves = tablebase.rank_moves(&position, clock).unwrap();
        if moves.is_empty() {
            assert_eq!(position.turn() == winner, G::NO_MOVE_WINS, "{start}: nobody moves in {position}");
            return (plies, latest);
        }
        assert!(plies < 500, "{start} has no end");
        let turn = position.turn();
        let won = if turn == winner { Category::Win } else { Category::Loss };
        assert_eq!(tablebase.probe_wdl(&position, clock).unwrap(), won, "{start} at {position}, clock {clock:?}");
        let choice = match (turn == winner, defence) {
            (false, Defence::AtRandom) => random.below(moves.len() as u64) as usize,
            _ => 0,
        };
        (position, clock) = (moves[choice].position, moves[choice].clock);
        if clock.rule.counts_in(&position.board()) {
            latest = latest.max(clock.plies);
        }
    }
    unreachable!()
}

/// Positions of two to four pieces, won or lost, with a clock each.
fn decided<G: Game>(
    tablebase: &Tablebase<G>,
    count: usize,
    clock: impl Fn(u64) -> u64,
    rule: DrawRule,
) -> Vec<(Position<G>, Clock)> {
    let mut random = Random(11);
    let mut found = Vec::new();
    while found.len() < count {
        let pieces = 2 + random.below(3);
        let position = random.position(pieces);
        let clock = Clock::new(clock(random.below(30))).under(rule);
        let category = tablebase.probe(&position, clock).unwrap().category.unwrap();
        if matches!(category, Category::Win | Category::Loss) {
            found.push((position, clock));
        }
    }
    found
}

#[test]
fn wins_without_a_rule_take_their_distance() {
    take_their_distance(tablebase(), 1500);
}

pub fn take_their_distance<G: Game>(tablebase: &Tablebase<G>, count: usize) {
    let mut random = Random(1);
    for (position, clock) in decided(tablebase, count, |_| 0, DrawRule::None) {
        let promised = u64::from(tablebase.probe(&position, clock).unwrap().dtw.plies().unwrap());
        let (best, _) = play(tablebase, &position, clock, Defence::Best, &mut random);
        assert_eq!(best, promised, "{position}");
        let (plies, _) = play(tablebase, &position, clock, Defence::AtRandom, &mut random);
        assert!(plies <= promised, "{position}: {plies} plies instead of {promised}");
    }
}

#[test]
fn wins_under_the_rule_come_before_the_clock_runs_out() {
    come_before_the_clock_runs_out(tablebase(), 1500);
}

pub fn come_before_the_clock_runs_out<G: Game>(tablebase: &Tablebase<G>, count: usize) {
    let mut random = Random(2);
    for rule in [DrawRule::FifteenMoves, DrawRule::ThreeKings] {
        for (position, clock) in decided(tablebase, count, |clock| clock, rule) {
            for defence in [Defence::Best, Defence::AtRandom] {
                let (plies, latest) = play(tablebase, &position, clock, defence, &mut random);
                assert!(latest <= 30, "{position}, {clock:?}: the clock came to {latest}");
                // The rule changes no result here at clock 0, so the shortest win is possible.
                let promised = u64::from(tablebase.probe(&position, clock).unwrap().dtw.plies().unwrap());
                if clock.plies == 0 {
                    assert!(plies <= promised, "{position}: {plies} plies instead of {promised}");
                }
            }
        }
    }
}

#[test]
fn lines_end_as_their_first_position_says() {
    end_as_they_begin(tablebase(), 1500);
}

pub fn end_as_they_begin<G: Game>(tablebase: &Tablebase<G>, count: usize) {
    let mut random = Random(3);
    for _ in 0..count {
        let pieces = 2 + random.below(3);
        let position = random.position(pieces);
        let line = tablebase.line(&position, 0).unwrap();
        match line.verdict.category.unwrap() {
            Category::Win | Category::Loss => {
                let won = line.verdict.theory == Some(Theory::Win);
                let winner = if won { position.turn() } else { position.turn().other() };
                let last = if G::NO_MOVE_WINS { winner } else { winner.other() };
                assert_eq!(line.end, End::NoMove(last), "{position}");
                assert_eq!(line.moves.len(), usize::from(line.verdict.dtw.plies().unwrap()), "{position}");
            }
            _ => assert!(!matches!(line.end, End::NoMove(_)), "{position}"),
        }
        assert!(line.moves.iter().all(|mv| mv.ranked.clock.plies <= 30), "{position}");
    }
}
