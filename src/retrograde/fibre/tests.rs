//! Fibres with random values around them: each value fits those that the moves of its board lead to.

use super::*;
use crate::board::{Board, Draughts80, Poddavki, Russian};
use crate::retrograde::storage::coding::{PENDING, best_outcome, outcome_at};
use crate::retrograde::storage::{Class, KnownHalf};
use crate::retrograde::testing::{Random, RandomValues};
use crate::rules::Move;
use crate::value::{Dtw, Dtz, Measure, Outcome};

struct SolvedSome<G> {
    layout: Layout<G>,
    fibres: Vec<FibreMen>,
    values: Vec<u8>,
    dtz: Vec<u8>,
    far: Vec<FarDistance>,
}

fn solve<G: Game>(
    known: &Known<'_, G>,
    ending: Ending,
    with_dtw: bool,
    count: usize,
    threads: &Threads,
) -> SolvedSome<G> {
    let layout = Layout::<G>::new(ending, with_dtw);
    // Codes hold the random distances around fibres, but not all distances in them.
    let coding = Coding { draw_plies: 9, byte_plies: 41, with_dtw };
    let [kings, others] = [0, 1].map(|less| king_sets::<G>(ending, less));
    let (through, stopped) = (Through::new::<G>(coding), &|| false);
    let of = Fibres { layout: &layout, known, kings: &kings, others: &others, coding, through: &through, stopped };
    let mut random = Random(12);
    let size = layout.men.size() as usize;
    let fibres: Vec<FibreMen> = std::iter::from_fn(|| Some(layout.men.unrank(random.below(size) as u64)))
        .filter(|&(men, enemy_men)| !layout.is_empty(men, enemy_men))
        .zip(0..count)
        .map(|((men, enemy_men), chunk)| FibreMen { chunk, men, enemy_men })
        .collect();
    let [mut values, mut dtz] = [Kind::Values, Kind::Zeroing].map(|kind| vec![0; count * layout.chunk(kind)]);
    let (chunks, mut scratch) = (Chunks { start: 0, values: &mut values, dtz: &mut dtz }, Scratch::default());
    assert!(of.solve(&fibres, threads, &mut scratch, &mut CaptureMemo::new(), chunks).is_ok());
    scratch.far.sort_unstable();
    SolvedSome { layout, fibres, values, dtz, far: scratch.far }
}

impl<G: Game> SolvedSome<G> {
    /// The distance to win, the class and the code of the distance to a zeroing move of a board in a chunk.
    fn get(&self, (chunk, side): (usize, usize), board: &Board<G>) -> (Outcome, Class, u8) {
        // The first half has the boards of both.
        let (side, chunk) = (if self.layout.has_one_half() { 0 } else { side }, chunk as u64);
        let (start, half) = (self.layout.start(Kind::Values, chunk, side), &self.layout.halves[side]);
        let (row, column) = (KingSets::number(board.enemy_kings), KingSets::number(board.kings));
        let values = KnownHalf::new(half, &self.values[start as usize..][..half.bytes()]);
        let ((code, class), at) = (values.value_row(row).get(column), row * half.row_len + column);
        let dtz = self.dtz[self.layout.start(Kind::Zeroing, chunk, side) as usize + at];
        (outcome_at::<G>(&self.far, code, start + at as u64), class, dtz)
    }
}

/// The outcome under the draw rule of a class, decided in a number of plies.
fn decided(class: Class, plies: u16) -> Outcome {
    match class {
        Class { lost: true, .. } => Outcome::Loss(plies),
        Class { won: true, .. } => Outcome::Win(plies),
        _ => Outcome::Draw,
    }
}

