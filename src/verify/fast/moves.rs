//! The boards without a capture against all their moves, row by row.

use crate::board::{Game, bits};
use crate::bulk::masks::{self, and, and_not, any, set};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::ray;
use crate::table::EntryCodes;
use crate::wide::wide;

use super::half::{Found, Half};
use super::planes::Planes;
use super::values::Finder;
use super::walk::Squares;

/// The values of a half: its own, turned to the rows of its boards before a move, and those of the other half with the same
/// men, to which kings' quiet moves lead.
pub(super) struct Both<'p> {
    pub own: &'p Planes,
    /// Distances to win of the other half; empty where there are none.
    pub other: &'p [u8],
    /// Its results under the rule, those of theory where the distance is too long before a king's move.
    pub in_time: &'p [u8],
    /// The boards with a capture: the words of each row.
    pub pending: &'p [u64],
}

/// Compares `W` words of all rows.
#[inline(always)]
fn compare_words<G: Game, const W: usize>(
    half: &Half<'_>,
    word: usize,
    finder: &mut Finder<'_, G>,
    both: &Both<'_>,
    wrong: &mut Vec<(usize, usize)>,
) {
    let squares = Squares::<W>::new::<G>(half.enemy, word, half.men, half.enemy_men, true);
    let (words, width) = (half.enemy.words(), KingSets::padded::<G>(half.enemy.count()));
    let column = word * WORD;
    let part = (WORD * W).min(width);
    let (advances, through) = (half.advances::<G>(), finder.through);
    let count = half.kings.count();
    for (row, &kings) in half.kings.sets().iter().enumerate().filter(|(_, kings)| *kings & half.all_men() == 0) {
        let valid = bits(kings).fold(squares.fit, |valid, square| and(&valid, &squares.free[square as usize]));
        let check = and_not(&valid, masks::mask(both.pending, row * words + word));
        if !any(&check) {
            continue;
        }
        let mut found = Found::<W>::NONE;
        for from in bits(kings) {
            let own = kings & !(1 << from);
            let number = OneMore::new(own);
            for direction in 0..4 {
                let mut open = check;
                for to in ray::<G>(direction, from).take_while(|to| own >> to & 1 == 0) {
                    open = and(&open, &squares.free[to as usize]);
                    if !any(&open) {
                        break;
                    }
                    let cell = number.number(to) * width + column;
                    let dtw = both.other.get(cell..cell + part);
                    found.add_codes(&both.in_time[cell..][..part], dtw, &open);
                }
            }
        }
        for advance in advances.iter().filter(|advance| kings >> advance.to & 1 == 0) {
            let open = and(&check, &squares.free[advance.to as usize]);
            if any(&open) {
                let crowned = if advance.crowned { 1 << advance.to } else { 0 };
                let (number, own) = KingSets::number_and_count(kings | crowned);
                debug_assert!(own == count + u32::from(advance.crowned));
                let values = finder.half(half.enemy_men, advance.men, half.enemy.count(), own);
                found.add_row(&values, values.start(number) + column, &open);
            }
        }
        for (i, check) in check.into_iter().enumerate() {
            let stuck = check & !found.any[i];
            let without_move = EntryCodes::without_move::<G>();
            let first = row * width + column + i * WORD;
            let mut wanted = [0; WORD];
            set(&mut wanted, u8::MAX, check);
            let mut differ = differing(found.rule_before(i), without_move.dtz, stuck, &both.own.rule[first..], &wanted);
            if let Some(through) = through {
                let dtw = found.dtw_before(i, &through);
                let also = differing(dtw, without_move.dtw, stuck, &both.own.dtw[first..], &wanted);
                for bit in 0..WORD {
                    differ[bit] |= also[bit];
                }
            }
            if differ != [0; WORD] {
                let of_word = differ.iter().enumerate().filter(|(_, code)| **code != 0);
                wrong.extend(of_word.map(|(bit, _)| (row, column + i * WORD + bit)));
            }
        }
    }
}

/// How the wanted codes of a word differ from some; the code of those that are stuck is given.
#[inline(always)]
fn differing(mut codes: [u8; WORD], without_move: u8, stuck: u64, own: &[u8], wanted: &[u8; WORD]) -> [u8; WORD] {
    if stuck != 0 {
        set(&mut codes, without_move, stuck);
    }
    let own = word_of(own);
    for bit in 0..WORD {
        codes[bit] = wanted[bit] & (codes[bit] ^ own[bit]);
    }
    codes
}

/// The first codes of some, as many as a word has.
#[inline(always)]
fn word_of(codes: &[u8]) -> [u8; WORD] {
    codes.first_chunk().copied().unwrap_or_else(|| std::array::from_fn(|bit| codes.get(bit).copied().unwrap_or(0)))
}

wide! {
    /// Compares all boards without a capture of a half whose enemy has kings with what their moves lead to. `wrong` gets the
    /// rows and columns of those that differ.
    pub(super) fn compare<'v, G: Game>(
        half: &Half<'_>,
        finder: &mut Finder<'v, G>,
        both: &Both<'_>,
        wrong: &mut Vec<(usize, usize)>,
    ) -> () {
        let words = half.enemy.words();
        if words == 1 {
            compare_words::<G, 1>(half, 0, finder, both, wrong);
        } else {
            for word in (0..words).step_by(8) {
                compare_words::<G, 8>(half, word, finder, both, wrong);
            }
        }
    }
}
