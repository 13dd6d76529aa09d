//! Legal moves and the positions after them.

use crate::board::{Bitboard, Board, Color, Game, Position, Russian, Square, bits, turned};

use super::capture::{self, Capture};
use super::step::{NORTH_EAST, NORTH_WEST, slide, step};

/// A legal move: of a [`Position`] in its true squares, of a [`Board`] in the mover's.
///
/// Only this library makes moves: see [`Position::legal_moves`] and [`Position::parse_move`]. Captures with the same `from`, `to` and
/// `captured` are one move, with any path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move<G = Russian> {
    pub(super) from: Square<G>,
    pub(super) to: Square<G>,
    pub(super) captured: Bitboard,
    /// Whether the piece was a man when it started.
    man: bool,
    crowned: bool,
}

impl<G: Game> Move<G> {
    /// The starting square.
    pub const fn from(&self) -> Square<G> {
        self.from
    }

    /// The final square; for a capture it may be the starting square.
    pub const fn to(&self) -> Square<G> {
        self.to
    }

    /// The enemy pieces it takes; empty for a quiet move.
    pub const fn captured(&self) -> Bitboard {
        self.captured
    }

    /// Whether a man becomes a king on the way.
    pub const fn is_crowning(&self) -> bool {
        self.crowned
    }

    /// Whether it is a capture.
    pub const fn is_capture(&self) -> bool {
        self.captured != 0
    }

    /// Whether it resets the clock of the draw rule: a capture, or a move of a man.
    pub const fn is_zeroing(&self) -> bool {
        self.man || self.is_capture()
    }

    fn of_capture(&Capture { from, to, captured, man, crowned, .. }: &Capture<'_>) -> Move<G> {
        Move { from: Square::from_index(from), to: Square::from_index(to), captured, man, crowned }
    }

    /// The same move on a board turned by 180 degrees.
    #[must_use]
    pub(crate) const fn flip(&self) -> Move<G> {
        Move { from: self.from.flip(), to: self.to.flip(), captured: turned::<G>(self.captured), ..*self }
    }
}

impl<G: Game> Board<G> {
    /// Appends the legal moves, each (from, to, captured) once. The game is over if there are none.
    #[inline(never)]
    pub fn moves(&self, moves: &mut Vec<Move<G>>) {
        let before = moves.len();
        capture::search(self, &mut |capture: Capture<'_>| {
            let found = Move::of_capture(&capture);
            if !moves[before..].contains(&found) {
                moves.push(found);
            }
        });
        if moves.len() == before {
            self.quiet_moves(moves);
        }
    }

    fn quiet_moves(&self, moves: &mut Vec<Move<G>>) {
        let occupied = self.occupied();
        let mut push = |from, to, man, crowned| {
            let (from, to) = (Square::from_index(from), Square::from_index(to));
            moves.push(Move { from, to, captured: 0, man, crowned });
        };
        for from in bits(self.men) {
            for direction in [NORTH_EAST, NORTH_WEST] {
                if let Some(to) = step::<G>(direction, from).filter(|to| occupied >> to & 1 == 0) {
                    push(from, to, true, G::LAST_RANK >> to & 1 != 0);
                }
            }
        }
        for from in bits(self.kings) {
            for direction in 0..4 {
                for to in bits(slide::<G>(direction, from, occupied)) {
                    push(from, to, false, false);
                }
            }
        }
    }

    /// Whether the side to move can capture, and so must. Cheaper than [`Board::moves`].
    pub fn must_capture(&self) -> bool {
        capture::exists(self)
    }

    /// Whether the side to move has no legal move, so that the game is over.
    pub fn is_stuck(&self) -> bool {
        let empty = |direction, from| step::<G>(direction, from).is_some_and(|to| self.occupied() >> to & 1 == 0);
        let man = |from| empty(NORTH_EAST, from) || empty(NORTH_WEST, from);
        let king = |from| (0..4).any(|direction| empty(direction, from));
        !bits(self.men).any(man) && !bits(self.kings).any(king) && !self.must_capture()
    }

    /// Calls `then` with the board after each legal capture, as the other side sees it. A capture may come more than once. Does not
    /// allocate.
    pub(crate) fn each_after_capture(&self, then: &mut impl FnMut(&Board<G>)) {
        /// The number of captures remembered: most repetitions come soon.
        const SEEN: usize = 8;
        let mut seen = [None; SEEN];
        let mut count = 0;
        capture::search(self, &mut |capture: Capture<'_>| {
            let mv = Move::of_capture(&capture);
            // A capture of one piece has one path.
            if !capture.captured.is_power_of_two() {
                if seen.contains(&Some(mv)) {
                    return;
                }
                seen[count % SEEN] = Some(mv);
                count += 1;
            }
            then(&self.after(&mv));
        });
    }

    /// The board after a legal move, as the other side sees it.
    #[must_use]
    pub fn after(&self, mv: &Move<G>) -> Board<G> {
        let (from, to) = (mv.from.bit(), mv.to.bit());
        let king = !mv.man || mv.crowned;
        Board {
            men: self.men & !from | if king { 0 } else { to },
            kings: self.kings & !from | if king { to } else { 0 },
            enemy_men: self.enemy_men & !mv.captured,
            enemy_kings: self.enemy_kings & !mv.captured,
            game: self.game,
        }
        .flip()
    }
}

impl<G: Game> Position<G> {
    /// The legal moves, each (from, to, captured) once, in no particular order. The game is over if there are none.
    ///
    /// ```
    /// use bolshak::board::Position;
    /// assert_eq!(Position::START.legal_moves().len(), 7);
    /// ```
    #[inline(never)]
    pub fn legal_moves(&self) -> Vec<Move<G>> {
        let mut moves = Vec::new();
        self.board().moves(&mut moves);
        if self.turn() == Color::Black {
            moves.iter_mut().for_each(|mv| *mv = mv.flip());
        }
        moves
    }

    /// [`Position::play`] without the check that the move is legal here. After a move of another position the result may not be a
    /// legal position: that is not unsafe, but functions may then panic or give a meaningless answer. For searches: costs a few
    /// nanoseconds.
    #[must_use]
    pub fn after(&self, mv: &Move<G>) -> Position<G> {
        let mv = if self.turn() == Color::Black { mv.flip() } else { *mv };
        Position::from_board(self.turn().other(), self.board().after(&mv))
    }
}

/// The number of move sequences of `depth` plies, each (from, to, captured) counted once; 1 at depth 0.
#[inline(never)]
pub fn perft<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    count(&position.board(), depth, &mut Vec::new())
}

/// [`perft`] split by the first move. Empty at depth 0.
#[inline(never)]
pub fn perft_divide<G: Game>(position: &Position<G>, depth: u32) -> Vec<(Move<G>, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&position.after(&mv), rest))).collect()
}

/// `stack` holds the moves of all plies above, in one buffer for the whole tree.
fn count<G: Game>(board: &Board<G>, depth: u32, stack: &mut Vec<Move<G>>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let start = stack.len();
    board.moves(stack);
    let end = stack.len();
    let nodes = if depth == 1 {
        (end - start) as u64
    } else {
        (start..end).map(|i| count(&board.after(&stack[i]), depth - 1, stack)).sum()
    };
    stack.truncate(start);
    nodes
}
