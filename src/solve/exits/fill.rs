//! Filling in the exits of a bundle, block by block.

use crate::board::Game;
use crate::index::{KingSets, WORD};
use crate::solve::bundle::{Bundle, Half, Shape};
use crate::solve::halt::Halt;
use crate::wide::wide;

use super::block::Block;
use super::found::Found;
use super::moves::BundleMoves;
use super::planes::Exits;
use super::walk::CaptureMemo;

impl Exits {
    /// Fills in the exits, block by block. For `W` and `L` see [`Block`].
    #[inline(always)]
    fn fill_blocks<'a, G: Game, const W: usize, const L: usize>(
        &mut self,
        bundle: &Bundle<'a, G>,
        moves: &BundleMoves<'_, 'a, G>,
        others: &KingSets,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        let (sets, words) = (bundle.kings.sets(), bundle.words);
        let mut block = Block::<G, W, L>::new(bundle, moves, memo);
        // Masks of one word have few boards in a row: there it would gain nothing.
        let shared = W > 1 && bundle.kings.count() > 0;
        let mut captures = vec![Found::NONE; if shared { sets.len() } else { 0 }];
        let mut done = 0;
        for word in (0..words).step_by(W) {
            if shared {
                block.share_captures(others, word, &mut captures);
            }
            for (row, &kings) in sets.iter().enumerate() {
                // Asks once in 4096 words.
                done += W;
                if done.is_multiple_of(4096) && stopped() {
                    return Err(Halt::Stopped);
                }
                if kings & bundle.men == 0 && block.start(kings, word) {
                    self.store::<G, W>(row * words + word, block.work(captures.get(row)));
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
}

wide! {
    /// Fills in the exits of a bundle. `halves` has both halves of each of its fibres; `side` says which of the two it
    /// has. `others` are the sets of one king less than the mover has.
    pub(in crate::solve) fn fill<'a, G: Game>(
        exits: &mut Exits,
        bundle: &Bundle<'a, G>,
        halves: &[[Half<'a, G>; 2]],
        side: usize,
        others: &KingSets,
        memo: &mut CaptureMemo<'a>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), Halt> {
        exits.clear(bundle.kings.sets().len() * bundle.words);
        let moves = BundleMoves::new(halves.iter().map(|halves| &halves[side]));
        match bundle.shape() {
            Shape::Word => exits.fill_blocks::<G, 1, 1>(bundle, &moves, others, memo, stopped),
            Shape::NarrowLanes => exits.fill_blocks::<G, 8, 1>(bundle, &moves, others, memo, stopped),
            Shape::WideLanes => exits.fill_blocks::<G, 8, 8>(bundle, &moves, others, memo, stopped),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::{Draughts80, Poddavki, Russian};
    use crate::index::Ending;
    use crate::solve::exits::exit::Exit;
    use crate::solve::testing::{Random, Values, board, king_sets, some_halves};
    use crate::value::{Dtw, Measure, Outcome};

    /// Compares the exit of a board with that of its list of legal moves.
    fn check<G: Game>(
        half: &Half<'_, G>,
        bundle: &Bundle<'_, G>,
        exits: &Exits,
        due: &BTreeMap<u32, usize>,
        at: [usize; 3],
    ) {
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
        let plies = match Dtw::through(Dtw::decode::<G>(exit.code), true) {
            _ if moves.is_empty() => Some(0),
            _ if ready => None,
            Outcome::Win(plies) | Outcome::Loss(plies) => Some(plies.into()),
            Outcome::Draw => None,
        };
        assert_eq!(due.get(&cell).copied(), plies, "{board:?}");
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
            let (values, kings) = (Values::<G>::new(ending, with_dtw), king_sets::<G>(ending));
            let known = values.known();
            let others =
                [ending.first(), ending.second()].map(|side| KingSets::new::<G>(side.kings.saturating_sub(1).into()));
            let lanes = Bundle::<G>::lanes(kings.each_ref().map(KingSets::count));
            let halves = some_halves(ending, &known, &kings, lanes);
            let mut random = Random(3);
            for side in [0, 1] {
                if halves[0][side].enemy.count() == 0 {
                    continue;
                }
                let bundle = Bundle::new(&halves, side, lanes);
                let mut exits = Exits::default();
                assert!(
                    fill(&mut exits, &bundle, &halves, side, &others[side], &mut CaptureMemo::new(), &|| false).is_ok()
                );
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
