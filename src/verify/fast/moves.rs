//! The boards without a capture against all their moves, row by row.

use crate::board::{Game, bits};
use crate::index::{KingSets, OneMore, WORD};
use crate::rules::ray;
use crate::solve::masks::{self, Mask, and, and_not, any, join, set, take_lower};
use crate::table::EntryCodes;
use crate::wide::wide;

use super::found::Found;
use super::half::Half;
use super::planes::Planes;
use super::squares::Squares;
use super::through::Through;
use super::values::Finder;

/// The values of a half: its own, turned to the rows of its boards before a move, and those of the other half with the same
/// men, to which kings' quiet moves lead.
pub(super) struct Both<'p> {
    pub own: &'p Planes,
    /// Distances to win of the other half.
    pub other: &'p [u8],
    /// Its distances to a zeroing move, a draw where they are too long before a king's move.
    pub in_time: &'p [u8],
    /// The boards with a capture: the words of each row.
    pub pending: &'p [u64],
}

/// What the quiet moves of kings lead to on the boards of a row.
struct Quiet<const W: usize> {
    dtw: [[u8; 64]; W],
    dtz: [[u8; 64]; W],
    any: Mask<W>,
}

/// Compares `W` words of all rows.
#[inline(always)]
fn compare_words<G: Game, const W: usize>(
    half: &Half<'_>,
    word: usize,
    finder: &mut Finder<'_, G>,
    through: &Through,
    both: &Both<'_>,
    wrong: &mut Vec<(usize, usize)>,
) {
    let squares = Squares::<W>::new::<G>(half.enemy, word, half.men, half.enemy_men, true);
    let (words, width) = (half.enemy.words(), KingSets::padded::<G>(half.enemy.count()));
    let column = word * WORD;
    let part = (WORD * W).min(width);
    let advances = half.advances::<G>();
    let count = half.kings.count();
    for (row, &kings) in half.kings.sets().iter().enumerate().filter(|(_, kings)| *kings & half.all_men() == 0) {
        let valid = bits(kings).fold(squares.fit, |valid, square| and(&valid, &squares.free[square as usize]));
        let check = and_not(&valid, masks::mask(both.pending, row * words + word));
        if !any(&check) {
            continue;
        }
        let mut quiet = Quiet { dtw: [[u8::MAX; 64]; W], dtz: [[u8::MAX; 64]; W], any: [0; W] };
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
                    take_lower(quiet.dtw.as_flattened_mut(), &both.other[cell..][..part], &open);
                    take_lower(quiet.dtz.as_flattened_mut(), &both.in_time[cell..][..part], &open);
                    join(&mut quiet.any, &open);
                }
            }
        }
        let mut found = Found::<W>::NONE;
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
            let stuck = check & !(quiet.any[i] | found.any[i]);
            let (mut dtw, mut dtz) = (quiet.dtw[i], found.dtz(i));
            for bit in 0..64 {
                dtw[bit] = through.dtw(dtw[bit].min(found.codes[i][bit]));
                dtz[bit] = dtz[bit].max(Through::dtz(quiet.dtz[i][bit]));
            }
            if stuck != 0 {
                let EntryCodes { dtw: to_win, dtz: zeroing } = EntryCodes::without_move::<G>();
                set(&mut dtw, to_win, stuck);
                set(&mut dtz, zeroing, stuck);
            }
            let first = row * width + column + i * WORD;
            let (own_dtw, own_dtz) = (word_of(&both.own.dtw[first..]), word_of(&both.own.dtz[first..]));
            let mut wanted = [0; 64];
            set(&mut wanted, u8::MAX, check);
            let mut differ = 0;
            for bit in 0..64 {
                differ |= wanted[bit] & ((dtw[bit] ^ own_dtw[bit]) | (dtz[bit] ^ own_dtz[bit]));
            }
            if differ != 0 {
                let is_wrong = |bit: &usize| dtw[*bit] != own_dtw[*bit] || dtz[*bit] != own_dtz[*bit];
                wrong.extend(masks::bits(&[check]).filter(is_wrong).map(|bit| (row, column + i * WORD + bit)));
            }
        }
    }
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
        through: &Through,
        both: &Both<'_>,
        wrong: &mut Vec<(usize, usize)>,
    ) -> () {
        let words = half.enemy.words();
        if words == 1 {
            compare_words::<G, 1>(half, 0, finder, through, both, wrong);
        } else {
            for word in (0..words).step_by(8) {
                compare_words::<G, 8>(half, word, finder, through, both, wrong);
            }
        }
    }
}
