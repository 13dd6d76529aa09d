//! The rules of play on an array of cells: obvious rather than fast.

use std::collections::{BTreeMap, BTreeSet};

const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// What the games differ in; all other rules are the same. Every board has eight ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Game {
    pub files: i8,
    /// Whether a side without a legal move has won; otherwise it has lost.
    pub no_move_wins: bool,
}

pub const RUSSIAN: Game = Game { files: 8, no_move_wins: false };
pub const PODDAVKI: Game = Game { files: 8, no_move_wins: true };
pub const DRAUGHTS_80: Game = Game { files: 10, no_move_wins: false };

impl Game {
    /// The dark squares in order: 32 of eight files, 40 of ten.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..8).flat_map(move |rank| (rank % 2..self.files).step_by(2).map(move |file| Square { rank, file }))
    }

    /// The result for a side to move that has no legal move: 1 is a win, -1 a loss.
    pub fn without_a_move(self) -> i8 {
        if self.no_move_wins { 1 } else { -1 }
    }

    /// The next square in a direction, unless the board ends.
    fn step(self, from: Square, (up, right): (i8, i8)) -> Option<Square> {
        let (rank, file) = (from.rank + up, from.file + right);
        ((0..8).contains(&rank) && (0..self.files).contains(&file)).then_some(Square { rank, file })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    White,
    Black,
}

impl Side {
    pub fn other(self) -> Side {
        if self == Side::White { Side::Black } else { Side::White }
    }
}

/// A square by rank and file, both from 0; the order is a1, c1, … to the last of rank 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    pub rank: i8,
    pub file: i8,
}

impl Square {
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.file as u8), self.rank + 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    pub side: Side,
    pub king: bool,
}

impl Piece {
    fn forward(self) -> i8 {
        if self.side == Side::White { 1 } else { -1 }
    }

    /// The ranks that a man on `square` has before it; none for a king.
    pub fn steps_to_go(self, square: Square) -> i8 {
        let ranks = if self.side == Side::White { 7 - square.rank } else { square.rank };
        if self.king { 0 } else { ranks }
    }

    /// What this piece is once it stands on `square`.
    fn arriving_on(self, square: Square) -> Piece {
        Piece { king: self.steps_to_go(square) == 0, ..self }
    }
}

pub type Squares = BTreeSet<Square>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub captured: Squares,
    /// `c3-d4`; for a capture, the alphabetically least of its paths, `c5:e3:g5`.
    pub text: String,
    pub zeroing: bool,
    pub capture: bool,
    pub after: Board,
}

/// The complete captures found so far, by their identity.
type Captures = BTreeMap<(Square, Square, Squares), Move>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    pub game: Game,
    pub to_move: Side,
    /// By rank, then its dark squares: four in a game of eight files, the fifth stays empty.
    cells: [[Option<Piece>; 5]; 8],
}

impl Board {
    pub fn empty(game: Game, to_move: Side) -> Board {
        Board { game, to_move, cells: [[None; 5]; 8] }
    }

    /// Men on the first three ranks of each side.
    pub fn start(game: Game) -> Board {
        let mut board = Board::empty(game, Side::White);
        for square in game.squares() {
            let side = if square.rank < 4 { Side::White } else { Side::Black };
            if ![3, 4].contains(&square.rank) {
                board.put(square, Some(Piece { side, king: false }));
            }
        }
        board
    }

