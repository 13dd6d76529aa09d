//! Table files: one for each ending and metric, specified in `docs/format.md`.

mod categories;
#[cfg(feature = "generate")]
mod digest;
#[cfg(feature = "generate")]
mod entry_codes;
mod error;
mod header;
mod metric;
mod reader;
mod source;
pub(crate) mod unpack;
mod values;
mod wire;

#[cfg(feature = "generate")]
pub(crate) use categories::wdl_value;
pub(crate) use categories::{Categories, has_distance, wdl_category};
#[cfg(feature = "generate")]
pub(crate) use entry_codes::{EntryCodes, Together, Unpacked};
pub use error::{Damage, TableError};
#[cfg(feature = "generate")]
pub(crate) use header::BLOCK_ENTRIES;
pub use header::{Header, SideHeader};
pub use metric::{Metric, PerMetric, TableName, TableNameError};
pub use reader::Table;
pub use source::{Bytes, InMemory};
pub use unpack::{UnpackedDamage, UnpackedError, UnpackedTable};
pub(crate) use values::Values;
#[cfg(feature = "generate")]
pub(crate) use wire::IN_DIGEST;
