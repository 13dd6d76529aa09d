//! The boards of one side to move in a bundle, and what their zeroing moves come to.

use crate::index::WORD;
use crate::value::{Dtw, Measure, Outcome};
use crate::wide::wide;

use super::bundle::Bundle;
use super::exit::Exit;
use super::exits::{Block, Done};
use super::far::LONGEST;
use super::fibre::PENDING;
use super::half::Half;
use super::halt::Halt;
use super::lanes::Lanes;
use super::masks::{and_not, equal, places, set};
use super::turn::turn;
use super::walk::Memo;

/// Distances that a code and a ply more can stand for.
const EVENTS: usize = 257;

/// The boards of a half, as masks: a row for each set of the mover's kings, a bit for each of the enemy's.
#[derive(Default)]
pub(super) struct Boards {
    /// Those with a legal move, but no capture.
    pub quiet: Vec<u64>,
    /// Those with a capture pending.
    pub captures: Vec<u64>,
    /// Those without a legal move.
    pub stuck: Vec<u64>,
    /// The quiet ones without a king's move.
    pub still: Vec<u64>,
    /// The quiet ones whose zeroing moves do not delay a loss: there are none, or they lose at once.
    pub prompt: Vec<u64>,
    /// Those with a zeroing move that wins under the draw rule.
    pub wins: Vec<u64>,
    /// Those with a zeroing move that does not lose under it.
    pub holds: Vec<u64>,
    /// By distance to win in plies, the boards, as [`Boards::cell`], that zeroing moves decide: won in odd distances,
    /// in even ones lost unless a king's move does better.
    pub events: Vec<Vec<u32>>,
    /// The last distance with events.
    pub last: usize,
    /// Boards whose events are farther than codes tell.
    far: Vec<u32>,
}

impl Boards {
    /// Empties them, for a number of words in all.
    fn clear(&mut self, words: usize) {
        let Boards { quiet, captures, stuck, still, prompt, wins, holds, events, last, far } = self;
        for plane in [quiet, captures, stuck, still, prompt, wins, holds] {
            plane.clear();
            plane.resize(words, 0);
        }
        events.resize_with(EVENTS, Vec::new);
        events.iter_mut().for_each(Vec::clear);
        *last = 0;
        far.clear();
    }

    /// The number of a board, given its place in the masks.
    #[inline(always)]
    pub fn cell(word: usize, bit: usize) -> u32 {
        (word * WORD + bit) as u32
    }

    /// Fills them for the fibres of a bundle, `W` words at a time, of which a fibre has `L`: as many, or half a word.
    #[inline(always)]
    fn fill<'a, const W: usize, const L: usize>(
        &mut self,
        bundle: &Bundle<'a>,
        lanes: &Lanes<'_, 'a>,
        memo: &mut Memo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let mut block = Block::<W, L>::new(bundle, lanes, memo);
        for (row, &kings) in bundle.kings.sets().iter().enumerate() {
            if kings & bundle.men != 0 {
                continue;
            }
            // Once in some thousand words.
            if row * bundle.words % 4096 < bundle.words && row > 0 && stopped() {
                return Err(Halt::Stopped);
            }
            for word in (0..bundle.words).step_by(W) {
                if block.start(kings, word) {
                    self.store(row * bundle.words + word, block.work());
                }
            }
        }
        for cell in std::mem::take(&mut self.far) {
            let (row, column) = (cell as usize / (bundle.words * WORD), cell as usize % (bundle.words * WORD));
            let half = lanes.half(column / bundle.width);
            self.enter_far(cell, half.far_exit(half.kings.sets()[row], half.enemy.sets()[column % bundle.width]))?;
        }
        Ok(())
    }

    /// Adds the event of a board whose distance was looked up.
    #[cold]
    fn enter_far(&mut self, cell: u32, outcome: Outcome) -> Result<(), Halt> {
        let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { unreachable!("a far distance is no draw's") };
        if plies > LONGEST {
            return Err(Halt::TooLong);
        }
        let plies = usize::from(plies);
        self.events.resize_with(self.events.len().max(plies + 1), Vec::new);
        self.events[plies].push(cell);
        self.last = self.last.max(plies);
        Ok(())
    }

    #[inline(always)]
    fn store<const W: usize>(&mut self, at: usize, done: Done<'_, W>) {
        let Done { valid, captures, stuck, still, wins, holds, codes } = done;
        let quiet = and_not(&and_not(&valid, &captures), &stuck);
        let mut prompt = [0; W];
        for (i, codes) in codes.iter().enumerate() {
            prompt[i] = equal(codes, Exit::NONE.code) & quiet[i] & !still[i];
            // Of the others the round is known in which they are decided, or at least may be.
            let decided = valid[i] & !stuck[i] & !prompt[i] & !equal(codes, Dtw::DRAW);
            for bit in places(&[decided]) {
                let code = codes[bit];
                if code.wrapping_sub(Dtw::FAR_LOSS) > 2 {
                    let plies = if code < Dtw::DRAW { 2 * usize::from(code) + 1 } else { 512 - 2 * usize::from(code) };
                    self.last = self.last.max(plies);
                    self.events[plies].push(Boards::cell(at + i, bit));
                } else {
                    self.far.push(Boards::cell(at + i, bit));
                }
            }
        }
        self.events[0].extend(places(&stuck).map(|place| Boards::cell(at, place)));
        for (plane, mask) in [
            (&mut self.quiet, quiet),
            (&mut self.captures, captures),
            (&mut self.stuck, stuck),
            (&mut self.still, still),
            (&mut self.prompt, prompt),
            (&mut self.wins, wins),
            (&mut self.holds, holds),
        ] {
            plane[at..at + W].copy_from_slice(&mask);
        }
    }
}

wide! {
    /// Fills in what leaves the fibres of a bundle: of those halves, the ones with that side to move.
    pub(super) fn fill<'a>(
        boards: &mut Boards,
        bundle: &Bundle<'a>,
        halves: &[[Half<'a>; 2]],
        side: usize,
        memo: &mut Memo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        boards.clear(bundle.kings.sets().len() * bundle.words);
        let lanes = Lanes::new(halves.iter().map(|halves| &halves[side]));
        if bundle.words == 1 {
            boards.fill::<1, 1>(bundle, &lanes, memo, stopped)
        } else if bundle.width < WORD {
            boards.fill::<8, 1>(bundle, &lanes, memo, stopped)
        } else {
            boards.fill::<8, 8>(bundle, &lanes, memo, stopped)
        }
    }
}

wide! {
    /// Marks the boards with a capture pending among the codes of distances to a zeroing move, which begin there for each
    /// fibre.
    pub(super) fn mark_pending(boards: &Boards, bundle: &Bundle<'_>, starts: &[usize], dtz: &mut [u8]) -> () {
        let rows = bundle.kings.sets().len();
        let mut tile = [0; WORD];
        for first in (0..rows).step_by(WORD) {
            let all = u64::MAX >> (WORD - (rows - first).min(WORD));
            for word in 0..bundle.words {
                for column in places(&[turn(bundle, (first, all), word, |at| boards.captures[at], &mut tile)]) {
                    let to = bundle.columns[word * WORD + column];
                    let place = starts[to.lane as usize] + to.turned as usize * bundle.other_width + first;
                    set(&mut dtz[place..], PENDING, tile[column]);
                }
            }
        }
    }
}