    pub fn at(&self, square: Square) -> Option<Piece> {
        self.cells[square.rank as usize][square.file as usize / 2]
    }

    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.rank as usize][square.file as usize / 2] = piece;
    }

    /// The pieces of a side in the order of their squares.
    pub fn pieces(&self, side: Side) -> Vec<(Square, Piece)> {
        let occupied = self.game.squares().filter_map(|square| Some((square, self.at(square)?)));
        occupied.filter(|(_, piece)| piece.side == side).collect()
    }

    /// The pieces of a side, kings first: `KKM`.
    pub fn material(&self, side: Side) -> String {
        let (kings, men): (Vec<_>, Vec<_>) = self.pieces(side).into_iter().partition(|(_, piece)| piece.king);
        "K".repeat(kings.len()) + &"M".repeat(men.len())
    }

    /// Reads what `to_fen` writes (the squares in any order) and panics at nearly everything else.
    pub fn from_fen(game: Game, fen: &str) -> Board {
        let fields: Vec<&str> = fen.split(':').collect();
        let mut board = Board::empty(game, if fields[0] == "W" { Side::White } else { Side::Black });
        for (side, field, letter) in [(Side::White, fields[1], 'W'), (Side::Black, fields[2], 'B')] {
            let list = field.strip_prefix(letter).expect("White's field, then Black's");
            for token in list.split(',').filter(|token| !token.is_empty()) {
                let (king, name) = (token.starts_with('K'), token.trim_start_matches('K'));
                let square = game.squares().find(|square| square.name() == name).expect("a dark square");
                board.put(square, Some(Piece { side, king }));
            }
        }
        board
    }

    pub fn to_fen(&self) -> String {
        let list = |side| {
            let pieces = self.pieces(side).into_iter();
            let prefix = |piece: Piece| if piece.king { "K" } else { "" };
            let tokens = pieces.map(|(square, piece)| format!("{}{}", prefix(piece), square.name()));
            tokens.collect::<Vec<_>>().join(",")
        };
        let to_move = if self.to_move == Side::White { "W" } else { "B" };
        format!("{to_move}:W{}:B{}", list(Side::White), list(Side::Black))
    }

    /// Every legal move, one for each (from, to, captured set).
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut captures = Captures::new();
        for (from, piece) in self.pieces(self.to_move) {
            let mut lifted = self.clone(); // the starting square counts as empty
            lifted.put(from, None);
            lifted.follow_captures(piece, &[from], &Squares::new(), &mut captures);
        }
        if captures.is_empty() {
            let movers = self.pieces(self.to_move).into_iter();
            return movers.flat_map(|(from, piece)| self.quiet(from, piece)).collect();
        }
        captures.into_values().collect()
    }

    fn quiet(&self, from: Square, piece: Piece) -> Vec<Move> {
        let directions = DIAGONALS.into_iter().filter(|(up, _)| piece.king || *up == piece.forward());
        let reach = if piece.king { 7 } else { 1 };
        let targets = directions.flat_map(|way| self.empty_run(from, way).into_iter().take(reach));
        targets.map(|to| self.make(piece, &[from, to], &Squares::new())).collect()
    }

    /// The empty squares from the neighbour of `from` on, up to the next piece or the edge.
    fn empty_run(&self, from: Square, direction: (i8, i8)) -> Vec<Square> {
        let step = |square: Square| self.game.step(square, direction);
        let ray = std::iter::successors(step(from), |square| step(*square));
        ray.take_while(|square| self.at(*square).is_none()).collect()
    }

    /// The enemies that `piece` on `here` can jump next, each with the squares behind it to land on.
    /// The piece itself is off the board; those it has captured are still there and block.
    fn jumps(&self, piece: Piece, here: Square, captured: &Squares) -> Vec<(Square, Vec<Square>)> {
        let mut jumps = Vec::new();
        for direction in DIAGONALS {
            let run = if piece.king { self.empty_run(here, direction) } else { Vec::new() };
            let Some(victim) = self.game.step(*run.last().unwrap_or(&here), direction) else { continue };
            let is_enemy = self.at(victim).is_some_and(|other| other.side != piece.side);
            let mut landings = self.empty_run(victim, direction);
            landings.truncate(if piece.king { 7 } else { 1 });
            if is_enemy && !captured.contains(&victim) && !landings.is_empty() {
                jumps.push((victim, landings));
            }
        }
        jumps
    }

    /// Follows every capture that begins with `path` to its end.
    fn follow_captures(&self, piece: Piece, path: &[Square], captured: &Squares, found: &mut Captures) {
        for (victim, landings) in self.jumps(piece, path[path.len() - 1], captured) {
            let captured = &(captured | &Squares::from([victim]));
            let goes_on = |to: &Square| !self.jumps(piece.arriving_on(*to), *to, captured).is_empty();
            let must_go_on = landings.iter().any(goes_on);
            for to in landings.into_iter().filter(|to| !must_go_on || goes_on(to)) {
                let path = [path, &[to]].concat();
                if must_go_on {
                    self.follow_captures(piece.arriving_on(to), &path, captured, found);
                } else {
                    let complete = self.make(piece, &path, captured);
                    let known = found.entry((path[0], to, captured.clone())).or_insert(complete.clone());
                    if complete.text < known.text {
                        *known = complete;
                    }
                }
            }
        }
    }

    fn make(&self, piece: Piece, path: &[Square], captured: &Squares) -> Move {
        let (from, to, capture) = (path[0], path[path.len() - 1], !captured.is_empty());
        let mut after = Board { to_move: self.to_move.other(), ..self.clone() };
        for emptied in captured.iter().chain([&from]) {
            after.put(*emptied, None);
        }
        after.put(to, Some(piece.arriving_on(to)));
        let text = path.iter().map(|square| square.name()).collect::<Vec<_>>();
        let text = text.join(if capture { ":" } else { "-" });
        Move { from, to, captured: captured.clone(), text, zeroing: capture || !piece.king, capture, after }
    }

    /// The number of lines of `depth` plies.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.legal_moves().iter().map(|m| m.after.perft(depth - 1)).sum() }
    }
}
