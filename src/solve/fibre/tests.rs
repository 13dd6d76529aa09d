//! Fibres against a plain solver, board by board.

use std::collections::HashMap;

use super::*;
use crate::board::{Board, Draughts80, Poddavki, Russian};
use crate::rules::Move;
use crate::solve::storage::KnownHalf;
use crate::solve::storage::coding::PENDING;
use crate::solve::testing::{Random, RandomValues, board};
use crate::value::{Dtw, Dtz, Measure, Outcome};

/// The longest distance that the random codes of zeroing moves give.
const LAST_EXIT: u16 = 43;

/// A board with its side to move, the first or the second.
type Key = (usize, Bitboard, Bitboard);

/// The moves of a board by the plain rules.
struct Plain {
    captures: bool,
    /// What zeroing moves come to: the distance to win that they give, and the class under the draw rule of the board
    /// that they lead to, as -1, 0 or 1 for the mover.
    zeroing: Vec<(Outcome, i32)>,
    /// Where kings' quiet moves lead.
    quiet: Vec<Key>,
}

fn key<G: Game>(side: usize, board: &Board<G>) -> Key {
    (side, board.kings, board.enemy_kings)
}

fn plain<G: Game>(side: usize, board: &Board<G>, half: &Half<'_, G>) -> Plain {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let (zeroing, quiet): (Vec<&Move<G>>, Vec<&Move<G>>) = moves.iter().partition(|mv| mv.is_zeroing());
    let value = |mv: &Move<G>| {
        let (code, class) = half.known.get(&board.after(mv));
        let under_rule = if class.lost {
            1
        } else if class.won {
            -1
        } else {
            0
        };
        (Dtw::decode::<G>(code).before(), under_rule)
    };
    Plain {
        captures: moves.iter().any(Move::<G>::is_capture),
        zeroing: zeroing.into_iter().map(value).collect(),
        quiet: quiet.into_iter().map(|mv| key(1 - side, &board.after(mv))).collect(),
    }
}

/// Distances, found by going through all boards again and again, until no board gets one.
fn distances<G: Game>(
    boards: &HashMap<Key, Plain>,
    limit: u16,
    zeroing: impl Fn(&Plain) -> Vec<Outcome>,
) -> HashMap<Key, Outcome> {
    let mut known: HashMap<Key, Outcome> = HashMap::new();
    for plies in 0..=limit {
        let mut new = Vec::new();
        for (key, plain) in boards.iter().filter(|(key, _)| !known.contains_key(key)) {
            let after = |to: &Key| known.get(to).map(|outcome| outcome.before());
            let exits = zeroing(plain);
            let values = exits.iter().map(|&outcome| Some(outcome)).chain(plain.quiet.iter().map(after));
            let values: Vec<Option<Outcome>> = values.collect();
            if values.is_empty() {
                new.push((*key, Outcome::without_move::<G>()));
            } else if values.contains(&Some(Outcome::Win(plies))) {
                new.push((*key, Outcome::Win(plies)));
            } else if values.iter().all(|value| matches!(value, Some(Outcome::Loss(slower)) if *slower <= plies)) {
                new.push((*key, Outcome::Loss(plies)));
            }
        }
        if plies > LAST_EXIT && new.is_empty() {
            break;
        }
        known.extend(new);
    }
    known
}

fn check(name: &str, with_dtw: bool, count: usize) {
    check_in::<Russian>(name, with_dtw, count);
    check_in::<Poddavki>(name, with_dtw, count);
}

/// Some fibres of an ending with random values, solved: the fibres, their chunks, their codes of distances to a zeroing move, and
/// their far distances in order.
fn solve<G: Game>(
    values: &RandomValues<G>,
    layout: &Layout<G>,
    kings: &[KingSets; 2],
    coding: Coding,
    count: usize,
    threads: &Threads,
) -> (Vec<FibreMen>, Vec<u8>, Vec<u8>, Vec<FarDistance>) {
    let (ending, known) = (layout.ending(), values.known());
    let others = king_sets::<G>(ending, 1);
    let through = Through::new::<G>(coding);
    let fibres =
        Fibres { layout, known: &known, kings, others: &others, coding, through: &through, stopped: &|| false };
    let mut random = Random(12);
    let size = layout.men().size() as usize;
    let wanted: Vec<FibreMen> = std::iter::from_fn(|| Some(layout.men().unrank(random.below(size) as u64)))
        .filter(|&(men, enemy_men)| !layout.is_empty(men, enemy_men))
        .zip(0..count)
        .map(|((men, enemy_men), chunk)| FibreMen { chunk, men, enemy_men })
        .collect();
    let (mut chunks, mut dtz) = (vec![0; count * layout.chunk()], vec![0; count * layout.chunk_boards()]);
    let out = Chunks { start: 0, values: &mut chunks, dtz: &mut dtz };
    let mut scratch = Scratch::default();
    assert!(fibres.solve(&wanted, threads, &mut scratch, &mut CaptureMemo::new(), out).is_ok());
    scratch.far.sort_unstable();
    (wanted, chunks, dtz, scratch.far)
}

