//! Fibres in which only one side has kings. All moves of the other side leave the fibre.
//!
//! So exits decide the boards with that side to move, and the boards with the other side to move follow in one pass.

use std::ops::Range;

use crate::board::{Board, Game};
use crate::index::{KingSets, WORD};
use crate::retrograde::bundle::rows::in_word;
use crate::retrograde::bundle::{Bundle, Column, Half, LaneMoves};
use crate::retrograde::exits::walk::CaptureMemo;
use crate::retrograde::exits::{ExitStripe, Exits, fill};
use crate::retrograde::storage::coding::{FarDistance, NO_MOVE, PENDING, before, best_outcome, outcome_at};
use crate::retrograde::storage::flip_results;
use crate::retrograde::storage::layout::Kind;
use crate::retrograde::threads::Halt;
use crate::value::{Dtw, Dtz, Measure, Outcome};

use super::king_lanes::find_best;
use super::{Chunks, FibreMen, Fibres, Scratch, check};

struct OneSided<'w, 'a, G> {
    of: &'w Fibres<'a, G>,
    /// The side without kings.
    men: usize,
    halves: Vec<[Half<'a, G>; 2]>,
    bundle: Bundle<'a, G>,
    /// By side and lane.
    places: [Vec<HalfPlaces>; 2],
}

struct HalfPlaces {
    /// The codes of distances to win, in [`Scratch::codes`].
    codes: Range<usize>,
    /// The codes of distances to a zeroing move, and the classes, in the chunks in work.
    dtz: Range<usize>,
    classes: Range<usize>,
    /// The bytes of the ending's chunks before it.
    start: u64,
}

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves a bundle of fibres in which only the side `with_kings` has kings.
    pub(super) fn one_sided(
        &self,
        with_kings: usize,
        fibres: &[FibreMen],
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let places = [0, 1].map(|side| {
            let half = &self.layout.halves[side];
            let start = |kind, chunk| self.layout.start(kind, chunk as u64, side);
            let range = |start: u64, length| start as usize..start as usize + length;
            let of_lane = |(lane, &FibreMen { chunk, .. }): (usize, &FibreMen)| HalfPlaces {
                codes: range(start(Kind::Zeroing, lane), half.boards()),
                dtz: range(start(Kind::Zeroing, chunk), half.boards()),
                classes: range(start(Kind::Values, chunk) + half.codes() as u64, half.classes()),
                start: chunks.start + start(Kind::Values, chunk),
            };
            fibres.iter().enumerate().map(of_lane).collect::<Vec<_>>()
        });
        scratch.codes.clear();
        scratch.codes.resize(fibres.len() * self.layout.chunk(Kind::Zeroing), Dtw::DRAW);
        places.iter().flatten().for_each(|place| chunks.dtz[place.dtz.clone()].fill(Dtz::DRAW));
        let (men, halves) = (1 - with_kings, fibres.iter().map(|&fibre| self.halves(fibre)).collect::<Vec<_>>());
        let bundle = Bundle::new(&halves, men, self.layout.ending);
        let work = OneSided { of: self, men, halves, bundle, places };
        let others = scratch.far.len();
        work.men_to_move(scratch, memo, chunks)?;
        scratch.far[others..].sort_unstable();
        let men_far = scratch.far[others..].to_vec();
        (0..fibres.len()).for_each(|lane| work.kings_to_move(lane, &men_far, scratch, memo, chunks));
        let captures = scratch.exits[0].iter().flat_map(|exits| exits.captures.iter().copied()).enumerate();
        for column in captures.flat_map(in_word).map(|number| work.bundle.columns[number]) {
            chunks.dtz[work.places[men][column.lane as usize].dtz.start + column.turned as usize] = PENDING;
        }
        self.keep_results(fibres, &scratch.codes, chunks.values);
        check(&scratch.far)
    }
}