/// Solves fibres of an ending, and compares every `step`-th board with its successors: this proves distances by induction.
fn check<G: Game>(name: &str, with_dtw: bool, count: usize, step: usize) {
    let ending: Ending = name.parse().unwrap();
    let random = RandomValues::<G>::new(ending, with_dtw);
    let (known, kings) = (random.known(), king_sets::<G>(ending, 0));
    let solved = solve(&known, ending, with_dtw, count, &Threads::ONE);
    let has_kings = ending.men() < ending.pieces();
    // The same values around the fibres, but with distances in them.
    let distances = solve(&known, ending, with_dtw || has_kings, count, &Threads::ONE);
    for (chunk, &fibre) in solved.fibres.iter().enumerate() {
        for (side, half) in Half::both((fibre.men, fibre.enemy_men), &kings, &known).iter().enumerate() {
            let columns = half.enemy.sets().len();
            for number in (0..half.kings.sets().len() * columns).step_by(step) {
                let (kings, enemy_kings) = (half.kings.sets()[number / columns], half.enemy.sets()[number % columns]);
                if (half.all_men() | enemy_kings) & kings != 0 || half.all_men() & enemy_kings != 0 {
                    continue;
                }
                let board = half.board(kings, enemy_kings);
                let mut moves = Vec::new();
                board.moves(&mut moves);
                let (outcome, class, dtz) = solved.get((chunk, side), &board);
                let after = |mv: &Move<G>, child: &Board<G>| match mv.is_zeroing() {
                    true => Some(Dtw::decode::<G>(known.get(child).0)),
                    false => Some(distances.get((chunk, 1 - side), child).0),
                };
                let expected = best_outcome(&board, after);
                match with_dtw {
                    true => assert_eq!(outcome, expected, "{name} {board:?}"),
                    false => assert_eq!(outcome.theory(), expected.theory(), "{name} {board:?}"),
                }
                assert!(!has_kings || distances.get((chunk, side), &board).0 == expected, "{name} {board:?}");
                let after = |mv: &Move<G>, child: &Board<G>| {
                    if mv.is_zeroing() {
                        return Some(decided(known.get(child).1, 0));
                    }
                    let (_, class, dtz) = solved.get((chunk, 1 - side), child);
                    Some(if dtz == PENDING { decided(class, 1) } else { Dtz::decode::<G>(dtz) })
                };
                let expected = match best_outcome(&board, after) {
                    Outcome::Win(10..) | Outcome::Loss(10..) => Outcome::Draw,
                    within => within,
                };
                let has_captures = moves.iter().any(Move::is_capture);
                assert_eq!(
                    dtz,
                    if has_captures { PENDING } else { Dtz::encode(expected).unwrap() },
                    "{name} {board:?}"
                );
                let (won, lost) = (matches!(expected, Outcome::Win(_)), matches!(expected, Outcome::Loss(_)));
                assert_eq!(class, Class { won, lost }, "{name} {board:?}");
            }
        }
    }
    if ending.first().kings.min(ending.second().kings) > 0 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let shared = pool.install(|| solve(&known, ending, with_dtw, count, &Threads::all()));
        assert!(shared.values == solved.values && shared.dtz == solved.dtz && shared.far == solved.far, "{name}");
    }
}

#[test]
fn values_follow_from_those_of_successors() {
    for with_dtw in [true, false] {
        // One stripe and many; several lanes, narrow and wide; sides that are alike.
        check::<Russian>("KvK", with_dtw, 1, 1);
        check::<Russian>("KMvK", with_dtw, 17, 1);
        check::<Russian>("KMvKM", with_dtw, 17, 1);
        check::<Russian>("KKMvKM", with_dtw, 17, 17);
        check::<Russian>("KKvKK", with_dtw, 1, 7);
        check::<Russian>("KKKvKK", with_dtw, 1, 171);
        check::<Poddavki>("KMvKM", with_dtw, 2, 1);
        check::<Poddavki>("KKMvKM", with_dtw, 2, 17);
        check::<Poddavki>("KKMvKK", with_dtw, 1, 31);
        check::<Draughts80>("KKvKM", with_dtw, 9, 17);
    }
    // Masks of one word.
    check::<Russian>("KKKvK", true, 1, 7);
    check::<Russian>("KKKvKM", true, 2, 171);
    check::<Russian>("KKKMvK", true, 3, 31);
    check::<Poddavki>("KKKvK", true, 1, 7);
    check::<Draughts80>("KMvK", true, 9, 1);
    check::<Draughts80>("KKKvK", true, 1, 17);
    check::<Draughts80>("KKvKK", true, 1, 17);
}

#[test]
fn values_without_rounds_follow_from_those_of_successors() {
    for with_dtw in [true, false] {
        check::<Russian>("MMvM", with_dtw, 1000, 1);
        check::<Russian>("MMvMM", with_dtw, 3000, 1);
        check::<Russian>("KMvM", with_dtw, 40, 1);
        // Captures of several men, and more sets of other kings than lanes.
        check::<Russian>("KMvMMM", with_dtw, 40, 1);
        check::<Russian>("KKvMMM", with_dtw, 3, 1);
        check::<Poddavki>("MMvMM", with_dtw, 3000, 1);
        check::<Poddavki>("KMvMM", with_dtw, 40, 1);
        check::<Draughts80>("MMvMM", with_dtw, 1000, 1);
        check::<Draughts80>("KMvMM", with_dtw, 40, 1);
    }
    check::<Russian>("MMMvMM", true, 3000, 1);
    check::<Russian>("KvMMM", true, 40, 1);
    check::<Russian>("KKKvM", true, 2, 3);
    check::<Poddavki>("KKvMM", true, 3, 1);
    check::<Draughts80>("KKvM", true, 3, 1);
}
