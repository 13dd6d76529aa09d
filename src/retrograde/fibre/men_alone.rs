//! Fibres without kings: each half is one board, and all moves leave the fibre.
//!
//! A fibre is so small that finding the values its moves lead to takes nearly all the time. So the chunks that advances lead to
//! are numbered from what changes (see [`AdvancedRanks`]); and all values that some fibres need are located before any is read,
//! so that the processor waits for many of them at once.

use std::hint::black_box;

use crate::board::{Bitboard, Game, turned};
use crate::bulk::masks::{Mask, any};
use crate::index::{AdvancedRanks, Mover};
use crate::retrograde::bundle::{Half, squares};
use crate::retrograde::exits::Exit;
use crate::retrograde::exits::walk::{Boards, Path, Piece, Walk};
use crate::retrograde::storage::coding::{FarDistance, PENDING, Through};
use crate::retrograde::storage::single;
use crate::rules::{SOUTH_EAST, SOUTH_WEST, step, steps};
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::best_moves::men_only;
use super::{Chunks, FibreMen, Fibres};

/// The bytes of a half: a code and a class, or two classes.
const HALF: usize = 2;

/// The number of fibres whose values are located before any is read.
const GROUP: usize = 32;

struct FoundMoves {
    moves: bool,
    captures: bool,
    /// What some of the captures come to.
    exit: Exit,
    /// The end of its values among all that were located.
    end: usize,
}

impl<G: Game> Fibres<'_, G> {
    /// Solves fibres without kings.
    pub(super) fn men_alone(&self, fibres: &[FibreMen], far: &mut Vec<FarDistance>, chunks: &mut Chunks<'_>) {
        solve(self, fibres, far, chunks);
    }
}

wide! {
    fn solve<'a, G: Game>(
        of: &Fibres<'a, G>,
        fibres: &[FibreMen],
        far: &mut Vec<FarDistance>,
        chunks: &mut Chunks<'_>,
    ) -> () {
        let mut ranks = AdvancedRanks::new(&of.layout.men);
        let known = of.known.of(of.layout.ending);
        let (mut boards, mut values, mut paths) = (Vec::<FoundMoves>::new(), Vec::<Value<'a>>::new(), Vec::new());
        for group in fibres.chunks(GROUP) {
            boards.clear();
            values.clear();
            for &fibre in group {
                ranks.set(fibre.men, fibre.enemy_men);
                for (side, half) in of.halves(fibre).iter().enumerate() {
                    let exit = Exit::NONE;
                    let mut moves = ManMoves { half, paths: &mut paths, values: &mut values, from: 0, exit };
                    let captures = moves.captures();
                    let exit = moves.exit;
                    let advances = !captures && moves.advances(|from, to| {
                        let (chunk, half) = of.after(&ranks, fibre, side, (from, to));
                        let bytes = known.half(chunk, half);
                        (&bytes[0], &bytes[1])
                    });
                    boards.push(FoundMoves { moves: captures || advances, captures, exit, end: values.len() });
                }
            }
            // Brings the values into the cache, many at once.
            black_box(values.iter().fold(0, |all, &(first, _)| all ^ *first));
            let mut start = 0;
            for (fibre, boards) in group.iter().zip(boards.as_chunks::<2>().0) {
                for (side, board) in boards.iter().enumerate() {
                    let mut exit = board.exit;
                    for &(first, second) in &values[start..board.end] {
                        exit.add(single([*first, *second], of.coding.with_dtw));
                    }
                    start = board.end;
                    let place = HALF * (2 * fibre.chunk + side);
                    let (bytes, dtz) = bytes::<G>(of.through, of.coding.with_dtw, board, exit, || {
                        let outcome = of.halves(*fibre)[side].far_exit(0, 0);
                        if let Outcome::Win(plies) | Outcome::Loss(plies) = outcome
                            && plies > of.coding.byte_plies
                        {
                            far.push(FarDistance { offset: chunks.start + place as u64, plies });
                        }
                        of.coding.code(outcome)
                    });
                    chunks.values[place..][..HALF].copy_from_slice(&bytes);
                    chunks.dtz[place / HALF] = dtz;
                }
            }
        }
    }
}

impl<G: Game> Fibres<'_, G> {
    /// The chunk and the half that a side's advance leads to. The squares are those of the side's half.
    #[inline(always)]
    fn after(&self, ranks: &AdvancedRanks<'_, G>, of: FibreMen, side: usize, (from, to): (u32, u32)) -> (u64, usize) {
        if side == 1 {
            return (ranks.after_enemy(from, to), 0);
        }
        let (from, to) = (G::SQUARES - 1 - from, G::SQUARES - 1 - to);
        if self.layout.is_twin() {
            // The men as the second side sees them. No advance of the second side leads to an empty chunk.
            let men = of.men ^ (1 << from | 1 << to);
            let (own, other) = (turned::<G>(of.enemy_men), turned::<G>(men));
            if own <= men {
                return self.layout.locate(Mover::First, own, other);
            }
        }
        (ranks.after(from, to), 1)
    }
}

