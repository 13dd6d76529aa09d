//! The solver's definitions for millions of positions: layer by layer, on all processors, keeping little.
//!
//! A zeroing move leaves fewer pieces, or men with less to go; quiet moves change neither. So the positions alike in both, a
//! *layer*, are solved together after all that zeroing moves lead to. Boards are kept as numbers, moves and results at every
//! clock only while their layer is being solved.

use super::board::{Board, Game, Move, Piece, Side, Square};
use super::solver::Values;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};

/// A position of at most seven pieces as a number.
pub type Key = u64;

pub struct Layers {
    game: Game,
    r: u32,
    /// By layer: the number of pieces, and the steps that the men still have to go.
    layers: BTreeMap<(usize, i8), Vec<Key>>,
}

/// What is known of a position once its layer is solved.
#[derive(Clone, Copy, Default)]
struct Known {
    theory: i8,
    dtw: Option<u16>,
    k: i8,
    /// The result of the game itself at clock 0.
    fresh: i8,
}

/// A position that a move leads to.
#[derive(Clone, Copy)]
enum Child {
    /// By a zeroing move.
    Known(Known),
    /// By a quiet one: its place in the layer.
    Quiet(u32),
}

/// A solved position: its results are those at clocks 0 to `r`.
pub struct Solved<'a> {
    pub board: &'a Board,
    pub values: Values,
    pub results: &'a [i8],
}

impl Layers {
    /// Every position of 1 to `pieces` pieces (at most 7), with the draw rule at `r` plies; also those in which the side
    /// to move has no piece left.
    pub fn up_to(game: Game, pieces: usize, r: u32) -> Layers {
        let mut layers = Layers { game, r, layers: BTreeMap::new() };
        let squares: Vec<Square> = game.squares().collect();
        for count in 1..=pieces {
            layers.place(&Board::empty(game, Side::White), count, &mut squares.iter());
        }
        layers
    }

    /// Enters every board with `left` more pieces on the squares that remain, either side to move.
    fn place(&mut self, board: &Board, left: usize, squares: &mut std::slice::Iter<'_, Square>) {
        if left == 0 {
            for to_move in [Side::White, Side::Black] {
                let mut board = board.clone();
                board.to_move = to_move;
                if !board.pieces(to_move.other()).is_empty() {
                    self.layers.entry(layer_of(&board)).or_default().push(key(&board));
                }
            }
            return;
        }
        while let Some(&square) = squares.next() {
            for piece in
                [Side::White, Side::Black].into_iter().flat_map(|side| [true, false].map(|king| Piece { side, king }))
            {
                if piece.king || piece.steps_to_go(square) > 0 {
                    let mut fuller = board.clone();
                    fuller.put(square, Some(piece));
                    self.place(&fuller, left - 1, &mut squares.clone());
                }
            }
        }
    }

    /// Solves all layers, and shows every position of a layer when it is solved. Not generic: it is optimized here, and not where
    /// the tests are compiled in a hurry.
    pub fn solve(&self, show: &(dyn Fn(Solved<'_>) + Sync)) {
        let mut known: HashMap<Key, Known> = HashMap::new();
        let mut longest = 0;
        for keys in self.layers.values() {
            let places: HashMap<Key, u32> = keys.iter().copied().zip(0..).collect();
            let child = |mv: &Move| {
                let key = key(&mv.after);
                if mv.zeroing { Child::Known(known[&key]) } else { Child::Quiet(places[&key]) }
            };
            let moves: Vec<Box<[Child]>> =
                keys.par_iter().map(|&key| board(self.game, key).legal_moves().iter().map(child).collect()).collect();
            let layer = Layer { game: self.game, r: self.r, moves: &moves };
            let theory = layer.theory(&mut longest);
            let classes = layer.classes();
            let results = layer.every_clock();
            let width = self.r as usize + 1;
            keys.par_iter().enumerate().for_each(|(at, &key)| {
                let ((theory, dtw), (k, dtz)) = (theory[at], classes[at]);
                let values = Values { theory, dtw: dtw.map(u32::from), k, dtz };
                show(Solved { board: &board(self.game, key), values, results: &results[at * width..][..width] });
            });
            known.extend(keys.iter().enumerate().map(|(at, &key)| {
                let (theory, dtw) = theory[at];
                (key, Known { theory, dtw, k: classes[at].0, fresh: results[at * width] })
            }));
        }
    }
}

/// The positions of a layer and where their moves lead.
struct Layer<'a> {
    game: Game,
    r: u32,
    moves: &'a [Box<[Child]>],
}

impl Layer<'_> {
    /// Round `d` finds what ends in exactly `d` plies. `longest` is the longest distance so far, of all layers: beyond
    /// it, a position needs a quiet move to what the round before found, so a round that finds nothing is the last.
    fn theory(&self, longest: &mut u16) -> Vec<(i8, Option<u16>)> {
        let mut values = vec![(0, None); self.moves.len()];
        let mut open: Vec<u32> = (0..self.moves.len() as u32).collect();
        for d in 0.. {
            let found: Vec<(u32, i8)> = open
                .par_iter()
                .filter_map(|&at| {
                    let leads_to = |child: &Child, wanted: i8| {
                        let (theory, dtw) = match *child {
                            Child::Known(known) => (known.theory, known.dtw),
                            Child::Quiet(place) => values[place as usize],
                        };
                        theory == wanted && dtw.is_some_and(|dtw| dtw < d)
                    };
                    Some((at, self.decided(at, leads_to)?))
                })
                .collect();
            for &(at, theory) in &found {
                values[at as usize] = (theory, Some(d));
            }
            open.retain(|&at| values[at as usize].1.is_none());
            if !found.is_empty() {
                *longest = d.max(*longest);
            } else if d > *longest {
                break;
            }
        }
        values
    }

