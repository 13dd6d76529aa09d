//! Kings' moves on many boards at once, backwards and forwards.

use crate::board::{Bitboard, Game};
use crate::index::OneMore;
use crate::rules::{ray, step};
use crate::solve::bundle::masks::{Mask, and, and_not, any, join, mask, mask_mut};
use crate::solve::bundle::{Bundle, squares};

use super::row_set::{SparsePlane, in_word};

/// The planes of a [`retreat`].
pub(super) struct Retreat<'p> {
    /// The boards that kings are taken back from; empty afterwards.
    pub new: &'p mut SparsePlane,
    /// The plane to which these boards are added.
    pub old: &'p mut [u64],
    /// The boards that kings are taken back to. They may have a capture pending, or be decided.
    pub before: &'p mut SparsePlane,
}

/// Takes kings back: finds the boards from which a king's move would lead to new boards, if captures were not
/// compulsory.
#[inline(always)]
pub(super) fn retreat<G: Game, const W: usize>(
    bundle: &Bundle<'_, G>,
    Retreat { new: SparsePlane { words: new, rows: new_rows }, old, before }: Retreat<'_>,
) {
    let SparsePlane { words: before, rows: before_rows } = before;
    let words = bundle.words;
    for word in new_rows.drain() {
        for row in in_word(word) {
            let kings = bundle.kings.sets()[row];
            let fixed = bundle.men | kings;
            for word in (0..words).step_by(W) {
                let at = row * words + word;
                let boards: Mask<W> = std::mem::replace(mask_mut(new, at), [0; W]);
                if !any(&boards) {
                    continue;
                }
                join(mask_mut(old, at), &boards);
                for to in squares(kings) {
                    let others = OneMore::new(kings & !(1 << to));
                    for direction in 0..4 {
                        let mut open = boards;
                        for from in ray::<G>(direction, to) {
                            if fixed >> from & 1 != 0 {
                                break;
                            }
                            open = and(&open, bundle.free(from, word));
                            if !any(&open) {
                                break;
                            }
                            let row = others.number(from);
                            join(mask_mut(before, row * words + word), &open);
                            before_rows.insert(row);
                        }
                    }
                }
            }
        }
    }
}

/// The candidates from which every king's move leads to a board in `enemy_won`.
#[inline(always)]
pub(super) fn all_moves_lose<G: Game, const W: usize>(
    bundle: &Bundle<'_, G>,
    kings: Bitboard,
    word: usize,
    mut candidates: Mask<W>,
    enemy_won: &[u64],
) -> Mask<W> {
    let words = bundle.words;
    let fixed = bundle.men | kings;
    for from in squares(kings) {
        let others = OneMore::new(kings & !(1 << from));
        for direction in 0..4 {
            let mut open = candidates;
            let mut next = step::<G>(direction, from);
            while let Some(to) = next.filter(|to| fixed >> to & 1 == 0) {
                open = and(&open, bundle.free(to, word));
                if !any(&open) {
                    break;
                }
                let row = others.number(to);
                let escapes = and_not(&open, mask(enemy_won, row * words + word));
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
    use crate::solve::testing::{Random, Values, board, king_sets, some_halves};

    /// The bit of a board in a plane.
    fn has<G: Game>(plane: &[u64], bundle: &Bundle<'_, G>, row: usize, in_row: usize) -> bool {
        plane[row * bundle.words + in_row / WORD] >> (in_row % WORD) & 1 != 0
    }

    fn check<G: Game, const W: usize>(name: &str, side: usize) {
        let ending = name.parse().unwrap();
        let (values, kings) = (Values::<G>::new(ending, false), king_sets::<G>(ending));
        let known = values.known();
        let lanes = Bundle::<G>::lanes(kings.each_ref().map(KingSets::count));
        let halves = some_halves(ending, &known, &kings, lanes);
        let bundle = Bundle::new(&halves, side, lanes);
        let rows = bundle.kings.sets().len();
        let boards = || {
            let columns = halves[0][side].enemy.sets().len();
            let all = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
            all.flat_map(|(row, column)| {
                halves.iter().enumerate().map(move |(lane, half)| (lane, &half[side], row, column))
            })
            .filter_map(|(lane, half, row, column)| Some((lane, row, column, board(half, row, column)?)))
        };
        // New boards, and boards that may be cornered: few, so that some are reached and others are not.
        let (mut random, mut new, mut old) = (Random(5), SparsePlane::default(), vec![0; rows * bundle.words]);
        let (mut before, mut candidates) = (SparsePlane::default(), old.clone());
        new.clear(old.len(), rows);
        before.clear(old.len(), rows);
        for (lane, row, column, _) in boards() {
            let in_row = lane * bundle.lane_width + column;
            let (at, bit) = (row * bundle.words + in_row / WORD, 1 << (in_row % WORD));
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
        retreat::<G, W>(&bundle, Retreat { new: &mut new, old: &mut old, before: &mut before });
        assert!(new.rows.is_empty() && new.words.iter().all(|&word| word == 0));
        assert!((0..old.len()).all(|at| old[at] == old_before[at] | new_before[at]));
        let mut counts = [0; 4];
        for (lane, row, column, board) in boards().filter(|_| random.below(10) == 0) {
            let in_row = lane * bundle.lane_width + column;
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
            let reaches_new = moves.iter().any(|&row| has(&new_before, &bundle, row, in_row));
            assert_eq!(has(&before.words, &bundle, row, in_row), reaches_new, "{board:?}");
            assert!(!reaches_new || before.rows.words().flat_map(in_word).any(|marked| marked == row));
            let word = in_row / WORD / W * W;
            let lose =
                all_moves_lose::<G, W>(&bundle, kings, word, *mask(&candidates, row * bundle.words + word), &old);
            let all_lose = lose[in_row / WORD - word] >> (in_row % WORD) & 1 != 0;
            let candidate = has(&candidates, &bundle, row, in_row);
            assert_eq!(all_lose, candidate && moves.iter().all(|&row| has(&old, &bundle, row, in_row)), "{board:?}");
            counts[usize::from(reaches_new) + 2 * usize::from(all_lose)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
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
