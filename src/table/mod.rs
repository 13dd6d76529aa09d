//! Table files: one for each ending and metric, specified in `docs/format.md`.

mod codec;
mod error;
mod header;
mod metric;
mod name;
mod pack;
mod reader;
mod writer;

pub use error::{Damage, TableError};
pub use header::{Header, SideHeader};
pub use metric::Metric;
pub use name::{TableName, TableNameError};
pub(crate) use reader::Block;
pub use reader::{Bytes, Table};
pub use writer::{TEMPORARY, Written, write};
