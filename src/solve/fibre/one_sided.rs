//! Fibres in which only one side has kings. All moves of the other side leave the fibre.
//!
//! So its exits decide the boards with that side to move. The boards with the side of the kings to move follow in one
//! pass.

use crate::board::{Bitboard, Game};
use crate::bulk::masks::bits;
use crate::index::{KingSets, WORD};
use crate::solve::bundle::{Bundle, Column, Half, LaneMoves};
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::exits::{ExitStripe, Exits, fill};
use crate::solve::storage::coding::{Coding, FarDistance, NO_MOVE, PENDING, Through, before, best_outcome, outcome_at};
use crate::solve::storage::layout::{HalfLayout, Kind};
use crate::solve::threads::Halt;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::best_moves::BestMoves;
use super::king_lanes::find_best;
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
        let Scratch { exits: [exits, _], reached_codes: [reached_codes, _], far, codes, best, .. } = scratch;
        let mut outs = self.outs(fibres, chunks, codes);
        let others = far.len();
        let men = 1 - with_kings;
        let bundle = Bundle::new(&halves, men, self.layout.ending);
        let moves: Vec<_> = halves.iter().map(|halves| LaneMoves::new(&halves[men])).collect();
        exits.resize_with(bundle.stripes(), Exits::default);
        reached_codes.resize(bundle.stripe_boards(), 0);
        // A side without kings has zeroing moves only, so all its boards are decided here. Its half has one row, and
        // each column of that row is a value row of one value.
        for (number, exits) in exits.iter_mut().enumerate() {
            let stripe = ExitStripe { bundle: &bundle, moves: &moves, others: &self.others[men], number };
            fill(exits, reached_codes, &stripe, memo, self.stopped)?;
            let columns = &bundle.columns[number * bundle.mask_words() * WORD..];
            let decided =
                reached_codes.iter().zip(columns).filter(|&(&code, _)| code != Dtw::DRAW && !Dtw::is_far(code));
            for (&code, &Column { lane, turned }) in decided {
                outs[lane as usize][men].set(turned as usize, before::<G>(code), far);
            }
            for &(plies, cell) in &exits.far {
                let Column { lane, turned } = columns[cell as usize];
                outs[lane as usize][men].set(turned as usize, Outcome::decided_in::<G>(plies), far);
            }
            let stuck_outcome = Outcome::without_move::<G>();
            for word in 0..exits.mobile.len() {
                let (stuck, wins) = (exits.stuck[word], exits.wins[word]);
                let loses = (exits.mobile[word] | exits.captures[word]) & !wins & !exits.holds[word];
                for (decided, outcome) in [(wins, Outcome::Win(1)), (loses, Outcome::Loss(1)), (stuck, stuck_outcome)] {
                    let code = Dtz::encode(outcome).expect("0 and 1 are within any draw rule");
                    for bit in bits(&[decided]) {
                        let Column { lane, turned } = columns[Exits::cell(word, bit) as usize];
                        let (out, at) = (&mut outs[lane as usize][men], turned as usize);
                        out.classes[at] = if code > Dtz::DRAW { 0b01 } else { 0b10 };
                        out.dtz[at] = code;
                        if outcome == stuck_outcome {
                            out.set(at, outcome, far);
                        }
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
                        return Some(kings.known.outcome(child));
                    }
                    let at = KingSets::number(child.enemy_kings);
                    Some(outcome_at::<G>(&men_far, men_out.dtw[at], men_out.start + at as u64))
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
            let captures = best.captures.dtz[number] != NO_MOVE;
            let mut dtz = through.dtz[usize::from(after_dtz)];
            out.dtw[at] = through.dtw[usize::from(after)];
            if Dtw::is_far(after) || Dtw::is_far(out.dtw[at]) || (after_dtz == NO_MOVE && !captures) {
                let kings = half.kings.sets()[number];
                let mut moves = Vec::new();
                half.board(kings, 0).moves(&mut moves);
                let outcome = if moves.is_empty() {
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

/// The bytes of one half of a chunk in work.
pub(super) struct HalfBytes<'o> {
    pub row_len: usize,
    /// How many bytes of the ending's chunks come before it.
    pub start: u64,
    coding: Coding,
    pub dtw: &'o mut [u8],
    pub classes: &'o mut [u8],
    pub dtz: &'o mut [u8],
}

impl<'o> HalfBytes<'o> {
    /// Writes a distance to win at a place in the half.
    pub fn set(&mut self, at: usize, outcome: Outcome, far: &mut Vec<FarDistance>) {
        self.dtw[at] = self.coding.code(outcome);
        if let (true, Outcome::Win(plies) | Outcome::Loss(plies)) = (Dtw::is_far(self.dtw[at]), outcome) {
            far.push(FarDistance { offset: self.start + at as u64, plies });
        }
    }
}

impl<G: Game> Fibres<'_, G> {
    /// The bytes of both halves of some fibres. Where chunks have no place for the codes of distances to win, `codes`
    /// has them.
    pub(super) fn outs<'o>(
        &self,
        fibres: &[FibreMen],
        chunks: &'o mut Chunks<'_>,
        codes: &'o mut Vec<u8>,
    ) -> Vec<[HalfBytes<'o>; 2]> {
        let (layout, [first, second]) = (self.layout, self.layout.halves);
        let (chunks_start, boards) = (chunks.start, layout.chunk(Kind::Zeroing));
        let results = if self.coding.with_dtw { 0 } else { boards };
        codes.resize(results * fibres.len(), 0);
        let mut codes = &mut codes[..];
        let (start, end) =
            (fibres.first().map_or(0, |fibre| fibre.chunk), fibres.last().map_or(0, |fibre| fibre.chunk + 1));
        let mut wanted = fibres.iter().map(|fibre| fibre.chunk).peekable();
        let values = chunks.values[start * layout.chunk(Kind::Values)..end * layout.chunk(Kind::Values)]
            .chunks_exact_mut(layout.chunk(Kind::Values));
        let dtz = chunks.dtz[start * boards..end * boards].chunks_exact_mut(boards);
        let outs = (start..).zip(values.zip(dtz)).filter(|(chunk, _)| wanted.next_if_eq(chunk).is_some());
        outs.map(|(chunk, (values, dtz))| {
            let (now, rest) = std::mem::take(&mut codes).split_at_mut(results);
            codes = rest;
            let (values, dtz) = (values.split_at_mut(first.bytes()), dtz.split_at_mut(first.boards()));
            let codes = now.split_at_mut(results.min(first.boards()));
            let out = |side, half: HalfLayout, values: &'o mut [u8], dtz, codes| {
                let (dtw, classes) = values.split_at_mut(half.codes());
                let dtw = if self.coding.with_dtw { dtw } else { codes };
                let classes = &mut classes[..half.classes()];
                dtw.fill(Dtw::DRAW);
                HalfBytes {
                    row_len: half.row_len,
                    start: chunks_start + layout.start(Kind::Values, chunk as u64, side),
                    coding: self.coding,
                    dtw,
                    classes,
                    dtz,
                }
            };
            dtz.0.fill(Dtz::DRAW);
            dtz.1.fill(Dtz::DRAW);
            [out(0, first, values.0, dtz.0, codes.0), out(1, second, values.1, dtz.1, codes.1)]
        })
        .collect()
    }

    /// Where distances to win are not kept: keeps the results of their codes. Each value row gets a mask of the boards
    /// that are won, and a mask of those that are lost.
    pub(super) fn keep_results(&self, fibres: &[FibreMen], codes: &[u8], values: &mut [u8]) {
        if self.coding.with_dtw {
            return;
        }
        for (lane, &FibreMen { chunk, .. }) in fibres.iter().enumerate() {
            for (side, half) in self.layout.halves.iter().enumerate() {
                let codes = &codes[self.layout.start(Kind::Zeroing, lane as u64, side) as usize..][..half.boards()];
                let start =
                    self.layout.start(Kind::Values, chunk as u64, side) as usize + half.codes() + half.classes();
                let theory = &mut values[start..][..half.classes()];
                for (codes, theory) in codes.chunks_exact(half.row_len).zip(theory.chunks_exact_mut(half.row_classes()))
                {
                    for (at, &code) in codes.iter().enumerate() {
                        let lost = at + half.row_len;
                        theory[at / 8] |= u8::from(code > Dtw::DRAW) << (at % 8);
                        theory[lost / 8] |= u8::from(code < Dtw::DRAW) << (lost % 8);
                    }
                }
            }
        }
    }
}
