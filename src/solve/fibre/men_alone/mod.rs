//! Fibres without kings: each half is one board, and all moves leave the fibre.
//!
//! There is so little in a fibre that finding the values its moves lead to takes nearly all the time. So the numbers of
//! the chunks that advances lead to are found by what changes, see [`AdvancedRanks`]; and first all values that some fibres
//! need are located, then all are read, so that the processor waits for many of them at once.

mod moves;

use std::hint::black_box;

use crate::board::{Game, turned};
use crate::index::{AdvancedRanks, Mover};
use crate::solve::exits::exit::Exit;
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::halt::Halt;
use crate::solve::storage::coding::PENDING;
use crate::solve::storage::far::FarDistance;
use crate::solve::storage::single;
use crate::value::{Dtw, Dtz, Measure, Outcome};
use crate::wide::wide;

use super::through::Through;
use super::{Chunks, FibreMen, Fibres, check};
use moves::{ManMoves, Value};

/// The bytes of a half: a code and a class, or two classes.
const HALF: usize = 2;

/// The number of fibres whose values are located before any is read.
const GROUP: usize = 32;

/// A board: what was found of its moves.
struct Found {
    moves: bool,
    captures: bool,
    /// What some of the captures come to.
    exit: Exit,
    /// The end of its values among all that were located.
    end: usize,
}

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves fibres without kings.
    pub(super) fn men_alone(
        &self,
        fibres: &[FibreMen],
        far: &mut Vec<FarDistance>,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        solve(self, fibres, far, memo, chunks);
        check(far)
    }
}

wide! {
    /// Solves fibres without kings.
    fn solve<'a, G: Game>(
        of: &Fibres<'a, G>,
        fibres: &[FibreMen],
        far: &mut Vec<FarDistance>,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> () {
        let mut ranks = AdvancedRanks::new(of.layout.men());
        let known = of.known.of(of.layout.ending());
        let (mut boards, mut values) = (Vec::<Found>::new(), Vec::<Value<'a>>::new());
        for group in fibres.chunks(GROUP) {
            boards.clear();
            values.clear();
            for &fibre in group {
                ranks.set(fibre.men, fibre.enemy_men);
                for (side, half) in of.halves(fibre).iter().enumerate() {
                    let mut moves = ManMoves::new(half, memo, |value| values.push(value));
                    let captures = moves.captures();
                    let exit = moves.exit;
                    let advances = !captures && moves.advances(|from, to| {
                        let (chunk, half) = of.after(&ranks, fibre, side, (from, to));
                        let bytes = known.half(chunk, half);
                        (&bytes[0], &bytes[1])
                    });
                    boards.push(Found { moves: captures || advances, captures, exit, end: values.len() });
                }
            }
            // Brings the values into the cache: with nothing else to do, the processor waits for many of them at once.
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
    fn after(
        &self,
        ranks: &AdvancedRanks<'_, G>,
        fibre: FibreMen,
        side: usize,
        (from, to): (u32, u32),
    ) -> (u64, usize) {
        if side == 1 {
            return (ranks.after_enemy(from, to), 0);
        }
        let (from, to) = (G::SQUARES - 1 - from, G::SQUARES - 1 - to);
        if self.layout.is_twin() {
            // The men as the second side sees them. Of the advances of the second side, none leads to an empty chunk.
            let men = fibre.men ^ (1 << from | 1 << to);
            let (own, other) = (turned::<G>(fibre.enemy_men), turned::<G>(men));
            if own <= men {
                return self.layout.locate(Mover::First, own, other);
            }
        }
        (ranks.after(from, to), 1)
    }
}

/// The bytes of a half, and its code of the distance to a zeroing move. Where no code holds the distance of the
/// board, `far` gives the code.
#[inline(always)]
fn bytes<G: Game>(
    through: &Through,
    with_dtw: bool,
    board: &Found,
    exit: Exit,
    far: impl FnOnce() -> u8,
) -> ([u8; HALF], u8) {
    let mut dtw = through.dtw[usize::from(exit.code)];
    let mut dtz = if exit.wins {
        Dtz::win(1)
    } else if exit.holds {
        Dtz::DRAW
    } else {
        Dtz::loss(1)
    };
    if !board.moves {
        (dtw, dtz) = if G::NO_MOVE_WINS { (Dtw::win(0), Dtz::win(0)) } else { (Dtw::loss(0), Dtz::loss(0)) };
    } else if Dtw::is_far(exit.code) || Dtw::is_far(dtw) {
        dtw = far();
    }
    let class = |code: u8| u8::from(code > Dtw::DRAW) | u8::from(code < Dtw::DRAW) << 1;
    let bytes = if with_dtw { [dtw, class(dtz)] } else { [class(dtz), class(dtw)] };
    (bytes, if board.captures { PENDING } else { dtz })
}
