//! The exits of a bundle: planes of its boards, and the round in which zeroing moves decide them.

use crate::index::WORD;
use crate::solve::bundle::masks::{and_not, bits, equal};
use crate::solve::bundle::{Bundle, Half, Shape};
use crate::solve::halt::Halt;
use crate::solve::storage::far::LONGEST;
use crate::value::{Dtw, Measure, Outcome};
use crate::wide::wide;

use super::block::{Block, BlockExits};
use super::exit::Exit;
use super::moves::BundleMoves;
use super::walk::CaptureMemo;

/// One list for each distance that a code, and a ply more, can stand for.
const ROUNDS: usize = Dtw::MAX as usize + 2;

/// What leaves a half: planes with a row for each set of the mover's kings, a bit for each of the enemy's.
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
    /// The mobile boards that have a king's move and no zeroing move, or only ones that lose as fast as can be: nothing
    /// delays a loss.
    pub ready: Vec<u64>,
    /// The boards with a zeroing move that wins under the draw rule.
    pub wins: Vec<u64>,
    /// The boards with a zeroing move that does not lose under it.
    pub holds: Vec<u64>,
    /// By distance to win in plies, the [cells](Exits::cell) that zeroing moves decide: at odd distances they are won, at
    /// even ones lost unless a king's move does better.
    pub due: Vec<Vec<u32>>,
    /// The last distance with a cell.
    pub last: usize,
    /// The cells whose distance no code holds.
    far: Vec<u32>,
}

/// The distance to win of a board whose best move leads to a code; `None` for a draw, and where no code holds it.
#[inline(always)]
fn plies_before(code: u8) -> Option<usize> {
    match Dtw::through(Dtw::decode(code), false) {
        Outcome::Win(plies) | Outcome::Loss(plies) if !Dtw::is_far(code) => Some(plies.into()),
        _ => None,
    }
}

