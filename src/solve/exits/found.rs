//! What the moves on the boards of a block come to.

use crate::bulk::masks::{Mask, and, join, take_lower};

use super::exit::Exit;

/// The boards of a block with a capture, and the [`Exit`] of each board: its code, and whether it wins and holds. As far as moves
/// are found.
#[derive(Clone)]
pub(in crate::solve) struct Found<const W: usize> {
    pub captures: Mask<W>,
    pub codes: [[u8; 64]; W],
    pub wins: Mask<W>,
    pub holds: Mask<W>,
}

impl<const W: usize> Found<W> {
    /// No captures.
    pub const NONE: Found<W> =
        Found { captures: [0; W], codes: [[Exit::NONE.code; 64]; W], wins: [0; W], holds: [0; W] };

    /// Adds what others have on the boards of a mask, on all of which they have a capture.
    #[inline(always)]
    pub fn add(&mut self, other: &Found<W>, mask: &Mask<W>) {
        join(&mut self.captures, mask);
        join(&mut self.wins, &and(&other.wins, mask));
        join(&mut self.holds, &and(&other.holds, mask));
        take_lower(self.codes.as_flattened_mut(), other.codes.as_flattened(), mask);
    }
}
