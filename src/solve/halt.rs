//! Why a fibre was not solved to the end.

/// Why a fibre was not solved to the end.
pub(super) enum Halt {
    /// A distance does not fit into a byte.
    TooLong,
    /// The caller stopped it.
    Stopped,
}
