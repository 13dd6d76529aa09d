//! Proofs with bytes that hold few plies, so that distances beyond a byte are common.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::generate::{Request, generate};
use crate::index::Ending;
use crate::probe::Tablebase;

use super::{VerifyError, prove};

#[path = "../../tests/it/common/forge.rs"]
mod forge;

fn all(pieces: u8) -> Vec<Ending> {
    (2..=pieces).flat_map(Ending::all).collect()
}

#[test]
fn distances_beyond_a_byte_are_checked_one_by_one() {
    let four_pieces = TempDir::new().unwrap();
    let directory = four_pieces.path();
    generate(&Request::pieces(4), directory, &()).unwrap();
    let with_bytes = |directory: &Path, byte_plies| Tablebase::open(directory).unwrap().with_byte_plies(byte_plies);
    for (byte_plies, pieces) in [(0, 3), (1, 3), (2, 3), (9, 3), (40, 4)] {
        let verified = prove(&with_bytes(directory, byte_plies), &all(pieces), None, &()).unwrap();
        assert_eq!(verified.len(), all(pieces).len(), "{byte_plies}");
    }
    let path = directory.join("MMvM.dtw");
    let bytes = fs::read(&path).unwrap();
    for block in 0..forge::blocks(&bytes) {
        // The longest distance of the block, the last of them, is one longer.
        let forged = forge::forge(&bytes, block, |values| {
            let longest = *values.iter().max().unwrap();
            *values.iter_mut().rfind(|value| **value == longest).unwrap() += 1;
        });
        fs::write(&path, forged).unwrap();
        let error = prove(&with_bytes(directory, 9), &["MMvM".parse().unwrap()], None, &()).unwrap_err();
        assert!(matches!(error, VerifyError::Mismatch(_)), "{block}: {error}");
    }
    // A header that says another longest win.
    let longer = forge::with_header(&bytes, |header| header[72 + 64] += 2);
    fs::write(&path, longer).unwrap();
    let error = prove(&with_bytes(directory, 9), &["MMvM".parse().unwrap()], None, &()).unwrap_err();
    assert!(matches!(error, VerifyError::Header { .. }), "{error}");
}
