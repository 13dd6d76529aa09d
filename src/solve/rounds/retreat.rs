//! Kings' moves on many boards at once, backwards and forwards.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join, mask, mask_mut};
use crate::index::OneMore;
use crate::rules::{ray, step};
use crate::solve::bundle::rows::SparsePlane;
use crate::solve::bundle::{Bundle, squares};

/// Takes kings back: adds to `before` the boards from which a king's move would lead to `new` boards, if captures were not
/// compulsory. They may be decided. The `new` boards are moved to `old`. All are planes of one stripe, which begins with the word
/// `first_word` of the rows.
#[inline(always)]
pub(super) fn retreat<G: Game, const W: usize>(
    bundle: &Bundle<'_, G>,
    first_word: usize,
    SparsePlane { words: new, rows: new_rows }: &mut SparsePlane,
    old: &mut [u64],
    before: &mut SparsePlane,
) {
    for row in new_rows.drain() {
        let kings = bundle.kings.sets()[row];
        let fixed = bundle.men | kings;
        let boards: Mask<W> = std::mem::replace(mask_mut(new, row * W), [0; W]);
        join(mask_mut(old, row * W), &boards);
        for to in squares(kings) {
            let others = OneMore::new(kings & !(1 << to));
            for direction in 0..4 {
                let mut open = boards;
                for from in ray::<G>(direction, to) {
                    if fixed >> from & 1 != 0 {
                        break;
                    }
                    open = and(&open, bundle.free(from, first_word));
                    if !any(&open) {
                        break;
                    }
                    before.add(others.number(from), &open);
                }
            }
        }
    }
}

