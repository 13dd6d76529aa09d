//! The tables of each ending, and the numbers of endings.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::OnceLock;

use crate::board::Game;
use crate::index::{Ending, Material, PIECES};
use crate::table::{
    Bytes, Categories, Damage, InMemory, Metric, PerMetric, Table, TableError, TableName, UnpackedError, UnpackedTable,
};

use super::memory::all_categories;

pub(super) struct EndingTables<G> {
    pub ending: Ending,
    /// `None` if missing.
    pub tables: PerMetric<Option<Slot<G>>>,
    /// The length of the draw rule of all tables.
    draw_plies: u8,
    /// All blocks of categories, if preloaded.
    pub loaded: Vec<Categories>,
    /// All categories, if a file of them is mapped.
    pub unpacked: Option<UnpackedTable>,
}

/// A file with the name of a table. Its error may pass or be repaired: until it is open, each probe tries again.
pub(super) struct Slot<G> {
    pub name: TableName,
    pub bytes: Bytes,
    pub opened: OnceLock<Table<G>>,
}

impl<G: Game> Slot<G> {
    /// The table, opened now if it is not open, unless `misfit` has an error.
    pub fn open(&self, misfit: impl FnOnce(&Table<G>) -> Option<TableError>) -> Result<&Table<G>, TableError> {
        if let Some(table) = self.opened.get() {
            return Ok(table);
        }
        let table = Table::open(self.bytes.clone(), self.name.ending, self.name.metric)?;
        match misfit(&table) {
            Some(error) => Err(error),
            None => Ok(self.opened.get_or_init(|| table)),
        }
    }
}

impl<G: Game> EndingTables<G> {
    /// The tables of an ending with the length of the draw rule. Distances that do not go with the categories beside them are not
    /// used.
    pub fn new(ending: Ending, tables: PerMetric<Option<Slot<G>>>, draw_plies: u8) -> EndingTables<G> {
        let mut tables = EndingTables { ending, tables, draw_plies, loaded: Vec::new(), unpacked: None };
        for metric in Metric::DISTANCES {
            if tables.opened(metric).is_some_and(|table| tables.misfit(table).is_some())
                && let Some(slot) = &mut tables.tables[metric]
            {
                slot.opened.take();
            }
        }
        tables
    }

    /// The table of a metric; `None` if missing.
    #[inline]
    pub fn table(&self, metric: Metric) -> Result<Option<&Table<G>>, TableError> {
        let slot = self.tables[metric].as_ref();
        slot.map(|slot| slot.open(|table| self.misfit(table))).transpose()
    }

    /// Maps the unpacked table in a directory, if there is one; it must fit the table of categories.
    pub fn map(&mut self, directory: &Path) -> Result<(), UnpackedError> {
        let Ok(Some(table)) = self.table(Metric::Wdl) else { return Ok(()) };
        match UnpackedTable::open(&UnpackedTable::path_of(directory, self.ending), table) {
            Ok(unpacked) => self.unpacked = Some(unpacked),
            Err(UnpackedError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Unpacks all blocks of categories, unless they are mapped. A table with any damage is not preloaded; a probe that meets the
    /// damage returns the error.
    pub fn load(&mut self) {
        let Ok(Some(table)) = self.table(Metric::Wdl) else { return };
        if self.unpacked.is_none() {
            self.loaded = all_categories(table).unwrap_or_default();
        }
    }

    fn opened(&self, metric: Metric) -> Option<&Table<G>> {
        self.tables[metric].as_ref().and_then(|slot| slot.opened.get())
    }

    /// Why a table does not fit the others that are open.
    fn misfit(&self, table: &Table<G>) -> Option<TableError> {
        let opened = |metric| if metric == table.header().metric { Some(table) } else { self.opened(metric) };
        let pairs = Metric::DISTANCES.into_iter().filter_map(|metric| Some((opened(metric)?, opened(Metric::Wdl)?)));
        let misfit = pairs.into_iter().find(|(table, companion)| !table.goes_with(companion));
        let damaged = misfit.map(|(table, _)| table.damaged(Damage::Companion));
        let of_other_rule = table.header().draw_plies != self.draw_plies;
        damaged.or_else(|| of_other_rule.then(|| TableError::Replaced { path: table.path() }))
    }
}

/// The number of each material's ending, and its side to move, by a lookup instead of a search.
pub(super) struct EndingNumbers(Box<[u16]>);

impl EndingNumbers {
    const NONE: u16 = u16::MAX;

    /// Numbers endings in their order.
    pub fn new(endings: impl Iterator<Item = Ending>) -> EndingNumbers {
        let mut numbers = vec![EndingNumbers::NONE; Material::SLOTS];
        for (number, ending) in (0..).zip(endings) {
            for (side, &mover) in (0..).zip(ending.movers()) {
                let material = ending.material(mover);
                if material.pieces() <= PIECES {
                    numbers[material.slot()] = number << 1 | side;
                }
            }
        }
        EndingNumbers(numbers.into())
    }

    #[inline]
    pub fn get(&self, material: Material) -> Option<(u32, usize)> {
        if material.pieces() > PIECES {
            return None;
        }
        let number = self.0[material.slot()];
        (number != EndingNumbers::NONE).then_some((u32::from(number >> 1), usize::from(number & 1)))
    }
}

macro_rules! built_in {
    ($($ending:literal)*) => {
        [$(
            ($ending, PerMetric::new([
                include_bytes!(concat!("../../tables/", $ending, ".wdl")),
                include_bytes!(concat!("../../tables/", $ending, ".dtw")),
                include_bytes!(concat!("../../tables/", $ending, ".dtz")),
            ])),
        )*]
    };
}

static BUILT_IN: [(&str, PerMetric<&[u8]>); 9] = built_in!["KvK" "KvM" "MvM" "KKvK" "KKvM" "KMvK" "KMvM" "MMvK" "MMvM"];

/// The built-in tables of 2 and 3 pieces of Russian draughts.
pub(super) fn built_in() -> impl Iterator<Item = (TableName, Bytes)> {
    BUILT_IN.iter().flat_map(|(ending, tables)| {
        tables.iter().map(move |(metric, &bytes)| {
            let name = TableName { ending: ending.parse().expect("the name of an ending"), metric };
            (name, Bytes::Memory { name: format!("built-in {name}").into(), bytes: InMemory::new(bytes) })
        })
    })
}
