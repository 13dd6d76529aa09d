//! The options of the commands that answer a position: `probe` and `line`.

use super::diagram::Look;
use super::question::Question;
use super::tables::Tables;

/// The tables, the question about a position, and the look of the answer.
#[derive(clap::Args)]
pub struct Asking {
    #[command(flatten)]
    pub tables: Tables,

    #[command(flatten)]
    pub question: Question,

    #[command(flatten)]
    pub look: Look,
}
