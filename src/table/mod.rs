//! Table files: one for each ending and metric, specified in `docs/format.md`.

mod block;
mod codec;
mod error;
mod header;
mod metric;
mod name;
mod pack;
mod reader;
mod source;
mod writer;

pub(crate) use block::{Classes, Values, has_distance};
pub use error::{Damage, TableError};
pub(crate) use header::PART;
pub use header::{Header, SideHeader};
pub use metric::Metric;
pub use name::{TableName, TableNameError};
pub use reader::Table;
pub use source::Bytes;
pub(crate) use writer::temporary;
pub use writer::{TEMPORARY, Written, write};
