//! Table files: one for each ending and metric, specified in `docs/format.md`.

mod block;
mod codec;
#[cfg(feature = "generate")]
mod compress;
mod content;
mod decompress;
#[cfg(feature = "generate")]
mod digest;
mod error;
mod format;
mod header;
mod header_bytes;
mod metric;
mod name;
mod open_files;
mod opening;
#[cfg(feature = "generate")]
mod pack;
mod per_metric;
mod reader;
mod source;
mod stored;
mod unpack;
#[cfg(feature = "generate")]
mod unpacked;
mod values;
mod wdl_value;
#[cfg(feature = "generate")]
mod writer;

pub(crate) use block::Categories;
pub use error::{Damage, TableError};
pub use header::{Header, SideHeader};
pub use metric::Metric;
pub use name::{TableName, TableNameError};
pub use per_metric::PerMetric;
pub use reader::Table;
pub use source::{Bytes, InMemory};
pub(crate) use stored::{Blocks, Stored};
pub use unpack::{UnpackedDamage, UnpackedError, UnpackedTable};
#[cfg(feature = "generate")]
pub(crate) use unpacked::{EntryCodes, Together, Unpacked};
pub(crate) use values::Values;
#[cfg(feature = "generate")]
pub(crate) use writer::temporary;
#[cfg(feature = "generate")]
pub use writer::{TEMPORARY, WriteError, Written, write};
