//! The values of every position of small endings, from the definitions alone and looking only forward.
//!
//! Three things are found separately, so that they check each other: `theory` with `dtw`, without any move-count rule; the
//! result at every clock, by playing the game out; `k` with `dtz`. Both colours and both sides to move are enumerated: no
//! symmetry is used.

use super::board::{Board, Game, Piece, Side, Square};
use std::collections::{BTreeMap, HashMap};

/// For the side to move: 1 is a win, 0 a draw, -1 a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Values {
    pub theory: i8,
    pub dtw: Option<u32>,
    /// The class K: the result under the draw rule at clock 0.
    pub k: i8,
    pub dtz: Option<u32>,
}

/// Where the moves of a position lead, as indices of positions.
#[derive(Default)]
struct Moves {
    quiet: Vec<usize>,
    zeroing: Vec<usize>,
}

impl Moves {
    fn all(&self) -> impl Iterator<Item = &usize> {
        self.zeroing.iter().chain(&self.quiet)
    }

    fn none(&self) -> bool {
        self.zeroing.is_empty() && self.quiet.is_empty()
    }
}

pub struct Solution {
    game: Game,
    r: u32,
    boards: Vec<Board>,
    index: HashMap<Board, usize>,
    moves: Vec<Moves>,
    values: Vec<Values>,
    /// The result of position `at` at clock `c` is number `at * (r + 1) + c`; above `r` it is as at `r`.
    results: Vec<Option<i8>>,
}

impl Solution {
    /// Solves every ending of 2 to `pieces` pieces, with the draw rule at `r` plies.
    pub fn up_to(game: Game, pieces: usize, r: u32) -> Solution {
        let sides = |n: usize| (0..=n).map(move |men| "K".repeat(n - men) + &"M".repeat(men));
        let mut endings = Vec::new();
        for (first, second) in (1..pieces).flat_map(|n| (1..=n.min(pieces - n)).map(move |m| (n, m))) {
            endings.extend(sides(first).flat_map(|a| sides(second).map(move |b| format!("{a}v{b}"))));
        }
        Solution::solve(game, &endings.iter().map(String::as_str).collect::<Vec<_>>(), r)
    }

    /// Solves these endings (such as `KKMvK`) and all that moves reach from them.
    pub fn solve(game: Game, endings: &[&str], r: u32) -> Solution {
        assert!(r >= 1, "at clock 0 the definition of K takes a zeroing move to be in time");
        let (boards, index) = (Vec::new(), HashMap::new());
        let (moves, values, results) = (Vec::new(), Vec::new(), Vec::new());
        let mut solution = Solution { game, r, boards, index, moves, values, results };
        for ending in endings {
            let (first, second) = ending.split_once('v').expect("two sides with a v between");
            for (white, black) in [(first, second), (second, first)] {
                let pieces = [pieces_of(Side::White, white), pieces_of(Side::Black, black)].concat();
                solution.place(&Board::empty(game, Side::White), &pieces, None);
                solution.place(&Board::empty(game, Side::Black), &pieces, None);
            }
        }
        solution.follow_moves();
        solution.values = vec![Values::default(); solution.boards.len()];
        solution.find_theory();
        solution.find_classes();
        solution.play_every_clock();
        solution
    }

    /// Every position solved, including those where the side to move has no piece left.
    pub fn positions(&self) -> impl Iterator<Item = &Board> {
        self.boards.iter()
    }

    pub fn get(&self, board: &Board) -> Values {
        self.values[self.index[board]]
    }

    pub fn contains(&self, board: &Board) -> bool {
        self.index.contains_key(board)
    }

    /// The results under the draw rule at clocks 0 to `r`.
    pub fn results(&self, board: &Board) -> Vec<i8> {
        let width = self.r as usize + 1;
        let results = &self.results[self.index[board] * width..][..width];
        results.iter().map(|result| result.expect("every clock was played out")).collect()
    }

    /// The result under the draw rule at any clock.
    pub fn result(&self, board: &Board, clock: u32) -> i8 {
        let number = self.index[board] * (self.r as usize + 1) + clock.min(self.r) as usize;
        self.results[number].expect("every clock was played out")
    }

    /// Enters every board with these pieces added to those of `board`; like pieces are adjacent in the list, and go on squares
    /// in rising order, `last` being the latest square.
    fn place(&mut self, board: &Board, pieces: &[Piece], last: Option<(Piece, Square)>) {
        let Some((&piece, rest)) = pieces.split_first() else {
            self.enter(board);
            return;
        };
        for square in self.game.squares().filter(|square| board.at(*square).is_none()) {
            let crowned = !piece.king && piece.steps_to_go(square) == 0;
            if !crowned && last.is_none_or(|(like, before)| like != piece || before < square) {
                let mut fuller = board.clone();
                fuller.put(square, Some(piece));
                self.place(&fuller, rest, Some((piece, square)));
            }
        }
    }

