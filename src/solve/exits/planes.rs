//! The exits of a bundle: planes of its boards, and the rounds in which zeroing moves decide them.

use crate::board::Game;
use crate::index::WORD;
use crate::solve::bundle::masks::{and_not, bits, equal};
use crate::solve::halt::Halt;
use crate::solve::storage::far::LONGEST;
use crate::value::{Dtw, Measure, Outcome};

use super::block::BlockExits;
use super::exit::Exit;

/// The number of rounds in which cells may be due: for the distances that a code holds, and one ply more.
const ROUNDS: usize = Dtw::MAX as usize + 2;

/// The exits of a bundle: planes, and for each round the boards that are due in it.
#[derive(Default)]
pub(in crate::solve) struct Exits {
    /// The boards with a legal move, but no capture.
    pub mobile: Vec<u64>,
    /// The boards with a capture pending.
    pub captures: Vec<u64>,
    /// The boards without a legal move.
    pub stuck: Vec<u64>,
    /// The mobile boards on which no king has a move.
    pub kings_stuck: Vec<u64>,
    /// The mobile boards on which a king can move and nothing delays a loss: there is no zeroing move, or all of them
    /// lose in 2.
    pub ready: Vec<u64>,
    /// The boards with a zeroing move that wins under the draw rule.
    pub wins: Vec<u64>,
    /// The boards with a zeroing move that does not lose under it.
    pub holds: Vec<u64>,
    /// By round, the [cells](Exits::cell) that are due in it: at odd distances to win they are won, at even ones (in poddavki the other way round) lost
    /// unless a king's move does better.
    pub due: Vec<Vec<u32>>,
    /// The last round in which cells are due.
    pub last: usize,
    /// The cells whose distance no code holds, until it is looked up.
    pub far: Vec<u32>,
}

/// The distance to win of a board whose best move leads to a code; `None` for a draw, and for a distance that no code
/// holds.
#[inline(always)]
fn plies_before<G: Game>(code: u8) -> Option<usize> {
    (!Dtw::is_far(code)).then_some(usize::from(Dtw::plies::<G>(code)) + 1)
}

impl Exits {
    /// Empties the planes, which get a number of words, and the lists.
    pub fn clear(&mut self, words: usize) {
        let Exits { mobile, captures, stuck, kings_stuck, ready, wins, holds, due, last, far } = self;
        for plane in [mobile, captures, stuck, kings_stuck, ready, wins, holds] {
            plane.clear();
            plane.resize(words, 0);
        }
        due.resize_with(ROUNDS, Vec::new);
        due.iter_mut().for_each(Vec::clear);
        *last = 0;
        far.clear();
    }

    /// The cell of a bit in a word of a plane: the number of that bit in the plane.
    #[inline(always)]
    pub fn cell(word: usize, bit: usize) -> u32 {
        (word * WORD + bit) as u32
    }

    /// Adds a cell to the round of its distance, which was looked up.
    #[cold]
    pub fn enter_far(&mut self, cell: u32, outcome: Outcome) -> Result<(), Halt> {
        let (Outcome::Win(plies) | Outcome::Loss(plies)) = outcome else { unreachable!("a far distance is no draw's") };
        if plies > LONGEST {
            return Err(Halt::TooLong);
        }
        let plies = usize::from(plies);
        self.due.resize_with(self.due.len().max(plies + 1), Vec::new);
        self.due[plies].push(cell);
        self.last = self.last.max(plies);
        Ok(())
    }

    /// Stores the exits of a block, whose first word in a plane is `at`.
    #[inline(always)]
    pub fn store<G: Game, const W: usize>(&mut self, at: usize, done: BlockExits<'_, W>) {
        let BlockExits { valid, captures, stuck, kings_stuck, wins, holds, codes } = done;
        let mobile = and_not(&and_not(&valid, &captures), &stuck);
        let mut ready = [0; W];
        for (i, codes) in codes.iter().enumerate() {
            ready[i] = equal(codes, Exit::NONE.code) & mobile[i] & !kings_stuck[i];
            // Exits decide these boards in a known round, unless a king's move does better.
            let decided = valid[i] & !stuck[i] & !ready[i] & !equal(codes, Dtw::DRAW);
            for bit in bits(&[decided]) {
                let code = codes[bit];
                if let Some(plies) = plies_before::<G>(code) {
                    self.last = self.last.max(plies);
                    self.due[plies].push(Exits::cell(at + i, bit));
                } else {
                    self.far.push(Exits::cell(at + i, bit));
                }
            }
        }
        self.due[0].extend(bits(&stuck).map(|bit| Exits::cell(at, bit)));
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
