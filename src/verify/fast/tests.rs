//! Halves with random values, compared with the moves of each board.

use crate::board::{Board, Draughts80, Game, Poddavki, Russian, turned};
use crate::bulk::Room;
use crate::index::{Ending, Index};
use crate::probe::Tablebase;
use crate::probe::random::Numbers;
use crate::table::EntryCodes;
use crate::value::{Dtw, Dtz, Measure};
use crate::verify::codes::dtw_through;
use crate::verify::context::{Resources, Tables};
use crate::verify::error::VerifyError;

use super::fibre::{Fibre, Out, Sets, Shared, Space, StoredHalf};
use super::men_alone::{Codes, by_captures};
use super::planes::Planes;
use super::rule::{BLESSED, CURSED, OPEN, Through, banked, in_time, through};
use super::stored::SideNumbering;
use super::tally::Tally;
use super::values::{EndingValues, Finder, Shape, needs};

const DRAW_PLIES: u8 = 30;

fn codes(random: &mut Numbers, with_dtw: bool) -> Codes {
    let distance = random.below(u64::from(DRAW_PLIES) + 1) as u8;
    let rule = [distance, Dtz::DRAW, BLESSED, CURSED, !distance][random.below(5) as usize];
    let dtw = [0, 1, 2, 60, 125, 126, Dtw::DRAW, 128, 130, 200, 253, 254, 255][random.below(13) as usize];
    (rule, with_dtw.then_some(dtw))
}

/// The value of a board without a capture, from its list of moves. `other` has the values after kings' quiet moves.
fn expected<G: Game>(board: &Board<G>, finder: &mut Finder<'_, G>, other: &SideNumbering<'_, G>, of: &Planes) -> Codes {
    let with_dtw = !of.dtw.is_empty();
    let mut moves = Vec::new();
    board.moves(&mut moves);
    if moves.is_empty() {
        let EntryCodes { dtw, dtz } = EntryCodes::without_move::<G>();
        return (dtz, with_dtw.then_some(dtw));
    }
    let (mut dtw, mut rule) = (u8::MAX, u8::MAX);
    for mv in moves {
        let after = board.after(&mv);
        if mv.is_zeroing() {
            let (code, to_win) = finder.codes(&after);
            dtw = dtw.min(to_win);
            rule = rule.min(code);
        } else {
            let cell = other.cell(&after);
            dtw = dtw.min(of.dtw_of(cell).unwrap_or(u8::MAX));
            rule = rule.min(in_time(of.rule[cell], DRAW_PLIES));
        }
    }
    (through(rule), with_dtw.then(|| dtw_through::<G>(dtw, Dtw::MAX)))
}

fn set(planes: &mut Planes, cell: usize, (rule, dtw): Codes) {
    planes.rule[cell] = rule;
    if let Some(dtw) = dtw {
        planes.dtw[cell] = dtw;
    }
}