impl Exits {
    /// Empties them, for a number of words in all.
    fn clear(&mut self, words: usize) {
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

    /// The cell of a board: its bit, counted from the start of a plane.
    #[inline(always)]
    pub fn cell(word: usize, bit: usize) -> u32 {
        (word * WORD + bit) as u32
    }

    /// Fills them for the fibres of a bundle, block by block: for `W` and `L` see [`Block`].
    #[inline(always)]
    fn fill<'a, const W: usize, const L: usize>(
        &mut self,
        bundle: &Bundle<'a>,
        moves: &BundleMoves<'_, 'a>,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let mut block = Block::<W, L>::new(bundle, moves, memo);
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
            let half = moves.half(column / bundle.lane_width);
            self.enter_far(cell, half.far_exit(half.kings.sets()[row], half.enemy.sets()[column % bundle.lane_width]))?;
        }
        Ok(())
    }

    /// Adds a cell whose distance was looked up.
    #[cold]
    fn enter_far(&mut self, cell: u32, outcome: Outcome) -> Result<(), Halt> {
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

    #[inline(always)]
    fn store<const W: usize>(&mut self, at: usize, done: BlockExits<'_, W>) {
        let BlockExits { valid, captures, stuck, kings_stuck, wins, holds, codes } = done;
        let mobile = and_not(&and_not(&valid, &captures), &stuck);
        let mut ready = [0; W];
        for (i, codes) in codes.iter().enumerate() {
            ready[i] = equal(codes, Exit::NONE.code) & mobile[i] & !kings_stuck[i];
            // Zeroing moves decide the others in a known round, unless a king's move does better.
            let decided = valid[i] & !stuck[i] & !ready[i] & !equal(codes, Dtw::DRAW);
            for bit in bits(&[decided]) {
                let code = codes[bit];
                if let Some(plies) = plies_before(code) {
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

wide! {
    /// Fills in what leaves the fibres of a bundle: of those halves, the ones with that side to move.
    pub(in crate::solve) fn fill<'a>(
        exits: &mut Exits,
        bundle: &Bundle<'a>,
        halves: &[[Half<'a>; 2]],
        side: usize,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        exits.clear(bundle.kings.sets().len() * bundle.words);
        let moves = BundleMoves::new(halves.iter().map(|halves| &halves[side]));
        match bundle.shape() {
            Shape::Word => exits.fill::<1, 1>(bundle, &moves, memo, stopped),
            Shape::NarrowLanes => exits.fill::<8, 1>(bundle, &moves, memo, stopped),
            Shape::WideLanes => exits.fill::<8, 8>(bundle, &moves, memo, stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::index::Ending;
    use crate::solve::testing::{Random, Values, board, king_sets, some_halves};

    /// Every board's exits, by the list of its legal moves.
    fn check(half: &Half<'_>, bundle: &Bundle<'_>, exits: &Exits, due: &BTreeMap<u32, usize>, at: [usize; 3]) {
        let [lane, row, column] = at;
        let in_row = lane * bundle.lane_width + column;
        let (word, bit) = (row * bundle.words + in_row / WORD, in_row % WORD);
        let cell = Exits::cell(word, bit);
        let found =
            [&exits.mobile, &exits.captures, &exits.stuck, &exits.kings_stuck, &exits.ready, &exits.wins, &exits.holds]
                .map(|plane| plane[word] >> bit & 1 != 0);
        let Some(board) = board(half, row, column) else {
            assert!(found == [false; 7] && !due.contains_key(&cell));
            return;
        };
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let mut exit = Exit::NONE;
        for mv in moves.iter().filter(|mv| mv.is_zeroing()) {
            exit.add(half.value(&board.after(mv)));
        }
        let captures = moves.iter().any(|mv| mv.is_capture());
        let mobile = !captures && !moves.is_empty();
        let kings_stuck = mobile && moves.iter().all(|mv| mv.is_zeroing());
        let ready = mobile && !kings_stuck && exit.code == Exit::NONE.code;
        let expected = [mobile, captures, moves.is_empty(), kings_stuck, ready, exit.wins, exit.holds];
        assert_eq!(found, expected, "{board:?}");
        let plies = if moves.is_empty() {
            Some(0)
        } else if ready || exit.code == Dtw::DRAW {
            None
        } else if exit.code < Dtw::DRAW {
            Some(2 * usize::from(exit.code) + 1)
        } else {
            Some(2 * (255 - usize::from(exit.code)) + 2)
        };
        assert_eq!(due.get(&cell).copied(), plies, "{board:?}");
    }

    #[test]
    fn exits_are_those_of_single_boards() {
        // Masks of each shape; captures of up to three pieces and more, by men and kings, with promotions.
        for (name, with_dtw) in
            [("KKMvKM", true), ("KKMvKM", false), ("KKKvKM", true), ("KMvMMM", true), ("KvMMM", false)]
        {
            let ending: Ending = name.parse().unwrap();
            let (values, kings) = (Values::new(ending, with_dtw), king_sets(ending));
            let known = values.known();
            let lanes = Bundle::lanes(kings.each_ref().map(crate::index::KingSets::count));
            let halves = some_halves(ending, &known, &kings, lanes);
            let mut random = Random(3);
            for side in [0, 1] {
                if halves[0][side].enemy.count() == 0 {
                    continue;
                }
                let bundle = Bundle::new(&halves, side, lanes);
                let mut exits = Exits::default();
                assert!(fill(&mut exits, &bundle, &halves, side, &mut CaptureMemo::new(), &|| false).is_ok());
                let due = exits
                    .due
                    .iter()
                    .enumerate()
                    .flat_map(|(plies, cells)| cells.iter().map(move |&cell| (cell, plies)));
                let due: BTreeMap<u32, usize> = due.collect();
                for _ in 0..20_000 {
                    let lane = random.below(halves.len());
                    let half = &halves[lane][side];
                    let row = random.below(half.kings.sets().len());
                    let column = random.below(half.enemy.sets().len());
                    check(half, &bundle, &exits, &due, [lane, row, column]);
                }
            }
        }
    }
}