impl<'a, G: Game> OneSided<'_, 'a, G> {
    /// Solves the boards with the side without kings to move, by zeroing moves alone. The half has one row; value rows have one
    /// value.
    fn men_to_move(
        &self,
        Scratch { exits: [exits, _], reached_codes: [reached_codes, _], far, codes, .. }: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let (bundle, others) = (&self.bundle, &self.of.others[self.men]);
        let moves: Vec<_> = self.halves.iter().map(|halves| LaneMoves::new(&halves[self.men])).collect();
        exits.resize_with(bundle.stripes(), Exits::default);
        reached_codes.resize(bundle.stripe_boards(), 0);
        let mut decide = |&Column { lane, turned }: &Column, outcome: Outcome| {
            let (place, at) = (&self.places[self.men][lane as usize], turned as usize);
            codes[place.codes.start + at] = self.code(outcome, place.start + at as u64, far);
        };
        for (number, exits) in exits.iter_mut().enumerate() {
            fill(exits, reached_codes, &ExitStripe { bundle, moves: &moves, others, number }, memo, self.of.stopped)?;
            let columns = &bundle.columns[number * bundle.mask_words() * WORD..];
            let found = reached_codes.iter().zip(columns).filter(|&(&code, _)| code != Dtw::DRAW && !Dtw::is_far(code));
            found.for_each(|(&code, column)| decide(column, before::<G>(code)));
            for &(plies, cell) in &exits.far {
                decide(&columns[cell as usize], Outcome::decided_in::<G>(plies));
            }
            let stuck_outcome = Outcome::without_move::<G>();
            for word in 0..exits.mobile.len() {
                let (stuck, wins) = (exits.stuck[word], exits.wins[word]);
                let loses = (exits.mobile[word] | exits.captures[word]) & !wins & !exits.holds[word];
                for (decided, outcome) in [(wins, Outcome::Win(1)), (loses, Outcome::Loss(1)), (stuck, stuck_outcome)] {
                    let code = Dtz::encode(outcome).expect("0 and 1 are within any draw rule");
                    for column in in_word((word, decided)).map(|cell| &columns[cell]) {
                        let (place, at) = (&self.places[self.men][column.lane as usize], column.turned as usize);
                        chunks.values[place.classes.start + at] = if code > Dtz::DRAW { 0b01 } else { 0b10 };
                        chunks.dtz[place.dtz.start + at] = code;
                        if outcome == stuck_outcome {
                            decide(column, outcome);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Solves the boards of one fibre with the side with kings to move. `men_far` are the far distances of the other half.
    fn kings_to_move(
        &self,
        lane: usize,
        men_far: &[FarDistance],
        Scratch { far, codes, best, .. }: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) {
        let with_kings = 1 - self.men;
        let half = &self.halves[lane][with_kings];
        let (place, men_place) = (&self.places[with_kings][lane], &self.places[self.men][lane]);
        let after = [&codes[men_place.codes.clone()], &chunks.dtz[men_place.dtz.clone()]];
        find_best(half, &self.of.others[with_kings], after, memo, best);
        let far_outcome = |board: &Board<G>, codes: &[u8]| {
            best_outcome::<G>(board, |mv, child| {
                if mv.is_zeroing() {
                    return Some(half.known.outcome(child));
                }
                let at = KingSets::number(child.enemy_kings);
                Some(outcome_at::<G>(men_far, codes[men_place.codes.start + at], men_place.start + at as u64))
            })
        };
        for (byte, numbers) in half.kings.turned().chunks(8).enumerate() {
            let (mut won, mut lost) = (0, 0);
            for (bit, &number) in numbers.iter().enumerate() {
                let (at, number) = (8 * byte + bit, number as usize);
                let (after, after_dtz) = (best.quiet.dtw[number], best.quiet.dtz[number]);
                let captures = best.captures.dtz[number] != NO_MOVE;
                let mut dtz = self.of.through.dtz[usize::from(after_dtz)];
                let mut code = self.of.through.dtw[usize::from(after)];
                if Dtw::is_far(after) || Dtw::is_far(code) || (after_dtz == NO_MOVE && !captures) {
                    let (board, mut moves) = (half.board(half.kings.sets()[number], 0), Vec::new());
                    board.moves(&mut moves);
                    let outcome = if moves.is_empty() {
                        dtz = Dtz::encode(Outcome::without_move::<G>()).expect("0 plies");
                        Outcome::without_move::<G>()
                    } else if Dtw::is_far(after) {
                        far_outcome(&board, codes)
                    } else {
                        before::<G>(after)
                    };
                    code = self.code(outcome, place.start + at as u64, far);
                }
                codes[place.codes.start + at] = code;
                chunks.dtz[place.dtz.start + at] = if captures { PENDING } else { dtz };
                won |= u8::from(dtz > Dtz::DRAW) << bit;
                lost |= u8::from(dtz < Dtz::DRAW) << bit;
            }
            let classes = &mut chunks.values[place.classes.clone()];
            classes[byte] = won;
            classes[byte + classes.len() / 2] = lost;
        }
    }

    /// The code of a distance to win at an offset in the ending's chunks.
    fn code(&self, outcome: Outcome, offset: u64, far: &mut Vec<FarDistance>) -> u8 {
        let code = self.of.coding.code(outcome);
        if let (true, Outcome::Win(plies) | Outcome::Loss(plies)) = (Dtw::is_far(code), outcome) {
            far.push(FarDistance { offset, plies });
        }
        code
    }
}

impl<G: Game> Fibres<'_, G> {
    /// Stores the codes of distances to win; or results alone: for each value row, masks of the won and of the lost boards.
    pub(super) fn keep_results(&self, fibres: &[FibreMen], codes: &[u8], values: &mut [u8]) {
        for (lane, &FibreMen { chunk, .. }) in fibres.iter().enumerate() {
            for (side, half) in self.layout.halves.iter().enumerate() {
                let codes = &codes[self.layout.start(Kind::Zeroing, lane as u64, side) as usize..][..half.boards()];
                let to = &mut values[self.layout.start(Kind::Values, chunk as u64, side) as usize..][..half.bytes()];
                if self.coding.with_dtw {
                    to[..half.codes()].copy_from_slice(codes);
                } else {
                    // The results in theory are still zeros.
                    flip_results(codes, &mut to[half.classes()..], half.row_len);
                }
            }
        }
    }
}