    /// The index of a board, a new one for a new board.
    fn enter(&mut self, board: &Board) -> usize {
        if let Some(&at) = self.index.get(board) {
            return at;
        }
        let at = self.boards.len();
        self.boards.push(board.clone());
        self.index.insert(board.clone(), at);
        at
    }

    /// Makes every move of every board, and so on with the boards they lead to.
    fn follow_moves(&mut self) {
        while let Some(board) = self.boards.get(self.moves.len()) {
            let mut moves = Moves::default();
            for m in board.legal_moves() {
                let child = self.enter(&m.after);
                if m.zeroing { moves.zeroing.push(child) } else { moves.quiet.push(child) }
            }
            self.moves.push(moves);
        }
    }

    /// Round `d` finds the positions that end in exactly `d` plies. Each has a move to a position found in round `d - 1`,
    /// so a round that finds nothing is the last.
    fn find_theory(&mut self) {
        for d in 0.. {
            let mut found = false;
            for at in 0..self.boards.len() {
                let theory = if self.values[at].dtw.is_some() { 0 } else { self.theory_in(at, d) };
                if theory != 0 {
                    (self.values[at].theory, self.values[at].dtw, found) = (theory, Some(d), true);
                }
            }
            if !found {
                return;
            }
        }
    }

    /// Without a move, the game has ended. Won in `d`: some move leads to a loss in `d - 1`. Lost in `d`: every move leads
    /// to a win in less.
    fn theory_in(&self, at: usize, d: u32) -> i8 {
        if self.moves[at].none() {
            return self.game.without_a_move();
        }
        let in_time = |child: usize| self.values[child].dtw.is_some_and(|dtw| dtw < d);
        let leads_to = |child: usize, theory: i8| self.values[child].theory == theory && in_time(child);
        if self.moves[at].all().any(|&child| leads_to(child, -1)) {
            return 1;
        }
        if self.moves[at].all().all(|&child| leads_to(child, 1)) { -1 } else { 0 }
    }

    /// A zeroing move leaves fewer pieces, or men with less to go, and quiet ones change neither. So the
    /// positions alike in both are taken together, once all that zeroing moves lead to have their class.
    fn find_classes(&mut self) {
        let mut layers: BTreeMap<(usize, i8), Vec<usize>> = BTreeMap::new();
        for (at, board) in self.boards.iter().enumerate() {
            let pieces = [board.pieces(Side::White), board.pieces(Side::Black)].concat();
            let steps = pieces.iter().map(|(square, piece)| piece.steps_to_go(*square)).sum();
            layers.entry((pieces.len(), steps)).or_default().push(at);
        }
        for layer in layers.values() {
            for z in 0..=self.r {
                for &at in layer {
                    let k = if self.values[at].dtz.is_some() { 0 } else { self.class_in(at, z) };
                    if k != 0 {
                        (self.values[at].k, self.values[at].dtz) = (k, Some(z));
                    }
                }
            }
        }
    }

    /// The class of a position whose dtz is `z`, or 0 if it is not `z`, the lesser ones being known.
    fn class_in(&self, at: usize, z: u32) -> i8 {
        if self.moves[at].none() {
            return self.game.without_a_move();
        }
        let is = |child: &usize, k: i8| self.values[*child].k == k;
        let in_time = |child: &usize, k: i8| is(child, k) && self.values[*child].dtz.is_some_and(|dtz| dtz < z);
        let Moves { quiet, zeroing } = &self.moves[at];
        let won_at_once = z >= 1 && zeroing.iter().any(|child| is(child, -1));
        if won_at_once || quiet.iter().any(|child| in_time(child, -1)) {
            return 1;
        }
        let every_zeroing_loses = zeroing.iter().all(|child| z >= 1 && is(child, 1));
        let lost = every_zeroing_loses && quiet.iter().all(|child| in_time(child, 1));
        if lost { -1 } else { 0 }
    }

    fn play_every_clock(&mut self) {
        self.results = vec![None; self.boards.len() * (self.r as usize + 1)];
        for at in 0..self.boards.len() {
            for clock in 0..=self.r {
                play(&self.moves, self.game, self.r, &mut self.results, at, clock);
            }
        }
    }
}

/// A side of an ending, `KM`, as pieces.
fn pieces_of(side: Side, letters: &str) -> Vec<Piece> {
    letters.chars().map(|letter| Piece { side, king: letter == 'K' }).collect()
}

/// The game itself: ended without a move, else drawn at clock `r`, else as good as the best move.
fn play(moves: &[Moves], game: Game, r: u32, results: &mut [Option<i8>], at: usize, clock: u32) -> i8 {
    let number = at * (r as usize + 1) + clock as usize;
    if let Some(known) = results[number] {
        return known;
    }
    let zeroing = moves[at].zeroing.iter().map(|&child| (child, 0));
    let children = zeroing.chain(moves[at].quiet.iter().map(|&child| (child, clock + 1)));
    let result = if moves[at].none() {
        game.without_a_move()
    } else if clock >= r {
        0
    } else {
        children.map(|(child, clock)| -play(moves, game, r, results, child, clock)).max().expect("a move")
    };
    results[number] = Some(result);
    result
}
