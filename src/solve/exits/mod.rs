//! Exits: what the zeroing moves of a bundle's boards come to, found for many boards at once.
//!
//! [`fill()`] goes through the rows of a stripe block by block. For each board it gathers the values that the board's
//! captures and advances lead to.

mod block;
mod captures;
mod planes;
pub(super) mod walk;

use crate::board::Game;
use crate::index::{KingSets, WORD};
use crate::value::{Dtw, Measure};
use crate::wide::wide;

use super::bundle::{Bundle, LaneMoves, Shape};
use super::threads::Halt;

pub(super) use captures::shared_bytes;
pub(super) use planes::{Exits, due_bytes};
pub(super) use walk::Exit;

use block::{Block, FoundExits};
use walk::CaptureMemo;

/// A stripe whose exits are to be found: its half, and its number in the bundle.
pub(in crate::solve) struct ExitStripe<'s, 'a, G> {
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
        // Masks of one word have few boards in a row: there it would gain nothing.
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
    pub(in crate::solve) fn fill<'a, G: Game>(
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
    use crate::board::{Draughts80, Poddavki, Russian};
    use crate::index::Ending;
    use crate::solve::bundle::Half;
    use crate::solve::exits::Exit;
    use crate::solve::exits::planes::plies_before;
    use crate::solve::fibre::king_sets;
    use crate::solve::testing::{Random, RandomValues, board, some_halves};
    use crate::value::Outcome;

    /// Compares the exit of a board with that of its list of legal moves.
    fn check<G: Game>(half: &Half<'_, G>, bundle: &Bundle<'_, G>, exits: &[(Exits, Vec<u8>)], at: [usize; 3]) {
        let [lane, row, column] = at;
        let (in_row, width) = (lane * bundle.lane_width + column, bundle.mask_words() * WORD);
        let (exits, codes) = &exits[in_row / width];
        let (word, bit) = ((row * width + in_row % width) / WORD, in_row % WORD);
        let code = codes[Exits::cell(word, bit) as usize];
        let due = if exits.stuck[word] >> bit & 1 != 0 {
            Some(0)
        } else {
            (code != Dtw::DRAW).then(|| plies_before::<G>(code).unwrap())
        };
        let is_due = |plies: usize| exits.due_rows(plies as u16, bundle.rows())[row / WORD] >> (row % WORD) & 1 != 0;
        assert!(due.is_none_or(|plies| plies == 0 || is_due(plies) && plies <= exits.last));
        assert!(
            due.is_none_or(|plies| plies == 0 || Dtw::encode(Outcome::decided_in::<G>(plies as u16 - 1)) == Some(code))
        );
        let found =
            [&exits.mobile, &exits.captures, &exits.stuck, &exits.kings_stuck, &exits.ready, &exits.wins, &exits.holds]
                .map(|plane| plane[word] >> bit & 1 != 0);
        let Some(board) = board(half, row, column) else {
            assert!(found == [false; 7] && due.is_none());
            return;
        };
        let mut moves = Vec::new();
        board.moves(&mut moves);
        let mut exit = Exit::NONE;
        for mv in moves.iter().filter(|mv| mv.is_zeroing()) {
            exit.add(half.known.get(&board.after(mv)));
        }
        let captures = moves.iter().any(|mv| mv.is_capture());
        let mobile = !captures && !moves.is_empty();
        let kings_stuck = mobile && moves.iter().all(|mv| mv.is_zeroing());
        let ready = mobile && !kings_stuck && exit.reached == Exit::NONE.reached;
        let expected = [mobile, captures, moves.is_empty(), kings_stuck, ready, exit.wins, exit.holds];
        assert_eq!(found, expected, "{board:?}");
        let plies = match Dtw::decode::<G>(exit.reached).before() {
            _ if moves.is_empty() => Some(0),
            _ if ready => None,
            Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies.into()),
            Outcome::Draw => None,
        };
        assert_eq!(due, plies, "{board:?}");
    }

    #[test]
    fn exits_are_those_of_single_boards() {
        // Masks of each shape; captures of up to three pieces and more, by men and kings, with promotions.
        let endings = [
            ("KKMvKM", true),
            ("KKMvKM", false),
            ("KKKvKM", true),
            ("KKKvKK", true),
            ("KMvMMM", true),
            ("KvMMM", false),
        ];
        check_all::<Russian>(&endings);
        check_all::<Poddavki>(&endings);
        check_all::<Draughts80>(&[
            ("KKvKM", true),
            ("KKvKM", false),
            ("KKKvK", true),
            ("KMvMM", true),
            ("KvMMM", false),
        ]);
    }

    fn check_all<G: Game>(endings: &[(&str, bool)]) {
        for &(name, with_dtw) in endings {
            let ending: Ending = name.parse().unwrap();
            let (values, kings) = (RandomValues::<G>::new(ending, with_dtw), king_sets::<G>(ending, 0));
            let known = values.known();
            let others = king_sets::<G>(ending, 1);
            let lanes = Bundle::<G>::lanes(ending);
            let halves = some_halves(ending, &known, &kings, lanes);
            let mut random = Random(3);
            for side in [0, 1] {
                if halves[0][side].enemy.count() == 0 {
                    continue;
                }
                let bundle = Bundle::new(&halves, side, ending);
                let moves: Vec<_> = halves.iter().map(|halves| LaneMoves::new(&halves[side])).collect();
                let fill = |number| {
                    let (stripe, mut exits) = (
                        ExitStripe { bundle: &bundle, moves: &moves, others: &others[side], number },
                        Exits::default(),
                    );
                    let mut codes = vec![0; bundle.stripe_boards()];
                    assert!(fill(&mut exits, &mut codes, &stripe, &mut CaptureMemo::new(), &|| false).is_ok());
                    (exits, codes)
                };
                let exits: Vec<(Exits, Vec<u8>)> = (0..bundle.stripes()).map(fill).collect();
                for _ in 0..20_000 {
                    let lane = random.below(halves.len());
                    let half = &halves[lane][side];
                    let row = random.below(half.kings.sets().len());
                    let column = random.below(half.enemy.sets().len());
                    check(half, &bundle, &exits, [lane, row, column]);
                }
            }
        }
    }
}
