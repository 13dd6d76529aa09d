//! Fibres in which only one side has kings. All moves of the other side leave the fibre.
//!
//! So its exits decide the boards with that side to move. The boards with the side of the kings to move follow in one
//! pass.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::bits;
use crate::index::{KingSets, WORD};
use crate::solve::bundle::{Bundle, BundleMoves, Column, Half};
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::exits::{Exits, Stripe, fill, plies_before};
use crate::solve::storage::coding::{Far, FarDistance, PENDING, Through, before, best_outcome};
use crate::solve::threads::Halt;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::against_men::{BestMoves, NONE, find_best};
use super::output::HalfBytes;
use super::{Chunks, FibreMen, Fibres, Scratch, check};

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves a bundle of fibres in which the side `with_kings` has kings, and the other side none.
    pub(super) fn one_sided(
        &self,
        with_kings: usize,
        fibres: &[FibreMen],
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let halves: Vec<[Half<'a, G>; 2]> = fibres.iter().map(|&fibre| self.halves(fibre)).collect();
        let Scratch { exits: [exits, _], exit_codes: [exit_codes, _], far, codes, best, .. } = scratch;
        let mut outs = self.outs(fibres, chunks, codes);
        let others = far.len();
        let men = 1 - with_kings;
        let bundle = Bundle::new(&halves, men, self.lanes());
        let moves = BundleMoves::new(halves.iter().map(|halves| &halves[men]));
        exits.resize_with(bundle.stripes(), Exits::default);
        exit_codes.resize(bundle.stripe_boards(), 0);
        // A side without kings has zeroing moves only, so all its boards are decided here. Its half has one row, and
        // each column of that row is a value row of one value.
        for (number, exits) in exits.iter_mut().enumerate() {
            let stripe = Stripe { bundle: &bundle, moves: &moves, others: &self.others[men], number };
            fill(exits, exit_codes, &stripe, memo, self.stopped)?;
            let columns = &bundle.columns[number * bundle.mask_words() * WORD..];
            for (&code, &Column { lane, turned }) in exit_codes.iter().zip(columns) {
                let plies = plies_before::<G>(code).filter(|_| code != Dtw::DRAW);
                if let Some(plies) = plies {
                    outs[lane as usize][men].set(turned as usize, Outcome::decided_in::<G>(plies as u16), far);
                }
            }
            for &(plies, cell) in &exits.far {
                let Column { lane, turned } = columns[cell as usize];
                outs[lane as usize][men].set(turned as usize, Outcome::decided_in::<G>(plies), far);
            }
            for word in 0..exits.mobile.len() {
                let (stuck, wins, captures) = (exits.stuck[word], exits.wins[word], exits.captures[word]);
                let loses = (exits.mobile[word] | captures) & !wins & !exits.holds[word];
                for bit in bits(&[stuck]) {
                    let Column { lane, turned } = columns[Exits::cell(word, bit) as usize];
                    outs[lane as usize][men].set(turned as usize, Outcome::without_move::<G>(), far);
                }
                for (decided, outcome) in
                    [(wins, Outcome::Win(1)), (loses, Outcome::Loss(1)), (stuck, Outcome::without_move::<G>())]
                {
                    let code = Dtz::encode(outcome).expect("0 and 1 are within any draw rule");
                    let won = matches!(outcome, Outcome::Win(_));
                    for bit in bits(&[decided]) {
                        let Column { lane, turned } = columns[Exits::cell(word, bit) as usize];
                        let (out, at) = (&mut outs[lane as usize][men], turned as usize);
                        out.classes[at] = if won { 0b01 } else { 0b10 };
                        out.dtz[at] = code;
                    }
                }
            }
        }
        far[others..].sort_unstable();
        let men_far = far[others..].to_vec();
        for (outs, halves) in outs.iter_mut().zip(&halves) {
            let [a, b] = outs;
            let (kings_out, men_out) = if with_kings == 0 { (a, b) } else { (b, a) };
            let kings = &halves[with_kings];
            let far_outcome = |set| {
                best_outcome::<G>(&kings.board(set, 0), |mv, child| {
                    if mv.is_zeroing() {
                        return Some(kings.outcome(child));
                    }
                    let at = KingSets::number(child.enemy_kings);
                    Some(Far::new(&men_far).outcome::<G>(men_out.dtw[at], men_out.start + at as u64))
                })
            };
            find_best(kings, &self.others[with_kings], [&*men_out.dtw, &*men_out.dtz], memo, best);
            write(self.through, kings, best, &far_outcome, kings_out, far);
        }
        for (word, &captures) in exits.iter().flat_map(|exits| &exits.captures).enumerate() {
            for bit in bits(&[captures]) {
                let Column { lane, turned } = bundle.columns[word * WORD + bit];
                outs[lane as usize][men].dtz[turned as usize] = PENDING;
            }
        }
        self.keep_results(fibres, codes, chunks.values);
        check(far)
    }
}

/// Writes the values of the boards of a half. Where no code holds the distance of a board, `far_outcome` gives its
/// outcome by the mover's kings.
fn write<G: Game>(
    through: &Through,
    half: &Half<'_, G>,
    best: &BestMoves,
    far_outcome: &dyn Fn(Bitboard) -> Outcome,
    out: &mut HalfBytes<'_>,
    far: &mut Vec<FarDistance>,
) {
    for (byte, numbers) in half.kings.turned().chunks(8).enumerate() {
        let (mut won, mut lost) = (0, 0);
        for (bit, &number) in numbers.iter().enumerate() {
            let (at, number) = (8 * byte + bit, number as usize);
            let (after, after_dtz) = (best.quiet.dtw[number], best.quiet.dtz[number]);
            let captures = best.captures.dtz[number] != NONE;
            let mut dtz = through.dtz[usize::from(after_dtz)];
            out.dtw[at] = through.dtw[usize::from(after)];
            if Dtw::is_far(after) || Dtw::is_far(out.dtw[at]) || (after_dtz == NONE && !captures) {
                let kings = half.kings.sets()[number];
                let outcome = if !captures && is_stuck(half, kings) {
                    dtz = Dtz::encode(Outcome::without_move::<G>()).expect("0 plies");
                    Outcome::without_move::<G>()
                } else if Dtw::is_far(after) {
                    far_outcome(kings)
                } else {
                    before::<G>(after)
                };
                out.set(at, outcome, far);
            }
            out.dtz[at] = if captures { PENDING } else { dtz };
            won |= u8::from(dtz > Dtz::DRAW) << bit;
            lost |= u8::from(dtz < Dtz::DRAW) << bit;
        }
        out.classes[byte] = won;
        out.classes[byte + out.row_len / 8] = lost;
    }
}

/// Whether the mover of a board has no legal move.
#[cold]
fn is_stuck<G: Game>(half: &Half<'_, G>, kings: Bitboard) -> bool {
    let mut moves = Vec::new();
    half.board(kings, 0).moves(&mut moves);
    moves.is_empty()
}
