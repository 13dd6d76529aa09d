//! Fibres without kings: each half is one board, and all moves leave the fibre.

use crate::board::Game;
use crate::solve::exits::walk::CaptureMemo;
use crate::solve::halt::Halt;

use super::against_men::{QuietCodes, against_men};
use super::{Chunks, FibreMen, Fibres, Scratch, check};

impl<'a, G: Game> Fibres<'a, G> {
    /// Solves fibres without kings.
    pub(super) fn men_alone(
        &self,
        fibres: &[FibreMen],
        scratch: &mut Scratch,
        memo: &mut CaptureMemo<'a>,
        chunks: &mut Chunks<'_>,
    ) -> Result<(), Halt> {
        let Scratch { far, codes, .. } = scratch;
        for (outs, &fibre) in self.outs(fibres, chunks, codes).iter_mut().zip(fibres) {
            for (half, out) in self.halves(fibre).iter().zip(outs) {
                let far_outcome = |kings| half.far_exit(kings, 0);
                against_men(half, memo, QuietCodes::NONE, self.coding.draw_plies, &far_outcome, out, far);
            }
        }
        self.keep_results(fibres, codes, chunks.values);
        check(far)
    }
}
