//! Lines of JSON.

use bolshak::value::Category;
use bolshak::verify::{Mismatch, Value, Verified};
use serde::Serialize;

/// The line of an ending that is right.
pub fn of_ending(verified: &Verified) -> serde_json::Result<String> {
    serde_json::to_string(&Row::new(verified))
}

/// The line of an entry that is wrong.
pub fn of_mismatch(mismatch: &Mismatch) -> serde_json::Result<String> {
    serde_json::to_string(&Wrong::new(mismatch))
}

/// An ending that is right.
#[derive(Serialize)]
struct Row {
    ending: String,
    status: &'static str,
    entries: u64,
    /// Those that tables store, of a sample of runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<u64>,
    /// Entries of each category.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl Row {
    fn new(verified: &Verified) -> Row {
        let counts = |counts: [u64; 5]| {
            Category::ALL.iter().zip(counts).map(|(name, count)| (name.to_string(), count.into())).collect()
        };
        Row {
            ending: verified.ending.to_string(),
            status: if verified.time.is_some() { "right" } else { "verified before" },
            entries: verified.entries,
            stored: verified.stored,
            counts: verified.counts.map(counts),
            seconds: verified.time.map(|time| time.as_secs_f64()),
        }
    }
}

/// An entry that is wrong.
#[derive(Serialize)]
struct Wrong {
    status: &'static str,
    fen: String,
    stored: String,
    expected: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    besides: Option<&'static str>,
    /// The values after each move, for the side then to move.
    moves: Vec<(String, String)>,
}

impl Wrong {
    fn new(mismatch: &Mismatch) -> Wrong {
        let value = |value: Value| value.to_string();
        Wrong {
            status: "wrong",
            fen: mismatch.position.to_string(),
            stored: value(mismatch.stored),
            expected: value(mismatch.expected),
            besides: mismatch.besides,
            moves: mismatch.successors.iter().map(|after| (after.text.clone(), value(after.value))).collect(),
        }
    }
}
