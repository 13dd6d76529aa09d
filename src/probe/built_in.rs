//! The tables of 2 and 3 pieces that are part of the program.

use crate::table::{Bytes, InMemory, Metric, PerMetric};

macro_rules! tables {
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

static TABLES: [(&str, PerMetric<&[u8]>); 9] = tables!["KvK" "KvM" "MvM" "KKvK" "KKvM" "KMvK" "KMvM" "MMvK" "MMvM"];

/// The endings' names, the metrics, and the tables.
pub(super) fn tables() -> impl Iterator<Item = (&'static str, Metric, Bytes)> {
    TABLES.iter().flat_map(|(ending, tables)| {
        tables.iter().map(move |(metric, &bytes)| {
            let name = format!("built-in {ending}.{metric}").into();
            (*ending, metric, Bytes::Memory { name, bytes: InMemory::new(bytes) })
        })
    })
}
