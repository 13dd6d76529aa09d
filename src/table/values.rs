//! The values of a block.

/// What a block holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Values {
    /// Every value is this one, however many there are.
    Constant(u8),
    /// Bytes, each with four categories or one distance.
    Bytes(Box<[u8]>),
}

impl Values {
    /// A distance, `None` if the block has fewer.
    #[inline]
    pub fn distance(&self, number: usize) -> Option<u8> {
        match self {
            Values::Constant(value) => Some(*value),
            Values::Bytes(bytes) => bytes.get(number).copied(),
        }
    }

    /// The bytes in memory.
    pub fn size(&self) -> usize {
        match self {
            Values::Constant(_) => 0,
            Values::Bytes(bytes) => bytes.len(),
        }
    }
}
