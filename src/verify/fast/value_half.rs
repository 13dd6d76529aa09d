//! The values of one half.

/// The codes of the cells of a half.
#[derive(Clone, Copy)]
pub(super) struct ValueHalf<'v> {
    pub rule: &'v [u8],
    /// Empty where there are no distances to win.
    pub dtw: &'v [u8],
    /// The cells of a set of kings of the side that has just moved.
    pub row: usize,
}

impl<'v> ValueHalf<'v> {
    /// No values.
    pub const NONE: ValueHalf<'static> = ValueHalf { rule: &[], dtw: &[], row: 0 };

    /// The first cell of a set of kings of the side that has just moved.
    #[inline(always)]
    pub fn start(&self, kings: usize) -> usize {
        kings * self.row
    }

    /// The codes of results under the rule of the cells of `W` words, or of the half word that there is, from a cell on.
    #[inline(always)]
    pub fn rule<const W: usize>(&self, cell: usize) -> &'v [u8] {
        let codes = &self.rule[cell..];
        &codes[..codes.len().min(64 * W)]
    }

    /// The same of distances to win, if there are some.
    #[inline(always)]
    pub fn dtw<const W: usize>(&self, cell: usize) -> Option<&'v [u8]> {
        let codes = self.dtw.get(cell..).filter(|codes| !codes.is_empty())?;
        Some(&codes[..codes.len().min(64 * W)])
    }

    /// The codes of a cell: of its result under the rule, and of its distance to win, if there is one.
    #[inline(always)]
    pub fn get(&self, cell: usize) -> (u8, u8) {
        (self.rule[cell], self.dtw.get(cell).copied().unwrap_or(u8::MAX))
    }
}