    /// What its moves decide of a position, if `leads_to` says which of them lead to a result that is known in time.
    fn decided(&self, at: u32, leads_to: impl Fn(&Child, i8) -> bool) -> Option<i8> {
        let moves = &self.moves[at as usize];
        if moves.is_empty() {
            return Some(self.game.without_a_move());
        }
        let won = moves.iter().any(|child| leads_to(child, -1));
        let lost = !won && moves.iter().all(|child| leads_to(child, 1));
        (won || lost).then_some(if won { 1 } else { -1 })
    }

    /// The class K and its distance: round `z` finds what zeroes in exactly `z` plies.
    fn classes(&self) -> Vec<(i8, Option<u32>)> {
        let mut values = vec![(0, None); self.moves.len()];
        let mut open: Vec<u32> = (0..self.moves.len() as u32).collect();
        for z in 0..=self.r {
            let found: Vec<(u32, i8)> = open
                .par_iter()
                .filter_map(|&at| {
                    let leads_to = |child: &Child, wanted: i8| match *child {
                        Child::Known(known) => z >= 1 && known.k == wanted,
                        Child::Quiet(place) => {
                            let (k, dtz): (i8, Option<u32>) = values[place as usize];
                            k == wanted && dtz.is_some_and(|dtz| dtz < z)
                        }
                    };
                    Some((at, self.decided(at, leads_to)?))
                })
                .collect();
            for &(at, k) in &found {
                values[at as usize] = (k, Some(z));
            }
            open.retain(|&at| values[at as usize].1.is_none());
        }
        values
    }

    /// The game itself at every clock, the last first: ended without a move, else drawn at clock `r`, else as good as the
    /// best move. The result of position `at` at clock `c` is number `at * (r + 1) + c`.
    fn every_clock(&self) -> Vec<i8> {
        let width = self.r as usize + 1;
        let mut results = vec![0; self.moves.len() * width];
        let mut next: Vec<i8> = Vec::new();
        for clock in (0..width).rev() {
            let now: Vec<i8> = self
                .moves
                .par_iter()
                .map(|moves| {
                    if moves.is_empty() {
                        return self.game.without_a_move();
                    }
                    if clock == self.r as usize {
                        return 0;
                    }
                    let result = |child: &Child| match *child {
                        Child::Known(known) => -known.fresh,
                        Child::Quiet(place) => -next[place as usize],
                    };
                    moves.iter().map(result).max().expect("there is a move")
                })
                .collect();
            for (at, result) in now.iter().enumerate() {
                results[at * width + clock] = *result;
            }
            next = now;
        }
        results
    }
}

fn layer_of(board: &Board) -> (usize, i8) {
    let pieces = [board.pieces(Side::White), board.pieces(Side::Black)].concat();
    (pieces.len(), pieces.iter().map(|(square, piece)| piece.steps_to_go(*square)).sum())
}

/// Who is to move, then a byte a piece: its square, from 1 (at most 40, in six bits), and what it is.
fn key(board: &Board) -> Key {
    let black = |side| u64::from(side == Side::Black);
    let mut key = black(board.to_move);
    for (number, square) in (1..).zip(board.game.squares()) {
        if let Some(piece) = board.at(square) {
            key = key << 8 | number << 2 | black(piece.side) << 1 | u64::from(piece.king);
        }
    }
    key
}

fn board(game: Game, mut key: Key) -> Board {
    let mut board = Board::empty(game, Side::White);
    while key > 1 {
        let side = if key & 2 == 0 { Side::White } else { Side::Black };
        let square = game.squares().nth((key >> 2 & 63) as usize - 1).expect("a dark square");
        board.put(square, Some(Piece { side, king: key & 1 == 1 }));
        key >>= 8;
    }
    board.to_move = if key == 1 { Side::Black } else { Side::White };
    board
}
