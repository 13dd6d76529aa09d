//! Exits: what the zeroing moves of a bundle's boards come to, found for many boards at once.
//!
//! [`fill()`] goes through a stripe row by row, and gathers the values that the captures and advances of each board lead to.

mod block;
mod captures;
pub(super) mod walk;

use crate::board::Game;
use crate::bulk::masks::{Mask, and_not, bits, equal, set};
use crate::index::{KingSets, WORD};
use crate::value::{Dtw, Measure, Outcome};
use crate::wide::wide;

use super::bundle::rows::in_word;
use super::bundle::{Bundle, LaneMoves, Shape};
use super::storage::coding::LONGEST;
use super::threads::Halt;

pub(super) use captures::shared_bytes;
pub(super) use walk::Exit;

use block::{Block, FoundExits};
use walk::CaptureMemo;

/// The bytes of the sets of rows in which boards are due in each round, by the rows and columns of a half, padding included.
pub(in crate::retrograde) fn due_bytes(rows: usize, columns: usize) -> usize {
    let stripes = if columns > WORD { columns / (8 * WORD) } else { 1 };
    stripes * (usize::from(Dtw::MAX) + 2) * rows.div_ceil(WORD) * size_of::<u64>()
}

/// The exits of one stripe: planes, named by [the words](crate::retrograde), and the rows in which boards are due in each round.
///
/// The codes of exits are kept elsewhere, one for each cell (a bit of a plane): the code that the best zeroing move of a board
/// leads to, if that board is due in some round, else that of a draw. A board due at an odd distance to win is won, at an even
/// one (in poddavki vice versa) lost unless a king's move does better. Stuck boards are due in round 0, in their own plane.
#[derive(Default)]
pub(in crate::retrograde) struct Exits {
    pub mobile: Vec<u64>,
    pub captures: Vec<u64>,
    pub stuck: Vec<u64>,
    pub kings_stuck: Vec<u64>,
    /// The mobile boards on which a king can move and nothing delays a loss: all zeroing moves, if any, lose in 2.
    pub ready: Vec<u64>,
    /// The boards with a zeroing move that wins under the draw rule.
    pub wins: Vec<u64>,
    pub holds: Vec<u64>,
    /// By round, the words of the set of rows in which boards are due.
    due_rows: Vec<u64>,
    pub last: usize,
    /// The rounds and cells of the boards whose distance no code holds, once these are looked up.
    pub far: Vec<(u16, u32)>,
}

impl Exits {
    pub fn clear(&mut self, words: usize) {
        let Exits { mobile, captures, stuck, kings_stuck, ready, wins, holds, due_rows, last, far } = self;
        for plane in [mobile, captures, stuck, kings_stuck, ready, wins, holds] {
            plane.clear();
            plane.resize(words, 0);
        }
        due_rows.clear();
        *last = 0;
        far.clear();
    }

    /// The words of the set of rows in which boards are due in a round, by the number of rows.
    #[inline(always)]
    pub fn due_rows(&self, plies: u16, rows: usize) -> &[u64] {
        let words = rows.div_ceil(WORD);
        self.due_rows.get(usize::from(plies) * words..).map_or(&[], |due| &due[..words.min(due.len())])
    }

    #[cold]
    pub fn enter_far(&mut self, cell: u32, outcome: Outcome) -> Result<(), Halt> {
        // Only forged values give a draw a far distance.
        let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { return Err(Halt::TooLong) };
        if plies > LONGEST {
            return Err(Halt::TooLong);
        }
        self.far.push((plies, cell));
        self.last = self.last.max(plies.into());
        Ok(())
    }

