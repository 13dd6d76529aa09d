//! Why rounds or a fibre end before all is decided.

/// Why rounds or a fibre end before all is decided.
pub(super) enum Halt {
    /// A distance is longer than the last round. In the run for the distance to win this is an error: tables hold no
    /// longer distance. In the run for the distance to a zeroing move it is a normal end: the last round is the length
    /// of the draw rule, and what is not decided by then is a draw.
    TooLong,
    /// The caller stopped it.
    Stopped,
}