/// The candidates from which every king's move leads to a board in `enemy_won`, a plane of one stripe.
#[inline(always)]
pub(super) fn all_moves_lose<G: Game, const W: usize>(
    bundle: &Bundle<'_, G>,
    kings: Bitboard,
    first_word: usize,
    mut candidates: Mask<W>,
    enemy_won: &[u64],
) -> Mask<W> {
    let fixed = bundle.men | kings;
    for from in squares(kings) {
        let others = OneMore::new(kings & !(1 << from));
        for direction in 0..4 {
            let mut open = candidates;
            let mut next = step::<G>(direction, from);
            while let Some(to) = next.filter(|to| fixed >> to & 1 == 0) {
                open = and(&open, bundle.free(to, first_word));
                if !any(&open) {
                    break;
                }
                let row = others.number(to);
                let escapes = and_not(&open, mask(enemy_won, row * W));
                candidates = and_not(&candidates, &escapes);
                open = and_not(&open, &escapes);
                next = step::<G>(direction, to);
            }
            if !any(&candidates) {
                return candidates;
            }
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts80, Russian};
    use crate::index::{KingSets, WORD};
    use crate::solve::bundle::Half;
    use crate::solve::fibre::king_sets;
    use crate::solve::testing::{Random, RandomValues, board, some_halves};

    /// The bit of a board in a stripe of a plane.
    fn has<const W: usize>(plane: &[u64], row: usize, in_mask: usize) -> bool {
        plane[row * W + in_mask / WORD] >> (in_mask % WORD) & 1 != 0
    }

    fn check<G: Game, const W: usize>(name: &str, side: usize) {
        let ending = name.parse().unwrap();
        let (values, kings) = (RandomValues::<G>::new(ending, false), king_sets::<G>(ending, 0));
        let known = values.known();
        let lanes = Bundle::<G>::lanes(ending);
        let halves = some_halves(ending, &known, &kings, lanes);
        let bundle = Bundle::new(&halves, side, ending);
        assert_eq!(bundle.mask_words(), W);
        let mut counts = [0; 4];
        (0..bundle.stripes()).for_each(|stripe| check_stripe::<G, W>(&halves, side, &bundle, stripe, &mut counts));
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }

    fn check_stripe<G: Game, const W: usize>(
        halves: &[[Half<'_, G>; 2]],
        side: usize,
        bundle: &Bundle<'_, G>,
        stripe: usize,
        counts: &mut [usize; 4],
    ) {
        let (rows, first_word) = (bundle.kings.sets().len(), stripe * W);
        // The boards of the stripe: lane, row, and the bit in the mask.
        let boards = || {
            let columns = halves[0][side].enemy.sets().len();
            let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
            all.flat_map(|(row, column)| {
                halves.iter().enumerate().map(move |(lane, half)| (lane, &half[side], row, column))
            })
            .filter_map(|(lane, half, row, column)| {
                let in_row = lane * bundle.lane_width + column;
                let in_mask = in_row.checked_sub(first_word * WORD).filter(|&bit| bit < W * WORD)?;
                Some((row, in_mask, board(half, row, column)?))
            })
        };
        // New boards, and boards that may be cornered: few, so that some are reached and others are not.
        let (mut random, mut new, mut old) = (Random(5 + stripe as u64), SparsePlane::default(), vec![0; rows * W]);
        let (mut before, mut candidates) = (SparsePlane::default(), old.clone());
        new.clear(old.len(), rows);
        before.clear(old.len(), rows);
        for (row, in_mask, _) in boards() {
            let (at, bit) = (row * W + in_mask / WORD, 1 << (in_mask % WORD));
            if random.below(100) == 0 {
                new.words[at] |= bit;
                new.rows.insert(row);
            }
            if random.below(10) > 0 {
                old[at] |= bit;
            }
            if random.below(2) == 0 {
                candidates[at] |= bit;
            }
        }
        let (new_before, old_before) = (new.words.clone(), old.clone());
        retreat::<G, W>(bundle, first_word, &mut new, &mut old, &mut before);
        assert!(new.rows.is_empty() && new.words.iter().all(|&word| word == 0));
        assert!((0..old.len()).all(|at| old[at] == old_before[at] | new_before[at]));
        for (row, in_mask, board) in boards().filter(|_| random.below(10) == 0) {
            // As the plain rules have it: a king's moves go on as far as squares are empty.
            let occupied = board.flip().occupied();
            let kings = bundle.kings.sets()[row];
            let moves: Vec<usize> = squares(kings)
                .flat_map(|from| (0..4).map(move |direction| (from, direction)))
                .flat_map(|(from, direction)| {
                    let way = std::iter::successors(step::<G>(direction, from), move |&to| step::<G>(direction, to));
                    let free = way.take_while(move |to| occupied >> to & 1 == 0);
                    free.map(move |to| KingSets::number(kings & !(1 << from) | 1 << to))
                })
                .collect();
            let reaches_new = moves.iter().any(|&row| has::<W>(&new_before, row, in_mask));
            assert_eq!(has::<W>(&before.words, row, in_mask), reaches_new, "{board:?}");
            assert!(!reaches_new || before.rows.words()[row / WORD] >> (row % WORD) & 1 != 0);
            let lose = all_moves_lose::<G, W>(bundle, kings, first_word, *mask(&candidates, row * W), &old);
            let all_lose = lose[in_mask / WORD] >> (in_mask % WORD) & 1 != 0;
            let candidate = has::<W>(&candidates, row, in_mask);
            assert_eq!(all_lose, candidate && moves.iter().all(|&row| has::<W>(&old, row, in_mask)), "{board:?}");
            counts[usize::from(reaches_new) + 2 * usize::from(all_lose)] += 1;
        }
    }

    #[test]
    fn kings_move_as_on_single_boards() {
        check::<Russian, 8>("KKvKM", 0);
        check::<Russian, 8>("KKvKM", 1);
        check::<Russian, 1>("KKKvK", 0);
        check::<Draughts80, 8>("KMvKM", 0);
        check::<Draughts80, 8>("KKvK", 1);
        check::<Draughts80, 1>("KKKvK", 0);
    }
}
