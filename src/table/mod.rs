//! Table files: one for each ending and metric, specified in `docs/format.md`.

mod categories;
#[cfg(feature = "generate")]
mod digest;
#[cfg(feature = "generate")]
mod entry_codes;
mod error;
mod header;
mod metric;
mod name;
mod reader;
mod source;
mod stored;
pub(crate) mod unpack;
mod values;

pub(crate) use categories::Categories;
#[cfg(feature = "generate")]
pub(crate) use categories::{has_distance, wdl_value};
#[cfg(feature = "generate")]
pub(crate) use entry_codes::{EntryCodes, Together, Unpacked};
pub use error::{Damage, TableError};
#[cfg(feature = "generate")]
pub(crate) use header::{BLOCK_ENTRIES, PART, data_start};
pub use header::{Header, SideHeader};
pub use metric::{Metric, PerMetric};
pub use name::{TableName, TableNameError};
pub use reader::Table;
pub use source::{Bytes, InMemory};
pub(crate) use stored::{Blocks, Stored};
pub use unpack::{UnpackedDamage, UnpackedError, UnpackedTable};
pub(crate) use values::Values;