fn check<G: Game>(name: &str, with_dtw: bool, random: &mut Numbers) {
    let ending: Ending = name.parse().unwrap();
    let sets = Sets::new::<G>(ending);
    let sides = SideNumbering::all(ending, &sets.kings);
    let mut values = EndingValues::<G>::new(Resources { memory: 0, ..Resources::default() }, with_dtw);
    for ending in ending.successors().into_iter().chain([ending]) {
        values.add(ending, false).unwrap();
        for material in ending.movers().iter().map(|&mover| ending.material(mover)) {
            let (men, half) = (Index::<G>::new(material).men().size(), Shape::new::<G>(material).bytes(with_dtw));
            let byte = |_| {
                let byte = random.below(1 << 16);
                // More of what is likely: small distances, and draws.
                match byte >> 8 & 7 {
                    0 | 1 => Dtw::DRAW,
                    2 => CURSED,
                    3 => BLESSED,
                    4 => 0,
                    // No value is open once it is complete.
                    _ if byte as u8 == OPEN => OPEN + 1,
                    _ => byte as u8,
                }
            };
            let halves: Vec<u8> = (0..men as usize * half).map(byte).collect();
            values.parts_mut(material).0.store(0..men, &halves);
            values.parts_mut(material).0.pack(u64::MAX).unwrap();
        }
    }
    let room = Room::new(u64::MAX);
    let caches = values.caches(&room);
    let tablebase = Tablebase::<G>::none();
    let tables = Tables::new(&tablebase, &[]);
    let to_win = with_dtw.then(|| Through::new::<G>(Dtw::MAX));
    let all = vec![[true; 2]; sides.len()];
    let shared = Shared { tables, sides: &sides, sets: &sets, through: to_win, stored: &all, check: true };
    let index: &Index<G> = &sides[0].index;
    let rank = random.below(index.men().size());
    let (men, enemy_men) = index.men().unrank(rank);
    let ranks = [rank, shared.twin_rank(men, enemy_men)];
    let own = [(men, enemy_men), (turned::<G>(enemy_men), turned::<G>(men))];
    let side = |half: usize| &sides[half.min(sides.len() - 1)];
    // What is stored: first all at random, with nothing where a capture is pending.
    let board = |half: usize, cell: usize| {
        let ((men, enemy_men), row) = (own[half], side(half).shape.row);
        let enemy_kings = *side(half).enemy.sets().get(cell / row)?;
        let kings = *side(half).kings.sets().get(cell % row)?;
        let pieces: u32 = [men, enemy_men, kings, enemy_kings].iter().map(|set| set.count_ones()).sum();
        let board = Board { men, kings, enemy_men, enemy_kings, game: std::marker::PhantomData };
        (board.occupied().count_ones() == pieces).then_some(board)
    };
    let mut stored = [0, 1].map(|half| {
        let mut planes = Planes::default();
        planes.clear(side(half).shape.cells, with_dtw);
        for cell in 0..planes.rule.len() {
            let pending = board(half, cell).is_some_and(|board| board.must_capture());
            let open = (OPEN, with_dtw.then_some(OPEN));
            set(&mut planes, cell, if pending { open } else { codes(random, with_dtw) });
        }
        planes
    });
    let mut finder = Finder::new(&values, &caches, to_win);
    let complete = |half: usize, planes: &Planes, finder: &mut Finder<'_, G>| {
        let mut complete = planes.clone();
        for cell in 0..complete.rule.len() {
            let value = match board(half, cell) {
                Some(board) => by_captures(&board, finder),
                None => Some((Dtz::DRAW, with_dtw.then_some(Dtw::DRAW))),
            };
            if let Some(codes) = value {
                set(&mut complete, cell, codes);
            }
        }
        complete
    };
    let alone = sides.len() == 1 && ranks[0] == ranks[1];
    for half in [0, 1].into_iter().take(if alone { 1 } else { 2 }) {
        // Then those of one half are right, but for some.
        let other = complete(1 - half, &stored[1 - half], &mut finder);
        let mut wrong = Vec::new();
        for cell in (0..stored[half].rule.len()).filter(|_| !alone) {
            let Some(board) = board(half, cell).filter(|board| !board.must_capture()) else { continue };
            let mut value = expected(&board, &mut finder, side(1 - half), &other);
            if random.below(3000) == 0 {
                let right = std::mem::replace(&mut value, codes(random, with_dtw));
                if value != right {
                    wrong.push(cell);
                }
            }
            set(&mut stored[half], cell, value);
        }
        let these = [0, 1].map(|half| StoredHalf {
            side: half.min(sides.len() - 1),
            rank: ranks[half],
            rule: &stored[half].rule,
            dtw: &stored[half].dtw,
        });
        let these = &these[..if alone { 1 } else { 2 }];
        let mut space = Space::default();
        let mut fibre =
            Fibre { shared: &shared, men: (men, enemy_men), stored: these, finder: &mut finder, space: &mut space };
        fibre.complete();
        let found: Vec<_> = fibre.follow().into_iter().filter(|&(of, _)| of == half).map(|(_, cell)| cell).collect();
        let right = complete(half, &stored[half], &mut finder);
        assert!(space.values[half].dtw == right.dtw && space.values[half].rule == right.rule, "{name}");
        assert!(alone || found == wrong, "{name}");
        let (mut tallies, mut out) = (vec![Tally::default(); sides.len()], [Vec::new(), Vec::new()]);
        let mut to_out = |number: usize, of: Out<'_>| {
            if let Out::Values(bytes) = of {
                out[number].extend_from_slice(bytes);
            }
        };
        let fibre =
            Fibre { shared: &shared, men: (men, enemy_men), stored: these, finder: &mut finder, space: &mut space };
        fibre.go_through(&mut tallies, &mut to_out);
        let banked = right.rule.iter().map(|&code| banked(code));
        assert!(banked.chain(right.dtw.iter().copied()).eq(out[half].iter().copied()), "{name}");
        let first = Tally::first_wrong(&tallies).filter(|_| !alone).map(|wrong| wrong.side);
        assert!(wrong.is_empty() || first.is_some(), "{name}");
    }
}

#[test]
fn halves_are_completed_and_compared_as_their_boards() {
    let mut random = Numbers::new(1);
    // Masks of each shape; captures of up to three pieces and more, by men and kings, with promotions; equal sides.
    for with_dtw in [true, false] {
        for name in ["KKMvKM", "KMvKM", "KKKvK", "KMvMMM", "KvMMM", "KKvMM", "KKKvM", "KMMvMM", "KvK"] {
            check::<Russian>(name, with_dtw, &mut random);
        }
        for name in ["KKvKM", "KMMvKM", "KKvMM", "KMvMM"] {
            check::<Poddavki>(name, with_dtw, &mut random);
        }
        for name in ["KMvKM", "KKvK", "KKvMM", "KvMMM"] {
            check::<Draughts80>(name, with_dtw, &mut random);
        }
    }
}

#[test]
fn an_ending_that_needs_more_memory_is_refused() {
    let ending: Ending = "KKKKKvKKK".parse().unwrap();
    let [alone, on_two] = [1, 2].map(|threads| needs::<Russian>(ending, false, threads));
    assert!(8 << 30 > on_two && on_two >= alone && alone > 2_000_000_000, "{alone} {on_two}");
    let within = |memory| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let resources = Resources { memory, ..Resources::default() };
        pool.install(|| EndingValues::<Russian>::new(resources, false).check_memory(ending))
    };
    within(on_two).unwrap();
    let error = within(on_two - 1).unwrap_err();
    assert!(matches!(error, VerifyError::Memory { needed, .. } if needed == on_two), "{error}");
    let message = error.to_string();
    assert!(message.starts_with("KKKKKvKKK takes about ") && message.contains("fewer --threads"), "{message}");
    // Small endings need no memory worth asking for.
    let values = EndingValues::<Russian>::new(Resources { memory: 0, ..Resources::default() }, false);
    values.check_memory("KKvKK".parse().unwrap()).unwrap();
}
