//! Why a fibre was not solved to the end.

/// Why a fibre was not solved to the end.
pub(super) enum Halt {
    /// A distance is longer than tables hold, or than the draw rule where that bounds it.
    TooLong,
    /// The caller stopped it.
    Stopped,
}