    /// Stores the exits of a row's block. Where no code holds the distance of a board, its cell goes to `far`.
    #[inline(always)]
    pub fn store<G: Game, const W: usize>(
        &mut self,
        (row, rows): (usize, usize),
        (valid, [stuck, kings_stuck], found): (&Mask<W>, [Mask<W>; 2], &FoundExits<W>),
        reached_codes: &mut [u8],
        far: &mut Vec<u32>,
    ) {
        let &FoundExits { captures, wins, holds, ref reached } = found;
        let at = row * W;
        let mobile = and_not(&and_not(valid, &captures), &stuck);
        let mut ready = [0; W];
        let mut seen = [false; 256];
        for (i, codes) in reached.iter().enumerate() {
            ready[i] = equal(codes, Exit::NONE.reached) & mobile[i] & !kings_stuck[i];
            // Exits decide these boards in a known round, unless a king's move does better.
            let decided = valid[i] & !stuck[i] & !ready[i];
            let due: &mut [u8; WORD] = reached_codes[(at + i) * WORD..].first_chunk_mut().expect("a code for each bit");
            *due = *codes;
            set(due, Dtw::DRAW, !decided);
            due.iter().for_each(|&code| seen[usize::from(code)] = true);
        }
        seen[usize::from(Dtw::DRAW)] = false;
        for code in bits(&seen_bits(&seen)).map(|code| code as u8) {
            if Dtw::is_far(code) {
                for (i, codes) in reached_codes[at * WORD..].as_chunks::<WORD>().0[..W].iter().enumerate() {
                    far.extend(in_word((at + i, equal(codes, code))).map(|cell| cell as u32));
                }
                continue;
            }
            let plies = usize::from(Dtw::plies::<G>(code)) + 1;
            let words = rows.div_ceil(WORD);
            if plies > self.last || self.due_rows.is_empty() {
                self.last = self.last.max(plies);
                self.due_rows.resize((self.last + 1) * words, 0);
            }
            self.due_rows[plies * words + row / WORD] |= 1 << (row % WORD);
        }
        for (plane, mask) in [
            (&mut self.mobile, mobile),
            (&mut self.captures, captures),
            (&mut self.stuck, stuck),
            (&mut self.kings_stuck, kings_stuck),
            (&mut self.ready, ready),
            (&mut self.wins, wins),
            (&mut self.holds, holds),
        ] {
            plane[at..at + W].copy_from_slice(&mask);
        }
    }
}

#[inline(always)]
fn seen_bits(seen: &[bool; 256]) -> [u64; 4] {
    std::array::from_fn(|part| {
        let eights = seen[part * WORD..][..WORD].as_chunks::<8>().0.iter();
        eights.enumerate().fold(0, |bits, (place, eight)| {
            // The lowest bit of each byte; then these bits side by side.
            let eight = u64::from_le_bytes(eight.map(u8::from));
            bits | (eight.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * place)
        })
    })
}

pub(in crate::retrograde) struct ExitStripe<'s, 'a, G> {
    pub bundle: &'s Bundle<'a, G>,
    pub moves: &'s [LaneMoves<'s, 'a, G>],
    /// The sets of one king less than the mover has.
    pub others: &'s KingSets,
    pub number: usize,
}

impl Exits {
    /// Fills in the exits of a stripe, block by block. For `W` and `L` see [`Block`].
    #[inline(always)]
    fn fill_blocks<'a, G: Game, const W: usize, const L: usize>(
        &mut self,
        codes: &mut [u8],
        stripe: &ExitStripe<'_, 'a, G>,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let &ExitStripe { bundle, moves, others, number } = stripe;
        let sets = bundle.kings.sets();
        let first_word = number * W;
        let mut block = Block::<G, W, L>::new(bundle, moves, memo, first_word);
        // Sharing gains nothing where a row has one word.
        let mut captures = Vec::new();
        if W > 1 && bundle.kings.count() > 0 {
            captures.resize(sets.len(), FoundExits::NONE);
            block.share_captures(others, &mut captures);
        }
        let mut far = Vec::new();
        for (row, &kings) in sets.iter().enumerate() {
            // Asks once in 4096 words.
            if ((row + 1) * W).is_multiple_of(4096) && stopped() {
                return Err(Halt::Stopped);
            }
            if kings & bundle.men == 0 && block.start(kings) {
                let stuck = block.work(captures.get(row));
                self.store::<G, W>((row, sets.len()), (&block.valid, stuck, &block.found), codes, &mut far);
            }
        }
        for cell in far {
            let (row, in_mask) = (cell as usize / (W * WORD), cell as usize % (W * WORD));
            let column = first_word * WORD + in_mask;
            let half = moves[column / bundle.lane_width].half;
            self.enter_far(cell, half.far_exit(half.kings.sets()[row], half.enemy.sets()[column % bundle.lane_width]))?;
        }
        Ok(())
    }
}

wide! {
    pub(in crate::retrograde) fn fill<'a, G: Game>(
        exits: &mut Exits,
        codes: &mut [u8],
        stripe: &ExitStripe<'_, 'a, G>,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        exits.clear(stripe.bundle.rows() * stripe.bundle.mask_words());
        codes.fill(Dtw::DRAW);
        match stripe.bundle.shape() {
            Shape::Word => exits.fill_blocks::<G, 1, 1>(codes, stripe, memo, stopped),
            Shape::NarrowLanes => exits.fill_blocks::<G, 8, 1>(codes, stripe, memo, stopped),
            Shape::WideLanes => exits.fill_blocks::<G, 8, 8>(codes, stripe, memo, stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_that_were_seen() {
        for codes in [&[][..], &[0, 7, 8, 63, 64, 126, 128, 255], &[1, 2, 3, 4, 5, 6]] {
            let mut seen = [false; 256];
            codes.iter().for_each(|&code: &usize| seen[code] = true);
            assert!(bits(&seen_bits(&seen)).eq(codes.iter().copied()));
        }
    }
}
