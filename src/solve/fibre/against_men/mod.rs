//! A half whose enemy has no kings. It needs no rounds: every move of the enemy leaves the fibre, so a king's quiet
//! move is never undone. All boards are solved at once.

mod best;
mod lanes;

use arrayvec::ArrayVec;

use crate::board::Game;
use crate::bulk::masks::{bits, take_lower};
use crate::index::{KingSets, PIECES, WORD};
use crate::rules::{ray, step};
use crate::solve::bundle::{Advance, Half, Jump};
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::storage::KnownHalf;
use crate::wide::wide;

pub(super) use best::{BestMoves, NONE};
use best::{LOST, LeastCodes, after_zeroing};
use lanes::{Lanes, after_walk, victims, walk_of};

wide! {
    /// Finds the best moves of a half whose enemy has no kings. `others` are the sets of one king less. `after` has the codes that
    /// kings' quiet moves lead to, `dtw` and `dtz`, by the number of the set of kings.
    pub(super) fn find_best<'a, G: Game>(
        half: &Half<'a, G>,
        others: &KingSets,
        after: [&[u8]; 2],
        memo: &mut CaptureMemo<'a>,
        best: &mut BestMoves,
    ) -> () {
        best.clear(half.kings.words() * WORD);
        man_moves(half, memo, best);
        if half.kings.count() == 1 {
            kings_move::<G, 1>(half, others, after, memo, best);
        } else {
            kings_move::<G, 32>(half, others, after, memo, best);
        }
        best.decide(half.kings, half.all_men());
    }
}

#[inline(always)]
fn kings_move<'a, G: Game, const L: usize>(
    half: &Half<'a, G>,
    others: &KingSets,
    after: [&[u8]; 2],
    memo: &mut CaptureMemo<'a>,
    best: &mut BestMoves,
) {
    let victims = victims(half);
    let mut lanes = Lanes::<G, L>::new(half.all_men(), half.kings.count());
    for sets in others.sets().chunks(L) {
        lanes.start(sets);
        lanes.captures(half, &victims, memo, &mut best.captures);
        lanes.quiet_moves(after, &mut best.quiet);
    }
}

/// Adds the captures and the advances of the men.
#[inline(always)]
pub(super) fn man_moves<'a, G: Game>(half: &Half<'a, G>, memo: &mut CaptureMemo<'a>, best: &mut BestMoves) {
    // Lists, since a closure would not be compiled for the processor's wide instructions.
    let mut jumps = ArrayVec::<Jump<'_>, { 4 * PIECES as usize }>::new();
    half.jumps(|jump| jumps.push(jump));
    let mut advances = ArrayVec::<Advance<'_>, { 2 * PIECES as usize }>::new();
    half.advances(|advance| advances.push(advance));
    let kings = half.kings;
    for word in 0..kings.words() {
        let valid = kings.apart(half.all_men(), word);
        for jump in &jumps {
            let open = valid & kings.free(jump.to)[word];
            let goes_on = goes_on(half, jump, word, open);
            for bit in bits(&[goes_on]) {
                let number = word * WORD + bit;
                let mut walk = walk_of(half, memo, kings.sets()[number], jump.from);
                walk.man(jump.from, 0);
                let exit = walk.exit;
                best.captures.add(number, exit.code, after_walk(exit));
            }
            let crowned = jump.crowned.then_some(jump.to);
            add(&mut best.captures, kings, crowned, jump.values, (word, open & !goes_on), LOST);
        }
        for advance in &advances {
            let open = valid & kings.free(advance.to)[word];
            add(&mut best.quiet, kings, advance.crowned.then_some(advance.to), advance.values, (word, open), NONE);
        }
    }
}

/// Adds a zeroing move on some boards of a word. A man that is crowned becomes a king on a square.
#[inline(always)]
fn add(
    best: &mut LeastCodes,
    kings: &KingSets,
    crowned: Option<u32>,
    values: KnownHalf<'_>,
    (word, open): (usize, u64),
    lost: u8,
) {
    if open == 0 {
        return;
    }
    if let Some(to) = crowned {
        for bit in bits(&[open]) {
            let number = word * WORD + bit;
            let row = KingSets::number(kings.sets()[number] | 1 << to);
            let (code, class) = values.value_row(row).get(0);
            best.add(number, code, after_zeroing(class, lost));
        }
        return;
    }
    let (codes, classes) = values.single_rows(word);
    let dtz: [u8; WORD] = std::array::from_fn(|bit| after_zeroing(classes[bit], lost));
    let boards = word * WORD..;
    take_lower(&mut best.dtw[boards.clone()], &codes, &[open]);
    take_lower(&mut best.dtz[boards], &dtz, &[open]);
}

/// The boards of a word, of some, on which a jump goes on.
#[inline(always)]
fn goes_on<G: Game>(half: &Half<'_, G>, jump: &Jump<'_>, word: usize, open: u64) -> u64 {
    let left = half.enemy_men & !(1 << jump.over);
    let men = half.all_men() & !(1 << jump.from);
    let mut goes_on = 0;
    if left != 0 && open != 0 {
        for direction in 0..4 {
            let mut open = open;
            for over in ray::<G>(direction, jump.to) {
                if left >> over & 1 != 0 {
                    let behind = step::<G>(direction, over).filter(|&behind| men >> behind & 1 == 0);
                    goes_on |= behind.map_or(0, |behind| open & half.kings.free(behind)[word]);
                }
                if men >> over & 1 != 0 || !jump.crowned {
                    break;
                }
                open &= half.kings.free(over)[word];
            }
        }
    }
    goes_on
}