/// The bytes of a half, and its code of the distance to a zeroing move. Where no code holds the distance, `far` gives the code.
#[inline(always)]
fn bytes<G: Game>(
    through: &Through,
    with_dtw: bool,
    board: &FoundMoves,
    exit: Exit,
    far: impl FnOnce() -> u8,
) -> ([u8; HALF], u8) {
    let mut dtw = through.dtw[usize::from(exit.reached)];
    let mut dtz = match exit {
        Exit { wins: true, .. } => Dtz::win(1),
        Exit { holds: true, .. } => Dtz::DRAW,
        _ => Dtz::loss(1),
    };
    if !board.moves {
        (dtw, dtz) = if G::NO_MOVE_WINS { (Dtw::win(0), Dtz::win(0)) } else { (Dtw::loss(0), Dtz::loss(0)) };
    } else if Dtw::is_far(exit.reached) || Dtw::is_far(dtw) {
        dtw = far();
    }
    let class = |code: u8| u8::from(code > Dtw::DRAW) | u8::from(code < Dtw::DRAW) << 1;
    let bytes = if with_dtw { [dtw, class(dtz)] } else { [class(dtz), class(dtw)] };
    (bytes, if board.captures { PENDING } else { dtz })
}

/// A value: the two bytes of [`single`], still to be read.
type Value<'a> = (&'a u8, &'a u8);

struct ManMoves<'m, 'a, G> {
    half: &'m Half<'a, G>,
    paths: &'m mut Vec<Path<1>>,
    /// Takes the values that moves lead to.
    values: &'m mut Vec<Value<'a>>,
    /// The square of the man that captures.
    from: u32,
    /// What the captures of all enemies come to.
    exit: Exit,
}

/// One board: one bit of the mask is used.
impl<G: Game> Boards<1> for ManMoves<'_, '_, G> {
    #[inline(always)]
    fn free(&self, square: u32) -> Mask<1> {
        [u64::from(self.half.all_men() >> square & 1 == 0)]
    }

    #[inline(always)]
    fn end(&mut self, captured: Bitboard, is_king: bool, ends: &[(u32, Mask<1>)]) {
        let men = self.half.men & !(1 << self.from) | if is_king { 0 } else { 1 << ends[0].0 };
        let enemy_men = self.half.enemy_men & !captured;
        let values = self.half.after(men, enemy_men, u32::from(is_king), 0);
        if enemy_men == 0 {
            return self.exit.add(values.value_row(0).get(0));
        }
        for (to, _) in ends.iter().filter(|(_, mask)| any(mask)) {
            self.values.push(values.single_at(if is_king { *to as usize } else { 0 }));
        }
    }
}

impl<'a, G: Game> ManMoves<'_, 'a, G> {
    /// Finds the captures. Returns whether there are any.
    #[inline(always)]
    fn captures(&mut self) -> bool {
        let (men, all_men) = (self.half.men, self.half.all_men());
        let jumps: [Bitboard; 4] = std::array::from_fn(|direction| {
            steps::<G>(direction, steps::<G>(direction, men) & self.half.enemy_men) & !all_men
        });
        if jumps.iter().fold(0, |all, jumps| all | jumps) == 0 {
            return false;
        }
        for (direction, jumps) in jumps.into_iter().enumerate() {
            for to in squares(jumps) {
                if let Some(over) = step::<G>(3 - direction, to)
                    && let Some(from) = step::<G>(3 - direction, over)
                {
                    self.from = from;
                    let mut paths = std::mem::take(self.paths);
                    let sides = men_only(self.half, Some(from));
                    let first = Path { piece: Piece::Man { at: to }, captured: 1 << over, mask: [1] };
                    Walk { boards: &mut *self, sides, paths: &mut paths }.follow::<G>(first);
                    *self.paths = paths;
                }
            }
        }
        true
    }

    /// Finds the advances. `after` gives the value after one that does not promote. Returns whether there are any.
    #[inline(always)]
    fn advances(&mut self, after: impl Fn(u32, u32) -> Value<'a>) -> bool {
        let (half, free) = (self.half, !self.half.all_men());
        let targets = [SOUTH_EAST, SOUTH_WEST].map(|direction| (direction, steps::<G>(direction, half.men) & free));
        for (direction, targets) in targets {
            for to in squares(targets & !G::FIRST_RANK) {
                if let Some(from) = step::<G>(3 - direction, to) {
                    self.values.push(after(from, to));
                }
            }
        }
        if (targets[0].1 | targets[1].1) & G::FIRST_RANK != 0 {
            for (direction, targets) in targets {
                for to in squares(targets & G::FIRST_RANK) {
                    if let Some(from) = step::<G>(3 - direction, to) {
                        let values = half.after(half.men & !(1 << from), half.enemy_men, 1, 0);
                        self.values.push(values.single_at(to as usize));
                    }
                }
            }
        }
        targets[0].1 | targets[1].1 != 0
    }
}
