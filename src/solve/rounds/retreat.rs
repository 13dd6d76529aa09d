//! Kings' moves on many boards at once, backwards and forwards.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::{Mask, and, and_not, any, join, mask, mask_mut};
use crate::index::OneMore;
use crate::rules::{ray, step};
use crate::solve::bundle::rows::SparsePlane;
use crate::solve::bundle::{Bundle, squares};

/// Takes kings back: adds to `before` the boards, decided or not, from which a king's move would lead to `new` boards if
/// captures were not compulsory. The `new` boards move to `old`. All are planes of the stripe that begins with the word
/// `first_word`.
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
