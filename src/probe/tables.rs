//! Tables by ending.

use crate::index::{Ending, Material, PIECES};
use crate::table::{Classes, Damage, Metric, Table, TableError};

/// The tables of an ending.
pub(super) struct EndingTables {
    pub ending: Ending,
    /// By metric: absent, or open, or why it cannot be asked.
    pub tables: [Option<Result<Table, TableError>>; 3],
    /// All blocks of categories, if they were loaded for good.
    pub loaded: Vec<Classes>,
}

impl EndingTables {
    /// The tables of an ending. Distances that do not go with the categories beside them cannot be asked.
    pub fn new(ending: Ending, mut tables: [Option<Result<Table, TableError>>; 3]) -> EndingTables {
        let (classes, distances) = tables.split_at_mut(1);
        if let Some(Ok(classes)) = &classes[0] {
            for slot in distances {
                if let Some(Ok(table)) = slot
                    && !table.goes_with(classes)
                {
                    *slot = Some(Err(table.damaged(Damage::Companion)));
                }
            }
        }
        EndingTables { ending, tables, loaded: Vec::new() }
    }

    /// The table of a metric; `None` if it is absent.
    ///
    /// # Errors
    /// What was wrong with it when it was opened.
    #[inline]
    pub fn table(&self, metric: Metric) -> Result<Option<&Table>, TableError> {
        self.tables[metric as usize].as_ref().map(Result::as_ref).transpose().map_err(Clone::clone)
    }
}

/// The number of each material's ending, and which of its sides is to move: a look instead of a search.
pub(super) struct Numbers(Box<[u16]>);

/// One more than the most pieces of a kind.
const RADIX: usize = PIECES as usize + 1;

impl Numbers {
    /// Of no material.
    const NONE: u16 = u16::MAX;

    /// The numbers of some endings in their order.
    pub fn new(endings: impl Iterator<Item = Ending>) -> Numbers {
        let mut numbers = vec![Numbers::NONE; RADIX.pow(4)];
        for (number, ending) in (0..).zip(endings) {
            for (side, &mover) in (0..).zip(ending.movers()) {
                if let Some(place) = Numbers::place(ending.material(mover)) {
                    numbers[place] = number << 1 | side;
                }
            }
        }
        Numbers(numbers.into())
    }

    #[inline]
    pub fn get(&self, material: Material) -> Option<(u32, usize)> {
        let number = self.0[Numbers::place(material)?];
        (number != Numbers::NONE).then_some((u32::from(number >> 1), usize::from(number & 1)))
    }

    #[inline]
    fn place(material: Material) -> Option<usize> {
        let Material { mover, other } = material;
        let place = [mover.kings, mover.men, other.kings, other.men]
            .into_iter()
            .fold(0, |place, count| place * RADIX + usize::from(count));
        (material.pieces() <= PIECES).then_some(place)
    }
}
