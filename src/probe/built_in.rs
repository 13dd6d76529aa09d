//! The tables of 2 and 3 pieces that are part of the program.

use crate::table::{Bytes, Metric};

macro_rules! tables {
    ($($ending:literal)*) => {
        [$(
            ($ending, Metric::Wdl, include_bytes!(concat!("../../tables/", $ending, ".wdl")) as &[u8]),
            ($ending, Metric::Dtw, include_bytes!(concat!("../../tables/", $ending, ".dtw"))),
            ($ending, Metric::Dtz, include_bytes!(concat!("../../tables/", $ending, ".dtz"))),
        )*]
    };
}

const TABLES: [(&str, Metric, &[u8]); 27] = tables!["KvK" "KvM" "MvM" "KKvK" "KKvM" "KMvK" "KMvM" "MMvK" "MMvM"];

/// The endings' names, the metrics, and the tables.
pub(super) fn tables() -> impl Iterator<Item = (&'static str, Metric, Bytes)> {
    TABLES.into_iter().map(|(ending, metric, bytes)| {
        (ending, metric, Bytes::Built { name: format!("built-in {ending}.{metric}").into(), bytes })
    })
}