fn check_in<G: Game>(name: &str, with_dtw: bool, count: usize) {
    let ending: Ending = name.parse().unwrap();
    let (values, kings) = (RandomValues::<G>::new(ending, with_dtw), king_sets::<G>(ending, 0));
    let known = values.known();
    let layout = Layout::<G>::new(ending, with_dtw);
    let coding = Coding { draw_plies: 9, byte_plies: Dtw::MAX, with_dtw };
    let (wanted, chunks, dtz, _) = solve(&values, &layout, &kings, coding, count, &Threads::ONE);
    for fibre in wanted {
        let mut boards = HashMap::new();
        for (side, half) in Half::both((fibre.men, fibre.enemy_men), &kings, &known).iter().enumerate() {
            for row in 0..half.kings.sets().len() {
                for column in 0..half.enemy.sets().len() {
                    if let Some(board) = board(half, row, column) {
                        boards.insert(key(side, &board), plain(side, &board, half));
                    }
                }
            }
        }
        // Random codes reach as far as codes do.
        let dtw =
            distances::<G>(&boards, Dtw::MAX + 2, |plain| plain.zeroing.iter().map(|&(outcome, _)| outcome).collect());
        let under_rule = distances::<G>(&boards, coding.draw_plies.into(), |plain| {
            let outcome = |&(_, class): &(Outcome, i32)| match class {
                1 => Outcome::Win(1),
                -1 => Outcome::Loss(1),
                _ => Outcome::Draw,
            };
            plain.zeroing.iter().map(outcome).collect()
        });
        for (&key, plain) in &boards {
            let (side, own, other) = key;
            // The first half has the boards of both.
            let side = if layout.has_one_half() { 0 } else { side };
            let sizes = &layout.halves()[side];
            let bytes = &chunks[layout.start(fibre.chunk as u64, side) as usize..][..sizes.bytes()];
            let (row, at) = (KingSets::number(other), KingSets::number(own));
            let (code, class) = KnownHalf::new(sizes, bytes).value_row(row).get(at);
            let outcome = dtw.get(&key).copied().unwrap_or(Outcome::Draw);
            assert_eq!(code, coding.code(outcome), "{name} {key:?}");
            let outcome = under_rule.get(&key).copied().unwrap_or(Outcome::Draw);
            assert_eq!(class.won, matches!(outcome, Outcome::Win(_)), "{name} {key:?}");
            assert_eq!(class.lost, matches!(outcome, Outcome::Loss(_)), "{name} {key:?}");
            let start = layout.first_board(fibre.chunk as u64, side) as usize;
            let found = dtz[start + row * layout.halves()[side].row_len + at];
            let expected = if plain.captures { PENDING } else { Dtz::encode(outcome).unwrap() };
            assert_eq!(found, expected, "{name} {key:?}");
        }
    }
}

#[test]
fn fibres_come_out_as_board_by_board() {
    check("KvK", true, 1);
    check("KMvK", true, 5);
    check("KMvK", false, 5);
    check("KMvKM", true, 2);
    check("KKMvK", true, 1);
    check_in::<Draughts80>("KMvK", true, 3);
    check_in::<Draughts80>("KMvK", false, 3);
    check_in::<Draughts80>("KKvK", true, 1);
}

#[test]
fn fibres_without_rounds_come_out_as_board_by_board() {
    check("MMvM", true, 1000);
    check("MMvMM", true, 3000);
    check("MMvMM", false, 3000);
    check("MMMvMM", true, 3000);
    check("KMvM", true, 40);
    check("KMvM", false, 40);
    check("KKvMM", true, 3);
    // Captures of several men, and more sets of other kings than lanes.
    check("KMvMMM", true, 40);
    check("KKvMMM", true, 3);
    check("KKKvM", true, 2);
    check_in::<Draughts80>("MMvM", true, 1000);
    check_in::<Draughts80>("MMvMM", true, 1000);
    check_in::<Draughts80>("KMvM", true, 40);
    check_in::<Draughts80>("KMvM", false, 40);
    check_in::<Draughts80>("KKvM", true, 3);
}

/// Threads that share fibres come to the same values as one.
fn check_shared<G: Game>(name: &str, with_dtw: bool, count: usize) {
    let ending: Ending = name.parse().unwrap();
    let (values, kings) = (RandomValues::<G>::new(ending, with_dtw), king_sets::<G>(ending, 0));
    let layout = Layout::<G>::new(ending, with_dtw);
    // Some distances are beyond what a code holds.
    let coding = Coding { draw_plies: 15, byte_plies: 30, with_dtw };
    let (wanted, chunks, dtz, far) = solve(&values, &layout, &kings, coding, count, &Threads::ONE);
    assert_eq!((wanted.len(), far.is_empty()), (count, !with_dtw));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (_, shared_chunks, shared_dtz, shared_far) =
            pool.install(|| solve(&values, &layout, &kings, coding, count, &Threads::all()));
        assert!(chunks == shared_chunks && dtz == shared_dtz && far == shared_far, "{name}, {threads} threads");
    }
}

#[test]
fn threads_share_a_fibre() {
    for with_dtw in [true, false] {
        // One stripe and many; several lanes, narrow and wide; sides that are alike.
        check_shared::<Russian>("KKvK", with_dtw, 1);
        check_shared::<Russian>("KKvKK", with_dtw, 1);
        check_shared::<Russian>("KKKvKK", with_dtw, 1);
        check_shared::<Russian>("KKMvKM", with_dtw, 20);
        check_shared::<Poddavki>("KKMvKK", with_dtw, 1);
        check_shared::<Poddavki>("KKvKK", with_dtw, 1);
    }
    check_shared::<Russian>("KKKMvK", true, 2);
    check_shared::<Draughts80>("KKvKK", true, 1);
    check_shared::<Draughts80>("KKvKM", true, 9);
}

#[test]
fn boards_of_a_stripe_are_numbered_in_32_bits() {
    fn check<G: Game>() {
        for ending in (2..=8).flat_map(Ending::all) {
            for mover in [Mover::First, Mover::Second] {
                let half = HalfLayout::new::<G>(ending.material(mover), true);
                assert!(u32::try_from(half.value_rows * half.row_len.min(512)).is_ok(), "{ending}");
            }
        }
    }
    check::<Russian>();
    check::<Draughts80>();
}
